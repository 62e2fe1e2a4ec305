/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-lines.h"

#include "trs-compat.h"
#include "trs-duplicate-check.h"
#include "trs-pasted-links.h"

struct _TrsSubmitLines
{
  GObject parent_instance;

  TrsSession *session;
  GCancellable *cancellable;
  char *language;
  GPtrArray *lines;
  GArray *numbers;
  /* video identifier → its submission from this dialog */
  GHashTable *sent;
  /* video identifiers of removed lines that were ticked to be submitted again */
  GHashTable *again;
  /* video identifier that was looked up → its project, or NULL */
  GHashTable *known;
  /* video identifier → why it was refused the last time */
  GHashTable *refused;
  GtkFilter *has_row;
  guint n_sendable;
  gboolean frozen;
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void trs_submit_lines_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsSubmitLines, trs_submit_lines, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, trs_submit_lines_list_model_init))

static TrsSubmitLine *
line_at (TrsSubmitLines *self,
         guint           index)
{
  return g_ptr_array_index (self->lines, index);
}

static void
notify_changed (TrsSubmitLines *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
update_count (TrsSubmitLines *self)
{
  guint n_sendable = 0;

  for (guint i = 0; i < self->lines->len; i++)
    n_sendable += trs_submit_line_get_will_send (line_at (self, i));
  if (n_sendable == self->n_sendable)
    return;
  self->n_sendable = n_sendable;
  notify_changed (self);
}

static void
line_changed_cb (TrsSubmitLines *self)
{
  if (self->frozen)
    return;
  update_count (self);
  gtk_filter_changed (self->has_row, GTK_FILTER_CHANGE_DIFFERENT);
}

/* Notifies once for hundreds of changes. */
static void
thaw (TrsSubmitLines *self)
{
  self->frozen = FALSE;
  line_changed_cb (self);
}

static TrsSubmitLine *
make_line (TrsSubmitLines *self,
           const char     *text)
{
  TrsSubmitLine *line = trs_submit_line_new (text);
  const char *video_id = trs_submit_line_get_video_id (line);

  trs_submit_line_set_language (line, self->language);
  if (self->session != NULL)
    trs_submit_line_set_free (line, trs_account_get_sample (trs_session_get_account (self->session)));
  if (video_id != NULL)
    {
      trs_submit_line_set_submit_again (line, g_hash_table_contains (self->again, video_id));
      trs_submit_line_set_known (line, g_hash_table_lookup (self->known, video_id));
      trs_submit_line_set_refused_for (line, self->refused != NULL ? g_hash_table_lookup (self->refused, video_id)
                                                                   : NULL);
    }
  g_signal_connect_object (line, "changed", G_CALLBACK (line_changed_cb), self, G_CONNECT_SWAPPED);
  return line;
}

static void
update_places (TrsSubmitLines *self)
{
  g_autoptr (GHashTable) first_of = g_hash_table_new (g_str_hash, g_str_equal);

  self->frozen = TRUE;
  for (guint i = 0; i < self->lines->len; i++)
    {
      TrsSubmitLine *line = line_at (self, i);
      const char *video_id = trs_submit_line_get_video_id (line);
      guint number = g_array_index (self->numbers, guint, i);
      guint duplicate_of = 0;

      if (video_id != NULL)
        {
          duplicate_of = GPOINTER_TO_UINT (g_hash_table_lookup (first_of, video_id));
          if (duplicate_of == 0)
            g_hash_table_insert (first_of, (gpointer) video_id, GUINT_TO_POINTER (number));
          trs_submit_line_set_submission (line, g_hash_table_lookup (self->sent, video_id));
        }
      trs_submit_line_set_duplicate_of (line, duplicate_of);
    }
  self->frozen = FALSE;
}

static GType
trs_submit_lines_get_item_type (GListModel *list)
{
  return TRS_TYPE_SUBMIT_LINE;
}

static guint
trs_submit_lines_get_n_items (GListModel *list)
{
  return TRS_SUBMIT_LINES (list)->lines->len;
}

static gpointer
trs_submit_lines_get_item (GListModel *list,
                           guint       position)
{
  TrsSubmitLines *self = TRS_SUBMIT_LINES (list);

  return position < self->lines->len ? g_object_ref (line_at (self, position)) : NULL;
}

static void
trs_submit_lines_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = trs_submit_lines_get_item_type;
  iface->get_n_items = trs_submit_lines_get_n_items;
  iface->get_item = trs_submit_lines_get_item;
}

static void
trs_submit_lines_finalize (GObject *object)
{
  TrsSubmitLines *self = TRS_SUBMIT_LINES (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->has_row);
  g_ptr_array_unref (self->lines);
  g_array_unref (self->numbers);
  g_hash_table_unref (self->sent);
  g_hash_table_unref (self->again);
  g_hash_table_unref (self->known);
  g_clear_pointer (&self->refused, g_hash_table_unref);
  g_free (self->language);
  G_OBJECT_CLASS (trs_submit_lines_parent_class)->finalize (object);
}

static void
trs_submit_lines_class_init (TrsSubmitLinesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_submit_lines_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 0);
}

static gboolean
has_row_cb (gpointer item,
            gpointer user_data)
{
  return trs_submit_line_get_has_row (item);
}

static void
unref_known (gpointer project)
{
  if (project != NULL)
    g_object_unref (project);
}

static void
trs_submit_lines_init (TrsSubmitLines *self)
{
  self->has_row = GTK_FILTER (gtk_custom_filter_new (has_row_cb, NULL, NULL));
  self->lines = g_ptr_array_new_with_free_func (g_object_unref);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  self->sent = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->again = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref_known);
  self->cancellable = g_cancellable_new ();
}

typedef struct
{
  TrsSubmitLines *lines;
  GStrv video_ids;
} Lookup;

static void
lookup_free (Lookup *lookup)
{
  g_object_unref (lookup->lines);
  g_strfreev (lookup->video_ids);
  g_free (lookup);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Lookup, lookup_free)

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Lookup) lookup = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = trs_duplicate_check_find_finish (TRS_DUPLICATE_CHECK (source), result, &error);

  /* The submitter checks again before it sends anything, and reports the error then. */
  if (found != NULL)
    trs_submit_lines_take_known (lookup->lines, lookup->video_ids, found);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_info ("Not known which videos were submitted before: %s", error->message);
}

static void
look_for (TrsSubmitLines *self,
          GStrvBuilder   *video_ids)
{
  Lookup *lookup = g_new0 (Lookup, 1);

  lookup->lines = g_object_ref (self);
  lookup->video_ids = g_strv_builder_end (video_ids);
  trs_duplicate_check_find_async (trs_session_get_duplicate_check (self->session),
                                  (const char * const *) lookup->video_ids, self->cancellable, found_cb, lookup);
}

static void
look_for_new (TrsSubmitLines *self,
              guint           position,
              guint           count)
{
  g_autoptr (GStrvBuilder) video_ids = g_strv_builder_new ();
  gboolean any = FALSE;

  for (guint i = position; i < position + count; i++)
    {
      const char *video_id = trs_submit_line_get_video_id (line_at (self, i));

      if (video_id == NULL || g_hash_table_contains (self->known, video_id))
        continue;
      g_hash_table_insert (self->known, g_strdup (video_id), NULL);
      g_strv_builder_add (video_ids, video_id);
      any = TRUE;
    }
  if (any && self->session != NULL)
    look_for (self, video_ids);
}

/* Lookups under way may be older than the change: cancel them and look everything up again. */
static void
history_changed_cb (TrsSubmitLines *self)
{
  g_autoptr (GStrvBuilder) video_ids = g_strv_builder_new ();
  GHashTableIter iter;
  gpointer video_id;

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();

  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &video_id, NULL))
    g_strv_builder_add (video_ids, video_id);
  if (g_hash_table_size (self->known) > 0)
    look_for (self, video_ids);
}

/**
 * trs_submit_lines_new:
 * @session: (nullable): knows which videos were submitted before
 *
 * Returns: (transfer full): an empty list
 */
TrsSubmitLines *
trs_submit_lines_new (TrsSession *session)
{
  TrsSubmitLines *self = g_object_new (TRS_TYPE_SUBMIT_LINES, NULL);

  if (session == NULL)
    return self;

  self->session = g_object_ref (session);
  g_signal_connect_object (trs_session_get_history (session), "changed", G_CALLBACK (history_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_submit_lines_list_rows:
 * @self: the lines
 *
 * Returns: (transfer full): those of the lines that have a row, as a
 *   #GListModel of #TrsSubmitLine
 */
GListModel *
trs_submit_lines_list_rows (TrsSubmitLines *self)
{
  return G_LIST_MODEL (gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self)), g_object_ref (self->has_row)));
}

static GPtrArray *
split_text (const char *text,
            GArray     *numbers)
{
  g_auto (GStrv) raw = g_strsplit (text, "\n", -1);
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  g_array_set_size (numbers, 0);
  for (guint i = 0; raw[i] != NULL; i++)
    {
      g_autofree GStrv links = trs_pasted_links_split (raw[i]);
      guint number = i + 1;

      for (guint j = 0; links[j] != NULL; j++)
        {
          g_ptr_array_add (texts, links[j]);
          g_array_append_val (numbers, number);
        }
    }
  return texts;
}

/* A line that is cut and pasted elsewhere keeps its choice. */
static void
remove_lines (TrsSubmitLines *self,
              guint           position,
              guint           count)
{
  for (guint i = position; i < position + count; i++)
    {
      const char *video_id = trs_submit_line_get_video_id (line_at (self, i));

      if (video_id != NULL && trs_submit_line_get_submit_again (line_at (self, i)))
        g_hash_table_add (self->again, g_strdup (video_id));
      else if (video_id != NULL)
        g_hash_table_remove (self->again, video_id);
    }
  if (count > 0)
    g_ptr_array_remove_range (self->lines, position, count);
}

void
trs_submit_lines_set_text (TrsSubmitLines *self,
                           const char     *text)
{
  g_autoptr (GPtrArray) texts = NULL;
  guint old_length;
  guint head = 0;
  guint tail = 0;
  guint shorter;

  texts = split_text (text, self->numbers);
  old_length = self->lines->len;
  shorter = MIN (old_length, texts->len);
  while (head < shorter && g_str_equal (trs_submit_line_get_text (line_at (self, head)), texts->pdata[head]))
    head++;
  while (tail < shorter - head &&
         g_str_equal (trs_submit_line_get_text (line_at (self, old_length - 1 - tail)),
                      texts->pdata[texts->len - 1 - tail]))
    tail++;

  remove_lines (self, head, old_length - head - tail);
  for (guint i = head; i < texts->len - tail; i++)
    g_ptr_array_insert (self->lines, (int) i, make_line (self, texts->pdata[i]));

  update_places (self);
  if (old_length != texts->len || head + tail != old_length)
    g_list_model_items_changed (G_LIST_MODEL (self), head, old_length - head - tail, texts->len - head - tail);
  thaw (self);
  look_for_new (self, head, texts->len - head - tail);
}

/**
 * trs_submit_lines_set_refused:
 * @self: the lines, empty so far
 * @refused: (transfer full) (element-type utf8 utf8): why videos were refused
 *   the last time, by their identifiers
 */
void
trs_submit_lines_set_refused (TrsSubmitLines *self,
                              GHashTable     *refused)
{
  g_clear_pointer (&self->refused, g_hash_table_unref);
  self->refused = refused;
}

void
trs_submit_lines_set_language (TrsSubmitLines *self,
                               const char     *language)
{
  if (!trs_set_str (&self->language, language))
    return;
  self->frozen = TRUE;
  for (guint i = 0; i < self->lines->len; i++)
    trs_submit_line_set_language (line_at (self, i), language);
  thaw (self);
}

/**
 * trs_submit_lines_set_submit_again:
 * @self: the lines
 * @text: lines; those that are here too are to be sent although their videos are known
 */
void
trs_submit_lines_set_submit_again (TrsSubmitLines *self,
                                   const char     *text)
{
  g_auto (GStrv) wanted = NULL;

  wanted = g_strsplit (text, "\n", -1);
  for (guint i = 0; wanted[i] != NULL; i++)
    g_strstrip (wanted[i]);
  for (guint i = 0; i < self->lines->len; i++)
    if (g_strv_contains ((const char * const *) wanted, trs_submit_line_get_text (line_at (self, i))))
      trs_submit_line_set_submit_again (line_at (self, i), TRUE);
}

/**
 * trs_submit_lines_take_known:
 * @self: the lines
 * @video_ids: the videos that were looked for
 * @projects: (element-type TrsProject): what there is of them
 *
 * Points them out as known.
 */
void
trs_submit_lines_take_known (TrsSubmitLines *self,
                             GStrv           video_ids,
                             GPtrArray      *projects)
{
  for (guint i = 0; video_ids[i] != NULL; i++)
    g_hash_table_insert (self->known, g_strdup (video_ids[i]), NULL);
  for (guint i = 0; i < projects->len; i++)
    {
      TrsProject *project = g_ptr_array_index (projects, i);

      g_hash_table_insert (self->known, g_strdup (trs_project_get_data (project)->video_id), g_object_ref (project));
    }

  self->frozen = TRUE;
  for (guint i = 0; i < self->lines->len; i++)
    {
      const char *video_id = trs_submit_line_get_video_id (line_at (self, i));

      if (video_id != NULL)
        trs_submit_line_set_known (line_at (self, i), g_hash_table_lookup (self->known, video_id));
    }
  thaw (self);
}

guint
trs_submit_lines_get_n_sendable (TrsSubmitLines *self)
{
  return self->n_sendable;
}

/**
 * trs_submit_lines_count_ready:
 * @self: the lines
 *
 * Returns: how many lines would be sent and have no row of their own
 */
guint
trs_submit_lines_count_ready (TrsSubmitLines *self)
{
  guint count = 0;

  for (guint i = 0; i < self->lines->len; i++)
    if (trs_submit_line_get_will_send (line_at (self, i)) && !trs_submit_line_get_has_row (line_at (self, i)))
      count++;
  return count;
}

/**
 * trs_submit_lines_get_n_accepted:
 * @self: the lines
 * @n_sent: (out): of how many
 * @n_unknown: (out): of how many it is not known whether they were accepted
 *
 * Returns: how many of the videos that were sent from here, at any time, were accepted
 */
guint
trs_submit_lines_get_n_accepted (TrsSubmitLines *self,
                                 guint          *n_sent,
                                 guint          *n_unknown)
{
  guint n_accepted = 0;
  GHashTableIter iter;
  gpointer submission;

  *n_unknown = 0;
  g_hash_table_iter_init (&iter, self->sent);
  while (g_hash_table_iter_next (&iter, NULL, &submission))
    {
      TrsSubmissionOutcome outcome = trs_submission_get_outcome (submission);

      n_accepted += outcome == TRS_SUBMISSION_ACCEPTED;
      *n_unknown += outcome == TRS_SUBMISSION_UNKNOWN;
    }
  *n_sent = g_hash_table_size (self->sent);
  return n_accepted;
}

/**
 * trs_submit_lines_make_submissions:
 * @self: the lines
 * @only: (nullable): the one line to be sent, %NULL for all
 *
 * Makes a submission of every line that will be sent; the lines follow what
 * becomes of them.
 *
 * Returns: (transfer full): the submissions, for trs_submitter_run_async()
 */
GListModel *
trs_submit_lines_make_submissions (TrsSubmitLines *self,
                                   TrsSubmitLine  *only)
{
  GListStore *submissions = g_list_store_new (TRS_TYPE_SUBMISSION);

  self->frozen = TRUE;
  for (guint i = 0; i < self->lines->len; i++)
    {
      TrsSubmitLine *line = line_at (self, i);
      const char *video_id = trs_submit_line_get_video_id (line);
      g_autoptr (TrsSubmission) submission = NULL;

      if (!trs_submit_line_get_will_send (line) || (only != NULL && line != only))
        continue;
      submission = trs_submission_new (video_id, self->language);
      trs_submission_set_again (submission, trs_submit_line_get_submit_again (line));
      g_hash_table_insert (self->sent, g_strdup (video_id), g_object_ref (submission));
      trs_submit_line_set_submission (line, submission);
      g_signal_connect_object (submission, "notify::outcome", G_CALLBACK (notify_changed), self, G_CONNECT_SWAPPED);
      g_list_store_append (submissions, submission);
    }
  thaw (self);
  return G_LIST_MODEL (submissions);
}

/* What is under way counts as unsent: after a crash it is in the draft again, and the duplicate check finds it if it
 * was accepted. */
static gboolean
is_unsent (TrsSubmitLine *line)
{
  TrsSubmission *submission = trs_submit_line_get_submission (line);

  switch (trs_submit_line_get_state (line))
    {
    case TRS_SUBMIT_LINE_UNUSABLE:
    case TRS_SUBMIT_LINE_READY:
      return TRUE;
    case TRS_SUBMIT_LINE_DUPLICATE:
      return FALSE;
    case TRS_SUBMIT_LINE_KNOWN:
      /* Withheld by the submitter as a duplicate. */
      return trs_submit_line_get_will_send (line) || submission != NULL;
    case TRS_SUBMIT_LINE_SENT:
      return trs_submission_get_outcome (submission) != TRS_SUBMISSION_ACCEPTED &&
             trs_submission_get_outcome (submission) != TRS_SUBMISSION_UNKNOWN;
    }
  g_return_val_if_reached (FALSE);
}

/**
 * trs_submit_lines_dup_unsent:
 * @self: the lines
 *
 * Returns: (transfer full): the lines that are neither sent nor pointed out as
 *   known, for the next time; empty if there are none
 */
char *
trs_submit_lines_dup_unsent (TrsSubmitLines *self)
{
  GString *unsent = g_string_new (NULL);

  for (guint i = 0; i < self->lines->len; i++)
    if (is_unsent (line_at (self, i)))
      g_string_append_printf (unsent, "%s\n", trs_submit_line_get_text (line_at (self, i)));
  return g_string_free (unsent, FALSE);
}

/**
 * trs_submit_lines_settle:
 * @self: lines that were sent
 * @draft: what is remembered of them, and whatever else was entered meanwhile
 *
 * Returns: (transfer full): @draft without what was accepted, and with what was
 *   not; empty if nothing is left
 */
char *
trs_submit_lines_settle (TrsSubmitLines *self,
                         const char     *draft)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) texts = split_text (draft, numbers);
  g_autoptr (GHashTable) settled = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) unsent = g_string_new (NULL);

  for (guint i = 0; i < self->lines->len; i++)
    {
      const char *text = trs_submit_line_get_text (line_at (self, i));

      if (!is_unsent (line_at (self, i)))
        g_hash_table_add (settled, (gpointer) text);
      else if (!g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
        g_string_append_printf (unsent, "%s\n", text);
    }
  for (guint i = 0; i < texts->len; i++)
    if (!g_hash_table_contains (settled, texts->pdata[i]))
      g_string_append_printf (unsent, "%s\n", (char *) texts->pdata[i]);
  return g_string_free (g_steal_pointer (&unsent), FALSE);
}
