/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-keeper.h"

#include "trs-poll-schedule.h"
#include "trs-store-removal.h"
#include "trs-store.h"

/* Milliseconds in which the service ends the job of a ticket that is gone, and removes what it has. Until then its list
 * would bring it back. */
#define SERVICE_REMOVES 1500

/* Milliseconds from a ticket to the submission that follows it. */
#define SUBMISSION_FOLLOWS 1500

struct _TrsLocalKeeper
{
  GObject parent_instance;

  TrsLocalIntake *intake;
  TrsStore *store;
  TrsProjects *projects;
  TrsListReader *reader;
  TrsPoller *poller;
  TrsStorage *storage;
  TrsClock *clock;

  gint64 account; /* 0 while it is not in use */
  GFileMonitor *monitor;
  guint look_id;
  guint forget_id;
  guint n_jobs;       /* of the store, on their way */
  GHashTable *gone;   /* identifiers of those that were forgotten in this run */
  GPtrArray *leaving; /* identifiers of projects whose tickets are gone */
};

G_DEFINE_FINAL_TYPE (TrsLocalKeeper, trs_local_keeper, G_TYPE_OBJECT)

static void
trs_local_keeper_dispose (GObject *object)
{
  TrsLocalKeeper *self = TRS_LOCAL_KEEPER (object);

  trs_local_keeper_set_account (self, 0);
  g_clear_object (&self->intake);
  g_clear_object (&self->store);
  g_clear_object (&self->projects);
  g_clear_object (&self->reader);
  g_clear_object (&self->poller);
  g_clear_object (&self->storage);

  G_OBJECT_CLASS (trs_local_keeper_parent_class)->dispose (object);
}

static void
trs_local_keeper_finalize (GObject *object)
{
  TrsLocalKeeper *self = TRS_LOCAL_KEEPER (object);

  g_ptr_array_unref (self->leaving);
  g_hash_table_unref (self->gone);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_local_keeper_parent_class)->finalize (object);
}

static void
trs_local_keeper_class_init (TrsLocalKeeperClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_local_keeper_dispose;
  object_class->finalize = trs_local_keeper_finalize;
}

static void
trs_local_keeper_init (TrsLocalKeeper *self)
{
  self->leaving = g_ptr_array_new_with_free_func (g_free);
  self->gone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* What was removed */

static void
forgotten_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsLocalKeeper) self = user_data;

  self->n_jobs--;
  /* What fails is done at the next start. */
  if (trs_store_projects_forget_finish (TRS_STORE (source), result, NULL) && self->account != 0)
    trs_storage_erase_removed (self->storage);
}

static void
forget_cb (gpointer user_data)
{
  TrsLocalKeeper *self = user_data;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;

  for (guint i = 0; i < self->leaving->len; i++)
    g_strv_builder_add (builder, self->leaving->pdata[i]);
  ids = g_strv_builder_end (builder);
  g_ptr_array_set_size (self->leaving, 0);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_hash_table_add (self->gone, g_strdup (ids[i]));
      trs_projects_remove (self->projects, ids[i]);
    }
  self->n_jobs++;
  trs_store_projects_forget_async (self->store, self->account, (const char * const *) ids, NULL, forgotten_cb,
                                   g_object_ref (self));
}

static void
listed_removed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsLocalKeeper) self = user_data;
  g_autoptr (GPtrArray) removed = trs_store_projects_list_removed_finish (TRS_STORE (source), result, NULL);

  self->n_jobs--;
  if (self->account == 0)
    return;

  for (guint i = 0; removed != NULL && i < removed->len; i++)
    {
      const TrsProjectData *project = removed->pdata[i];

      if (project->video_id != NULL && trs_local_intake_drop (self->intake, project->video_id, NULL) &&
          !g_ptr_array_find_with_equal_func (self->leaving, project->id, g_str_equal, NULL))
        g_ptr_array_add (self->leaving, g_strdup (project->id));
    }
  if (self->leaving->len > 0)
    trs_clock_set_timeout (self->clock, &self->forget_id, SERVICE_REMOVES, forget_cb, self);
}

static void
sweep (TrsLocalKeeper *self)
{
  if (self->account == 0)
    return;

  self->n_jobs++;
  trs_store_projects_list_removed_async (self->store, self->account, NULL, listed_removed_cb, g_object_ref (self));
}

/* Returns: %TRUE until what was removed is gone from the service, too */
gboolean
trs_local_keeper_is_removing (TrsLocalKeeper *self)
{
  return self->n_jobs > 0 || self->leaving->len > 0;
}

static void
cancelled_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsLocalKeeper) self = user_data;

  if (trs_storage_remove_project_finish (TRS_STORAGE (source), result, NULL))
    sweep (self);
}

/* A service with much to do may take longer than it should, and its list brings back what was forgotten. */
static void
page_read_cb (TrsLocalKeeper *self,
              GPtrArray      *projects)
{
  for (guint i = 0; self->account != 0 && i < projects->len; i++)
    {
      TrsProject *project = projects->pdata[i];

      if (g_hash_table_remove (self->gone, trs_project_get_id (project)))
        {
          trs_poller_unwatch (self->poller, project);
          trs_storage_remove_project_async (self->storage, project, cancelled_cb, g_object_ref (self));
        }
    }
}

/**
 * trs_local_keeper_cancel:
 * @self: a keeper
 * @project: one that is under way, of the account in use
 *
 * Ends it, and removes what there is of it. It cannot be put back.
 */
void
trs_local_keeper_cancel (TrsLocalKeeper *self,
                         TrsProject     *project)
{
  const char *video = trs_project_get_data (project)->video_id;

  if (video != NULL)
    trs_local_intake_drop (self->intake, video, NULL);
  trs_poller_dismiss (self->poller, project);
  trs_storage_remove_project_async (self->storage, project, cancelled_cb, g_object_ref (self));
}

/* What another program submits */

static void
look_again_cb (gpointer user_data)
{
  TrsLocalKeeper *self = user_data;

  trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
}

/* A page that was read just before the submission may answer, so that it is looked again when that is too old. */
static void
look_cb (gpointer user_data)
{
  TrsLocalKeeper *self = user_data;

  trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  trs_clock_set_timeout (self->clock, &self->look_id, TRS_POLL_MIN_GAP / G_TIME_SPAN_MILLISECOND, look_again_cb, self);
}

static void
tickets_changed_cb (TrsLocalKeeper    *self,
                    GFile             *file,
                    GFile             *other_file,
                    GFileMonitorEvent  event)
{
  if (event == G_FILE_MONITOR_EVENT_CREATED || event == G_FILE_MONITOR_EVENT_MOVED_IN ||
      event == G_FILE_MONITOR_EVENT_RENAMED)
    trs_clock_set_timeout (self->clock, &self->look_id, SUBMISSION_FOLLOWS, look_cb, self);
}

static void
watch_tickets (TrsLocalKeeper *self)
{
  g_autofree char *path = trs_local_intake_dup_folder (self->intake);
  g_autoptr (GFile) folder = g_file_new_for_path (path);

  self->monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (tickets_changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * trs_local_keeper_new:
 * @intake: the files of On This Computer
 * @store: what is kept
 * @projects: the projects of the account in use
 * @reader: what reads its list
 * @poller: what checks them
 * @storage: what removes them
 * @clock: the time
 *
 * Returns: (transfer full): a keeper that does nothing yet
 */
TrsLocalKeeper *
trs_local_keeper_new (TrsLocalIntake *intake,
                      TrsStore       *store,
                      TrsProjects    *projects,
                      TrsListReader  *reader,
                      TrsPoller      *poller,
                      TrsStorage     *storage,
                      TrsClock       *clock)
{
  TrsLocalKeeper *self = g_object_new (TRS_TYPE_LOCAL_KEEPER, NULL);

  self->intake = g_object_ref (intake);
  self->store = g_object_ref (store);
  self->projects = g_object_ref (projects);
  self->reader = g_object_ref (reader);
  self->poller = g_object_ref (poller);
  self->storage = g_object_ref (storage);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (projects, "page-read", G_CALLBACK (page_read_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (storage, "settled", G_CALLBACK (sweep), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_local_keeper_set_account:
 * @self: a keeper
 * @account: On This Computer, its number in the store; 0 while another one is in use
 *
 * What was removed in an earlier run and is still with the service is removed there now.
 */
void
trs_local_keeper_set_account (TrsLocalKeeper *self,
                              gint64          account)
{
  if (self->account == account)
    return;

  trs_clock_clear_timeout (self->clock, &self->look_id);
  trs_clock_clear_timeout (self->clock, &self->forget_id);
  g_ptr_array_set_size (self->leaving, 0);
  g_clear_object (&self->monitor);
  self->account = account;
  if (account == 0)
    return;

  watch_tickets (self);
  sweep (self);
}
