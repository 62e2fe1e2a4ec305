/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsProjectState:
 * @TRS_PROJECT_STATE_UNKNOWN: a state that the interface does not name
 * @TRS_PROJECT_STATE_UPLOAD: the service fetches the video
 * @TRS_PROJECT_STATE_TRANSCRIPTION: the service transcribes
 * @TRS_PROJECT_STATE_DONE: the text can be read
 * @TRS_PROJECT_STATE_ERROR: the pipeline of the service failed
 *
 * "States and transitions" of the interface.
 */
typedef enum
{
  TRS_PROJECT_STATE_UNKNOWN,
  TRS_PROJECT_STATE_UPLOAD,
  TRS_PROJECT_STATE_TRANSCRIPTION,
  TRS_PROJECT_STATE_DONE,
  TRS_PROJECT_STATE_ERROR,
} TrsProjectState;

TrsProjectState  trs_project_state_from_string (const char      *string);
const char      *trs_project_state_to_string   (TrsProjectState  state);
gboolean         trs_project_state_is_final    (TrsProjectState  state);

/**
 * TrsProjectShow:
 * @TRS_PROJECT_SHOW_ALL: everything
 * @TRS_PROJECT_SHOW_IN_PROGRESS: neither done nor failed
 * @TRS_PROJECT_SHOW_DONE: what can be read
 * @TRS_PROJECT_SHOW_FAILED: what failed
 *
 * Which projects a list shows.
 */
typedef enum
{
  TRS_PROJECT_SHOW_ALL,
  TRS_PROJECT_SHOW_IN_PROGRESS,
  TRS_PROJECT_SHOW_DONE,
  TRS_PROJECT_SHOW_FAILED,
} TrsProjectShow;

/**
 * TrsProjectOrder:
 * @TRS_PROJECT_ORDER_DATE: newest first
 * @TRS_PROJECT_ORDER_TITLE: by title, of the same title newest first
 *
 * In which order a list shows projects.
 */
typedef enum
{
  TRS_PROJECT_ORDER_DATE,
  TRS_PROJECT_ORDER_TITLE,
} TrsProjectOrder;

GType    trs_project_show_get_type  (void);
#define TRS_TYPE_PROJECT_SHOW (trs_project_show_get_type ())
GType    trs_project_order_get_type (void);
#define TRS_TYPE_PROJECT_ORDER (trs_project_order_get_type ())

gboolean trs_project_show_includes  (TrsProjectShow  show,
                                     TrsProjectState state,
                                     gboolean        pending);

/**
 * TrsProjectRecord:
 * @id: (nullable): project identifier, in every list; see trs_project_id_normalize()
 * @wire_id: (nullable): @id as received, %NULL if that is the same
 * @name: (nullable): title as received, %NULL if not reported
 * @video_id: (nullable): identifier of the video, if reported
 * @recognizer: (nullable): what recognises the words, if reported, as by the service of On This Computer alone
 * @state: state; done when `text` is present
 * @state_word: (nullable): the word as received
 * @message: (nullable): the service's status text, as received
 * @video_length: seconds, or -1 if not reported or not believable
 * @created_at: (nullable): creation time, in UTC
 * @language: (nullable): language code of the transcription
 * @text: (nullable): the text, valid UTF-8; its presence marks done
 * @damaged: the text held NUL or lone surrogates, which stand as U+FFFD in @text
 *
 * What the wire says of a project, in a list or in any shape of its detail.
 */
typedef struct
{
  char *id;
  char *wire_id;
  char *name;
  char *video_id;
  char *recognizer;
  TrsProjectState state;
  char *state_word;
  char *message;
  gint64 video_length;
  GDateTime *created_at;
  char *language;
  GBytes *text;
  gboolean damaged;
} TrsProjectRecord;

TrsProjectRecord *trs_project_record_new  (void);
void              trs_project_record_free (TrsProjectRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsProjectRecord, trs_project_record_free)

/**
 * TRS_VIDEO_LENGTH_MAX:
 *
 * The longest length that is believed, in seconds.
 */
#define TRS_VIDEO_LENGTH_MAX G_GINT64_CONSTANT (10000000)

gint64 trs_credits_for_length (gint64 seconds);

char  *trs_project_id_normalize (const char *id);

/**
 * TrsProjectData:
 * @row: number of the row in the store, 0 while it has none
 * @sort_at: key of the order by date, microseconds since the epoch: @created_at,
 *   or for an entry without a date that of its dated neighbour in the list
 * @id: (not nullable): project identifier, see trs_project_id_normalize()
 * @wire_id: (nullable): @id as the service wrote it last, %NULL if that is the same
 * @title: (nullable): title as received, %NULL before it was reported
 * @video_id: (nullable): identifier of the video
 * @recognizer: (nullable): what recognised the words, as the service names it
 * @state: state
 * @state_word: (nullable): the word as received
 * @message: (nullable): the service's status text
 * @video_length: seconds, -1 if it was never reported
 * @created_at: creation time as reported, 0 if it was not
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
 * @place: bytes of words above those at which the user left the transcript
 * @caret: bytes of words before the caret
 *
 * A project as plain data, which may go to another thread: a row of the store.
 * Times are microseconds since the epoch. @local_title, @note, @unread,
 * @dismissed, @place and @caret are the user's own: nothing that the service
 * reports changes them.
 */
typedef struct
{
  gint64 row;
  gint64 sort_at;

  char *id;
  char *wire_id;
  char *title;
  char *video_id;
  char *recognizer;
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
  gint64 place;
  gint64 caret;
} TrsProjectData;

/**
 * TrsProjectColumnType:
 * @TRS_PROJECT_COLUMN_INT64: a #gint64
 * @TRS_PROJECT_COLUMN_BOOLEAN: a #gboolean
 * @TRS_PROJECT_COLUMN_STATE: a #TrsProjectState
 * @TRS_PROJECT_COLUMN_STRING: an owned string, %NULL if it is not known
 */
typedef enum
{
  TRS_PROJECT_COLUMN_INT64,
  TRS_PROJECT_COLUMN_BOOLEAN,
  TRS_PROJECT_COLUMN_STATE,
  TRS_PROJECT_COLUMN_STRING,
} TrsProjectColumnType;

/**
 * TrsProjectStatements:
 * @TRS_PROJECT_SELECT: the member is read from the row
 * @TRS_PROJECT_INSERT: it is written with a new row
 * @TRS_PROJECT_UPDATE: it is written whenever the row is; without this, a row that exists is written by special
 *   statements alone, as for what the user enters
 */
typedef enum
{
  TRS_PROJECT_SELECT = 1 << 0,
  TRS_PROJECT_INSERT = 1 << 1,
  TRS_PROJECT_UPDATE = 1 << 2,
} TrsProjectStatements;

/**
 * TrsProjectMerge:
 * @TRS_PROJECT_MERGE_KEEP: the value stays
 * @TRS_PROJECT_MERGE_FILL: the other value replaces one that is not known
 * @TRS_PROJECT_MERGE_REPLACE: the other value replaces this one if it is known
 * @TRS_PROJECT_MERGE_COPY: the other value replaces this one
 * @TRS_PROJECT_MERGE_RULES: it depends on other members, as all about the state does
 *
 * What trs_project_data_merge() makes of a member. It is written out there, and tests hold it to this.
 */
typedef enum
{
  TRS_PROJECT_MERGE_KEEP,
  TRS_PROJECT_MERGE_FILL,
  TRS_PROJECT_MERGE_REPLACE,
  TRS_PROJECT_MERGE_COPY,
  TRS_PROJECT_MERGE_RULES,
} TrsProjectMerge;

/**
 * TrsProjectColumn:
 * @name: of the member of #TrsProjectData, and of the column of the store where that does not say otherwise
 * @type: type of the member
 * @offset: its offset in #TrsProjectData
 * @statements: which statements of the store contain it
 * @merge: what a merge makes of it
 * @none: of a %TRS_PROJECT_COLUMN_INT64, the value that means that it is not known
 *
 * A member of #TrsProjectData, as those see it who treat all members alike.
 */
typedef struct
{
  const char *name;
  TrsProjectColumnType type;
  gsize offset;
  TrsProjectStatements statements;
  TrsProjectMerge merge;
  gint64 none;
} TrsProjectColumn;

const TrsProjectColumn *trs_project_data_get_columns (guint *n_columns);

TrsProjectData *trs_project_data_new          (const char             *id);
TrsProjectData *trs_project_data_copy         (const TrsProjectData   *self);
void            trs_project_data_free         (TrsProjectData         *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsProjectData, trs_project_data_free)

/* The merge of what is reported into what is known. Pure; "done stays done", "what is not reported does not erase".
 * @now is the time of what is seen to change. Each returns whether anything has changed. */
gboolean        trs_project_data_merge_record (TrsProjectData         *self,
                                               const TrsProjectRecord *record,
                                               gboolean                is_detail,
                                               gint64                  now);

/* The merge of two states of one project, as when a live object, a held one or another store knows more than the row.
 * @unread and @dismissed become those of @other. */
gboolean        trs_project_data_merge        (TrsProjectData         *self,
                                               const TrsProjectData   *other);
