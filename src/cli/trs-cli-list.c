/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-i18n.h"

/* How many projects are read at a time: so few that the first ones are there at once. */
#define PAGE 500

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

/* @n_left: (inout): how many may still be listed */
static gboolean
list_unconfirmed (TrsCli          *self,
                  TrsCliTable     *table,
                  TrsProjectShow   show,
                  guint           *n_left,
                  GError         **error)
{
  TrsLibrary *library = trs_session_get_library (self->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) projects = NULL;

  trs_library_read_unconfirmed_async (library, self->cancellable, trs_cli_done_cb, &result);
  projects = trs_library_read_unconfirmed_finish (library, trs_cli_wait (&result), error);
  for (guint i = 0; projects != NULL && i < projects->len && *n_left > 0; i++)
    if (trs_project_show_includes (show, trs_project_get_state (projects->pdata[i]), TRUE))
      {
        list_project (self, table, projects->pdata[i]);
        (*n_left)--;
      }
  return projects != NULL;
}

static void
list_page (TrsCli      *self,
           TrsCliTable *table,
           GPtrArray   *page)
{
  TrsProjects *projects = trs_session_get_projects (self->session);

  for (guint i = 0; i < page->len && trs_cli_may_go_on (self); i++)
    {
      const TrsProjectData *data = g_ptr_array_index (page, i);
      TrsProject *live = trs_projects_peek (projects, data->id);
      g_autoptr (TrsProject) project = live != NULL ? g_object_ref (live) : trs_project_new_from_data (data);

      list_project (self, table, project);
    }
}

/* Page by page, so that a long list needs no more memory than a short one. */
static gboolean
list_rows (TrsCli          *self,
           TrsCliTable     *table,
           TrsProjectShow   show,
           guint            n_left,
           GError         **error)
{
  TrsLibrary *library = trs_session_get_library (self->session);
  g_autoptr (GPtrArray) page = NULL;

  do
    {
      g_autoptr (GPtrArray) before = g_steal_pointer (&page);
      const TrsProjectData *last = before != NULL ? g_ptr_array_index (before, before->len - 1) : NULL;
      g_autoptr (GAsyncResult) result = NULL;

      trs_library_read_page_async (library, show, last, MIN (n_left, PAGE), self->cancellable, trs_cli_done_cb,
                                   &result);
      page = trs_library_read_page_finish (library, trs_cli_wait (&result), error);
      if (page == NULL)
        return FALSE;
      list_page (self, table, page);
      n_left -= page->len;
    }
  while (page->len > 0 && n_left > 0 && trs_cli_may_go_on (self));
  return TRUE;
}

/* Nothing here needs the rows of the history, which all would have to be read before the first one is printed. With a
 * key that was given it is open already. */
static gboolean
open_account (TrsCli  *self,
              GError **error)
{
  if (self->connected)
    return TRUE;

  trs_history_set_listing (trs_session_get_history (self->session), FALSE);
  return trs_cli_open (self, error);
}

/* Lists the projects in the local store, even if the service does not answer. */
static TrsCliExit
run_list (TrsCli *self)
{
  guint n_left = (guint) self->options->limit;
  g_autoptr (GEnumClass) shows = g_type_class_ref (TRS_TYPE_PROJECT_SHOW);
  GEnumValue *show = g_enum_get_value_by_nick (shows, self->options->show != NULL ? self->options->show : "all");
  g_autoptr (TrsCliTable) table = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) unread = NULL;

  if (!open_account (self, &error))
    return trs_cli_report (self, NULL, error);
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
  if (!list_unconfirmed (self, table, (TrsProjectShow) show->value, &n_left, &unread) ||
      (n_left > 0 && !list_rows (self, table, (TrsProjectShow) show->value, n_left, &unread)))
    return trs_cli_report (self, NULL, unread);
  return trs_cli_get_exit (error);
}

static const char * const options[] = { "show", "limit", "offline", NULL };

const TrsCliCommand trs_cli_list_command = {
  .name = "list",
  .groups = TRS_CLI_OPTIONS_KEY,
  .options = options,
  .fields = TRS_CLI_VIDEO_FIELDS,
  .account = TRS_CLI_ACCOUNT_LEFT,
  .check = check_list,
  .run = run_list,
};
