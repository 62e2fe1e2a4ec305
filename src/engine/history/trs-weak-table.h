/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsWeakTable:
 *
 * A table that holds no reference on its objects, and forgets those that nobody
 * else holds: so a project is one object, and a row one item, for as long as
 * somebody has it.
 */
typedef struct _TrsWeakTable TrsWeakTable;

TrsWeakTable *trs_weak_table_new        (GHashFunc      hash,
                                         GEqualFunc     equal,
                                         GDestroyNotify free_key);
void          trs_weak_table_free       (TrsWeakTable  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsWeakTable, trs_weak_table_free)

void          trs_weak_table_add        (TrsWeakTable  *self,
                                         gpointer       key,
                                         GObject       *object);
gpointer      trs_weak_table_peek       (TrsWeakTable  *self,
                                         gconstpointer  key);
void          trs_weak_table_remove     (TrsWeakTable  *self,
                                         gconstpointer  key);
void          trs_weak_table_remove_all (TrsWeakTable  *self);

/**
 * TrsWeakTableIter:
 *
 * Goes through a table that does not change meanwhile: whoever goes through it
 * lets go of no object that may be in it.
 */
typedef struct
{
  /*< private >*/
  GHashTableIter iter;
} TrsWeakTableIter;

void          trs_weak_table_iter_init  (TrsWeakTableIter *iter,
                                         TrsWeakTable     *self);
gpointer      trs_weak_table_iter_next  (TrsWeakTableIter *iter);
