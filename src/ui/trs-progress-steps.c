/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-steps.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-progress-step.h"
#include "trs-progress-words.h"

#define N_STEPS 3

struct _TrsProgressSteps
{
  AdwBin parent_instance;

  TrsProgressStep *fetching;
  TrsProgressStep *transcribing;
  TrsProgressStep *ready;
};

G_DEFINE_FINAL_TYPE (TrsProgressSteps, trs_progress_steps, ADW_TYPE_BIN)

static void
trs_progress_steps_class_init (TrsProgressStepsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_PROGRESS_STEP);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-steps.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressSteps, fetching);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressSteps, transcribing);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressSteps, ready);
}

static void
trs_progress_steps_init (TrsProgressSteps *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static char *
message_words (TrsProject *project,
               gboolean    halted)
{
  g_autofree char *message = trs_display_text_line (trs_project_get_message (project));

  if (*message == '\0')
    return NULL;
  return g_strdup_printf (halted ? _("The service last said: “%s”") : _("The service says: “%s”"), message);
}

static void
show_fetching (TrsProgressSteps *self,
               TrsProject       *project,
               TrsStepState      state)
{
  g_autofree char *subtitle = state != TRS_STEP_DONE ? message_words (project, state == TRS_STEP_HALTED) : NULL;

  trs_progress_step_set (self->fetching, 1, N_STEPS, state,
                         state == TRS_STEP_DONE ? _("Video fetched") : _("Fetching the video"), subtitle);
  trs_progress_step_set_percent (self->fetching, state == TRS_STEP_NOW ? trs_progress_words_percent (project) : -1);
}

static const char *
transcribing_title (TrsStepState state)
{
  switch (state)
    {
    case TRS_STEP_DONE:
      return _("Transcribed");
    case TRS_STEP_NOW:
      return _("Transcribing");
    case TRS_STEP_NEXT:
    case TRS_STEP_HALTED:
      break;
    }
  return _("Transcription");
}

static void
show_transcribing (TrsProgressSteps *self,
                   TrsProject       *project,
                   TrsStepState      state,
                   gboolean          halted)
{
  g_autofree char *subtitle = NULL;

  if (state == TRS_STEP_NOW || state == TRS_STEP_HALTED)
    subtitle = message_words (project, state == TRS_STEP_HALTED);
  else if (state == TRS_STEP_NEXT && !halted)
    subtitle = g_strdup (_("Starts when the video is fetched"));
  trs_progress_step_set (self->transcribing, 2, N_STEPS, state, transcribing_title (state), subtitle);
  trs_progress_step_set_percent (self->transcribing, state == TRS_STEP_NOW ? trs_progress_words_percent (project) : -1);
}

/**
 * trs_progress_steps_show:
 * @self: the steps
 * @project: a project whose state is one of those that the interface names
 */
void
trs_progress_steps_show (TrsProgressSteps *self,
                         TrsProject       *project)
{
  TrsProgressFace face;
  TrsStepState current;
  gboolean fetched;
  gboolean done;

  g_return_if_fail (TRS_IS_PROGRESS_STEPS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  face = trs_progress_face_of (project);
  gtk_widget_set_visible (GTK_WIDGET (self), face == TRS_PROGRESS_WORKING || face == TRS_PROGRESS_STOPPED ||
                                                 face == TRS_PROGRESS_LOST || face == TRS_PROGRESS_READY);
  current = face == TRS_PROGRESS_STOPPED || face == TRS_PROGRESS_LOST ? TRS_STEP_HALTED : TRS_STEP_NOW;
  done = trs_project_get_state (project) == TRS_PROJECT_STATE_DONE;
  fetched = done || trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION;

  show_fetching (self, project, fetched ? TRS_STEP_DONE : current);
  show_transcribing (self, project, done ? TRS_STEP_DONE : fetched ? current : TRS_STEP_NEXT,
                     current == TRS_STEP_HALTED);
  trs_progress_step_set (self->ready, 3, N_STEPS, done ? TRS_STEP_DONE : TRS_STEP_NEXT, _("Transcript ready"),
                         done || current == TRS_STEP_HALTED ? NULL : _("Opens here automatically"));
}
