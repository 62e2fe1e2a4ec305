/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-cli-output.h"
#include "trs-project.h"

#include <json-glib/json-glib.h>

/**
 * TrsCliRecords:
 *
 * What `--json` prints: one object a line, each with the member `type`, as
 * data/transcripts-cli.schema.json defines it, and at the end one of type
 * `summary`. A record is written when it is added, and nothing of it is kept.
 * Names of members and states are never translated; a member is always there,
 * and null if its value is unknown.
 */
typedef struct _TrsCliRecords TrsCliRecords;

/* The members of a video; commands name those of their records, with blanks between them. */
#define TRS_CLI_VIDEO_FIELDS                                                                                          \
  "id video_id link title original_title state service_state message language recognizer length credits created_at "  \
  "submitted_at note saved_here missing"

/* The members of what became of a transcript. */
#define TRS_CLI_TRANSCRIPT_FIELDS "video given format text path entry error"

gboolean       trs_cli_records_check       (const char     *fields,
                                            const char     *known,
                                            GError        **error);
TrsCliRecords *trs_cli_records_new         (const char     *fields);
void           trs_cli_records_free        (TrsCliRecords  *self);
void           trs_cli_records_add         (TrsCliRecords  *self,
                                            JsonObject     *record);
void           trs_cli_records_add_error   (TrsCliRecords  *self,
                                            const char     *given,
                                            const GError   *error);
JsonObject    *trs_cli_records_get_summary (TrsCliRecords  *self);
void           trs_cli_records_end         (TrsCliRecords  *self);

/* The parts of a record */

JsonObject    *trs_cli_record_new          (const char     *type);
void           trs_cli_json_set_number     (JsonObject     *object,
                                            const char     *name,
                                            gint64          value);
void           trs_cli_json_set_time       (JsonObject     *object,
                                            const char     *name,
                                            gint64          time);
void           trs_cli_json_fill_video     (JsonObject     *video,
                                            TrsProject     *project,
                                            TrsAccount     *account);
void           trs_cli_json_set_video      (JsonObject     *object,
                                            TrsProject     *project,
                                            TrsAccount     *account);
void           trs_cli_json_set_error      (JsonObject     *object,
                                            const GError   *error);
char          *trs_cli_json_to_line        (JsonObject     *object);

const char    *trs_cli_get_state_word      (TrsProject     *project);
