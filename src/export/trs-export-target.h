/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-source.h"

#include <gio/gio.h>

/**
 * TrsExportTarget:
 *
 * Where many files go: into a folder, in which nothing is ever replaced, or
 * into one archive, which is there when it is complete. All functions block
 * and are for a worker thread, one call at a time. A file has its name when
 * all of it is on the disk, and the disk is waited for as seldom as possible.
 *
 * Names that differ in capitals alone, or in how accents are written, count as
 * the same: a stick may be read elsewhere.
 */
typedef struct _TrsExportTarget TrsExportTarget;

/**
 * TrsExportArchive:
 * @TRS_EXPORT_ARCHIVE_NONE: it is no archive
 * @TRS_EXPORT_ARCHIVE_ZIP: `.zip`
 * @TRS_EXPORT_ARCHIVE_TAR_GZ: `.tar.gz` or `.tgz`
 *
 * What an extension says.
 */
typedef enum
{
  TRS_EXPORT_ARCHIVE_NONE,
  TRS_EXPORT_ARCHIVE_ZIP,
  TRS_EXPORT_ARCHIVE_TAR_GZ,
} TrsExportArchive;

TrsExportArchive trs_export_target_find_archive (const char *name);

TrsExportTarget *trs_export_target_new           (GFile           *file,
                                                  gboolean         archive);
void             trs_export_target_set_skip_same (TrsExportTarget *self,
                                                  gboolean         skip_same);
void             trs_export_target_free          (TrsExportTarget *self);
char            *trs_export_target_add           (TrsExportTarget *self,
                                                  const char      *name,
                                                  GBytes          *bytes,
                                                  gint64           time,
                                                  GCancellable    *cancellable,
                                                  GError         **error);
gboolean         trs_export_target_flush         (TrsExportTarget *self,
                                                  GError         **error);
guint            trs_export_target_get_n_waiting (TrsExportTarget *self);
GPtrArray       *trs_export_target_take_saved    (TrsExportTarget *self);
gboolean         trs_export_target_close         (TrsExportTarget *self,
                                                  GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsExportTarget, trs_export_target_free)

/* File names made from a template, such as `{date} {title}`. */
gboolean trs_export_template_check  (const char             *template,
                                     GError                **error);
char    *trs_export_template_expand (const char             *template,
                                     const TrsExportSource  *source,
                                     const char             *extension);
