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

  GtkImage *disc;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkProgressBar *bar;
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

static char *
dup_message (TrsProject *project,
             gboolean    halted)
{
  g_autofree char *message = trs_display_text_line (trs_project_get_data (project)->message);

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
state_of (guint       number,
          TrsProject *project,
          gboolean    halted)
{
  guint n_done = trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION ? 1 : 0;

  if (trs_project_get_state (project) == TRS_PROJECT_STATE_DONE || number <= n_done)
    return STEP_DONE;
  if (number > n_done + 1)
    return STEP_NEXT;
  return halted ? STEP_HALTED : STEP_NOW;
}

static void
trs_progress_step_class_init (TrsProgressStepClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

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

/**
 * trs_progress_step_show:
 * @self: the row
 * @number: which step it is, from 1 to 3
 * @project: the project
 *
 * To be called again when something of the project has changed.
 */
void
trs_progress_step_show (TrsProgressStep *self,
                        guint            number,
                        TrsProject      *project)
{
  gboolean halted = trs_progress_is_stopped (self, project);
  StepState state = state_of (number, project, halted);
  int percent = state == STEP_NOW ? trs_progress_strings_percent (project) : -1;
  const char *title = _(titles[number - 1][state]);
  g_autofree char *subtitle = dup_subtitle (number, state, project, halted);
  g_autofree char *place = dup_place (number, state);
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
  gtk_widget_set_visible (GTK_WIDGET (self->bar), percent >= 0);
  gtk_progress_bar_set_fraction (self->bar, MAX (percent, 0) / 100.0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}
