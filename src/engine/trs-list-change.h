/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsListGap:
 * @position: where the change begins, once all gaps before it were made
 * @removed: how many leave there
 * @added: how many come there
 *
 * What lies between two rows that stay.
 */
typedef struct
{
  guint position;
  guint removed;
  guint added;
} TrsListGap;

GArray *trs_list_change_find (const guint32 *old_rows,
                              guint          n_old,
                              const guint32 *new_rows,
                              guint          n_new,
                              guint          n_handles,
                              guint          first,
                              guint          last,
                              guint          max_gaps);

G_END_DECLS
