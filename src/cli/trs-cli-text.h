/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-run.h"
#include "trs-export-source.h"

/* Transcripts in the formats that were asked for, to where they were asked for.
 *
 * trs_cli_check_format() comes first, before anything is spent. For each transcript there is a record
 * (trs_cli_new_text_record()), an attempt (trs_cli_deliver()) and its end (trs_cli_end_text()), which prints the path
 * or the record as soon as the file is there. What is still to be completed then, an archive for one, is done after the
 * command. */

gboolean         trs_cli_check_format    (TrsCli           *self,
                                          GError          **error);
void             trs_cli_gather_texts    (TrsCli           *self);
gboolean         trs_cli_deliver         (TrsCli           *self,
                                          TrsProject       *project,
                                          JsonObject       *record,
                                          GError          **error);

guint            trs_cli_get_n_formats     (TrsCli          *self);
gboolean         trs_cli_texts_have_failed (TrsCli          *self);
TrsExportSource *trs_cli_load_text         (TrsCli          *self,
                                            TrsProject      *project,
                                            GError         **error);
gboolean         trs_cli_deliver_as        (TrsCli          *self,
                                            TrsExportSource *source,
                                            guint            nth_format,
                                            JsonObject      *record,
                                            GError         **error);

JsonObject      *trs_cli_new_text_record (TrsCli           *self,
                                          const char       *type,
                                          const char       *given,
                                          TrsProject       *project);
TrsCliExit       trs_cli_end_text        (TrsCli           *self,
                                          JsonObject       *record,
                                          const char       *given,
                                          const GError     *error);

TrsCliExit       trs_cli_flush_texts     (TrsCli           *self);
TrsCliExit       trs_cli_end_texts       (TrsCli           *self);
void             trs_cli_texts_free      (TrsCliTexts      *texts);
