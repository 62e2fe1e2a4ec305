/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-display-text.h"
#include "trs-i18n.h"

static const TrsCliColumn columns[] = {
  { "ID", .minimum = 13, .yields = TRUE },
  { "TIME", .right = TRUE },
  { "TITLE", .minimum = 10 },
  { "WORDS", .minimum = 20 },
};

static JsonObject *
describe_passage (const TrsSearchPassage *passage)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "paragraph", passage->paragraph);
  trs_cli_json_set_number (object, "milliseconds", passage->time);
  trs_cli_json_set_number (object, "speaker", passage->speaker > 0 ? (gint64) passage->speaker : -1);
  json_object_set_string_member (object, "excerpt", passage->excerpt);
  return object;
}

static void
record_found (TrsCli          *self,
              TrsSearchResult *result)
{
  static const char * const fields[] = { "title", "own-title", "video_id", "note", "transcript" };
  const TrsSearchHit *hit = trs_search_result_get_hit (result);
  JsonObject *record = trs_cli_record_new ("hit");
  JsonArray *found_in = json_array_new ();
  JsonArray *passages = json_array_new ();

  trs_cli_json_set_video (record, trs_search_result_get_project (result), trs_session_get_account (self->session));
  for (guint i = 0; i < hit->passages->len; i++)
    json_array_add_object_element (passages, describe_passage (hit->passages->pdata[i]));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if ((hit->fields & (1u << i)) != 0)
      json_array_add_string_element (found_in, fields[i]);
  json_object_set_array_member (record, "found_in", found_in);
  json_object_set_array_member (record, "passages", passages);
  json_object_set_int_member (record, "more_passages", hit->n_more);
  trs_cli_add_record (self, record);
}

/* A video that is found by its title or note alone has one row, without a time. */
static void
list_found (TrsCliTable     *table,
            TrsSearchResult *result)
{
  const TrsSearchHit *hit = trs_search_result_get_hit (result);
  TrsProject *project = trs_search_result_get_project (result);
  g_autofree char *title = trs_cli_dup_title (project);

  if (hit->passages->len == 0)
    trs_cli_table_add (table, (const TrsCliCell[]) { { trs_project_get_id (project) }, { "" }, { title }, { "" } });
  for (guint i = 0; i < hit->passages->len; i++)
    {
      const TrsSearchPassage *passage = hit->passages->pdata[i];
      g_autofree char *time = passage->time >= 0 ? trs_timecode_format_clock (passage->time) : g_strdup ("");
      g_autofree char *words = g_strconcat (passage->offset > 0 ? "…" : "", passage->excerpt, passage->cut ? "…" : "",
                                            NULL);

      trs_cli_table_add (table, (const TrsCliCell[]) { { trs_project_get_id (project) }, { time }, { title },
                                                       { words } });
    }
}

/* Searches the transcripts stored for the account; needs neither the network nor a key. */
static TrsCliExit
run_search (TrsCli *self)
{
  TrsSearcher *searcher = trs_session_get_searcher (self->session);
  GListModel *results = G_LIST_MODEL (trs_searcher_get_results (searcher));
  guint limit = (guint) self->options->limit;
  g_autofree char *query = g_strjoinv (" ", self->options->words);
  g_autoptr (TrsCliTable) table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  guint i = 0;

  /* Reads page by page, so that the first matches are printed at once. */
  trs_searcher_set_query (searcher, query);
  while (trs_searcher_get_searching (searcher) && trs_cli_may_go_on (self))
    {
      g_main_context_iteration (NULL, TRUE);
      if (trs_searcher_get_searching (searcher))
        continue;
      for (; i < MIN (limit, g_list_model_get_n_items (results)) && trs_cli_may_go_on (self); i++)
        {
          g_autoptr (TrsSearchResult) result = g_list_model_get_item (results, i);

          if (table != NULL)
            list_found (table, result);
          else
            record_found (self, result);
        }
      if (table != NULL)
        trs_cli_table_flush (table);
      if (i < limit && trs_cli_may_go_on (self))
        trs_searcher_load_more (searcher);
    }
  if (trs_searcher_get_error (searcher) != NULL)
    return trs_cli_report (self, NULL, trs_searcher_get_error (searcher));
  return i > 0 ? TRS_CLI_DONE : TRS_CLI_NOT_FOUND;
}

static const char * const options[] = { "limit", NULL };

const TrsCliCommand trs_cli_search_command = {
  .name = "search",
  .parameters = N_("WORDS…"),
  .n_min = 1,
  .n_max = G_MAXUINT,
  .options = options,
  .run = run_search,
};
