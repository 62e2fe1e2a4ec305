/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-desk.h"

#include "trs-i18n.h"
#include "trs-speaker-figures.h"

#include <string.h>

static const TrsCliColumn columns[] = {
  { "NUMBER", .right = TRUE },
  { "LABEL" },
  { "NAME", .minimum = 10 },
  { "TURNS", .right = TRUE },
  { "SHARE", .right = TRUE },
  { "MERGED", .right = TRUE },
};

/* @word: the number of a speaker, or the name that it has here. Returns: the number, or 0 */
static guint
find_speaker (TrsCliText *text,
              const char *word,
              gsize       length)
{
  g_autofree char *wanted = g_strndup (word, length);
  guint n = trs_transcript_get_n_speakers (trs_document_get_transcript (text->document));
  guint64 number = 0;
  guint found = 0;

  if (g_ascii_string_to_unsigned (wanted, 10, 1, n, &number, NULL))
    return (guint) number;

  for (guint i = 1; i <= n; i++)
    {
      const char *name = trs_document_get_name (text->document, i);
      g_autofree char *label = g_strdup_printf ("Speaker %u", i);

      if (g_strcmp0 (name, wanted) != 0 && !g_str_equal (label, wanted))
        continue;
      /* Two speakers of one name are told apart by their numbers. */
      if (found != 0)
        return 0;
      found = i;
    }
  return found;
}

static guint
read_speaker (TrsCliText  *text,
              const char  *word,
              gsize        length,
              GError     **error)
{
  guint speaker = find_speaker (text, word, length);

  if (speaker == 0)
    g_set_error (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND,
                 /* Translators: %s is what was typed. */
                 _("There is no speaker “%.*s”, or several. Use the number that “transcripts speakers” shows."),
                 (int) length, word);
  return speaker;
}

/* @pair: "2=Anna", or "2=" to take the name away */
static TrsAnnotations *
name_speaker (TrsCliText      *text,
              TrsAnnotations  *annotations,
              const char      *pair,
              GError         **error)
{
  gsize length = strcspn (pair, "=");
  guint speaker;

  if (pair[length] == '\0')
    {
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("--name needs a speaker and a name: --name 2=Anna"));
      return NULL;
    }
  speaker = read_speaker (text, pair, length, error);
  return speaker != 0 ? trs_annotations_rename (annotations, speaker, pair + length + 1) : NULL;
}

/* @pair: "3=2": both are one person; "3=3" parts them again */
static TrsAnnotations *
merge_speaker (TrsCliText      *text,
               TrsAnnotations  *annotations,
               const char      *pair,
               GError         **error)
{
  gsize length = strcspn (pair, "=");
  guint speaker, into;

  if (pair[length] == '\0')
    {
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("--merge needs two speakers: --merge 3=2"));
      return NULL;
    }
  speaker = read_speaker (text, pair, length, error);
  into = speaker != 0 ? read_speaker (text, pair + length + 1, strlen (pair + length + 1), error) : 0;
  return into != 0 ? trs_annotations_merge (annotations, speaker, into) : NULL;
}

typedef TrsAnnotations *(*Edit) (TrsCliText      *text,
                                 TrsAnnotations  *annotations,
                                 const char      *pair,
                                 GError         **error);

static gboolean
edit_all (TrsCliText      *text,
          TrsAnnotations **annotations,
          Edit             edit,
          char           **pairs,
          GError         **error)
{
  for (guint i = 0; pairs != NULL && pairs[i] != NULL; i++)
    {
      TrsAnnotations *edited = edit (text, *annotations, pairs[i], error);

      if (edited == NULL)
        return FALSE;
      g_ptr_array_unref (*annotations);
      *annotations = edited;
    }
  return TRUE;
}

/* All edits or none. */
static gboolean
edit_speakers (TrsCli      *self,
               TrsCliText  *text,
               GError     **error)
{
  g_autoptr (TrsAnnotations) edited = g_ptr_array_ref (trs_document_get_annotations (text->document));
  TrsDocument *document;

  if (!edit_all (text, &edited, name_speaker, self->options->names, error) ||
      !edit_all (text, &edited, merge_speaker, self->options->merges, error) ||
      !trs_cli_text_save (text, self, g_ptr_array_ref (edited), error))
    return FALSE;

  document = trs_document_new (trs_document_get_transcript (text->document), edited);
  g_set_object (&text->document, document);
  g_object_unref (document);
  return TRUE;
}

static void
record_speaker (TrsCli                  *self,
                TrsDocument             *document,
                const TrsSpeakerFigures *figures)
{
  JsonObject *record = trs_cli_record_new ("speaker");

  json_object_set_int_member (record, "number", figures->speaker);
  json_object_set_string_member (record, "name", trs_document_get_name (document, figures->speaker));
  json_object_set_int_member (record, "turns", figures->n_turns);
  json_object_set_double_member (record, "share", figures->share);
  trs_cli_json_set_number (record, "merged_into", figures->merged_into > 0 ? (gint64) figures->merged_into : -1);
  trs_cli_add_record (self, record);
}

static void
list_speaker (TrsCliTable             *table,
              TrsDocument             *document,
              const TrsSpeakerFigures *figures)
{
  g_autofree char *number = g_strdup_printf ("%u", figures->speaker);
  g_autofree char *label = g_strdup_printf ("Speaker %u", figures->speaker);
  g_autofree char *turns = g_strdup_printf ("%u", figures->n_turns);
  g_autofree char *share = g_strdup_printf ("%.0f%%", figures->share * 100);
  g_autofree char *merged = figures->merged_into != 0 ? g_strdup_printf ("%u", figures->merged_into) : g_strdup ("");

  trs_cli_table_add (table, (const TrsCliCell[]) {
    { number }, { label }, { trs_document_get_name (document, figures->speaker) }, { turns }, { share }, { merged },
  });
}

static TrsCliExit
run_speakers (TrsCli *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsCliText) text = trs_cli_text_open (self, self->options->words[0], &error);
  g_autoptr (TrsCliTable) table = NULL;
  g_autoptr (GArray) figures = NULL;
  gboolean edits = self->options->names != NULL || self->options->merges != NULL;
  gboolean by_time;

  if (text == NULL || (edits && !edit_speakers (self, text, &error)))
    return trs_cli_report (self, self->options->words[0], error);

  figures = trs_speaker_figures_new (text->document, trs_project_get_data (text->project)->video_length, &by_time);
  table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < figures->len && trs_cli_may_go_on (self); i++)
    if (table != NULL)
      list_speaker (table, text->document, &g_array_index (figures, TrsSpeakerFigures, i));
    else
      record_speaker (self, text->document, &g_array_index (figures, TrsSpeakerFigures, i));
  return TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_speakers_command = {
  .name = "speakers",
  .parameters = N_("ID"),
  .n_min = 1,
  .n_max = 1,
  .options = (const char * const[]) { "name", "merge", NULL },
  .fields = "number name turns share merged_into",
  .account = TRS_CLI_ACCOUNT_OPENED,
  .run = run_speakers,
};
