/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sync-private.h"

#include "trs-archive-private.h"
#include "trs-error.h"
#include "trs-store-listed.h"

/* Nothing tells that a project has left the list but the whole list. */
#define WHOLE_AGAIN_AFTER (7 * G_TIME_SPAN_DAY)

#define PAGE_SIZE 100

enum
{
  PROP_ACTIVE = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsSync, trs_sync, G_TYPE_OBJECT)

static void
set_active (TrsSync  *self,
            gboolean  active)
{
  if (self->active == active)
    return;

  self->active = active;
  trs_history_reader_set_syncing (self->history->reader, active);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

static void
stop (TrsSync *self)
{
  self->serial++;
  self->state = TRS_SYNC_RESTING;
  if (self->timer != 0)
    trs_clock_remove_timeout (self->clock, self->timer);
  self->timer = 0;
  trs_page_window_reset (self->window);
  trs_page_merge_reset (&self->merge);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsSync) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_store_write_listed_finish (TRS_STORE (source), result, &error);
  if (error != NULL)
    trs_archive_set_error (self->archive, error);
}

static void
write_listed (TrsSync    *self,
              gint64      listed_at,
              const char *listed_to)
{
  if (self->archive->error != NULL)
    return;

  /* A note about projects that are not kept yet would be a lie after a crash. */
  trs_archive_flush (self->archive);
  trs_store_write_listed_async (self->archive->store, self->archive->account, listed_at, listed_to, written_cb,
                                g_object_ref (self));
}

/**
 * trs_sync_note:
 * @self: a sync of whose pages all are sure
 *
 * Notes where the next run of the program can go on.
 */
void
trs_sync_note (TrsSync *self)
{
  if (self->listed_at == 0 && self->anchor != NULL && self->unsure_page == 0)
    write_listed (self, 0, self->anchor);
}

/**
 * trs_sync_end:
 * @self: a sync
 * @error: (nullable): why it did not come to the end
 *
 * Stops walking. What has been read stays.
 */
void
trs_sync_end (TrsSync      *self,
              const GError *error)
{
  trs_sync_note (self);
  stop (self);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_history_set_error (self->history, error);
  set_active (self, FALSE);
}

/* A refresh ends where all is final; what stood further down when the program was closed is asked for by itself. */
static void
opens_listed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsSyncTicket) ticket = user_data;
  TrsSync *self = ticket->self;
  g_auto (GStrv) ids = trs_store_list_ids_finish (TRS_STORE (source), result, NULL);

  if (ticket->serial != self->serial || ids == NULL)
    return;

  for (guint i = 0; ids[i] != NULL; i++)
    {
      TrsProject *project = trs_history_find_by_id (self->history, ids[i]);

      /* What the newest pages have just told of is under the eyes of the poller. */
      if (project != NULL && trs_project_get_checked_at (project) == 0)
        trs_detail_queue_ask (self->details, project, TRUE);
    }
}

static void
settle (TrsSync *self)
{
  self->settled = TRUE;
  g_clear_pointer (&self->seen, g_hash_table_unref);
  trs_history_set_complete (self->history, TRUE);
  set_active (self, FALSE);
}

/**
 * trs_sync_finish:
 * @self: a sync that has seen the whole list
 *
 * Notes that nothing is left to be read.
 */
void
trs_sync_finish (TrsSync *self)
{
  self->listed_at = trs_clock_get_time (self->clock);
  write_listed (self, self->listed_at, NULL);
  stop (self);
  settle (self);
}

static guint
find_page (TrsSync    *self,
           const char *id)
{
  TrsProject *project = id != NULL ? trs_history_find_by_id (self->history, id) : NULL;
  guint position = 0;

  if (project == NULL || !trs_shelf_index_of (self->history->shelf, project, &position))
    return 2;
  return MAX (position / PAGE_SIZE + 1, 2);
}

static void
got_listed_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (TrsSyncTicket) ticket = user_data;
  TrsSync *self = ticket->self;
  gint64 now = trs_clock_get_time (self->clock);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsStoreListed) listed = trs_store_read_listed_finish (TRS_STORE (source), result, &error);

  if (ticket->serial != self->serial)
    return;

  if (listed == NULL)
    {
      trs_archive_set_error (self->archive, error);
      trs_sync_end (self, NULL);
      return;
    }

  self->listed_at = listed->listed_at;
  if (listed->listed_at == 0)
    g_clear_pointer (&self->seen, g_hash_table_unref);
  else
    trs_store_list_open_async (TRS_STORE (source), self->archive->account, opens_listed_cb, trs_sync_ticket_new (self));

  if (listed->listed_at > 0 && listed->listed_at <= now && now - listed->listed_at < WHOLE_AGAIN_AFTER)
    {
      self->state = TRS_SYNC_RESTING;
      settle (self);
    }
  else if (trs_history_get_complete (self->history))
    trs_sync_reached_end (self);
  else
    trs_sync_walk (self, listed->listed_at == 0 ? find_page (self, listed->listed_to) : 2);
}

/* First the shelf is filled and the top is read: what is known is without a gap then. */
static void
try_begin (TrsSync *self)
{
  if (!self->wanted || self->settled || self->state != TRS_SYNC_RESTING || !trs_link_is_open (self->link) ||
      !trs_archive_is_filled (self->archive) || !trs_history_reader_has_read_top (self->history->reader) ||
      !trs_history_reader_is_resting (self->history->reader))
    return;

  set_active (self, TRUE);
  self->state = TRS_SYNC_ASKING;
  trs_store_read_listed_async (self->archive->store, self->archive->account, got_listed_cb, trs_sync_ticket_new (self));
}

static void
reader_rested_cb (TrsHistoryReader *reader,
                  gboolean          refreshed,
                  gpointer          user_data)
{
  TrsSync *self = user_data;

  if (self->state == TRS_SYNC_WALKING)
    trs_sync_step (self);
  else if (refreshed && !trs_archive_is_in_memory (self->archive))
    trs_sync_start (self);
}

static void
arrived_cb (TrsPageWindow *window,
            gpointer       user_data)
{
  trs_sync_step (user_data);
}

static void
page_read_cb (TrsHistory *history,
              GPtrArray  *ids,
              GPtrArray  *projects,
              gpointer    user_data)
{
  trs_sync_saw (user_data, ids, projects);
}

static void
insert_cb (gpointer   insert_data,
           guint      position,
           GPtrArray *records,
           gint64     now)
{
  trs_history_insert_records (TRS_SYNC (insert_data)->history, position, records, now);
}

static void
trs_sync_get_property (GObject    *object,
                       guint       property,
                       GValue     *value,
                       GParamSpec *pspec)
{
  g_value_set_boolean (value, TRS_SYNC (object)->active);
}

static void
trs_sync_finalize (GObject *object)
{
  TrsSync *self = TRS_SYNC (object);

  stop (self);
  trs_page_merge_clear (&self->merge);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_free (self->anchor);
  g_clear_object (&self->details);
  g_clear_object (&self->window);
  g_clear_object (&self->link);
  g_clear_object (&self->history);
  g_clear_object (&self->archive);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_sync_parent_class)->finalize (object);
}

static void
trs_sync_class_init (TrsSyncClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_sync_get_property;
  object_class->finalize = trs_sync_finalize;

  properties[PROP_ACTIVE] =
      g_param_spec_boolean ("active", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
trs_sync_init (TrsSync *self)
{
  trs_page_merge_init (&self->merge);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/**
 * trs_sync_new:
 * @link: the road to the service
 * @history: what to read into
 * @archive: what this computer keeps
 * @clock: the time
 *
 * Returns: (transfer full): a sync that rests
 */
TrsSync *
trs_sync_new (TrsLink    *link,
              TrsHistory *history,
              TrsArchive *archive,
              TrsClock   *clock)
{
  TrsSync *self = g_object_new (TRS_TYPE_SYNC, NULL);

  self->link = g_object_ref (link);
  self->history = g_object_ref (history);
  self->archive = g_object_ref (archive);
  self->clock = g_object_ref (clock);
  self->window = trs_page_window_new (link);
  self->details = trs_detail_queue_new (link, clock);
  self->merge.shelf = history->shelf;
  self->merge.insert = insert_cb;
  self->merge.insert_data = self;
  g_signal_connect_object (history->reader, "rested", G_CALLBACK (reader_rested_cb), self, 0);
  g_signal_connect_object (history, "page-read", G_CALLBACK (page_read_cb), self, 0);
  g_signal_connect_object (archive, "filled", G_CALLBACK (try_begin), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->window, "arrived", G_CALLBACK (arrived_cb), self, 0);
  return self;
}

/**
 * trs_sync_start:
 * @self: a sync
 *
 * Reads the rest of the list, as soon as its beginning was read.
 */
void
trs_sync_start (TrsSync *self)
{
  self->wanted = TRUE;
  try_begin (self);
}

/**
 * trs_sync_cancel:
 * @self: a sync
 *
 * The user wants no more of it for now. What has been read stays; another
 * refresh goes on.
 */
void
trs_sync_cancel (TrsSync *self)
{
  self->wanted = FALSE;
  if (self->state != TRS_SYNC_RESTING)
    trs_sync_end (self, NULL);
}

/**
 * trs_sync_reset:
 * @self: a sync
 *
 * Leaves the account.
 */
void
trs_sync_reset (TrsSync *self)
{
  if (self->state == TRS_SYNC_WALKING)
    trs_sync_note (self);
  stop (self);
  trs_detail_queue_reset (self->details);
  self->wanted = FALSE;
  self->settled = FALSE;
  self->confirming = FALSE;
  self->listed_at = 0;
  g_clear_pointer (&self->seen, g_hash_table_unref);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  set_active (self, FALSE);
}

/**
 * trs_sync_get_active:
 * @self: a sync
 *
 * Returns: %TRUE while the rest of the list is being read
 */
gboolean
trs_sync_get_active (TrsSync *self)
{
  return self->active;
}
