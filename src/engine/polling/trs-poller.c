/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-poller.h"

#include "trs-detail-queue.h"
#include "trs-error.h"
#include "trs-poll-schedule.h"

/* While the list is polled for several projects, the one on the screen is also polled by itself, for its message.
 * Together they make at most twelve requests a minute. */
#define CURRENT_DETAIL_GAP (20 * G_TIME_SPAN_SECOND)

/* How many projects are requested by id in one tick; if the list leaves out more, further pages of it are read. */
#define MAX_BY_ID 4

/* For a request that was never made: a time long before any submission. */
#define NEVER (-G_GINT64_CONSTANT (36525) * G_TIME_SPAN_DAY)

/* Times are boot times, because nobody can set that clock; only projects get wall-clock times. */
struct _TrsPoller
{
  GObject parent_instance;

  TrsListReader *reader;
  TrsProjects *projects;
  TrsHistory *history;
  TrsApiClient *client;
  TrsClock *clock;
  TrsDetailQueue *details;
  GCancellable *cancellable;
  TrsProject *current;

  GHashTable *entries; /* by id */
  guint timer;
  guint n_active;
  gboolean listing;
  gboolean steady;
  gboolean thrifty;
  gboolean far; /* the list is read further than its first page */
  gboolean looked_for_open;
  gboolean patient; /* the schedule has no end */
  guint n_pages; /* read since the list was asked for */
  guint n_below; /* of those waited for, on all pages but the first */
  guint failures;
  gint64 not_before;
  gint64 limited_until; /* no request before this time, because the service asked for that */
};

/* One project on the polling schedule. */
typedef struct
{
  TrsProject *project;
  gint64 started_at; /* from when the schedule counts */
  gint64 asked_at;   /* when the service was asked about it last */
  gint64 seen_at;    /* when a list showed it last, in wall-clock time as @checked_at of the history */
  gint64 due;        /* when to ask again */
  TrsProjectState state;
  gboolean active;  /* the schedule goes on */
  gboolean out;     /* a request about it is under way */
  gboolean missed;  /* the last request failed */
  gboolean no_word; /* the last answer did not mention it */
  gboolean gone;    /* the service does not know it */
  gboolean hinted;  /* another source reported news */
} Entry;

enum
{
  PROP_0,
  PROP_N_ACTIVE,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

enum
{
  FINISHED,
  STOPPED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsPoller, trs_poller, G_TYPE_OBJECT)

static void start_timer (TrsPoller *self);

static gint64
get_now (TrsPoller *self)
{
  return trs_clock_get_boot_time (self->clock);
}

/* Wall-clock time minus boot time */
static gint64
get_offset (TrsPoller *self)
{
  return trs_clock_get_time (self->clock) - get_now (self);
}

static Entry *
find_entry (TrsPoller  *self,
            TrsProject *project)
{
  return g_hash_table_lookup (self->entries, trs_project_get_id (project));
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->project);
  g_free (entry);
}

/* Returns: how long ago it was submitted. Of what was submitted elsewhere only the service tells, by its own clock. */
static gint64
get_age (TrsPoller  *self,
         TrsProject *project)
{
  gint64 time = trs_clock_get_time (self->clock);
  gint64 begun = trs_project_get_begun_at (project);

  if (begun == 0)
    return 0;
  if (trs_project_get_data (project)->submitted_at == 0)
    time -= trs_api_client_get_clock_ahead (self->client);
  return MAX (time - begun, 0);
}

static Entry *
add_entry (TrsPoller  *self,
           TrsProject *project)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->project = g_object_ref (project);
  entry->asked_at = get_now (self);
  entry->started_at = entry->asked_at - get_age (self, project);
  entry->seen_at = trs_clock_get_time (self->clock);
  entry->state = trs_project_get_state (project);
  entry->active = TRUE;
  g_hash_table_insert (self->entries, (gpointer) trs_project_get_id (project), entry);
  return entry;
}

/* The array holds references, because a signal handler of one project may remove others. */
static GPtrArray *
dup_projects (TrsPoller *self)
{
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  Entry *entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    g_ptr_array_add (projects, g_object_ref (entry->project));

  return projects;
}

static TrsProjectWatch
get_watch (TrsPoller   *self,
           const Entry *entry)
{
  if (entry->active && !trs_api_client_is_open (self->client))
    return TRS_PROJECT_WATCH_NEEDS_KEY;
  if (entry->active && self->failures > 0 && trs_api_client_get_offline_since (self->client) != 0)
    return TRS_PROJECT_WATCH_OFFLINE;
  if (entry->gone)
    return TRS_PROJECT_WATCH_NOT_FOUND;
  if (!entry->active)
    return TRS_PROJECT_WATCH_STOPPED;
  return entry->no_word ? TRS_PROJECT_WATCH_NO_WORD : TRS_PROJECT_WATCH_CHECKING;
}

static void
update_watch (TrsPoller *self,
              Entry     *entry)
{
  gint64 next = MAX (entry->due, self->not_before) + get_offset (self);

  trs_project_set_watch (entry->project, get_watch (self, entry));
  trs_project_set_checked (entry->project, trs_project_get_checked_at (entry->project),
                           entry->active && trs_api_client_is_open (self->client) ? next : 0);
}

static void
update_all_watches (TrsPoller *self)
{
  g_autoptr (GPtrArray) projects = dup_projects (self);

  for (guint i = 0; i < projects->len; i++)
    {
      Entry *entry = find_entry (self, g_ptr_array_index (projects, i));

      if (entry != NULL)
        update_watch (self, entry);
    }
}

static void
finish_entry (TrsPoller *self,
              Entry     *entry)
{
  g_autoptr (TrsProject) project = g_object_ref (entry->project);

  g_hash_table_remove (self->entries, trs_project_get_id (project));
  trs_project_set_watch (project, TRS_PROJECT_WATCH_NONE);
  trs_project_set_checked (project, trs_project_get_checked_at (project), 0);
  if (project != self->current)
    trs_project_set_unread (project, TRUE);
  g_signal_emit (self, signals[FINISHED], 0, project);
}

/* Returns: when to ask about the project again; 0 for no more */
static gint64
get_next (TrsPoller   *self,
          const Entry *entry)
{
  gint64 next;

  if (self->steady)
    return entry->asked_at + TRS_POLL_MIN_GAP;
  next = self->patient ? trs_poll_schedule_get_next_patient (entry->started_at, entry->asked_at)
                       : trs_poll_schedule_get_next (entry->started_at, entry->asked_at);
  return self->thrifty && next != 0 ? next + (next - entry->asked_at) : next;
}

/* Handles the end of a request for one project. The entry may be freed afterwards. */
static void
handle_request_end (TrsPoller *self,
                    Entry     *entry)
{
  TrsProjectState state = trs_project_get_state (entry->project);
  gboolean changed = state != entry->state;
  gboolean was_active = entry->active;

  entry->state = state;
  /* The transcript of the project on the screen is requested anyway. */
  if (changed && (state != TRS_PROJECT_STATE_DONE || entry->project != self->current))
    trs_detail_queue_ask (self->details, entry->project, TRUE);

  if (trs_project_state_is_final (state))
    {
      finish_entry (self, entry);
      return;
    }

  entry->out = FALSE;
  if (was_active)
    {
      entry->due = get_next (self, entry);
      entry->active = entry->due != 0;
      entry->due = MAX (entry->due, MAX (entry->asked_at + TRS_POLL_MIN_GAP, get_now (self)));
    }
  update_watch (self, entry);
  if (was_active && !entry->active)
    g_signal_emit (self, signals[STOPPED], 0, entry->project);
}

static void
forget_failures (TrsPoller *self)
{
  self->failures = 0;
  self->not_before = 0;
  self->limited_until = 0;
  update_all_watches (self);
}

static void
handle_outcome (TrsPoller    *self,
                const GError *error)
{
  gint64 now = get_now (self);

  if (error == NULL)
    {
      if (self->failures > 0)
        forget_failures (self);
      return;
    }

  if (error->domain != TRS_ERROR || !trs_api_client_is_open (self->client) ||
      g_error_matches (error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND))
    return;

  /* Two requests of one tick fail together and count as one failure. */
  if (now < self->not_before)
    return;

  self->failures++;
  self->not_before = now + trs_poll_schedule_get_backoff (self->failures, trs_error_get_retry_after (error));
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED))
    self->limited_until = self->not_before;
  update_all_watches (self);
}

/* Whether an answer was expected but did not mention the project. That is not the case if the service was overloaded
 * (429) or unreachable. */
static gboolean
is_unmentioned (TrsPoller    *self,
                const GError *error)
{
  return error != NULL && error->domain == TRS_ERROR && trs_api_client_get_offline_since (self->client) == 0 &&
         !g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED);
}

static gboolean
request_detail (TrsPoller *self,
                Entry     *entry,
                gboolean   background)
{
  if (!trs_detail_queue_ask (self->details, entry->project, background))
    return FALSE;

  entry->out = TRUE;
  entry->hinted = FALSE;
  entry->asked_at = get_now (self);
  return TRUE;
}

static void
details_answered_cb (TrsProject   *project,
                     const GError *error,
                     gpointer      user_data)
{
  TrsPoller *self = user_data;
  Entry *entry = find_entry (self, project);

  handle_outcome (self, error);
  if (error == NULL)
    trs_history_set_updated_at (self->history, trs_clock_get_time (self->clock), FALSE);

  if (entry != NULL)
    {
      entry->missed = error != NULL;
      entry->no_word = is_unmentioned (self, error);
      entry->gone = g_error_matches (error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND);
      handle_request_end (self, entry);
    }
  start_timer (self);
}

/* A refresh ends where all projects are final. Projects further down that were open when the program was closed are
 * requested by id. */
static void
open_listed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (TrsPoller) self = user_data;
  g_autoptr (GPtrArray) projects = trs_projects_list_open_finish (TRS_PROJECTS (source), result, NULL);

  if (projects == NULL)
    return;

  /* Projects on the newest pages, which were just read, are watched already. */
  for (guint i = 0; i < projects->len; i++)
    if (trs_project_get_checked_at (TRS_PROJECT (g_ptr_array_index (projects, i))) == 0)
      trs_detail_queue_ask (self->details, g_ptr_array_index (projects, i), TRUE);
}

/* The list */

static void
handle_list_end (TrsPoller    *self,
                 const GError *error)
{
  g_autoptr (GPtrArray) projects = dup_projects (self);
  g_autoptr (GPtrArray) unlisted = g_ptr_array_new ();

  for (guint i = 0; i < projects->len; i++)
    {
      Entry *entry = find_entry (self, g_ptr_array_index (projects, i));

      if (entry == NULL || !entry->out)
        continue;

      entry->missed = error != NULL;
      entry->no_word = is_unmentioned (self, error);
      if (error == NULL && entry->seen_at < trs_history_get_checked_at (self->history))
        g_ptr_array_add (unlisted, entry->project);
      handle_request_end (self, entry);
    }

  if (error != NULL)
    return;

  self->far = self->n_below + unlisted->len > MAX_BY_ID;
  trs_detail_queue_ask_some (self->details, unlisted, MAX_BY_ID);
}

typedef struct
{
  TrsPoller *self;
  GCancellable *cancellable;
} ListRead;

static void
list_read_free (ListRead *read)
{
  g_object_unref (read->self);
  g_object_unref (read->cancellable);
  g_free (read);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ListRead, list_read_free)

static void
list_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (ListRead) read = user_data;
  TrsPoller *self = read->self;
  g_autoptr (GError) error = NULL;

  trs_list_reader_read_finish (TRS_LIST_READER (source), result, &error);
  /* The poller was cleared. A reader that was reset also says “cancelled”, but then the poller goes on. */
  if (g_cancellable_is_cancelled (read->cancellable))
    return;

  self->listing = FALSE;
  handle_outcome (self, error);
  handle_list_end (self, error);
  start_timer (self);
}

/* Reads the list once for all projects that are watched. */
static void
request_list (TrsPoller *self)
{
  GHashTableIter iter;
  Entry *entry;
  ListRead *read;

  if (self->listing)
    return;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    {
      if (!entry->active)
        continue;
      entry->out = TRUE;
      entry->asked_at = get_now (self);
    }

  self->listing = TRUE;
  self->n_pages = 0;
  self->n_below = 0;
  read = g_new0 (ListRead, 1);
  read->self = g_object_ref (self);
  read->cancellable = g_object_ref (self->cancellable);
  trs_list_reader_read_async (self->reader, self->far ? TRS_LIST_READ_FAR : TRS_LIST_READ_CHECK, read->cancellable,
                              list_read_cb, read);
}

static void
handle_listed_project (TrsPoller  *self,
                       TrsProject *project,
                       gboolean    below)
{
  Entry *entry = find_entry (self, project);

  /* A project that finishes while it is on the screen is not unread. */
  if (project == self->current)
    trs_project_set_unread (project, FALSE);
  if (entry == NULL)
    {
      if (trs_project_is_under_way (project) && trs_project_get_watch (project) == TRS_PROJECT_WATCH_NONE)
        handle_request_end (self, add_entry (self, project));
      return;
    }

  entry->seen_at = trs_clock_get_time (self->clock);
  entry->missed = FALSE;
  entry->no_word = FALSE;
  entry->gone = FALSE;
  self->n_below += below;
  if (entry->out)
    return;
  entry->asked_at = get_now (self);
  handle_request_end (self, entry);
}

static void
page_read_cb (TrsProjects *projects,
              GPtrArray   *page,
              gpointer     user_data)
{
  TrsPoller *self = user_data;
  gboolean below = self->n_pages++ > 0;

  for (guint i = 0; i < page->len; i++)
    handle_listed_project (self, g_ptr_array_index (page, i), below);
  start_timer (self);
  if (!self->looked_for_open)
    trs_projects_list_open_async (projects, self->cancellable, open_listed_cb, g_object_ref (self));
  self->looked_for_open = TRUE;
}

/* The timer */

/* Whether any project but the one on the screen waits for the list. */
static gboolean
needs_list (TrsPoller *self)
{
  GHashTableIter iter;
  Entry *entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    {
      if (entry->active && (entry->project != self->current || trs_project_is_pending (entry->project)))
        return TRUE;
    }

  return FALSE;
}

static gint64
get_due (TrsPoller *self,
         Entry     *entry)
{
  gint64 asked_at = trs_detail_queue_get_asked_at (self->details, entry->project);

  if (entry->out)
    return G_MAXINT64;
  if (entry->hinted)
    return MAX (self->not_before, asked_at + TRS_POLL_MIN_GAP);
  return entry->active ? MAX (self->not_before, entry->due) : G_MAXINT64;
}

/* Returns: %TRUE if the list is to be asked for */
static gboolean
request_due (TrsPoller *self,
             Entry     *entry)
{
  if (entry->hinted && !trs_project_is_pending (entry->project))
    {
      entry->hinted = FALSE;
      request_detail (self, entry, TRUE);
    }
  else if (entry->hinted || needs_list (self))
    {
      entry->hinted = FALSE;
      return TRUE;
    }
  else if (!request_detail (self, entry, FALSE))
    {
      entry->asked_at = get_now (self);
      handle_request_end (self, entry);
    }

  return FALSE;
}

static void
timer_cb (gpointer user_data)
{
  g_autoptr (TrsPoller) self = g_object_ref (user_data);
  g_autoptr (GPtrArray) projects = dup_projects (self);
  gint64 now = get_now (self);
  gboolean list_due = FALSE;
  Entry *entry;

  for (guint i = 0; i < projects->len; i++)
    {
      entry = find_entry (self, g_ptr_array_index (projects, i));
      if (entry != NULL && get_due (self, entry) <= now && request_due (self, entry))
        list_due = TRUE;
    }

  if (list_due)
    {
      entry = self->current != NULL ? find_entry (self, self->current) : NULL;
      if (entry != NULL && entry->active &&
          trs_detail_queue_get_asked_at (self->details, entry->project) +
                  (self->steady ? TRS_POLL_MIN_GAP : CURRENT_DETAIL_GAP) <= now)
        request_detail (self, entry, FALSE);
      request_list (self);
    }
  start_timer (self);
}

/* Rounds up to whole seconds, so that the system can combine wake-ups. */
static guint
milliseconds_until (gint64 wait)
{
  if (wait < G_TIME_SPAN_SECOND)
    return (guint) (MAX (wait, 0) + 999) / 1000;
  return (guint) ((wait + G_TIME_SPAN_SECOND - 1) / G_TIME_SPAN_SECOND) * 1000;
}

/* Every change of what is watched ends in start_timer(). */
static void
update_n_active (TrsPoller *self)
{
  GHashTableIter iter;
  Entry *entry;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->entries);
  while (trs_api_client_is_open (self->client) && g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    n += entry->active;
  if (n == self->n_active)
    return;
  self->n_active = n;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_ACTIVE]);
}

/* Starts the timer for the next request that is due, if any. */
static void
start_timer (TrsPoller *self)
{
  GHashTableIter iter;
  Entry *entry;
  gint64 due = G_MAXINT64;

  update_n_active (self);
  trs_clock_clear_timeout (self->clock, &self->timer);
  if (!trs_api_client_is_open (self->client))
    return;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    due = MIN (due, get_due (self, entry));

  if (due != G_MAXINT64)
    trs_clock_set_timeout (self->clock, &self->timer, milliseconds_until (due - get_now (self)), timer_cb, self);
}

/* The object */

static void
trs_poller_get_property (GObject    *object,
                         guint       id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  if (id == PROP_N_ACTIVE)
    g_value_set_uint (value, TRS_POLLER (object)->n_active);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_poller_dispose (GObject *object)
{
  TrsPoller *self = TRS_POLLER (object);

  if (self->entries != NULL)
    trs_poller_clear (self);
  g_clear_pointer (&self->entries, g_hash_table_unref);
  g_clear_object (&self->reader);
  g_clear_object (&self->projects);
  g_clear_object (&self->history);
  g_clear_pointer (&self->details, trs_detail_queue_free);
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
  G_OBJECT_CLASS (klass)->get_property = trs_poller_get_property;

  props[PROP_N_ACTIVE] = g_param_spec_uint ("n-active", NULL, NULL, 0, G_MAXUINT, 0,
                                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);

  signals[FINISHED] = g_signal_new ("finished", TRS_TYPE_POLLER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
  signals[STOPPED] = g_signal_new ("stopped", TRS_TYPE_POLLER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
}

static void
trs_poller_init (TrsPoller *self)
{
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);
  self->cancellable = g_cancellable_new ();
}

static void
client_open_changed_cb (TrsPoller *self)
{
  forget_failures (self);
  start_timer (self);
}

static void
client_offline_changed_cb (TrsPoller *self)
{
  if (trs_api_client_get_offline_since (self->client) == 0)
    trs_poller_try_now (self);
}

TrsPoller *
trs_poller_new (TrsListReader *reader,
                TrsProjects   *projects,
                TrsHistory    *history,
                TrsApiClient  *client,
                TrsClock      *clock)
{
  TrsPoller *self = g_object_new (TRS_TYPE_POLLER, NULL);

  self->reader = g_object_ref (reader);
  self->projects = g_object_ref (projects);
  self->history = g_object_ref (history);
  self->client = g_object_ref (client);
  self->clock = g_object_ref (clock);
  self->details = trs_detail_queue_new (client, clock, details_answered_cb, self);

  g_signal_connect_object (projects, "page-read", G_CALLBACK (page_read_cb), self, 0);
  g_signal_connect_object (client, "notify::open", G_CALLBACK (client_open_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::offline-since", G_CALLBACK (client_offline_changed_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}

/**
 * trs_poller_set_steady:
 * @self: a poller
 * @steady: whether the service is one of this program on this computer, which may take hours
 *
 * Asks every three seconds as long as something is under way, to its end, for
 * what is watched from now on.
 */
void
trs_poller_set_steady (TrsPoller *self,
                       gboolean   steady)
{
  self->steady = steady;
}

/**
 * trs_poller_set_thrifty:
 * @self: a poller
 * @thrifty: whether the computer is to be used sparingly
 *
 * Asks half as often, from the next time on.
 */
void
trs_poller_set_thrifty (TrsPoller *self,
                        gboolean   thrifty)
{
  self->thrifty = thrifty;
}

/* Puts @project, which was accepted just now or is pending, on the schedule. Of an accepted one the detail is asked for
 * at once, because the length of the video is known only while it is under way. */
void
trs_poller_watch (TrsPoller  *self,
                  TrsProject *project)
{
  Entry *entry = find_entry (self, project);

  if (entry == NULL)
    entry = add_entry (self, project);

  if (trs_project_is_pending (project))
    entry->asked_at = NEVER;
  if (!request_detail (self, entry, TRUE))
    handle_request_end (self, entry);
  start_timer (self);
}

void
trs_poller_unwatch (TrsPoller  *self,
                    TrsProject *project)
{
  g_hash_table_remove (self->entries, trs_project_get_id (project));
  start_timer (self);
}

/* Stops watching @project for the user. The service continues with it, because a project cannot be cancelled. */
void
trs_poller_dismiss (TrsPoller  *self,
                    TrsProject *project)
{
  if (find_entry (self, project) == NULL)
    return;

  trs_project_set_checked (project, trs_project_get_checked_at (project), 0);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_DISMISSED);
  trs_poller_unwatch (self, project);
  g_signal_emit (self, signals[STOPPED], 0, project);
}

/* @project: (nullable): the project on the screen. Its detail is asked for while it is under way; if its schedule has
 * ended, once. Whether it is read by being shown is for the window to say. */
void
trs_poller_set_current (TrsPoller  *self,
                        TrsProject *project)
{
  Entry *entry;

  if (!g_set_object (&self->current, project) || project == NULL)
    return;

  entry = find_entry (self, project);
  if (entry == NULL || !trs_api_client_is_open (self->client))
    return;

  if (trs_project_is_pending (project))
    {
      if (!entry->active)
        trs_poller_check_now (self, project);
    }
  else if (trs_poller_get_check_allowed_at (self, project) == 0)
    request_detail (self, entry, FALSE);
  start_timer (self);
}

/* Returns: %FALSE if nothing is asked, because requests are paused or it was less than three seconds ago */
gboolean
trs_poller_check_now (TrsPoller  *self,
                      TrsProject *project)
{
  Entry *entry = find_entry (self, project);
  gboolean asked = TRUE;

  if (!trs_api_client_is_open (self->client) || trs_poller_get_check_allowed_at (self, project) != 0)
    return FALSE;

  if (trs_project_is_pending (project))
    {
      if (entry == NULL || self->listing)
        return FALSE;
      entry->out = TRUE;
      entry->asked_at = get_now (self);
      request_list (self);
    }
  else if (entry != NULL)
    asked = request_detail (self, entry, FALSE);
  else
    asked = trs_detail_queue_ask (self->details, project, FALSE);

  start_timer (self);
  return asked;
}

/* Returns: from when on the service may be asked about @project again, in microseconds since the epoch; 0 for now */
gint64
trs_poller_get_check_allowed_at (TrsPoller  *self,
                                 TrsProject *project)
{
  Entry *entry = find_entry (self, project);
  gint64 now = get_now (self);
  gint64 asked_at = trs_detail_queue_get_asked_at (self->details, project);
  gint64 listed_at = trs_history_get_checked_at (self->history) - get_offset (self);
  gint64 allowed_at;

  if (entry != NULL)
    asked_at = MAX (asked_at, entry->asked_at);
  /* The time lies in the future if the clock was set back since then. */
  if (trs_project_is_pending (project) && listed_at <= now)
    asked_at = MAX (asked_at, listed_at);

  allowed_at = MAX (asked_at + TRS_POLL_MIN_GAP, self->limited_until);

  return allowed_at > now ? allowed_at + get_offset (self) : 0;
}

/* Something else says that there is news of @project: asks for one detail, as soon as that is allowed; for a pending
 * one, for the list. */
void
trs_poller_hint (TrsPoller  *self,
                 TrsProject *project)
{
  Entry *entry = find_entry (self, project);

  if (entry == NULL)
    return;

  entry->hinted = TRUE;
  start_timer (self);
}

/* The network may be back, so requests that failed are repeated before they are due. */
void
trs_poller_try_now (TrsPoller *self)
{
  GHashTableIter iter;
  Entry *entry;

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
  start_timer (self);
}

/**
 * trs_poller_set_patient:
 * @self: a poller
 * @patient: whether the user waits for what is under way beyond the end of the schedule
 *
 * Goes on to ask, once a minute, about projects whose schedule has ended, until they are final or this is unset.
 */
void
trs_poller_set_patient (TrsPoller *self,
                        gboolean   patient)
{
  GHashTableIter iter;
  Entry *entry;

  self->patient = patient;
  g_hash_table_iter_init (&iter, self->entries);
  while (patient && g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    if (!entry->active)
      {
        entry->active = TRUE;
        entry->due = get_next (self, entry);
      }
  update_all_watches (self);
  start_timer (self);
}

void
trs_poller_clear (TrsPoller *self)
{
  trs_clock_clear_timeout (self->clock, &self->timer);
  self->listing = FALSE;
  self->far = FALSE;
  self->looked_for_open = FALSE;
  g_hash_table_remove_all (self->entries);
  update_n_active (self);
  trs_detail_queue_reset (self->details);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
}

/* Returns: %TRUE if it will ask the service by itself */
gboolean
trs_poller_is_waiting (TrsPoller *self)
{
  return self->timer != 0;
}

/**
 * trs_poller_get_n_active:
 * @self: a poller
 *
 * Returns: about how many projects it will ask by itself; 0 while requests are paused
 */
guint
trs_poller_get_n_active (TrsPoller *self)
{
  return self->n_active;
}
