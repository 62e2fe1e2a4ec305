/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-check.h"

#include <string.h>

#include "trs-search-query.h"
#include "trs-sql.h"
#include "trs-store-file.h"
#include "trs-store-repair.h"

/* It is due again after so many seconds. */
#define DAY (24 * 60 * 60)

struct _TrsStoreCheck
{
  char *path;
  TrsStoreCheckFunc on_damage;
  GThreadPool *thread;
  GCancellable *interrupted;

  /* atomic */
  int due;
};

static gboolean
finds_text (sqlite3     *db,
            gint64       text,
            const char  *words,
            gboolean    *found,
            GError     **error)
{
  /* What comes after the last blank may be half a word. */
  g_autofree char *whole = g_strndup (words, (gsize) (MAX (strrchr (words, ' '), words) - words));
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (whole);
  g_autofree char *match = trs_search_query_to_fts (query);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "SELECT 1 FROM text_index WHERE text_index MATCH ?1 AND rowid = ?2", error);

  if (statement == NULL)
    return FALSE;

  *found = trs_search_query_get_terms (query) == 0;
  if (*found)
    return TRUE;

  trs_sql_bind_text (statement, 1, match);
  sqlite3_bind_int64 (statement, 2, text);
  return trs_sql_step (statement, found, error);
}

/* Some damage makes an index silent instead of wrong. So it is asked for the first words of the newest and of the
 * oldest text. */
static gboolean
check_index (sqlite3  *db,
             GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT text, substr (bare, 1, 80) FROM text WHERE text IN "
                       "((SELECT min (text) FROM text WHERE NOT superseded AND NOT unspaced),"
                       " (SELECT max (text) FROM text WHERE NOT superseded AND NOT unspaced))",
                       error);
  gboolean row = FALSE;

  if (statement == NULL)
    return FALSE;

  for (;;)
    {
      gboolean found = FALSE;

      if (!trs_sql_step (statement, &row, error))
        return FALSE;
      if (!row)
        return TRUE;
      if (!finds_text (db, sqlite3_column_int64 (statement, 0), (const char *) sqlite3_column_text (statement, 1),
                       &found, error))
        return FALSE;
      if (!found)
        {
          trs_sql_set_damaged (error, "the index does not know a text");
          return FALSE;
        }
    }
}

static gboolean
is_sound (sqlite3  *db,
          GError  **error)
{
  return trs_store_quick_check (db, error) && check_index (db, error);
}

static void
note_sound (TrsStoreCheck *self)
{
  g_atomic_int_set (&self->due, FALSE);
  trs_store_file_note_checked (self->path);
}

/**
 * trs_store_check_look:
 * @self: a check
 * @db: a connection
 * @error: return location for an error
 *
 * Looks for damage at once.
 *
 * Returns: %TRUE if the file is sound
 */
gboolean
trs_store_check_look (TrsStoreCheck  *self,
                      sqlite3        *db,
                      GError        **error)
{
  if (!is_sound (db, error))
    return FALSE;

  note_sound (self);
  return TRUE;
}

static void
interrupt_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  sqlite3_interrupt (user_data);
}

static gboolean
look (TrsStoreCheck *self)
{
  sqlite3 *db = NULL;
  gboolean sound = FALSE;

  if (sqlite3_open_v2 (self->path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
    {
      gulong handler = g_cancellable_connect (self->interrupted, G_CALLBACK (interrupt_cb), db, NULL);

      /* An older file is for a job, which brings it up to date first. */
      sound = trs_store_file_is_current (db) && is_sound (db, NULL);
      g_cancellable_disconnect (self->interrupted, handler);
    }
  sqlite3_close_v2 (db);
  return sound;
}

static void
look_cb (gpointer data,
         gpointer user_data)
{
  g_autoptr (GTask) task = data;
  TrsStoreCheck *self = user_data;
  gboolean sound = look (self);

  if (g_cancellable_is_cancelled (self->interrupted))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The file is closed");
  else if (!sound)
    self->on_damage (task);
  else
    {
      note_sound (self);
      g_task_return_pointer (task, GINT_TO_POINTER (TRUE), NULL);
    }
}

/**
 * trs_store_check_new:
 * @path: the file of a store
 * @on_damage: called in the thread of the check
 *
 * Returns: (transfer full): what checks it
 */
TrsStoreCheck *
trs_store_check_new (const char        *path,
                     TrsStoreCheckFunc  on_damage)
{
  TrsStoreCheck *self = g_new0 (TrsStoreCheck, 1);

  self->path = g_strdup (path);
  self->on_damage = on_damage;
  self->interrupted = g_cancellable_new ();
  self->thread = g_thread_pool_new (look_cb, self, 1, FALSE, NULL);
  return self;
}

/**
 * trs_store_check_free:
 * @self: (transfer full): a check that does not run
 */
void
trs_store_check_free (TrsStoreCheck *self)
{
  g_thread_pool_free (self->thread, TRUE, FALSE);
  g_object_unref (self->interrupted);
  g_free (self->path);
  g_free (self);
}

/**
 * trs_store_check_expect:
 * @self: a check
 * @after_crash: whether the last end was not clean
 *
 * The file was opened: sees whether it has to be checked.
 */
void
trs_store_check_expect (TrsStoreCheck *self,
                        gboolean       after_crash)
{
  if (after_crash || trs_store_file_get_age_of_check (self->path) > DAY)
    g_atomic_int_set (&self->due, TRUE);
}

/**
 * trs_store_check_interrupt:
 * @self: a check
 *
 * Ends one that runs, and those that are asked for after this.
 */
void
trs_store_check_interrupt (TrsStoreCheck *self)
{
  g_cancellable_cancel (self->interrupted);
}

/**
 * trs_store_check_wait:
 * @self: a check
 *
 * Waits for what was asked for.
 */
void
trs_store_check_wait (TrsStoreCheck *self)
{
  g_thread_pool_free (self->thread, FALSE, TRUE);
  self->thread = g_thread_pool_new (look_cb, self, 1, FALSE, NULL);
}

/**
 * trs_store_check_is_due:
 * @self: a check
 *
 * Returns: %TRUE after an end that was not clean, or a day after the last one
 */
gboolean
trs_store_check_is_due (TrsStoreCheck *self)
{
  return g_atomic_int_get (&self->due);
}

/**
 * trs_store_check_begin:
 * @self: a check
 * @task: (transfer full): returns %TRUE if the file is sound, unless there is damage
 */
void
trs_store_check_begin (TrsStoreCheck *self,
                       GTask         *task)
{
  g_thread_pool_push (self->thread, task, NULL);
}
