/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-poller-private.h"

#include "trs-error.h"
#include "trs-poll-schedule.h"

/* While the list serves many, the words about the one on the screen are asked for now and then:
 * both together stay at twelve requests a minute.
 */
#define CURRENT_DETAIL_GAP (20 * G_TIME_SPAN_SECOND)

/* How many are asked for by id in one tick; if the list leaves out more, it is read further. */
#define MAX_BY_ID 4

/**
 * trs_poller_find:
 * @self: a poller
 * @project: a project
 *
 * Returns: (transfer none) (nullable): its entry
 */
TrsPollEntry *
trs_poller_find (TrsPoller  *self,
                 TrsProject *project)
{
  return g_hash_table_lookup (self->entries, trs_project_get_id (project));
}

/**
 * trs_poller_add:
 * @self: a poller
 * @project: a project without an entry
 *
 * Returns: (transfer none): its entry
 */
TrsPollEntry *
trs_poller_add (TrsPoller  *self,
                TrsProject *project)
{
  TrsPollEntry *entry = trs_poll_entry_new (project, trs_poller_get_time (self));

  g_hash_table_insert (self->entries, (gpointer) trs_project_get_id (project), entry);
  return entry;
}

/* With references, because whoever is told of one may take others away. */
static GPtrArray *
dup_projects (TrsPoller *self)
{
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  TrsPollEntry *entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    g_ptr_array_add (projects, g_object_ref (entry->project));

  return projects;
}

static void
show (TrsPoller *self,
      TrsPollEntry  *entry)
{
  trs_poll_entry_show (entry, trs_api_client_is_open (self->client),
                  self->failures > 0 && trs_api_client_get_offline_since (self->client) != 0, self->not_before);
}

/**
 * trs_poller_show_all:
 * @self: a poller
 *
 * Tells all projects how they are watched.
 */
void
trs_poller_show_all (TrsPoller *self)
{
  g_autoptr (GPtrArray) projects = dup_projects (self);

  for (guint i = 0; i < projects->len; i++)
    {
      TrsPollEntry *entry = trs_poller_find (self, g_ptr_array_index (projects, i));

      if (entry != NULL)
        show (self, entry);
    }
}

static void
finish (TrsPoller *self,
        TrsPollEntry  *entry)
{
  g_autoptr (TrsProject) project = g_object_ref (entry->project);

  g_hash_table_remove (self->entries, trs_project_get_id (project));
  trs_project_set_watch (project, TRS_PROJECT_WATCH_NONE);
  trs_project_set_checked (project, trs_project_get_checked_at (project), 0);
  if (project != self->current)
    trs_project_set_unread (project, TRUE);
  g_signal_emit_by_name (self, "finished", project);
}

/**
 * trs_poller_settle:
 * @self: a poller
 * @entry: an entry; may be gone afterwards
 *
 * After an answer, or none, about one project.
 */
void
trs_poller_settle (TrsPoller *self,
                   TrsPollEntry  *entry)
{
  TrsProjectState state = trs_project_get_state (entry->project);
  gboolean changed = state != entry->state;
  gboolean stopped;

  entry->state = state;
  /* The transcript of the one on the screen is asked for anyway. */
  if (changed && (state != TRS_PROJECT_STATE_DONE || entry->project != self->current))
    trs_detail_queue_ask (self->details, entry->project, TRUE);

  if (trs_project_state_is_final (state))
    {
      finish (self, entry);
      return;
    }

  stopped = !trs_poll_entry_schedule (entry, trs_poller_get_time (self));
  show (self, entry);
  if (stopped)
    g_signal_emit_by_name (self, "stopped", entry->project);
}

static void
succeeded (TrsPoller *self)
{
  if (self->failures == 0)
    return;

  self->failures = 0;
  self->not_before = 0;
  self->limited_until = 0;
  trs_poller_show_all (self);
}

static void
failed (TrsPoller    *self,
        const GError *error)
{
  gint64 now = trs_poller_get_time (self);

  if (error->domain != TRS_ERROR || !trs_api_client_is_open (self->client) ||
      g_error_matches (error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND))
    return;

  /* Two requests of one tick fail together. */
  if (now < self->not_before)
    return;

  self->failures++;
  self->not_before = now + trs_poll_schedule_get_backoff (self->failures, trs_error_get_retry_after (error));
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED))
    self->limited_until = self->not_before;
  trs_poller_show_all (self);
}

static gint
compare_asked (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  TrsPoller *self = user_data;
  gint64 first = trs_detail_queue_get_asked_at (self->details, *(TrsProject *const *) a);
  gint64 second = trs_detail_queue_get_asked_at (self->details, *(TrsProject *const *) b);

  return (first > second) - (first < second);
}

/* Those that the list should have told of and did not are asked for by id: a few, and next time others. */
static void
ask_unlisted (TrsPoller *self,
              GPtrArray *unlisted)
{
  self->far = self->n_below + unlisted->len > MAX_BY_ID;
  g_ptr_array_sort_with_data (unlisted, compare_asked, self);
  for (guint i = 0; i < MIN (unlisted->len, MAX_BY_ID); i++)
    trs_detail_queue_ask (self->details, g_ptr_array_index (unlisted, i), TRUE);
}

/* A service that asks to wait is expected to say so, and one that cannot be reached says nothing at all. */
static gboolean
is_no_word (TrsPoller    *self,
            const GError *error)
{
  return error != NULL && error->domain == TRS_ERROR && trs_api_client_get_offline_since (self->client) == 0 &&
         !g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED);
}

static void
settle_listed (TrsPoller    *self,
               gboolean      good,
               const GError *error)
{
  g_autoptr (GPtrArray) projects = dup_projects (self);
  g_autoptr (GPtrArray) unlisted = g_ptr_array_new ();

  for (guint i = 0; i < projects->len; i++)
    {
      TrsPollEntry *entry = trs_poller_find (self, g_ptr_array_index (projects, i));

      if (entry == NULL || !entry->out)
        continue;

      entry->missed = !good;
      entry->no_word = is_no_word (self, error);
      if (good && entry->seen_at < trs_history_get_checked_at (self->history))
        g_ptr_array_add (unlisted, entry->project);
      trs_poller_settle (self, entry);
    }

  if (good)
    ask_unlisted (self, unlisted);
}

static void
list_got_page_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsPoller) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean good = trs_list_reader_read_finish (TRS_LIST_READER (source), result, &error);

  /* The poller was cleared since. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;

  self->listing = FALSE;
  if (good)
    succeeded (self);
  else
    failed (self, error);
  settle_listed (self, good, error);
  trs_poller_arm (self);
}

/**
 * trs_poller_poll_list:
 * @self: a poller
 *
 * Asks for the list, on behalf of all that are watched.
 */
void
trs_poller_poll_list (TrsPoller *self)
{
  GHashTableIter iter;
  TrsPollEntry *entry;
  gint64 now = trs_poller_get_time (self);

  if (self->listing)
    return;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    {
      if (!entry->active)
        continue;
      entry->out = TRUE;
      entry->asked_at = now;
    }

  self->listing = TRUE;
  self->n_pages = 0;
  self->n_below = 0;
  trs_list_reader_check_async (self->reader, self->far, self->cancellable, list_got_page_cb, g_object_ref (self));
}

/**
 * trs_poller_ask_detail:
 * @self: a poller
 * @entry: an entry
 * @background: whether the user does not wait for it
 *
 * Returns: %FALSE if its detail is not asked for, see trs_detail_queue_ask()
 */
gboolean
trs_poller_ask_detail (TrsPoller *self,
                       TrsPollEntry  *entry,
                       gboolean   background)
{
  if (!trs_detail_queue_ask (self->details, entry->project, background))
    return FALSE;

  entry->out = TRUE;
  entry->hinted = FALSE;
  entry->asked_at = trs_poller_get_time (self);
  return TRUE;
}

/**
 * trs_poller_take_answer:
 * @self: a poller
 * @project: a project whose detail was asked for, already updated
 * @error: (nullable): why there is no answer
 */
void
trs_poller_take_answer (TrsPoller    *self,
                        TrsProject   *project,
                        const GError *error)
{
  TrsPollEntry *entry = trs_poller_find (self, project);

  if (error == NULL)
    {
      succeeded (self);
      trs_history_set_updated_at (self->history, trs_poller_get_time (self));
    }
  else
    {
      failed (self, error);
    }

  if (entry != NULL)
    {
      entry->missed = error != NULL;
      entry->no_word = is_no_word (self, error);
      entry->gone = g_error_matches (error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND);
      trs_poller_settle (self, entry);
    }
  trs_poller_arm (self);
}

/**
 * trs_poller_take_page:
 * @self: a poller
 * @projects: (element-type TrsProject): what a page of the list told of, already updated
 */
void
trs_poller_take_page (TrsPoller *self,
                      GPtrArray *projects)
{
  gint64 now = trs_poller_get_time (self);
  gboolean below = self->n_pages++ > 0;

  for (guint i = 0; i < projects->len; i++)
    {
      TrsProject *project = g_ptr_array_index (projects, i);
      TrsPollEntry *entry = trs_poller_find (self, project);

      /* What finished before the user's eyes is not news. */
      if (project == self->current)
        trs_project_set_unread (project, FALSE);
      if (entry == NULL)
        {
          if (trs_project_is_under_way (project) &&
              trs_project_get_watch (project) == TRS_PROJECT_WATCH_NONE)
            trs_poller_settle (self, trs_poller_add (self, project));
          continue;
        }

      entry->seen_at = now;
      entry->missed = FALSE;
      entry->no_word = FALSE;
      entry->gone = FALSE;
      self->n_below += below;
      if (entry->out)
        continue;
      entry->asked_at = now;
      trs_poller_settle (self, entry);
    }
  trs_poller_arm (self);
}

/* Whether anyone but the project on the screen waits. */
static gboolean
needs_list (TrsPoller *self)
{
  GHashTableIter iter;
  TrsPollEntry *entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    {
      if (entry->active && (entry->project != self->current || trs_project_get_pending (entry->project)))
        return TRUE;
    }

  return FALSE;
}

static gint64
get_due (TrsPoller *self,
         TrsPollEntry  *entry)
{
  gint64 asked_at = trs_detail_queue_get_asked_at (self->details, entry->project);

  if (entry->out)
    return G_MAXINT64;
  if (entry->hinted)
    return MAX (self->not_before, asked_at + TRS_POLL_MIN_GAP);
  return entry->active ? MAX (self->not_before, entry->due) : G_MAXINT64;
}

static void
tick (TrsPoller *self)
{
  gint64 now = trs_poller_get_time (self);
  gboolean list_due = FALSE;
  TrsPollEntry *entry;
  g_autoptr (GPtrArray) projects = dup_projects (self);

  for (guint i = 0; i < projects->len; i++)
    {
      entry = trs_poller_find (self, g_ptr_array_index (projects, i));
      if (entry == NULL || get_due (self, entry) > now)
        continue;

      if (entry->hinted && !trs_project_get_pending (entry->project))
        {
          entry->hinted = FALSE;
          trs_poller_ask_detail (self, entry, TRUE);
        }
      else if (entry->hinted || needs_list (self))
        {
          entry->hinted = FALSE;
          list_due = TRUE;
        }
      else if (!trs_poller_ask_detail (self, entry, FALSE))
        {
          entry->asked_at = now;
          trs_poller_settle (self, entry);
        }
    }

  if (!list_due)
    return;

  entry = self->current != NULL ? trs_poller_find (self, self->current) : NULL;
  if (entry != NULL && entry->active &&
      trs_detail_queue_get_asked_at (self->details, entry->project) + CURRENT_DETAIL_GAP <= now)
    trs_poller_ask_detail (self, entry, FALSE);
  trs_poller_poll_list (self);
}

static gboolean
timer_cb (gpointer user_data)
{
  g_autoptr (TrsPoller) self = g_object_ref (user_data);

  self->timer = 0;
  tick (self);
  trs_poller_arm (self);
  return G_SOURCE_REMOVE;
}

/* Whole seconds, so that the wake-ups of the system can fall together. */
static guint
milliseconds_until (gint64 wait)
{
  if (wait < G_TIME_SPAN_SECOND)
    return (guint) (MAX (wait, 0) + 999) / 1000;
  return (guint) ((wait + G_TIME_SPAN_SECOND - 1) / G_TIME_SPAN_SECOND) * 1000;
}

/**
 * trs_poller_arm:
 * @self: a poller
 *
 * Sets the timer to what is due next, if anything is.
 */
void
trs_poller_arm (TrsPoller *self)
{
  gint64 now = trs_poller_get_time (self);
  GHashTableIter iter;
  TrsPollEntry *entry;
  gint64 due = G_MAXINT64;

  if (self->timer != 0)
    trs_clock_remove_timeout (self->clock, self->timer);
  self->timer = 0;
  if (!trs_api_client_is_open (self->client))
    return;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    due = MIN (due, get_due (self, entry));

  if (due != G_MAXINT64)
    self->timer = trs_clock_add_timeout (self->clock,
                                         milliseconds_until (due - now),
                                         timer_cb, self, NULL);
}
