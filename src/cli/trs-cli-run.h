/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-options.h"
#include "trs-cli-output.h"
#include "trs-cli-records.h"
#include "trs-cli-table.h"
#include "trs-session.h"

/* See trs-cli-text.h. */
typedef struct _TrsCliTexts TrsCliTexts;

/**
 * TrsCli:
 * @options: what was asked for
 * @key: (nullable): the key that was given, until it is used
 * @settings: (unowned): the settings of this run, a copy: what is changed in them is not saved
 * @session: the session, driven by the default main context
 * @cancellable: cancelled by the first SIGINT or SIGTERM
 * @known: (nullable) (element-type TrsKnownAccount): the accounts, the one used last first, if one was chosen
 * @account: (nullable) (unowned): the one among them that was chosen
 * @was_current: whether it is that of the window
 * @needs_file: whether what is on this computer is all that the command can go by
 * @connected: whether there is a key, and the service may be asked
 * @records: (nullable): what is printed with `--json`
 * @texts: (nullable): what transcripts are made into and where they go, from trs_cli_check_format() on
 * @given: (nullable): what the user typed for a video, by its identifier, where that is a file
 * @asked: whether the list of the service was read for an argument that was not known here
 * @window: (nullable) (array zero-terminated=1): arguments to start the window with once this run has ended
 * @explain: (nullable): what Ctrl+C leaves undone, or cannot end, at this moment; returns a sentence or %NULL
 * @explain_data: (nullable): for @explain
 *
 * One run of a command.
 */
typedef struct _TrsCli TrsCli;
struct _TrsCli
{
  TrsCliOptions *options;
  char *key;
  GSettings *settings;
  TrsSession *session;
  GCancellable *cancellable;
  GPtrArray *known;
  TrsKnownAccount *account;
  gboolean was_current;
  gboolean needs_file;
  gboolean connected;
  TrsCliRecords *records;
  TrsCliTexts *texts;
  GHashTable *given;
  gboolean asked;
  char **window;
  const char *(*explain) (TrsCli *self);
  gpointer explain_data;
};

TrsKnownAccount *trs_cli_find_account      (TrsCli             *self,
                                            const char         *word,
                                            GError            **error);
TrsCliExit       trs_cli_report            (TrsCli             *self,
                                            const char         *given,
                                            const GError       *error);
gboolean         trs_cli_may_go_on         (TrsCli             *self);
TrsCliTable     *trs_cli_begin_table       (TrsCli             *self,
                                            const TrsCliColumn *columns,
                                            guint               n_columns);
void             trs_cli_add_record        (TrsCli             *self,
                                            JsonObject         *record);

GPtrArray       *trs_cli_list_accounts     (TrsCli             *self);
char            *trs_cli_dup_account_word  (TrsCli             *self,
                                            const char        **origin);
gboolean         trs_cli_open              (TrsCli             *self,
                                            GError            **error);
gboolean         trs_cli_connect           (TrsCli             *self,
                                            GError            **error);
gboolean         trs_cli_prove             (TrsCli             *self,
                                            const char         *address,
                                            GError            **error);
void             trs_cli_end               (TrsCli             *self);
gboolean         trs_cli_check_session     (TrsCli             *self,
                                            GError            **error);
void             trs_cli_run_until_idle    (TrsCli             *self);
gboolean         trs_cli_refresh           (TrsCli             *self,
                                            GError            **error);
gboolean         trs_cli_can_ask           (void);
gboolean         trs_cli_ask               (TrsCli             *self,
                                            const char         *question);
char            *trs_cli_dup_title         (TrsProject         *project);
GError          *trs_cli_new_unready_error (TrsProject         *project);
char            *trs_cli_format_date       (gint64              time);

/* A GAsyncReadyCallback that stores the result in the variable that user_data points to, and a function that runs the
 * main loop until it is set. Only for calls that end soon or take @cancellable. Returns: (transfer none): the result,
 * to be passed to the _finish function */
void             trs_cli_done_cb           (GObject            *source,
                                            GAsyncResult       *result,
                                            gpointer            user_data);
GAsyncResult    *trs_cli_wait              (GAsyncResult      **result);
