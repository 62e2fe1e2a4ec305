/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

/* Between the object and what takes in the replies of the service. */

G_BEGIN_DECLS

struct _TrsProject
{
  GObject parent_instance;

  char *id;
  gboolean pending;

  char *title;
  char *video_id;
  TrsProjectState state;
  char *state_word;
  char *message;
  gint64 video_length;
  gint64 created_at;
  char *language;
  gboolean empty_text;
  gboolean text_seen;

  char *requested_language;
  gint64 submitted_at;
  gint64 checked_at;
  gint64 next_check_at;
  gint64 fetched_seen_at;
  gint64 finished_seen_at;
  TrsProjectState failed_in;
  TrsProjectWatch watch;
  gboolean unread;
  GListModel *candidates;

  char *local_title;
  char *note;
  gint64 missing_since;

  /* Where it was when it was last seen at work; what failed_in is made from. */
  TrsProjectState last_open_state;

  /* A change was seen, and the next trs_project_set_checked() says when. */
  gboolean fetched_without_time;
  gboolean finished_without_time;
};

typedef enum
{
  TRS_PROJECT_PROP_ID = 1,
  TRS_PROJECT_PROP_PENDING,
  TRS_PROJECT_PROP_TITLE,
  TRS_PROJECT_PROP_VIDEO_ID,
  TRS_PROJECT_PROP_STATE,
  TRS_PROJECT_PROP_STATE_WORD,
  TRS_PROJECT_PROP_MESSAGE,
  TRS_PROJECT_PROP_VIDEO_LENGTH,
  TRS_PROJECT_PROP_CREATED_AT,
  TRS_PROJECT_PROP_LANGUAGE,
  TRS_PROJECT_PROP_EMPTY_TEXT,
  TRS_PROJECT_PROP_REQUESTED_LANGUAGE,
  TRS_PROJECT_PROP_SUBMITTED_AT,
  TRS_PROJECT_PROP_CHECKED_AT,
  TRS_PROJECT_PROP_NEXT_CHECK_AT,
  TRS_PROJECT_PROP_FETCHED_SEEN_AT,
  TRS_PROJECT_PROP_FINISHED_SEEN_AT,
  TRS_PROJECT_PROP_FAILED_IN,
  TRS_PROJECT_PROP_WATCH,
  TRS_PROJECT_PROP_UNREAD,
  TRS_PROJECT_PROP_CANDIDATES,
  TRS_PROJECT_PROP_LOCAL_TITLE,
  TRS_PROJECT_PROP_NOTE,
  TRS_PROJECT_PROP_MISSING_SINCE,
  TRS_PROJECT_N_PROPS,
} TrsProjectProperty;

/* Each sets the member behind a property, notifies on a real change, and returns whether there was one. */
gboolean trs_project_put_string (TrsProject         *self,
                                 TrsProjectProperty  property,
                                 const char         *value);
gboolean trs_project_put_time   (TrsProject         *self,
                                 TrsProjectProperty  property,
                                 gint64              value);
gboolean trs_project_put_int    (TrsProject         *self,
                                 TrsProjectProperty  property,
                                 int                 value);
gboolean trs_project_put_model  (TrsProject         *self,
                                 TrsProjectProperty  property,
                                 GListModel         *value);

G_END_DECLS
