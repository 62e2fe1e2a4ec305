/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsFailingCall:
 * @TRS_FAILING_READ: bytes are read
 * @TRS_FAILING_WRITE: bytes are written
 * @TRS_FAILING_SYNC: what was written is forced onto the disk
 * @TRS_FAILING_TRUNCATE: a file is cut
 * @TRS_FAILING_LOCK: the file, or a slot of its log, is locked; to unlock never fails
 * @TRS_FAILING_N_CALLS: how many there are
 *
 * What SQLite asks the disk for.
 */
typedef enum
{
  TRS_FAILING_READ,
  TRS_FAILING_WRITE,
  TRS_FAILING_SYNC,
  TRS_FAILING_TRUNCATE,
  TRS_FAILING_LOCK,
  TRS_FAILING_N_CALLS,
} TrsFailingCall;

void     trs_failing_vfs_install (void);
void     trs_failing_vfs_arm     (TrsFailingCall call,
                                  guint          number,
                                  gboolean       keeps_failing);
gboolean trs_failing_vfs_disarm  (void);

G_END_DECLS
