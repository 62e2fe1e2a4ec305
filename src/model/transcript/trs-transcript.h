/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "trs-transcript-split.h"

/**
 * TrsTextFlags:
 * @TRS_TEXT_BARE: the words alone
 * @TRS_TEXT_TIMECODES: with `showTimecode`
 * @TRS_TEXT_SPEAKERS: with `showSpeaker`
 *
 * Which of the four texts.
 */
typedef enum
{
  TRS_TEXT_BARE = 0,
  TRS_TEXT_TIMECODES = 1 << 0,
  TRS_TEXT_SPEAKERS = 1 << 1,
} TrsTextFlags;

#define TRS_TEXT_ALL (TRS_TEXT_TIMECODES | TRS_TEXT_SPEAKERS)
#define TRS_TEXT_N_VARIANTS 4

/**
 * TrsParagraph:
 * @body: (not nullable): the words, not terminated; points into the transcript
 * @body_length: in bytes
 * @start: milliseconds from the beginning of the video, or -1 if unknown
 * @speaker: number of the speaker, or 0 if unknown
 * @timecode: (nullable): the timecode part of the prefix as the service wrote
 *   it, with the spaces that follow it; not terminated
 * @timecode_length: in bytes
 * @label: (nullable): the speaker part of the prefix, likewise
 * @label_length: in bytes
 * @label_first: whether the speaker part comes before the timecode part
 */
typedef struct
{
  const char *body;
  gsize body_length;
  gint64 start;
  guint speaker;
  const char *timecode;
  gsize timecode_length;
  const char *label;
  gsize label_length;
  gboolean label_first;
} TrsParagraph;

/**
 * TrsTextPosition:
 * @paragraph: index of the paragraph
 * @byte: byte inside its body; 0 is the beginning, where the prefixes belong
 */
typedef struct
{
  guint paragraph;
  gsize byte;
} TrsTextPosition;

int trs_text_position_compare (TrsTextPosition a,
                               TrsTextPosition b);

/**
 * TrsTranscript:
 *
 * A finished transcript; never changes, may be read from any thread.
 *
 * An aligned one has paragraphs, from which all four texts follow byte for
 * byte. One that is not aligned has only the texts as the service gave them
 * for each pair of flags; its paragraphs are those of the text asked for,
 * without times and speakers.
 */
#define TRS_TYPE_TRANSCRIPT (trs_transcript_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscript, trs_transcript, TRS, TRANSCRIPT, GObject)

const char *trs_transcript_get_language   (TrsTranscript *self);
gboolean    trs_transcript_is_damaged     (TrsTranscript *self);
gboolean    trs_transcript_is_rtl         (TrsTranscript *self);
gboolean    trs_transcript_is_aligned     (TrsTranscript *self);
gboolean    trs_transcript_has_timecodes  (TrsTranscript *self);
gboolean    trs_transcript_has_speakers   (TrsTranscript *self);
guint       trs_transcript_get_n_speakers (TrsTranscript *self);

TrsTranscript      *trs_transcript_align            (GBytes        *bare,
                                                     GBytes        *prefixed,
                                                     const char    *language,
                                                     gboolean       damaged);
TrsTranscript      *trs_transcript_new_unaligned    (GBytes        *texts[TRS_TEXT_N_VARIANTS],
                                                     const char    *language,
                                                     gboolean       damaged);

gboolean            trs_transcript_is_empty         (TrsTranscript *self);

GBytes             *trs_transcript_get_text         (TrsTranscript *self,
                                                     TrsTextFlags   flags);
guint               trs_transcript_get_n_paragraphs (TrsTranscript *self,
                                                     TrsTextFlags   flags);
const TrsParagraph *trs_transcript_get_paragraph    (TrsTranscript *self,
                                                     TrsTextFlags   flags,
                                                     guint          index);
const char         *trs_transcript_get_separator    (TrsTranscript *self,
                                                     TrsTextFlags   flags);
guint               trs_transcript_find_time        (TrsTranscript *self,
                                                     gint64         milliseconds);
gint64              trs_transcript_to_offset        (TrsTranscript   *self,
                                                     TrsTextFlags     flags,
                                                     TrsTextPosition  position);
TrsTextPosition     trs_transcript_from_offset      (TrsTranscript   *self,
                                                     TrsTextFlags     flags,
                                                     gint64           offset);
char               *trs_transcript_dup_words        (TrsTranscript   *self,
                                                     TrsTextPosition  start,
                                                     TrsTextPosition  end);

gboolean            trs_transcript_read_prefix      (const char         *prefix,
                                                     gsize               length,
                                                     TrsParagraph       *paragraph);
void                trs_paragraph_append_prefix     (const TrsParagraph *self,
                                                     TrsTextFlags        flags,
                                                     const char         *name,
                                                     GString            *string);

gboolean            trs_timecode_parse              (const char         *string,
                                                     gsize               length,
                                                     gsize              *consumed,
                                                     gint64             *milliseconds);
char               *trs_timecode_format_clock       (gint64              milliseconds);
char               *trs_timecode_format_exact       (gint64              milliseconds);

/**
 * TrsTextVersion:
 * @number: what it is called in the store
 * @received_at: when it came, in microseconds since the epoch
 * @address: (not nullable): the service it came from
 * @language: (nullable): what was reported of it
 * @shown: whether it is the one that is read, searched and exported
 * @decided: whether the user has chosen between it and the others
 * @sha256: (array): hexadecimal checksums of the bytes received, by
 *   #TrsTextFlags; %NULL for what was not received
 *
 * One of the texts that the service gave for a project, at one time or another.
 */
typedef struct
{
  gint64 number;
  gint64 received_at;
  char *address;
  char *language;
  gboolean shown;
  gboolean decided;
  char *sha256[TRS_TEXT_N_VARIANTS];
} TrsTextVersion;

void                  trs_text_version_free        (TrsTextVersion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsTextVersion, trs_text_version_free)

const TrsTextVersion *trs_text_versions_find       (GPtrArray      *versions,
                                                    gboolean        shown);
