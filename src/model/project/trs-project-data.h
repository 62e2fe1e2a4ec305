/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-records.h"

G_BEGIN_DECLS

/**
 * TrsProjectData:
 * @row: number of the row in the store, 0 while it has none
 * @sort_at: key of the order by date, microseconds since the epoch: @created_at,
 *   or for an entry without a date that of its dated neighbour in the list
 * @id: (not nullable): project identifier
 * @title: (nullable): title as received, %NULL before it was told
 * @video_id: (nullable): identifier of the video
 * @state: state
 * @state_word: (nullable): the word as received
 * @message: (nullable): the service's status text
 * @video_length: seconds, -1 if it was never told
 * @created_at: creation time as told, 0 if it was not
 * @language: (nullable): language of the transcript
 * @requested_language: (nullable): language asked for
 * @submitted_at: when it was submitted from here, or 0
 * @fetched_seen_at: when the video was first seen to be fetched, or 0
 * @finished_seen_at: when the end was first seen, or 0
 * @failed_in: of a failed project, the state it was last seen at work in
 * @unread: it finished and was not opened since
 * @dismissed: the user stopped the checking
 * @empty_text: the transcript has no words
 * @has_text: a transcript was seen; it settles that the project is done
 * @local_title: (nullable): the user's own title
 * @note: (nullable): the user's note, %NULL for none
 * @missing_since: when the whole list was read without it, or 0
 * @hidden: "Remove from This Computer"
 * @listed: the walk through the list that first showed it, 0 for none
 *
 * A project as plain data, which may go to another thread: a row of the store.
 * Times are microseconds since the epoch. @local_title, @note, @unread and
 * @dismissed are the user's own: nothing that the service tells changes them.
 */
typedef struct
{
  gint64 row;
  gint64 sort_at;

  char *id;
  char *title;
  char *video_id;
  TrsProjectState state;
  char *state_word;
  char *message;
  gint64 video_length;
  gint64 created_at;
  char *language;
  char *requested_language;
  gint64 submitted_at;
  gint64 fetched_seen_at;
  gint64 finished_seen_at;
  TrsProjectState failed_in;
  gboolean unread;
  gboolean dismissed;
  gboolean empty_text;
  gboolean has_text;
  char *local_title;
  char *note;
  gint64 missing_since;
  gboolean hidden;
  gint64 listed;
} TrsProjectData;

TrsProjectData *trs_project_data_new          (const char             *id);
TrsProjectData *trs_project_data_copy         (const TrsProjectData   *self);
void            trs_project_data_free         (TrsProjectData         *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsProjectData, trs_project_data_free)

/* The merge of what is told into what is known. Pure; "done stays done", "what is not told does not erase". @now is the
 * time of what is seen to change. Each returns whether anything has changed. */
gboolean        trs_project_data_merge_record (TrsProjectData         *self,
                                               const TrsProjectRecord *record,
                                               gint64                  now);
gboolean        trs_project_data_merge_detail (TrsProjectData         *self,
                                               const TrsDetailRecord  *detail,
                                               gint64                  now);

/* The merge of two states of one project, as when a live object, a held one or another store knows more than the row.
 * @unread and @dismissed become those of @other. */
gboolean        trs_project_data_merge        (TrsProjectData         *self,
                                               const TrsProjectData   *other);

G_END_DECLS
