/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-find.h"
#include "trs-cli-text.h"
#include "trs-cli-wait.h"
#include "trs-i18n.h"

/* Finds what is to be shown, and waits for it if that was asked for. */
static TrsProject *
find (TrsCli      *self,
      const char  *word,
      GError     **error)
{
  g_autoptr (TrsProject) project = trs_cli_find_or_fetch_project (self, word, error);
  g_autoptr (GPtrArray) awaited = g_ptr_array_new_with_free_func (g_object_unref);

  if (project == NULL || !self->options->wait)
    return g_steal_pointer (&project);

  g_ptr_array_add (awaited, g_steal_pointer (&project));
  return trs_cli_wait_for (self, awaited, NULL, NULL, error) ? g_object_ref (awaited->pdata[0]) : NULL;
}

static TrsCliExit
run_show (TrsCli *self)
{
  TrsCliExit status = TRS_CLI_DONE;
  g_autoptr (GError) wrong = NULL;

  if (!trs_cli_check_format (self, &wrong))
    return trs_cli_report (self, NULL, wrong);

  for (guint i = 0; self->options->words[i] != NULL && trs_cli_may_go_on (self); i++)
    {
      const char *word = self->options->words[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsProject) project = find (self, word, &error);
      JsonObject *record = trs_cli_new_text_record (self, "transcript", word, project);
      TrsCliExit one;

      if (project != NULL)
        trs_cli_deliver (self, project, record, &error);
      one = trs_cli_end_text (self, record, word, error);
      status = status == TRS_CLI_DONE ? one : status;
    }
  return status;
}

static const char *
check_show (const TrsCliOptions *options)
{
  return options->wait && options->offline ? _("--wait can’t be used with --offline") : trs_cli_check_wait (options);
}

static const char * const options[] = { "offline", "wait", "timeout", NULL };

const TrsCliCommand trs_cli_show_command = {
  .name = "show",
  .parameters = N_("ID"),
  .n_min = 1,
  .n_max = 1,
  .groups = TRS_CLI_OPTIONS_TEXT | TRS_CLI_OPTIONS_KEY,
  .options = options,
  .output = "-",
  .check = check_show,
  .run = run_show,
};

const TrsCliCommand trs_cli_export_command = {
  .name = "export",
  .parameters = N_("ID…"),
  .n_min = 1,
  .n_max = G_MAXUINT,
  .groups = TRS_CLI_OPTIONS_TEXT | TRS_CLI_OPTIONS_KEY,
  .options = options,
  .output = ".",
  .check = check_show,
  .run = run_show,
};
