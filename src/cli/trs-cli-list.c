/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-i18n.h"

static const TrsCliColumn columns[] = {
  { "ID", .minimum = 13, .yields = TRUE },
  { "DATE", .minimum = 10 },
  { "STATE" },
  { "TITLE", .minimum = 10 },
};

static TrsCliStyle
get_style (TrsProject *project)
{
  if (trs_project_is_pending (project))
    return TRS_CLI_STYLE_WARNING;
  if (trs_project_get_state (project) == TRS_PROJECT_STATE_DONE)
    return TRS_CLI_STYLE_GOOD;
  return trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR ? TRS_CLI_STYLE_BAD : TRS_CLI_STYLE_WARNING;
}

static void
list_project (TrsCli      *self,
              TrsCliTable *table,
              TrsProject  *project)
{
  TrsAccount *account = trs_session_get_account (self->session);
  const char *video_id = trs_project_get_data (project)->video_id;
  g_autofree char *date = NULL;
  g_autofree char *title = NULL;
  g_autofree char *link = NULL;

  if (table == NULL)
    {
      JsonObject *record = trs_cli_record_new ("video");

      trs_cli_json_fill_video (record, project, account);
      trs_cli_add_record (self, record);
      return;
    }

  date = trs_cli_format_date (trs_project_get_begun_at (project));
  title = trs_cli_dup_title (project);
  link = video_id != NULL ? trs_account_dup_video_link (account, video_id, -1) : NULL;
  trs_cli_table_add (table, (const TrsCliCell[]) {
    { trs_project_get_id (project) },
    { date, .style = TRS_CLI_STYLE_FAINT },
    { trs_cli_get_state_word (project), .style = get_style (project) },
    { title, .link = link },
  });
}

static const char *
check_list (const TrsCliOptions *options)
{
  g_autoptr (GEnumClass) shows = g_type_class_ref (TRS_TYPE_PROJECT_SHOW);

  return options->show == NULL || g_enum_get_value_by_nick (shows, options->show) != NULL
             ? NULL
             : _("--show must be one of all, in-progress, done and failed");
}

/* Lists the projects in the local store, even if the service does not answer. */
static TrsCliExit
run_list (TrsCli *self)
{
  TrsHistory *history = trs_session_get_history (self->session);
  guint limit = (guint) self->options->limit;
  g_autoptr (GEnumClass) shows = g_type_class_ref (TRS_TYPE_PROJECT_SHOW);
  GEnumValue *show = g_enum_get_value_by_nick (shows, self->options->show != NULL ? self->options->show : "all");
  g_autoptr (TrsCliTable) table = NULL;
  g_autoptr (GError) error = NULL;

  if (!self->options->offline && trs_cli_connect (self, &error))
    trs_cli_refresh (self, &error);
  if (error != NULL)
    trs_cli_report (self, NULL, error);
  if (self->records != NULL)
    json_object_set_boolean_member (trs_cli_records_get_summary (self->records), "fresh",
                                    !self->options->offline && error == NULL);
  if (!trs_cli_may_go_on (self))
    return trs_cli_get_exit (error);

  table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  trs_history_set_show (history, (TrsProjectShow) show->value);
  while (trs_history_get_querying (history))
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < MIN (limit, g_list_model_get_n_items (G_LIST_MODEL (history))) && trs_cli_may_go_on (self); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (TrsProject) project = NULL;

      trs_history_load_item_async (history, i, self->cancellable, trs_cli_done_cb, &result);
      project = trs_history_load_item_finish (history, trs_cli_wait (&result), NULL);
      if (project != NULL)
        list_project (self, table, project);
    }
  return trs_cli_get_exit (error);
}

static const char * const options[] = { "show", "limit", "offline", NULL };

const TrsCliCommand trs_cli_list_command = {
  .name = "list",
  .groups = TRS_CLI_OPTIONS_KEY,
  .options = options,
  .check = check_list,
  .run = run_list,
};
