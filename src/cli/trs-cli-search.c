/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-hits.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-passage-reader.h"
#include "trs-since.h"
#include "trs-transcript.h"

#include <string.h>
#include <unistd.h>

static const TrsCliColumn columns[] = {
  { "ID", .minimum = 13, .yields = TRUE },
  { "TITLE", .minimum = 10 },
  { "TIME", .right = TRUE },
  { "SPEAKER", .minimum = 5 },
  { "WORDS", .minimum = 20 },
};

/* What something about a video is called where it was found. */
static const struct
{
  TrsSearchHitFields field;
  const char *name;
} fields[] = {
  { TRS_SEARCH_HIT_TITLE, "title" },
  { TRS_SEARCH_HIT_LOCAL_TITLE, "own-title" },
  { TRS_SEARCH_HIT_VIDEO_ID, "video_id" },
  { TRS_SEARCH_HIT_NOTE, "note" },
};

static const char *
get_field (TrsProject         *project,
           TrsSearchHitFields  field)
{
  const TrsProjectData *data = trs_project_get_data (project);

  if (field == TRS_SEARCH_HIT_TITLE)
    return data->title;
  if (field == TRS_SEARCH_HIT_LOCAL_TITLE)
    return data->local_title;
  return field == TRS_SEARCH_HIT_VIDEO_ID ? data->video_id : data->note;
}

/* Of a paragraph: where it is and who speaks it. */
static void
fill_paragraph (JsonObject             *object,
                const TrsSearchPassage *passage)
{
  g_autofree char *speaker = trs_cli_hits_dup_speaker (passage);

  trs_cli_json_set_number (object, "paragraph", passage->lost ? -1 : (gint64) passage->paragraph);
  trs_cli_json_set_number (object, "milliseconds", passage->time);
  trs_cli_json_set_number (object, "speaker", passage->speaker > 0 ? (gint64) passage->speaker : -1);
  json_object_set_string_member (object, "name", *speaker != '\0' ? speaker : NULL);
  json_object_set_string_member (object, "words", passage->excerpt);
}

static JsonArray *
describe_around (const TrsSearchHit     *hit,
                 const TrsSearchPassage *passage,
                 guint                   n_before,
                 guint                   n_after)
{
  JsonArray *array = json_array_new ();
  g_autoptr (GPtrArray) around = passage != NULL ? trs_search_hit_list_around (hit, passage, n_before, n_after) : NULL;

  for (guint i = 0; around != NULL && i < around->len; i++)
    {
      JsonObject *object = json_object_new ();

      fill_paragraph (object, g_ptr_array_index (around, i));
      json_array_add_object_element (array, object);
    }
  return array;
}

/* Places in words, counted in characters: each a pair of where it begins and where it ends. @offset: of the words, in
 * what the ranges are counted in */
static JsonArray *
describe_ranges (const char   *words,
                 const GArray *ranges,
                 gsize         offset)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < ranges->len; i++)
    {
      const TrsSearchRange *range = &g_array_index (ranges, TrsSearchRange, i);
      const char *start = words + range->start - offset;
      JsonArray *pair = json_array_new ();

      json_array_add_int_element (pair, g_utf8_pointer_to_offset (words, start));
      json_array_add_int_element (pair, g_utf8_pointer_to_offset (words, start + range->length));
      json_array_add_array_element (array, pair);
    }
  return array;
}

/* @passage: (nullable): where it was found; else @words, something about the video */
static void
record_hit (TrsCli                 *self,
            TrsSearchResult        *result,
            const char             *found_in,
            const TrsSearchPassage *passage,
            const char             *words,
            JsonArray              *ranges)
{
  const TrsSearchHit *hit = trs_search_result_get_hit (result);
  TrsProject *project = trs_search_result_get_project (result);
  TrsAccount *account = trs_session_get_account (self->session);
  const TrsSearchPassage none = { .time = -1, .excerpt = (char *) words, .lost = TRUE };
  gint64 time = passage != NULL ? passage->time : -1;
  g_autofree char *link = trs_account_dup_video_link (account, trs_project_get_data (project)->video_id, time);
  guint context = (guint) self->options->context;
  gboolean is_highlight = passage != NULL && passage->highlight > 0;
  TrsHighlightColour colour = is_highlight ? (TrsHighlightColour) (passage->highlight - 1) : TRS_HIGHLIGHT_YELLOW;
  JsonObject *record = trs_cli_record_new ("hit");

  trs_cli_json_set_video (record, project, account);
  json_object_set_string_member (record, "found_in", found_in);
  json_object_set_string_member (record, "link", link);
  fill_paragraph (record, passage != NULL ? passage : &none);
  json_object_set_array_member (record, "ranges", ranges);
  json_object_set_string_member (record, "colour", is_highlight ? trs_highlight_strings_colour (colour) : NULL);
  json_object_set_string_member (record, "category", is_highlight ? trs_highlight_strings_id (colour) : NULL);
  json_object_set_string_member (record, "note", passage != NULL ? passage->note : NULL);
  json_object_set_array_member (record, "before", describe_around (hit, passage, context, 0));
  json_object_set_array_member (record, "after", describe_around (hit, passage, 0, context));
  json_object_set_int_member (record, "more_passages", hit->n_more);
  trs_cli_add_record (self, record);
}

static void
record_found (TrsCli               *self,
              TrsSearchResult      *result,
              const TrsSearchQuery *query)
{
  const TrsSearchHit *hit = trs_search_result_get_hit (result);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if ((hit->fields & fields[i].field) != 0)
      {
        const char *text = get_field (trs_search_result_get_project (result), fields[i].field);
        g_autofree char *words = g_utf8_make_valid (text, -1);
        g_autoptr (GArray) ranges = trs_search_find_ranges (query, words, strlen (words));

        record_hit (self, result, fields[i].name, NULL, words, describe_ranges (words, ranges, 0));
      }
  for (guint i = 0; i < hit->passages->len; i++)
    {
      const TrsSearchPassage *passage = g_ptr_array_index (hit->passages, i);

      record_hit (self, result, passage->highlight > 0 ? "highlight" : "transcript", passage, NULL,
                  describe_ranges (passage->excerpt, passage->ranges, passage->offset));
    }
}

static void
list_hit (TrsCliTable     *table,
          TrsSearchResult *result,
          const char      *time,
          const char      *speaker,
          const char      *words)
{
  TrsProject *project = trs_search_result_get_project (result);
  g_autofree char *title = trs_cli_dup_title (project);

  trs_cli_table_add (table, (const TrsCliCell[]) {
    { trs_project_get_id (project) }, { title }, { time }, { speaker }, { words },
  });
}

/* For a program: a row for each hit, with what stands around it between its words. */
static void
list_found (TrsCli          *self,
            TrsCliTable     *table,
            TrsSearchResult *result)
{
  const TrsSearchHit *hit = trs_search_result_get_hit (result);
  guint context = (guint) self->options->context;

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if ((hit->fields & fields[i].field) != 0)
      list_hit (table, result, "", "", get_field (trs_search_result_get_project (result), fields[i].field));
  for (guint i = 0; i < hit->passages->len; i++)
    {
      const TrsSearchPassage *passage = g_ptr_array_index (hit->passages, i);
      g_autoptr (GPtrArray) before = trs_search_hit_list_around (hit, passage, context, 0);
      g_autoptr (GPtrArray) after = trs_search_hit_list_around (hit, passage, 0, context);
      g_autofree char *time = trs_timecode_format_clock (passage->time);
      g_autofree char *speaker = trs_cli_hits_dup_speaker (passage);
      g_autoptr (GString) words = g_string_new (NULL);

      for (guint j = 0; j < before->len; j++)
        g_string_append_printf (words, "%s ", ((TrsSearchPassage *) g_ptr_array_index (before, j))->excerpt);
      g_string_append (words, passage->excerpt);
      for (guint j = 0; j < after->len; j++)
        g_string_append_printf (words, " %s", ((TrsSearchPassage *) g_ptr_array_index (after, j))->excerpt);
      list_hit (table, result, time, speaker, words->str);
    }
}

/* Returns: (transfer full): what is looked for; checked before */
static TrsSearchFilter *
make_filter (const TrsCliOptions *options)
{
  g_autofree char *query = g_strjoinv (" ", options->words);
  TrsSearchFilter *filter = trs_search_filter_new (query);

  filter->highlights = options->highlights > 0;
  filter->speaker = g_strdup (options->speaker);
  filter->language = options->language != NULL ? trs_language_tag_canonicalize (options->language) : NULL;
  filter->max_passages = (guint) options->max_per_video;
  filter->context = (guint) options->context;
  if (options->since != NULL)
    trs_since_parse (options->since, g_get_real_time (), &filter->since);
  return filter;
}

/* Prints what is found, video by video, as it is found. Returns: how many videos, or -1 with @error set */
static int
print_all (TrsCli            *self,
           TrsPassageReader  *reader,
           GError           **error)
{
  TrsCliTerminal terminal = trs_cli_terminal_probe (STDOUT_FILENO);
  g_autoptr (TrsCliTable) table = terminal.is_terminal
                                      ? NULL
                                      : trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  g_autofree char *words = g_strjoinv (" ", self->options->words);
  g_autofree char *valid = g_utf8_make_valid (words, -1);
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (valid);
  int n = 0;

  while (n < self->options->limit && trs_cli_may_go_on (self))
    {
      g_autoptr (GAsyncResult) done = NULL;
      g_autoptr (GPtrArray) found = NULL;

      trs_passage_reader_read_async (reader, (guint) (self->options->limit - n), self->cancellable, trs_cli_done_cb,
                                     &done);
      found = trs_passage_reader_read_finish (reader, trs_cli_wait (&done), error);
      if (found == NULL)
        return -1;
      if (found->len == 0)
        break;
      for (guint i = 0; i < found->len && trs_cli_may_go_on (self); i++, n++)
        {
          TrsSearchResult *result = g_ptr_array_index (found, i);

          if (self->records != NULL)
            record_found (self, result, query);
          else if (table != NULL)
            list_found (self, table, result);
          else
            trs_cli_hits_print (result, query, trs_session_get_account (self->session), self->options->context > 0,
                                n == 0);
        }
    }
  return n;
}

/* Says what could not be searched: nothing is found in a text that is not here. */
static gboolean
report_absent (TrsCli            *self,
               TrsPassageReader  *reader,
               GError           **error)
{
  g_autoptr (GAsyncResult) done = NULL;
  gint64 n;

  trs_passage_reader_count_absent_async (reader, self->cancellable, trs_cli_done_cb, &done);
  n = trs_passage_reader_count_absent_finish (reader, trs_cli_wait (&done), error);
  if (n < 0)
    return FALSE;

  if (self->records != NULL)
    json_object_set_int_member (trs_cli_records_get_summary (self->records), "not_searched", n);
  if (n > 0)
    {
      g_autofree char *sentence = g_strdup_printf (
          /* Translators: %'u is the number of transcripts; “transcripts fetch” is typed so in every language. */
          ngettext ("%'u transcript is not on this computer and was not searched. Run “transcripts fetch” to "
                    "download it.",
                    "%'u transcripts are not on this computer and were not searched. Run “transcripts fetch” to "
                    "download them.", (gulong) n),
          (guint) n);

      trs_cli_note (sentence);
    }
  return TRUE;
}

/* Needs neither the network nor a key. */
static TrsCliExit
run_search (TrsCli *self)
{
  g_autoptr (TrsSearchFilter) filter = make_filter (self->options);
  g_autoptr (TrsPassageReader) reader = trs_passage_reader_new (trs_session_get_library (self->session),
                                                                trs_session_get_projects (self->session), filter);
  g_autoptr (GError) error = NULL;
  int n = print_all (self, reader, &error);

  if (n >= 0 && trs_cli_may_go_on (self))
    report_absent (self, reader, &error);
  if (error != NULL)
    return trs_cli_report (self, NULL, error);
  return n > 0 ? TRS_CLI_DONE : TRS_CLI_NOT_FOUND;
}

static const char *
check_search (const TrsCliOptions *options)
{
  gint64 since;

  if (*options->words == NULL && options->highlights <= 0)
    return _("Give the words to look for, or --highlights");
  if (options->max_per_video < 1)
    return _("--max-per-video must be 1 or more");
  if (options->context < 0)
    return _("--context must be 0 or more");
  if (options->language != NULL && !trs_language_tag_is_well_formed (options->language))
    return _("--language must be a language code, such as “en” or “pt-BR”");
  if (options->since != NULL && !trs_since_parse (options->since, g_get_real_time (), &since))
    return _("--since must be a day (2026-11-20), a time (2026-11-20T08:30:00Z) or a span (12h, 7d, 2w)");
  return NULL;
}

static const char * const options[] = { "limit", "since", NULL };

const TrsCliCommand trs_cli_search_command = {
  .name = "search",
  /* Translators: arguments of a command, in its help: what is searched for. */
  .parameters = N_("WORDS…"),
  .n_max = G_MAXUINT,
  .groups = TRS_CLI_OPTIONS_FOUND,
  .options = options,
  .fields = "video found_in link paragraph milliseconds speaker name words ranges colour "
            "category note before after more_passages",
  .check = check_search,
  .run = run_search,
};
