/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-format.h"

#include <string.h>

#include "trs-export-renderers.h"
#include "trs-i18n.h"

#define TIMES \
  (TRS_EXPORT_TIMECODES | TRS_EXPORT_TIME_MARKS | TRS_EXPORT_FRACTION | TRS_EXPORT_INTERVAL | TRS_EXPORT_OFFSET)
#define FILTERS (TRS_EXPORT_ONLY_MARKED | TRS_EXPORT_ONLY_CHECKED)
#define TEXT (TIMES | FILTERS | TRS_EXPORT_SPEAKERS | TRS_EXPORT_HEADER | TRS_EXPORT_PROVENANCE | TRS_EXPORT_MERGE)

static const TrsExportFormat formats[] = {
  {
      .id = "txt",
      .name = N_ ("Plain Text"),
      .extension = "txt",
      .mime_type = "text/plain",
      .known = TEXT,
      .defaults = { .timecodes = TRUE, .fraction = TRS_TIME_FRACTION_MILLISECONDS, .speakers = TRUE },
      .render = trs_export_render_text,
  },
};

static const TrsExportPreset presets[] = {
  {
      .id = "article",
      .name = N_ ("Article"),
      .format = "txt",
      .options = { .timecodes = TRUE, .interval = 5, .speakers = TRUE, .header = TRUE, .merge = TRUE, .links = TRUE },
  },
};

/**
 * trs_export_format_get_n:
 *
 * Returns: how many formats there are
 */
guint
trs_export_format_get_n (void)
{
  return G_N_ELEMENTS (formats);
}

/**
 * trs_export_format_get:
 * @index: less than trs_export_format_get_n()
 *
 * Returns: (transfer none): a format, in the order in which they are offered
 */
const TrsExportFormat *
trs_export_format_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (formats), NULL);

  return &formats[index];
}

/**
 * trs_export_format_find:
 * @id: (nullable): id of a format
 *
 * Returns: (transfer none) (nullable): the format of that id
 */
const TrsExportFormat *
trs_export_format_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_strcmp0 (formats[i].id, id) == 0)
      return &formats[i];
  return NULL;
}

const char *
trs_export_format_get_name (const TrsExportFormat *self)
{
  return _(self->name);
}

/**
 * trs_export_format_get_defaults:
 * @self: a format
 *
 * Returns: options to begin with; those of plain text give what is copied
 */
TrsExportOptions
trs_export_format_get_defaults (const TrsExportFormat *self)
{
  return self->defaults;
}

/**
 * trs_export_format_render:
 * @self: a format
 * @source: what to export
 * @options: (nullable): how to export it, %NULL for the defaults; what the format does not know is passed over
 * @error: return location for a #GError
 *
 * Renders a transcript. The same source and options give the same bytes. May be
 * called on any thread.
 *
 * Errors: %TRS_ERROR_INVALID_INPUT, with a sentence for the user, if the format
 * needs times that the transcript does not have; %TRS_ERROR_FAILED.
 *
 * Returns: (transfer full) (nullable): the whole file
 */
GBytes *
trs_export_format_render (const TrsExportFormat   *self,
                          const TrsExportSource   *source,
                          const TrsExportOptions  *options,
                          GError                 **error)
{
  TrsExportOptions own = self->defaults;

  if (options != NULL)
    trs_export_options_take (&own, options, self->known);
  return self->render (source, &own, error);
}

guint
trs_export_preset_get_n (void)
{
  return G_N_ELEMENTS (presets);
}

/**
 * trs_export_preset_get:
 * @index: less than trs_export_preset_get_n()
 *
 * Returns: (transfer none): a preset that comes with the program
 */
const TrsExportPreset *
trs_export_preset_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (presets), NULL);

  return &presets[index];
}

const char *
trs_export_preset_get_name (const TrsExportPreset *self)
{
  return _(self->name);
}
