/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-weak-table.h"

struct _TrsWeakTable
{
  GHashTable *entries;
  GDestroyNotify free_key;
};

typedef struct
{
  TrsWeakTable *table;
  gpointer key;
  GObject *object; /* %NULL once it is gone */
} Entry;

static void
object_gone_cb (gpointer  data,
                GObject  *object)
{
  Entry *entry = data;

  entry->object = NULL;
  g_hash_table_remove (entry->table->entries, entry->key);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  if (entry->object != NULL)
    g_object_weak_unref (entry->object, object_gone_cb, entry);
  entry->table->free_key (entry->key);
  g_free (entry);
}

/**
 * trs_weak_table_new:
 * @hash: of a key
 * @equal: compares two keys
 * @free_key: frees a key
 *
 * Returns: (transfer full): an empty table
 */
TrsWeakTable *
trs_weak_table_new (GHashFunc      hash,
                    GEqualFunc     equal,
                    GDestroyNotify free_key)
{
  TrsWeakTable *self = g_new0 (TrsWeakTable, 1);

  self->entries = g_hash_table_new_full (hash, equal, NULL, entry_free);
  self->free_key = free_key;
  return self;
}

/**
 * trs_weak_table_free:
 * @self: (transfer full): a table
 */
void
trs_weak_table_free (TrsWeakTable *self)
{
  g_hash_table_remove_all (self->entries);
  g_hash_table_unref (self->entries);
  g_free (self);
}

/**
 * trs_weak_table_add:
 * @self: a table
 * @key: (transfer full): a key that is not in the table
 * @object: (transfer none): what it stands for
 */
void
trs_weak_table_add (TrsWeakTable *self,
                    gpointer      key,
                    GObject      *object)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->table = self;
  entry->key = key;
  entry->object = object;
  g_object_weak_ref (object, object_gone_cb, entry);
  g_hash_table_insert (self->entries, key, entry);
}

/**
 * trs_weak_table_peek:
 * @self: a table
 * @key: a key
 *
 * Returns: (transfer none) (nullable): its object, if somebody holds that
 */
gpointer
trs_weak_table_peek (TrsWeakTable  *self,
                     gconstpointer  key)
{
  Entry *entry = g_hash_table_lookup (self->entries, key);

  return entry != NULL ? entry->object : NULL;
}

/**
 * trs_weak_table_remove:
 * @self: a table
 * @key: a key, in the table or not
 */
void
trs_weak_table_remove (TrsWeakTable  *self,
                       gconstpointer  key)
{
  g_hash_table_remove (self->entries, key);
}

/**
 * trs_weak_table_remove_all:
 * @self: a table
 */
void
trs_weak_table_remove_all (TrsWeakTable *self)
{
  g_hash_table_remove_all (self->entries);
}

/**
 * trs_weak_table_iter_init:
 * @iter: (out): an iterator on the stack
 * @self: a table
 */
void
trs_weak_table_iter_init (TrsWeakTableIter *iter,
                          TrsWeakTable     *self)
{
  g_hash_table_iter_init (&iter->iter, self->entries);
}

/**
 * trs_weak_table_iter_next:
 * @iter: an iterator
 *
 * Returns: (transfer none) (nullable): the next object, in no order; %NULL after the last one
 */
gpointer
trs_weak_table_iter_next (TrsWeakTableIter *iter)
{
  gpointer entry;

  return g_hash_table_iter_next (&iter->iter, NULL, &entry) ? ((Entry *) entry)->object : NULL;
}
