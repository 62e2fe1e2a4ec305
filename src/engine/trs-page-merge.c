/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-page-merge.h"

/**
 * trs_page_merge_init:
 * @self: a merge whose first four fields are set by the caller
 */
void
trs_page_merge_init (TrsPageMerge *self)
{
  self->carry = g_ptr_array_new_with_free_func (g_object_unref);
  self->carry_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->seen = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * trs_page_merge_clear:
 * @self: a merge
 */
void
trs_page_merge_clear (TrsPageMerge *self)
{
  g_clear_pointer (&self->carry_ids, g_hash_table_unref);
  g_clear_pointer (&self->carry, g_ptr_array_unref);
  g_clear_pointer (&self->seen, g_ptr_array_unref);
}

/**
 * trs_page_merge_reset:
 * @self: a merge
 *
 * Drops what waits for its page. It will be read again from the top.
 */
void
trs_page_merge_reset (TrsPageMerge *self)
{
  g_hash_table_remove_all (self->carry_ids);
  g_ptr_array_set_size (self->carry, 0);
  self->pushed = FALSE;
}

static TrsProject *
last_told (TrsShelf *shelf)
{
  for (guint i = trs_shelf_get_length (shelf); i > 0; i--)
    {
      TrsProject *project = trs_shelf_get (shelf, i - 1);

      if (!trs_project_get_pending (project))
        return project;
    }

  return NULL;
}

/**
 * trs_page_merge_is_ahead:
 * @self: a merge
 * @records: (element-type TrsProjectRecord): a page that should follow what is known
 * @bottom: (nullable): the project it should follow, %NULL for the last one that is known
 *
 * Returns: %TRUE if the page is all new and newer than what is known, because
 *   more than a page of new projects has pushed everything down
 */
gboolean
trs_page_merge_is_ahead (TrsPageMerge *self,
                         GPtrArray    *records,
                         TrsProject   *bottom)
{
  const TrsProjectRecord *first;
  gint64 created_at;

  if (bottom == NULL)
    bottom = last_told (self->shelf);
  if (bottom == NULL || records->len == 0)
    return FALSE;

  for (guint i = 0; i < records->len; i++)
    {
      const TrsProjectRecord *record = g_ptr_array_index (records, i);

      if (trs_shelf_contains (self->shelf, record->id))
        return FALSE;
    }

  first = g_ptr_array_index (records, 0);
  if (first->created_at == NULL)
    return FALSE;
  created_at = g_date_time_to_unix (first->created_at) * G_USEC_PER_SEC +
               g_date_time_get_microsecond (first->created_at);
  return created_at > trs_project_get_created_at (bottom);
}

static gint
compare_dates (gconstpointer a,
               gconstpointer b)
{
  gint64 first = trs_project_get_created_at (*(TrsProject **) a);
  gint64 second = trs_project_get_created_at (*(TrsProject **) b);

  return (first < second) - (first > second);
}

static void
release (TrsPageMerge *self,
         guint         position)
{
  guint length = self->carry->len;

  if (length == 0)
    return;

  if (self->pushed)
    g_ptr_array_sort (self->carry, compare_dates);

  self->insert (self->insert_data, position, self->carry);
  for (guint i = 0; i < length; i++)
    g_ptr_array_add (self->seen, g_object_ref (g_ptr_array_index (self->carry, i)));
  self->n_new += length;
  trs_page_merge_reset (self);
}

static void
take_known (TrsPageMerge           *self,
            TrsProject             *project,
            const TrsProjectRecord *record)
{
  gboolean was_final = trs_project_state_is_final (trs_project_get_state (project));

  trs_project_update_from_record (project, record);
  if (!was_final)
    trs_project_set_checked (project, self->now, trs_project_get_next_check_at (project));
  if (!was_final && trs_project_state_is_final (trs_project_get_state (project)))
    trs_project_set_unread (project, TRUE);

  self->n_known++;
  self->settled = self->settled && was_final;
  g_ptr_array_add (self->seen, g_object_ref (project));
}

/* Whether it came, and was finished, after the newest that is known here: then the user has not seen it. What is
 * older was there when the history was read for the first time, and a first history is not all news.
 */
static gboolean
is_news (TrsPageMerge *self,
         TrsProject   *project)
{
  gint64 created_at = trs_project_get_created_at (project);
  TrsProject *newest = NULL;

  if (created_at == 0 || !trs_project_state_is_final (trs_project_get_state (project)))
    return FALSE;

  for (guint i = 0; (newest = trs_shelf_get (self->shelf, i)) != NULL; i++)
    if (trs_project_get_created_at (newest) != 0)
      break;

  return newest != NULL && created_at > trs_project_get_created_at (newest);
}

/* If the first of a page is newer than the last of the page before, a whole page of new ones came in between. */
static void
take_new (TrsPageMerge           *self,
          const TrsProjectRecord *record,
          gboolean                first_of_page)
{
  TrsProject *project = g_hash_table_lookup (self->carry_ids, record->id);

  self->settled = FALSE;
  if (project != NULL)
    {
      trs_project_update_from_record (project, record);
      return;
    }

  project = trs_project_new (record->id);
  trs_project_update_from_record (project, record);
  if (first_of_page && self->carry->len > 0)
    {
      gpointer last = g_ptr_array_index (self->carry, self->carry->len - 1);

      self->pushed = self->pushed || compare_dates (&last, &project) > 0;
    }
  if (!trs_project_state_is_final (trs_project_get_state (project)))
    trs_project_set_checked (project, self->now, 0);
  trs_project_set_unread (project, is_news (self, project));
  g_ptr_array_add (self->carry, project);
  g_hash_table_insert (self->carry_ids, (gpointer) trs_project_get_id (project), project);
}

/**
 * trs_page_merge_take:
 * @self: a merge
 * @records: (element-type TrsProjectRecord): one page
 * @follows: whether what is new on it follows what is known
 * @anchor: (nullable): the last project of the page before, behind which it
 *   follows; %NULL for the last one that is known
 *
 * Takes one page in. Afterwards `carry` is empty unless the page told only
 * of projects newer than all that is known.
 */
void
trs_page_merge_take (TrsPageMerge *self,
                     GPtrArray    *records,
                     gboolean      follows,
                     TrsProject   *anchor)
{
  TrsProject *above = anchor;
  guint position;

  g_ptr_array_set_size (self->seen, 0);
  self->n_new = 0;
  self->n_known = 0;
  self->settled = TRUE;

  for (guint i = 0; i < records->len; i++)
    {
      const TrsProjectRecord *record = g_ptr_array_index (records, i);
      TrsProject *project = trs_shelf_find_by_id (self->shelf, record->id);

      if (project == NULL)
        {
          take_new (self, record, i == 0);
          continue;
        }

      if (self->carry->len > 0 && trs_shelf_index_of (self->shelf, project, &position))
        release (self, position);
      take_known (self, project, record);
      above = project;
    }

  if (above != NULL && self->carry->len > 0 && trs_shelf_index_of (self->shelf, above, &position))
    release (self, position + 1);
  else if (follows || last_told (self->shelf) == NULL)
    release (self, trs_shelf_get_length (self->shelf));
}

/**
 * trs_page_merge_finish:
 * @self: a merge
 *
 * The list has ended without meeting what is known, which may be younger
 * than the list itself: what waits goes to the place of its date.
 */
void
trs_page_merge_finish (TrsPageMerge *self)
{
  guint length = trs_shelf_get_length (self->shelf);
  guint position = 0;
  gint64 created_at;

  g_ptr_array_set_size (self->seen, 0);
  self->n_new = 0;
  if (self->carry->len == 0)
    return;

  created_at = trs_project_get_created_at (g_ptr_array_index (self->carry, 0));
  while (position < length)
    {
      gint64 other = trs_shelf_get_created_at (self->shelf, position);

      if (other != 0 && other < created_at)
        break;
      position++;
    }
  release (self, position);
}
