/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-state.h"

G_BEGIN_DECLS

/**
 * TrsProjectRecord:
 * @id: (not nullable): project identifier
 * @name: (not nullable): title as received, possibly empty
 * @video_id: (nullable): identifier of the video
 * @state: state
 * @state_word: (nullable): the word as received
 * @created_at: (nullable): creation time, in UTC; %NULL if missing or unreadable
 *
 * What the wire says of a project in a list.
 */
typedef struct
{
  char *id;
  char *name;
  char *video_id;
  TrsProjectState state;
  char *state_word;
  GDateTime *created_at;
} TrsProjectRecord;

TrsProjectRecord *trs_project_record_new      (void);
void              trs_project_record_free     (TrsProjectRecord       *record);
gint64            trs_project_record_get_time (const TrsProjectRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsProjectRecord, trs_project_record_free)

/**
 * TrsDetailRecord:
 * @id: (nullable): project identifier, if told
 * @name: (nullable): title as received, %NULL if not told
 * @video_id: (nullable): identifier of the video, if told
 * @state: state; done when `text` is present
 * @state_word: (nullable): the word as received
 * @message: (nullable): the service's status text, as received
 * @video_length: seconds, or -1 if not told or not believable
 * @created_at: (nullable): creation time, in UTC
 * @language: (nullable): language code of the transcription
 * @text: (nullable): the text, valid UTF-8; its presence marks done
 * @damaged: the text held NUL or lone surrogates, which stand as U+FFFD in @text
 *
 * What the wire says of one project, in any of its shapes.
 */
typedef struct
{
  char *id;
  char *name;
  char *video_id;
  TrsProjectState state;
  char *state_word;
  char *message;
  gint64 video_length;
  GDateTime *created_at;
  char *language;
  GBytes *text;
  gboolean damaged;
} TrsDetailRecord;

TrsDetailRecord *trs_detail_record_new      (void);
void             trs_detail_record_free     (TrsDetailRecord       *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsDetailRecord, trs_detail_record_free)

/**
 * TRS_VIDEO_LENGTH_MAX:
 *
 * The longest length that is believed, in seconds.
 */
#define TRS_VIDEO_LENGTH_MAX G_GINT64_CONSTANT (10000000)

gint64 trs_credits_for_length (gint64 seconds);

G_END_DECLS
