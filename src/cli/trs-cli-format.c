/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-format.h"

#include "config.h"
#include "trs-cli-output.h"
#include "trs-export-presets.h"
#include "trs-i18n.h"

#include <string.h>

/* The default of --format. */
#define FORMAT_VARIABLE "TRANSCRIPTS_FORMAT"

/* What a user types for the numbers of TrsTimeFraction and TrsTimeMarks, in their order. */
static const char * const fractions[] = { "none", "tenths", "milliseconds", NULL };
static const char * const time_marks[] = { "brackets", "parentheses", "hashes", "none", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (fractions) == TRS_TIME_FRACTION_LAST + 2);
G_STATIC_ASSERT (G_N_ELEMENTS (time_marks) == TRS_TIME_MARKS_LAST + 2);

static const TrsExportFormat *
find_format (const char  *id,
             GError     **error)
{
  g_autofree char *lower = g_ascii_strdown (id, -1);
  const TrsExportFormat *format = trs_export_format_find (g_strstrip (lower));
  g_autoptr (GString) ids = g_string_new (NULL);

  if (format != NULL)
    return format;

  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", trs_export_formats[i].id);
  /* Translators: the first %s was typed, the second is a list of names. */
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("There is no format “%s”. Use one of: %s"), id, ids->str);
  return NULL;
}

static const TrsExportFormat *
read_preset (const char        *name,
             TrsExportOptions  *preset,
             GError           **error)
{
  g_autoptr (GSettings) settings = g_settings_new (TRS_APPLICATION_ID);
  const TrsExportFormat *format = trs_export_presets_read (settings, name, preset);
  g_autoptr (GPtrArray) own = NULL;
  g_autoptr (GString) names = NULL;

  if (format != NULL)
    return format;

  own = trs_export_presets_list (settings);
  names = g_string_new (NULL);
  for (guint i = 0; i < TRS_EXPORT_N_PRESETS; i++)
    g_string_append_printf (names, "%s“%s”", i > 0 ? ", " : "", _(trs_export_presets[i].name));
  for (guint i = 0; i < own->len; i++)
    g_string_append_printf (names, ", “%s”", (const char *) own->pdata[i]);
  /* Translators: the first %s is what was typed, the second the names of all presets of the export dialog. */
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("There is no preset “%s”. Use one of: %s"), name, names->str);
  return NULL;
}

/* @number: (out): the place of @word in @words; unchanged if @word is %NULL */
static gboolean
read_word (const char          *option,
           const char          *word,
           const char * const  *words,
           guint               *number,
           GError             **error)
{
  g_autofree char *list = g_strjoinv (", ", (char **) words);

  if (word == NULL)
    return TRUE;
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], word))
      {
        *number = i;
        return TRUE;
      }
  /* Translators: the first %s is an option, the second a list of words that are not translated. */
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("%s must be one of: %s"), option, list);
  return FALSE;
}

static gboolean
read_times (const TrsCliOptions  *options,
            TrsExportOptions     *times,
            GError              **error)
{
  guint fraction = times->fraction;
  guint marks = times->time_marks;

  if (!read_word ("--fraction", options->fraction, fractions, &fraction, error) ||
      !read_word ("--time-marks", options->time_marks, time_marks, &marks, error))
    return FALSE;
  times->fraction = (TrsTimeFraction) fraction;
  times->time_marks = (TrsTimeMarks) marks;

  if (options->interval > TRS_EXPORT_INTERVAL_MAX || options->interval < -1)
    {
      /* Translators: %d is the largest number. */
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("--interval must be a number of minutes from 0 to %d"),
                   TRS_EXPORT_INTERVAL_MAX);
      return FALSE;
    }
  if (options->interval >= 0)
    times->interval = (guint) options->interval;

  if (options->offset == NULL || trs_export_options_parse_offset (options->offset, &times->offset))
    return TRUE;
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       _("--offset must be a time such as 01:10:00 or -00:00:05"));
  return FALSE;
}

/* @said: 1, -1 or 0, see TrsCliOptions */
static void
apply_switch (gboolean *member,
              int       said)
{
  if (said != 0)
    *member = said > 0;
}

/* What is asked for in one word is wanted: an interval without times would do nothing. */
static void
apply_switches (const TrsCliOptions *options,
                TrsExportOptions    *all)
{
  if (options->interval >= 0 || options->fraction != NULL || options->time_marks != NULL || options->offset != NULL)
    all->timecodes = TRUE;
  apply_switch (&all->timecodes, options->timecodes);
  apply_switch (&all->speakers, options->speakers);
  apply_switch (&all->header, options->source);
  apply_switch (&all->links, options->links);
  apply_switch (&all->merge, options->merge_turns);
  apply_switch (&all->highlights, options->highlights);
  apply_switch (&all->notes, options->notes);
  apply_switch (&all->provenance, options->provenance);
  apply_switch (&all->bom, options->bom);
  all->only_highlights |= options->only_highlights;
  all->only_checked |= options->only_checked;
}

/* Plain text has only the words, unless more is asked for. Notes are for the one format for which they were chosen. */
static TrsExportOptions
begin_options (const TrsExportFormat  *format,
               const TrsExportFormat  *preset_format,
               const TrsExportOptions *preset)
{
  TrsExportOptions options = format->defaults;

  if (preset_format == format)
    options = *preset;
  else if (preset_format != NULL)
    trs_export_options_take (&options, preset, format->known & ~(guint) TRS_EXPORT_NOTES);
  else if (g_str_equal (format->id, "txt"))
    options.timecodes = options.speakers = FALSE;
  return options;
}

/* @origin: (out): what says so, if that is nothing that was typed. Returns: (transfer full): the ids of the formats,
 * with commas between them */
static char *
choose_ids (const TrsCliOptions    *options,
            const char             *extension,
            const TrsExportFormat  *preset,
            const char            **origin)
{
  const char *variable = g_getenv (FORMAT_VARIABLE);

  *origin = NULL;
  if (options->format != NULL)
    return g_strdup (options->format);
  if (extension != NULL)
    return g_strdup (extension);
  if (preset != NULL)
    return g_strdup (preset->id);
  if (variable == NULL || *variable == '\0')
    return g_strdup ("txt");
  *origin = FORMAT_VARIABLE;
  return g_strdup (variable);
}

/**
 * trs_cli_format_read:
 * @options: the options of the command
 * @extension: (nullable): that of the file to save to
 * @to_stream: whether the text goes to a program, where a byte order mark has no place
 * @error: return location for an error
 *
 * The formats are those of `--format`, else that of the file, else that of
 * `--preset`, else that of the environment, else plain text.
 *
 * Errors: %TRS_CLI_USAGE
 *
 * Returns: (transfer full) (nullable) (element-type TrsCliFormat): at least one, each once
 */
GArray *
trs_cli_format_read (const TrsCliOptions  *options,
                     const char           *extension,
                     gboolean              to_stream,
                     GError              **error)
{
  g_autoptr (GArray) formats = g_array_new (FALSE, TRUE, sizeof (TrsCliFormat));
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_autofree char *list = NULL;
  g_auto (GStrv) ids = NULL;
  const char *origin = NULL;
  const TrsExportFormat *preset_format = NULL;
  TrsExportOptions preset = { 0 };

  if (options->preset != NULL && (preset_format = read_preset (options->preset, &preset, error)) == NULL)
    return NULL;

  list = choose_ids (options, extension, preset_format, &origin);
  /* The environment has the one that is meant otherwise: two would be mixed on one output. */
  ids = g_strsplit (list, ",", origin != NULL ? 1 : -1);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      TrsCliFormat one = { .format = find_format (ids[i], error) };

      if (one.format == NULL)
        {
          if (origin != NULL)
            g_prefix_error (error, "%s: ", origin);
          return NULL;
        }
      if (g_ptr_array_find (chosen, one.format, NULL))
        continue;

      g_ptr_array_add (chosen, (gpointer) one.format);
      one.options = begin_options (one.format, preset_format, &preset);
      if (to_stream)
        one.options.bom = FALSE;
      if (!read_times (options, &one.options, error))
        return NULL;
      apply_switches (options, &one.options);
      g_array_append_val (formats, one);
    }
  return g_steal_pointer (&formats);
}
