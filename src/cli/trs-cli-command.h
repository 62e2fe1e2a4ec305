/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-options.h"
#include "trs-cli-run.h"

/**
 * TrsCliAccountNeed:
 * @TRS_CLI_ACCOUNT_OPENED: the account is open when the command runs, or it does not run
 * @TRS_CLI_ACCOUNT_TRIED: it is open if there is one
 * @TRS_CLI_ACCOUNT_LEFT: the command opens one itself, with trs_cli_open(), or needs none
 *
 * What is done before a command runs. A key that is given is used first, unless the command asked
 * for it: it says which account.
 */
typedef enum
{
  TRS_CLI_ACCOUNT_OPENED,
  TRS_CLI_ACCOUNT_TRIED,
  TRS_CLI_ACCOUNT_LEFT,
} TrsCliAccountNeed;

/**
 * TrsCliCommand:
 * @name: what is typed
 * @parameters: (nullable): what follows, to be translated: "ID…"
 * @n_min: how many words follow at least
 * @n_max: how many at most
 * @groups: the groups of options that it accepts, beside those of every command
 * @options: (nullable): the names of all other options that it accepts
 * @fields: (nullable): the members of its records beside `type`, with blanks between them
 * @output: (nullable): where a transcript goes without `--output`: "-" or a folder
 * @account: what is done before it runs
 * @needs_no_file: whether it makes sense where what is saved cannot be read, although it asks the service for nothing
 * @asks_key: whether it needs a key that is given, and asks for it
 * @sends: whether it may have spent something when standard output fails
 * @always_json: whether it prints records without `--json`, too
 * @json_format: whether `--format json` is another word for `--json`, because it has no other JSON
 * @check: (nullable): what is wrong with the options, to be translated, without a full stop; %NULL if nothing is
 * @run: what it does; returns its exit status
 *
 * A command of the shell. A new one is a file `trs-cli-NAME.c` with one of
 * these, a line below, a line in the table of trs-cli.c, and one in that of
 * trs-cli-commands.c, which says what it does; its options are lines in
 * trs-cli-options.c.
 *
 * A command prints rows (#TrsCliTable, one at a time) or, with `--json`, records:
 *
 * |[<!-- language="C" -->
 * TrsCliExit
 * run_speakers (TrsCli *self)
 * {
 *   g_autoptr (TrsCliTable) table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
 *
 *   for (…; trs_cli_may_go_on (self); …)
 *     {
 *       const TrsCliCell cells[] = { { id }, { name, .link = link } };
 *
 *       if (table != NULL)
 *         trs_cli_table_add (table, cells);
 *       else
 *         trs_cli_add_record (self, make_record (…));
 *     }
 *   return TRS_CLI_DONE;
 * }
 * ]|
 *
 * What goes wrong it passes to trs_cli_report(), which says it on standard error and in the summary, and returns its
 * exit status; the first one is that of the command. It returns when trs_cli_may_go_on() says no.
 */
typedef struct
{
  const char *name;
  const char *parameters;
  guint n_min;
  guint n_max;
  TrsCliOptionGroups groups;
  const char * const *options;
  const char *fields;
  const char *output;
  TrsCliAccountNeed account;
  gboolean needs_no_file;
  gboolean asks_key;
  gboolean sends;
  gboolean always_json;
  gboolean json_format;
  const char *(*check) (const TrsCliOptions *options);
  TrsCliExit (*run) (TrsCli *self);
} TrsCliCommand;

extern const TrsCliCommand trs_cli_submit_command;
extern const TrsCliCommand trs_cli_list_command;
extern const TrsCliCommand trs_cli_show_command;
extern const TrsCliCommand trs_cli_search_command;
extern const TrsCliCommand trs_cli_export_command;
extern const TrsCliCommand trs_cli_wait_command;
extern const TrsCliCommand trs_cli_watch_command;
extern const TrsCliCommand trs_cli_fetch_command;
extern const TrsCliCommand trs_cli_accounts_command;
extern const TrsCliCommand trs_cli_open_command;
extern const TrsCliCommand trs_cli_speakers_command;
extern const TrsCliCommand trs_cli_highlight_command;
extern const TrsCliCommand trs_cli_highlights_command;
extern const TrsCliCommand trs_cli_checked_command;
extern const TrsCliCommand trs_cli_note_command;
extern const TrsCliCommand trs_cli_rename_command;
extern const TrsCliCommand trs_cli_quote_command;
extern const TrsCliCommand trs_cli_spending_command;
extern const TrsCliCommand trs_cli_remove_command;
extern const TrsCliCommand trs_cli_restore_command;
extern const TrsCliCommand trs_cli_login_command;
extern const TrsCliCommand trs_cli_logout_command;
extern const TrsCliCommand trs_cli_status_command;
