/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/* What the page of a transcript and its parts show. All are closures of their
 * .ui files: the first argument is the widget, and is not looked at. */

char    *trs_transcript_strings_title         (gpointer       widget,
                                               TrsProject    *project);
char    *trs_transcript_strings_titles        (gpointer       widget,
                                               TrsProject    *project);
char    *trs_transcript_strings_facts         (gpointer       widget,
                                               TrsProject    *project,
                                               TrsTranscript *transcript,
                                               TrsSession    *session,
                                               gboolean       compact);
char    *trs_transcript_strings_note          (gpointer       widget,
                                               TrsProject    *project,
                                               TrsTranscript *transcript);
char    *trs_transcript_strings_state         (gpointer       widget,
                                               TrsTranscript *transcript,
                                               const GError  *error);
char    *trs_transcript_strings_hits          (gpointer       widget,
                                               int            n_hits,
                                               int            current,
                                               const char    *words);
gboolean trs_transcript_strings_has_hits      (gpointer       widget,
                                               int            n_hits);
gboolean trs_transcript_strings_has_words     (gpointer       widget,
                                               const char    *words);
char    *trs_transcript_strings_differences   (gpointer       widget,
                                               int            n_differences,
                                               int            current);
char    *trs_transcript_strings_compared      (gpointer       widget,
                                               int            n_differences);
char    *trs_transcript_strings_comparison    (gpointer       widget,
                                               gint64         shown_at,
                                               gint64         other_at);
char    *trs_transcript_strings_use           (gpointer       widget,
                                               gint64         shown_at,
                                               gint64         other_at);
char    *trs_transcript_strings_newer         (gpointer       widget,
                                               gint64         shown_at);

G_END_DECLS
