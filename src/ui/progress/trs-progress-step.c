/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-step.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-progress-strings.h"
#include "trs-strings.h"

struct _TrsProgressStep
{
  GtkListBoxRow parent_instance;

  guint number; /* number of the step, counted from 1 */

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
  [TRS_PROGRESS_STEP_DONE] = { "done", NULL, "object-select-symbolic" },
  [TRS_PROGRESS_STEP_NOW] = { "now", "current", "media-record-symbolic" },
  [TRS_PROGRESS_STEP_NEXT] = { "next", "waiting", NULL },
  [TRS_PROGRESS_STEP_HALTED] = { "halt", "current", "media-playback-pause-symbolic" },
  [TRS_PROGRESS_STEP_FAILED] = { "bad", NULL, "window-close-symbolic" },
};

static char *
dup_place (guint                number,
           TrsProgressStepState state)
{
  switch (state)
    {
    case TRS_PROGRESS_STEP_DONE:
      /* Translators: the number of the step, and how many steps there are; read to those who do not see it. */
      return g_strdup_printf (_("Step %u of %u, done"), number, TRS_PROGRESS_N_STEPS);
    case TRS_PROGRESS_STEP_NOW:
      /* Translators: the number of the step, and how many steps there are; read to those who do not see it. */
      return g_strdup_printf (_("Step %u of %u, in progress"), number, TRS_PROGRESS_N_STEPS);
    case TRS_PROGRESS_STEP_NEXT:
      /* Translators: the number of the step, and how many steps there are; read to those who do not see it. */
      return g_strdup_printf (_("Step %u of %u, not begun"), number, TRS_PROGRESS_N_STEPS);
    case TRS_PROGRESS_STEP_HALTED:
      /* Translators: the number of the step, and how many steps there are: the last one of which the service has
       * told. */
      return g_strdup_printf (_("Step %u of %u, seen last"), number, TRS_PROGRESS_N_STEPS);
    case TRS_PROGRESS_STEP_FAILED:
      break;
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
  /* Translators: %s are the words of the service, in its language. */
  return g_strdup_printf (halted ? _("The service last said: “%s”") : _("The service says: “%s”"), message);
}

static const char *const titles[TRS_PROGRESS_N_STEPS][TRS_PROGRESS_STEP_FAILED] = {
  {
    /* Translators: step of a transcription: the service has loaded the video. */
    [TRS_PROGRESS_STEP_DONE] = N_("Video fetched"),
    [TRS_PROGRESS_STEP_NOW] = N_("Fetching the video"),
    [TRS_PROGRESS_STEP_NEXT] = N_("Fetching the video"),
    [TRS_PROGRESS_STEP_HALTED] = N_("Fetching the video"),
  },
  {
    /* Translators: step of a transcription that is done: the words of the video were recognised. */
    [TRS_PROGRESS_STEP_DONE] = N_("Transcribed"),
    [TRS_PROGRESS_STEP_NOW] = N_("Transcribing"),
    /* Translators: step of a transcription that is to come: the words are recognised. */
    [TRS_PROGRESS_STEP_NEXT] = N_("Transcription"),
    [TRS_PROGRESS_STEP_HALTED] = N_("Transcription"),
  },
  {
    /* Translators: step of a transcription, the last one: the text is there. */
    [TRS_PROGRESS_STEP_DONE] = N_("Transcript ready"),
    [TRS_PROGRESS_STEP_NOW] = N_("Transcript ready"),
    [TRS_PROGRESS_STEP_NEXT] = N_("Transcript ready"),
    [TRS_PROGRESS_STEP_HALTED] = N_("Transcript ready"),
  },
};

/* A recording lies on this computer, so that nothing is fetched. */
static const char *const local_titles[TRS_PROGRESS_STEP_FAILED] = {
  /* Translators: a step that is done. */
  [TRS_PROGRESS_STEP_DONE] = N_("Recording read"),
  [TRS_PROGRESS_STEP_NOW] = N_("Reading the recording"),
  [TRS_PROGRESS_STEP_NEXT] = N_("Reading the recording"),
  [TRS_PROGRESS_STEP_HALTED] = N_("Reading the recording"),
};

static const char *
get_title (guint                number,
           TrsProgressStepState state)
{
  if (number == 1 && trs_strings_get_local ())
    return _(local_titles[state]);
  /* Attempts fail, steps do not. NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage) */
  return _(titles[number - 1][state]);
}

/* The words of the service on this computer for a recording that waits for others. */
#define WAITING "Waiting"

/* Its other messages have nothing but the percentage. @time_left: (nullable): as far as it is known */
static char *
dup_local_subtitle (TrsProgressStepState  state,
                    TrsProject           *project,
                    const char           *time_left)
{
  int percent = trs_progress_strings_percent (project);
  g_autofree char *number = NULL;

  if (state != TRS_PROGRESS_STEP_NOW || percent < 0)
    return NULL;
  if (g_str_has_prefix (trs_project_get_data (project)->message, WAITING))
    return g_strdup (_("Waiting for its turn"));
  /* Translators: %d is a number of percent. */
  number = g_strdup_printf (_("%d %%"), percent);
  return time_left != NULL ? g_strdup_printf ("%s · %s", number, time_left) : g_steal_pointer (&number);
}

static char *
dup_subtitle (guint                 number,
              TrsProgressStepState  state,
              TrsProject           *project,
              const char           *time_left,
              gboolean              halted)
{
  if (state == TRS_PROGRESS_STEP_DONE)
    return NULL;
  if (number == TRS_PROGRESS_N_STEPS)
    return halted ? NULL : g_strdup (_("Opens here automatically"));
  if (trs_strings_get_local ())
    return dup_local_subtitle (state, project, time_left);
  if (state == TRS_PROGRESS_STEP_NEXT)
    return halted ? NULL : g_strdup (_("Starts when the video is fetched"));
  return dup_message (project, state == TRS_PROGRESS_STEP_HALTED);
}

static TrsProgressStepState
state_of (guint       number,
          TrsProject *project,
          gboolean    halted)
{
  guint n_done = trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION ? 1 : 0;

  if (trs_project_get_state (project) == TRS_PROJECT_STATE_DONE || number <= n_done)
    return TRS_PROGRESS_STEP_DONE;
  if (number > n_done + 1)
    return TRS_PROGRESS_STEP_NEXT;
  return halted ? TRS_PROGRESS_STEP_HALTED : TRS_PROGRESS_STEP_NOW;
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
 * trs_progress_step_new:
 * @number: which step, from 1 to %TRS_PROGRESS_N_STEPS
 *
 * Returns: (transfer floating): its row
 */
GtkWidget *
trs_progress_step_new (guint number)
{
  TrsProgressStep *self = g_object_new (TRS_TYPE_PROGRESS_STEP, NULL);

  self->number = number;
  return GTK_WIDGET (self);
}

/**
 * trs_progress_step_show:
 * @self: a row
 * @project: a project that is not done
 * @time_left: (nullable): how long it is going to take, in words
 *
 * Shows how far the project is with this step.
 */
void
trs_progress_step_show (TrsProgressStep *self,
                        TrsProject      *project,
                        const char      *time_left)
{
  gboolean halted = trs_progress_is_halted (project);
  TrsProgressStepState state = state_of (self->number, project, halted);
  int percent = state == TRS_PROGRESS_STEP_NOW ? trs_progress_strings_percent (project) : -1;
  const char *title = get_title (self->number, state);
  g_autofree char *subtitle = dup_subtitle (self->number, state, project, time_left, halted);
  g_autofree char *place = dup_place (self->number, state);
  g_autofree char *spoken = g_strjoin (", ", place, title, subtitle, NULL);
  const char *row_classes[] = { looks[state].row_class, NULL };

  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->subtitle, subtitle != NULL ? subtitle : "");
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), subtitle != NULL);
  trs_progress_step_show_disc (self->disc, state);
  gtk_image_set_pixel_size (self->disc, state == TRS_PROGRESS_STEP_NOW ? 10 : 16);
  gtk_widget_set_css_classes (GTK_WIDGET (self), row_classes);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), percent >= 0);
  gtk_progress_bar_set_fraction (self->bar, MAX (percent, 0) / 100.0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

/**
 * trs_progress_step_show_disc:
 * @disc: an image
 * @state: what it is to say
 *
 * The disc before a step, which other rows have, too.
 */
void
trs_progress_step_show_disc (GtkImage             *disc,
                             TrsProgressStepState  state)
{
  const char *classes[] = { "step", looks[state].disc_class, NULL };

  gtk_widget_set_css_classes (GTK_WIDGET (disc), classes);
  gtk_image_set_from_icon_name (disc, looks[state].icon_name);
}
