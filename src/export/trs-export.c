/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export.h"

#include <gio/gfiledescriptorbased.h>
#include <string.h>
#include <sys/stat.h>

#include "trs-csv.h"
#include "trs-error.h"
#include "trs-export-escape.h"
#include "trs-file-save.h"
#include "trs-i18n.h"
#include "trs-task.h"

/* Of the 255 bytes that file systems allow for a name, the rest is left for the extension, a number, and the suffixes
 * of temporary files. */
#define STEM_MAX_BYTES 120
#define MAX_ACCENT_BYTES 16

#define ATTRIBUTES                        \
  G_FILE_ATTRIBUTE_STANDARD_IS_SYMLINK "," \
  G_FILE_ATTRIBUTE_STANDARD_SYMLINK_TARGET "," \
  G_FILE_ATTRIBUTE_UNIX_MODE

#define MAX_LINKS 16

static gboolean
is_joiner (gunichar c)
{
  return c == 0x200c || c == 0x200d;
}

static gboolean
is_separating (gunichar c)
{
  return g_unichar_isspace (c) || g_unichar_iscntrl (c) || (c < 0x80 && strchr ("/\\:*?\"<>|", (int) c) != NULL);
}

/* Removes what a name must not end with: dots and spaces (lost on Windows shares), and a joiner without its second
 * part. */
static void
trim_end (GString *name)
{
  while (name->len > 0)
    {
      const char *last = g_utf8_prev_char (name->str + name->len);
      gunichar c = g_utf8_get_char (last);

      if (c != '.' && !g_unichar_isspace (c) && !is_joiner (c))
        break;
      g_string_truncate (name, (gsize) (last - name->str));
    }
}

static void
truncate_name (GString *name,
               gsize    max_bytes)
{
  gsize border = max_bytes;
  gsize end;

  if (name->len > max_bytes)
    {
      while ((name->str[border] & 0xc0) == 0x80)
        border--;
      /* Drop a letter rather than only its accents, unless there is nothing but accents. */
      end = border;
      while (end > 0 && border - end < MAX_ACCENT_BYTES && g_unichar_ismark (g_utf8_get_char (name->str + end)))
        end = (gsize) (g_utf8_prev_char (name->str + end) - name->str);
      g_string_truncate (name, border - end < MAX_ACCENT_BYTES ? end : border);
    }
  trim_end (name);
}

/* Names of devices on Windows, with any extension: files on USB sticks are opened there, too. */
static gboolean
is_reserved (const char *name)
{
  static const char * const devices[] = { "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$" };
  gsize length = strcspn (name, ".");
  g_autofree char *stem = NULL;

  while (length > 0 && name[length - 1] == ' ')
    length--;
  stem = g_ascii_strup (name, (gssize) length);

  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      if (strcmp (stem, devices[i]) == 0)
        return TRUE;
    }
  return (g_str_has_prefix (stem, "COM") || g_str_has_prefix (stem, "LPT")) &&
         length == 4 && stem[3] >= '1' && stem[3] <= '9';
}

static char *
make_stem (const char *title)
{
  g_autofree char *valid = g_utf8_make_valid (title != NULL ? title : "", -1);
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean blank = FALSE;

  for (const char *p = valid; *p != '\0' && name->len <= STEM_MAX_BYTES * 2; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      /* A name that begins with a dot is hidden, or means a folder ("." and ".."). */
      if ((g_unichar_type (c) == G_UNICODE_FORMAT && !is_joiner (c)) ||
          (name->len == 0 && (c == '.' || is_joiner (c))))
        continue;
      if (is_separating (c))
        {
          blank = name->len > 0;
          continue;
        }
      if (blank)
        g_string_append_c (name, ' ');
      blank = FALSE;
      g_string_append_unichar (name, c);
    }

  truncate_name (name, STEM_MAX_BYTES);
  if (is_reserved (name->str))
    {
      g_string_prepend_c (name, '_');
      truncate_name (name, STEM_MAX_BYTES);
    }
  return g_string_free (g_steal_pointer (&name), FALSE);
}

/**
 * trs_export_make_name:
 * @title: (nullable): title of a project, as received
 * @fallback: (nullable): what to take if nothing of the title can be used, as the id of the project
 * @extension: with or without its dot
 *
 * Makes the name of a file that every common file system takes, that stays
 * in its folder, and that looks like what it is: at most 120 bytes before the
 * extension.
 *
 * Returns: (transfer full): a file name
 */
char *
trs_export_make_name (const char *title,
                      const char *fallback,
                      const char *extension)
{
  g_autofree char *stem = make_stem (title);

  g_return_val_if_fail (extension != NULL, NULL);

  if (*stem == '\0')
    {
      g_free (stem);
      stem = make_stem (fallback);
    }
  if (*stem == '\0')
    {
      g_free (stem);
      /* Translators: name of a file whose video has no title: the text of a video (noun). */
      stem = make_stem (_("Transcript"));
    }

  return g_strconcat (stem, *extension == '.' ? "" : ".", extension, NULL);
}

static gboolean
is_inside_character (const TrsParagraph *paragraph,
                     gsize               byte)
{
  return byte < paragraph->body_length && (paragraph->body[byte] & 0xc0) == 0x80;
}

/**
 * trs_export_clip:
 * @paragraph: a paragraph
 * @index: its index
 * @start: where a selection begins
 * @end: where it ends; behind the text means at its end
 * @from: (out): where what is selected of the paragraph begins, in bytes
 * @to: (out): where it ends; not behind @from if nothing is selected
 *
 * Finds the bytes of one paragraph that lie between two positions, in whole characters.
 */
void
trs_export_clip (const TrsParagraph *paragraph,
                 guint               index,
                 TrsTextPosition     start,
                 TrsTextPosition     end,
                 gsize              *from,
                 gsize              *to)
{
  *from = index == start.paragraph ? MIN (start.byte, paragraph->body_length) : 0;
  *to = index == end.paragraph ? MIN (end.byte, paragraph->body_length) : paragraph->body_length;

  while (*from > 0 && is_inside_character (paragraph, *from))
    (*from)--;
  while (is_inside_character (paragraph, *to))
    (*to)++;
}

/* Advances to the next paragraph with selected text, starting with the current one. A paragraph is skipped if only its
 * border is selected. */
static gboolean
find_selected (TrsTranscript   *transcript,
               TrsTextFlags     flags,
               TrsTextPosition  start,
               TrsTextPosition  end,
               guint           *index,
               gsize           *from,
               gsize           *to)
{
  guint n = trs_transcript_get_n_paragraphs (transcript, flags);

  if (trs_text_position_compare (start, end) >= 0)
    return FALSE;

  for (; *index < n && *index <= end.paragraph; (*index)++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, flags, *index);

      trs_export_clip (paragraph, *index, start, end, from, to);
      if (*from < *to || paragraph->body_length == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * trs_export_render_range:
 * @document: a transcript as the user has it
 * @flags: which prefixes are on; for one that is not aligned, also of which
 *   text the positions are
 * @start: where the selection begins
 * @end: where it ends; behind the text means at its end
 *
 * Renders a selection: the words between the two positions, and before each
 * paragraph whose beginning is selected the prefixes that are on. A paragraph
 * of which nothing but its border is selected is left out.
 *
 * Returns: (transfer full): valid UTF-8, empty if nothing is selected
 */
char *
trs_export_render_range (TrsDocument     *document,
                         TrsTextFlags     flags,
                         TrsTextPosition  start,
                         TrsTextPosition  end)
{
  TrsTranscript *transcript;
  GString *string;
  gboolean any = FALSE;
  gsize from, to;

  g_return_val_if_fail (TRS_IS_DOCUMENT (document), NULL);

  transcript = trs_document_get_transcript (document);
  string = g_string_new (NULL);
  for (guint i = start.paragraph; find_selected (transcript, flags, start, end, &i, &from, &to); i++)
    {
      if (any)
        g_string_append (string, trs_transcript_get_separator (transcript, flags));
      if (from == 0)
        trs_document_append_prefix (document, flags, i, string);
      g_string_append_len (string, trs_transcript_get_paragraph (transcript, flags, i)->body + from,
                           (gssize) (to - from));
      any = TRUE;
    }
  return g_string_free (string, FALSE);
}

/* Appends a prefix as HTML, with tags around @part but not around the separator after it. */
static void
append_tagged (GString    *html,
               const char *prefix,
               const char *parting,
               const char *tag,
               const char *end_tag)
{
  gsize length = strlen (prefix);
  g_autofree char *part = NULL;
  g_autofree char *rest = NULL;

  while (length > 0 && strchr (parting, prefix[length - 1]) != NULL)
    length--;
  part = trs_export_escape_html (prefix, (gssize) length);
  rest = trs_export_escape_html (prefix + length, -1);
  if (length > 0)
    g_string_append_printf (html, "%s%s%s", tag, part, end_tag);
  g_string_append (html, rest);
}

/* The same prefix as in plain text: trs_document_append_prefix() writes for both flags what it writes for each in
 * turn. */
static void
append_html_prefix (GString               *html,
                    const TrsExportSource *source,
                    TrsTextFlags           flags,
                    guint                  index)
{
  const TrsParagraph *paragraph =
      trs_transcript_get_paragraph (trs_document_get_transcript (source->document), flags, index);
  g_autoptr (GString) time = g_string_new (NULL);
  g_autoptr (GString) label = g_string_new (NULL);
  g_autofree char *link = paragraph->start >= 0 ? trs_export_source_dup_link (source, paragraph->start) : NULL;
  g_autofree char *address = link != NULL ? trs_export_escape_address (link) : NULL;
  g_autofree char *value = address != NULL ? trs_export_escape_html (address, -1) : NULL;
  g_autofree char *tag = value != NULL ? g_strdup_printf ("<a href=\"%s\">", value) : NULL;

  trs_document_append_prefix (source->document, flags & TRS_TEXT_TIMECODES, index, time);
  trs_document_append_prefix (source->document, flags & TRS_TEXT_SPEAKERS, index, label);
  if (paragraph->label_first)
    append_tagged (html, label->str, ": \t", "<b>", "</b>");
  append_tagged (html, time->str, " \t", tag != NULL ? tag : "", tag != NULL ? "</a>" : "");
  if (!paragraph->label_first)
    append_tagged (html, label->str, ": \t", "<b>", "</b>");
}

/**
 * trs_export_render_range_html:
 * @source: a transcript as the user has it, and where its video is
 * @flags: as for trs_export_render_range()
 * @start: where the selection begins
 * @end: where it ends; behind the text means at its end
 *
 * Renders a selection with the very words of trs_export_render_range(): names
 * are bold, and times lead to the video where an address is known.
 *
 * Returns: (transfer full): a part of an HTML document, empty if nothing is
 *   selected; without a paragraph around it if it is one alone
 */
char *
trs_export_render_range_html (const TrsExportSource *source,
                              TrsTextFlags           flags,
                              TrsTextPosition        start,
                              TrsTextPosition        end)
{
  TrsTranscript *transcript = trs_document_get_transcript (source->document);
  GString *html = g_string_new (NULL);
  gboolean any = FALSE;
  gsize from, to;

  for (guint i = start.paragraph; find_selected (transcript, flags, start, end, &i, &from, &to); i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, flags, i);
      g_autofree char *separator = trs_export_escape_html (trs_transcript_get_separator (transcript, flags), -1);
      g_autofree char *words = trs_export_escape_html (paragraph->body + from, (gssize) (to - from));

      if (any)
        g_string_append (html, separator);
      /* The texts of a transcript that is not aligned have their own paragraphs, without prefixes. */
      if (from == 0 && trs_transcript_is_aligned (transcript))
        append_html_prefix (html, source, flags, i);
      g_string_append (html, words);
      any = TRUE;
    }
  return trs_export_paragraphs_to_html (html);
}

/**
 * trs_export_render_whole_html:
 * @source: a transcript as the user has it, and where its video is
 * @flags: what stands before the words
 *
 * Renders the very words of trs_document_get_text() as HTML, as trs_export_render_range_html() does a part of them.
 *
 * Returns: (transfer full): a part of an HTML document
 */
char *
trs_export_render_whole_html (const TrsExportSource *source,
                              TrsTextFlags           flags)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  if (trs_transcript_is_aligned (trs_document_get_transcript (source->document)))
    return trs_export_render_range_html (source, flags, (TrsTextPosition) { 0, 0 },
                                         (TrsTextPosition) { G_MAXUINT, 0 });

  bytes = trs_document_get_text (source->document, flags);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return trs_export_text_to_html (text);
}

/* Replaces tabs and line ends, which separate cells, and prefixes text that looks like a formula (CSV injection). */
static void
append_cell (GString    *table,
             const char *text,
             gssize      length,
             char        end)
{
  g_autofree char *cell = trs_export_clean (text, length);

  if (trs_csv_is_formula (cell))
    g_string_append_c (table, '\'');
  g_string_append (table, g_strdelimit (cell, "\t\n", ' '));
  g_string_append_c (table, end);
}

/**
 * trs_export_render_table:
 * @document: a transcript as the user has it
 * @flags: which columns are on before that of the words
 * @start: where the selection begins
 * @end: where it ends; behind the text means at its end
 * @exact_times: whether times have their milliseconds
 *
 * Renders a selection for spreadsheets: a row for each paragraph of which
 * something is selected, with its time, its speaker and the selected words.
 *
 * Returns: (transfer full): rows with a newline after each, their cells separated by tabs
 */
char *
trs_export_render_table (TrsDocument     *document,
                         TrsTextFlags     flags,
                         TrsTextPosition  start,
                         TrsTextPosition  end,
                         gboolean         exact_times)
{
  TrsTranscript *transcript = trs_document_get_transcript (document);
  guint n = trs_transcript_get_n_paragraphs (transcript, flags);
  GString *table = g_string_new (NULL);

  for (guint i = start.paragraph; i < n && i <= end.paragraph; i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, flags, i);
      g_autofree char *time =
          exact_times ? trs_timecode_format_exact (paragraph->start) : trs_timecode_format_clock (paragraph->start);
      guint speaker = trs_transcript_is_aligned (transcript) ? trs_document_get_speaker (document, i) : 0;
      g_autofree char *label = speaker != 0 ? trs_document_dup_label (document, speaker) : NULL;
      gsize from, to;

      trs_export_clip (paragraph, i, start, end, &from, &to);
      if (from >= to)
        continue;
      if (trs_transcript_is_aligned (transcript) && trs_transcript_has_timecodes (transcript) &&
          (flags & TRS_TEXT_TIMECODES) != 0)
        append_cell (table, time, -1, '\t');
      if (trs_transcript_is_aligned (transcript) && trs_transcript_has_speakers (transcript) &&
          (flags & TRS_TEXT_SPEAKERS) != 0)
        append_cell (table, label != NULL ? label : "", -1, '\t');
      append_cell (table, paragraph->body + from, (gssize) (to - from), '\n');
    }
  return g_string_free (table, FALSE);
}

/* Saving is atomic, see trs_file_save(). GIO writes files of the document portal or of remote file systems: it keeps
 * the old file until the new one is complete. Everything runs on a worker thread. */
typedef struct
{
  GBytes *bytes;
  GFile *file;
  guint mode; /* permissions of the old file, or 0 */
  gboolean was_there;
} SaveState;

static void
save_state_clear (SaveState *state)
{
  g_clear_pointer (&state->bytes, g_bytes_unref);
  g_clear_object (&state->file);
}

TRS_DEFINE_TASK_STATE (SaveState, save_state)

/* Follow a symbolic link, so that its target is replaced and not the link. */
static gboolean
follow_link (SaveState *state,
             GFileInfo *info)
{
  const char *target = g_file_info_get_is_symlink (info) ? g_file_info_get_symlink_target (info) : NULL;
  g_autoptr (GFile) folder = g_file_get_parent (state->file);
  GFile *file;

  if (target == NULL || folder == NULL)
    return FALSE;

  file = g_file_resolve_relative_path (folder, target);
  g_object_unref (state->file);
  state->file = file;
  return TRUE;
}

static gboolean
read_file_info (SaveState     *state,
                GCancellable  *cancellable,
                GError       **error)
{
  for (guint n_links = 0; n_links <= MAX_LINKS; n_links++)
    {
      g_autoptr (GError) local = NULL;
      g_autoptr (GFileInfo) info =
          g_file_query_info (state->file, ATTRIBUTES, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, cancellable, &local);

      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
        return TRUE;
      if (info == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      if (!follow_link (state, info))
        {
          state->was_there = TRUE;
          state->mode = g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_UNIX_MODE);
          return TRUE;
        }
    }

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS, "A link leads back to itself");
  return FALSE;
}

static GFileOutputStream *
open_stream (SaveState  *state,
             GError    **error)
{
  GFileCreateFlags flags = G_FILE_CREATE_REPLACE_DESTINATION;
  GFileOutputStream *stream;

  /* Without REPLACE_DESTINATION, GIO overwrites the old file in place if it cannot create one beside it. */
  if (state->mode != 0)
    flags |= G_FILE_CREATE_PRIVATE;

  stream = g_file_replace (state->file, NULL, FALSE, flags, NULL, error);
  if (stream == NULL)
    return NULL;

  /* The file was created for its owner only; if this fails, it stays that way. */
  if (G_IS_FILE_DESCRIPTOR_BASED (stream) && state->mode != 0)
    (void) !fchmod (g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (stream)), state->mode & 0777);
  return stream;
}

/* GIO reports no error if the folder of a new file is removed meanwhile: check that the file is there. */
static gboolean
check_saved_size (SaveState  *state,
                  GError    **error)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (state->file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, error);

  if (info == NULL)
    return FALSE;
  if ((gsize) g_file_info_get_size (info) == g_bytes_get_size (state->bytes))
    return TRUE;

  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, "The file has another size than what was written");
  return FALSE;
}

static gboolean
replace (SaveState     *state,
         GCancellable  *cancellable,
         GError       **error)
{
  g_autoptr (GFileOutputStream) stream = open_stream (state, error);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  gsize size;
  const void *data = g_bytes_get_data (state->bytes, &size);

  if (stream == NULL)
    return FALSE;

  if (!g_output_stream_write_all (G_OUTPUT_STREAM (stream), data, size, NULL, cancellable, error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      /* Closing with a cancelled GCancellable discards what was written and keeps the old file. */
      g_cancellable_cancel (cancelled);
      g_output_stream_close (G_OUTPUT_STREAM (stream), cancelled, NULL);
      return FALSE;
    }

  /* This step replaces the old file, so it is not cancellable: it might succeed and yet report a cancellation. */
  return g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error) && check_saved_size (state, error);
}

static gboolean
write_file (SaveState     *state,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr (GError) local = NULL;
  const char *path;

  if (!trs_file_save_can_be_atomic (state->file))
    {
      gboolean replaced = replace (state, cancellable, error);

      /* GIO writes a new file at its final place, so remove it after a failure. */
      if (!replaced && !state->was_there)
        g_file_delete (state->file, NULL, NULL);
      return replaced;
    }

  path = g_file_peek_path (state->file);
  if (trs_file_save (path, state->bytes, state->mode, state->was_there, cancellable, &local))
    return TRUE;

  /* The file has been created since we looked. */
  if (!state->was_there && g_error_matches (local, G_IO_ERROR, G_IO_ERROR_EXISTS))
    return trs_file_save (path, state->bytes, 0, TRUE, cancellable, error);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/**
 * trs_export_save:
 * @bytes: what the file shall hold
 * @file: where to write it
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * As trs_export_save_async(); blocks, for a worker thread.
 *
 * Returns: %FALSE if it was not saved
 */
gboolean
trs_export_save (GBytes        *bytes,
                 GFile         *file,
                 GCancellable  *cancellable,
                 GError       **error)
{
  SaveState state = { .bytes = g_bytes_ref (bytes), .file = g_object_ref (file) };
  gboolean saved = read_file_info (&state, cancellable, error) &&
                   !g_cancellable_set_error_if_cancelled (cancellable, error) &&
                   write_file (&state, cancellable, error);

  save_state_clear (&state);
  return saved;
}

static void
save_in_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  SaveState *state = task_data;
  GError *error = NULL;

  if (trs_export_save (state->bytes, state->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_export_save_async:
 * @bytes: what the file shall hold
 * @file: where to write it
 * @cancellable: (nullable): a #GCancellable
 * @callback: called when it is saved, or failed
 * @user_data: (closure): for @callback
 *
 * Saves a file as a whole. If that fails or is cancelled, a file that was
 * there keeps its contents, and none is left where there was none.
 */
void
trs_export_save_async (GBytes              *bytes,
                       GFile               *file,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (bytes != NULL);
  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_export_save_async);
  /* Report success even if the user cancelled at the last moment: the file is saved. */
  g_task_set_check_cancellable (task, FALSE);
  save_state_attach (task)->file = g_object_ref (file);
  save_state_get (task)->bytes = g_bytes_ref (bytes);
  g_task_run_in_thread (task, save_in_thread);
}

/**
 * trs_export_save_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Errors: %G_IO_ERROR of the system; %TRS_ERROR_FAILED if what was saved is not
 * there as it should be.
 *
 * Returns: whether the file is complete
 */
gboolean
trs_export_save_finish (GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_export_save_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
