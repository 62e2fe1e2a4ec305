/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-mark-strings.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"

/**
 * trs_mark_strings_name:
 * @colour: a colour
 *
 * Returns: (transfer none): what a mark of this colour means
 */
const char *
trs_mark_strings_name (TrsMarkColour colour)
{
  switch (colour)
    {
    case TRS_MARK_GREEN:
      return _("Fact");

    case TRS_MARK_BLUE:
      return _("Follow Up");

    case TRS_MARK_PINK:
      return _("Verify");

    default:
    case TRS_MARK_YELLOW:
      return _("Quote");
    }
}

/**
 * trs_mark_strings_id:
 * @colour: a colour
 *
 * Returns: (transfer none): its category, as programs read it; it is part of the format of exports
 */
const char *
trs_mark_strings_id (TrsMarkColour colour)
{
  static const char * const ids[TRS_MARK_N_COLOURS] = { "quote", "fact", "follow_up", "verify" };

  return ids[colour % TRS_MARK_N_COLOURS];
}

/**
 * trs_mark_strings_colour:
 * @colour: a colour
 *
 * Returns: (transfer none): its name, as programs read it; it is part of the format of exports
 */
const char *
trs_mark_strings_colour (TrsMarkColour colour)
{
  static const char * const colours[TRS_MARK_N_COLOURS] = { "yellow", "green", "blue", "pink" };

  return colours[colour % TRS_MARK_N_COLOURS];
}

/**
 * trs_mark_strings_label:
 * @mark: a mark
 *
 * Returns: (transfer full): the name of its colour, and the note on it
 */
char *
trs_mark_strings_label (const TrsAnnotation *mark)
{
  g_autofree char *note = mark->text != NULL ? trs_display_text_line (mark->text) : NULL;

  return g_strjoin ("\n", trs_mark_strings_name (mark->number), note, NULL);
}

/**
 * trs_mark_strings_facts:
 * @document: a transcript, aligned
 * @paragraph: index of a paragraph
 * @exact_times: whether the time has its milliseconds
 *
 * Returns: (transfer full): who says it, and when, as far as that is known
 */
char *
trs_mark_strings_facts (TrsDocument *document,
                        guint        paragraph,
                        gboolean     exact_times)
{
  gint64 start = trs_transcript_get_paragraph (document->transcript, TRS_TEXT_ALL, paragraph)->start;
  guint speaker = trs_document_get_speaker (document, paragraph);
  g_autofree char *label = speaker > 0 ? trs_document_dup_label (document, speaker) : NULL;
  g_autofree char *name = trs_display_text_line (label);
  g_autofree char *time = exact_times ? trs_timecode_format_exact (start) : trs_timecode_format_clock (start);

  return trs_project_strings_join (name, time);
}
