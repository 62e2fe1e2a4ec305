/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-listing.h"

#include "trs-project-data.h"
#include "trs-store-private.h"
#include "trs-store-rows.h"
#include "trs-store-walk.h"

typedef struct
{
  gint64 account;
  TrsListWalk walk;
  guint page;
  GPtrArray *pages;
  gboolean dry;
  gint64 now;
} WriteState;

static void
write_state_free (WriteState *state)
{
  g_ptr_array_unref (state->pages);
  g_free (state);
}

void
trs_stored_page_free (TrsStoredPage *page)
{
  g_ptr_array_unref (page->projects);
  g_array_unref (page->missing);
  g_free (page);
}

/* What an account says of its list. */
typedef struct
{
  gint64 walk;
  gint64 gap_below;
  gint64 cursor;
  gint64 listed_at;
} Progress;

/* An entry of a page, and what was known of it before. */
typedef struct
{
  TrsProjectData *data;
  gint64 listed;
  gboolean is_new;
  gboolean was_final;
  gboolean changed;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_clear_pointer (&entry->data, trs_project_data_free);
  g_free (entry);
}

typedef struct
{
  sqlite3 *db;
  const WriteState *state;
  gboolean dry;
  gboolean wrote;
  Progress before;
  Progress progress;
  TrsStoreRows rows;
  TrsStoreWalk walk;
  TrsStoredPage *result;
  GHashTable *places; /* in the array of projects, by id */
} Writer;

static void
writer_clear (Writer *self)
{
  trs_store_rows_clear (&self->rows);
  trs_store_walk_clear (&self->walk);
  g_clear_pointer (&self->result, trs_stored_page_free);
  g_clear_pointer (&self->places, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

static gboolean
read_progress (sqlite3   *db,
               gint64     account,
               Progress  *progress,
               GError   **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error, "SELECT walk, gap_below, cursor, listed_at FROM account WHERE account = ?1", "x",
                     account);
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  if (!row)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No account %" G_GINT64_FORMAT " is kept here", account);
      return FALSE;
    }

  progress->walk = sqlite3_column_int64 (statement, 0);
  progress->gap_below = sqlite3_column_int64 (statement, 1);
  progress->cursor = sqlite3_column_int64 (statement, 2);
  progress->listed_at = sqlite3_column_int64 (statement, 3);
  return TRUE;
}

static gboolean
write_progress (Writer  *self,
                GError **error)
{
  const Progress *progress = &self->progress;

  if (progress->walk == self->before.walk && progress->gap_below == self->before.gap_below &&
      progress->cursor == self->before.cursor && progress->listed_at == self->before.listed_at)
    return TRUE;

  return trs_sql_execute (self->db, error,
                          "UPDATE account SET walk = ?2, gap_below = ?3, cursor = ?4, listed_at = ?5 "
                          "WHERE account = ?1",
                          "xxxxx", self->state->account, progress->walk, progress->gap_below, progress->cursor,
                          progress->listed_at);
}

static TrsListing
make_listing (const Progress *progress)
{
  return (TrsListing) { progress->listed_at, progress->gap_below != 0, (guint) progress->cursor };
}

/* Page 1 of a walk through a gap was read at the top. */
static TrsListWalk
get_origin (const WriteState *state)
{
  return state->walk == TRS_LIST_WALK_GAP && state->page == 2 ? TRS_LIST_WALK_TOP : state->walk;
}

static gboolean
writer_init (Writer            *self,
             sqlite3           *db,
             const WriteState  *state,
             gboolean           dry,
             GError           **error)
{
  self->db = db;
  self->state = state;
  self->dry = dry;
  self->places = g_hash_table_new (g_str_hash, g_str_equal);
  self->result = g_new0 (TrsStoredPage, 1);
  self->result->projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  self->result->missing = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->result->written = !dry;
  if (!read_progress (db, state->account, &self->before, error) ||
      !trs_store_rows_init (&self->rows, db, state->account, error) ||
      !trs_store_walk_init (&self->walk, db, state->account, get_origin (state), self->before.walk, dry, error))
    return FALSE;

  self->progress = self->before;
  self->walk.kind = state->walk;
  if (dry && state->walk != TRS_LIST_WALK_GAP)
    self->walk.number++;
  if (state->walk == TRS_LIST_WALK_GAP || state->page > 1)
    self->walk.number = MAX (self->walk.number, 1);
  /* It has no page 1 of its own, and begins with the last look at the top. */
  if (state->walk == TRS_LIST_WALK_GAP)
    self->walk.began = self->walk.number;
  return TRUE;
}

/* Merges an entry of the page into its row. An id that stands on the page twice is one entry. */
static gboolean
read_entry (Writer                  *self,
            const TrsProjectRecord  *record,
            GHashTable              *by_id,
            GPtrArray               *entries,
            GError                 **error)
{
  Entry *entry = g_hash_table_lookup (by_id, record->id);

  if (entry == NULL)
    {
      TrsProjectData *data;

      if (!trs_store_rows_find (&self->rows, record->id, &data, error))
        return FALSE;
      entry = g_new0 (Entry, 1);
      entry->is_new = data == NULL;
      entry->data = entry->is_new ? trs_project_data_new (record->id) : data;
      entry->listed = entry->data->listed;
      entry->was_final = trs_project_state_is_final (entry->data->state);
      g_hash_table_insert (by_id, record->id, entry);
      g_ptr_array_add (entries, entry);
    }

  entry->changed |= trs_project_data_merge_record (entry->data, record, self->state->now);
  return TRUE;
}

/* Entries without a date stand where the page shows them: below the one above, or else with the first one that has a
 * place. */
static void
place_entries (Writer    *self,
               GPtrArray *entries,
               gint64     above)
{
  gint64 below = 0;

  for (guint i = 0; i < entries->len && below == 0; i++)
    below = ((Entry *) g_ptr_array_index (entries, i))->data->sort_at;
  if (above == 0)
    above = below != 0 ? below : self->state->now;

  for (guint i = 0; i < entries->len; i++)
    {
      TrsProjectData *data = ((Entry *) g_ptr_array_index (entries, i))->data;

      if (data->sort_at == 0)
        data->sort_at = above;
      above = data->sort_at;
    }
}

/* Unread is only what came to an end since the list was read last. */
static void
mark_unread (Writer *self,
             Entry  *entry)
{
  TrsProjectData *data = entry->data;
  gboolean ended_since =
      entry->is_new ? self->walk.newest != 0 && data->sort_at > self->walk.newest : !entry->was_final;

  if (ended_since && trs_project_state_is_final (data->state) && !data->unread)
    {
      data->unread = TRUE;
      entry->changed = TRUE;
    }
}

static gboolean
write_entry (Writer  *self,
             Entry   *entry,
             GError **error)
{
  TrsProjectData *data = entry->data;
  gboolean first = entry->listed == 0;

  entry->changed |= data->missing_since != 0;
  data->missing_since = 0;
  if (first)
    data->listed = self->walk.number;
  mark_unread (self, entry);
  if (self->dry)
    return TRUE;

  if (first)
    self->progress.walk = self->walk.number;
  self->wrote |= entry->changed || first;
  if (entry->is_new)
    return trs_store_rows_insert (&self->rows, data, error);
  return (!entry->changed && !first) || trs_store_rows_update (&self->rows, data, error);
}

static gboolean
show_entry (Writer  *self,
            Entry   *entry,
            GError **error)
{
  gboolean fresh = entry->is_new;

  if (!self->dry && !trs_store_walk_show (&self->walk, entry->data->row, &fresh, error))
    return FALSE;

  self->result->n_fresh += fresh ? 1 : 0;
  self->result->n_new += entry->is_new ? 1 : 0;
  return TRUE;
}

/* Several pages may tell of one project; the last word counts. */
static void
hand_out (Writer *self,
          Entry  *entry)
{
  GPtrArray *projects = self->result->projects;
  TrsProjectData *data = entry->data;
  gpointer place;

  if (!entry->is_new && !entry->changed && trs_project_state_is_final (data->state))
    return;

  entry->data = NULL;
  if (g_hash_table_lookup_extended (self->places, data->id, NULL, &place))
    {
      g_hash_table_remove (self->places, data->id);
      trs_project_data_free (projects->pdata[GPOINTER_TO_UINT (place)]);
      projects->pdata[GPOINTER_TO_UINT (place)] = data;
      g_hash_table_insert (self->places, data->id, place);
      return;
    }
  g_hash_table_insert (self->places, data->id, GUINT_TO_POINTER (projects->len));
  g_ptr_array_add (projects, data);
}

static gboolean
is_ground (Writer *self,
           Entry  *entry)
{
  gint64 below = self->progress.gap_below != 0 ? self->progress.gap_below : self->walk.number;

  return entry->listed > 0 && entry->listed < MIN (below, self->walk.number);
}

static gboolean
is_inner (Writer *self,
          Entry  *entry)
{
  return entry->listed > 0 && entry->listed < self->walk.number;
}

static void
judge (Writer    *self,
       GPtrArray *entries)
{
  TrsStoredPage *result = self->result;

  result->ground = TRUE;
  result->inner = TRUE;
  result->settled = TRUE;
  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (entries, i);

      result->ground = result->ground && is_ground (self, entry);
      result->inner = result->inner && is_inner (self, entry);
      result->settled = result->settled && !entry->is_new && entry->was_final;
    }
}

/* A page of known ground, or the end of the list, closes the gap. One that does not reach down to known ground opens
 * it; the cursor stands where all above is known. One that has opened above a walk over the whole list, since that has
 * begun, is not in its way. */
static void
move_cursor (Writer    *self,
             GPtrArray *entries,
             guint      page)
{
  Progress *progress = &self->progress;
  Entry *bottom = entries->len > 0 ? g_ptr_array_index (entries, entries->len - 1) : NULL;

  if (self->state->walk == TRS_LIST_WALK_WHOLE && progress->gap_below > self->walk.began)
    return;
  if (bottom == NULL || self->result->ground)
    {
      progress->gap_below = 0;
      progress->cursor = 0;
    }
  else if (progress->gap_below == 0)
    {
      if (self->state->walk == TRS_LIST_WALK_GAP || is_ground (self, bottom))
        return;
      progress->walk = self->walk.number;
      progress->gap_below = self->walk.number;
      progress->cursor = page;
    }
  else if (self->state->walk == TRS_LIST_WALK_GAP || !is_inner (self, bottom))
    progress->cursor = page;
  else
    progress->cursor = MAX (progress->cursor, page);
}

/* A walk has come from page 1 to the end of the list, whatever it was for. */
static gboolean
end_walk (Writer  *self,
          GError **error)
{
  if (!trs_store_walk_end (&self->walk, self->state->now, self->result->missing, error))
    return FALSE;

  self->wrote |= self->result->missing->len > 0;
  self->result->vanished = self->walk.vanished;
  if (!self->walk.vanished)
    self->progress.listed_at = self->state->now;
  return TRUE;
}

static gboolean
begin_walk (Writer  *self,
            guint    number,
            GError **error)
{
  gboolean second = self->state->walk == TRS_LIST_WALK_WHOLE && self->walk.vanished;

  if (self->dry || number > 1 || self->state->walk == TRS_LIST_WALK_GAP)
    return TRUE;
  return trs_store_walk_begin (&self->walk, second, error);
}

static gboolean
follow_walk (Writer     *self,
             GPtrArray  *entries,
             guint       number,
             GError    **error)
{
  Entry *bottom = entries->len > 0 ? g_ptr_array_index (entries, entries->len - 1) : NULL;

  move_cursor (self, entries, number);
  if (self->dry)
    return TRUE;

  trs_store_walk_take_page (&self->walk, number, bottom != NULL ? bottom->data->sort_at : 0);
  /* The page that is empty may have been read before. */
  return bottom != NULL || number >= self->walk.next_page || end_walk (self, error);
}

/* Read from the top, where entries without a date find their place; written from the bottom, so that of two with one
 * place in the order the upper one gets the greater row. */
static gboolean
write_page (Writer     *self,
            GPtrArray  *records,
            guint       page,
            GError    **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (entry_free);
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_str_hash, g_str_equal);
  gint64 above = trs_store_walk_follows (&self->walk, page) && self->walk.bottom != 0 ? self->walk.bottom - 1 : 0;

  if (!begin_walk (self, page, error))
    return FALSE;

  for (guint i = 0; i < records->len; i++)
    if (!read_entry (self, g_ptr_array_index (records, i), by_id, entries, error))
      return FALSE;
  judge (self, entries);
  place_entries (self, entries, above);
  for (guint i = entries->len; i > 0; i--)
    {
      Entry *entry = g_ptr_array_index (entries, i - 1);

      if (!write_entry (self, entry, error) || !show_entry (self, entry, error))
        return FALSE;
    }
  if (!follow_walk (self, entries, page, error))
    return FALSE;

  for (guint i = 0; i < entries->len; i++)
    hand_out (self, g_ptr_array_index (entries, i));
  return TRUE;
}

static gpointer
write_job (sqlite3  *db,
           GTask    *task,
           GError  **error)
{
  const WriteState *state = g_task_get_task_data (task);
  gboolean dry = state->dry || trs_store_get_mode (g_task_get_source_object (task)) == TRS_STORE_READ_ONLY;
  g_auto (Writer) self = { NULL, };

  if (!writer_init (&self, db, state, dry, error))
    return NULL;
  for (guint i = 0; i < state->pages->len; i++)
    if (!write_page (&self, g_ptr_array_index (state->pages, i), state->page + i, error))
      return NULL;
  if (!dry && (!write_progress (&self, error) || !trs_store_walk_save (&self.walk, error)))
    return NULL;

  trs_store_set_quiet (task, !self.wrote);
  self.result->listing = make_listing (dry ? &self.before : &self.progress);
  return g_steal_pointer (&self.result);
}

void
trs_store_write_pages_async (TrsStore            *self,
                             gint64               account,
                             TrsListWalk          walk,
                             guint                page,
                             GPtrArray           *pages,
                             gboolean             dry,
                             gint64               now,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  WriteState *state = g_new0 (WriteState, 1);

  state->account = account;
  state->walk = walk;
  state->page = page;
  state->pages = g_ptr_array_ref (pages);
  state->dry = dry;
  state->now = now;
  trs_store_call (self, write_job, state, (GDestroyNotify) write_state_free,
                  (GDestroyNotify) trs_stored_page_free, TRS_STORE_BACKGROUND, cancellable, callback, user_data);
}
