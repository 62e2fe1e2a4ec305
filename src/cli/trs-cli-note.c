/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-desk.h"

#include "trs-cli-find.h"
#include "trs-i18n.h"

#include <string.h>

/* What the user writes about a video: its note and its title. */

static void
record_video (TrsCli     *self,
              TrsProject *project)
{
  JsonObject *record = trs_cli_record_new ("video");

  trs_cli_json_fill_video (record, project, trs_session_get_account (self->session));
  trs_cli_add_record (self, record);
}

static TrsProject *
find_project (TrsCli  *self,
              GError **error)
{
  g_autoptr (TrsProject) project = trs_cli_find_project (self, self->options->words[0], error);

  if (project == NULL || !trs_project_is_pending (project))
    return g_steal_pointer (&project);
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND,
                       _("It is not known yet whether the service accepted this video"));
  return NULL;
}

static TrsCliExit
run_note (TrsCli *self)
{
  char **words = self->options->words;
  g_autofree char *text = g_strjoinv (" ", words + 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = find_project (self, &error);
  const char *note;

  if (project == NULL)
    return trs_cli_report (self, words[0], error);
  if (words[1] != NULL)
    {
      trs_library_set_note (trs_session_get_library (self->session), project, *text != '\0' ? text : NULL);
      if (!trs_cli_save_edits (self, &error))
        return trs_cli_report (self, words[0], error);
    }

  note = trs_project_get_data (project)->note;
  if (self->records != NULL)
    record_video (self, project);
  else if (words[1] == NULL && note != NULL)
    {
      g_autofree char *line = g_strconcat (note, "\n", NULL);

      trs_cli_print (line, strlen (line));
    }
  return TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_note_command = {
  .name = "note",
  /* Translators: arguments of a command, in its help: the ID of a transcript, and the words of a note. */
  .parameters = N_("ID [TEXT…]"),
  .n_min = 1,
  .n_max = G_MAXUINT,
  .fields = TRS_CLI_VIDEO_FIELDS,
  .account = TRS_CLI_ACCOUNT_OPENED,
  .run = run_note,
};

static TrsCliExit
run_rename (TrsCli *self)
{
  char **words = self->options->words;
  g_autofree char *title = g_strjoinv (" ", words + 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = find_project (self, &error);

  if (project == NULL)
    return trs_cli_report (self, words[0], error);
  trs_library_set_local_title (trs_session_get_library (self->session), project, *title != '\0' ? title : NULL);
  if (!trs_cli_save_edits (self, &error))
    return trs_cli_report (self, words[0], error);
  if (self->records != NULL)
    record_video (self, project);
  return TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_rename_command = {
  .name = "rename",
  /* Translators: arguments of a command, in its help: the ID of a transcript, and a title. */
  .parameters = N_("ID TITLE…"),
  .n_min = 2,
  .n_max = G_MAXUINT,
  .fields = TRS_CLI_VIDEO_FIELDS,
  .account = TRS_CLI_ACCOUNT_OPENED,
  .run = run_rename,
};
