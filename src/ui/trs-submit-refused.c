/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-refused.h"

#include "trs-submit-line-words.h"

#define REFUSED "draft-refused"

static GHashTable *
read_refused (GSettings *settings)
{
  g_autoptr (GVariant) kept = g_settings_get_value (settings, REFUSED);
  GHashTable *refused = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GVariantIter iter;
  char *video_id;
  char *reason;

  g_variant_iter_init (&iter, kept);
  while (g_variant_iter_next (&iter, "{ss}", &video_id, &reason))
    g_hash_table_insert (refused, video_id, reason);
  return refused;
}

static void
lines_changed_cb (GListModel *lines,
                  guint       position,
                  guint       removed,
                  guint       added,
                  GHashTable *refused)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (lines, i);
      const char *video_id = trs_submit_line_get_video_id (line);

      if (video_id != NULL)
        trs_submit_line_set_refused_for (line, g_hash_table_lookup (refused, video_id));
    }
}

static void
free_refused (gpointer  data,
              GClosure *closure)
{
  g_hash_table_unref (data);
}

/**
 * trs_submit_refused_follow:
 * @settings: the settings of the program
 * @lines: lines, empty so far
 *
 * Tells the lines whose videos were refused the last time, and why.
 */
void
trs_submit_refused_follow (GSettings      *settings,
                           TrsSubmitLines *lines)
{
  g_signal_connect_data (lines, "items-changed", G_CALLBACK (lines_changed_cb), read_refused (settings), free_refused,
                         0);
}

static void
note_outcome (GHashTable    *refused,
              TrsSubmitLine *line)
{
  TrsSubmission *submission = trs_submit_line_get_submission (line);
  const char *video_id = trs_submit_line_get_video_id (line);

  if (submission == NULL || video_id == NULL)
    return;

  if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_REFUSED)
    {
      char *reason = trs_submit_line_words_reason (trs_submission_get_error (submission));

      if (reason != NULL)
        g_hash_table_insert (refused, g_strdup (video_id), reason);
    }
  else if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED)
    g_hash_table_remove (refused, video_id);
}

/**
 * trs_submit_refused_keep:
 * @settings: the settings of the program
 * @lines: lines, of which some may have been sent
 * @text: what is kept of them for the next time
 *
 * Keeps what was refused of @text, so that nobody is told the next time that
 * it is ready.
 */
void
trs_submit_refused_keep (GSettings      *settings,
                         TrsSubmitLines *lines,
                         const char     *text)
{
  g_autoptr (GHashTable) refused = read_refused (settings);
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{ss}"));
  GHashTableIter iter;
  gpointer video_id;
  gpointer reason;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lines)); i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (G_LIST_MODEL (lines), i);

      note_outcome (refused, line);
    }

  g_hash_table_iter_init (&iter, refused);
  while (g_hash_table_iter_next (&iter, &video_id, &reason))
    if (strstr (text, video_id) != NULL)
      g_variant_builder_add (&builder, "{ss}", video_id, reason);
  g_settings_set_value (settings, REFUSED, g_variant_builder_end (&builder));
}
