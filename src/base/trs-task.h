/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

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

G_END_DECLS
