/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/* What GLib has only after the floor. The newest copy wins where it exists. */

/**
 * trs_set_str:
 * @field: (inout): a string that is owned
 * @value: (nullable): its new value
 *
 * As g_set_str() of GLib 2.76.
 *
 * Returns: %TRUE if the value is another one now
 */
static inline gboolean
trs_set_str (char       **field,
             const char  *value)
{
  char *copy;

  if (g_strcmp0 (*field, value) == 0)
    return FALSE;

  copy = g_strdup (value);
  g_free (*field);
  *field = copy;
  return TRUE;
}
