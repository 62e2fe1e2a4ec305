/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* More sound tracks of one file are not told of, and not read. */
#define TRS_SERVICE_REPORT_MAX_TRACKS 16

/**
 * TrsServiceReportType:
 * @TRS_SERVICE_REPORT_OTHER: one that this version does not know, and passes over
 * @TRS_SERVICE_REPORT_MEDIA: `length`, `title`, `bytes`, `tracks`: what a file is
 * @TRS_SERVICE_REPORT_LENGTH: `seconds`
 * @TRS_SERVICE_REPORT_PROGRESS: `state`, `percent`
 * @TRS_SERVICE_REPORT_PARAGRAPH: `start`, `end`, `speaker`, `text`
 * @TRS_SERVICE_REPORT_SOUND: `kept`, and `message` if it is not
 * @TRS_SERVICE_REPORT_LANGUAGE: `code`
 * @TRS_SERVICE_REPORT_END: `cut`, `dropped`, `seconds`
 * @TRS_SERVICE_REPORT_FAULT: `reason`, `message`
 */
typedef enum
{
  TRS_SERVICE_REPORT_OTHER,
  TRS_SERVICE_REPORT_MEDIA,
  TRS_SERVICE_REPORT_LENGTH,
  TRS_SERVICE_REPORT_PROGRESS,
  TRS_SERVICE_REPORT_PARAGRAPH,
  TRS_SERVICE_REPORT_SOUND,
  TRS_SERVICE_REPORT_LANGUAGE,
  TRS_SERVICE_REPORT_END,
  TRS_SERVICE_REPORT_FAULT,
} TrsServiceReportType;

/**
 * TrsServiceReport:
 * @type: which of the others are set
 * @seconds: `length` or `seconds`
 * @title: (nullable): `title`
 * @tracks: (nullable): `tracks`: an array of as many objects as there are sound tracks, of those that have several
 * @state: `upload` or `transcription`
 * @percent: 0 to 99
 * @start: seconds
 * @end: seconds, not before @start
 * @speaker: from 1; 0 for nobody
 * @text: one line, which may be empty
 * @language: the code of the language that the recogniser has heard
 * @cut: whether the file ends before its announced end
 * @dropped: how many parts of the text of a recogniser were dropped, since their times cannot be
 * @kept: whether the file of the sound is whole
 * @reason: a word for programs
 * @message: a sentence for people; (nullable) of the sound
 *
 * A line of `transcription-worker`. It decodes the files of strangers, so that what it says is foreign, too.
 */
typedef struct
{
  TrsServiceReportType type;
  double seconds;
  const char *title;
  JsonNode *tracks;
  const char *state;
  gint64 percent;
  double start;
  double end;
  gint64 speaker;
  const char *text;
  const char *language;
  gboolean cut;
  gint64 dropped;
  gboolean kept;
  const char *reason;
  const char *message;

  JsonNode *root;
  char *line;
} TrsServiceReport;

TrsServiceReport *trs_service_report_read (const char        *line,
                                           gsize              length,
                                           GError           **error);
void              trs_service_report_free (TrsServiceReport  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceReport, trs_service_report_free)
