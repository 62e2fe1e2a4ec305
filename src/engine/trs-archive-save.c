/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

#include "trs-history-private.h"

/* Milliseconds in which changes gather before they are written. A transaction costs as much as thousands of rows. */
#define GATHERING 500

/* No more objects gather than can be handed over within a frame. Rows are handed over as they are, and gather until
 * the store has nothing else to write, or until they would take much memory. */
#define MOST_GATHERED 500
#define ENOUGH_BYTES (64 * 1024)
#define MOST_BYTES (2 * 1024 * 1024)

typedef struct
{
  TrsArchive *archive;
  GBytes *block;
  guint generation;
} Save;

static void
save_free (Save *save)
{
  g_object_unref (save->archive);
  g_bytes_unref (save->block);
  g_free (save);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Save, save_free)

static void
note_unsaved (TrsArchive *self,
              GBytes     *block)
{
  gsize size;
  const guint8 *p = g_bytes_get_data (block, &size);
  const guint8 *end = p + size;

  while (p < end)
    {
      const TrsPackedProject *packed = (const TrsPackedProject *) (gconstpointer) p;
      TrsProjectSnapshot snapshot;
      char room[TRS_PROJECT_ID_ROOM];

      trs_packed_project_view (packed, &snapshot, room);
      g_hash_table_add (self->unsaved, g_strdup (snapshot.id));
      p += trs_packed_project_get_size (packed);
    }
}

/* Where nothing can be written, nothing is tried more often than has to be. */
static gboolean
is_enough (TrsArchive *self)
{
  if (g_hash_table_size (self->changed) >= MOST_GATHERED || self->rows->len >= MOST_BYTES)
    return TRUE;

  return self->n_saving == 0 && self->rows->len >= ENOUGH_BYTES && g_hash_table_size (self->unsaved) == 0;
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Save) save = user_data;
  TrsArchive *self = save->archive;
  g_autoptr (GError) error = NULL;

  self->n_saving--;
  /* What could not be kept, on a full disk for instance, goes with what is kept next. */
  if (!trs_store_save_projects_finish (TRS_STORE (source), result, &error) && save->generation == self->generation)
    note_unsaved (self, save->block);
  trs_archive_set_error (self, error);
  if (is_enough (self))
    trs_archive_flush (self);
}

static void
gather_row (TrsArchive *self,
            guint32     handle)
{
  const TrsPackedProject *packed = trs_shelf_get_packed (self->history->shelf, handle);

  if (!trs_packed_project_get_pending (packed))
    g_byte_array_append (self->rows, (const guint8 *) packed, (guint) trs_packed_project_get_size (packed));
}

/* As they are now: what was to be written then is old. */
static void
gather_unsaved (TrsArchive *self)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->unsaved);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      guint32 handle = trs_shelf_find_handle (self->history->shelf, id);

      if (handle != TRS_NO_HANDLE)
        gather_row (self, handle);
      g_hash_table_iter_remove (&iter);
    }
}

/* Behind the rows, because they may be the same projects, which have changed since. */
static void
gather_changed (TrsArchive *self)
{
  GHashTableIter iter;
  gpointer project;

  g_hash_table_iter_init (&iter, self->changed);
  while (g_hash_table_iter_next (&iter, &project, NULL))
    {
      g_autoptr (TrsProjectSnapshot) snapshot = trs_project_snapshot_new (project);

      trs_packed_project_append (self->rows, snapshot, FALSE);
      g_hash_table_iter_remove (&iter);
    }
}

void
trs_archive_flush (TrsArchive *self)
{
  g_autoptr (GBytes) block = NULL;

  if (self->flush_id != 0)
    trs_clock_remove_timeout (self->clock, self->flush_id);
  self->flush_id = 0;

  gather_unsaved (self);
  gather_changed (self);
  block = g_byte_array_free_to_bytes (self->rows);
  self->rows = g_byte_array_new ();

  if (g_bytes_get_size (block) > 0 && self->account != 0)
    {
      Save *save = g_new0 (Save, 1);

      save->archive = g_object_ref (self);
      save->block = g_bytes_ref (block);
      save->generation = self->generation;
      self->n_saving++;
      trs_store_save_packed_async (self->store, self->account, block, NULL, saved_cb, save);
    }
  trs_archive_write_notes (self);
}

static gboolean
flush_cb (gpointer user_data)
{
  TrsArchive *self = user_data;

  self->flush_id = 0;
  trs_archive_flush (self);
  return G_SOURCE_REMOVE;
}

static void
flush_soon (TrsArchive *self)
{
  if (is_enough (self))
    trs_archive_flush (self);
  else if (self->flush_id == 0)
    self->flush_id = trs_clock_add_timeout (self->clock, GATHERING, flush_cb, self, NULL);
}

/**
 * trs_archive_keep_rows:
 * @self: an archive
 * @position: of the first one in the history
 * @n: how many
 *
 * Keeps what projects of the history are now, soon.
 */
void
trs_archive_keep_rows (TrsArchive *self,
                       guint       position,
                       guint       n)
{
  guint length;
  const guint32 *handles = trs_shelf_get_handles (self->history->shelf, &length);

  if (self->account == 0 || n == 0)
    return;

  for (guint i = position; i < MIN (position + n, length); i++)
    gather_row (self, handles[i]);
  flush_soon (self);
}

/**
 * trs_archive_keep_project:
 * @self: an archive
 * @project: a project of the account
 *
 * Keeps what @project is now, soon.
 */
void
trs_archive_keep_project (TrsArchive *self,
                          TrsProject *project)
{
  if (self->account == 0 || trs_project_get_pending (project))
    return;

  g_hash_table_add (self->changed, g_object_ref (project));
  flush_soon (self);
}
