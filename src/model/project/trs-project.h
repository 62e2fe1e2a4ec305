/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-project-data.h"

/**
 * TrsProjectWatch:
 * @TRS_PROJECT_WATCH_NONE: nothing to wait for
 * @TRS_PROJECT_WATCH_CHECKING: checked on the polling schedule
 * @TRS_PROJECT_WATCH_STOPPED: the schedule has ended; the service may still be working
 * @TRS_PROJECT_WATCH_DISMISSED: the user chose "Stop Watching"
 * @TRS_PROJECT_WATCH_NEEDS_KEY: paused until there is a key that is accepted
 * @TRS_PROJECT_WATCH_OFFLINE: the last check did not reach the service
 * @TRS_PROJECT_WATCH_NO_WORD: the last check was answered, and did not tell about it
 * @TRS_PROJECT_WATCH_NOT_FOUND: the service answered that it has no such project
 */
typedef enum
{
  TRS_PROJECT_WATCH_NONE,
  TRS_PROJECT_WATCH_CHECKING,
  TRS_PROJECT_WATCH_STOPPED,
  TRS_PROJECT_WATCH_DISMISSED,
  TRS_PROJECT_WATCH_NEEDS_KEY,
  TRS_PROJECT_WATCH_OFFLINE,
  TRS_PROJECT_WATCH_NO_WORD,
  TRS_PROJECT_WATCH_NOT_FOUND,
} TrsProjectWatch;

#define TRS_TYPE_PROJECT_WATCH (trs_project_watch_get_type ())
GType trs_project_watch_get_type (void);

/**
 * TrsProject:
 *
 * A live project. trs_project_get_data() returns its stored fields.
 * Belongs to the main thread.
 *
 * Signal `changed` (unsaved): fields have changed; `unsaved` is %TRUE if the
 * store has to write them. One merge sets many fields, so that these are not
 * properties. Those that are not stored are properties: `pending`, `watch`,
 * `checked-at` and `next-check-at`; the signal is emitted for these, too.
 *
 * A submission whose outcome is unknown is listed in the history as a pending
 * project, whose id begins with `pending:`. It has a video and no title, and
 * leaves the history when it is adopted.
 *
 * Times are microseconds since the epoch (trs_clock_get_time()), 0 for "not
 * known". Strings are as received; ui/ sends them through trs-display-text.
 */
#define TRS_TYPE_PROJECT (trs_project_get_type ())
G_DECLARE_FINAL_TYPE (TrsProject, trs_project, TRS, PROJECT, GObject)

gboolean        trs_project_is_pending        (TrsProject *self);
gint64          trs_project_get_checked_at    (TrsProject *self);
gint64          trs_project_get_next_check_at (TrsProject *self);
TrsProjectWatch trs_project_get_watch         (TrsProject *self);
GListModel     *trs_project_get_candidates    (TrsProject *self);
gint64          trs_project_get_other_account (TrsProject *self);

TrsProject           *trs_project_new                    (const char             *id);
TrsProject           *trs_project_new_pending            (const char             *local_id,
                                                          const char             *video_id,
                                                          const char             *language);
TrsProject           *trs_project_new_from_data          (const TrsProjectData   *data);

const TrsProjectData *trs_project_get_data               (TrsProject             *self);
void                  trs_project_take_data              (TrsProject             *self,
                                                          const TrsProjectData   *data);
void                  trs_project_take_own               (TrsProject             *self,
                                                          const TrsProjectData   *data);
gboolean              trs_project_update_from_detail     (TrsProject             *self,
                                                          const TrsProjectRecord *detail,
                                                          gint64                  now);

const char           *trs_project_get_id                 (TrsProject             *self);
const char           *trs_project_get_wire_id            (TrsProject             *self);
TrsProjectState       trs_project_get_state              (TrsProject             *self);
TrsProjectState       trs_project_get_failed_in          (TrsProject             *self);
gint64                trs_project_get_begun_at           (TrsProject             *self);
const char           *trs_project_get_shown_title        (TrsProject             *self);
gboolean              trs_project_is_under_way           (TrsProject             *self);

/* state that is not stored */
void                  trs_project_set_checked            (TrsProject             *self,
                                                          gint64                  checked_at,
                                                          gint64                  next_check_at);
void                  trs_project_set_watch              (TrsProject             *self,
                                                          TrsProjectWatch         watch);
void                  trs_project_set_candidates         (TrsProject             *self,
                                                          GListModel             *candidates);
void                  trs_project_set_other_account      (TrsProject             *self,
                                                          gint64                  other_account);

void                  trs_project_set_requested_language (TrsProject             *self,
                                                          const char             *language);
void                  trs_project_set_submitted_at       (TrsProject             *self,
                                                          gint64                  time);
void                  trs_project_set_unread             (TrsProject             *self,
                                                          gboolean                unread);
void                  trs_project_set_empty_text         (TrsProject             *self,
                                                          gboolean                empty_text);
void                  trs_project_set_local_title        (TrsProject             *self,
                                                          const char             *local_title);
void                  trs_project_set_note               (TrsProject             *self,
                                                          const char             *note);
gboolean              trs_project_set_place              (TrsProject             *self,
                                                          gint64                  place,
                                                          gint64                  caret);
void                  trs_project_set_missing_since      (TrsProject             *self,
                                                          gint64                  missing_since);
