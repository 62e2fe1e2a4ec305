/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-detail-queue.h"

#include "trs-poll-schedule.h"

#define MAX_OUT 2

struct _TrsDetailQueue
{
  TrsApiClient *client;
  TrsClock *clock;
  GCancellable *cancellable;
  GQueue waiting;
  GHashTable *busy; /* projects waiting for a request, and being requested */
  GHashTable *asked_at;
  TrsDetailAnswered answered;
  gpointer user_data;
};

typedef struct
{
  TrsDetailQueue *self; /* no reference: see @cancellable */
  TrsProject *project;
  gboolean background;
  GCancellable *cancellable; /* once it is cancelled, the queue may have been freed */
} Ask;

static void send_next (TrsDetailQueue *self);

static void
ask_free (gpointer data)
{
  Ask *ask = data;

  g_object_unref (ask->project);
  g_object_unref (ask->cancellable);
  g_free (ask);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Ask, ask_free)

static void
ask_got_detail_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (Ask) ask = user_data;
  TrsDetailQueue *self = ask->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProjectRecord) record = trs_api_client_detail_finish (TRS_API_CLIENT (source), result, &error);

  if (g_cancellable_is_cancelled (ask->cancellable))
    return;

  g_hash_table_remove (self->busy, trs_project_get_id (ask->project));
  if (record != NULL)
    {
      gint64 now = trs_clock_get_time (self->clock);

      trs_project_update_from_detail (ask->project, record, now);
      trs_project_set_checked (ask->project, now, trs_project_get_next_check_at (ask->project));
    }
  send_next (self);
  self->answered (ask->project, error, self->user_data);
}

static void
send_next (TrsDetailQueue *self)
{
  while (!g_queue_is_empty (&self->waiting) &&
         g_hash_table_size (self->busy) - g_queue_get_length (&self->waiting) < MAX_OUT)
    {
      Ask *ask = g_queue_pop_head (&self->waiting);
      const char *id = trs_project_get_id (ask->project);
      gint64 now = trs_clock_get_boot_time (self->clock);

      g_hash_table_insert (self->asked_at, g_strdup (id), g_memdup2 (&now, sizeof now));
      trs_api_client_detail_async (self->client, trs_project_get_wire_id (ask->project), TRS_TEXT_BARE, ask->background,
                                   ask->cancellable, ask_got_detail_cb, ask);
    }
}

TrsDetailQueue *
trs_detail_queue_new (TrsApiClient      *client,
                      TrsClock          *clock,
                      TrsDetailAnswered  answered,
                      gpointer           user_data)
{
  TrsDetailQueue *self = g_new0 (TrsDetailQueue, 1);

  self->client = g_object_ref (client);
  self->clock = g_object_ref (clock);
  g_queue_init (&self->waiting);
  self->busy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->asked_at = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->cancellable = g_cancellable_new ();
  self->answered = answered;
  self->user_data = user_data;
  return self;
}

void
trs_detail_queue_free (TrsDetailQueue *self)
{
  trs_detail_queue_reset (self);
  g_hash_table_unref (self->busy);
  g_hash_table_unref (self->asked_at);
  g_object_unref (self->cancellable);
  g_object_unref (self->client);
  g_object_unref (self->clock);
  g_free (self);
}

/**
 * trs_detail_queue_ask:
 * @self: a queue
 * @project: a project that the service knows
 * @background: whether the user does not wait for it
 *
 * Asks for its detail as soon as there is room.
 *
 * Returns: %FALSE if nothing is asked: requests are paused, or it is being
 *   asked already, or was less than three seconds ago
 */
gboolean
trs_detail_queue_ask (TrsDetailQueue *self,
                      TrsProject     *project,
                      gboolean        background)
{
  gint64 asked_at = trs_detail_queue_get_asked_at (self, project);
  Ask *ask;

  if (!trs_api_client_is_open (self->client) || trs_project_is_pending (project))
    return FALSE;
  if (asked_at != 0 && trs_clock_get_boot_time (self->clock) - asked_at < TRS_POLL_MIN_GAP)
    return FALSE;
  if (!g_hash_table_add (self->busy, g_strdup (trs_project_get_id (project))))
    return FALSE;

  ask = g_new0 (Ask, 1);
  ask->self = self;
  ask->project = g_object_ref (project);
  ask->cancellable = g_object_ref (self->cancellable);
  ask->background = background;
  if (background)
    g_queue_push_tail (&self->waiting, ask);
  else
    g_queue_push_head (&self->waiting, ask);
  send_next (self);
  return TRUE;
}

static gint
compare_asked (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  gint64 first = trs_detail_queue_get_asked_at (user_data, *(TrsProject *const *) a);
  gint64 second = trs_detail_queue_get_asked_at (user_data, *(TrsProject *const *) b);

  return (first > second) - (first < second);
}

/**
 * trs_detail_queue_ask_some:
 * @self: a queue
 * @projects: (element-type TrsProject): will be sorted
 * @max: how many of them
 *
 * Asks in the background for those that were not asked for longest, so that
 * each has its turn.
 */
void
trs_detail_queue_ask_some (TrsDetailQueue *self,
                           GPtrArray      *projects,
                           guint           max)
{
  g_ptr_array_sort_with_data (projects, compare_asked, self);
  for (guint i = 0; i < MIN (projects->len, max); i++)
    trs_detail_queue_ask (self, g_ptr_array_index (projects, i), TRUE);
}

/**
 * trs_detail_queue_get_asked_at:
 * @self: a queue
 * @project: a project
 *
 * Returns: when its detail was asked for last, by trs_clock_get_boot_time(); 0 if it never was
 */
gint64
trs_detail_queue_get_asked_at (TrsDetailQueue *self,
                               TrsProject     *project)
{
  const gint64 *asked_at = g_hash_table_lookup (self->asked_at, trs_project_get_id (project));

  return asked_at != NULL ? *asked_at : 0;
}

/**
 * trs_detail_queue_reset:
 * @self: a queue
 *
 * Gives up all that is asked, without an answer.
 */
void
trs_detail_queue_reset (TrsDetailQueue *self)
{
  g_queue_clear_full (&self->waiting, ask_free);
  g_hash_table_remove_all (self->busy);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
}
