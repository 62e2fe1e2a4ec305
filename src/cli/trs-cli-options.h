/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-key.h"

/**
 * TrsCliOptionGroups:
 * @TRS_CLI_OPTIONS_COMMON: of every command, before it or behind it: --json, --account, --quiet and so on
 * @TRS_CLI_OPTIONS_KEY: which server is used with which key, for a command that asks the service
 * @TRS_CLI_OPTIONS_LOGIN: of these, where the key comes from
 * @TRS_CLI_OPTIONS_TEXT: what a transcript looks like and where it goes
 *
 * Options that come together. All others a command accepts by name.
 */
typedef enum
{
  TRS_CLI_OPTIONS_COMMON = 1 << 0,
  TRS_CLI_OPTIONS_KEY = 1 << 1,
  TRS_CLI_OPTIONS_TEXT = 1 << 2,
  TRS_CLI_OPTIONS_LOGIN = 1 << 3,
} TrsCliOptionGroups;

/**
 * TrsCliOptions:
 * @words: the arguments that are neither options nor the command
 *
 * The options of all commands; those that were not given are zero, but @limit,
 * which is %G_MAXINT.
 */
typedef struct
{
  gboolean help;
  char *account;
  gboolean json;
  char *fields;
  gboolean quiet;
  gboolean verbose;

  TrsCliKeySource key;
  char *server;
  char *use;
  gboolean yes;

  char **names;
  char **merges;
  char *colour;
  char *note;
  gboolean remove;

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

gboolean  trs_cli_options_is_followed_by_value
                                     (const char          *argument);
int       trs_cli_options_find_word  (int                  argc,
                                      char               **argv);
gboolean  trs_cli_options_parse      (TrsCliOptions       *self,
                                      TrsCliOptionGroups   groups,
                                      const char * const  *names,
                                      int                  argc,
                                      char               **argv,
                                      GError             **error);
char     *trs_cli_options_describe   (TrsCliOptionGroups   groups,
                                      const char * const  *names);
