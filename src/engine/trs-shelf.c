/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-shelf.h"

struct _TrsShelf
{
  GArray *projects;
  GHashTable *by_id;
  GHashTable *by_video;
};

static void
unref_element (gpointer element)
{
  g_object_unref (*(TrsProject **) element);
}

/**
 * trs_shelf_new:
 *
 * Returns: (transfer full): an empty shelf
 */
TrsShelf *
trs_shelf_new (void)
{
  TrsShelf *self = g_new0 (TrsShelf, 1);

  self->projects = g_array_new (FALSE, FALSE, sizeof (TrsProject *));
  g_array_set_clear_func (self->projects, unref_element);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->by_video = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return self;
}

/**
 * trs_shelf_free:
 * @self: (transfer full): a shelf
 */
void
trs_shelf_free (TrsShelf *self)
{
  g_hash_table_unref (self->by_id);
  g_hash_table_unref (self->by_video);
  g_array_unref (self->projects);
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
  return self->projects->len;
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
  return position < self->projects->len ? g_array_index (self->projects, TrsProject *, position) : NULL;
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
  return g_hash_table_lookup (self->by_id, id);
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
  return g_hash_table_lookup (self->by_video, video_id);
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
  guint top = 0;
  guint bottom = self->projects->len;

  while (top < bottom)
    {
      guint found;

      if (trs_shelf_get (self, top) == project)
        found = top;
      else if (trs_shelf_get (self, bottom - 1) == project)
        found = bottom - 1;
      else
        {
          top++;
          bottom--;
          continue;
        }

      if (position != NULL)
        *position = found;
      return TRUE;
    }

  return FALSE;
}

/* One that the service has not dated yet was submitted just now. */
static gboolean
is_newer (TrsProject *project,
          TrsProject *than)
{
  gint64 created_at = trs_project_get_created_at (project);

  return created_at == 0 || created_at > trs_project_get_created_at (than);
}

static void
index_video (TrsShelf   *self,
             TrsProject *project)
{
  const char *video_id = trs_project_get_video_id (project);
  TrsProject *known;

  if (video_id == NULL)
    return;

  known = g_hash_table_lookup (self->by_video, video_id);
  if (known == NULL || is_newer (project, known))
    g_hash_table_insert (self->by_video, g_strdup (video_id), project);
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
  g_return_if_fail (position <= self->projects->len);

  if (projects->len == 0)
    return;

  g_array_insert_vals (self->projects, position, projects->pdata, projects->len);
  for (guint i = 0; i < projects->len; i++)
    {
      TrsProject *project = g_object_ref (g_ptr_array_index (projects, i));

      g_hash_table_insert (self->by_id, (gpointer) trs_project_get_id (project), project);
      index_video (self, project);
    }
}

static gboolean
is_value (gpointer key,
          gpointer value,
          gpointer user_data)
{
  return value == user_data;
}

/* By value, because the service may have told another video since. */
static void
unindex_video (TrsShelf   *self,
               TrsProject *project)
{
  g_autofree char *video_id = g_strdup (trs_project_get_video_id (project));

  if (g_hash_table_foreach_remove (self->by_video, is_value, project) == 0 || video_id == NULL)
    return;

  for (guint i = 0; i < self->projects->len; i++)
    {
      TrsProject *other = trs_shelf_get (self, i);

      if (other != project && g_strcmp0 (trs_project_get_video_id (other), video_id) == 0)
        {
          index_video (self, other);
          return;
        }
    }
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
  TrsProject *project = trs_shelf_get (self, position);

  g_return_if_fail (project != NULL);

  unindex_video (self, project);
  g_hash_table_remove (self->by_id, trs_project_get_id (project));
  g_array_remove_index (self->projects, position);
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
  g_hash_table_remove_all (self->by_id);
  g_hash_table_remove_all (self->by_video);
  g_array_set_size (self->projects, 0);
}
