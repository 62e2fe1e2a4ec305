/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-lines.h"

#include "trs-compat.h"
#include "trs-submitter.h"
#include "trs-video-ref.h"

struct _TrsSubmitLines
{
  GObject parent_instance;

  GListStore *lines;

  TrsSession *session;
  GCancellable *cancellable;
  char *language;
  /* all lines that were ever in the text, by their video or else by their text */
  GPtrArray *all;
  GHashTable *seen;
  /* video identifier → why it was rejected the last time */
  GHashTable *refused;
  GtkFilter *has_row;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSubmitLines, trs_submit_lines, G_TYPE_OBJECT)

static guint
get_n_lines (TrsSubmitLines *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->lines));
}

static TrsSubmitLine *
line_at (TrsSubmitLines *self,
         guint           index)
{
  g_autoptr (TrsSubmitLine) line = g_list_model_get_item (G_LIST_MODEL (self->lines), index);

  return line;
}

static void
emit_changed (TrsSubmitLines *self)
{
  gtk_filter_changed (self->has_row, GTK_FILTER_CHANGE_DIFFERENT);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
trs_submit_lines_finalize (GObject *object)
{
  TrsSubmitLines *self = TRS_SUBMIT_LINES (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->has_row);
  g_clear_object (&self->lines);
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->all);
  g_hash_table_unref (self->refused);
  g_free (self->language);
  G_OBJECT_CLASS (trs_submit_lines_parent_class)->finalize (object);
}

static void
trs_submit_lines_class_init (TrsSubmitLinesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_submit_lines_finalize;

  signals[CHANGED] =
      g_signal_new ("changed", TRS_TYPE_SUBMIT_LINES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static gboolean
has_row_cb (gpointer item,
            gpointer user_data)
{
  return trs_submit_line_get_has_row (item);
}

static void
trs_submit_lines_init (TrsSubmitLines *self)
{
  self->has_row = GTK_FILTER (gtk_custom_filter_new (has_row_cb, NULL, NULL));
  self->lines = g_list_store_new (TRS_TYPE_SUBMIT_LINE);
  self->all = g_ptr_array_new_with_free_func (g_object_unref);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->refused = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->cancellable = g_cancellable_new ();
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (TrsSubmitLines) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = trs_submitter_find_known_finish (TRS_SUBMITTER (source), result, &error);

  /* Ignore the error: the submitter checks again before it sends, and reports it then. */
  if (found != NULL)
    trs_submit_lines_take_known (self, found);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_info ("Not known which videos were submitted before: %s", error->message);
}

static gboolean
is_first_of_video (TrsSubmitLine *line)
{
  return trs_submit_line_get_video_id (line) != NULL && trs_submit_line_get_duplicate_of (line) == 0;
}

/* Drop the answer to an earlier lookup, which may be older than a change. */
static void
look_up_known (TrsSubmitLines *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) video_ids = NULL;

  if (self->session == NULL)
    return;

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  for (guint i = 0; i < self->all->len; i++)
    if (is_first_of_video (self->all->pdata[i]))
      g_strv_builder_add (builder, trs_submit_line_get_video_id (TRS_SUBMIT_LINE (self->all->pdata[i])));
  video_ids = g_strv_builder_end (builder);
  trs_submitter_find_known_async (trs_session_get_submitter (self->session), (const char *const *)video_ids,
                                  self->cancellable, found_cb, g_object_ref (self));
}

/* What was not sent because there was no key is ready again once there is one. */
static void
session_state_changed_cb (TrsSubmitLines *self)
{
  if (trs_session_get_state (self->session) != TRS_SESSION_READY)
    return;

  for (guint i = 0; i < self->all->len; i++)
    if (trs_submit_line_get_needs_key (self->all->pdata[i]))
      trs_submit_line_set_submission (self->all->pdata[i], NULL);
  emit_changed (self);
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
  g_signal_connect_object (trs_session_get_history (session), "changed", G_CALLBACK (look_up_known), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_state_changed_cb), self, G_CONNECT_SWAPPED);
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
  return G_LIST_MODEL (gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->lines)),
                                                  g_object_ref (self->has_row)));
}

/* Finds or creates the line: one for each video, and one for each text that repeats a video or is none. @numbers:
 * (element-type utf8 guint): line number at which each video occurs first */
static TrsSubmitLine *
dup_line (TrsSubmitLines *self,
          const char     *text,
          guint           number,
          GHashTable     *numbers)
{
  g_autofree char *video_id = NULL;
  gboolean usable = trs_video_ref_parse (text, &video_id) != TRS_VIDEO_REF_NONE;
  guint duplicate_of = usable ? GPOINTER_TO_UINT (g_hash_table_lookup (numbers, video_id)) : 0;
  g_autofree char *key = usable && duplicate_of == 0 ? g_strdup (video_id) : g_strconcat ("\n", text, NULL);
  TrsSubmitLine *line = g_hash_table_lookup (self->seen, key);

  if (line == NULL)
    {
      line = trs_submit_line_new (text);
      trs_submit_line_set_language (line, self->language);
      trs_submit_line_set_refused_for (line, usable ? g_hash_table_lookup (self->refused, video_id) : NULL);
      g_ptr_array_add (self->all, line);
      g_hash_table_insert (self->seen, g_steal_pointer (&key), line);
    }
  trs_submit_line_set_text (line, text);
  trs_submit_line_set_duplicate_of (line, duplicate_of);
  if (usable && duplicate_of == 0)
    g_hash_table_insert (numbers, (gpointer) trs_submit_line_get_video_id (line), GUINT_TO_POINTER (number));
  return g_object_ref (line);
}

static void
replace_lines (TrsSubmitLines *self,
               GPtrArray      *lines)
{
  guint old_length = get_n_lines (self);
  guint shorter = MIN (old_length, lines->len);
  guint head = 0;
  guint tail = 0;

  while (head < shorter && line_at (self, head) == lines->pdata[head])
    head++;
  while (tail < shorter - head && line_at (self, old_length - 1 - tail) == lines->pdata[lines->len - 1 - tail])
    tail++;
  g_list_store_splice (self->lines, head, old_length - head - tail, lines->len > 0 ? lines->pdata + head : NULL,
                       lines->len - head - tail);
}

void
trs_submit_lines_set_text (TrsSubmitLines *self,
                           const char     *text)
{
  g_auto (GStrv) raw = g_strsplit (text, "\n", -1);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_seen = g_hash_table_size (self->seen);

  for (guint i = 0; raw[i] != NULL; i++)
    {
      g_auto (GStrv) links = trs_pasted_links_split (raw[i]);

      for (guint j = 0; links[j] != NULL; j++)
        g_ptr_array_add (lines, dup_line (self, links[j], i + 1, numbers));
    }
  replace_lines (self, lines);
  emit_changed (self);
  if (g_hash_table_size (self->seen) > n_seen)
    look_up_known (self);
}

/**
 * trs_submit_lines_set_came_back:
 * @self: the lines of a draft
 *
 * Notes that they were left from the last time.
 */
void
trs_submit_lines_set_came_back (TrsSubmitLines *self)
{
  for (guint i = 0; i < get_n_lines (self); i++)
    trs_submit_line_set_came_back (line_at (self, i));
}

static gboolean
is_in_vain (TrsSubmitLines *self,
            const char     *text)
{
  g_autofree char *video_id = NULL;
  g_autofree char *key = trs_video_ref_parse (text, &video_id) != TRS_VIDEO_REF_NONE ? g_strdup (video_id)
                                                                                     : g_strconcat ("\n", text, NULL);
  TrsSubmitLine *line = g_hash_table_lookup (self->seen, key);

  return line != NULL && trs_submit_line_get_in_vain (line);
}

/**
 * trs_submit_lines_dup_draft:
 * @self: the lines
 * @text: what they were made of, which is to be there again the next time
 *
 * Returns: (transfer full): @text without what has come back already and still
 *   cannot be sent
 */
char *
trs_submit_lines_dup_draft (TrsSubmitLines *self,
                            const char     *text)
{
  g_auto (GStrv) raw = g_strsplit (text, "\n", -1);
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; raw[i] != NULL; i++)
    {
      g_auto (GStrv) links = trs_pasted_links_split (raw[i]);
      gboolean in_vain = links[0] != NULL;

      for (guint j = 0; links[j] != NULL; j++)
        in_vain &= is_in_vain (self, links[j]);
      if (!in_vain)
        g_strv_builder_add (kept, raw[i]);
    }
  lines = g_strv_builder_end (kept);
  return g_strjoinv ("\n", lines);
}

/**
 * trs_submit_lines_set_refused:
 * @self: the lines
 * @refused: (element-type utf8 utf8): of a #TrsDraft
 */
void
trs_submit_lines_set_refused (TrsSubmitLines *self,
                              GHashTable     *refused)
{
  GHashTableIter iter;
  gpointer video_id, reason;

  g_hash_table_iter_init (&iter, refused);
  while (g_hash_table_iter_next (&iter, &video_id, &reason))
    {
      TrsSubmitLine *line = g_hash_table_lookup (self->seen, video_id);

      g_hash_table_insert (self->refused, g_strdup (video_id), g_strdup (reason));
      if (line != NULL)
        trs_submit_line_set_refused_for (line, reason);
    }
}

/**
 * trs_submit_lines_make_draft:
 * @self: the lines
 * @text: what is to be entered the next time; may be blank
 * @language: (nullable): the language that was chosen
 *
 * Returns: (transfer full): a draft with why videos of @text were refused
 */
TrsDraft *
trs_submit_lines_make_draft (TrsSubmitLines *self,
                             const char     *text,
                             const char     *language)
{
  gboolean blank = text[strspn (text, " \t\n")] == '\0';
  TrsDraft *draft = trs_draft_new (blank ? NULL : text, blank ? NULL : language);
  GHashTableIter iter;
  gpointer video_id, reason;

  for (guint i = 0; i < self->all->len; i++)
    {
      TrsSubmitLine *line = self->all->pdata[i];

      reason = trs_submit_line_dup_refusal (line);
      if (reason != NULL)
        g_hash_table_insert (self->refused, g_strdup (trs_submit_line_get_video_id (line)), reason);
    }

  g_hash_table_iter_init (&iter, self->refused);
  while (g_hash_table_iter_next (&iter, &video_id, &reason))
    if (strstr (draft->lines, video_id) != NULL)
      g_hash_table_insert (draft->refused, g_strdup (video_id), g_strdup (reason));
  return draft;
}

void
trs_submit_lines_set_language (TrsSubmitLines *self,
                               const char     *language)
{
  trs_set_str (&self->language, language);
  for (guint i = 0; i < self->all->len; i++)
    trs_submit_line_set_language (self->all->pdata[i], language);
  emit_changed (self);
}

/**
 * trs_submit_lines_set_submit_again:
 * @self: the lines
 * @line: (nullable): one of them
 * @submit_again: whether it is to be sent although its video is known
 */
void
trs_submit_lines_set_submit_again (TrsSubmitLines *self,
                                   TrsSubmitLine  *line,
                                   gboolean        submit_again)
{
  if (line == NULL || trs_submit_line_get_submit_again (line) == submit_again)
    return;
  trs_submit_line_set_submit_again (line, submit_again);
  emit_changed (self);
}

/**
 * trs_submit_lines_set_is_id:
 * @self: the lines
 * @line: (nullable): one of them
 * @is_id: whether it is an identifier, although it could be a word
 */
void
trs_submit_lines_set_is_id (TrsSubmitLines *self,
                            TrsSubmitLine  *line,
                            gboolean        is_id)
{
  if (line == NULL || trs_submit_line_get_is_id (line) == is_id)
    return;
  trs_submit_line_set_is_id (line, is_id);
  emit_changed (self);
}

static TrsProject *
find_project (GPtrArray  *projects,
              const char *video_id)
{
  for (guint i = 0; i < projects->len; i++)
    if (g_strcmp0 (trs_project_get_data (projects->pdata[i])->video_id, video_id) == 0)
      return projects->pdata[i];
  return NULL;
}

/**
 * trs_submit_lines_take_known:
 * @self: the lines
 * @projects: (element-type TrsProject): what there is of their videos
 *
 * Points them out as known.
 */
void
trs_submit_lines_take_known (TrsSubmitLines *self,
                             GPtrArray      *projects)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      TrsSubmitLine *line = self->all->pdata[i];
      TrsProject *known =
          is_first_of_video (line) ? find_project (projects, trs_submit_line_get_video_id (line)) : NULL;

      if (trs_submit_line_get_known (line) != NULL)
        g_signal_handlers_disconnect_by_data (trs_submit_line_get_known (line), self);
      trs_submit_line_set_known (line, known);
      if (known != NULL)
        g_signal_connect_object (known, "changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
    }
  emit_changed (self);
}

/**
 * trs_submit_lines_find:
 * @self: the lines
 * @video_id: a video
 *
 * Returns: (transfer none) (nullable): the line that stands for it, if it is in the text
 */
TrsSubmitLine *
trs_submit_lines_find (TrsSubmitLines *self,
                       const char     *video_id)
{
  TrsSubmitLine *line = g_hash_table_lookup (self->seen, video_id);

  return line != NULL && g_list_store_find (self->lines, line, NULL) ? line : NULL;
}

TrsSubmitCounts
trs_submit_lines_count (TrsSubmitLines *self)
{
  TrsSubmitCounts counts = { 0 };

  for (guint i = 0; i < get_n_lines (self); i++)
    {
      TrsSubmitLine *line = line_at (self, i);

      counts.n_sendable += trs_submit_line_get_will_send (line);
      counts.n_open += trs_submit_line_get_will_send (line) || trs_submit_line_get_can_retry (line);
    }

  for (guint i = 0; i < self->all->len; i++)
    {
      TrsSubmission *submission = trs_submit_line_get_submission (TRS_SUBMIT_LINE (self->all->pdata[i]));

      if (submission == NULL)
        continue;
      counts.n_sent++;
      counts.n_accepted += trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED;
      counts.n_unknown += trs_submission_get_outcome (submission) == TRS_SUBMISSION_UNKNOWN;
    }
  return counts;
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

  for (guint i = 0; i < get_n_lines (self); i++)
    {
      TrsSubmitLine *line = line_at (self, i);
      g_autoptr (TrsSubmission) submission = NULL;

      if (only != NULL ? line != only || !(trs_submit_line_get_will_send (line) || trs_submit_line_get_can_retry (line))
                       : !trs_submit_line_get_will_send (line))
        continue;
      submission = trs_submission_new (trs_submit_line_get_video_id (line), self->language);
      trs_submission_set_again (submission, trs_submit_line_get_submit_again (line));
      /* The submission brings its error and its project. */
      g_signal_connect_object (submission, "notify::outcome", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
      g_list_store_append (submissions, submission);
      /* Keep a row that is visible, whatever the outcome. */
      trs_submit_line_set_row_stays (line, trs_submit_line_get_has_row (line));
      trs_submit_line_set_submission (line, submission);
    }
  emit_changed (self);
  return G_LIST_MODEL (submissions);
}

/* Returns: @draft without the texts in @settled. Removes what it keeps from @unsent */
static char *
dup_unsettled_draft (const char *draft,
                     GHashTable *settled,
                     GHashTable *unsent)
{
  g_auto (GStrv) raw = g_strsplit (draft, "\n", -1);
  GString *rest = g_string_new (NULL);

  for (guint i = 0; raw[i] != NULL; i++)
    {
      g_auto (GStrv) links = trs_pasted_links_split (raw[i]);

      for (guint j = 0; links[j] != NULL; j++)
        {
          g_hash_table_remove (unsent, links[j]);
          if (!g_hash_table_contains (settled, links[j]))
            g_string_append_printf (rest, "%s\n", links[j]);
        }
    }
  return g_string_free (rest, FALSE);
}

/**
 * trs_submit_lines_settle:
 * @self: lines that were sent
 * @draft: what is remembered of them, and whatever else was entered meanwhile;
 *   may be empty
 *
 * Returns: (transfer full): @draft without what was accepted, and with what was
 *   not; empty if nothing is left
 */
char *
trs_submit_lines_settle (TrsSubmitLines *self,
                         const char     *draft)
{
  g_autoptr (GHashTable) settled = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) unsent = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *rest = NULL;
  GString *left = g_string_new (NULL);

  for (guint i = 0; i < get_n_lines (self); i++)
    if (trs_submit_line_get_unsent (line_at (self, i)))
      g_hash_table_add (unsent, (gpointer) trs_submit_line_get_text (line_at (self, i)));
    else if (!g_hash_table_contains (unsent, trs_submit_line_get_text (line_at (self, i))))
      g_hash_table_add (settled, (gpointer) trs_submit_line_get_text (line_at (self, i)));
  rest = dup_unsettled_draft (draft, settled, unsent);
  for (guint i = 0; i < get_n_lines (self); i++)
    if (g_hash_table_remove (unsent, trs_submit_line_get_text (line_at (self, i))))
      g_string_append_printf (left, "%s\n", trs_submit_line_get_text (line_at (self, i)));
  g_string_append (left, rest);
  return g_string_free (left, FALSE);
}

/**
 * trs_submit_lines_get_lines:
 * @self: a #TrsSubmitLines
 *
 * Returns: (transfer none): #TrsSubmitLine objects, in the order of the text
 */
GListModel *
trs_submit_lines_get_lines (TrsSubmitLines *self)
{
  return G_LIST_MODEL (self->lines);
}
