/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-title-order.h"

#include <string.h>

#include "trs-task.h"

typedef struct
{
  guint32 handle;
  guint position;
  guint offset;
} Entry;

typedef struct
{
  GArray *entries;
  GString *titles;
} OrderState;

static void
order_state_clear (OrderState *state)
{
  g_array_unref (state->entries);
  g_string_free (state->titles, TRUE);
}

TRS_DEFINE_TASK_STATE (OrderState, order_state)

/* Of the same title the newest first, as in the shelf. */
static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      keys)
{
  const Entry *first = a;
  const Entry *second = b;
  int order = strcmp ((const char *) keys + first->offset, (const char *) keys + second->offset);

  return order != 0 ? order : (first->position > second->position) - (first->position < second->position);
}

static void
order_in_thread (GTask        *task,
                 gpointer      source,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  OrderState *state = order_state_get (task);
  g_autoptr (GString) keys = g_string_sized_new (state->titles->len * 2);
  GArray *handles = g_array_sized_new (FALSE, FALSE, sizeof (guint32), state->entries->len);

  for (guint i = 0; i < state->entries->len; i++)
    {
      Entry *entry = &g_array_index (state->entries, Entry, i);
      g_autofree char *key = g_utf8_collate_key_for_filename (state->titles->str + entry->offset, -1);

      entry->offset = (guint) keys->len;
      g_string_append_len (keys, key, (gssize) strlen (key) + 1);
    }

  g_qsort_with_data (state->entries->data, (int) state->entries->len, sizeof (Entry), compare, keys->str);
  for (guint i = 0; i < state->entries->len; i++)
    g_array_append_val (handles, g_array_index (state->entries, Entry, i).handle);
  g_task_return_pointer (task, handles, (GDestroyNotify) g_array_unref);
}

/**
 * trs_title_order_async:
 * @shelf: projects
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Sorts projects by title as a reader expects it: without regard to capitals
 * and accents, with numbers in the order of numbers. Made of what stands in
 * the shelf now.
 */
void
trs_title_order_async (TrsShelf            *shelf,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  OrderState *state = order_state_attach (task);
  g_autoptr (GString) buffer = g_string_new (NULL);
  guint n;
  const guint32 *handles = trs_shelf_get_handles (shelf, &n);

  g_task_set_source_tag (task, trs_title_order_async);
  state->entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), n);
  state->titles = g_string_sized_new (n * 32);
  for (guint i = 0; i < n; i++)
    {
      Entry entry = { handles[i], i, (guint) state->titles->len };
      gsize length;
      const char *title = trs_packed_project_get_folded (trs_shelf_get_packed (shelf, handles[i]), buffer, &length);

      g_string_append_len (state->titles, title, (gssize) length + 1);
      g_array_append_val (state->entries, entry);
    }

  g_task_run_in_thread (task, order_in_thread);
}

/**
 * trs_title_order_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type guint32): handles in the
 *   order of their titles
 */
GArray *
trs_title_order_finish (GAsyncResult  *result,
                        GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
