/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-found.h"

#include <string.h>

struct _TrsFound
{
  GObject parent_instance;

  TrsProject *project;
  TrsSearchHit *hit;
};

G_DEFINE_FINAL_TYPE (TrsFound, trs_found, G_TYPE_OBJECT)

static void
trs_found_finalize (GObject *object)
{
  TrsFound *self = TRS_FOUND (object);

  g_clear_object (&self->project);
  g_clear_pointer (&self->hit, trs_search_hit_free);

  G_OBJECT_CLASS (trs_found_parent_class)->finalize (object);
}

static void
trs_found_class_init (TrsFoundClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_found_finalize;
}

static void
trs_found_init (TrsFound *self)
{
}

/**
 * trs_found_new:
 * @project: the project
 * @hit: (transfer full): where it was found
 *
 * Returns: (transfer full): both together
 */
TrsFound *
trs_found_new (TrsProject   *project,
               TrsSearchHit *hit)
{
  TrsFound *self = g_object_new (TRS_TYPE_FOUND, NULL);

  self->project = g_object_ref (project);
  self->hit = hit;
  return self;
}

/**
 * trs_found_get_project:
 * @self: what was found
 *
 * Returns: (transfer none): the project
 */
TrsProject *
trs_found_get_project (TrsFound *self)
{
  g_return_val_if_fail (TRS_IS_FOUND (self), NULL);

  return self->project;
}

/**
 * trs_found_get_fields:
 * @self: what was found
 *
 * Returns: whether it stands in the title, the note, the transcript…
 */
TrsSearchHitFields
trs_found_get_fields (TrsFound *self)
{
  g_return_val_if_fail (TRS_IS_FOUND (self), 0);

  return self->hit->fields;
}

/**
 * trs_found_get_n_passages:
 * @self: what was found
 *
 * Returns: in how many paragraphs of the transcript it stands, as far as they
 *   were counted; 0 if only something about the project was found
 */
guint
trs_found_get_n_passages (TrsFound *self)
{
  g_return_val_if_fail (TRS_IS_FOUND (self), 0);

  return self->hit->passages->len + self->hit->n_more;
}

/**
 * trs_found_get_many:
 * @self: what was found
 *
 * Returns: whether there are more passages than were counted
 */
gboolean
trs_found_get_many (TrsFound *self)
{
  g_return_val_if_fail (TRS_IS_FOUND (self), FALSE);

  return self->hit->many;
}

/**
 * trs_found_get_passages:
 * @self: what was found
 *
 * Returns: (transfer none) (element-type TrsSearchPassage): the best passages,
 *   in their order, at most %TRS_SEARCH_MAX_PASSAGES
 */
GPtrArray *
trs_found_get_passages (TrsFound *self)
{
  g_return_val_if_fail (TRS_IS_FOUND (self), NULL);

  return self->hit->passages;
}

static gboolean
is_same_passage (const TrsSearchPassage *a,
                 const TrsSearchPassage *b)
{
  return a->paragraph == b->paragraph && a->time == b->time && a->speaker == b->speaker && a->offset == b->offset &&
         a->cut == b->cut && a->ranges->len == b->ranges->len &&
         memcmp (a->ranges->data, b->ranges->data, a->ranges->len * sizeof (TrsSearchRange)) == 0 &&
         g_str_equal (a->excerpt, b->excerpt);
}

/**
 * trs_found_is_equal:
 * @self: what was found
 * @other: what was found another time
 *
 * Returns: %TRUE if both show the same
 */
gboolean
trs_found_is_equal (TrsFound *self,
                    TrsFound *other)
{
  const TrsSearchHit *a = self->hit;
  const TrsSearchHit *b = other->hit;

  if (self->project != other->project || a->fields != b->fields || a->n_more != b->n_more || a->many != b->many ||
      a->passages->len != b->passages->len)
    return FALSE;

  for (guint i = 0; i < a->passages->len; i++)
    if (!is_same_passage (g_ptr_array_index (a->passages, i), g_ptr_array_index (b->passages, i)))
      return FALSE;
  return TRUE;
}
