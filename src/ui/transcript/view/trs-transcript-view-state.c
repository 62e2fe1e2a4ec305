/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view-private.h"

#include "trs-timecode.h"
#include "trs-transcript-selection.h"

#define GUTTER_SPACE 28
#define NARROW_SPACE 6
#define TIME_SCALE 0.86

/* The latest time is the widest one: hours have two digits or more. */
gint64
trs_transcript_view_find_latest (TrsTranscript *transcript)
{
  gint64 latest = 0;

  if (transcript != NULL && trs_transcript_get_aligned (transcript))
    for (guint i = 0; i < trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL); i++)
      latest = MAX (latest, trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, i)->start);

  return latest;
}

/* Width of a time as it is drawn, in figures that are all as wide as a zero. */
static int
measure_time (TrsTranscriptView *self)
{
  g_autofree char *time = trs_timecode_format_clock (self->latest);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), time);
  PangoAttrList *attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_scale_new (TIME_SCALE * self->text_scale));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Brings the tags in line with all that decides how the text looks. */
void
trs_transcript_view_update_state (TrsTranscriptView *self)
{
  gboolean aligned = self->transcript != NULL && trs_transcript_get_aligned (self->transcript);
  int time = measure_time (self);
  TrsTranscriptTagState state = {
    .timecodes = aligned && self->show_timecodes && trs_transcript_has_timecodes (self->transcript),
    .speakers = aligned && self->show_speakers && trs_transcript_has_speakers (self->transcript),
    .wide = !self->compact,
    .rtl = self->transcript != NULL && trs_transcript_is_rtl (self->transcript),
    .top_is_name = self->buffer != NULL
                   && trs_transcript_layout_get_top_is_name (trs_transcript_buffer_get_layout (self->buffer)),
    .gutter = time + GUTTER_SPACE,
    .narrow_tab = time + NARROW_SPACE,
    .scale = self->text_scale,
  };

  trs_transcript_view_hold_place (self);
  if (trs_transcript_tags_set_state (self->tags, &state) && self->buffer != NULL)
    trs_transcript_selection_rescue_caret (self->buffer);
}
