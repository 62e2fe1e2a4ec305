/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-store.h"

/* Seconds until the store looks for damage: after the start, so that it does not compete with it, and between two
 * looks of a program that runs on. */
#define CHECK_AFTER_START 20
#define DAY (24 * 60 * 60)

static void
fetcher_changed_cb (TrsTextFetcher *fetcher,
                    GParamSpec     *pspec,
                    gpointer        user_data)
{
  static const char * const names[][2] = {
    { "wanted", "texts-wanted" },
    { "kept", "texts-kept" },
    { "downloading", "downloading" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (g_str_equal (g_param_spec_get_name (pspec), names[i][0]))
        g_object_notify (user_data, names[i][1]);
    }
}

static void
keep_transcripts_changed_cb (GSettings  *settings,
                             const char *key,
                             gpointer    user_data)
{
  TrsSession *self = user_data;
  gboolean keep = trs_session_get_keeps_transcripts (self);

  trs_library_set_keep_texts (self->library, keep);
  trs_text_fetcher_set_enabled (self->fetcher, keep);
}

static void plan_check (TrsSession *self,
                        guint       interval);

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* That a file was damaged is told by #TrsStore::moved-aside. */
  if (!trs_store_check_finish (TRS_STORE (source), result, &error))
    g_info ("The file could not be checked: %s", error->message);
}

static gboolean
check_cb (gpointer user_data)
{
  TrsSession *self = user_data;

  self->check_id = 0;
  trs_store_check_async (self->store, NULL, checked_cb, NULL);
  plan_check (self, DAY);
  return G_SOURCE_REMOVE;
}

static void
plan_check (TrsSession *self,
            guint       interval)
{
  g_clear_handle_id (&self->check_id, g_source_remove);
  self->check_id = g_timeout_add_seconds_full (G_PRIORITY_LOW, interval, check_cb, self, NULL);
}

/* Damage that nobody has met yet is looked for soon if the last end was not clean or the last look is a day ago, and
 * once a day from then on. */
static void
library_open_changed_cb (TrsLibrary *library,
                         GParamSpec *pspec,
                         gpointer    user_data)
{
  TrsSession *self = user_data;

  if (trs_library_is_open (library))
    plan_check (self, trs_store_needs_check (self->store) ? CHECK_AFTER_START : DAY);
  else
    g_clear_handle_id (&self->check_id, g_source_remove);
}

/**
 * trs_session_wire_sync:
 * @self: a session whose parts are made
 *
 * Connects the parts that keep things on this computer.
 */
void
trs_session_wire_sync (TrsSession *self)
{
  g_signal_connect_object (self->library, "notify::open", G_CALLBACK (library_open_changed_cb), self, 0);
  g_signal_connect_object (self->fetcher, "notify", G_CALLBACK (fetcher_changed_cb), self, 0);
  g_signal_connect_object (self->settings, "changed::keep-transcripts", G_CALLBACK (keep_transcripts_changed_cb),
                           self, 0);
  keep_transcripts_changed_cb (self->settings, NULL, self);
}

/**
 * trs_session_get_keeps_transcripts:
 * @self: a session
 *
 * Returns: whether transcripts are kept on this computer; a setting of the
 *   user, `keep-transcripts`
 */
gboolean
trs_session_get_keeps_transcripts (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), FALSE);

  return g_settings_get_boolean (self->settings, "keep-transcripts");
}

/**
 * trs_session_download_all_async:
 * @self: a session
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when nothing is missing any more that can be had
 * @user_data: (closure): for @callback
 *
 * Fetches the transcripts that are not on this computer, at once instead of by
 * and by. #TrsSession:texts-kept and #TrsSession:texts-wanted tell how far it
 * is. Asked for twice, it is done once. If the service cannot be reached any
 * more, it waits until it can, and goes on. trs_session_cancel_download() ends
 * it.
 */
void
trs_session_download_all_async (TrsSession          *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_session_download_all_async);
  if (!trs_session_get_keeps_transcripts (self))
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "%s",
                             _("Saving transcripts is off in Preferences."));
  else if (trs_library_is_in_memory (self->library))
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_STORE_FAILED, "Nothing can be kept");
  else if (!trs_link_is_open (self->link))
    g_task_return_error (task, trs_link_new_closed_error (self->link));
  else
    trs_text_fetcher_fetch_all (self->fetcher, task);
}

/**
 * trs_session_download_all_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error: %G_IO_ERROR_CANCELLED after
 *   trs_session_cancel_download(), those of a request that nothing can leave
 *   after, those of the store
 *
 * Returns: %TRUE if all is here that the service gives; if it does not give
 *   some, #TrsSession:texts-kept stays below #TrsSession:texts-wanted
 */
gboolean
trs_session_download_all_finish (TrsSession    *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
