/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-draft.h"

#include "trs-pasted-links.h"

#define LINES "draft-lines"
#define LANGUAGE "draft-language"
#define REFUSED "draft-refused"

/**
 * trs_submit_draft_get:
 * @settings: the settings of the program
 * @language: (out) (transfer full) (nullable): the language that was chosen
 *
 * Returns: (transfer full) (nullable): what was entered and not sent
 */
char *
trs_submit_draft_get (GSettings  *settings,
                      char      **language)
{
  g_autofree char *text = g_settings_get_string (settings, LINES);
  g_autofree char *tag = g_settings_get_string (settings, LANGUAGE);

  *language = *tag != '\0' ? g_steal_pointer (&tag) : NULL;
  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

/**
 * trs_submit_draft_get_refused:
 * @settings: the settings of the program
 *
 * Returns: (transfer full) (element-type utf8 utf8): why videos of the draft
 *   were refused the last time, by their identifiers
 */
GHashTable *
trs_submit_draft_get_refused (GSettings *settings)
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
note_outcome (GHashTable    *refused,
              TrsSubmitLine *line)
{
  TrsSubmission *submission = trs_submit_line_get_submission (line);
  const char *video_id = trs_submit_line_get_video_id (line);

  if (submission == NULL || video_id == NULL)
    return;

  if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_REFUSED)
    {
      char *reason = trs_submit_line_describe_error (trs_submission_get_error (submission));

      if (reason != NULL)
        g_hash_table_insert (refused, g_strdup (video_id), reason);
    }
  else if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED)
    g_hash_table_remove (refused, video_id);
}

/* What was refused of the text, so that nobody is told the next time that it is ready. */
static void
keep_refused (GSettings      *settings,
              TrsSubmitLines *lines,
              const char     *text)
{
  g_autoptr (GHashTable) refused = trs_submit_draft_get_refused (settings);
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

/**
 * trs_submit_draft_keep:
 * @settings: the settings of the program
 * @lines: lines, of which some may have been sent
 * @text: (nullable): what was entered and not sent; %NULL to forget it
 * @language: (nullable): the language that was chosen
 */
void
trs_submit_draft_keep (GSettings      *settings,
                       TrsSubmitLines *lines,
                       const char     *text,
                       const char     *language)
{
  g_settings_set_string (settings, LINES, text != NULL ? text : "");
  g_settings_set_string (settings, LANGUAGE, text != NULL && language != NULL ? language : "");
  keep_refused (settings, lines, text != NULL ? text : "");
}

/* What waits for its turn or is on its way counts as unsent: should the program
 * die over it, it is there again, and pointed out if it went through. */
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
      /* It was to be sent, and was not, because the video turned out to be known. */
      return trs_submit_line_get_will_send (line) || submission != NULL;
    case TRS_SUBMIT_LINE_SENT:
      return trs_submission_get_outcome (submission) != TRS_SUBMISSION_ACCEPTED &&
             trs_submission_get_outcome (submission) != TRS_SUBMISSION_UNKNOWN;
    }
  g_return_val_if_reached (FALSE);
}

/**
 * trs_submit_draft_dup_unsent:
 * @lines: the lines of the dialog
 *
 * Returns: (transfer full): the lines that are neither sent nor pointed out as
 *   known, for the next time; empty if there are none
 */
char *
trs_submit_draft_dup_unsent (TrsSubmitLines *lines)
{
  GString *unsent = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lines)); i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (G_LIST_MODEL (lines), i);

      if (is_unsent (line))
        g_string_append_printf (unsent, "%s\n", trs_submit_line_get_text (line));
    }
  return g_string_free (unsent, FALSE);
}

/* As the lines of the dialog are. */
static GStrv
split (const char *text)
{
  g_auto (GStrv) raw = g_strsplit (text, "\n", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; raw[i] != NULL; i++)
    {
      g_auto (GStrv) links = trs_pasted_links_split (raw[i]);

      g_strv_builder_addv (builder, (const char **) links);
    }
  return g_strv_builder_end (builder);
}

/**
 * trs_submit_draft_settle:
 * @settings: the settings of the program
 * @lines: lines that were sent, and whose dialog is closed
 *
 * Takes what was accepted out of the draft, and leaves in it what was not and
 * whatever else was entered meanwhile.
 */
void
trs_submit_draft_settle (GSettings      *settings,
                         TrsSubmitLines *lines)
{
  g_autofree char *language = NULL;
  g_autofree char *draft = trs_submit_draft_get (settings, &language);
  g_auto (GStrv) texts = split (draft != NULL ? draft : "");
  g_autoptr (GString) unsent = g_string_new (NULL);
  g_autoptr (GHashTable) settled = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lines)); i++)
    {
      g_autoptr (TrsSubmitLine) line = g_list_model_get_item (G_LIST_MODEL (lines), i);

      if (!is_unsent (line))
        g_hash_table_add (settled, (gpointer) trs_submit_line_get_text (line));
      else if (!g_strv_contains ((const char * const *) texts, trs_submit_line_get_text (line)))
        g_string_append_printf (unsent, "%s\n", trs_submit_line_get_text (line));
    }

  for (guint i = 0; texts[i] != NULL; i++)
    if (!g_hash_table_contains (settled, texts[i]))
      g_string_append_printf (unsent, "%s\n", texts[i]);
  trs_submit_draft_keep (settings, lines, unsent->len > 0 ? unsent->str : NULL, language);
}
