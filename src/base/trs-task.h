/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TRS_DEFINE_TASK_STATE:
 * @Type: name of the struct that holds the state of one operation
 * @prefix: its prefix, `submit_state`
 *
 * After `typedef struct { … } Type;` and `static void prefix_clear (Type *)`,
 * defines `Type *prefix_attach (GTask *)`, which makes a zeroed state that the
 * task owns, and `Type *prefix_get (GTask *)`. So every asynchronous operation
 * frees its state in one place, however it ends.
 */
#define TRS_DEFINE_TASK_STATE(Type, prefix)                               \
  static void                                                             \
  prefix##_free (gpointer data)                                           \
  {                                                                       \
    prefix##_clear ((Type *) data);                                       \
    g_free (data);                                                        \
  }                                                                       \
                                                                          \
  G_GNUC_UNUSED static inline Type *                                      \
  prefix##_attach (GTask *task)                                           \
  {                                                                       \
    Type *state = g_new0 (Type, 1);                                       \
    g_task_set_task_data (task, state, prefix##_free);                    \
    return state;                                                         \
  }                                                                       \
                                                                          \
  G_GNUC_UNUSED static inline Type *                                      \
  prefix##_get (GTask *task)                                              \
  {                                                                       \
    return (Type *) g_task_get_task_data (task);                          \
  }

/**
 * trs_task_attach_source:
 * @task: a task
 * @source: (transfer full): what may end it early
 * @callback: called with @task
 *
 * Returns: (transfer none): @source, for g_source_destroy(), which @callback has
 *   to call, too
 */
G_GNUC_UNUSED static inline GSource *
trs_task_attach_source (GTask       *task,
                        GSource     *source,
                        GSourceFunc  callback)
{
  g_task_attach_source (task, source, callback);
  g_source_unref (source);
  return source;
}

/**
 * trs_task_return_all:
 * @tasks: (inout): those who wait; empty afterwards
 * @error: (nullable): what they get; %NULL for success
 *
 * Returns to everyone who waits for the same. A callback may come back here at
 * once, so that the array is taken away first.
 */
G_GNUC_UNUSED static inline void
trs_task_return_all (GPtrArray    **tasks,
                     const GError  *error)
{
  g_autoptr (GPtrArray) taken = g_steal_pointer (tasks);

  *tasks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < taken->len; i++)
    {
      if (error != NULL)
        g_task_return_error (g_ptr_array_index (taken, i), g_error_copy (error));
      else
        g_task_return_boolean (g_ptr_array_index (taken, i), TRUE);
    }
}
