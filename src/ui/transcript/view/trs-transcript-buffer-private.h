/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-buffer.h"

/* One line of the buffer. */
typedef struct
{
  guint paragraph;
  guint speaker; /* of a name line */
  gsize byte;    /* of its body, with which the line begins */
  gsize length;  /* bytes of the body in the line; 0 in a name line */
  guint8 prefix; /* bytes before the words: direction mark, time and tab */
  guint8 mark;   /* those of the direction mark among them */
} TrsBufferLine;

struct _TrsTranscriptBuffer
{
  GtkTextBuffer parent_instance;

  TrsDocument *document;
  TrsTranscript *transcript; /* of the document */
  TrsTextFlags flags;
  GArray *lines;
  guint load_id;
  gboolean deleting;

  /* where the next chunk begins */
  guint paragraph;
  gsize byte;

  /* the paragraph whose name line is looked at next, while they are brought up to date */
  guint update_id;
  guint update;

  /* the chunk that is made, and the line of it */
  GString *text;
  GArray *spans;
  guint line;
};

guint trs_transcript_buffer_find_line_behind (TrsTranscriptBuffer *self,
                                              TrsTextPosition      position);

/* What the user added to the words. */
char *trs_transcript_buffer_dup_checked      (void);
void  trs_transcript_buffer_tag_marks        (TrsTranscriptBuffer *self,
                                              guint                line);
void  trs_transcript_buffer_update_marks     (TrsTranscriptBuffer *self,
                                              TrsDocument         *old);
