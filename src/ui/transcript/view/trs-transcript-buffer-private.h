/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-buffer.h"

G_BEGIN_DECLS

/* One line of the buffer. */
typedef struct
{
  guint paragraph;
  gsize byte;    /* of its body, with which the line begins */
  gsize length;  /* bytes of the body in the line; 0 in a name line */
  guint8 prefix; /* bytes before the words: direction mark, time and tab */
} TrsBufferLine;

struct _TrsTranscriptBuffer
{
  GtkTextBuffer parent_instance;

  TrsDocument *document;
  TrsTranscript *transcript; /* of the document */
  TrsTextFlags flags;
  GArray *lines;
  guint load_id;

  /* where the next chunk begins */
  guint paragraph;
  gsize byte;

  /* the chunk that is made */
  GString *text;
  GArray *spans;
};

guint trs_transcript_buffer_find_line_behind (TrsTranscriptBuffer *self,
                                              TrsTextPosition      position);

/* What the user added to the words. */
char *trs_transcript_buffer_dup_checked      (void);
void  trs_transcript_buffer_tag_marks        (TrsTranscriptBuffer *self,
                                              guint                line);
void  trs_transcript_buffer_update_marks     (TrsTranscriptBuffer *self,
                                              TrsDocument         *old);

G_END_DECLS
