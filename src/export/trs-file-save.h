/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

gboolean trs_file_save_can_be_atomic (GFile         *file);
gboolean trs_file_save               (const char    *path,
                                      GBytes        *bytes,
                                      guint          mode,
                                      gboolean       replace,
                                      GCancellable  *cancellable,
                                      GError       **error);

/* For many files in one folder: they are written first, and the disk is waited for together. */

/**
 * TrsFilePart:
 *
 * A file that is complete and has no name yet.
 */
typedef struct _TrsFilePart TrsFilePart;

TrsFilePart *trs_file_part_new         (const char    *folder,
                                        GBytes        *bytes,
                                        guint          mode,
                                        GCancellable  *cancellable,
                                        GError       **error);
void         trs_file_part_free        (TrsFilePart   *self);
void         trs_file_part_sync_all    (TrsFilePart * const *parts,
                                        guint          n_parts);
gboolean     trs_file_part_publish     (TrsFilePart   *self,
                                        const char    *path,
                                        gboolean       replace,
                                        GError       **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsFilePart, trs_file_part_free)

void         trs_file_save_sweep       (const char    *folder);
gboolean     trs_file_save_sync_folder (const char    *path,
                                        GError       **error);
