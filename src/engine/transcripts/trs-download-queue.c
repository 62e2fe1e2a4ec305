/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-download-queue.h"

#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-library.h"
#include "trs-poll-schedule.h"
#include "trs-store-projects.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-task.h"
#include "trs-transcripts.h"

struct _TrsDownloadQueue
{
  GObject parent_instance;

  gboolean enabled;
  TrsThriftReason thrift;
  guint wanted;
  guint kept;

  TrsApiClient *client;
  TrsProjects *projects;
  TrsHistory *history;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  TrsClock *clock;

  GCancellable *look; /* the store is being asked what is missing, or NULL */
  gboolean look_after;
  GQueue waiting;       /* projects */
  GHashTable *out;      /* ids under way */
  GHashTable *attempts; /* by id; one with MAX_ATTEMPTS is skipped until the next start */
  GCancellable *cancellable;
  guint failures; /* of the service or the disk, in a row */
  guint timer;
  guint look_timer;       /* another process has written */
  gboolean left_to_other; /* another process downloads some of what was listed */
  gboolean paused;            /* until something can be saved again */
  gboolean waits_for_network; /* the user requested all while the service was reachable */
  GPtrArray *tasks;

  /* what these tasks are to fetch */
  gint64 since;       /* projects from then on, microseconds since the epoch; 0 for all */
  guint limit;        /* how many at most, the newest; 0 for all */
  GHashTable *chosen; /* their ids, if there is a limit */
};

#define MAX_OUT 2

/* How many projects the store is asked for at once. */
#define BATCH 100

/* Milliseconds between two downloads that nobody waits for. */
#define PAUSE 1000

/* Milliseconds from a change by another process to a look at it: a command that downloads makes many changes. */
#define LOOK_GAP 500

/* How often a transcript is requested that the service fails to return. */
#define MAX_ATTEMPTS 3

enum
{
  PROP_0,
  PROP_ENABLED,
  PROP_WANTED,
  PROP_KEPT,
  PROP_DOWNLOADING,
  PROP_THRIFT,
  N_PROPS
};

enum
{
  ENDED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsDownloadQueue, trs_download_queue, G_TYPE_OBJECT)

static void start_downloads (TrsDownloadQueue *self);

static void
set_counts (TrsDownloadQueue *self,
            guint             wanted,
            guint             kept)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (self->wanted != wanted)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WANTED]);
  if (self->kept != kept)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_KEPT]);
  self->wanted = wanted;
  self->kept = kept;
  g_object_thaw_notify (G_OBJECT (self));
}

static void
start_timer (TrsDownloadQueue *self,
             gint64            milliseconds)
{
  trs_clock_set_timeout (self->clock, &self->timer, (guint) milliseconds, (GSourceOnceFunc) start_downloads, self);
}

static void
back_off (TrsDownloadQueue *self,
          gint              retry_after)
{
  start_timer (self, trs_poll_schedule_get_backoff (self->failures, retry_after) / G_TIME_SPAN_MILLISECOND);
}

static gboolean
is_skipped (TrsDownloadQueue *self,
            const char       *id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->attempts, id)) >= MAX_ATTEMPTS;
}

static void
count_attempts (TrsDownloadQueue *self,
                const char       *id,
                guint             n)
{
  guint attempts = GPOINTER_TO_UINT (g_hash_table_lookup (self->attempts, id));

  g_hash_table_insert (self->attempts, g_strdup (id), GUINT_TO_POINTER (attempts + n));
}

static void
clear_waiting (TrsDownloadQueue *self)
{
  g_queue_clear_full (&self->waiting, g_object_unref);
}

/* Ends the tasks that wait for all downloads. @error: (nullable): why some are missing */
static void
end_tasks (TrsDownloadQueue *self,
           const GError     *error)
{
  if (self->tasks->len == 0)
    return;

  self->since = 0;
  self->limit = 0;
  g_hash_table_remove_all (self->chosen);
  trs_task_return_all (&self->tasks, error);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_DOWNLOADING]);
}

/* @error: (nullable): why the transcript is not here */
static void
report_end (TrsDownloadQueue *self,
            TrsProject       *project,
            const GError     *error)
{
  g_signal_emit (self, signals[ENDED], 0, project, error);
}

/* Errors */

/* Stops downloading until something changes: the key, the network, or free space on the disk. */
static void
pause_downloads (TrsDownloadQueue *self,
                 const GError     *error)
{
  clear_waiting (self);
  end_tasks (self, error);
}

/* Tasks that wait for all downloads fail if the service refused the key; if the user removed the key, they just end. */
static void
end_without_key (TrsDownloadQueue *self)
{
  g_autoptr (GError) error = trs_api_client_new_closed_error (self->client);

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED))
    pause_downloads (self, error);
  else
    trs_download_queue_stop_all (self);
}

/* Resumes when transcripts can be saved again. The delay grows each time, in case there is room for rows but for no
 * text. */
static void
library_error_changed_cb (TrsDownloadQueue *self)
{
  if (!self->paused || trs_library_get_error (self->library) != NULL)
    return;

  self->paused = FALSE;
  back_off (self, -1);
}

static void
handle_store_error (TrsDownloadQueue *self,
                    const GError     *error)
{
  self->failures++;
  self->paused = TRUE;
  pause_downloads (self, error);
  /* There may be free space again by the time this error arrives. */
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    library_error_changed_cb (self);
}

static gboolean
is_store_error (const GError *error)
{
  return (error->domain == TRS_ERROR && error->code >= TRS_ERROR_STORE_FAILED) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

/* Handles a failed download. @project: the project whose transcript was not fetched */
static void
handle_error (TrsDownloadQueue *self,
              TrsProject       *project,
              const GError     *error)
{
  const char *id = trs_project_get_id (project);
  gboolean busy = g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (!trs_api_client_is_open (self->client))
    pause_downloads (self, error);
  /* A user who requested all transcripts while the service was reachable need not ask again: downloads resume when
   * it is back. */
  else if (trs_api_client_get_offline_since (self->client) != 0 && self->waits_for_network)
    clear_waiting (self);
  else if (trs_api_client_get_offline_since (self->client) != 0)
    pause_downloads (self, error);
  else if (busy || g_error_matches (error, TRS_ERROR, TRS_ERROR_SERVER) ||
           g_error_matches (error, TRS_ERROR, TRS_ERROR_CUT_SHORT))
    {
      count_attempts (self, id, busy ? 0 : 1);
      if (!is_skipped (self, id))
        g_queue_push_head (&self->waiting, g_object_ref (project));
      else
        report_end (self, project, error);
      self->failures++;
      back_off (self, trs_error_get_retry_after (error));
    }
  else if (is_store_error (error))
    handle_store_error (self, error);
  else
    {
      count_attempts (self, id, MAX_ATTEMPTS);
      report_end (self, project, error);
    }
}

/* Handles what another process downloads or has downloaded. It counts as an attempt: should the store fail to show it,
 * nobody looks for it over and over. */
static gboolean
is_left_to_other (TrsDownloadQueue *self,
                  TrsProject       *project,
                  const GError     *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BUSY))
    self->left_to_other = TRUE;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_EXISTS))
    count_attempts (self, trs_project_get_id (project), 1);
  else
    return FALSE;
  return TRUE;
}

/* What leaves */

typedef struct
{
  TrsDownloadQueue *self;
  TrsProject *project;
  GCancellable *cancellable;
} Fetch;

static void
fetch_free (Fetch *fetch)
{
  g_object_unref (fetch->self);
  g_object_unref (fetch->project);
  g_object_unref (fetch->cancellable);
  g_free (fetch);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fetch, fetch_free)

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Fetch) fetch = user_data;
  TrsDownloadQueue *self = fetch->self;
  TrsProject *project = fetch->project;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_transcripts_fetch_finish (TRS_TRANSCRIPTS (source), result, &error);

  /* The queue was reset. */
  if (g_cancellable_is_cancelled (fetch->cancellable))
    return;

  g_hash_table_remove (self->out, trs_project_get_id (project));
  if (is_left_to_other (self, project, error))
    g_debug ("%s is left to another process: %s", trs_project_get_id (project), error->message);
  else if (transcript == NULL)
    handle_error (self, project, error);
  else
    {
      trs_project_set_empty_text (project, trs_transcript_is_empty (transcript));
      self->failures = 0;
      /* Should the store fail to show the saved text, the attempt limit keeps it from being fetched over and over. */
      count_attempts (self, trs_project_get_id (project), 1);
      set_counts (self, self->wanted, MIN (self->kept + 1, self->wanted));
      /* The query under way may still list this project as missing. */
      if (self->look != NULL)
        trs_download_queue_look (self);
      if (self->tasks->len == 0 && self->timer == 0)
        start_timer (self, PAUSE);
      report_end (self, project, NULL);
    }
  start_downloads (self);
}

static gboolean
may_fetch (TrsDownloadQueue *self)
{
  gboolean downloading = self->tasks->len > 0;
  gboolean offline = trs_api_client_get_offline_since (self->client) != 0;

  return !self->paused && ((self->enabled && self->thrift == TRS_THRIFT_NONE) || downloading) && self->timer == 0 &&
         g_hash_table_size (self->out) < MAX_OUT && trs_api_client_is_open (self->client) &&
         !trs_api_client_is_on_probation (self->client) && !trs_transcripts_get_busy (self->transcripts) &&
         (offline ? downloading && !self->waits_for_network : downloading || !trs_history_get_reading (self->history));
}

static void
fetch_next (TrsDownloadQueue *self)
{
  g_autoptr (TrsProject) project = g_queue_pop_head (&self->waiting);
  const char *id = trs_project_get_id (project);
  Fetch *fetch;

  self->look_after = TRUE;
  if (is_skipped (self, id))
    return;

  g_hash_table_add (self->out, g_strdup (id));
  fetch = g_new0 (Fetch, 1);
  fetch->self = g_object_ref (self);
  fetch->project = g_object_ref (project);
  fetch->cancellable = g_object_ref (self->cancellable);
  trs_transcripts_fetch_async (self->transcripts, project, fetch->cancellable, fetched_cb, fetch);
}

/* Starts as many downloads as are allowed now. */
static void
start_downloads (TrsDownloadQueue *self)
{
  if (!trs_api_client_is_open (self->client) && g_hash_table_size (self->out) == 0)
    end_without_key (self);

  while (!g_queue_is_empty (&self->waiting) && may_fetch (self))
    fetch_next (self);

  if (!self->look_after || !g_queue_is_empty (&self->waiting) || g_hash_table_size (self->out) > 0)
    return;

  /* Only what another process downloads is left: it is given time. */
  if (self->left_to_other && self->timer == 0)
    start_timer (self, PAUSE);
  else if (!self->left_to_other)
    trs_download_queue_look (self);
  self->left_to_other = FALSE;
}

/* What is missing */

/* Returns: whether a project that is listed newest first is among those that were asked for */
static gboolean
is_chosen (TrsDownloadQueue *self,
           const char       *id)
{
  if (self->limit == 0 || g_hash_table_contains (self->chosen, id))
    return TRUE;
  return g_hash_table_size (self->chosen) < self->limit && g_hash_table_add (self->chosen, g_strdup (id));
}

static void
handle_missing (TrsDownloadQueue *self,
                GPtrArray        *wanted)
{
  clear_waiting (self);
  if (!self->enabled && self->tasks->len == 0)
    return;

  for (guint i = 0; i < wanted->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (wanted, i);

      if (g_hash_table_contains (self->out, data->id))
        self->look_after = TRUE; /* this answer is not the last word */
      else if (!is_skipped (self, data->id) && is_chosen (self, data->id))
        g_queue_push_tail (&self->waiting, trs_projects_take_data (self->projects, data));
    }

  if (g_queue_is_empty (&self->waiting) && g_hash_table_size (self->out) == 0 && !self->look_after &&
      !trs_history_get_reading (self->history))
    end_tasks (self, NULL);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsDownloadQueue) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) wanted = trs_store_projects_list_without_text_finish (TRS_STORE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->look);
  if (wanted == NULL)
    {
      pause_downloads (self, error);
      return;
    }

  handle_missing (self, wanted);
  if (!g_queue_is_empty (&self->waiting) || self->look_after)
    start_downloads (self);
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsDownloadQueue) self = user_data;
  g_autofree TrsStoreCoverage *coverage = trs_store_texts_read_coverage_finish (TRS_STORE (source), result, NULL);

  if (coverage != NULL)
    set_counts (self, coverage->n_finished, coverage->n_kept);
}

static void
cancel_look (TrsDownloadQueue *self)
{
  g_cancellable_cancel (self->look);
  g_clear_object (&self->look);
}

/**
 * trs_download_queue_look:
 * @self: a queue
 *
 * Sees whether there is anything to fetch: a project may have finished.
 */
void
trs_download_queue_look (TrsDownloadQueue *self)
{
  TrsStore *store = trs_library_get_store (self->library);
  guint limit = BATCH + g_hash_table_size (self->attempts);

  cancel_look (self);
  if (!trs_library_is_open (self->library))
    return;

  self->look = g_cancellable_new ();
  self->look_after = FALSE;
  trs_library_flush (self->library);
  trs_store_texts_read_coverage_async (store, trs_library_get_account (self->library), self->look, counted_cb,
                                       g_object_ref (self));
  if (!trs_library_is_in_memory (self->library))
    {
      trs_store_projects_list_without_text_async (store, trs_library_get_account (self->library), self->since, limit,
                                                  self->look, listed_cb, g_object_ref (self));
      return;
    }

  /* Without a file, all transcripts together would fill the memory. */
  clear_waiting (self);
  trs_download_queue_stop_all (self);
}

/* The object */

static void
client_changed_cb (TrsDownloadQueue *self)
{
  if (!trs_api_client_is_open (self->client))
    start_downloads (self);
  else if (trs_api_client_get_offline_since (self->client) == 0)
    trs_download_queue_look (self);
}

/* A command may have downloaded some. */
static void
store_changed_elsewhere_cb (TrsDownloadQueue *self)
{
  if (self->look_timer == 0 && trs_library_is_open (self->library))
    trs_clock_set_timeout (self->clock, &self->look_timer, LOOK_GAP, (GSourceOnceFunc) trs_download_queue_look, self);
}

/* The list may have shown projects to download. A transcript that the user just read is saved by now, and must not
 * be fetched again. */
static void
others_changed_cb (TrsDownloadQueue *self)
{
  if (!trs_history_get_reading (self->history) && !trs_transcripts_get_busy (self->transcripts))
    trs_download_queue_look (self);
}

static void
trs_download_queue_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  TrsDownloadQueue *self = TRS_DOWNLOAD_QUEUE (object);

  switch (prop_id)
    {
    case PROP_ENABLED:
      g_value_set_boolean (value, self->enabled);
      break;
    case PROP_WANTED:
      g_value_set_uint (value, self->wanted);
      break;
    case PROP_KEPT:
      g_value_set_uint (value, self->kept);
      break;
    case PROP_DOWNLOADING:
      g_value_set_boolean (value, trs_download_queue_get_downloading (self));
      break;
    case PROP_THRIFT:
      g_value_set_enum (value, self->thrift);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_download_queue_set_property (GObject      *object,
                                 guint         prop_id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  TrsDownloadQueue *self = TRS_DOWNLOAD_QUEUE (object);

  switch (prop_id)
    {
    case PROP_ENABLED:
      trs_download_queue_set_enabled (self, g_value_get_boolean (value));
      break;
    case PROP_THRIFT:
      trs_download_queue_set_thrift (self, g_value_get_enum (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_download_queue_finalize (GObject *object)
{
  TrsDownloadQueue *self = TRS_DOWNLOAD_QUEUE (object);

  trs_clock_clear_timeout (self->clock, &self->timer);
  trs_clock_clear_timeout (self->clock, &self->look_timer);
  clear_waiting (self);
  g_hash_table_unref (self->attempts);
  g_hash_table_unref (self->out);
  g_hash_table_unref (self->chosen);
  g_ptr_array_unref (self->tasks);
  g_clear_object (&self->client);
  g_clear_object (&self->projects);
  g_clear_object (&self->history);
  g_clear_object (&self->library);
  g_clear_object (&self->transcripts);
  g_clear_object (&self->clock);
  g_clear_object (&self->look);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (trs_download_queue_parent_class)->finalize (object);
}

static void
trs_download_queue_class_init (TrsDownloadQueueClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_download_queue_get_property;
  object_class->set_property = trs_download_queue_set_property;
  object_class->finalize = trs_download_queue_finalize;

  props[PROP_ENABLED] = g_param_spec_boolean ("enabled", NULL, NULL, FALSE,
                                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_WANTED] = g_param_spec_uint ("wanted", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_KEPT] = g_param_spec_uint ("kept", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_DOWNLOADING] = g_param_spec_boolean ("downloading", NULL, NULL, FALSE, flags);
  props[PROP_THRIFT] = g_param_spec_enum ("thrift", NULL, NULL, TRS_TYPE_THRIFT_REASON, TRS_THRIFT_NONE,
                                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[ENDED] = g_signal_new ("ended", TRS_TYPE_DOWNLOAD_QUEUE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 2, TRS_TYPE_PROJECT, G_TYPE_ERROR);
}

static void
trs_download_queue_init (TrsDownloadQueue *self)
{
  g_queue_init (&self->waiting);
  self->attempts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->chosen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
}

/* Returns: (transfer full): a queue that is not enabled */
TrsDownloadQueue *
trs_download_queue_new (TrsApiClient   *client,
                        TrsProjects    *projects,
                        TrsHistory     *history,
                        TrsLibrary     *library,
                        TrsTranscripts *transcripts,
                        TrsClock       *clock)
{
  TrsDownloadQueue *self = g_object_new (TRS_TYPE_DOWNLOAD_QUEUE, NULL);

  self->client = g_object_ref (client);
  self->projects = g_object_ref (projects);
  self->history = g_object_ref (history);
  self->library = g_object_ref (library);
  self->transcripts = g_object_ref (transcripts);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (library, "notify::open", G_CALLBACK (trs_download_queue_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (library, "notify::error", G_CALLBACK (library_error_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_library_get_store (library), "changed-elsewhere",
                           G_CALLBACK (store_changed_elsewhere_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::open", G_CALLBACK (client_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::offline-since", G_CALLBACK (client_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::reading", G_CALLBACK (others_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (transcripts, "notify::busy", G_CALLBACK (others_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_download_queue_set_enabled:
 * @self: a queue
 * @enabled: whether transcripts are fetched that nobody has asked for
 */
void
trs_download_queue_set_enabled (TrsDownloadQueue *self,
                                gboolean          enabled)
{
  gboolean changed = self->enabled != enabled;

  self->enabled = enabled;
  if (changed)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ENABLED]);
  self->paused = FALSE;
  if (!enabled)
    trs_download_queue_stop_all (self);
  trs_download_queue_look (self);
}

/**
 * trs_download_queue_leave_out:
 * @self: a queue
 * @project: a project that is about to be removed from this computer
 *
 * Does not fetch it any more. What is under way for it is not ended.
 */
void
trs_download_queue_leave_out (TrsDownloadQueue *self,
                              TrsProject       *project)
{
  count_attempts (self, trs_project_get_id (project), MAX_ATTEMPTS);
}

/**
 * trs_download_queue_reset:
 * @self: a queue
 *
 * Gives up everything, because the account is left.
 */
void
trs_download_queue_reset (TrsDownloadQueue *self)
{
  cancel_look (self);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->failures = 0;
  self->paused = FALSE;
  self->look_after = FALSE;
  self->left_to_other = FALSE;
  trs_clock_clear_timeout (self->clock, &self->timer);
  trs_clock_clear_timeout (self->clock, &self->look_timer);
  clear_waiting (self);
  g_hash_table_remove_all (self->attempts);
  g_hash_table_remove_all (self->out);
  trs_download_queue_stop_all (self);
  set_counts (self, 0, 0);
}

gboolean
trs_download_queue_get_downloading (TrsDownloadQueue *self)
{
  return self->tasks->len > 0;
}

/* Another call while one is under way widens it to what both ask for. */
static void
widen (TrsDownloadQueue *self,
       gint64            since,
       guint             limit)
{
  gboolean first = self->tasks->len == 0;

  self->since = first ? since : MIN (self->since, since);
  if (first)
    self->limit = limit;
  else
    self->limit = self->limit == 0 || limit == 0 ? 0 : MAX (self->limit, limit);
}

static void
fetch (TrsDownloadQueue *self,
       GTask            *task)
{
  g_ptr_array_add (self->tasks, g_object_ref (task));
  if (self->tasks->len > 1)
    {
      trs_download_queue_look (self);
      return;
    }

  /* While the service is backing clients off, a user in a hurry has to wait, too. */
  if (self->failures == 0)
    trs_clock_clear_timeout (self->clock, &self->timer);
  self->paused = FALSE;
  self->waits_for_network = trs_api_client_get_offline_since (self->client) == 0;
  g_hash_table_remove_all (self->attempts);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_DOWNLOADING]);
  trs_download_queue_look (self);
}

/**
 * trs_download_queue_fetch_async:
 * @self: a queue
 * @since: only of projects from this time on, microseconds since the epoch; 0 for all
 * @limit: how many at most, the newest; 0 for all
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when nothing is missing any more that can be had
 * @user_data: (closure): for @callback
 *
 * Fetches what is missing, at once, whether the queue is enabled or not. What
 * failed before is tried again. If the service goes away meanwhile, it is waited
 * for. What another process downloads is left to it, and waited for.
 * #TrsDownloadQueue::ended tells of each. Asked for twice, it is done once, for
 * both. trs_download_queue_stop_all() ends it.
 */
void
trs_download_queue_fetch_async (TrsDownloadQueue    *self,
                                gint64               since,
                                guint                limit,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_download_queue_fetch_async);
  if (!trs_library_get_keep_texts (self->library))
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "%s",
                             _("Saving transcripts is off in Preferences."));
  else if (trs_library_is_in_memory (self->library))
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_STORE_FAILED, "Nothing can be kept");
  else if (!trs_api_client_is_open (self->client))
    g_task_return_error (task, trs_api_client_new_closed_error (self->client));
  else
    {
      widen (self, since, limit);
      fetch (self, task);
    }
}

/**
 * trs_download_queue_fetch_finish:
 * @self: a queue
 * @result: what the callback got
 * @error: return location for an error
 *
 * Errors are %G_IO_ERROR_CANCELLED after trs_download_queue_stop_all(), those of a
 * request that nothing can leave after, and those of the store.
 *
 * Returns: %TRUE if all is here that the service gives; if it does not give some,
 *   trs_download_queue_get_kept() stays below trs_download_queue_get_wanted()
 */
gboolean
trs_download_queue_fetch_finish (TrsDownloadQueue  *self,
                                 GAsyncResult      *result,
                                 GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_download_queue_fetch_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_download_queue_stop_all:
 * @self: a queue
 *
 * Ends trs_download_queue_fetch_async() with %G_IO_ERROR_CANCELLED. What has come stays.
 */
void
trs_download_queue_stop_all (TrsDownloadQueue *self)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The download was stopped");

  end_tasks (self, error);
}

/**
 * trs_download_queue_get_enabled:
 * @self: a #TrsDownloadQueue
 *
 * Returns: whether transcripts are fetched that nobody has asked for
 */
gboolean
trs_download_queue_get_enabled (TrsDownloadQueue *self)
{
  return self->enabled;
}

/**
 * trs_download_queue_get_wanted:
 * @self: a #TrsDownloadQueue
 *
 * Returns: finished projects of the account
 */
guint
trs_download_queue_get_wanted (TrsDownloadQueue *self)
{
  return self->wanted;
}

/**
 * trs_download_queue_get_kept:
 * @self: a #TrsDownloadQueue
 *
 * Returns: those among them whose transcript is here
 */
guint
trs_download_queue_get_kept (TrsDownloadQueue *self)
{
  return self->kept;
}

/**
 * trs_download_queue_get_busy:
 * @self: a queue
 *
 * Returns: whether it downloads or finds out what is missing, or will soon
 */
gboolean
trs_download_queue_get_busy (TrsDownloadQueue *self)
{
  gboolean looking = self->look != NULL && !trs_library_is_in_memory (self->library);

  return looking || self->timer != 0 || g_hash_table_size (self->out) > 0;
}

/**
 * trs_download_queue_set_thrift:
 * @self: a queue
 * @thrift: why what nobody has asked for waits
 *
 * What is being downloaded already is finished.
 */
void
trs_download_queue_set_thrift (TrsDownloadQueue *self,
                               TrsThriftReason   thrift)
{
  if (self->thrift == thrift)
    return;

  self->thrift = thrift;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_THRIFT]);
  if (thrift == TRS_THRIFT_NONE)
    trs_download_queue_look (self);
}

/**
 * trs_download_queue_get_thrift:
 * @self: a queue
 *
 * Returns: why what nobody has asked for waits
 */
TrsThriftReason
trs_download_queue_get_thrift (TrsDownloadQueue *self)
{
  return self->thrift;
}
