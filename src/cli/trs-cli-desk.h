/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-command.h"
#include "trs-document.h"

/**
 * TrsCliText:
 * @project: the project
 * @document: its transcript as the user has it, with paragraphs
 *
 * What a command edits or quotes.
 */
typedef struct
{
  TrsProject *project;
  TrsDocument *document;
} TrsCliText;

TrsCliText          *trs_cli_text_open         (TrsCli         *self,
                                                const char     *word,
                                                GError        **error);
void                 trs_cli_text_free         (TrsCliText     *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsCliText, trs_cli_text_free)

gboolean             trs_cli_text_find_time    (TrsCliText     *self,
                                                const char     *word,
                                                guint          *paragraph,
                                                GError        **error);
gboolean             trs_cli_text_save         (TrsCliText     *self,
                                                TrsCli         *run,
                                                TrsAnnotations *annotations,
                                                GError        **error);
char                *trs_cli_text_dup_time     (TrsCliText     *self,
                                                guint           paragraph);
gint64               trs_cli_text_get_start    (TrsCliText     *self,
                                                guint           paragraph);
gboolean             trs_cli_save_edits        (TrsCli         *self,
                                                GError        **error);
