/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The disk under the databases that are opened after trs_test_disk_install(),
 * in the hands of a test. The calls may come while a worker uses it. */

void  trs_test_disk_install       (void);
void  trs_test_disk_set_full      (gboolean is_full);
void  trs_test_disk_set_read_only (gboolean is_read_only);
guint trs_test_disk_get_n_syncs   (void);

G_END_DECLS
