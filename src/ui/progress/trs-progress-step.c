/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-step.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-progress-strings.h"

#define N_STEPS 3u

/* Behind us; the service is at it; still to come; the last that was seen, and nobody looks any more. */
typedef enum
{
  STEP_DONE,
  STEP_NOW,
  STEP_NEXT,
  STEP_HALTED,
} StepState;

struct _TrsProgressStep
{
  GtkListBoxRow parent_instance;

  guint number;

  GtkImage *disc;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkProgressBar *bar;
};

enum
{
  PROP_NUMBER = 1,
  PROP_PROJECT,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (TrsProgressStep, trs_progress_step, GTK_TYPE_LIST_BOX_ROW)

static const struct
{
  const char *disc_class;
  const char *row_class;
  const char *icon_name;
} looks[] = {
  [STEP_DONE] = { "done", NULL, "object-select-symbolic" },
  [STEP_NOW] = { "now", "current", "media-record-symbolic" },
  [STEP_NEXT] = { "next", "waiting", NULL },
  [STEP_HALTED] = { "halt", "current", "media-playback-pause-symbolic" },
};

static char *
dup_place (guint     number,
           StepState state)
{
  switch (state)
    {
    case STEP_DONE:
      return g_strdup_printf (_("Step %u of %u, done"), number, N_STEPS);
    case STEP_NOW:
      return g_strdup_printf (_("Step %u of %u, in progress"), number, N_STEPS);
    case STEP_NEXT:
      return g_strdup_printf (_("Step %u of %u, not begun"), number, N_STEPS);
    case STEP_HALTED:
      return g_strdup_printf (_("Step %u of %u, seen last"), number, N_STEPS);
    }
  g_return_val_if_reached (NULL);
}

static void
show_step (TrsProgressStep *self,
           StepState        state,
           const char      *title,
           const char      *subtitle)
{
  g_autofree char *place = dup_place (self->number, state);
  g_autofree char *spoken = g_strjoin (", ", place, title, subtitle, NULL);
  const char *disc_classes[] = { "step", looks[state].disc_class, NULL };
  const char *row_classes[] = { looks[state].row_class, NULL };

  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->subtitle, subtitle != NULL ? subtitle : "");
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), subtitle != NULL);
  if (looks[state].icon_name != NULL)
    gtk_image_set_from_icon_name (self->disc, looks[state].icon_name);
  else
    gtk_image_clear (self->disc);
  gtk_image_set_pixel_size (self->disc, state == STEP_NOW ? 10 : 16);
  gtk_widget_set_css_classes (GTK_WIDGET (self->disc), disc_classes);
  gtk_widget_set_css_classes (GTK_WIDGET (self), row_classes);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static char *
dup_message (TrsProject *project,
             gboolean    halted)
{
  g_autofree char *message = trs_display_text_line (trs_project_get_message (project));

  if (*message == '\0')
    return NULL;
  return g_strdup_printf (halted ? _("The service last said: “%s”") : _("The service says: “%s”"), message);
}

static const char *const titles[N_STEPS][4] = {
  { [STEP_DONE] = N_("Video fetched"), [STEP_NOW] = N_("Fetching the video"), [STEP_NEXT] = N_("Fetching the video"),
    [STEP_HALTED] = N_("Fetching the video") },
  { [STEP_DONE] = N_("Transcribed"), [STEP_NOW] = N_("Transcribing"), [STEP_NEXT] = N_("Transcription"),
    [STEP_HALTED] = N_("Transcription") },
  { [STEP_DONE] = N_("Transcript ready"), [STEP_NOW] = N_("Transcript ready"), [STEP_NEXT] = N_("Transcript ready"),
    [STEP_HALTED] = N_("Transcript ready") },
};

static char *
dup_subtitle (guint       number,
              StepState   state,
              TrsProject *project,
              gboolean    halted)
{
  if (state == STEP_DONE)
    return NULL;
  if (number == N_STEPS)
    return halted ? NULL : g_strdup (_("Opens here automatically"));
  if (state == STEP_NEXT)
    return halted ? NULL : g_strdup (_("Starts when the video is fetched"));
  return dup_message (project, state == STEP_HALTED);
}

static StepState
state_of (TrsProgressStep *self,
          TrsProject      *project,
          gboolean         halted)
{
  guint n_done = trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION ? 1 : 0;

  if (trs_project_get_state (project) == TRS_PROJECT_STATE_DONE || self->number <= n_done)
    return STEP_DONE;
  if (self->number > n_done + 1)
    return STEP_NEXT;
  return halted ? STEP_HALTED : STEP_NOW;
}

static void
show_project (TrsProgressStep *self,
              TrsProject      *project)
{
  gboolean halted = trs_progress_is_stopped (self, project);
  StepState state = state_of (self, project, halted);
  g_autofree char *subtitle = dup_subtitle (self->number, state, project, halted);
  int percent = state == STEP_NOW ? trs_progress_strings_percent (project) : -1;

  show_step (self, state, _(titles[self->number - 1][state]), subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), percent >= 0);
  gtk_progress_bar_set_fraction (self->bar, MAX (percent, 0) / 100.0);
}

static void
trs_progress_step_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_NUMBER:
      TRS_PROGRESS_STEP (object)->number = g_value_get_uint (value);
      break;
    case PROP_PROJECT:
      if (g_value_get_object (value) != NULL)
        show_project (TRS_PROGRESS_STEP (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_progress_step_class_init (TrsProgressStepClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  G_OBJECT_CLASS (klass)->set_property = trs_progress_step_set_property;

  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_NUMBER,
                                   g_param_spec_uint ("number", NULL, NULL, 1, N_STEPS, 1,
                                                      flags | G_PARAM_CONSTRUCT_ONLY));
  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_PROJECT,
                                   g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT, flags));

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-step.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressStep, disc);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressStep, title);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressStep, subtitle);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressStep, bar);
}

static void
trs_progress_step_init (TrsProgressStep *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
