/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-options.h"
#include "trs-export-source.h"

typedef struct _TrsExportFormat TrsExportFormat;

/**
 * TrsExportFormat:
 * @id: (not nullable): "txt", "md" and so on
 * @name: (not nullable): to be translated by trs_export_format_get_name()
 * @extension: (not nullable): of its files, without the dot
 * @mime_type: (not nullable): of its files
 * @known: which options change something
 * @defaults: where options begin
 *
 * A format that transcripts are exported in.
 */
struct _TrsExportFormat
{
  const char *id;
  const char *name;
  const char *extension;
  const char *mime_type;
  TrsExportOptionFlags known;
  TrsExportOptions defaults;

  /* private */
  GBytes *(*render) (const TrsExportSource   *source,
                     const TrsExportOptions  *options,
                     GError                 **error);
};

guint                  trs_export_format_get_n        (void);
const TrsExportFormat *trs_export_format_get          (guint                    index);
const TrsExportFormat *trs_export_format_find         (const char              *id);
const char            *trs_export_format_get_name     (const TrsExportFormat   *self);
TrsExportOptions       trs_export_format_get_defaults (const TrsExportFormat   *self);
GBytes                *trs_export_format_render       (const TrsExportFormat   *self,
                                                       const TrsExportSource   *source,
                                                       const TrsExportOptions  *options,
                                                       GError                 **error);

/**
 * TrsExportPreset:
 * @id: (not nullable): what it is called in settings
 * @name: (not nullable): to be translated by trs_export_preset_get_name()
 * @format: (not nullable): id of its format
 * @options: its options
 *
 * A good start for one purpose.
 */
typedef struct
{
  const char *id;
  const char *name;
  const char *format;
  TrsExportOptions options;
} TrsExportPreset;

guint                  trs_export_preset_get_n        (void);
const TrsExportPreset *trs_export_preset_get          (guint                    index);
const char            *trs_export_preset_get_name     (const TrsExportPreset   *self);
