/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-link-drop.h"

static void
open_project_cb (TrsSubmitDialog *dialog,
                 TrsProject      *project,
                 gpointer         user_data)
{
  trs_window_open_project (user_data, project);
}

static void
links_cb (const char *lines,
          gpointer    user_data)
{
  trs_submit_dialog_fill (user_data, lines, NULL, FALSE);
}

static TrsSubmitDialog *
ensure_submit_dialog (TrsWindow *self)
{
  if (self->submit_dialog != NULL)
    return self->submit_dialog;

  g_set_weak_pointer (&self->submit_dialog, trs_submit_dialog_new (self->session, self->settings));
  gtk_window_set_transient_for (GTK_WINDOW (self->submit_dialog), GTK_WINDOW (self));
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self->submit_dialog), TRUE);
  g_signal_connect_object (self->submit_dialog, "open-project", G_CALLBACK (open_project_cb), self, 0);
  trs_link_drop_attach (GTK_WIDGET (self->submit_dialog), links_cb, self->submit_dialog);
  return self->submit_dialog;
}

/**
 * trs_window_compose:
 * @self: a window
 * @lines: (nullable): links or identifiers to begin with, one a line
 *
 * Opens the dialog for a new transcription. Before there is an account, the
 * lines wait until there is one.
 */
void
trs_window_compose (TrsWindow  *self,
                    const char *lines)
{
  g_return_if_fail (TRS_IS_WINDOW (self));

  if (!trs_account_is_configured (trs_session_get_account (self->session)))
    {
      g_autofree char *earlier = self->waiting_lines;

      self->waiting_lines = g_strconcat (earlier != NULL ? earlier : "", lines, NULL);
      return;
    }

  ensure_submit_dialog (self);
  if (lines != NULL)
    trs_submit_dialog_fill (self->submit_dialog, lines, NULL, FALSE);
  gtk_window_present (GTK_WINDOW (self->submit_dialog));
}

/**
 * trs_window_compose_again:
 * @self: a window
 * @video_id: a video that was submitted before
 * @language: (nullable): its language
 *
 * Opens the dialog filled in for another attempt. Nothing is sent before the
 * user says so there.
 */
void
trs_window_compose_again (TrsWindow  *self,
                          const char *video_id,
                          const char *language)
{
  trs_submit_dialog_fill (ensure_submit_dialog (self), video_id, language, TRUE);
  gtk_window_present (GTK_WINDOW (self->submit_dialog));
}
