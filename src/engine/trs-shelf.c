/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-shelf.h"

struct _TrsShelf
{
  TrsRowBlock *rows;
  TrsLiveProjects *live;

  /* handles; while somebody else holds them, too, they stay as they are, and what changes is a copy */
  GArray *order;
  gboolean order_is_lent;
};

/**
 * trs_shelf_new:
 * @changed: (nullable): called when something of a project has changed that its row keeps
 * @user_data: (closure): for @changed
 *
 * Returns: (transfer full): an empty shelf
 */
TrsShelf *
trs_shelf_new (TrsLiveProjectsChanged changed,
               gpointer               user_data)
{
  TrsShelf *self = g_new0 (TrsShelf, 1);

  self->rows = trs_row_block_new ();
  self->live = trs_live_projects_new (self->rows, changed, user_data);
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));

  return self;
}

/**
 * trs_shelf_free:
 * @self: (transfer full): a shelf
 */
void
trs_shelf_free (TrsShelf *self)
{
  trs_live_projects_free (self->live);
  trs_row_block_free (self->rows);
  g_array_unref (self->order);
  g_free (self);
}

/**
 * trs_shelf_get_length:
 * @self: a shelf
 *
 * Returns: how many projects stand in it
 */
guint
trs_shelf_get_length (TrsShelf *self)
{
  return self->order->len;
}

static guint32
handle_at (TrsShelf *self,
           guint     position)
{
  return position < self->order->len ? g_array_index (self->order, guint32, position) : TRS_NO_HANDLE;
}

static GArray *
own_order (TrsShelf *self)
{
  GArray *lent = self->order;

  if (self->order_is_lent)
    {
      self->order = g_array_copy (lent);
      g_array_unref (lent);
    }
  self->order_is_lent = FALSE;
  return self->order;
}

static TrsProject *
lend (TrsShelf *self,
      guint32   handle)
{
  return handle != TRS_NO_HANDLE ? trs_live_projects_lend (self->live, handle) : NULL;
}

/**
 * trs_shelf_get:
 * @self: a shelf
 * @position: from 0 for the newest
 *
 * Returns: (transfer none) (nullable): the project at @position, %NULL beyond the end
 */
TrsProject *
trs_shelf_get (TrsShelf *self,
               guint     position)
{
  return lend (self, handle_at (self, position));
}

/**
 * trs_shelf_dup:
 * @self: a shelf
 * @position: from 0 for the newest
 *
 * As trs_shelf_get(), for whoever looks at many.
 *
 * Returns: (transfer full) (nullable): the project at @position, %NULL beyond the end
 */
TrsProject *
trs_shelf_dup (TrsShelf *self,
               guint     position)
{
  guint32 handle = handle_at (self, position);

  return handle != TRS_NO_HANDLE ? trs_live_projects_get (self->live, handle) : NULL;
}

/**
 * trs_shelf_get_created_at:
 * @self: a shelf
 * @position: below the length
 *
 * Returns: when the project at @position was made, or 0
 */
gint64
trs_shelf_get_created_at (TrsShelf *self,
                          guint     position)
{
  return trs_packed_project_get_created_at (trs_row_block_get (self->rows, handle_at (self, position)));
}

/**
 * trs_shelf_contains:
 * @self: a shelf
 * @id: an id
 *
 * Returns: %TRUE if the project is there
 */
gboolean
trs_shelf_contains (TrsShelf   *self,
                    const char *id)
{
  return trs_row_block_find_id (self->rows, id) != TRS_NO_HANDLE;
}

/**
 * trs_shelf_find_by_id:
 * @self: a shelf
 * @id: an id
 *
 * Returns: (transfer none) (nullable): the project
 */
TrsProject *
trs_shelf_find_by_id (TrsShelf   *self,
                      const char *id)
{
  return lend (self, trs_row_block_find_id (self->rows, id));
}

/**
 * trs_shelf_find_by_video:
 * @self: a shelf
 * @video_id: identifier of a video
 *
 * Returns: (transfer none) (nullable): the newest project of the video
 */
TrsProject *
trs_shelf_find_by_video (TrsShelf   *self,
                         const char *video_id)
{
  return lend (self, trs_row_block_find_video (self->rows, video_id));
}

/**
 * trs_shelf_list_by_video:
 * @self: a shelf
 * @video_id: identifier of a video
 *
 * Returns: (transfer full) (element-type TrsProject): all projects of the
 *   video, in their order
 */
GPtrArray *
trs_shelf_list_by_video (TrsShelf   *self,
                         const char *video_id)
{
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);

  if (trs_row_block_find_video (self->rows, video_id) == TRS_NO_HANDLE)
    return projects;

  for (guint i = 0; i < self->order->len; i++)
    if (g_strcmp0 (trs_packed_project_get_video_id (trs_row_block_get (self->rows, handle_at (self, i))),
                   video_id) == 0)
      g_ptr_array_add (projects, trs_shelf_dup (self, i));

  return projects;
}

/**
 * trs_shelf_index_of:
 * @self: a shelf
 * @project: a project
 * @position: (out) (optional): where it stands
 *
 * Looks from both ends, because what is looked for nearly always stands near one of them.
 *
 * Returns: %TRUE if it is there
 */
gboolean
trs_shelf_index_of (TrsShelf   *self,
                    TrsProject *project,
                    guint      *position)
{
  guint32 handle = trs_row_block_find_id (self->rows, trs_project_get_id (project));
  guint top = 0;
  guint bottom = self->order->len;

  if (handle == TRS_NO_HANDLE || lend (self, handle) != project)
    return FALSE;

  while (handle_at (self, top) != handle && handle_at (self, bottom - 1) != handle)
    {
      top++;
      bottom--;
    }
  if (position != NULL)
    *position = handle_at (self, top) == handle ? top : bottom - 1;
  return TRUE;
}

/**
 * trs_shelf_get_handles:
 * @self: a shelf
 * @length: (out): how many there are
 *
 * Returns: (transfer none) (array length=length): the handles of all projects
 *   in their order, valid until the shelf changes
 */
const guint32 *
trs_shelf_get_handles (TrsShelf *self,
                       guint    *length)
{
  *length = self->order->len;
  return (const guint32 *) (gconstpointer) self->order->data;
}

/**
 * trs_shelf_ref_order:
 * @self: a shelf
 *
 * For whoever keeps the order: 100,000 handles that are the same need not be there twice.
 *
 * Returns: (transfer full) (element-type guint32): the handles of all projects
 *   in their order, as it is now; not to be changed
 */
GArray *
trs_shelf_ref_order (TrsShelf *self)
{
  self->order_is_lent = TRUE;
  return g_array_ref (self->order);
}

/**
 * trs_shelf_get_n_handles:
 * @self: a shelf
 *
 * Returns: a number above all handles
 */
guint
trs_shelf_get_n_handles (TrsShelf *self)
{
  return trs_row_block_get_n_handles (self->rows);
}

/**
 * trs_shelf_find_handle:
 * @self: a shelf
 * @id: an id
 *
 * Returns: the handle of the project, or %TRS_NO_HANDLE
 */
guint32
trs_shelf_find_handle (TrsShelf   *self,
                       const char *id)
{
  return trs_row_block_find_id (self->rows, id);
}

/**
 * trs_shelf_get_packed:
 * @self: a shelf
 * @handle: the handle of a project
 *
 * Returns: (transfer none): the project, valid until the shelf changes
 */
const TrsPackedProject *
trs_shelf_get_packed (TrsShelf *self,
                      guint32   handle)
{
  return trs_row_block_get (self->rows, handle);
}

/**
 * trs_shelf_dup_handle:
 * @self: a shelf
 * @handle: a handle
 *
 * Returns: (transfer full) (nullable): the project; %NULL if it was taken out
 */
TrsProject *
trs_shelf_dup_handle (TrsShelf *self,
                      guint32   handle)
{
  if (handle >= trs_row_block_get_n_handles (self->rows) || trs_row_block_get (self->rows, handle) == NULL)
    return NULL;
  return trs_live_projects_get (self->live, handle);
}

/**
 * trs_shelf_insert:
 * @self: a shelf
 * @position: where the first one is to stand
 * @projects: (element-type TrsProject): in their order; none of their ids is in the shelf
 */
void
trs_shelf_insert (TrsShelf  *self,
                  guint      position,
                  GPtrArray *projects)
{
  g_autoptr (GArray) handles = g_array_sized_new (FALSE, FALSE, sizeof (guint32), projects->len);

  g_return_if_fail (position <= self->order->len);

  for (guint i = 0; i < projects->len; i++)
    {
      guint32 handle = trs_live_projects_add (self->live, g_ptr_array_index (projects, i));

      g_array_append_val (handles, handle);
    }
  if (handles->len > 0)
    g_array_insert_vals (own_order (self), position, handles->data, handles->len);
}

/**
 * trs_shelf_insert_packed:
 * @self: a shelf
 * @position: where the first one is to stand
 * @block: packed projects in their order, none of them in the shelf; kept as they are
 */
void
trs_shelf_insert_packed (TrsShelf *self,
                         guint     position,
                         GBytes   *block)
{
  g_autoptr (GArray) handles = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_return_if_fail (position <= self->order->len);

  if (g_bytes_get_size (block) == 0)
    return;

  trs_row_block_adopt (self->rows, block, handles);
  g_array_insert_vals (own_order (self), position, handles->data, handles->len);
}

static void
join_kept (TrsShelf               *self,
           guint32                 known,
           const TrsPackedProject *packed)
{
  g_autoptr (TrsProjectSnapshot) snapshot = trs_packed_project_unpack (packed);
  g_autoptr (TrsProject) kept = trs_project_snapshot_wake (snapshot);
  g_autoptr (TrsProject) project = trs_live_projects_get (self->live, known);

  trs_project_join_kept (project, kept);
}

/* What the service has told in the meantime is newer than what was kept, but not all that is known here. */
static GBytes *
join_known (TrsShelf *self,
            GBytes   *block)
{
  g_autoptr (GByteArray) unknown = NULL;
  gsize size;
  const guint8 *start = g_bytes_get_data (block, &size);
  gsize length = 0;

  for (const guint8 *p = start; p < start + size; p += length)
    {
      const TrsPackedProject *packed = (const TrsPackedProject *) (gconstpointer) p;
      guint32 known = trs_row_block_find_same (self->rows, packed);

      length = trs_packed_project_get_size (packed);
      if (known != TRS_NO_HANDLE && unknown == NULL)
        {
          unknown = g_byte_array_sized_new ((guint) size);
          g_byte_array_append (unknown, start, (guint) (p - start));
        }
      if (known != TRS_NO_HANDLE)
        join_kept (self, known, packed);
      else if (unknown != NULL)
        g_byte_array_append (unknown, p, (guint) length);
    }

  return unknown != NULL ? g_byte_array_free_to_bytes (g_steal_pointer (&unknown)) : g_bytes_ref (block);
}

/**
 * trs_shelf_append_packed:
 * @self: a shelf
 * @block: packed projects in their order, each id once; kept as they are
 *
 * Appends those that are not in the shelf. The others get what no list tells.
 *
 * Returns: how many were appended
 */
guint
trs_shelf_append_packed (TrsShelf *self,
                         GBytes   *block)
{
  g_autoptr (GBytes) unknown = NULL;
  guint length = self->order->len;

  if (g_bytes_get_size (block) == 0)
    return 0;

  unknown = join_known (self, block);
  if (g_bytes_get_size (unknown) > 0)
    trs_row_block_adopt (self->rows, unknown, own_order (self));
  return self->order->len - length;
}

/**
 * trs_shelf_remove:
 * @self: a shelf
 * @position: of the project to take out
 */
void
trs_shelf_remove (TrsShelf *self,
                  guint     position)
{
  guint32 handle = handle_at (self, position);

  g_return_if_fail (handle != TRS_NO_HANDLE);

  g_array_remove_index (own_order (self), position);
  trs_live_projects_remove (self->live, handle);
}

/**
 * trs_shelf_clear:
 * @self: a shelf
 *
 * Takes all out.
 */
void
trs_shelf_clear (TrsShelf *self)
{
  g_array_set_size (own_order (self), 0);
  trs_live_projects_clear (self->live);
}

/**
 * trs_shelf_count_objects:
 * @self: a shelf
 *
 * Returns: for how many projects there are objects, because somebody holds them
 */
guint
trs_shelf_count_objects (TrsShelf *self)
{
  return trs_live_projects_count (self->live);
}
