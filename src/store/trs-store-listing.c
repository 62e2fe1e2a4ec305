/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-listing.h"

#include "trs-store-job.h"
#include "trs-store-rows.h"

/* In temp.seen and temp.walk each kind of walk has its own rows, which pages of another kind do not change. Page 1
 * is read for every kind. */
#define PAGE_1 (-1)

/* Marks a row as shown, unless this walk, which began as number ?5, has shown it before. */
#define SHOW                                                                                                       \
  "INSERT INTO temp.seen (row, kind, walk) SELECT ?1, ?2, ?3 WHERE NOT EXISTS "                                    \
  "(SELECT 1 FROM temp.seen WHERE row = ?1 AND kind IN (?4, -1) AND walk >= ?5) "                                  \
  "ON CONFLICT DO UPDATE SET walk = excluded.walk"

/* Rows that a walk over the whole list did not show. Only final projects count, because one under way may be newer
 * than the walk. */
#define IS_UNSEEN                                                                                                  \
  "account = ?1 AND listed > 0 AND NOT missing AND state IN (?2, ?3) "                                             \
  "AND row NOT IN (SELECT row FROM temp.seen WHERE walk >= ?4)"

void
trs_stored_page_free (TrsStoredPage *page)
{
  g_ptr_array_unref (page->projects);
  g_array_unref (page->missing);
  g_free (page);
}

/* Collected pages that are to be written. */
typedef struct
{
  gint64 account;
  TrsListWalk walk;
  guint page;
  GPtrArray *pages;
  gint64 now;
  TrsListingFlags flags;
} Pages;

static void
pages_free (gpointer data)
{
  Pages *pages = data;

  g_ptr_array_unref (pages->pages);
  g_free (pages);
}

/* How far the list of an account has been read, as stored in its row. */
typedef struct
{
  gint64 walk;
  gint64 gap_below;
  gint64 cursor;
  gint64 listed_at;
} Progress;

/**
 * Walk:
 * @number: of the last walk from the top, of whatever kind
 * @began: its own number
 * @newest: key of the order of the newest row that the list had shown before it, 0 for none
 * @since: rows that walks from this number on have shown were seen
 * @next_page: the page with which it goes on, 0 if it is not on its way from page 1
 * @bottom: key of the order of the last entry above @next_page
 * @vanished: whether it did not show all that is known when it came to the end of the list; the next one is the second
 *   of two
 */
typedef struct
{
  gint64 number;
  gint64 began;
  gint64 newest;
  gint64 since;
  gint64 next_page;
  gint64 bottom;
  gboolean vanished;
} Walk;

/* An entry of a page, and its row from before, if any. */
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
  const Pages *pages;
  gboolean dry; /* the pages are only compared */
  gboolean wrote;
  Progress progress;
  Walk walk;
  TrsStoreRows rows;
  sqlite3_stmt *show;
  TrsStoredPage *result;
} Writer;

static void
writer_clear (Writer *self)
{
  trs_store_rows_clear (&self->rows);
  sqlite3_finalize (self->show);
  g_clear_pointer (&self->result, trs_stored_page_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

static gboolean
load_progress (Writer  *self,
               GError **error)
{
  const Pages *pages = self->pages;
  /* Page 2 of a walk through a gap follows page 1, which the walk from the top has read. */
  TrsListWalk kind = pages->walk == TRS_LIST_WALK_GAP && pages->page == 2 ? TRS_LIST_WALK_TOP : pages->walk;
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (self->db, error,
                     "SELECT account.walk, gap_below, cursor, listed_at, "
                     "max (account.walk, (SELECT ifnull (max (began), 0) FROM temp.walk WHERE account = ?1)), "
                     "began, newest, since, next_page, bottom, vanished "
                     "FROM account LEFT JOIN temp.walk AS own ON own.account = ?1 AND kind = ?2 "
                     "WHERE account.account = ?1",
                     "xi", pages->account, kind);
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  if (!row)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No account %" G_GINT64_FORMAT " is kept here",
                   pages->account);
      return FALSE;
    }

  self->progress.walk = sqlite3_column_int64 (statement, 0);
  self->progress.gap_below = sqlite3_column_int64 (statement, 1);
  self->progress.cursor = sqlite3_column_int64 (statement, 2);
  self->progress.listed_at = sqlite3_column_int64 (statement, 3);
  self->walk.number = sqlite3_column_int64 (statement, 4);
  self->walk.began = sqlite3_column_int64 (statement, 5);
  self->walk.newest = sqlite3_column_int64 (statement, 6);
  self->walk.since = sqlite3_column_int64 (statement, 7);
  self->walk.next_page = sqlite3_column_int64 (statement, 8);
  self->walk.bottom = sqlite3_column_int64 (statement, 9);
  self->walk.vanished = sqlite3_column_int (statement, 10) != 0;
  return TRUE;
}

static gboolean
save_progress (Writer  *self,
               GError **error)
{
  const Pages *pages = self->pages;
  const Progress *progress = &self->progress;
  const Walk *walk = &self->walk;

  /* SQLite writes a row even if an UPDATE does not change it, so unchanged values are excluded. */
  return trs_sql_execute (self->db, error,
                          "UPDATE account SET (walk, gap_below, cursor, listed_at) = (?2, ?3, ?4, ?5) "
                          "WHERE account = ?1 AND (walk, gap_below, cursor, listed_at) <> (?2, ?3, ?4, ?5)",
                          "xxxxx", pages->account, progress->walk, progress->gap_below, progress->cursor,
                          progress->listed_at) &&
         trs_sql_execute (self->db, error,
                          "INSERT OR REPLACE INTO temp.walk VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", "xixxxxxi",
                          pages->account, pages->walk, walk->began, walk->newest, walk->since, walk->next_page,
                          walk->bottom, walk->vanished);
}

static gboolean
writer_init (Writer           *self,
             TrsStoreContext  *context,
             const Pages      *pages,
             GError          **error)
{
  self->db = context->db;
  self->pages = pages;
  self->dry = context->dry || (pages->flags & TRS_LISTING_DRY_RUN) != 0;
  self->result = g_new0 (TrsStoredPage, 1);
  self->result->projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  self->result->missing = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->result->written = !self->dry;
  self->show = trs_sql_query (self->db, error, SHOW, "");
  if (self->show == NULL || !load_progress (self, error) ||
      !trs_store_rows_init (&self->rows, self->db, pages->account, error))
    return FALSE;

  if (self->dry)
    self->walk = (Walk) { .number = self->progress.walk + (pages->walk != TRS_LIST_WALK_GAP ? 1 : 0) };
  if (pages->walk == TRS_LIST_WALK_GAP || pages->page > 1)
    self->walk.number = MAX (self->walk.number, 1);
  /* A walk through a gap does not read page 1; it starts from the last walk from the top. */
  if (pages->walk == TRS_LIST_WALK_GAP)
    self->walk.began = self->walk.number;
  return TRUE;
}

/* Starts a walk with page 1. */
static gboolean
begin_walk (Writer  *self,
            GError **error)
{
  Walk *walk = &self->walk;

  walk->began = ++walk->number;
  walk->next_page = 1;
  walk->bottom = 0;
  if (self->pages->walk != TRS_LIST_WALK_WHOLE || !walk->vanished)
    {
      walk->since = walk->began;
      walk->vanished = FALSE;
    }
  return trs_sql_read_number (self->db, &walk->newest, error,
                              "SELECT sort_at FROM project WHERE account = ?1 AND listed > 0 "
                              "ORDER BY sort_at DESC, row DESC LIMIT 1",
                              "x", self->pages->account);
}

static gboolean
mark_missing (Writer  *self,
              GError **error)
{
  g_autoptr (sqlite3_stmt) marked =
      trs_sql_query (self->db, error, "UPDATE project SET missing = ?5 WHERE " IS_UNSEEN " RETURNING row", "xiixx",
                     self->pages->account, TRS_PROJECT_STATE_DONE, TRS_PROJECT_STATE_ERROR, self->walk.since,
                     self->pages->now);
  gboolean row = TRUE;

  while (trs_sql_step (marked, &row, error) && row)
    {
      gint64 number = sqlite3_column_int64 (marked, 0);

      g_array_append_val (self->result->missing, number);
    }
  self->wrote |= self->result->missing->len > 0;
  return !row;
}

/* Ends a walk that has gone from page 1 to the end of the list, for whatever reason it was made. Projects that a
 * second such walk has not shown either are marked as missing. */
static gboolean
end_walk (Writer  *self,
          GError **error)
{
  gint64 vanished = 0;

  if (self->walk.vanished ? !mark_missing (self, error)
                          : !trs_sql_read_number (self->db, &vanished, error,
                                                  "SELECT 1 FROM project WHERE " IS_UNSEEN " LIMIT 1", "xiix",
                                                  self->pages->account, TRS_PROJECT_STATE_DONE, TRS_PROJECT_STATE_ERROR,
                                                  self->walk.since))
    return FALSE;

  self->walk.next_page = 0;
  self->walk.vanished = vanished != 0;
  self->result->vanished = self->walk.vanished;
  if (!self->walk.vanished)
    self->progress.listed_at = self->pages->now;
  return TRUE;
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

/* Merges an entry of the page into its row. If an id occurs twice on the page, both are one entry. */
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
      self->result->ground &= is_ground (self, entry);
      self->result->inner &= is_inner (self, entry);
      self->result->settled &= !entry->is_new && entry->was_final;
    }

  entry->changed |= trs_project_data_merge_record (entry->data, record, FALSE, self->pages->now);
  return TRUE;
}

/* Entries without a date stay where the page shows them: right below the entry above, or, at the top of the page,
 * next to the first entry that has a date. */
static void
place_entries (Writer    *self,
               GPtrArray *entries,
               gint64     above)
{
  gint64 below = 0;

  for (guint i = 0; i < entries->len && below == 0; i++)
    below = ((Entry *) g_ptr_array_index (entries, i))->data->sort_at;
  if (above == 0)
    above = below != 0 ? below : self->pages->now;

  for (guint i = 0; i < entries->len; i++)
    {
      TrsProjectData *data = ((Entry *) g_ptr_array_index (entries, i))->data;

      if (data->sort_at == 0)
        data->sort_at = above;
      above = data->sort_at;
    }
}

/* Only projects that finished since the list was last read become unread. */
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

  if (!self->dry)
    {
      int kind = self->walk.next_page == 1 ? PAGE_1 : (int) self->pages->walk;

      trs_sql_bind (self->show, 1, "xixix", entry->data->row, kind, self->walk.number, self->pages->walk,
                    self->walk.began);
      if (!trs_sql_run (self->show, error))
        return FALSE;
      fresh = sqlite3_changes (self->db) > 0;
    }

  self->result->n_fresh += fresh ? 1 : 0;
  self->result->n_new += entry->is_new ? 1 : 0;
  return TRUE;
}

/* A page that reaches known ground, or the end of the list, closes the gap. A page that does not reach it opens one,
 * with the cursor where everything above is known. A gap that opened above a walk over the whole list during that
 * walk does not stop it. */
static void
move_cursor (Writer *self,
             Entry  *bottom,
             guint   page)
{
  Progress *progress = &self->progress;

  if (self->pages->walk == TRS_LIST_WALK_WHOLE && progress->gap_below > self->walk.began)
    return;
  if (bottom == NULL || self->result->ground)
    {
      progress->gap_below = 0;
      progress->cursor = 0;
    }
  else if (progress->gap_below == 0)
    {
      if (self->pages->walk == TRS_LIST_WALK_GAP || is_ground (self, bottom))
        return;
      progress->walk = self->walk.number;
      progress->gap_below = self->walk.number;
      progress->cursor = page;
    }
  else if (self->pages->walk == TRS_LIST_WALK_GAP || !is_inner (self, bottom))
    progress->cursor = page;
  else
    progress->cursor = MAX (progress->cursor, page);
}

static gboolean
follow_walk (Writer     *self,
             GPtrArray  *entries,
             guint       page,
             GError    **error)
{
  Walk *walk = &self->walk;
  Entry *bottom = entries->len > 0 ? g_ptr_array_index (entries, entries->len - 1) : NULL;

  move_cursor (self, bottom, page);
  if (walk->next_page == 0)
    return TRUE;
  /* The empty page at the end may have been read before. */
  if (bottom == NULL && page <= walk->next_page)
    return end_walk (self, error);

  if (page > walk->next_page)
    walk->next_page = 0;
  else if (page == walk->next_page)
    {
      walk->next_page++;
      walk->bottom = bottom->data->sort_at;
    }
  return TRUE;
}

/* If several pages show the same project, the last one counts. */
static void
add_to_result (TrsStoredPage *result,
               GPtrArray     *entries)
{
  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (entries, i);

      if (entry->is_new || entry->changed || !trs_project_state_is_final (entry->data->state))
        g_ptr_array_add (result->projects, g_steal_pointer (&entry->data));
    }
}

static void
drop_repeated (GPtrArray *projects)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = projects->len; i > 0; i--)
    if (!g_hash_table_add (ids, ((TrsProjectData *) g_ptr_array_index (projects, i - 1))->id))
      g_ptr_array_remove_index (projects, i - 1);
}

/* Entries are read from the top, so that those without a date get their place, and written from the bottom, so that
 * of two with the same place in the order the upper one gets the greater row number. */
static gboolean
write_page (Writer     *self,
            GPtrArray  *records,
            guint       page,
            GError    **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (entry_free);
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean follows;

  if (page == 1 && !self->dry && self->pages->walk != TRS_LIST_WALK_GAP && !begin_walk (self, error))
    return FALSE;

  self->result->ground = self->result->inner = self->result->settled = TRUE;
  for (guint i = 0; i < records->len; i++)
    if (!read_entry (self, g_ptr_array_index (records, i), by_id, entries, error))
      return FALSE;
  follows = page == self->walk.next_page && self->walk.bottom != 0;
  place_entries (self, entries, follows ? self->walk.bottom - 1 : 0);
  for (guint i = entries->len; i > 0; i--)
    {
      Entry *entry = g_ptr_array_index (entries, i - 1);

      if (!write_entry (self, entry, error) || !show_entry (self, entry, error))
        return FALSE;
    }
  if (!self->dry && !follow_walk (self, entries, page, error))
    return FALSE;

  add_to_result (self->result, entries);
  return TRUE;
}

/* Finds out whose list the pages belong to: a project of the account is shown to its user only. */
static gboolean
find_owner (Writer  *self,
            GError **error)
{
  TrsPageOwner owner = TRS_PAGE_EMPTY;

  for (guint i = 0; i < self->pages->pages->len && owner != TRS_PAGE_OURS; i++)
    {
      GPtrArray *records = g_ptr_array_index (self->pages->pages, i);

      for (guint j = 0; j < records->len && owner != TRS_PAGE_OURS; j++)
        {
          const TrsProjectRecord *record = g_ptr_array_index (records, j);
          g_autoptr (TrsProjectData) data = NULL;

          if (!trs_store_rows_find (&self->rows, record->id, &data, error))
            return FALSE;
          owner = data != NULL ? TRS_PAGE_OURS : TRS_PAGE_OTHERS;
        }
    }
  self->result->owner = owner;
  return TRUE;
}

static gpointer
write_run (TrsStoreContext  *context,
           gconstpointer     data,
           GError          **error)
{
  const Pages *pages = data;
  g_auto (Writer) self = { 0 };

  if (!writer_init (&self, context, pages, error))
    return NULL;
  if ((pages->flags & TRS_LISTING_PROVE_OWNER) != 0 && !find_owner (&self, error))
    return NULL;
  if (self.result->owner != TRS_PAGE_OURS)
    {
      context->quiet = TRUE;
      self.result->written = FALSE;
      return g_steal_pointer (&self.result);
    }
  for (guint i = 0; i < pages->pages->len; i++)
    if (!write_page (&self, g_ptr_array_index (pages->pages, i), pages->page + i, error))
      return NULL;
  if (!self.dry && !save_progress (&self, error))
    return NULL;

  context->quiet = !self.wrote;
  drop_repeated (self.result->projects);
  self.result->listing =
      (TrsListing) { self.progress.listed_at, self.progress.gap_below != 0, (guint) self.progress.cursor };
  return g_steal_pointer (&self.result);
}

/**
 * trs_store_listing_write_pages_async:
 * @self: a store
 * @account: an account
 * @walk: what the pages were read for
 * @page: the number of the first one, from 1
 * @pages: (element-type GPtrArray): arrays of #TrsProjectRecord, an empty one where the list ends; referenced, and
 *   changed by nobody before the callback
 * @now: when they were read, in microseconds since the epoch
 * @flags: how they are written
 * @cancellable: (nullable): to give up, also while it runs
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes pages of the list of an account, and how far the list has been read, in one transaction. A background job. A
 * file that is read-only is never written: they are only compared.
 *
 * If a whole walk ends with `vanished`, the next one of this run is the second of two: what neither showed is marked
 * as missing at its end.
 *
 * The rows of what has come to an end since the list was read last are unread: what was known and open, and what is
 * new and newer than all that was known. #TrsStore::changed follows only if a row was written.
 */
void
trs_store_listing_write_pages_async (TrsStore            *self,
                                     gint64               account,
                                     TrsListWalk          walk,
                                     guint                page,
                                     GPtrArray           *pages,
                                     gint64               now,
                                     TrsListingFlags      flags,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = write_run,
    .free_result = (GDestroyNotify) trs_stored_page_free,
    .flags = TRS_STORE_BACKGROUND,
  };
  Pages *written = g_new0 (Pages, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_listing_write_pages_async);
  written->account = account;
  written->walk = walk;
  written->page = page;
  written->pages = g_ptr_array_ref (pages);
  written->now = now;
  written->flags = flags;
  trs_store_push_with_data (self, task, &job, NULL, 0, written, pages_free);
}

/**
 * trs_store_listing_write_pages_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the result of all pages; its `ground`, `inner` and `settled` are of the last
 *   one; %NULL with @error set, %G_IO_ERROR_NOT_FOUND if there is no such account
 */
TrsStoredPage *
trs_store_listing_write_pages_finish (TrsStore      *self,
                                      GAsyncResult  *result,
                                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_listing_write_pages_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
