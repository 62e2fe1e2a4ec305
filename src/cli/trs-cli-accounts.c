/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

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
                const TrsKnownAccount *account)
{
  JsonObject *record = trs_cli_record_new ("account");

  trs_cli_json_set_number (record, "number", account->id > 0 ? account->id : -1);
  json_object_set_string_member (record, "name", account->label);
  json_object_set_string_member (record, "server", account->sample ? NULL : account->name);
  json_object_set_boolean_member (record, "sample", account->sample);
  json_object_set_boolean_member (record, "current", account->current);
  json_object_set_int_member (record, "videos", account->n_projects);
  json_object_set_int_member (record, "transcripts", account->n_texts);
  json_object_set_int_member (record, "unconfirmed", account->n_undecided);
  trs_cli_add_record (self, record);
}

static void
list_account (TrsCliTable           *table,
              const TrsKnownAccount *account)
{
  g_autofree char *number = account->id > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, account->id) : g_strdup ("");
  g_autofree char *n_videos = g_strdup_printf ("%u", account->n_projects);

  trs_cli_table_add (table, (const TrsCliCell[]) {
    { number },
    { account->current ? "*" : "" },
    { account->sample ? "sample" : account->name },
    { n_videos },
    { account->label },
  });
}

static TrsCliExit
run_accounts (TrsCli *self)
{
  g_autoptr (GPtrArray) accounts = trs_cli_list_accounts (self);
  g_autoptr (TrsCliTable) table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < accounts->len && trs_cli_may_go_on (self); i++)
    if (table != NULL)
      list_account (table, accounts->pdata[i]);
    else
      record_account (self, accounts->pdata[i]);
  return TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_accounts_command = {
  .name = "accounts",
  .summary = N_("List the accounts that are known on this computer"),
  .account = TRS_CLI_ACCOUNT_TRIED,
  .run = run_accounts,
};
