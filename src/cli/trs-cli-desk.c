/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-desk.h"

#include "trs-annotation-editor.h"
#include "trs-cli-find.h"
#include "trs-document-load.h"
#include "trs-i18n.h"
#include "trs-time-input.h"

static gboolean
check_text (TrsDocument *document,
            GError     **error)
{
  if (trs_transcript_is_aligned (trs_document_get_transcript (document)))
    return TRUE;

  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_FAILED,
                       _("The paragraphs of this transcript are not known, because its texts differ. It can only be "
                         "read and exported."));
  return FALSE;
}

/**
 * trs_cli_text_open:
 * @self: a run with an open account
 * @word: what trs_cli_find_project() takes
 * @error: return location for an error
 *
 * Reads a transcript on this computer.
 *
 * Errors: %TRS_CLI_NOT_FOUND if it is not here
 *
 * Returns: (transfer full) (nullable): the transcript
 */
TrsCliText *
trs_cli_text_open (TrsCli      *self,
                   const char  *word,
                   GError     **error)
{
  g_autoptr (TrsProject) project = trs_cli_find_project (self, word, error);
  g_autoptr (TrsDocument) document = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  TrsCliText *text;

  if (project == NULL)
    return NULL;
  if (!trs_project_get_data (project)->has_text)
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND,
                           _("The transcript is not on this computer. Run “transcripts fetch” to download it."));
      return NULL;
    }

  trs_document_load_async (trs_session_get_transcripts (self->session), trs_session_get_library (self->session),
                           project, self->cancellable, trs_cli_done_cb, &result);
  document = trs_document_load_finish (trs_cli_wait (&result), error);
  if (document == NULL || !check_text (document, error))
    return NULL;

  text = g_new0 (TrsCliText, 1);
  text->project = g_steal_pointer (&project);
  text->document = g_steal_pointer (&document);
  return text;
}

void
trs_cli_text_free (TrsCliText *self)
{
  g_object_unref (self->project);
  g_object_unref (self->document);
  g_free (self);
}

/**
 * trs_cli_text_get_start:
 * @self: a transcript
 * @paragraph: index of a paragraph
 *
 * Returns: where it begins in the video, in milliseconds, or -1 if that is not known
 */
gint64
trs_cli_text_get_start (TrsCliText *self,
                        guint       paragraph)
{
  return trs_transcript_get_paragraph (trs_document_get_transcript (self->document), TRS_TEXT_ALL, paragraph)->start;
}

/* Returns: (transfer full): the time of a paragraph as a cell has it; empty if it is not known */
char *
trs_cli_text_dup_time (TrsCliText *self,
                       guint       paragraph)
{
  gint64 start = trs_cli_text_get_start (self, paragraph);

  return start >= 0 ? trs_timecode_format_clock (start) : g_strdup ("");
}

/**
 * trs_cli_text_find_time:
 * @self: a transcript
 * @word: a time, as *Go to Time* takes it
 * @paragraph: (out): the paragraph that is spoken then
 * @error: return location for a #TRS_CLI_ERROR
 *
 * Returns: %TRUE if @word is a time, and the transcript has times
 */
gboolean
trs_cli_text_find_time (TrsCliText  *self,
                        const char  *word,
                        guint       *paragraph,
                        GError     **error)
{
  TrsTranscript *transcript = trs_document_get_transcript (self->document);
  gint64 time;

  if (!trs_time_input_parse (word, &time))
    /* Translators: %s is what was typed. */
    g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("“%s” is not a time. A time looks like 1:23:45 or 12:30."),
                 word);
  else if (!trs_transcript_has_timecodes (transcript) || trs_transcript_is_empty (transcript))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND, _("This transcript has no times"));
  else
    {
      *paragraph = trs_transcript_find_time (transcript, time);
      return TRUE;
    }
  return FALSE;
}

/* The library tells of edits that could not be saved. */
static void
edit_failed_cb (TrsLibrary   *library,
                TrsProject   *project,
                guint         kind,
                const GError *error,
                gpointer      user_data)
{
  GError **first = user_data;

  if (*first == NULL)
    *first = g_error_copy (error);
}

/**
 * trs_cli_save_edits:
 * @self: a run
 * @error: return location for an error
 *
 * Waits until what was edited is written.
 *
 * Returns: whether all of it is
 */
gboolean
trs_cli_save_edits (TrsCli  *self,
                    GError **error)
{
  TrsLibrary *library = trs_session_get_library (self->session);
  g_autoptr (GError) failed = NULL;
  gulong handler = g_signal_connect (library, "edit-failed", G_CALLBACK (edit_failed_cb), &failed);

  trs_library_flush (library);
  trs_cli_run_until_idle (self);
  g_signal_handler_disconnect (library, handler);
  if (failed == NULL && trs_library_get_error (library) != NULL)
    failed = g_error_copy (trs_library_get_error (library));
  if (failed == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

/**
 * trs_cli_text_save:
 * @self: a transcript
 * @run: the run that it belongs to
 * @annotations: (transfer full): its annotations after an edit
 * @error: return location for an error
 *
 * Saves the edit, as the window does it; a window that shows the transcript follows.
 *
 * Returns: whether it is saved
 */
gboolean
trs_cli_text_save (TrsCliText      *self,
                   TrsCli          *run,
                   TrsAnnotations  *annotations,
                   GError         **error)
{
  g_autoptr (TrsAnnotationEditor) editor =
      trs_annotation_editor_new (trs_session_get_library (run->session), self->project,
                                 trs_document_get_annotations (self->document));

  trs_annotation_editor_apply (editor, annotations);
  return trs_cli_save_edits (run, error);
}
