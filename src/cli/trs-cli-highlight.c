/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-desk.h"

#include "trs-highlight-strings.h"
#include "trs-i18n.h"

#include <string.h>

/* highlight, checked: what the user adds to a passage */

typedef struct
{
  TrsTextPosition start;
  TrsTextPosition end;
} Passage;

static gboolean
parse_colour (const char          *word,
              TrsHighlightColour  *colour,
              GError             **error)
{
  *colour = TRS_HIGHLIGHT_YELLOW;
  for (guint i = 0; word != NULL && i < TRS_HIGHLIGHT_N_COLOURS; i++)
    if (g_str_equal (word, trs_highlight_strings_colour ((TrsHighlightColour) i)) ||
        g_str_equal (word, trs_highlight_strings_id ((TrsHighlightColour) i)))
      {
        *colour = (TrsHighlightColour) i;
        return TRUE;
      }
  if (word == NULL)
    return TRUE;

  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
               /* Translators: %s is what was typed. Do not translate the names of the colours. */
               _("“%s” is not a colour: use yellow, green, blue or pink"), word);
  return FALSE;
}

/* The paragraph at a time, or these words in it. */
static gboolean
find_passage (TrsCliText  *text,
              const char  *time,
              const char  *words,
              Passage     *passage,
              GError     **error)
{
  const TrsParagraph *paragraph;
  const char *found;
  guint place;

  if (!trs_cli_text_find_time (text, time, &place, error))
    return FALSE;

  paragraph = trs_transcript_get_paragraph (trs_document_get_transcript (text->document), TRS_TEXT_ALL, place);
  passage->start = (TrsTextPosition) { place, 0 };
  passage->end = (TrsTextPosition) { place, paragraph->body_length };
  if (*words == '\0')
    return TRUE;

  found = memmem (paragraph->body, paragraph->body_length, words, strlen (words));
  if (found == NULL)
    {
      g_autofree char *shown = trs_cli_text_dup_time (text, place);

      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND,
                   /* Translators: the first %s are words, the second one is the time of a paragraph. */
                   _("“%s” is not in the paragraph at %s"), words, shown);
      return FALSE;
    }
  passage->start.byte = (gsize) (found - paragraph->body);
  passage->end.byte = passage->start.byte + strlen (words);
  return TRUE;
}

/* Returns: (transfer full): the annotations without the highlights that touch the passage */
static TrsAnnotations *
remove_highlights (TrsDocument   *document,
                   const Passage *passage,
                   guint         *n_removed)
{
  TrsAnnotations *annotations = g_ptr_array_ref (trs_document_get_annotations (document));
  GArray *highlights = trs_document_get_highlights (document);

  *n_removed = 0;
  for (guint i = 0; i < highlights->len; i++)
    {
      const TrsPlacedHighlight *highlight = &g_array_index (highlights, TrsPlacedHighlight, i);
      TrsAnnotations *edited;

      if (trs_text_position_compare (highlight->start, passage->end) >= 0 ||
          trs_text_position_compare (passage->start, highlight->end) >= 0)
        continue;
      edited = trs_annotations_remove (annotations, highlight->annotation);
      g_ptr_array_unref (annotations);
      annotations = edited;
      (*n_removed)++;
    }
  return annotations;
}

/* Returns: (transfer full) (nullable): the annotations after what was asked for */
static TrsAnnotations *
edit_highlight (TrsCli             *self,
                TrsCliText         *text,
                const Passage      *passage,
                TrsHighlightColour  colour,
                GError            **error)
{
  g_autoptr (TrsAnnotations) removed = NULL;
  guint n_removed;

  if (!self->options->remove)
    return trs_annotations_highlight (trs_document_get_annotations (text->document),
                                      trs_document_get_transcript (text->document), passage->start, passage->end,
                                      colour, self->options->note,
                                      trs_clock_get_time (trs_session_get_clock (self->session)));

  removed = remove_highlights (text->document, passage, &n_removed);
  if (n_removed > 0)
    return g_steal_pointer (&removed);
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND, _("Nothing is highlighted there"));
  return NULL;
}

static const TrsCliColumn columns[] = {
  { "ID", .minimum = 8, .yields = TRUE },
  { "TIME" },
  { "WORDS", .minimum = 20 },
};

/* @table: (nullable): %NULL with `--json` */
static void
print_passage (TrsCli        *self,
               TrsCliTable   *table,
               const char    *type,
               TrsCliText    *text,
               const Passage *passage)
{
  g_autofree char *time = trs_cli_text_dup_time (text, passage->start.paragraph);
  g_autofree char *words =
      trs_transcript_dup_words (trs_document_get_transcript (text->document), passage->start, passage->end);
  JsonObject *record;

  if (table != NULL)
    {
      trs_cli_table_add (table, (const TrsCliCell[]) { { trs_project_get_id (text->project) }, { time }, { words } });
      return;
    }
  record = trs_cli_record_new (type);
  json_object_set_string_member (record, "id", trs_project_get_id (text->project));
  trs_cli_json_set_number (record, "start", trs_cli_text_get_start (text, passage->start.paragraph));
  json_object_set_string_member (record, "words", words);
  json_object_set_boolean_member (record, "removed", self->options->remove);
  trs_cli_add_record (self, record);
}

static TrsCliExit
run_highlight (TrsCli *self)
{
  char **words = self->options->words;
  g_autofree char *wanted = g_strjoinv (" ", words + 2);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsCliText) text = trs_cli_text_open (self, words[0], &error);
  g_autoptr (TrsCliTable) table = NULL;
  TrsAnnotations *edited;
  TrsHighlightColour colour;
  Passage passage;

  if (text == NULL || !parse_colour (self->options->colour, &colour, &error) ||
      !find_passage (text, words[1], wanted, &passage, &error) ||
      (edited = edit_highlight (self, text, &passage, colour, &error)) == NULL ||
      !trs_cli_text_save (text, self, edited, &error))
    return trs_cli_report (self, words[0], error);

  table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  print_passage (self, table, "highlight", text, &passage);
  return TRS_CLI_DONE;
}

static const char *
check_highlight (const TrsCliOptions *options)
{
  if (options->remove && (options->colour != NULL || options->note != NULL))
    return N_("--remove can’t be used with --colour or --note");
  return NULL;
}

const TrsCliCommand trs_cli_highlight_command = {
  .name = "highlight",
  .parameters = N_("ID TIME [WORDS…]"),
  .n_min = 2,
  .n_max = G_MAXUINT,
  .options = (const char * const[]) { "colour", "note", "remove", NULL },
  .fields = "id start words removed",
  .account = TRS_CLI_ACCOUNT_OPENED,
  .check = check_highlight,
  .run = run_highlight,
};

/* checked */

static gboolean
set_checked (TrsCli      *self,
             TrsCliText  *text,
             guint        paragraph,
             GError     **error)
{
  TrsAnnotations *edited = trs_document_set_checked (text->document, paragraph, paragraph, !self->options->remove,
                                                     trs_clock_get_time (trs_session_get_clock (self->session)));
  TrsDocument *document = trs_document_new (trs_document_get_transcript (text->document), edited);
  gboolean saved = trs_cli_text_save (text, self, edited, error);

  g_set_object (&text->document, document);
  g_object_unref (document);
  return saved;
}

static Passage
get_paragraph (TrsCliText *text,
               guint       paragraph)
{
  TrsTranscript *transcript = trs_document_get_transcript (text->document);

  return (Passage) {
    { paragraph, 0 },
    { paragraph, trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, paragraph)->body_length },
  };
}

/* Which paragraphs were compared with the video. */
static void
list_checked (TrsCli      *self,
              TrsCliTable *table,
              TrsCliText  *text)
{
  guint n = trs_transcript_get_n_paragraphs (trs_document_get_transcript (text->document), TRS_TEXT_ALL);

  for (guint i = 0; i < n && trs_cli_may_go_on (self); i++)
    if (trs_document_get_checked (text->document, i) != NULL)
      {
        Passage passage = get_paragraph (text, i);

        print_passage (self, table, "check", text, &passage);
      }
}

static TrsCliExit
run_checked (TrsCli *self)
{
  char **words = self->options->words;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsCliText) text = trs_cli_text_open (self, words[0], &error);
  g_autoptr (GArray) paragraphs = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (TrsCliTable) table = NULL;

  /* All times are understood before anything is changed. */
  for (guint i = 1; text != NULL && words[i] != NULL; i++)
    {
      guint paragraph;

      if (!trs_cli_text_find_time (text, words[i], &paragraph, &error))
        return trs_cli_report (self, words[i], error);
      g_array_append_val (paragraphs, paragraph);
    }
  if (text == NULL)
    return trs_cli_report (self, words[0], error);

  table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < paragraphs->len; i++)
    {
      Passage passage = get_paragraph (text, g_array_index (paragraphs, guint, i));

      if (!set_checked (self, text, passage.start.paragraph, &error))
        return trs_cli_report (self, words[i + 1], error);
      print_passage (self, table, "check", text, &passage);
    }
  if (paragraphs->len == 0)
    list_checked (self, table, text);
  return TRS_CLI_DONE;
}

static const char *
check_checked (const TrsCliOptions *options)
{
  return options->remove && options->words[1] == NULL ? N_("--remove needs a time") : NULL;
}

const TrsCliCommand trs_cli_checked_command = {
  .name = "checked",
  /* Translators: arguments of a command, in its help: the ID of a transcript, and times. */
  .parameters = N_("ID [TIME…]"),
  .n_min = 1,
  .n_max = G_MAXUINT,
  .options = (const char * const[]) { "remove", NULL },
  .fields = "id start words removed",
  .account = TRS_CLI_ACCOUNT_OPENED,
  .check = check_checked,
  .run = run_checked,
};
