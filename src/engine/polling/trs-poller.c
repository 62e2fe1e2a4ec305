/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-poller-private.h"

#include "trs-poll-schedule.h"

enum
{
  FINISHED,
  STOPPED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsPoller, trs_poller, G_TYPE_OBJECT)

static void
trs_poller_dispose (GObject *object)
{
  TrsPoller *self = TRS_POLLER (object);

  if (self->entries != NULL)
    trs_poller_clear (self);
  g_clear_pointer (&self->entries, g_hash_table_unref);
  g_clear_object (&self->reader);
  g_clear_object (&self->history);
  g_clear_object (&self->details);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->current);
  g_clear_object (&self->client);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_poller_parent_class)->dispose (object);
}

static void
trs_poller_class_init (TrsPollerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_poller_dispose;

  signals[FINISHED] = g_signal_new ("finished", TRS_TYPE_POLLER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
  signals[STOPPED] = g_signal_new ("stopped", TRS_TYPE_POLLER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
}

static void
trs_poller_init (TrsPoller *self)
{
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) trs_poll_entry_free);
  self->cancellable = g_cancellable_new ();
}

static void
details_answered_cb (TrsDetailQueue *details,
                     TrsProject     *project,
                     const GError   *error,
                     gpointer        user_data)
{
  trs_poller_take_answer (user_data, project, error);
}

/* A refresh ends where all is final; what stood further down when the program was closed is asked for by itself. */
static void
open_listed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (TrsPoller) self = user_data;
  g_autoptr (GPtrArray) projects = trs_history_list_finish (TRS_HISTORY (source), result, NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;

  /* What the newest pages have just told of is watched already. */
  for (guint i = 0; projects != NULL && i < projects->len; i++)
    if (trs_project_get_checked_at (g_ptr_array_index (projects, i)) == 0)
      trs_detail_queue_ask (self->details, g_ptr_array_index (projects, i), TRUE);
}

static void
history_page_read_cb (TrsHistory *history,
                      GPtrArray  *projects,
                      gpointer    user_data)
{
  TrsPoller *self = user_data;

  trs_poller_take_page (self, projects);
  if (self->looked_for_open)
    return;

  self->looked_for_open = TRUE;
  trs_history_list_open_async (history, self->cancellable, open_listed_cb, g_object_ref (self));
}

static void
client_open_changed_cb (TrsApiClient *client,
                        GParamSpec   *pspec,
                        gpointer      user_data)
{
  TrsPoller *self = user_data;

  self->failures = 0;
  self->not_before = 0;
  self->limited_until = 0;
  trs_poller_show_all (self);
  trs_poller_arm (self);
}

static void
client_offline_changed_cb (TrsApiClient *client,
                           GParamSpec   *pspec,
                           gpointer      user_data)
{
  if (trs_api_client_get_offline_since (client) == 0)
    trs_poller_try_now (user_data);
}

/**
 * trs_poller_new:
 * @reader: reads the list
 * @history: what it is read into
 * @client: the connection to the API
 * @clock: the time
 *
 * Returns: (transfer full): a poller that entries what @history tells of
 */
TrsPoller *
trs_poller_new (TrsListReader *reader,
                TrsHistory    *history,
                TrsApiClient  *client,
                TrsClock      *clock)
{
  TrsPoller *self = g_object_new (TRS_TYPE_POLLER, NULL);

  self->reader = g_object_ref (reader);
  self->history = g_object_ref (history);
  self->client = g_object_ref (client);
  self->clock = g_object_ref (clock);
  self->setting = trs_clock_get_setting (clock);
  self->details = trs_detail_queue_new (client, clock);

  g_signal_connect_object (history, "page-read", G_CALLBACK (history_page_read_cb), self, 0);
  g_signal_connect_object (client, "notify::open", G_CALLBACK (client_open_changed_cb), self, 0);
  g_signal_connect_object (client, "notify::offline-since", G_CALLBACK (client_offline_changed_cb), self, 0);
  g_signal_connect_object (self->details, "answered", G_CALLBACK (details_answered_cb), self, 0);

  return self;
}

/**
 * trs_poller_watch:
 * @self: a poller
 * @project: a project that was accepted just now, or a pending one
 *
 * Begins to entry it. Of an accepted one the detail is asked for at once,
 * because the length of the video is told only while it is under way.
 */
void
trs_poller_watch (TrsPoller  *self,
                  TrsProject *project)
{
  TrsPollEntry *entry = trs_poller_find (self, project);

  if (entry == NULL)
    entry = trs_poller_add (self, project);

  if (trs_project_get_pending (project))
    entry->asked_at = 0;
  if (!trs_poller_ask_detail (self, entry, TRUE))
    trs_poller_settle (self, entry);
  trs_poller_arm (self);
}

/**
 * trs_poller_unwatch:
 * @self: a poller
 * @project: a project
 *
 * Forgets it.
 */
void
trs_poller_unwatch (TrsPoller  *self,
                    TrsProject *project)
{
  g_hash_table_remove (self->entries, trs_project_get_id (project));
  trs_poller_arm (self);
}

/**
 * trs_poller_dismiss:
 * @self: a poller
 * @project: a project
 *
 * The user no longer waits for it. The service goes on with it; nobody can cancel that.
 */
void
trs_poller_dismiss (TrsPoller  *self,
                    TrsProject *project)
{
  if (trs_poller_find (self, project) == NULL)
    return;

  trs_project_set_checked (project, trs_project_get_checked_at (project), 0);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_DISMISSED);
  trs_poller_unwatch (self, project);
  g_signal_emit (self, signals[STOPPED], 0, project);
}

/**
 * trs_poller_set_current:
 * @self: a poller
 * @project: (nullable): the project on the screen
 *
 * Its detail is asked for while it is under way; if its schedule has ended, once.
 */
void
trs_poller_set_current (TrsPoller  *self,
                        TrsProject *project)
{
  TrsPollEntry *entry;

  if (!g_set_object (&self->current, project) || project == NULL)
    return;

  trs_project_set_unread (project, FALSE);
  entry = trs_poller_find (self, project);
  if (entry == NULL || !trs_api_client_is_open (self->client))
    return;

  if (trs_project_get_pending (project))
    {
      if (!entry->active)
        trs_poller_check_now (self, project);
    }
  else if (trs_poller_get_check_allowed_at (self, project) == 0)
    trs_poller_ask_detail (self, entry, FALSE);
  trs_poller_arm (self);
}

/**
 * trs_poller_check_now:
 * @self: a poller
 * @project: a project
 *
 * Returns: %FALSE if nothing is asked, because requests are paused or it was
 *   less than three seconds ago
 */
gboolean
trs_poller_check_now (TrsPoller  *self,
                      TrsProject *project)
{
  TrsPollEntry *entry = trs_poller_find (self, project);
  gboolean asked = TRUE;

  if (!trs_api_client_is_open (self->client) || trs_poller_get_check_allowed_at (self, project) != 0)
    return FALSE;

  if (trs_project_get_pending (project))
    {
      if (entry == NULL || self->listing)
        return FALSE;
      entry->out = TRUE;
      entry->asked_at = trs_poller_get_time (self);
      trs_poller_poll_list (self);
    }
  else if (entry != NULL)
    asked = trs_poller_ask_detail (self, entry, FALSE);
  else
    asked = trs_detail_queue_ask (self->details, project, FALSE);

  trs_poller_arm (self);
  return asked;
}

/**
 * trs_poller_get_check_allowed_at:
 * @self: a poller
 * @project: a project
 *
 * Returns: from when on the service may be asked about it again, in
 *   microseconds since the epoch; 0 for now
 */
gint64
trs_poller_get_check_allowed_at (TrsPoller  *self,
                                 TrsProject *project)
{
  TrsPollEntry *entry = trs_poller_find (self, project);
  gint64 now = trs_poller_get_time (self);
  gint64 asked_at = trs_detail_queue_get_asked_at (self->details, project);
  gint64 listed_at = trs_history_get_checked_at (self->history);
  gint64 allowed_at;

  if (entry != NULL)
    asked_at = MAX (asked_at, entry->asked_at);
  if (trs_project_get_pending (project) && listed_at <= now)
    asked_at = MAX (asked_at, listed_at);

  allowed_at = MAX (asked_at + TRS_POLL_MIN_GAP, self->limited_until);
  return allowed_at > now ? allowed_at : 0;
}

/**
 * trs_poller_hint:
 * @self: a poller
 * @project: a project of which something else says that there is news
 *
 * Asks for one detail, as soon as that is allowed; for a pending one, for the list.
 */
void
trs_poller_hint (TrsPoller  *self,
                 TrsProject *project)
{
  TrsPollEntry *entry = trs_poller_find (self, project);

  if (entry == NULL)
    return;

  entry->hinted = TRUE;
  trs_poller_arm (self);
}

/**
 * trs_poller_try_now:
 * @self: a poller
 *
 * The network may be back: what could not be asked is asked before its time.
 */
void
trs_poller_try_now (TrsPoller *self)
{
  GHashTableIter iter;
  TrsPollEntry *entry;

  self->not_before = self->limited_until;
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    {
      if (!entry->missed)
        continue;
      entry->missed = FALSE;
      entry->due = entry->asked_at + TRS_POLL_MIN_GAP;
      entry->hinted = entry->hinted || !entry->active;
    }
  trs_poller_arm (self);
}

/**
 * trs_poller_clear:
 * @self: a poller
 *
 * Forgets all entries and gives up what is being asked.
 */
void
trs_poller_clear (TrsPoller *self)
{
  if (self->timer != 0)
    trs_clock_remove_timeout (self->clock, self->timer);
  self->timer = 0;
  self->listing = FALSE;
  self->far = FALSE;
  self->looked_for_open = FALSE;
  g_hash_table_remove_all (self->entries);
  trs_detail_queue_reset (self->details);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
}

/**
 * trs_poller_is_waiting:
 * @self: a poller
 *
 * Returns: %TRUE if it will ask the service by itself
 */
gboolean
trs_poller_is_waiting (TrsPoller *self)
{
  return self->timer != 0;
}
