/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-row-block.h"

#include <string.h>

/* What single rows are put into; blocks of the store come in their own size. */
#define CHUNK_SIZE (64 * 1024)

/* Bytes of replaced rows that are not worth the move of all others. */
#define MIN_WASTE (16 * 1024)

struct _TrsRowBlock
{
  /* by handle; NULL for those in @unused */
  GPtrArray *rows;
  GArray *unused;
  TrsHandleTable *by_id;

  /* not there before somebody looks for a video, which most people do not do in most runs */
  TrsHandleTable *by_video;

  /* Memory never moves under a row but in tidy_up(). */
  GPtrArray *chunks;
  guint8 *room;
  gsize room_left;
  gsize n_bytes;
  gsize n_wasted;
};

static guint
hash_id (gpointer user_data,
         guint32  handle)
{
  return trs_packed_project_hash_id (trs_row_block_get (user_data, handle));
}

static gboolean
equal_id (gpointer      user_data,
          guint32       handle,
          gconstpointer key)
{
  return trs_packed_project_has_id (trs_row_block_get (user_data, handle), key);
}

static guint
hash_video (gpointer user_data,
            guint32  handle)
{
  return g_str_hash (trs_packed_project_get_video_id (trs_row_block_get (user_data, handle)));
}

static gboolean
equal_video (gpointer      user_data,
             guint32       handle,
             gconstpointer key)
{
  return g_str_equal (trs_packed_project_get_video_id (trs_row_block_get (user_data, handle)), key);
}

/**
 * trs_row_block_new:
 *
 * Returns: (transfer full): an empty block
 */
TrsRowBlock *
trs_row_block_new (void)
{
  TrsRowBlock *self = g_new0 (TrsRowBlock, 1);

  self->rows = g_ptr_array_new ();
  self->unused = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->by_id = trs_handle_table_new (hash_id, equal_id, self);
  self->chunks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  return self;
}

/**
 * trs_row_block_free:
 * @self: (transfer full): a block
 */
void
trs_row_block_free (TrsRowBlock *self)
{
  g_ptr_array_unref (self->rows);
  g_array_unref (self->unused);
  trs_handle_table_free (self->by_id);
  g_clear_pointer (&self->by_video, trs_handle_table_free);
  g_ptr_array_unref (self->chunks);
  g_free (self);
}

static const TrsPackedProject *
store (TrsRowBlock            *self,
       const TrsPackedProject *packed)
{
  gsize size = trs_packed_project_get_size (packed);
  guint8 *place;

  if (self->room_left < size)
    {
      gsize chunk_size = MAX (size, CHUNK_SIZE);

      self->room = g_malloc (chunk_size);
      self->room_left = chunk_size;
      g_ptr_array_add (self->chunks, g_bytes_new_take (self->room, chunk_size));
    }

  place = self->room;
  memcpy (place, packed, size);
  self->room += size;
  self->room_left -= size;
  self->n_bytes += size;
  return (const TrsPackedProject *) (gconstpointer) place;
}

static void
waste (TrsRowBlock            *self,
       const TrsPackedProject *packed)
{
  self->n_wasted += trs_packed_project_get_size (packed);
  self->n_bytes -= trs_packed_project_get_size (packed);
}

static void
tidy_up (TrsRowBlock *self)
{
  g_autoptr (GPtrArray) old = NULL;

  if (self->n_wasted < MIN_WASTE || self->n_wasted < self->n_bytes)
    return;

  old = g_steal_pointer (&self->chunks);
  self->chunks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->room_left = 0;
  self->n_bytes = 0;
  self->n_wasted = 0;
  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i] != NULL)
      self->rows->pdata[i] = (gpointer) store (self, self->rows->pdata[i]);
}

/* One that the service has not dated yet was submitted just now. */
static gboolean
is_newer (const TrsPackedProject *packed,
          const TrsPackedProject *than)
{
  gint64 created_at = trs_packed_project_get_created_at (packed);

  return created_at == 0 || created_at > trs_packed_project_get_created_at (than);
}

static void
index_video (TrsRowBlock *self,
             guint32      handle)
{
  const TrsPackedProject *packed = trs_row_block_get (self, handle);
  const char *video_id = trs_packed_project_get_video_id (packed);
  guint32 known;

  if (video_id == NULL || self->by_video == NULL)
    return;

  known = trs_handle_table_find (self->by_video, g_str_hash (video_id), video_id);
  if (known != TRS_NO_HANDLE)
    {
      if (!is_newer (packed, trs_row_block_get (self, known)))
        return;
      trs_handle_table_remove (self->by_video, known);
    }
  trs_handle_table_insert (self->by_video, handle);
}

static void
unindex_video (TrsRowBlock *self,
               guint32      handle)
{
  const char *video_id = trs_packed_project_get_video_id (trs_row_block_get (self, handle));

  if (video_id == NULL || self->by_video == NULL || trs_row_block_find_video (self, video_id) != handle)
    return;

  trs_handle_table_remove (self->by_video, handle);
  for (guint32 other = 0; other < self->rows->len; other++)
    if (other != handle && self->rows->pdata[other] != NULL &&
        g_strcmp0 (trs_packed_project_get_video_id (self->rows->pdata[other]), video_id) == 0)
      index_video (self, other);
}

static guint32
take_row (TrsRowBlock            *self,
          const TrsPackedProject *packed)
{
  guint32 handle = self->rows->len;

  if (self->unused->len > 0)
    {
      handle = g_array_index (self->unused, guint32, self->unused->len - 1);
      g_array_set_size (self->unused, self->unused->len - 1);
      self->rows->pdata[handle] = (gpointer) packed;
    }
  else
    {
      g_ptr_array_add (self->rows, (gpointer) packed);
    }

  trs_handle_table_insert (self->by_id, handle);
  index_video (self, handle);
  return handle;
}

/**
 * trs_row_block_add:
 * @self: a block
 * @packed: a project whose id is not in the block; copied
 *
 * Returns: its handle
 */
guint32
trs_row_block_add (TrsRowBlock            *self,
                   const TrsPackedProject *packed)
{
  return take_row (self, store (self, packed));
}

/**
 * trs_row_block_adopt:
 * @self: a block
 * @block: packed projects, none of them in the block; kept as they are
 * @handles: (element-type guint32): where their handles are appended
 */
void
trs_row_block_adopt (TrsRowBlock *self,
                     GBytes      *block,
                     GArray      *handles)
{
  gsize size;
  const guint8 *p = g_bytes_get_data (block, &size);
  const guint8 *end = p + size;

  g_ptr_array_add (self->chunks, g_bytes_ref (block));
  self->n_bytes += size;
  while (p < end)
    {
      const TrsPackedProject *packed = (const TrsPackedProject *) (gconstpointer) p;
      guint32 handle = take_row (self, packed);

      g_array_append_val (handles, handle);
      p += trs_packed_project_get_size (packed);
    }
}

/**
 * trs_row_block_replace:
 * @self: a block
 * @handle: the handle of a project
 * @packed: the same project, as it is now; copied
 *
 * Returns: %TRUE if it is not what it was
 */
gboolean
trs_row_block_replace (TrsRowBlock            *self,
                       guint32                 handle,
                       const TrsPackedProject *packed)
{
  const TrsPackedProject *old = trs_row_block_get (self, handle);
  gsize size = trs_packed_project_get_size (packed);
  gboolean same_video;

  if (trs_packed_project_get_size (old) == size && memcmp (old, packed, size) == 0)
    return FALSE;

  /* Another video is told hardly ever, and looking for the next project of the old one is dear. */
  same_video = g_strcmp0 (trs_packed_project_get_video_id (old), trs_packed_project_get_video_id (packed)) == 0;
  if (!same_video)
    unindex_video (self, handle);
  waste (self, old);
  self->rows->pdata[handle] = (gpointer) store (self, packed);
  if (!same_video)
    index_video (self, handle);
  tidy_up (self);
  return TRUE;
}

/**
 * trs_row_block_remove:
 * @self: a block
 * @handle: the handle of a project; another one may get it afterwards
 */
void
trs_row_block_remove (TrsRowBlock *self,
                      guint32      handle)
{
  unindex_video (self, handle);
  trs_handle_table_remove (self->by_id, handle);
  waste (self, trs_row_block_get (self, handle));
  self->rows->pdata[handle] = NULL;
  g_array_append_val (self->unused, handle);
  tidy_up (self);
}

/**
 * trs_row_block_clear:
 * @self: a block
 *
 * Takes all out.
 */
void
trs_row_block_clear (TrsRowBlock *self)
{
  trs_handle_table_clear (self->by_id);
  g_clear_pointer (&self->by_video, trs_handle_table_free);
  g_ptr_array_set_size (self->rows, 0);
  g_array_set_size (self->unused, 0);
  g_ptr_array_set_size (self->chunks, 0);
  self->room_left = 0;
  self->n_bytes = 0;
  self->n_wasted = 0;
}

/**
 * trs_row_block_get:
 * @self: a block
 * @handle: the handle of a project
 *
 * Returns: (transfer none): the project, valid until the block changes
 */
const TrsPackedProject *
trs_row_block_get (TrsRowBlock *self,
                   guint32      handle)
{
  return self->rows->pdata[handle];
}

/**
 * trs_row_block_get_n_handles:
 * @self: a block
 *
 * Returns: a number above all handles
 */
guint
trs_row_block_get_n_handles (TrsRowBlock *self)
{
  return self->rows->len;
}

/**
 * trs_row_block_find_same:
 * @self: a block
 * @packed: a project, wherever it stands
 *
 * Returns: the handle of the project with its id, or %TRS_NO_HANDLE
 */
guint32
trs_row_block_find_same (TrsRowBlock            *self,
                         const TrsPackedProject *packed)
{
  TrsProjectKey key;

  trs_packed_project_get_key (packed, &key);
  return trs_handle_table_find (self->by_id, trs_packed_project_hash_id (packed), &key);
}

/**
 * trs_row_block_find_id:
 * @self: a block
 * @id: an id
 *
 * Returns: the handle of the project, or %TRS_NO_HANDLE
 */
guint32
trs_row_block_find_id (TrsRowBlock *self,
                       const char  *id)
{
  TrsProjectKey key;

  trs_project_key_init (&key, id);
  return trs_handle_table_find (self->by_id, trs_project_key_hash (&key), &key);
}

static void
index_videos (TrsRowBlock *self)
{
  self->by_video = trs_handle_table_new (hash_video, equal_video, self);
  for (guint32 handle = 0; handle < self->rows->len; handle++)
    if (self->rows->pdata[handle] != NULL)
      index_video (self, handle);
}

/**
 * trs_row_block_find_video:
 * @self: a block
 * @video_id: identifier of a video
 *
 * The first look goes through all projects; the next ones do not.
 *
 * Returns: the handle of the newest project of the video, or %TRS_NO_HANDLE
 */
guint32
trs_row_block_find_video (TrsRowBlock *self,
                          const char  *video_id)
{
  if (self->by_video == NULL)
    index_videos (self);
  return trs_handle_table_find (self->by_video, g_str_hash (video_id), video_id);
}
