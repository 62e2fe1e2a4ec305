/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-fill.h"

#include <string.h>

#include "trs-sql-id.h"
#include "trs-store-schema.h"

/* A list begins with a page that is saved by itself. */
#define FEW_PROJECTS "1000"

/* Two ids may have the same, which ends the filling early and does nothing else. */
static gpointer
get_number (const TrsProjectKey *key)
{
  gsize parts[TRS_PROJECT_UUID_SIZE / sizeof (gsize)];
  gsize number = 0;

  if (!key->is_uuid)
    return GSIZE_TO_POINTER (g_str_hash (key->string));

  memcpy (parts, key->uuid, sizeof parts);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    number = number * (gsize) G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + parts[i];
  return GSIZE_TO_POINTER (number);
}

static gboolean
ask (sqlite3     *db,
     const char  *question,
     gboolean    *yes,
     GError     **error)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare (db, question, error);

  return statement != NULL && trs_sql_step (statement, yes, error);
}

static GHashTable *
list_told (sqlite3  *db,
           GError  **error)
{
  g_autoptr (GHashTable) told = g_hash_table_new (NULL, NULL);
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare (db, "SELECT id FROM project", error);
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

  while (trs_sql_step (statement, &row, error) && row)
    {
      char room[TRS_PROJECT_ID_ROOM];
      TrsProjectKey key;

      trs_project_key_init (&key, trs_sql_view_id (statement, 0, room));
      g_hash_table_add (told, get_number (&key));
    }
  return row ? NULL : g_steal_pointer (&told);
}

/**
 * trs_store_fill_begin:
 * @self: a fill
 * @db: a connection, in the transaction in which many projects come
 * @error: return location for an error
 *
 * Takes the index of the ids away if there are hardly any projects yet; does
 * nothing if that was done before.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_fill_begin (TrsStoreFill  *self,
                      sqlite3       *db,
                      GError       **error)
{
  gboolean more = FALSE;

  if (self->told != NULL)
    return TRUE;
  if (!ask (db, "SELECT 1 FROM project LIMIT 1 OFFSET " FEW_PROJECTS, &more, error))
    return FALSE;
  if (more)
    return TRUE;

  self->told = list_told (db, error);
  return self->told != NULL && trs_store_schema_drop_ids (db, error);
}

/**
 * trs_store_fill_take:
 * @self: a fill
 * @db: a connection, in the transaction in which the projects come
 * @packed: (element-type TrsPackedProject): projects that are to be put into the table
 * @all_new: (out): whether the index is not there, and all of @packed can be
 *   put into the table as they are; otherwise the index is there
 * @error: return location for an error
 *
 * Ends the filling if one of them is there already.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_fill_take (TrsStoreFill     *self,
                     sqlite3          *db,
                     const GPtrArray  *packed,
                     gboolean         *all_new,
                     GError          **error)
{
  gboolean indexed = FALSE;

  *all_new = FALSE;
  if (self->told == NULL)
    return trs_store_fill_end (self, db, error);
  if (!ask (db, "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = 'project_id'", &indexed, error))
    return FALSE;

  *all_new = !indexed;
  for (guint i = 0; i < packed->len && *all_new; i++)
    {
      TrsProjectKey key;

      trs_packed_project_get_key (g_ptr_array_index (packed, i), &key);
      *all_new = g_hash_table_add (self->told, get_number (&key));
    }

  return *all_new || trs_store_fill_end (self, db, error);
}

/**
 * trs_store_fill_end:
 * @self: a fill
 * @db: a connection
 * @error: return location for an error
 *
 * Makes the index, if it is not there.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_fill_end (TrsStoreFill  *self,
                    sqlite3       *db,
                    GError       **error)
{
  trs_store_fill_clear (self);
  return trs_store_schema_make_ids (db, error);
}

/**
 * trs_store_fill_clear:
 * @self: a fill
 *
 * Forgets what it knows.
 */
void
trs_store_fill_clear (TrsStoreFill *self)
{
  g_clear_pointer (&self->told, g_hash_table_unref);
}
