/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"
#include "trs-session.h"

/* What the page of a transcript shows. All are closures of its .ui file: the
 * first argument is the widget, and is not looked at. */

/* URI of the link from the facts to the speakers dialog. */
#define TRS_TRANSCRIPT_STRINGS_SPEAKERS "speakers:"

char    *trs_transcript_strings_title       (gpointer       widget,
                                             TrsProject    *project);
char    *trs_transcript_strings_titles      (gpointer       widget,
                                             TrsProject    *project);
char    *trs_transcript_strings_facts       (gpointer       widget,
                                             TrsProject    *project,
                                             TrsTranscript *transcript,
                                             TrsDocument   *document,
                                             TrsSession    *session,
                                             gboolean       compact);
char    *trs_transcript_strings_note        (gpointer       widget,
                                             TrsProject    *project,
                                             TrsTranscript *transcript);
gboolean trs_transcript_strings_has_words   (gpointer       widget,
                                             const char    *words);

/* Texts for parts of the page. */

char    *trs_transcript_strings_place       (TrsDocument   *document,
                                             TrsTextFlags   flags,
                                             gboolean       exact_times,
                                             guint          paragraph);
char    *trs_transcript_strings_hits        (guint          n_hits,
                                             int            current,
                                             const char    *words);
char    *trs_transcript_strings_differences (guint          n_differences,
                                             guint          current);
char    *trs_transcript_strings_comparison  (gint64         shown_at,
                                             gint64         other_at);
char    *trs_transcript_strings_newer       (gint64         shown_at);
char    *trs_transcript_strings_share       (double          share,
                                             gboolean        by_time,
                                             guint           n_turns);
char    *trs_transcript_strings_excerpt     (const char     *words,
                                             gsize           length);
char    *trs_transcript_strings_menu_label  (const char     *name);
