/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-dialog.h"

#include "config.h"
#include "trs-account-strings.h"
#include "trs-error-sink.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-language-row.h"
#include "trs-message-dialog.h"
#include "trs-sample-row.h"
#include "trs-session.h"
#include "trs-strings.h"
#include "trs-submit-lines.h"
#include "trs-submit-row.h"
#include "trs-widget-utils.h"

/* Maximum length of pasted text. */
#define N_ROWS_MAX 200
#define PARAGRAPH_SEPARATOR "\xe2\x80\xa9"

struct _TrsSubmitDialog
{
  AdwWindow parent_instance;

  TrsSession *session;
  TrsSubmitLines *lines;
  GListModel *shown; /* the lines that have a row */
  GCancellable *cancellable;
  gboolean sending;
  gboolean sent_some;
  gboolean filling;
  gboolean edited;
  gboolean closed;
  /* the draft from before the dialog was filled in by another part of the program */
  char *set_aside;

  /* whose draft it is */
  gint64 payer;       /* number in the store; 0 before the account is open */
  gboolean in_memory; /* the number is that of memory, where no file can be used */
  gboolean loaded;    /* the draft of the last time was read */

  GtkButton *cancel;
  GtkButton *transcribe;
  GtkTextView *entry;
  GtkTextBuffer *buffer;
  GtkListBox *rows;
  GtkLabel *more;
  TrsLanguageRow *language;
  GtkWidget *samples;
  GtkListBox *sample_rows;
  GtkLabel *summary;
  GtkLabel *ready;
  GtkLabel *account;
  GtkWidget *price;
};

/* User data of a batch of submissions. It outlives the dialog, and then saves the draft itself, of the account that
 * pays for the batch. */
typedef struct
{
  TrsLibrary *library;
  gint64 payer;
  TrsSubmitLines *lines;
  GListModel *submissions;
  GWeakRef dialog;
  GWeakRef parent;
} Batch;

static void
batch_free (Batch *batch)
{
  g_object_unref (batch->library);
  g_object_unref (batch->lines);
  g_object_unref (batch->submissions);
  g_weak_ref_clear (&batch->dialog);
  g_weak_ref_clear (&batch->parent);
  g_free (batch);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Batch, batch_free)

enum
{
  OPEN_PROJECT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSubmitDialog, trs_submit_dialog, ADW_TYPE_WINDOW)

/* GtkTextView breaks lines at each of these characters, and line numbers must match what is displayed. */
static char *
dup_text (TrsSubmitDialog *self)
{
  g_autofree char *shown = NULL;
  GString *text;

  g_object_get (self->buffer, "text", &shown, NULL);
  text = g_string_new (shown);
  g_string_replace (text, "\r\n", "\n", 0);
  g_string_replace (text, "\r", "\n", 0);
  g_string_replace (text, PARAGRAPH_SEPARATOR, "\n", 0);
  return g_string_free (text, FALSE);
}

static void
update_button (TrsSubmitDialog *self,
               guint            n_sendable)
{
  g_autofree char *label = NULL;

  /* Pending lines do not count as sendable: keep the label until the batch is finished. */
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "submit.transcribe", n_sendable > 0 && !self->sending);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "submit.try-again", !self->sending);
  if (self->sending)
    return;
  if (n_sendable > 0)
    /* Translators: %'u is a number: button that submits videos (verb). */
    label = g_strdup_printf (ngettext ("Transcribe %'u Video", "Transcribe %'u Videos", n_sendable), n_sendable);
  gtk_button_set_label (self->transcribe, label != NULL ? label : _("Transcribe"));
}

/* Returns: markup, with a link that scrolls to the rows */
static char *
dup_counts (guint n_ready,
            guint n_rows)
{
  /* Translators: %'u is a number: videos that can be submitted. */
  g_autofree char *ready = g_strdup_printf (ngettext ("%'u video ready", "%'u videos ready", n_ready), n_ready);
  /* Translators: %'u is a number: lines of input with a problem or a question. */
  g_autofree char *check = g_strdup_printf (ngettext ("%'u line to check", "%'u lines to check", n_rows), n_rows);
  g_autofree char *rows = trs_strings_link ("lines", check);

  if (n_ready > 0 && n_rows > 0)
    return g_strdup_printf ("%s · %s", ready, rows);
  if (n_ready > 0)
    return g_steal_pointer (&ready);
  return n_rows > 0 ? g_steal_pointer (&rows) : NULL;
}

static void
update_ready (TrsSubmitDialog       *self,
              const TrsSubmitCounts *counts)
{
  g_autofree char *label = NULL;

  if (self->sending && trs_submitter_get_checking (trs_session_get_submitter (self->session)))
    {
      g_autofree char *number = trs_strings_number (trs_history_get_n_known (trs_session_get_history (self->session)));

      /* Translators: %s is a number of videos: the list of the account is being read. */
      label = g_strdup_printf (_("Checking your earlier videos… %s so far"), number);
    }
  else if (self->sending)
    /* Translators: how many videos were submitted, and how many there are. */
    label = g_strdup_printf (_("Submitting… %'u of %'u"), counts->n_accepted, counts->n_sent - counts->n_unknown);
  else
    label = dup_counts (counts->n_sendable, g_list_model_get_n_items (self->shown));
  /* Keep the height of the bar constant even without a price. */
  if (label == NULL && !gtk_widget_get_visible (self->price))
    label = g_strdup (_("No videos yet"));
  gtk_label_set_label (self->ready, label != NULL ? label : "");
}

static char *
dup_summary (const TrsSubmitCounts *counts)
{
  if (counts->n_unknown > 0)
    /* Translators: how many videos the service has accepted, how many were sent, and of how many it is not known. The
     * second number decides the plural form. */
    return g_strdup_printf (ngettext ("%'u of %'u video submitted, %'u not confirmed",
                                      "%'u of %'u videos submitted, %'u not confirmed", counts->n_sent),
                            counts->n_accepted, counts->n_sent, counts->n_unknown);
  if (counts->n_accepted > 0)
    /* Translators: how many videos the service has accepted, and how many were sent. The second number decides the
     * plural form. */
    return g_strdup_printf (ngettext ("%'u of %'u video submitted", "%'u of %'u videos submitted", counts->n_sent),
                            counts->n_accepted, counts->n_sent);
  if (counts->n_sent == 1)
    /* Translators: there was only one. */
    return g_strdup (_("The video was not submitted"));
  if (counts->n_sent > 1)
    /* Translators: %'u is a number, 2 or more; the form for one is needed for 21 in some languages. */
    return g_strdup_printf (ngettext ("None of the %'u videos was submitted", "None of the %'u videos was submitted",
                                      counts->n_sent),
                            counts->n_sent);
  return NULL;
}

static void
update_rows (TrsSubmitDialog *self)
{
  guint n_rows = g_list_model_get_n_items (self->shown);
  guint n_more = n_rows > N_ROWS_MAX ? n_rows - N_ROWS_MAX : 0;
  /* Translators: %'u is a number: lines that are not listed. */
  g_autofree char *label = g_strdup_printf (ngettext ("and %'u more line", "and %'u more lines", n_more), n_more);

  gtk_widget_set_visible (GTK_WIDGET (self->rows), n_rows > 0);
  gtk_label_set_label (self->more, n_more > 0 ? label : "");
}

static void
update (TrsSubmitDialog *self)
{
  TrsSubmitCounts counts = trs_submit_lines_count (self->lines);
  g_autofree char *summary = self->sending ? NULL : dup_summary (&counts);
  GtkListBoxRow *row;

  update_button (self, counts.n_sendable);
  update_rows (self);
  update_ready (self, &counts);
  gtk_label_set_label (self->summary, summary != NULL ? summary : "");
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->sample_rows, i)) != NULL; i++)
    {
      TrsSampleRow *sample = TRS_SAMPLE_ROW (row);
      TrsSubmitLine *line = trs_submit_lines_find (self->lines, trs_sample_row_get_video_id (sample));

      trs_sample_row_set_added (sample, line != NULL);
    }
}

static void
samples_listed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  TrsSubmitDialog *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) videos = trs_sample_video_list_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  for (guint i = 0; videos != NULL && i < videos->len; i++)
    gtk_list_box_append (self->sample_rows, trs_sample_row_new (g_ptr_array_index (videos, i)));
  gtk_widget_set_visible (self->samples, videos != NULL && videos->len > 0);
  update (self);
}

static void
on_text_changed (TrsSubmitDialog *self)
{
  g_autofree char *text = dup_text (self);
  GtkTextIter start;
  GtkTextIter end;

  /* Pango must not insert hyphens when it wraps an identifier. */
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_apply_tag_by_name (self->buffer, "verbatim", &start, &end);

  if (!self->filling)
    self->edited = TRUE;
  if (self->lines == NULL)
    return;
  trs_submit_lines_set_text (self->lines, text);
}

static void
on_language_changed (TrsSubmitDialog *self)
{
  if (self->lines != NULL)
    trs_submit_lines_set_language (self->lines, trs_language_row_get_language (self->language));
}

static void
set_text (TrsSubmitDialog *self,
          const char      *text)
{
  self->filling = TRUE;
  gtk_text_buffer_set_text (self->buffer, text, -1);
  self->filling = FALSE;
}

static void
set_sending (TrsSubmitDialog *self,
             gboolean         sending)
{
  /* What was pressed cannot be pressed again meanwhile, and would lose the focus to nothing. */
  if (sending && !gtk_widget_has_focus (GTK_WIDGET (self->entry)))
    gtk_widget_grab_focus (GTK_WIDGET (self->cancel));
  self->sending = sending;
  gtk_text_view_set_editable (self->entry, !sending);
  gtk_button_set_label (self->cancel, sending || self->sent_some ? _("Close") : _("Cancel"));
  update (self);
}

static gboolean
is_blank (const char *text)
{
  return text == NULL || text[strspn (text, " \t\n")] == '\0';
}

static char *
join_lines (const char *above,
            const char *below)
{
  return g_strconcat (above, g_str_has_suffix (above, "\n") ? "" : "\n", below, NULL);
}

/* Saves both what was typed and the draft that was set aside. */
static void
keep_draft (TrsSubmitDialog *self)
{
  gboolean came_from_outside = self->set_aside != NULL && !self->edited && !self->sent_some;
  g_autofree char *typed = dup_text (self);
  g_autofree char *unsent = came_from_outside ? g_strdup ("")
                            : self->sent_some ? trs_submit_lines_settle (self->lines, "")
                                              : trs_submit_lines_dup_draft (self->lines, typed);
  g_autofree char *text = NULL;
  g_autoptr (TrsDraft) draft = NULL;

  if (is_blank (self->set_aside))
    text = g_strdup (unsent);
  else if (is_blank (unsent))
    text = g_strdup (self->set_aside);
  else
    text = join_lines (self->set_aside, unsent);
  draft = trs_submit_lines_make_draft (self->lines, text, trs_language_row_get_language (self->language));
  if (self->loaded)
    trs_library_write_draft (trs_session_get_library (self->session), self->payer, draft);
  else if (self->payer != 0)
    trs_library_add_draft_async (trs_session_get_library (self->session), self->payer, draft, NULL, NULL);
}

/* Shows what was kept above what was typed before that was read. */
static void
show_draft (TrsSubmitDialog *self,
            const TrsDraft  *draft)
{
  g_autofree char *typed = dup_text (self);
  g_autofree char *above = is_blank (typed) ? g_strdup (draft->lines) : join_lines (draft->lines, "");
  GtkTextIter start;

  self->filling = TRUE;
  gtk_text_buffer_get_start_iter (self->buffer, &start);
  gtk_text_buffer_insert (self->buffer, &start, above, -1);
  self->filling = FALSE;
  if (is_blank (typed))
    trs_submit_lines_set_came_back (self->lines);
}

static void
draft_read_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  TrsSubmitDialog *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsDraft) draft = trs_library_read_draft_finish (TRS_LIBRARY (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (draft == NULL)
    {
      trs_library_take_error (TRS_LIBRARY (source), error);
      return;
    }

  self->loaded = TRUE;
  trs_submit_lines_set_refused (self->lines, draft->refused);
  if (is_blank (draft->lines))
    return;

  if (self->set_aside != NULL)
    {
      g_autofree char *filled = g_steal_pointer (&self->set_aside);

      self->set_aside = is_blank (filled) ? g_strdup (draft->lines) : join_lines (draft->lines, filled);
      return;
    }
  trs_language_row_set_language (self->language, draft->language != NULL ? draft->language : "");
  show_draft (self, draft);
}

/* The text is for the account in use, so the dialog closes when another one comes into use; but not where the same one
 * goes on in memory, or in a file again. */
static void
take_account (TrsSubmitDialog *self)
{
  TrsLibrary *library = trs_session_get_library (self->session);
  gint64 payer = trs_library_get_account (library);
  gboolean in_memory = trs_library_is_in_memory (library);

  if (payer == 0 || payer == self->payer)
    return;

  if (self->payer != 0 && self->in_memory == in_memory)
    {
      gtk_window_close (GTK_WINDOW (self));
      return;
    }

  self->loaded = self->loaded && in_memory;
  self->payer = payer;
  self->in_memory = in_memory;
  if (!self->loaded)
    trs_library_read_draft_async (library, payer, self->cancellable, draft_read_cb, self);
}

static void submit_lines (TrsSubmitDialog *self,
                          GVariant        *video_id,
                          gboolean         unchecked);

/* User data of the question about unchecked videos */
typedef struct
{
  TrsSubmitDialog *dialog; /* unowned: a reference would keep the window alive when it is destroyed */
  GVariant *video_id;      /* the single video to submit, NULL for all */
} Question;

static void
question_free (gpointer  data,
               GClosure *closure)
{
  Question *question = data;

  g_clear_pointer (&question->video_id, g_variant_unref);
  g_free (question);
}

static void
unchecked_answered_cb (TrsMessageDialog *dialog,
                       const char       *answer,
                       Question         *question)
{
  submit_lines (question->dialog, question->video_id, TRUE);
}

/* Asks before videos are sent that may have been paid for already. */
static void
ask_about_unchecked (TrsSubmitDialog *self,
                     GListModel      *submissions)
{
  TrsMessageDialog *dialog = trs_message_dialog_new (
      /* Translators: title of a question: some lines have problems. */
      GTK_WINDOW (self), _("Submit Anyway?"),
      _("Your earlier videos could not all be checked, so nothing was sent. A video that was transcribed before would "
        "be charged again."));
  Question *question = g_new0 (Question, 1);
  GClosure *closure = g_cclosure_new (G_CALLBACK (unchecked_answered_cb), question, question_free);

  question->dialog = self;
  if (g_list_model_get_n_items (submissions) == 1)
    {
      g_autoptr (TrsSubmission) only = g_list_model_get_item (submissions, 0);

      question->video_id = g_variant_ref_sink (g_variant_new_string (trs_submission_get_video_id (only)));
    }
  /* Translators: button in a question: submits the videos that have no problem. */
  trs_message_dialog_add_answer (dialog, "submit", _("_Submit Anyway"), "destructive-action");
  g_object_watch_closure (G_OBJECT (self), closure);
  g_signal_connect_closure (dialog, "response", closure, FALSE);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Shows what was refused, and gives it the focus, unless that is in the text, which may be corrected. */
static void
show_refused_cb (GtkWidget *rows)
{
  TrsSubmitDialog *self = TRS_SUBMIT_DIALOG (gtk_widget_get_root (rows));
  GtkWidget *retry = trs_submit_row_show_refused (rows);

  if (!gtk_widget_has_focus (GTK_WIDGET (self->cancel)))
    return;
  if (retry == NULL || !gtk_widget_grab_focus (retry))
    gtk_widget_grab_focus (GTK_WIDGET (self->transcribe));
}

/* The batch is finished, and the dialog is still open. */
static void
show_outcomes (TrsSubmitDialog *self,
               GListModel      *submissions)
{
  g_autoptr (TrsProject) first = NULL;
  gboolean all_settled = TRUE;
  gboolean unchecked = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (submissions); i++)
    {
      g_autoptr (TrsSubmission) submission = g_list_model_get_item (submissions, i);
      TrsSubmissionOutcome outcome = trs_submission_get_outcome (submission);

      all_settled &= outcome == TRS_SUBMISSION_ACCEPTED || outcome == TRS_SUBMISSION_UNKNOWN;
      unchecked |= g_error_matches (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_LIST_UNCHECKED);
      if (first == NULL)
        g_set_object (&first, trs_submission_get_project (submission));
    }

  set_sending (self, FALSE);
  keep_draft (self);
  if (unchecked)
    ask_about_unchecked (self, submissions);
  if (!all_settled || trs_submit_lines_count (self->lines).n_open > 0)
    {
      trs_after_frame (GTK_WIDGET (self->rows), show_refused_cb);
      return;
    }

  gtk_window_close (GTK_WINDOW (self));
  if (first != NULL)
    g_signal_emit (self, signals[OPEN_PROJECT], 0, first);
}

static void
batch_draft_read_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (Batch) batch = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsDraft) kept = trs_library_read_draft_finish (TRS_LIBRARY (source), result, &error);
  g_autoptr (TrsDraft) draft = NULL;
  g_autofree char *unsent = NULL;

  if (kept == NULL)
    {
      trs_library_take_error (TRS_LIBRARY (source), error);
      return;
    }

  unsent = trs_submit_lines_settle (batch->lines, kept->lines);
  draft = trs_submit_lines_make_draft (batch->lines, unsent, kept->language);
  trs_library_write_draft (TRS_LIBRARY (source), batch->payer, draft);
}

/* The batch is finished, and the dialog was closed: the parent window reports the first error. */
static void
report_batch (const Batch *batch)
{
  g_autoptr (GtkWidget) parent = g_weak_ref_get ((GWeakRef *) &batch->parent);

  for (guint i = 0; parent != NULL && i < g_list_model_get_n_items (batch->submissions); i++)
    {
      g_autoptr (TrsSubmission) submission = g_list_model_get_item (batch->submissions, i);

      if (trs_submission_get_error (submission) != NULL)
        {
          /* Translators: what failed, as the title of an error. */
          trs_error_sink_throw (parent, trs_submission_get_error (submission), _("Submitting"));
          return;
        }
    }
}

static void
submitted_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Batch *batch = user_data;
  g_autoptr (TrsSubmitDialog) dialog = g_weak_ref_get (&batch->dialog);

  if (dialog != NULL && gtk_widget_get_visible (GTK_WIDGET (dialog)))
    {
      show_outcomes (dialog, batch->submissions);
      batch_free (batch);
      return;
    }

  report_batch (batch);
  trs_library_read_draft_async (batch->library, batch->payer, NULL, batch_draft_read_cb, batch);
}

static TrsSubmitLine *
find_line (TrsSubmitDialog *self,
           GVariant        *video_id)
{
  return trs_submit_lines_find (self->lines, g_variant_get_string (video_id, NULL));
}

/* Saves the draft at once, so that a crash loses nothing. No cancellable: closing the dialog does not cancel a
 * submission. */
static void
submit_lines (TrsSubmitDialog *self,
              GVariant        *video_id,
              gboolean         unchecked)
{
  TrsSubmitLine *only = video_id != NULL ? find_line (self, video_id) : NULL;
  Batch *batch;

  if (video_id != NULL && only == NULL)
    return;

  trs_language_row_remember (self->language);
  self->sent_some = TRUE;
  set_sending (self, TRUE);
  batch = g_new0 (Batch, 1);
  batch->library = g_object_ref (trs_session_get_library (self->session));
  batch->payer = self->payer;
  batch->lines = g_object_ref (self->lines);
  batch->submissions = trs_submit_lines_make_submissions (self->lines, only);
  for (guint i = 0; i < g_list_model_get_n_items (batch->submissions); i++)
    {
      g_autoptr (TrsSubmission) submission = g_list_model_get_item (batch->submissions, i);

      trs_submission_set_unchecked (submission, unchecked);
    }
  g_weak_ref_init (&batch->dialog, self);
  g_weak_ref_init (&batch->parent, gtk_window_get_transient_for (GTK_WINDOW (self)));
  trs_submitter_run_async (trs_session_get_submitter (self->session), batch->submissions, NULL, submitted_cb, batch);
  keep_draft (self);
}

/* @video_id: (nullable): the single video to submit, %NULL for all */
static void
transcribe (GtkWidget  *widget,
            const char *action_name,
            GVariant   *video_id)
{
  TrsSubmitDialog *self = TRS_SUBMIT_DIALOG (widget);

  submit_lines (self, video_id, FALSE);
}

static void
enter_key (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsSubmitDialog *self = TRS_SUBMIT_DIALOG (widget);
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.enter-key", NULL);
}

static void
set_submit_again (GtkWidget  *widget,
                  const char *action_name,
                  GVariant   *parameter)
{
  TrsSubmitDialog *self = TRS_SUBMIT_DIALOG (widget);
  const char *video_id;
  gboolean again;

  g_variant_get (parameter, "(&sb)", &video_id, &again);
  trs_submit_lines_set_submit_again (self->lines, trs_submit_lines_find (self->lines, video_id), again);
}

static void
set_is_id (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsSubmitDialog *self = TRS_SUBMIT_DIALOG (widget);
  const char *video_id;
  gboolean is_id;

  g_variant_get (parameter, "(&sb)", &video_id, &is_id);
  trs_submit_lines_set_is_id (self->lines, trs_submit_lines_find (self->lines, video_id), is_id);
}

static void
open_line (GtkWidget  *widget,
           const char *action_name,
           GVariant   *video_id)
{
  TrsSubmitDialog *self = TRS_SUBMIT_DIALOG (widget);
  G_GNUC_UNUSED g_autoptr (TrsSubmitDialog) alive = g_object_ref (self);
  TrsSubmitLine *line = find_line (self, video_id);
  TrsProject *target = line != NULL ? trs_submit_line_get_target (line) : NULL;
  g_autoptr (TrsProject) project = target != NULL ? g_object_ref (target) : NULL;

  if (project == NULL)
    return;
  gtk_window_close (GTK_WINDOW (self));
  g_signal_emit (self, signals[OPEN_PROJECT], 0, project);
}

static gboolean
trs_submit_dialog_close_request (GtkWindow *window)
{
  keep_draft (TRS_SUBMIT_DIALOG (window));
  TRS_SUBMIT_DIALOG (window)->closed = TRUE;

  return GTK_WINDOW_CLASS (trs_submit_dialog_parent_class)->close_request (window);
}

/* Removes the sample video from the text, or appends it on a line of its own. */
static void
toggle_sample (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  TrsSubmitDialog *self = TRS_SUBMIT_DIALOG (widget);
  GListModel *lines = G_LIST_MODEL (trs_submit_lines_get_lines (self->lines));
  const char *video_id = g_variant_get_string (parameter, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean found = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (lines, i);

      if (g_strcmp0 (trs_submit_line_get_video_id (line), video_id) == 0)
        found = TRUE;
      else
        g_string_append_printf (text, "%s\n", trs_submit_line_get_text (line));
    }
  if (!found)
    g_string_append_printf (text, "%s\n", video_id);
  gtk_text_buffer_set_text (self->buffer, text->str, -1);
  trs_submit_lines_set_is_id (self->lines, trs_submit_lines_find (self->lines, video_id), TRUE);
}

static gboolean
on_ready_link (GtkLabel        *label,
               const char      *uri,
               TrsSubmitDialog *self)
{
  trs_submit_row_scroll_to (GTK_WIDGET (self->rows));
  return TRUE;
}

static char *
dup_account (const TrsKnownAccount *account)
{
  g_autofree char *title = trs_account_strings_full_title (account);

  if (account->sample)
    return g_strdup (_("Uses the sample service"));
  /* Translators: %s is the name of an account, or the address of its server and what distinguishes its users. */
  return g_strdup_printf (_("Uses credits of: %s"), title);
}

/* If there are several accounts, shows whose credits are used. */
static void
show_account (TrsSubmitDialog *self)
{
  const TrsKnownAccount *account = trs_account_list_find_current (trs_session_get_accounts (self->session));
  g_autofree char *text = account != NULL ? dup_account (account) : g_strdup ("");

  gtk_label_set_label (self->account, text);
}

static void
update_account (TrsSubmitDialog *self)
{
  gtk_widget_set_visible (self->price, !trs_account_get_sample (trs_session_get_account (self->session)));
  show_account (self);
  trs_account_list_refresh_async (trs_session_get_accounts (self->session), NULL, NULL);
}

/* Ctrl+Enter transcribes. While there is nothing to transcribe it does nothing; it would begin a line otherwise. */
static gboolean
key_pressed_cb (TrsSubmitDialog *self,
                guint            keyval,
                guint            keycode,
                GdkModifierType  state)
{
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) ||
      (state & gtk_accelerator_get_default_mod_mask ()) != GDK_CONTROL_MASK)
    return GDK_EVENT_PROPAGATE;

  gtk_widget_activate_action (GTK_WIDGET (self), "submit.transcribe", NULL);
  return GDK_EVENT_STOP;
}

static void
trs_submit_dialog_dispose (GObject *object)
{
  TrsSubmitDialog *self = TRS_SUBMIT_DIALOG (object);

  /* It goes with its parent, without being closed. */
  if (self->session != NULL && !self->closed)
    keep_draft (self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->shown);
  g_clear_object (&self->lines);
  g_clear_object (&self->session);
  g_clear_pointer (&self->set_aside, g_free);
  G_OBJECT_CLASS (trs_submit_dialog_parent_class)->dispose (object);
}

static void
trs_submit_dialog_class_init (TrsSubmitDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = trs_submit_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = trs_submit_dialog_close_request;

  signals[OPEN_PROJECT] = g_signal_new ("open-project", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, TRS_TYPE_PROJECT);

  g_type_ensure (TRS_TYPE_LANGUAGE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-submit-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, cancel);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, transcribe);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, entry);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, buffer);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, rows);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, more);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, language);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, samples);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, sample_rows);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, summary);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, ready);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, account);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitDialog, price);
  gtk_widget_class_bind_template_callback (widget_class, key_pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, trs_has_text);
  gtk_widget_class_bind_template_callback (widget_class, trs_dialog_is_wide);
  gtk_widget_class_bind_template_callback (widget_class, on_text_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_language_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_ready_link);
  gtk_widget_class_install_action (widget_class, "submit.transcribe", NULL, transcribe);
  gtk_widget_class_install_action (widget_class, "submit.enter-key", NULL, enter_key);
  gtk_widget_class_install_action (widget_class, "submit.try-again", "s", transcribe);
  gtk_widget_class_install_action (widget_class, "submit.again", "(sb)", set_submit_again);
  gtk_widget_class_install_action (widget_class, "submit.is-id", "(sb)", set_is_id);
  gtk_widget_class_install_action (widget_class, "submit.open", "s", open_line);
  gtk_widget_class_install_action (widget_class, "submit.toggle-sample", "s", toggle_sample);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
trs_submit_dialog_init (TrsSubmitDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_text_buffer_create_tag (self->buffer, "verbatim", "insert-hyphens", FALSE, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "submit.transcribe", FALSE);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->entry));
  trs_caret_follow (self->entry);
  trs_dialog_size_follow (GTK_WINDOW (self), trs_dialog_lay_out);
  trs_dialog_set_help (GTK_WINDOW (self), "submit");
}

/**
 * trs_submit_dialog_new:
 * @session: the session
 * @settings: the settings of the program
 *
 * Opens with what was entered for the account in use and not sent the last time.
 *
 * Returns: (transfer none): the dialog, which GTK owns until it is destroyed
 */
TrsSubmitDialog *
trs_submit_dialog_new (TrsSession *session,
                       GSettings  *settings)
{
  TrsSubmitDialog *self = g_object_new (TRS_TYPE_SUBMIT_DIALOG, NULL);
  const char *samples = trs_session_get_sample_catalogue (session);
  g_autoptr (GListModel) rows = NULL;

  self->session = g_object_ref (session);
  self->lines = trs_submit_lines_new (session);
  self->shown = trs_submit_lines_list_rows (self->lines);
  g_signal_connect_object (self->lines, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_submitter (session), "notify::checking", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (update_account), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_accounts (session), "items-changed", G_CALLBACK (show_account), self,
                           G_CONNECT_SWAPPED);
  update_account (self);

  rows = G_LIST_MODEL (gtk_slice_list_model_new (g_object_ref (self->shown), 0, N_ROWS_MAX));
  rows = trs_gradual_rows_new (rows, GTK_WIDGET (self->rows));
  gtk_list_box_bind_model (self->rows, rows, trs_submit_row_new, NULL, NULL);

  if (samples != NULL)
    trs_sample_video_list_async (samples, self->cancellable, samples_listed_cb, self);
  trs_language_row_set_settings (self->language, settings);
  g_signal_connect_object (trs_session_get_library (session), "notify::open", G_CALLBACK (take_account), self,
                           G_CONNECT_SWAPPED);
  take_account (self);
  update (self);
  return self;
}

/**
 * trs_submit_dialog_fill:
 * @self: the dialog
 * @lines: links or identifiers, one a line
 * @language: (nullable): language tag, or %NULL to let the service detect it
 * @submit_again: @lines is one identifier, to be sent although its video is known
 *
 * Fills the dialog in. What the user has typed stays, and so does what it was
 * filled in with before; a draft of the last time is set aside for the next.
 */
void
trs_submit_dialog_fill (TrsSubmitDialog *self,
                        const char      *lines,
                        const char      *language,
                        gboolean         submit_again)
{
  g_autofree char *typed = dup_text (self);

  if ((self->edited || self->set_aside != NULL) && !is_blank (typed))
    {
      g_autofree char *both = join_lines (typed, lines);

      set_text (self, both);
    }
  else
    {
      if (self->set_aside == NULL)
        self->set_aside = g_steal_pointer (&typed);
      set_text (self, lines);
    }
  if (language != NULL)
    trs_language_row_set_language (self->language, language);
  if (submit_again)
    trs_submit_lines_set_submit_again (self->lines, trs_submit_lines_find (self->lines, lines), TRUE);
}
