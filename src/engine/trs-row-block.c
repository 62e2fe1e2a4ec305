/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-row-block.h"

#include <string.h>

/* What single rows are put into; blocks of the store come in their own size. */
#define CHUNK_SIZE (64 * 1024)

/* Bytes of replaced rows that are not worth the move of all others. */
#define MIN_WASTE (16 * 1024)

/* Where a row stands is told in half of the bytes of a pointer: by the segment of its chunk in which it begins, and
 * where in there. */
#define SEGMENT_SIZE (16 * 1024)
#define NOWHERE G_MAXUINT32

struct _TrsRowBlock
{
  /* by handle; NOWHERE for those in @unused */
  GArray *rows;
  GArray *unused;
  TrsHandleTable *by_id;

  /* not there before somebody looks for a video, which most people do not do in most runs */
  TrsHandleTable *by_video;

  /* Memory never moves under a row but in tidy_up(). */
  GPtrArray *chunks;
  GPtrArray *segments;
  guint32 room;
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

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->unused = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->by_id = trs_handle_table_new (hash_id, equal_id, self);
  self->chunks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->segments = g_ptr_array_new ();

  return self;
}

/**
 * trs_row_block_free:
 * @self: (transfer full): a block
 */
void
trs_row_block_free (TrsRowBlock *self)
{
  g_array_unref (self->rows);
  g_array_unref (self->unused);
  trs_handle_table_free (self->by_id);
  g_clear_pointer (&self->by_video, trs_handle_table_free);
  g_ptr_array_unref (self->chunks);
  g_ptr_array_unref (self->segments);
  g_free (self);
}

static guint8 *
find_place (GPtrArray *segments,
            guint32    place)
{
  return (guint8 *) segments->pdata[place / SEGMENT_SIZE] + place % SEGMENT_SIZE;
}

static guint32
get_place (TrsRowBlock *self,
           guint32      handle)
{
  return g_array_index (self->rows, guint32, handle);
}

static void
set_place (TrsRowBlock *self,
           guint32      handle,
           guint32      place)
{
  g_array_index (self->rows, guint32, handle) = place;
}

/* The place where the chunk begins. */
static guint32
add_chunk (TrsRowBlock *self,
           GBytes      *chunk)
{
  guint32 place = self->segments->len * SEGMENT_SIZE;
  gsize size;
  const guint8 *data = g_bytes_get_data (chunk, &size);

  g_assert (self->segments->len + size / SEGMENT_SIZE + 1 < NOWHERE / SEGMENT_SIZE);

  g_ptr_array_add (self->chunks, chunk);
  for (gsize start = 0; start < size; start += SEGMENT_SIZE)
    g_ptr_array_add (self->segments, (gpointer) (data + start));
  return place;
}

static guint32
store (TrsRowBlock            *self,
       const TrsPackedProject *packed)
{
  gsize size = trs_packed_project_get_size (packed);
  guint32 place;

  if (self->room_left < size)
    {
      self->room_left = MAX (size, CHUNK_SIZE);
      self->room = add_chunk (self, g_bytes_new_take (g_malloc (self->room_left), self->room_left));
    }

  place = self->room;
  memcpy (find_place (self->segments, place), packed, size);
  self->room += (guint32) size;
  self->room_left -= size;
  self->n_bytes += size;
  return place;
}

static void
waste (TrsRowBlock            *self,
       const TrsPackedProject *packed)
{
  self->n_wasted += trs_packed_project_get_size (packed);
  self->n_bytes -= trs_packed_project_get_size (packed);
}

static void
forget_chunks (TrsRowBlock *self)
{
  g_ptr_array_set_size (self->chunks, 0);
  g_ptr_array_set_size (self->segments, 0);
  self->room_left = 0;
  self->n_bytes = 0;
  self->n_wasted = 0;
}

static void
tidy_up (TrsRowBlock *self)
{
  g_autoptr (GPtrArray) chunks = NULL;
  g_autoptr (GPtrArray) segments = NULL;

  if (self->n_wasted < MIN_WASTE || self->n_wasted < self->n_bytes)
    return;

  chunks = g_steal_pointer (&self->chunks);
  segments = g_steal_pointer (&self->segments);
  self->chunks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->segments = g_ptr_array_new ();
  forget_chunks (self);
  for (guint32 handle = 0; handle < self->rows->len; handle++)
    if (get_place (self, handle) != NOWHERE)
      set_place (self, handle, store (self, (gpointer) find_place (segments, get_place (self, handle))));
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
    if (other != handle && get_place (self, other) != NOWHERE &&
        g_strcmp0 (trs_packed_project_get_video_id (trs_row_block_get (self, other)), video_id) == 0)
      index_video (self, other);
}

static guint32
take_row (TrsRowBlock *self,
          guint32      place)
{
  guint32 handle = self->rows->len;

  if (self->unused->len > 0)
    {
      handle = g_array_index (self->unused, guint32, self->unused->len - 1);
      g_array_set_size (self->unused, self->unused->len - 1);
      set_place (self, handle, place);
    }
  else
    {
      g_array_append_val (self->rows, place);
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
  const guint8 *start = g_bytes_get_data (block, &size);
  guint32 first = add_chunk (self, g_bytes_ref (block));

  self->n_bytes += size;
  for (const guint8 *p = start; p < start + size; p += trs_packed_project_get_size ((gconstpointer) p))
    {
      guint32 handle = take_row (self, first + (guint32) (p - start));

      g_array_append_val (handles, handle);
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
  set_place (self, handle, store (self, packed));
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
  set_place (self, handle, NOWHERE);
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
  g_array_set_size (self->rows, 0);
  g_array_set_size (self->unused, 0);
  forget_chunks (self);
}

/**
 * trs_row_block_get:
 * @self: a block
 * @handle: the handle of a project
 *
 * Returns: (transfer none) (nullable): the project, valid until the block
 *   changes; %NULL if it was taken out
 */
const TrsPackedProject *
trs_row_block_get (TrsRowBlock *self,
                   guint32      handle)
{
  guint32 place = get_place (self, handle);

  return place != NOWHERE ? (const TrsPackedProject *) (gconstpointer) find_place (self->segments, place) : NULL;
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
    if (get_place (self, handle) != NOWHERE)
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
