/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-page-merge.h"

#include "trs-error.h"

/* New projects push others down to the next page, where they are told once more. */
#define MAX_BEYOND 4

/**
 * trs_page_merge_init:
 * @self: a merge whose first four fields are set by the caller
 */
void
trs_page_merge_init (TrsPageMerge *self)
{
  self->carry = g_ptr_array_new ();
  self->carry_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  self->seen = g_ptr_array_new_with_free_func (g_object_unref);
  self->seen_ids = g_ptr_array_new_with_free_func (g_free);
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
  g_clear_pointer (&self->pages, g_ptr_array_unref);
  g_clear_pointer (&self->seen, g_ptr_array_unref);
  g_clear_pointer (&self->seen_ids, g_ptr_array_unref);
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
  g_ptr_array_set_size (self->pages, 0);
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
  if (bottom == NULL)
    bottom = last_told (self->shelf);
  if (bottom == NULL || records->len == 0 ||
      ((const TrsProjectRecord *) g_ptr_array_index (records, 0))->created_at == NULL ||
      trs_project_record_get_time (g_ptr_array_index (records, 0)) <= trs_project_get_created_at (bottom))
    return FALSE;

  for (guint i = 0; i < records->len; i++)
    {
      const TrsProjectRecord *record = g_ptr_array_index (records, i);

      if (trs_shelf_contains (self->shelf, record->id))
        return FALSE;
    }

  return TRUE;
}

static gint
compare_dates (gconstpointer a,
               gconstpointer b)
{
  gint64 first = trs_project_record_get_time (*(TrsProjectRecord * const *) a);
  gint64 second = trs_project_record_get_time (*(TrsProjectRecord * const *) b);

  return (first < second) - (first > second);
}

/* What has just come and is under way is an object already, because the shelf holds it. */
static void
see_new (TrsPageMerge           *self,
         const TrsProjectRecord *record)
{
  TrsProject *project =
      trs_project_state_is_final (record->state) ? NULL : trs_shelf_find_by_id (self->shelf, record->id);

  g_ptr_array_add (self->seen_ids, g_strdup (record->id));
  if (project != NULL)
    g_ptr_array_add (self->seen, g_object_ref (project));
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

  self->insert (self->insert_data, position, self->carry, self->now);
  for (guint i = 0; i < self->carry->len; i++)
    see_new (self, g_ptr_array_index (self->carry, i));
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
  g_ptr_array_add (self->seen_ids, g_strdup (record->id));
}

/* Told once more before it stands anywhere. No road leads out of a final state, as in a project. */
static void
take_again (TrsPageMerge           *self,
            const TrsProjectRecord *told,
            const TrsProjectRecord *record)
{
  guint i;

  if (trs_project_state_is_final (told->state) && !trs_project_state_is_final (record->state))
    return;

  if (g_ptr_array_find (self->carry, told, &i))
    g_ptr_array_index (self->carry, i) = (gpointer) record;
  g_hash_table_replace (self->carry_ids, record->id, (gpointer) record);
}

/* If the first of a page is newer than the last of the page before, a whole page of new ones came in between. */
static void
take_new (TrsPageMerge           *self,
          const TrsProjectRecord *record,
          gboolean                first_of_page)
{
  const TrsProjectRecord *told = g_hash_table_lookup (self->carry_ids, record->id);

  self->settled = FALSE;
  if (told != NULL)
    {
      take_again (self, told, record);
      return;
    }

  if (first_of_page && self->carry->len > 0)
    {
      gconstpointer last = g_ptr_array_index (self->carry, self->carry->len - 1);

      self->pushed = self->pushed || compare_dates (&last, &record) > 0;
    }
  g_ptr_array_add (self->carry, (gpointer) record);
  g_hash_table_insert (self->carry_ids, record->id, (gpointer) record);
}

/**
 * trs_page_merge_take:
 * @self: a merge
 * @records: (element-type TrsProjectRecord): one page
 * @follows: whether what is new on it follows what is known
 * @anchor: (nullable): the last project of the page before, behind which it
 *   follows; %NULL for the last one that is known
 *
 * Takes one page in; nothing may write to @records any more. Afterwards `carry` is empty unless the page told only
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
  g_ptr_array_set_size (self->seen_ids, 0);
  self->n_new = 0;
  self->n_known = 0;
  self->settled = TRUE;
  g_ptr_array_add (self->pages, g_ptr_array_ref (records));

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
        {
          release (self, position);
          g_ptr_array_add (self->pages, g_ptr_array_ref (records));
        }
      take_known (self, project, record);
      above = project;
    }

  if (above != NULL && self->carry->len > 0 && trs_shelf_index_of (self->shelf, above, &position))
    release (self, position + 1);
  else if (follows || last_told (self->shelf) == NULL)
    release (self, trs_shelf_get_length (self->shelf));
  if (self->carry->len == 0)
    g_ptr_array_set_size (self->pages, 0);

  self->n_told += records->len;
  if (self->n_told > trs_shelf_get_length (self->shelf) + self->carry->len)
    self->n_beyond++;
}

/**
 * trs_page_merge_count_anew:
 * @self: a merge
 *
 * The pages that come are those of another walk, or of a list that has moved.
 */
void
trs_page_merge_count_anew (TrsPageMerge *self)
{
  self->n_told = 0;
  self->n_beyond = 0;
}

/**
 * trs_page_merge_check_end:
 * @self: a merge
 * @error: return location for an error
 *
 * A service that knows of no pages, or begins anew behind the last one, must not be read for ever.
 *
 * Returns: %FALSE with %TRS_ERROR_ENDLESS_LIST if the list cannot be as long as it seems
 */
gboolean
trs_page_merge_check_end (TrsPageMerge  *self,
                          GError       **error)
{
  if (self->n_beyond <= MAX_BEYOND)
    return TRUE;

  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_ENDLESS_LIST, "The pages of the list repeat each other");
  return FALSE;
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
  g_ptr_array_set_size (self->seen_ids, 0);
  self->n_new = 0;
  if (self->carry->len == 0)
    return;

  created_at = trs_project_record_get_time (g_ptr_array_index (self->carry, 0));
  while (position < length)
    {
      gint64 other = trs_shelf_get_created_at (self->shelf, position);

      if (other != 0 && other < created_at)
        break;
      position++;
    }
  release (self, position);
}
