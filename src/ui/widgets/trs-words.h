/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

G_BEGIN_DECLS

/* Times, dates, lengths and states in the user's words. Times are
 * microseconds since the epoch; all results are (transfer full). */

char       *trs_words_time           (gint64       time);
char       *trs_words_date_short     (gint64       time,
                                      gint64       now);
char       *trs_words_date_long      (gint64       time);
char       *trs_words_date_time      (gint64       time);
char       *trs_words_date_time_seconds
                                     (gint64       time);
char       *trs_words_number         (gint64       number);
char       *trs_words_duration       (gint64       seconds);
char       *trs_words_credits        (gint64       credits);
void        trs_words_set_free       (gboolean     free);
gboolean    trs_words_get_free       (void);
char       *trs_words_link           (const char  *uri,
                                      const char  *words);

int         trs_words_date_group       (gint64      time,
                                        gint64      now);
char       *trs_words_date_group_title (gint64      time,
                                        gint64      now);

char       *trs_words_project_title   (TrsProject *project);
char       *trs_words_project_titles  (TrsProject *project);
char       *trs_words_project_missing (TrsProject *project,
                                       gboolean    has_text);
char       *trs_words_project_status  (TrsProject *project);
char       *trs_words_project_spoken_as (const char *title,
                                         const char *status,
                                         gboolean    unread);
const char *trs_words_project_icon    (TrsProject *project);
const char *trs_words_project_mood    (TrsProject *project);

G_END_DECLS
