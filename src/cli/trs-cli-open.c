/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-find.h"
#include "trs-cli-window.h"
#include "trs-i18n.h"
#include "trs-time-input.h"

#include <string.h>

/* What follows the last "@" is a time. */
static TrsProject *
find_place (TrsCli      *self,
            const char  *word,
            gint64      *time,
            GError     **error)
{
  const char *at = strrchr (word, '@');
  g_autofree char *id = NULL;

  *time = -1;
  if (at == NULL)
    return trs_cli_find_project (self, word, error);
  if (!trs_time_input_parse (at + 1, time))
    {
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                   /* Translators: %s is what was typed. */
                   _("“%s” is not a time. A time looks like 1:23:45 or 12:30."), at + 1);
      return NULL;
    }
  id = g_strndup (word, (gsize) (at - word));
  return trs_cli_find_project (self, id, error);
}

static TrsCliExit
run_open (TrsCli *self)
{
  const char *word = self->options->words[0];
  g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();
  g_autoptr (TrsProject) project = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *option = NULL;
  gint64 time;

  if (!trs_cli_window_check_display (&error))
    return trs_cli_report (self, NULL, error);
  if (self->account != NULL && !self->was_current)
    g_set_error_literal (&error, TRS_CLI_ERROR, TRS_CLI_FAILED,
                         _("The window shows another account, or none. Choose this one there first, in Accounts."));
  else
    project = find_place (self, word, &time, &error);
  if (project == NULL)
    return trs_cli_report (self, word, error);

  option = g_strconcat ("--open-project=", trs_project_get_id (project), NULL);
  g_strv_builder_add (arguments, option);
  if (time >= 0)
    {
      g_autofree char *at = g_strdup_printf ("--at=%" G_GINT64_FORMAT, time);

      g_strv_builder_add (arguments, at);
    }
  self->window = g_strv_builder_end (arguments);
  return TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_open_command = {
  .name = "open",
  /* Translators: arguments of a command, in its help: the ID of a transcript, “@” and a time. */
  .parameters = N_("ID[@TIME]"),
  .n_min = 1,
  .n_max = 1,
  .account = TRS_CLI_ACCOUNT_OPENED,
  .run = run_open,
};
