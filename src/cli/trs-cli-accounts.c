/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-settings.h"
#include "trs-i18n.h"

static const TrsCliColumn columns[] = {
  { "NUMBER", .right = TRUE },
  { "USED" },
  { "SERVER", .minimum = 20 },
  { "VIDEOS", .right = TRUE },
  { "NAME", .minimum = 10 },
};

static void
record_account (TrsCli                *self,
                const TrsKnownAccount *account,
                gboolean               used)
{
  JsonObject *record = trs_cli_record_new ("account");

  trs_cli_json_set_number (record, "number", account->id > 0 ? account->id : -1);
  json_object_set_string_member (record, "name", account->label);
  json_object_set_string_member (record, "server", account->sample || account->local ? NULL : account->name);
  json_object_set_boolean_member (record, "sample", account->sample);
  json_object_set_boolean_member (record, "local", account->local);
  json_object_set_boolean_member (record, "current", account->current);
  json_object_set_boolean_member (record, "used", used);
  json_object_set_int_member (record, "videos", account->n_projects);
  json_object_set_int_member (record, "transcripts", account->n_texts);
  json_object_set_int_member (record, "unconfirmed", account->n_undecided);
  trs_cli_add_record (self, record);
}

static void
list_account (TrsCliTable           *table,
              const TrsKnownAccount *account,
              gboolean               used)
{
  g_autofree char *number = account->id > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, account->id) : g_strdup ("");
  g_autofree char *n_videos = g_strdup_printf ("%u", account->n_projects);

  trs_cli_table_add (table, (const TrsCliCell[]) {
    { number },
    { used ? "*" : "" },
    { account->sample ? "sample" : account->name },
    { n_videos },
    { account->label },
  });
}

/* Saves which account commands use from now on; the window stays with its own. */
static gboolean
use_account (TrsCli      *self,
             const char  *word,
             GError     **error)
{
  const TrsKnownAccount *account = *word != '\0' ? trs_cli_find_account (self, word, error) : NULL;
  g_autoptr (GSettings) settings = NULL;
  g_autofree char *value = NULL;

  if (account == NULL && *word != '\0')
    return FALSE;

  settings = trs_cli_settings_open ();
  /* Several users of a server have the same name. */
  if (account != NULL)
    value = account->id > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, account->id) : g_strdup (account->name);
  g_settings_set_string (settings, "shell-account", value != NULL ? value : "");
  g_settings_set_string (self->settings, "shell-account", value != NULL ? value : "");
  if (trs_cli_settings_wait_saved (settings))
    return TRUE;
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_DURABLE, _("The settings can’t be saved"));
  return FALSE;
}

/* What else is known of it may have changed meanwhile. @one: (nullable) */
static gboolean
is_same (const TrsKnownAccount *one,
         const TrsKnownAccount *other)
{
  return one != NULL && one->id == other->id && g_str_equal (one->name, other->name);
}

static TrsCliExit
run_accounts (TrsCli *self)
{
  g_autoptr (TrsCliTable) table = NULL;
  g_autoptr (GPtrArray) accounts = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *word = NULL;
  const TrsKnownAccount *used = NULL;

  if (self->options->use != NULL && !use_account (self, self->options->use, &error))
    return trs_cli_report (self, NULL, error);

  accounts = trs_cli_list_accounts (self);
  word = trs_cli_dup_account_word (self, NULL);
  used = word != NULL ? trs_cli_find_account (self, word, NULL) : NULL;
  table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < accounts->len && trs_cli_may_go_on (self); i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];
      gboolean is_used = word == NULL ? account->current : is_same (used, account);

      if (table != NULL)
        list_account (table, account, is_used);
      else
        record_account (self, account, is_used);
    }
  return TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_accounts_command = {
  .name = "accounts",
  .options = (const char * const[]) { "use", NULL },
  .fields = "number name server sample local current used videos transcripts unconfirmed",
  .account = TRS_CLI_ACCOUNT_TRIED,
  .run = run_accounts,
};
