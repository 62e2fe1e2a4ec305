/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-compat.h"
#include "trs-error.h"
#include "trs-poll-schedule.h"

#define SAMPLE_RESTART_GAP G_TIME_SPAN_MINUTE

static void
poller_finished_cb (TrsPoller  *poller,
                    TrsProject *project,
                    gpointer    user_data)
{
  TrsSession *self = user_data;

  trs_callbacks_forget_project (self->callbacks, project);
  trs_text_fetcher_look (self->fetcher);
  g_signal_emit_by_name (self, "transcript-ready", project);
}

static void
poller_stopped_cb (TrsPoller  *poller,
                   TrsProject *project,
                   gpointer    user_data)
{
  TrsSession *self = user_data;

  trs_callbacks_forget_project (self->callbacks, project);
}

static void
callbacks_called_cb (TrsCallbacks *callbacks,
                     TrsProject   *project,
                     gpointer      user_data)
{
  TrsSession *self = user_data;

  trs_poller_hint (self->poller, project);
}

static void
pendings_adopted_cb (TrsPendings *pendings,
                     TrsProject  *pending,
                     TrsProject  *found,
                     gpointer     user_data)
{
  g_signal_emit_by_name (user_data, "project-adopted", pending, found);
}

static void
link_refused_cb (TrsLink  *link,
                 gpointer  user_data)
{
  TrsSession *self = user_data;

  trs_session_set_state (self, TRS_SESSION_KEY_REFUSED, self->key_error, self->key_in_keyring);
}

static void
try_again (TrsSession *self)
{
  if (self->stopped)
    return;

  trs_poller_try_now (self->poller);
  trs_text_fetcher_look (self->fetcher);
  if (self->state == TRS_SESSION_READY && trs_history_get_error (self->history) != NULL)
    trs_list_reader_refresh_async (self->reader, NULL, NULL, NULL);
}

static gboolean
network_settled_cb (gpointer user_data)
{
  TrsSession *self = user_data;

  self->network_timer = 0;
  if (trs_link_get_offline_since (self->link) != 0)
    try_again (self);
  return G_SOURCE_REMOVE;
}

/* A network comes up in several steps, and some monitors tell of a change as soon as they are listened to, whether or
 * not there is a network: one attempt for all of it, and never right behind the one that failed. */
static void
network_changed_cb (GNetworkMonitor *monitor,
                    gboolean         available,
                    gpointer         user_data)
{
  TrsSession *self = user_data;

  /* What is said of it depends on whether there is a network. */
  if (trs_link_get_offline_since (self->link) != 0)
    g_object_notify (G_OBJECT (self), "offline-since");
  if (available && !self->stopped && self->network_timer == 0 && trs_link_get_offline_since (self->link) != 0)
    self->network_timer = trs_clock_add_timeout (self->clock, TRS_POLL_MIN_GAP / G_TIME_SPAN_MILLISECOND,
                                                 network_settled_cb, self, NULL);
}

static void
link_offline_changed_cb (TrsLink    *link,
                         GParamSpec *pspec,
                         gpointer    user_data)
{
  TrsSession *self = user_data;

  if (trs_link_get_offline_since (link) == 0)
    try_again (self);
  else
    trs_session_watch_network (self);
  trs_session_plan_retry (self);
  g_object_notify (G_OBJECT (self), "offline-since");
}

static void
link_accepted_cb (TrsLink    *link,
                  GParamSpec *pspec,
                  gpointer    user_data)
{
  g_object_notify (user_data, "key-accepted-at");
}

static void
keyring_answered_late_cb (TrsKeyring *keyring,
                          const char *address,
                          gpointer    user_data)
{
  TrsSession *self = user_data;

  if ((self->state == TRS_SESSION_KEY_LOCKED || self->state == TRS_SESSION_STARTING) &&
      g_strcmp0 (address, trs_account_get_server_address (self->account)) == 0)
    trs_session_look_up (self);
}

/* A service that dies as soon as it is started would do so for ever. */
static void
connector_sample_ended_cb (TrsConnector *connector,
                           gpointer      user_data)
{
  TrsSession *self = user_data;
  gint64 now = trs_clock_get_time (self->clock);
  g_autoptr (GError) error = NULL;

  if (self->stopped || !trs_account_get_sample (self->account))
    return;

  if (now < self->sample_restarted_at || now - self->sample_restarted_at >= SAMPLE_RESTART_GAP)
    {
      self->sample_restarted_at = now;
      trs_session_look_up (self);
      return;
    }

  error = g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, "The sample service ended again");
  trs_link_close (self->link);
  trs_session_set_state (self, TRS_SESSION_KEY_LOCKED, error, FALSE);
}

static void
connector_proved_cb (TrsConnector *connector,
                     gpointer      user_data)
{
  trs_session_set_storing_key (user_data, TRUE);
}

/* What the list told meanwhile of projects that are kept is known to nobody but their objects. */
static void
library_error_changed_cb (TrsLibrary *library,
                          GParamSpec *pspec,
                          gpointer    user_data)
{
  TrsSession *self = user_data;

  g_object_notify (G_OBJECT (self), "store-error");
  if (trs_library_get_error (library) == NULL && self->state == TRS_SESSION_READY && !self->stopped)
    trs_list_reader_refresh_async (self->reader, NULL, NULL, NULL);
}

static void
reader_not_written_cb (TrsListReader *reader,
                       const GError  *error,
                       gpointer       user_data)
{
  trs_library_take_error (((TrsSession *) user_data)->library, error);
}

static void
library_moved_aside_cb (TrsLibrary *library,
                        const char *path,
                        gpointer    user_data)
{
  TrsSession *self = user_data;

  if (trs_set_str (&self->moved_aside, path))
    g_object_notify (G_OBJECT (self), "moved-aside");
}

static void
library_lost_file_cb (TrsLibrary *library,
                      gpointer    user_data)
{
  trs_session_reopen_library (user_data);
}

static void
account_fields_changed_cb (TrsAccount *account,
                           GParamSpec *pspec,
                           gpointer    user_data)
{
  TrsSession *self = user_data;

  trs_link_set_field_names (self->link, trs_account_get_submit_field (account),
                            trs_account_get_project_field (account));
}

/**
 * trs_session_watch_network:
 * @self: a session
 *
 * Begins to listen to the network monitor, which is needed only while the
 * service cannot be reached, and only to try earlier and to say why: it is
 * often wrong.
 */
void
trs_session_watch_network (TrsSession *self)
{
  if (self->monitor != NULL || self->stopped)
    return;

  self->monitor = g_object_ref (g_network_monitor_get_default ());
  g_signal_connect_object (self->monitor, "network-changed", G_CALLBACK (network_changed_cb), self, 0);
}

/**
 * trs_session_wire:
 * @self: a session whose parts are made
 *
 * Connects the parts with each other.
 */
void
trs_session_wire (TrsSession *self)
{
  g_signal_connect_object (self->poller, "finished", G_CALLBACK (poller_finished_cb), self, 0);
  g_signal_connect_object (self->poller, "stopped", G_CALLBACK (poller_stopped_cb), self, 0);
  g_signal_connect_object (self->callbacks, "called", G_CALLBACK (callbacks_called_cb), self, 0);
  g_signal_connect_object (self->pendings, "adopted", G_CALLBACK (pendings_adopted_cb), self, 0);
  g_signal_connect_object (self->link, "refused", G_CALLBACK (link_refused_cb), self, 0);
  g_signal_connect_object (self->link, "notify::offline-since", G_CALLBACK (link_offline_changed_cb), self, 0);
  g_signal_connect_object (self->link, "notify::accepted-at", G_CALLBACK (link_accepted_cb), self, 0);
  g_signal_connect_object (self->keyring, "answered-late", G_CALLBACK (keyring_answered_late_cb), self, 0);
  g_signal_connect_object (self->connector, "sample-ended", G_CALLBACK (connector_sample_ended_cb), self, 0);
  g_signal_connect_object (self->connector, "proved", G_CALLBACK (connector_proved_cb), self, 0);
  g_signal_connect_object (self->reader, "not-written", G_CALLBACK (reader_not_written_cb), self, 0);
  g_signal_connect_object (self->library, "notify::error", G_CALLBACK (library_error_changed_cb), self, 0);
  g_signal_connect_object (self->library, "lost-file", G_CALLBACK (library_lost_file_cb), self, 0);
  g_signal_connect_object (self->library, "moved-aside", G_CALLBACK (library_moved_aside_cb), self, 0);
  g_signal_connect_object (self->account, "notify::submit-field", G_CALLBACK (account_fields_changed_cb), self, 0);
  g_signal_connect_object (self->account, "notify::project-field", G_CALLBACK (account_fields_changed_cb), self, 0);
  account_fields_changed_cb (self->account, NULL, self);
  trs_session_wire_sync (self);
}
