/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-result.h"

#include <string.h>

struct _TrsSearchResult
{
  GObject parent_instance;

  TrsProject *project;
  TrsSearchHit *hit;
};

G_DEFINE_FINAL_TYPE (TrsSearchResult, trs_search_result, G_TYPE_OBJECT)

static void
trs_search_result_finalize (GObject *object)
{
  TrsSearchResult *self = TRS_SEARCH_RESULT (object);

  g_clear_object (&self->project);
  g_clear_pointer (&self->hit, trs_search_hit_free);

  G_OBJECT_CLASS (trs_search_result_parent_class)->finalize (object);
}

static void
trs_search_result_class_init (TrsSearchResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_search_result_finalize;
}

static void
trs_search_result_init (TrsSearchResult *self)
{
}

/* @hit: (transfer full): where something was found in @project */
TrsSearchResult *
trs_search_result_new (TrsProject   *project,
                       TrsSearchHit *hit)
{
  TrsSearchResult *self = g_object_new (TRS_TYPE_SEARCH_RESULT, NULL);

  self->project = g_object_ref (project);
  self->hit = hit;
  return self;
}

/**
 * trs_search_result_match:
 * @project: a project, of which the store may have no row
 * @query: what is looked for
 *
 * Returns: (transfer full) (nullable): where it stands in what is known about @project; %NULL unless all terms do
 */
TrsSearchResult *
trs_search_result_match (TrsProject           *project,
                         const TrsSearchQuery *query)
{
  const TrsProjectData *data = trs_project_get_data (project);
  const char *texts[] = { data->title, data->local_title, data->video_id, data->note };
  TrsSearchHitFields fields = 0;
  guint64 terms = 0;
  TrsSearchHit *hit;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      guint64 found = texts[i] != NULL ? trs_search_query_find_terms (query, texts[i], strlen (texts[i])) : 0;

      terms |= found;
      if (found != 0)
        fields |= TRS_SEARCH_HIT_TITLE << i;
    }
  if (terms == 0 || terms != trs_search_query_get_terms (query))
    return NULL;

  hit = g_new0 (TrsSearchHit, 1);
  hit->fields = fields;
  hit->passages = g_ptr_array_new ();
  return trs_search_result_new (project, hit);
}

/**
 * trs_search_result_get_n_passages:
 * @self: what was found
 *
 * Returns: in how many paragraphs of the transcript it stands, as far as they
 *   were counted; 0 if only something about the project was found
 */
guint
trs_search_result_get_n_passages (TrsSearchResult *self)
{
  return self->hit->passages->len + self->hit->n_more;
}

static gboolean
is_same_passage (const TrsSearchPassage *a,
                 const TrsSearchPassage *b)
{
  return a->paragraph == b->paragraph && a->time == b->time && a->speaker == b->speaker && a->offset == b->offset &&
         a->cut == b->cut && a->ranges->len == b->ranges->len &&
         memcmp (a->ranges->data, b->ranges->data, a->ranges->len * sizeof (TrsSearchRange)) == 0 &&
         a->highlight == b->highlight && g_strcmp0 (a->note, b->note) == 0 && g_strcmp0 (a->name, b->name) == 0 &&
         g_str_equal (a->excerpt, b->excerpt);
}

/**
 * trs_search_result_is_equal:
 * @self: what was found
 * @other: what was found another time
 *
 * Returns: %TRUE if both show the same
 */
gboolean
trs_search_result_is_equal (TrsSearchResult *self,
                            TrsSearchResult *other)
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

/**
 * trs_search_result_get_project:
 * @self: a #TrsSearchResult
 *
 * Returns: (transfer none): where something was found
 */
TrsProject *
trs_search_result_get_project (TrsSearchResult *self)
{
  return self->project;
}

/**
 * trs_search_result_get_hit:
 * @self: a #TrsSearchResult
 *
 * Returns: (transfer none): whether it stands in the title, the note, the
 *   transcript…, and the best passages, in their order
 */
const TrsSearchHit *
trs_search_result_get_hit (TrsSearchResult *self)
{
  return self->hit;
}
