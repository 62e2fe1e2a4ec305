/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsTranscriptLinks:
 *
 * The times in a transcript, as links: marked under the pointer, followed by a click.
 */
typedef struct _TrsTranscriptLinks TrsTranscriptLinks;

TrsTranscriptLinks *trs_transcript_links_attach        (GtkTextView        *view);
void                trs_transcript_links_reset         (TrsTranscriptLinks *self);
void                trs_transcript_links_set_has_video (TrsTranscriptLinks *self,
                                                        gboolean            has_video);

G_END_DECLS
