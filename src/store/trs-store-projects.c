/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-projects.h"

#include "trs-annotations.h"
#include "trs-store-job.h"
#include "trs-store-rows.h"

#include <string.h>

/* Which projects of an account a chip of the list shows. */
#define IS_SHOWN                                                                                              \
  "account = :account AND CASE :show "                                                                        \
  "WHEN :in_progress THEN state NOT IN (:done, :error) WHEN :finished THEN state = :done "                   \
  "WHEN :failed THEN state = :error ELSE 1 END"

/* The parameters of IS_SHOWN besides `:account`. */
#define VALUES_OF_SHOW(show)                                      \
  TRS_SQL_INT64 (":show", show),                                  \
  TRS_SQL_INT64 (":in_progress", TRS_PROJECT_SHOW_IN_PROGRESS),   \
  TRS_SQL_INT64 (":finished", TRS_PROJECT_SHOW_DONE),             \
  TRS_SQL_INT64 (":failed", TRS_PROJECT_SHOW_FAILED),             \
  TRS_SQL_INT64 (":done", TRS_PROJECT_STATE_DONE),                \
  TRS_SQL_INT64 (":error", TRS_PROJECT_STATE_ERROR)

/* The list as a GArray of TrsStoreEntry: numbers alone, for all of its rows. */
#define LIST "SELECT row, sort_at FROM project WHERE " IS_SHOWN
#define BY_TITLE " ORDER BY title_key (" TRS_STORE_SHOWN_TITLE "), sort_at DESC, row DESC"

void
trs_store_list_free (TrsStoreList *list)
{
  g_array_unref (list->entries);
  g_clear_pointer (&list->first, g_ptr_array_unref);
  g_free (list);
}

typedef struct
{
  TrsProjectOrder order;
  guint limit;
} Query;

static gboolean
read_entries (TrsStoreContext  *context,
              TrsProjectOrder   order,
              GArray           *entries,
              GError          **error)
{
  gboolean by_title = order == TRS_PROJECT_ORDER_TITLE;
  g_autoptr (sqlite3_stmt) statement =
      trs_store_context_query (context, by_title ? LIST BY_TITLE : LIST TRS_STORE_NEWEST_FIRST, error);
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, error) && row)
    {
      TrsStoreEntry entry = { sqlite3_column_int64 (statement, 0), sqlite3_column_int64 (statement, 1) };

      g_array_append_val (entries, entry);
    }
  return !row;
}

static GPtrArray *
read_first (sqlite3       *db,
            const GArray  *entries,
            guint          limit,
            GError       **error)
{
  guint n = MIN (limit, entries->len);
  g_autofree gint64 *rows = g_new (gint64, n);

  for (guint i = 0; i < n; i++)
    rows[i] = g_array_index (entries, TrsStoreEntry, i).row;
  return trs_store_read_numbers (db, rows, n, error);
}

static gboolean
count_known (TrsStoreContext  *context,
             guint            *n_known,
             GError          **error)
{
  gint64 number = 0;
  gboolean good =
      trs_store_context_read_number (context, "SELECT count(*) FROM project WHERE account = :account", &number, error);

  *n_known = (guint) number;
  return good;
}

static gpointer
query_run (TrsStoreContext  *context,
           gconstpointer     data,
           GError          **error)
{
  const Query *query = data;
  g_autoptr (TrsStoreList) list = g_new0 (TrsStoreList, 1);

  list->entries = g_array_new (FALSE, FALSE, sizeof (TrsStoreEntry));
  if (!read_entries (context, query->order, list->entries, error))
    return NULL;
  list->first = read_first (context->db, list->entries, query->limit, error);
  if (list->first == NULL || !count_known (context, &list->n_known, error))
    return NULL;

  return g_steal_pointer (&list);
}

/**
 * trs_store_projects_query_async:
 * @self: a store
 * @account: an account
 * @show: which projects
 * @order: in which order
 * @limit: how many of them are read as data
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the projects of an account.
 */
void
trs_store_projects_query_async (TrsStore            *self,
                                gint64               account,
                                TrsProjectShow       show,
                                TrsProjectOrder      order,
                                guint                limit,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = query_run,
    .free_result = (GDestroyNotify) trs_store_list_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    VALUES_OF_SHOW (show),
  };
  Query *query = g_new0 (Query, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_query_async);
  query->order = order;
  query->limit = limit;
  trs_store_push_with_data (self, task, &job, values, G_N_ELEMENTS (values), query, g_free);
}

/**
 * trs_store_projects_query_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the list; %NULL with @error set
 */
TrsStoreList *
trs_store_projects_query_finish (TrsStore      *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_query_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
count_run (TrsStoreContext  *context,
           gconstpointer     data,
           GError          **error)
{
  g_autoptr (TrsStoreList) list = g_new0 (TrsStoreList, 1);

  list->entries = g_array_new (FALSE, FALSE, sizeof (TrsStoreEntry));
  list->first = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  return count_known (context, &list->n_known, error) ? g_steal_pointer (&list) : NULL;
}

/**
 * trs_store_projects_count_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * As trs_store_projects_query_async(), for those who only want to know how many projects there are.
 */
void
trs_store_projects_count_async (TrsStore            *self,
                                gint64               account,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = count_run,
    .free_result = (GDestroyNotify) trs_store_list_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_count_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_count_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): a list without entries; %NULL with @error set
 */
TrsStoreList *
trs_store_projects_count_finish (TrsStore      *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_count_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
read_page_run (TrsStoreContext  *context,
               gconstpointer     data,
               GError          **error)
{
  /* The index of the list leads to the first row, and is read on from there. */
  return trs_store_read_rows (trs_store_context_query (context,
                                                       "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE " IS_SHOWN
                                                       " AND (sort_at, row) < (:sort_at, :row)" TRS_STORE_NEWEST_FIRST
                                                       " LIMIT :limit",
                                                       error),
                              error);
}

/**
 * trs_store_projects_read_page_async:
 * @self: a store
 * @account: an account
 * @show: which projects
 * @after: (nullable): the last one of the page before, of which only `sort_at` and `row` are used; %NULL for the first
 *   page
 * @limit: how many at most
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the list of an account page by page, newest first, so that a long one needs no more memory than a short one. A
 * project that changes its place between two pages may be on both or on neither.
 */
void
trs_store_projects_read_page_async (TrsStore             *self,
                                    gint64                account,
                                    TrsProjectShow        show,
                                    const TrsProjectData *after,
                                    guint                 limit,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data)
{
  static const TrsStoreJob job = {
    .run = read_page_run,
    .free_result = (GDestroyNotify) g_ptr_array_unref,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    VALUES_OF_SHOW (show),
    TRS_SQL_INT64 (":sort_at", after != NULL ? after->sort_at : G_MAXINT64),
    TRS_SQL_INT64 (":row", after != NULL ? after->row : G_MAXINT64),
    TRS_SQL_INT64 (":limit", limit),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_read_page_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_read_page_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): the projects, none behind the last page; %NULL
 *   with @error set
 */
GPtrArray *
trs_store_projects_read_page_finish (TrsStore      *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_read_page_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Returns: (transfer full) (nullable): the first or last UUID, as @digit is 0 or f, that begins with @prefix; %NULL if
 *   none does */
static char *
complete_uuid (const char *prefix,
               char        digit)
{
  static const char shape[] = "########-####-####-####-############";
  gsize length = strlen (prefix);
  char *id = g_strdup (shape);

  for (gsize i = 0; id[i] != '\0'; i++)
    {
      gboolean fits = i >= length || (shape[i] == '-' ? prefix[i] == '-'
                                                      : g_ascii_isxdigit (prefix[i]) && !g_ascii_isupper (prefix[i]));

      if (!fits || length > sizeof shape - 1)
        {
          g_free (id);
          return NULL;
        }
      if (shape[i] != '-')
        id[i] = i < length ? prefix[i] : digit;
    }
  return id;
}

/**
 * trs_store_projects_find_prefix_async:
 * @self: a store
 * @account: an account
 * @prefix: how the id begins, at least one character
 * @limit: how many at most
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the projects of an account whose ids begin alike.
 */
void
trs_store_projects_find_prefix_async (TrsStore            *self,
                                      gint64               account,
                                      const char          *prefix,
                                      guint                limit,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  /* Two ranges of the index: ids as they were received, and those that are packed. */
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE row IN ("
           "SELECT row FROM project WHERE account = :account AND id BETWEEN :prefix AND :prefix || char (0x10ffff) "
           "UNION ALL SELECT row FROM project WHERE account = :account "
           "AND id BETWEEN packed_id (:first) AND packed_id (:last))" TRS_STORE_NEWEST_FIRST " LIMIT :limit",
    .read = trs_store_read_row,
    .free_result = (GDestroyNotify) trs_project_data_free,
  };
  g_autofree char *first = complete_uuid (prefix, '0');
  g_autofree char *last = complete_uuid (prefix, 'f');
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":prefix", prefix),
    TRS_SQL_TEXT (":first", first),
    TRS_SQL_TEXT (":last", last),
    TRS_SQL_INT64 (":limit", limit),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_find_prefix_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_find_prefix_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): the projects, newest first; %NULL with @error set
 */
GPtrArray *
trs_store_projects_find_prefix_finish (TrsStore      *self,
                                       GAsyncResult  *result,
                                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_find_prefix_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
read_rows_run (TrsStoreContext  *context,
               gconstpointer     data,
               GError          **error)
{
  const GArray *rows = data;

  return trs_store_read_numbers (context->db, (const gint64 *) (gconstpointer) rows->data, rows->len, error);
}

/**
 * trs_store_projects_read_rows_async:
 * @self: a store
 * @rows: (array length=n_rows): numbers of rows, of any account
 * @n_rows: how many
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads projects by their rows.
 */
void
trs_store_projects_read_rows_async (TrsStore            *self,
                                    const gint64        *rows,
                                    guint                n_rows,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = read_rows_run,
    .free_result = (GDestroyNotify) g_ptr_array_unref,
  };
  GArray *copy = g_array_sized_new (FALSE, FALSE, sizeof *rows, n_rows);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_read_rows_async);
  g_array_append_vals (copy, rows, n_rows);
  trs_store_push_with_data (self, task, &job, NULL, 0, copy, (GDestroyNotify) g_array_unref);
}

/**
 * trs_store_projects_read_rows_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): those that exist, in this order; %NULL with
 *   @error set
 */
GPtrArray *
trs_store_projects_read_rows_finish (TrsStore      *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_read_rows_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_projects_read_ids_async:
 * @self: a store
 * @account: an account
 * @ids: (array zero-terminated=1): some of its projects
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads projects by their ids.
 */
void
trs_store_projects_read_ids_async (TrsStore            *self,
                                   gint64               account,
                                   const char * const  *ids,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM json_each (:ids) "
           "CROSS JOIN project ON account = :account AND project.id = packed_id (value) ORDER BY key",
    .read = trs_store_read_row,
    .free_result = (GDestroyNotify) trs_project_data_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_STRV (":ids", ids),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_read_ids_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_read_ids_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): those that exist, in this order; %NULL with
 *   @error set
 */
GPtrArray *
trs_store_projects_read_ids_finish (TrsStore      *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_read_ids_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_projects_read_open_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the projects of an account that are neither done nor failed.
 */
void
trs_store_projects_read_open_async (TrsStore            *self,
                                    gint64               account,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project "
           "WHERE account = :account AND state NOT IN (:done, :error)" TRS_STORE_NEWEST_FIRST,
    .read = trs_store_read_row,
    .free_result = (GDestroyNotify) trs_project_data_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_INT64 (":done", TRS_PROJECT_STATE_DONE),
    TRS_SQL_INT64 (":error", TRS_PROJECT_STATE_ERROR),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_read_open_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_read_open_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): the projects, newest first; %NULL with @error set
 */
GPtrArray *
trs_store_projects_read_open_finish (TrsStore      *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_read_open_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_projects_read_finished_async:
 * @self: a store
 * @account: an account
 * @since: microseconds since the epoch
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the projects of an account whose end was seen after @since, and those that had ended when they were first seen
 * and were created after it.
 */
void
trs_store_projects_read_finished_async (TrsStore            *self,
                                        gint64               account,
                                        gint64               since,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE account = :account AND state IN (:done, :error) "
           "AND NOT hidden AND coalesce(nullif(finished_seen_at, 0), created_at) > :since "
           "ORDER BY coalesce(nullif(finished_seen_at, 0), created_at), row",
    .read = trs_store_read_row,
    .free_result = (GDestroyNotify) trs_project_data_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_INT64 (":since", since),
    TRS_SQL_INT64 (":done", TRS_PROJECT_STATE_DONE),
    TRS_SQL_INT64 (":error", TRS_PROJECT_STATE_ERROR),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_read_finished_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_read_finished_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): the projects, by that time; %NULL with @error set
 */
GPtrArray *
trs_store_projects_read_finished_finish (TrsStore      *self,
                                         GAsyncResult  *result,
                                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_read_finished_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_projects_read_highlighted_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the finished projects of an account in whose transcripts the user has highlighted something.
 */
void
trs_store_projects_read_highlighted_async (TrsStore            *self,
                                           gint64               account,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE account = :account AND state = :done "
           "AND EXISTS (SELECT 1 FROM annotation WHERE annotation.project = project.row AND kind = :kind)"
           TRS_STORE_NEWEST_FIRST,
    .read = trs_store_read_row,
    .free_result = (GDestroyNotify) trs_project_data_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_INT64 (":done", TRS_PROJECT_STATE_DONE),
    TRS_SQL_INT64 (":kind", TRS_ANNOTATION_HIGHLIGHT),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_read_highlighted_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_read_highlighted_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): the projects, newest first; %NULL with @error set
 */
GPtrArray *
trs_store_projects_read_highlighted_finish (TrsStore      *self,
                                            GAsyncResult  *result,
                                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_read_highlighted_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_projects_read_attempts_async:
 * @self: a store
 * @account: an account
 * @video_id: a video
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the projects of an account that are of one video.
 */
void
trs_store_projects_read_attempts_async (TrsStore            *self,
                                        gint64               account,
                                        const char          *video_id,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project "
           "WHERE account = :account AND video_id = :video_id" TRS_STORE_NEWEST_FIRST,
    .read = trs_store_read_row,
    .free_result = (GDestroyNotify) trs_project_data_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":video_id", video_id),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_read_attempts_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_read_attempts_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): the projects, newest first; %NULL with @error set
 */
GPtrArray *
trs_store_projects_read_attempts_finish (TrsStore      *self,
                                         GAsyncResult  *result,
                                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_read_attempts_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_projects_list_without_text_async:
 * @self: a store
 * @account: an account
 * @since: only those from this time on in the order by date, microseconds since the epoch
 * @limit: how many at most
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists finished projects of an account whose text is not kept here and can be downloaded: neither hidden nor missing.
 * A background job.
 */
void
trs_store_projects_list_without_text_async (TrsStore            *self,
                                            gint64               account,
                                            gint64               since,
                                            guint                limit,
                                            GCancellable        *cancellable,
                                            GAsyncReadyCallback  callback,
                                            gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project NOT INDEXED "
           "WHERE account = :account AND state = :done AND NOT hidden AND NOT missing AND sort_at >= :since "
           "AND NOT EXISTS (SELECT 1 FROM text WHERE text.project = project.row AND superseded = 0) "
           "ORDER BY row DESC LIMIT :limit",
    .read = trs_store_read_row,
    .free_result = (GDestroyNotify) trs_project_data_free,
    .flags = TRS_STORE_BACKGROUND,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_INT64 (":since", since),
    TRS_SQL_INT64 (":limit", limit),
    TRS_SQL_INT64 (":done", TRS_PROJECT_STATE_DONE),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_list_without_text_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_list_without_text_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): the projects, newest first; %NULL with @error set
 */
GPtrArray *
trs_store_projects_list_without_text_finish (TrsStore      *self,
                                             GAsyncResult  *result,
                                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_list_without_text_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

typedef struct
{
  gint64 account;
  GPtrArray *projects;
} Saving;

static gpointer
copy_project (gconstpointer project,
              gpointer      user_data)
{
  return trs_project_data_copy (project);
}

static Saving *
saving_new (gint64     account,
            GPtrArray *projects)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->account = account;
  saving->projects = g_ptr_array_copy (projects, copy_project, NULL);
  g_ptr_array_set_free_func (saving->projects, (GDestroyNotify) trs_project_data_free);
  return saving;
}

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_ptr_array_unref (saving->projects);
  g_free (saving);
}

/* Saves from the last project to the first: of those with the same place in the order, the upper one gets the
 * greater row number. If an id occurs twice, the last one counts. */
static gpointer
save_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  const Saving *saving = data;
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (TrsStoreRows) rows = { 0 };

  if (!trs_store_rows_init (&rows, context->db, saving->account, error))
    return NULL;

  for (guint i = saving->projects->len; i > 0; i--)
    {
      const TrsProjectData *project = g_ptr_array_index (saving->projects, i - 1);
      g_autoptr (TrsProjectData) saved = NULL;

      if (!g_hash_table_add (ids, project->id))
        continue;
      saved = trs_store_rows_merge (&rows, project, g_get_real_time (), error);
      if (saved == NULL)
        return NULL;
    }
  return GINT_TO_POINTER (TRUE);
}

/**
 * trs_store_projects_save_async:
 * @self: a store
 * @account: an account
 * @projects: (element-type TrsProjectData): projects, none of them pending; copied with what they point to
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Merges projects into their rows (trs_project_data_merge()). Inserts those without a row, which do not count as shown
 * by the list. Never writes title and note of the user into a row that exists.
 */
void
trs_store_projects_save_async (TrsStore            *self,
                               gint64               account,
                               GPtrArray           *projects,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = save_run,
  };
  Saving *saving = saving_new (account, projects);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_save_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, saving, saving_free);
}

/**
 * trs_store_projects_save_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_projects_save_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_save_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_store_projects_set_own_async:
 * @self: a store
 * @account: an account
 * @id: one of its projects
 * @title: (nullable): title of the user; %NULL for that of the service
 * @note: (nullable): note of the user; %NULL for none
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes what the user says of a project.
 */
void
trs_store_projects_set_own_async (TrsStore            *self,
                                  gint64               account,
                                  const char          *id,
                                  const char          *title,
                                  const char          *note,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "UPDATE project SET local_title = :title, note = ifnull (:note, '') "
           "WHERE account = :account AND id = packed_id (:id)",
    .flags = TRS_STORE_DURABLE | TRS_STORE_MUST_CHANGE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
    TRS_SQL_TEXT (":title", title),
    TRS_SQL_TEXT (":note", note),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_set_own_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_set_own_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success; %G_IO_ERROR_NOT_FOUND if there is no such project
 */
gboolean
trs_store_projects_set_own_finish (TrsStore      *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_set_own_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static gpointer
set_place_run (TrsStoreContext  *context,
               gconstpointer     data,
               GError          **error)
{
  context->quiet = TRUE;
  return GINT_TO_POINTER (trs_store_context_execute (context,
                                                     "UPDATE project SET place = :place, caret = :caret "
                                                     "WHERE account = :account AND id = packed_id (:id) AND NOT hidden",
                                                     error));
}

/**
 * trs_store_projects_set_place_async:
 * @self: a store
 * @account: an account
 * @id: one of its projects
 * @place: where the user reads, see #TrsProjectData
 * @caret: where the caret is, see #TrsProjectData
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes where the user reads a project. Of one that was removed nothing is kept. #TrsStore::changed does not follow.
 */
void
trs_store_projects_set_place_async (TrsStore            *self,
                                    gint64               account,
                                    const char          *id,
                                    gint64               place,
                                    gint64               caret,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = set_place_run,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
    TRS_SQL_INT64 (":place", place),
    TRS_SQL_INT64 (":caret", caret),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_set_place_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_set_place_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_projects_set_place_finish (TrsStore      *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_set_place_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
