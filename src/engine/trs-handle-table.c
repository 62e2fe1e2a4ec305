/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-handle-table.h"

#include <string.h>

#define MIN_SLOTS 16

struct _TrsHandleTable
{
  TrsHandleHash hash;
  TrsHandleEqual equal;
  gpointer user_data;

  /* A power of two; handles wait in the next free slot behind their own. */
  guint32 *slots;
  guint n_slots;
  guint n_handles;

  /* Moving 100,000 handles at once would be seen. Those of the table before follow a few at a time, and stand there
   * until the last of them has come. */
  guint32 *old;
  guint n_old;
  guint n_moved;
};

/* Slots of the table before for each new handle: enough to be done long before there are more. */
#define MOVED_AT_ONCE 8

static void
allocate (TrsHandleTable *self,
          guint           n_slots)
{
  self->n_slots = n_slots;
  self->slots = g_new (guint32, n_slots);
  memset (self->slots, 0xff, n_slots * sizeof *self->slots);
}

/* Hashes of what is numbered lie side by side, and would have to be passed one by one. */
static guint
own_slot (guint hash,
          guint n_slots)
{
  return (guint) (hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32) & (n_slots - 1);
}

/**
 * trs_handle_table_new:
 * @hash: tells the hash of a handle
 * @equal: tells whether a handle stands for a key
 * @user_data: for both
 *
 * Returns: (transfer full): an empty table
 */
TrsHandleTable *
trs_handle_table_new (TrsHandleHash  hash,
                      TrsHandleEqual equal,
                      gpointer       user_data)
{
  TrsHandleTable *self = g_new0 (TrsHandleTable, 1);

  self->hash = hash;
  self->equal = equal;
  self->user_data = user_data;
  allocate (self, MIN_SLOTS);

  return self;
}

/**
 * trs_handle_table_free:
 * @self: (transfer full): a table
 */
void
trs_handle_table_free (TrsHandleTable *self)
{
  g_free (self->old);
  g_free (self->slots);
  g_free (self);
}

static guint32
find_in (TrsHandleTable *self,
         const guint32  *slots,
         guint           n_slots,
         guint           hash,
         gconstpointer   key)
{
  for (guint slot = own_slot (hash, n_slots); slots[slot] != TRS_NO_HANDLE; slot = (slot + 1) & (n_slots - 1))
    if (self->equal (self->user_data, slots[slot], key))
      return slots[slot];

  return TRS_NO_HANDLE;
}

/**
 * trs_handle_table_find:
 * @self: a table
 * @hash: the hash of @key
 * @key: what is looked for
 *
 * Returns: the handle that stands for @key, or %TRS_NO_HANDLE
 */
guint32
trs_handle_table_find (TrsHandleTable *self,
                       guint           hash,
                       gconstpointer   key)
{
  guint32 handle = find_in (self, self->slots, self->n_slots, hash, key);

  if (handle == TRS_NO_HANDLE && self->old != NULL)
    handle = find_in (self, self->old, self->n_old, hash, key);
  return handle;
}

static void
put (TrsHandleTable *self,
     guint32         handle)
{
  guint mask = self->n_slots - 1;
  guint slot = own_slot (self->hash (self->user_data, handle), self->n_slots);

  while (self->slots[slot] != TRS_NO_HANDLE)
    slot = (slot + 1) & mask;
  self->slots[slot] = handle;
}

static void
move (TrsHandleTable *self,
      guint           n)
{
  for (; self->old != NULL && n > 0 && self->n_moved < self->n_old; n--, self->n_moved++)
    if (self->old[self->n_moved] != TRS_NO_HANDLE)
      put (self, self->old[self->n_moved]);

  if (self->n_moved == self->n_old)
    g_clear_pointer (&self->old, g_free);
}

static void
grow (TrsHandleTable *self)
{
  move (self, G_MAXUINT);
  self->old = g_steal_pointer (&self->slots);
  self->n_old = self->n_slots;
  self->n_moved = 0;
  allocate (self, self->n_old * 2);
}

/**
 * trs_handle_table_insert:
 * @self: a table
 * @handle: a handle; nothing in the table stands for the same
 */
void
trs_handle_table_insert (TrsHandleTable *self,
                         guint32         handle)
{
  if ((self->n_handles + 1) * 5 > self->n_slots * 4)
    grow (self);
  move (self, MOVED_AT_ONCE);
  put (self, handle);
  self->n_handles++;
}

/**
 * trs_handle_table_remove:
 * @self: a table
 * @handle: a handle that still stands for what it was inserted for
 *
 * Takes a handle out; does nothing if it is not there.
 */
void
trs_handle_table_remove (TrsHandleTable *self,
                         guint32         handle)
{
  guint mask = self->n_slots - 1;
  guint slot = own_slot (self->hash (self->user_data, handle), self->n_slots);

  move (self, G_MAXUINT);
  while (self->slots[slot] != handle)
    {
      if (self->slots[slot] == TRS_NO_HANDLE)
        return;
      slot = (slot + 1) & mask;
    }
  self->n_handles--;

  /* Those behind move up as far as their own slot allows, so that no gap cuts them off. */
  for (guint next = (slot + 1) & mask; self->slots[next] != TRS_NO_HANDLE; next = (next + 1) & mask)
    {
      guint own = own_slot (self->hash (self->user_data, self->slots[next]), self->n_slots);

      if (((next - own) & mask) < ((next - slot) & mask))
        continue;
      self->slots[slot] = self->slots[next];
      slot = next;
    }
  self->slots[slot] = TRS_NO_HANDLE;
}

/**
 * trs_handle_table_clear:
 * @self: a table
 *
 * Takes all out.
 */
void
trs_handle_table_clear (TrsHandleTable *self)
{
  g_clear_pointer (&self->old, g_free);
  g_free (self->slots);
  self->n_handles = 0;
  allocate (self, MIN_SLOTS);
}
