/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-leave-guard.h"

#include "trs-i18n.h"
#include "trs-message-dialog.h"

struct _TrsLeaveGuard
{
  GObject parent_instance;

  GtkWindow *window; /* weak pointer: the window owns this object */
  TrsSession *session;

  gboolean quit;             /* the program is to end with the window */
  gboolean listing;          /* it is being found out whether anything is under way */
  GtkWindow *question;       /* weak pointer; while it is open */
  GCancellable *cancellable; /* cancelled when the window is gone */
};

enum
{
  LEAVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsLeaveGuard, trs_leave_guard, G_TYPE_OBJECT)

static void
leave (TrsLeaveGuard *self)
{
  g_signal_emit (self, signals[LEAVE], 0, self->quit);
}

static void
show_question (TrsLeaveGuard *self)
{
  /* Translators: title of a question; Transcripts is the program. */
  TrsMessageDialog *dialog = trs_message_dialog_new (self->window, _("Close Transcripts?"),
                                                     _("Transcription pauses; it goes on when you open Transcripts."));

  trs_message_dialog_add_answer (dialog, "close", _("_Close"), "suggested-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (leave), self, G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->question, GTK_WINDOW (dialog));
  gtk_window_present (self->question);
}

static gboolean
is_any_under_way (GPtrArray *projects)
{
  for (guint i = 0; projects != NULL && i < projects->len; i++)
    if (!trs_project_state_is_final (trs_project_get_state (g_ptr_array_index (projects, i))))
      return TRUE;
  return FALSE;
}

/* What cannot be found out holds nobody up. */
static void
open_listed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (TrsLeaveGuard) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) projects = trs_projects_list_open_finish (TRS_PROJECTS (source), result, &error);

  self->listing = FALSE;
  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  if (is_any_under_way (projects) ||
      is_any_under_way (trs_projects_get_held (trs_session_get_projects (self->session))))
    show_question (self);
  else
    leave (self);
}

/* Cancel: a pending operation holds a reference to this object. */
static void
window_unrealized_cb (TrsLeaveGuard *self)
{
  g_cancellable_cancel (self->cancellable);
}

static void
trs_leave_guard_dispose (GObject *object)
{
  TrsLeaveGuard *self = TRS_LEAVE_GUARD (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_weak_pointer (&self->window);
  g_clear_weak_pointer (&self->question);

  G_OBJECT_CLASS (trs_leave_guard_parent_class)->dispose (object);
}

static void
trs_leave_guard_finalize (GObject *object)
{
  TrsLeaveGuard *self = TRS_LEAVE_GUARD (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (trs_leave_guard_parent_class)->finalize (object);
}

static void
trs_leave_guard_class_init (TrsLeaveGuardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_leave_guard_dispose;
  object_class->finalize = trs_leave_guard_finalize;

  signals[LEAVE] = g_signal_new ("leave", TRS_TYPE_LEAVE_GUARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 1, G_TYPE_BOOLEAN);
}

static void
trs_leave_guard_init (TrsLeaveGuard *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * trs_leave_guard_new:
 * @window: the window that is left, which owns this
 * @session: the session
 *
 * Returns: (transfer full): a guard of the window
 */
TrsLeaveGuard *
trs_leave_guard_new (GtkWindow  *window,
                     TrsSession *session)
{
  TrsLeaveGuard *self = g_object_new (TRS_TYPE_LEAVE_GUARD, NULL);

  g_set_weak_pointer (&self->window, window);
  self->session = g_object_ref (session);
  g_signal_connect_object (window, "unrealize", G_CALLBACK (window_unrealized_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_leave_guard_ask:
 * @self: a guard
 * @quit: whether the program is to end with the window; otherwise the window is closed
 *
 * Asks the user, if leaving might interrupt anything. While it is found out, or
 * the user is asked already, it is the last call that counts.
 *
 * Returns: %TRUE if the window has to stay until `leave` is emitted, which may
 *   never happen; %FALSE if it may be left at once
 */
gboolean
trs_leave_guard_ask (TrsLeaveGuard *self,
                     gboolean       quit)
{
  TrsLocalAccount *local = trs_session_get_local (self->session);

  self->quit = quit;
  if (self->question != NULL)
    gtk_window_present (self->question);
  else if (trs_account_get_local (trs_session_get_account (self->session)))
    {
      if (!self->listing)
        trs_projects_list_open_async (trs_session_get_projects (self->session), self->cancellable, open_listed_cb,
                                      g_object_ref (self));
      self->listing = TRUE;
    }
  else if (local != NULL && trs_local_runner_is_transcribing (trs_local_account_get_runner (local)))
    show_question (self);
  else
    return FALSE;
  return TRUE;
}
