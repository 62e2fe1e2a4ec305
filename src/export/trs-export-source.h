/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"
#include "trs-export-options.h"
#include "trs-project-data.h"

/**
 * TrsExportSource:
 * @document: (not nullable): the transcript as the user has it
 * @title: (nullable): what the user calls it, or as received
 * @project_id: (nullable): identifier of the project
 * @video_id: (nullable): identifier of the video
 * @video_length: in milliseconds, or -1 if it is not known
 * @created_at: when the project was created, in microseconds since the epoch, or 0
 * @received_at: when the text came, likewise
 * @address: (nullable): the service it came from
 * @language: (nullable): its language
 * @sha256: (nullable): hexadecimal checksum of the words as they came
 * @note: (nullable): the note of the user on the video
 * @pattern: (nullable): address pattern of the video page, %NULL where videos have none
 * @caution: (nullable): what is to be known of words that nobody has checked
 *
 * All data that an export needs. Reference-counted and immutable, so that any thread may read it.
 */
typedef struct
{
  TrsDocument *document;
  char *title;
  char *project_id;
  char *video_id;
  gint64 video_length;
  gint64 created_at;
  gint64 received_at;
  char *address;
  char *language;
  char *sha256;
  char *note;
  char *pattern;
  char *caution;
} TrsExportSource;

TrsExportSource *trs_export_source_new      (TrsDocument           *document,
                                             const TrsProjectData  *project,
                                             const TrsTextVersion  *version,
                                             const char            *pattern);
TrsExportSource *trs_export_source_ref      (TrsExportSource       *self);
void             trs_export_source_unref    (TrsExportSource       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsExportSource, trs_export_source_unref)

char            *trs_export_source_dup_link (const TrsExportSource *self,
                                             gint64                 start);

/**
 * TrsExportFact:
 * @key: (not nullable): what programs call it
 * @label: (not nullable): what users call it, translated
 * @value: (not nullable): in one line, safe to show
 * @line: (not nullable): @value as it is read, with @label unless it belongs to the header; a note has lines
 *
 * What stands at the beginning of an export: "title" and "source", the address
 * of the video, are the header; "note" is that of the user; all others tell of
 * where the text comes from.
 */
typedef struct
{
  const char *key;
  const char *label;
  char *value;
  char *line;
} TrsExportFact;

GPtrArray       *trs_export_source_list_facts      (const TrsExportSource  *self,
                                                    const TrsExportOptions *options);
GPtrArray       *trs_export_source_list_page_facts (const TrsExportSource  *self,
                                                    const TrsExportOptions *options);

char            *trs_export_format_date            (gint64                  time);
