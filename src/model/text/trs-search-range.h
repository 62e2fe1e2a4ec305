/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsSearchRange:
 * @start: in bytes
 * @length: in bytes
 *
 * Where something stands.
 */
typedef struct
{
  gsize start;
  gsize length;
} TrsSearchRange;

G_END_DECLS
