/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Words for the user, translated. Times are microseconds since the epoch; all
 * strings are returned (transfer full). */

char    *trs_strings_time              (gint64      time);
gboolean trs_strings_same_day          (gint64      time,
                                        gint64      other);
char    *trs_strings_date_short        (gint64      time,
                                        gint64      now);
char    *trs_strings_date_long         (gint64      time);
char    *trs_strings_date_time         (gint64      time);
char    *trs_strings_date_time_seconds (gint64      time);
char    *trs_strings_number            (gint64      number);
char    *trs_strings_scale             (gpointer    widget,
                                        double      scale);
char    *trs_strings_duration          (gint64      seconds);
char    *trs_strings_credits           (gint64      credits);
char    *trs_strings_speaker           (const char *name,
                                        guint       speaker);
char    *trs_strings_sentence          (const char *title);
char    *trs_strings_sentences         (const char *first,
                                        const char *second);
void     trs_strings_set_free          (gboolean    free);
gboolean trs_strings_get_free          (void);
void     trs_strings_set_local         (gboolean    local);
gboolean trs_strings_get_local         (void);
void     trs_strings_set_resting       (gboolean    resting);
gboolean trs_strings_get_resting       (void);
char    *trs_strings_local_honesty     (void);
gboolean trs_strings_is_built_in       (const char *recognizer);
char    *trs_strings_local_caution     (const char *recognizer);
char    *trs_strings_local_fault       (const char *said);
char    *trs_strings_local_refused     (const char *said);
char    *trs_strings_link              (const char *uri,
                                        const char *words);

int      trs_strings_date_group        (gint64      time,
                                        gint64      now);
char    *trs_strings_date_group_title  (gint64      time,
                                        gint64      now);
