/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-handle-table.h"

#include <string.h>

#define MIN_SLOTS 16

/* A power of two of them; handles wait in the next free one behind their own. A tag is a part of the hash that says
 * nothing about the slot: what a handle stands for is far away, and most that are passed are not worth the way. */
typedef struct
{
  guint32 *handles;
  guint8 *tags;
  guint n;
} Slots;

struct _TrsHandleTable
{
  TrsHandleHash hash;
  TrsHandleEqual equal;
  gpointer user_data;

  Slots slots;
  guint n_handles;

  /* Moving 100,000 handles at once would be seen. Those of the table before follow a few at a time, and stand there
   * until the last of them has come. */
  Slots old;
  guint n_moved;
};

/* Slots of the table before for each new handle: enough to be done long before there are more. */
#define MOVED_AT_ONCE 8

static void
slots_init (Slots *slots,
            guint  n)
{
  slots->n = n;
  slots->handles = g_new (guint32, n);
  slots->tags = g_new (guint8, n);
  memset (slots->handles, 0xff, n * sizeof *slots->handles);
}

static void
slots_clear (Slots *slots)
{
  g_clear_pointer (&slots->handles, g_free);
  g_clear_pointer (&slots->tags, g_free);
  slots->n = 0;
}

/* Hashes of what is numbered lie side by side, and would have to be passed one by one. */
static guint64
spread (guint hash)
{
  return hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
}

static guint
own_slot (const Slots *slots,
          guint        hash)
{
  return (guint) (spread (hash) >> 32) & (slots->n - 1);
}

static guint8
get_tag (guint hash)
{
  return (guint8) (spread (hash) >> 56);
}

static guint
next_slot (const Slots *slots,
           guint        slot)
{
  return (slot + 1) & (slots->n - 1);
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
  slots_init (&self->slots, MIN_SLOTS);

  return self;
}

/**
 * trs_handle_table_free:
 * @self: (transfer full): a table
 */
void
trs_handle_table_free (TrsHandleTable *self)
{
  slots_clear (&self->old);
  slots_clear (&self->slots);
  g_free (self);
}

static guint32
find_in (TrsHandleTable *self,
         const Slots    *slots,
         guint           hash,
         gconstpointer   key)
{
  guint8 tag = get_tag (hash);

  for (guint slot = own_slot (slots, hash); slots->handles[slot] != TRS_NO_HANDLE; slot = next_slot (slots, slot))
    if (slots->tags[slot] == tag && self->equal (self->user_data, slots->handles[slot], key))
      return slots->handles[slot];

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
  guint32 handle = find_in (self, &self->slots, hash, key);

  if (handle == TRS_NO_HANDLE && self->old.n > 0)
    handle = find_in (self, &self->old, hash, key);
  return handle;
}

static void
put (TrsHandleTable *self,
     guint32         handle)
{
  guint hash = self->hash (self->user_data, handle);
  guint slot = own_slot (&self->slots, hash);

  while (self->slots.handles[slot] != TRS_NO_HANDLE)
    slot = next_slot (&self->slots, slot);
  self->slots.handles[slot] = handle;
  self->slots.tags[slot] = get_tag (hash);
}

static void
move (TrsHandleTable *self,
      guint           n)
{
  if (self->old.n == 0)
    return;

  for (; n > 0 && self->n_moved < self->old.n; n--, self->n_moved++)
    if (self->old.handles[self->n_moved] != TRS_NO_HANDLE)
      put (self, self->old.handles[self->n_moved]);

  if (self->n_moved == self->old.n)
    slots_clear (&self->old);
}

static void
grow (TrsHandleTable *self)
{
  move (self, G_MAXUINT);
  self->old = self->slots;
  self->n_moved = 0;
  slots_init (&self->slots, self->old.n * 2);
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
  if ((self->n_handles + 1) * 5 > self->slots.n * 4)
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
  Slots *slots = &self->slots;
  guint mask = slots->n - 1;
  guint slot = own_slot (slots, self->hash (self->user_data, handle));

  move (self, G_MAXUINT);
  while (slots->handles[slot] != handle)
    {
      if (slots->handles[slot] == TRS_NO_HANDLE)
        return;
      slot = next_slot (slots, slot);
    }
  self->n_handles--;

  /* Those behind move up as far as their own slot allows, so that no gap cuts them off. */
  for (guint next = next_slot (slots, slot); slots->handles[next] != TRS_NO_HANDLE; next = next_slot (slots, next))
    {
      guint own = own_slot (slots, self->hash (self->user_data, slots->handles[next]));

      if (((next - own) & mask) < ((next - slot) & mask))
        continue;
      slots->handles[slot] = slots->handles[next];
      slots->tags[slot] = slots->tags[next];
      slot = next;
    }
  slots->handles[slot] = TRS_NO_HANDLE;
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
  slots_clear (&self->old);
  slots_clear (&self->slots);
  self->n_handles = 0;
  slots_init (&self->slots, MIN_SLOTS);
}
