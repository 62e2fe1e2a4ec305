/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsCliTerminal:
 * @is_terminal: whether somebody looks at it, and no program reads it
 * @rewrites: whether a line can be written over: not where `TERM` is `dumb`
 * @colours: whether it shows colours and is asked to: `NO_COLOR` and `TERM=dumb` are obeyed
 * @links: whether text may be made clickable (OSC 8)
 * @width: its width in columns, at least 1: of `COLUMNS`, else what the terminal says, else 80
 * @height: its height in lines, at least 1: of `LINES`, else what the terminal says, else 24
 *
 * What is known of one of the standard streams. Nothing else in src/cli asks
 * for it, so that a pipe is a pipe everywhere.
 */
typedef struct
{
  gboolean is_terminal;
  gboolean rewrites;
  gboolean colours;
  gboolean links;
  guint width;
  guint height;
} TrsCliTerminal;

typedef enum
{
  TRS_CLI_STYLE_PLAIN,
  TRS_CLI_STYLE_HEADER,
  TRS_CLI_STYLE_FAINT,
  TRS_CLI_STYLE_GOOD,
  TRS_CLI_STYLE_WARNING,
  TRS_CLI_STYLE_BAD,
  TRS_CLI_STYLE_MATCH,
} TrsCliStyle;

TrsCliTerminal  trs_cli_terminal_probe   (int                   fd);

void     trs_cli_terminal_append        (const TrsCliTerminal *self,
                                         GString              *string,
                                         const char           *text,
                                         gsize                 length,
                                         TrsCliStyle           style);
void     trs_cli_terminal_append_marked (const TrsCliTerminal *self,
                                         GString              *string,
                                         const char           *text,
                                         const char           *whole,
                                         const GArray         *marks,
                                         TrsCliStyle           style);
gboolean trs_cli_terminal_may_link      (const TrsCliTerminal *self,
                                         const char           *uri);
void     trs_cli_terminal_link          (const TrsCliTerminal *self,
                                         GString              *string,
                                         const char           *uri);

guint           trs_cli_measure          (const char           *text);
char           *trs_cli_cut              (const char           *text,
                                          guint                 width);
