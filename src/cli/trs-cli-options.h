/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-key.h"

/**
 * TrsCliOptionGroups:
 * @TRS_CLI_OPTIONS_COMMON: of every command, before it or behind it: --json, --account, --quiet and so on
 * @TRS_CLI_OPTIONS_KEY: which server is used with which key, for a command that asks the service
 * @TRS_CLI_OPTIONS_LOGIN: of these, where the key comes from
 * @TRS_CLI_OPTIONS_TEXT: what a transcript looks like and where it goes
 * @TRS_CLI_OPTIONS_FOUND: what is found, and how much of it
 *
 * Options that come together. All others a command accepts by name.
 */
typedef enum
{
  TRS_CLI_OPTIONS_COMMON = 1 << 0,
  TRS_CLI_OPTIONS_KEY = 1 << 1,
  TRS_CLI_OPTIONS_TEXT = 1 << 2,
  TRS_CLI_OPTIONS_LOGIN = 1 << 3,
  TRS_CLI_OPTIONS_FOUND = 1 << 4,
} TrsCliOptionGroups;

/**
 * TrsCliOptions:
 * @words: the arguments that are neither options nor the command
 *
 * The options of all commands; those that were not given are zero, but @limit
 * and @max_per_video, which are %G_MAXINT, @interval and @track.
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
  char *since;

  char *speaker;
  int max_per_video;
  int context;

  char *language;
  gboolean again;
  gboolean unchecked;
  int track; /* -1 if not given */
  gboolean wait;
  char *timeout;
  char *file;
  gboolean dry_run;

  char *format; /* of several, with commas between them */
  char *preset;
  char *output;
  int timecodes; /* of these, 1 for --NAME, -1 for --no-NAME (the last one wins), 0 for what the format begins with */
  int speakers;
  int source;
  int links;
  int merge_turns;
  int highlights;
  int notes;
  int provenance;
  int bom;
  gboolean only_highlights;
  gboolean only_checked;
  int interval; /* minutes, -1 if not given */
  char *fraction;
  char *time_marks;
  char *offset;

  char **words;
} TrsCliOptions;

gboolean trs_cli_options_is_followed_by_value (const char         *argument);
int      trs_cli_options_find_word            (int                 argc,
                                               char              **argv);
gboolean trs_cli_options_parse                (TrsCliOptions      *self,
                                               TrsCliOptionGroups  groups,
                                               const char * const *names,
                                               int                 argc,
                                               char              **argv,
                                               GError            **error);
char    *trs_cli_options_describe             (TrsCliOptionGroups  groups,
                                               const char * const *names);
