/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-output.h"
#include "trs-session.h"

/**
 * TrsCliOptions:
 * @words: the arguments after the command that are not options
 *
 * The options of all commands; those that were not given are zero.
 */
typedef struct
{
  char *account;
  gboolean key_stdin;
  char *server;
  gboolean json;
  gboolean offline;
  char *show;
  int limit;
  char *language;
  gboolean again;
  gboolean unchecked;
  gboolean wait;
  char *format;
  char *output;
  gboolean timecodes;
  gboolean speakers;
  int highlights; /* 1 for --NAME, -1 for --no-NAME (the last one wins), 0 for the default of the format */
  int notes;
  char **words;
} TrsCliOptions;

/**
 * TrsCli:
 * @options: what was asked for
 * @key: (nullable): the key from standard input, until it is used
 * @session: the session, driven by the default main context
 * @cancellable: cancelled by the first SIGINT or SIGTERM
 * @known: (nullable) (element-type TrsKnownAccount): the accounts, the one used last first, if one was chosen
 * @account: (nullable) (unowned): the one among them that was chosen
 * @connected: whether there is a key, and the service may be asked
 * @root: what `--json` prints
 * @results: the array in it
 * @text: what is printed otherwise: lines of columns with tabulators between them
 *
 * One run of a command.
 */
typedef struct
{
  const TrsCliOptions *options;
  char *key;
  TrsSession *session;
  GCancellable *cancellable;
  GPtrArray *known;
  TrsKnownAccount *account;
  gboolean connected;
  JsonObject *root;
  JsonArray *results;
  GString *text;
} TrsCli;

/* The commands. Each of them adds its results to the run. */
TrsCliExit     trs_cli_run_accounts  (TrsCli        *self);
TrsCliExit     trs_cli_run_list      (TrsCli        *self);
TrsCliExit     trs_cli_run_search    (TrsCli        *self);
TrsCliExit     trs_cli_run_show      (TrsCli        *self);
TrsCliExit     trs_cli_run_submit    (TrsCli        *self);

GPtrArray     *trs_cli_list_accounts (TrsCli        *self);
gboolean       trs_cli_open          (TrsCli        *self,
                                      GError       **error);
gboolean       trs_cli_connect       (TrsCli        *self,
                                      GError       **error);
void           trs_cli_end           (TrsCli        *self);
gboolean       trs_cli_check_session (TrsCli        *self,
                                      GError       **error);
gboolean       trs_cli_refresh       (TrsCli        *self,
                                      GError       **error);
gboolean       trs_cli_flush         (TrsCli        *self);
JsonObject    *trs_cli_add_result    (TrsCli        *self,
                                      TrsProject    *project,
                                      const char    *given);
TrsCliExit     trs_cli_end_result    (JsonObject    *result,
                                      const char    *given,
                                      const GError  *error);
gboolean       trs_cli_deliver       (TrsCli        *self,
                                      TrsProject    *project,
                                      JsonObject    *result,
                                      GError       **error);
gboolean       trs_cli_check_format  (TrsCli        *self,
                                      GError       **error);

/* A GAsyncReadyCallback that stores the result in the variable that user_data points to, and a function that runs the
 * main loop until it is set. Only for calls that end soon or take @cancellable. Returns: (transfer none): the result,
 * to be passed to the _finish function */
void           trs_cli_done_cb       (GObject       *source,
                                      GAsyncResult  *result,
                                      gpointer       user_data);
GAsyncResult  *trs_cli_wait          (GAsyncResult **result);
