/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

/* What is here is shown before the keyring or the network is asked. */
static void
start_opened_library_cb (GObject      *source,
                         GAsyncResult *result,
                         gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  trs_library_open_finish (TRS_LIBRARY (source), result);
  self->shelf_read = TRUE;
  if (!self->prepared && self->state == TRS_SESSION_STARTING)
    trs_session_look_up (self);
}

/**
 * trs_session_open_shelf:
 * @self: a session in the state %TRS_SESSION_STARTING, with a configured account
 *
 * Puts what is kept of the account into the history, and looks for its key.
 */
void
trs_session_open_shelf (TrsSession *self)
{
  trs_library_open_async (self->library, trs_account_get_name (self->account), NULL, start_opened_library_cb,
                          g_object_ref (self));
}

/**
 * trs_session_prepare:
 * @self: a session that was not started
 *
 * Begins to read what is kept of the account, so that it can stand in the
 * window before anybody else is asked, which trs_session_start() does.
 *
 * Returns: %TRUE if there is an account
 */
gboolean
trs_session_prepare (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), FALSE);

  self->prepared = trs_account_is_configured (self->account);
  if (self->prepared)
    trs_session_open_shelf (self);
  return self->prepared;
}

/**
 * trs_session_start:
 * @self: a session
 *
 * Begins with the account that is configured. Returns at once; the window can
 * open meanwhile.
 */
void
trs_session_start (TrsSession *self)
{
  gboolean prepared;

  g_return_if_fail (TRS_IS_SESSION (self));

  prepared = self->prepared;
  self->prepared = FALSE;
  if (!trs_account_is_configured (self->account))
    {
      trs_session_set_state (self, TRS_SESSION_NO_ACCOUNT, NULL, FALSE);
      trs_session_probe_keyring (self);
    }
  else if (!prepared)
    trs_session_open_shelf (self);
  else if (self->shelf_read)
    trs_session_look_up (self);
}

/**
 * trs_session_stop:
 * @self: a session
 *
 * Gives up all that is under way and stops the sample service. Operations
 * that were waiting fail with %G_IO_ERROR_CANCELLED, and there are no signals
 * any more. What was sent and not answered stays open in the journal.
 */
void
trs_session_stop (TrsSession *self)
{
  g_return_if_fail (TRS_IS_SESSION (self));

  if (self->stopped)
    return;

  self->stopped = TRUE;
  trs_session_cancel_retry (self);
  if (self->network_timer != 0)
    trs_clock_remove_timeout (self->clock, self->network_timer);
  self->network_timer = 0;
  trs_session_cancel_look_up (self);
  trs_link_stop (self->link);
  trs_poller_clear (self->poller);
  trs_list_reader_reset (self->reader);
  trs_text_fetcher_reset (self->fetcher);
  trs_transcripts_interrupt (self->transcripts);
  trs_callbacks_clear (self->callbacks);
  trs_library_close (self->library);
  trs_connector_stop_sample (self->connector);
}
