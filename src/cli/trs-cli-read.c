/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-run.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

static void
list_project (TrsCli     *self,
              TrsProject *project)
{
  gint64 time = trs_project_get_begun_at (project);
  g_autofree char *id = trs_display_text_line (trs_project_get_id (project));
  g_autofree char *date = time != 0 ? trs_strings_date_time (time) : g_strdup ("");
  g_autofree char *status = trs_project_strings_status (project);
  g_autofree char *title = trs_project_strings_title (project);

  g_string_append_printf (self->text, "%s\t%s\t%s\t%s\n", id, date, status, title);
  trs_cli_add_result (self, project, NULL);
}

/* Lists the projects in the local store, even if the service does not answer. */
TrsCliExit
trs_cli_run_list (TrsCli *self)
{
  TrsHistory *history = trs_session_get_history (self->session);
  guint limit = (guint) self->options->limit;
  g_autoptr (GEnumClass) shows = g_type_class_ref (TRS_TYPE_PROJECT_SHOW);
  GEnumValue *show = g_enum_get_value_by_nick (shows, self->options->show != NULL ? self->options->show : "all");
  g_autoptr (GError) error = NULL;

  if (show == NULL)
    g_set_error (&error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("--show must be one of all, in-progress, done and failed"));
  else if (!self->options->offline && trs_cli_connect (self, &error))
    trs_cli_refresh (self, &error);
  if (error != NULL)
    trs_cli_report (NULL, error);
  if (show == NULL || g_cancellable_is_cancelled (self->cancellable))
    return trs_cli_get_exit (error);

  trs_history_set_show (history, (TrsProjectShow) show->value);
  while (trs_history_get_querying (history))
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < MIN (limit, g_list_model_get_n_items (G_LIST_MODEL (history))); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (TrsProject) project = NULL;

      trs_history_load_item_async (history, i, self->cancellable, trs_cli_done_cb, &result);
      project = trs_history_load_item_finish (history, trs_cli_wait (&result), NULL);
      if (project != NULL)
        list_project (self, project);
    }
  json_object_set_boolean_member (self->root, "fresh", !self->options->offline && error == NULL);
  return trs_cli_get_exit (error);
}

static void
list_passage (TrsCli                 *self,
              const TrsSearchPassage *passage,
              JsonArray              *passages)
{
  JsonObject *object = json_object_new ();
  g_autofree char *line = trs_display_text_line (passage->excerpt);
  g_autofree char *time = passage->time >= 0 ? trs_timecode_format_clock (passage->time) : g_strdup ("–");

  g_string_append_printf (self->text, "  %s  %s%s%s\n", time, passage->offset > 0 ? "…" : "", line,
                          passage->cut ? "…" : "");
  json_object_set_int_member (object, "paragraph", passage->paragraph);
  trs_cli_json_set_number (object, "milliseconds", passage->time);
  trs_cli_json_set_number (object, "speaker", passage->speaker > 0 ? (gint64) passage->speaker : -1);
  json_object_set_string_member (object, "excerpt", passage->excerpt);
  json_array_add_object_element (passages, object);
}

static void
list_found (TrsCli          *self,
            TrsSearchResult *result)
{
  static const char * const fields[] = { "title", "own-title", "video_id", "note", "transcript" };
  const TrsSearchHit *hit = trs_search_result_get_hit (result);
  TrsProject *project = trs_search_result_get_project (result);
  JsonObject *object = trs_cli_add_result (self, project, NULL);
  JsonArray *found_in = json_array_new ();
  JsonArray *passages = json_array_new ();
  g_autofree char *id = trs_display_text_line (trs_project_get_id (project));
  g_autofree char *title = trs_project_strings_title (project);

  g_string_append_printf (self->text, "%s  %s\n", id, title);
  for (guint i = 0; i < hit->passages->len; i++)
    list_passage (self, hit->passages->pdata[i], passages);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if ((hit->fields & (1u << i)) != 0)
      json_array_add_string_element (found_in, fields[i]);
  json_object_set_array_member (object, "found_in", found_in);
  json_object_set_array_member (object, "passages", passages);
  json_object_set_int_member (object, "more_passages", hit->n_more);
}

/* Searches the transcripts stored for the account; needs neither the network nor a key. */
TrsCliExit
trs_cli_run_search (TrsCli *self)
{
  TrsSearcher *searcher = trs_session_get_searcher (self->session);
  GListModel *results = G_LIST_MODEL (trs_searcher_get_results (searcher));
  guint limit = (guint) self->options->limit;
  g_autofree char *query = g_strjoinv (" ", self->options->words);
  guint i = 0;

  /* Reads page by page, so that the first matches are printed at once. */
  trs_searcher_set_query (searcher, query);
  while (trs_searcher_get_searching (searcher) && !g_cancellable_is_cancelled (self->cancellable))
    {
      g_main_context_iteration (NULL, TRUE);
      if (trs_searcher_get_searching (searcher))
        continue;
      for (; i < MIN (limit, g_list_model_get_n_items (results)); i++)
        {
          g_autoptr (TrsSearchResult) result = g_list_model_get_item (results, i);

          list_found (self, result);
        }
      if (i < limit && (self->options->json || trs_cli_flush (self)))
        trs_searcher_load_more (searcher);
    }
  if (trs_searcher_get_error (searcher) != NULL)
    return trs_cli_report (NULL, trs_searcher_get_error (searcher));
  return i > 0 ? TRS_CLI_DONE : TRS_CLI_NOT_FOUND;
}

static void
list_account (TrsCli                *self,
              const TrsKnownAccount *account)
{
  JsonObject *object = json_object_new ();
  g_autofree char *number = account->id > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, account->id) : g_strdup ("–");
  g_autofree char *label = trs_display_text_line (account->label);
  g_autofree char *server = trs_display_text_line (account->sample ? _("Sample account") : account->name);

  g_string_append_printf (self->text, "%s %s\t%s\t", account->current ? "*" : " ", number, server);
  g_string_append_printf (self->text, g_dngettext (NULL, "%'u video", "%'u videos", account->n_projects),
                          account->n_projects);
  g_string_append_printf (self->text, *label != '\0' ? "\t%s\n" : "%s\n", label);
  trs_cli_json_set_number (object, "number", account->id > 0 ? account->id : -1);
  json_object_set_string_member (object, "name", account->label);
  json_object_set_string_member (object, "server", account->sample ? NULL : account->name);
  json_object_set_boolean_member (object, "sample", account->sample);
  json_object_set_boolean_member (object, "current", account->current);
  json_object_set_int_member (object, "videos", account->n_projects);
  json_object_set_int_member (object, "transcripts", account->n_texts);
  json_object_set_int_member (object, "unconfirmed", account->n_undecided);
  json_array_add_object_element (self->results, object);
}

TrsCliExit
trs_cli_run_accounts (TrsCli *self)
{
  g_autoptr (GPtrArray) accounts = trs_cli_list_accounts (self);

  for (guint i = 0; i < accounts->len; i++)
    list_account (self, accounts->pdata[i]);
  return TRS_CLI_DONE;
}
