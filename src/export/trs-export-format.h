/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-options.h"
#include "trs-export-source.h"

typedef struct _TrsExportFormat TrsExportFormat;

/**
 * TrsExportFormat:
 * @id: (not nullable): "txt", "md" and so on
 * @name: (not nullable): to be translated
 * @extension: (not nullable): of its files, without the dot
 * @mime_type: (not nullable): of its files
 * @known: which options change something
 * @defaults: options to begin with; those of plain text give what is copied
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

  /*< private >*/
  GBytes *(*render) (const TrsExportSource   *source,
                     const TrsExportOptions  *options,
                     GError                 **error);
};

/* All formats, in the order in which they are offered. */
#define TRS_EXPORT_N_FORMATS 9
extern const TrsExportFormat trs_export_formats[TRS_EXPORT_N_FORMATS];

const TrsExportFormat *trs_export_format_find   (const char              *id);
GBytes                *trs_export_format_render (const TrsExportFormat   *self,
                                                 const TrsExportSource   *source,
                                                 const TrsExportOptions  *options,
                                                 GError                 **error);

/**
 * TrsExportPreset:
 * @name: (not nullable): to be translated
 * @format: (not nullable): id of its format
 * @options: its options
 *
 * A good start for one purpose.
 */
typedef struct
{
  const char *name;
  const char *format;
  TrsExportOptions options;
} TrsExportPreset;

/* Built-in presets. */
#define TRS_EXPORT_N_PRESETS 4
extern const TrsExportPreset trs_export_presets[TRS_EXPORT_N_PRESETS];
