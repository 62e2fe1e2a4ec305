/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-find.h"
#include "trs-cli-text.h"
#include "trs-cli-wait.h"
#include "trs-i18n.h"

#include <string.h>
#include <unistd.h>

/* When a transcript could not be saved, the ones after it would fail as well: the folder is full or read-only. */
static gboolean
may_go_on (TrsCli *self)
{
  return trs_cli_may_go_on (self) && !trs_cli_texts_have_failed (self);
}

/* @project: (transfer full). Returns: (transfer full) (nullable): the project, or what it was found to have become */
static TrsProject *
wait_for (TrsCli      *self,
          TrsProject  *project,
          GError     **error)
{
  g_autoptr (GPtrArray) awaited = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (awaited, project);
  return trs_cli_wait_for (self, awaited, NULL, NULL, error) ? g_object_ref (awaited->pdata[0]) : NULL;
}

/* Returns: the exit status for one argument */
static TrsCliExit
deliver (TrsCli      *self,
         const char  *word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_cli_find_or_fetch_project (self, word, &error);
  g_autoptr (TrsExportSource) source = NULL;
  TrsCliExit status = TRS_CLI_DONE;

  if (project != NULL && !trs_project_get_data (project)->has_text)
    status = trs_cli_flush_texts (self);
  if (project != NULL && self->options->wait)
    project = wait_for (self, g_steal_pointer (&project), &error);
  if (project != NULL)
    source = trs_cli_load_text (self, project, &error);
  if (source == NULL)
    return trs_cli_end_text (self, trs_cli_new_text_record (self, "transcript", word, project), word, error);

  for (guint i = 0; i < trs_cli_get_n_formats (self) && may_go_on (self); i++)
    {
      JsonObject *record = trs_cli_new_text_record (self, "transcript", word, project);
      g_autoptr (GError) wrong = NULL;
      TrsCliExit one;

      trs_cli_deliver_as (self, source, i, record, &wrong);
      one = trs_cli_end_text (self, record, word, wrong);
      status = status == TRS_CLI_DONE ? one : status;
    }
  return status;
}

static void
show_progress (guint n_done,
               guint n_words)
{
  g_autofree char *line = NULL;

  /* In a log, which has a line for each file anyway, a count would only be in the way. */
  if (n_words == 1 || !trs_cli_terminal_probe (STDERR_FILENO).rewrites)
    return;

  /* Translators: how many of how many transcripts are exported. */
  line = g_strdup_printf (_("%u of %u"), n_done, n_words);
  trs_cli_show_progress (line);
}

static TrsCliExit
run_show (TrsCli *self)
{
  guint n_words = g_strv_length (self->options->words);
  TrsCliExit status = TRS_CLI_DONE;
  g_autoptr (GError) wrong = NULL;

  if (!trs_cli_check_format (self, &wrong))
    return trs_cli_report (self, NULL, wrong);

  trs_cli_gather_texts (self);
  for (guint i = 0; i < n_words && may_go_on (self); i++)
    {
      TrsCliExit one;

      show_progress (i, n_words);
      one = deliver (self, self->options->words[i]);
      status = status == TRS_CLI_DONE ? one : status;
    }
  trs_cli_end_progress ();
  return status;
}

static const char *
check_show_wait (const TrsCliOptions *options)
{
  return options->wait && options->offline ? _("--wait can’t be used with --offline") : trs_cli_check_wait (options);
}

static const char *
check_show (const TrsCliOptions *all)
{
  return all->format != NULL && strchr (all->format, ',') != NULL ? _("Only “export” takes several formats")
                                                                  : check_show_wait (all);
}

static const char * const options[] = { "offline", "wait", "timeout", NULL };

const TrsCliCommand trs_cli_show_command = {
  .name = "show",
  /* Translators: arguments of a command, in its help: the ID of a transcript. */
  .parameters = N_("ID"),
  .n_min = 1,
  .n_max = 1,
  .groups = TRS_CLI_OPTIONS_TEXT | TRS_CLI_OPTIONS_KEY,
  .options = options,
  .fields = TRS_CLI_TRANSCRIPT_FIELDS,
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
  .fields = TRS_CLI_TRANSCRIPT_FIELDS,
  .output = ".",
  .check = check_show_wait,
  .run = run_show,
};
