/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-highlight-strings.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

/**
 * trs_highlight_strings_name:
 * @colour: a colour
 *
 * Returns: (transfer none): what a highlight of this colour means
 */
const char *
trs_highlight_strings_name (TrsHighlightColour colour)
{
  switch (colour)
    {
    case TRS_HIGHLIGHT_GREEN:
      /* Translators: category of a highlight, the green one: something that is to be used as a fact (noun). */
      return _("Fact");

    case TRS_HIGHLIGHT_BLUE:
      /* Translators: category of a highlight, the blue one: something to ask more about (verb). */
      return _("Follow Up");

    case TRS_HIGHLIGHT_PINK:
      /* Translators: category of a highlight, the pink one: something that has to be verified (verb). */
      return _("Verify");

    default:
    case TRS_HIGHLIGHT_YELLOW:
      /* Translators: category of a highlight, the yellow one: words to be quoted (noun). */
      return _("Quote");
    }
}

/**
 * trs_highlight_strings_id:
 * @colour: a colour
 *
 * Returns: (transfer none): its category, as programs read it; it is part of the format of exports
 */
const char *
trs_highlight_strings_id (TrsHighlightColour colour)
{
  static const char * const ids[TRS_HIGHLIGHT_N_COLOURS] = { "quote", "fact", "follow_up", "verify" };

  return ids[colour % TRS_HIGHLIGHT_N_COLOURS];
}

/**
 * trs_highlight_strings_colour:
 * @colour: a colour
 *
 * Returns: (transfer none): its name, as programs read it; it is part of the format of exports
 */
const char *
trs_highlight_strings_colour (TrsHighlightColour colour)
{
  static const char * const colours[TRS_HIGHLIGHT_N_COLOURS] = { "yellow", "green", "blue", "pink" };

  return colours[colour % TRS_HIGHLIGHT_N_COLOURS];
}

/**
 * trs_highlight_strings_label:
 * @highlight: a highlight
 *
 * Returns: (transfer full): the name of its colour, and the note on it
 */
char *
trs_highlight_strings_label (const TrsAnnotation *highlight)
{
  g_autofree char *note = highlight->text != NULL ? trs_display_text_line (highlight->text) : NULL;

  return g_strjoin ("\n", trs_highlight_strings_name (highlight->number), note, NULL);
}

/**
 * trs_highlight_strings_facts:
 * @document: a transcript, aligned
 * @paragraph: index of a paragraph
 * @exact_times: whether the time has its milliseconds
 *
 * Returns: (transfer full): who says it, and when, as far as that is known
 */
char *
trs_highlight_strings_facts (TrsDocument *document,
                             guint        paragraph,
                             gboolean     exact_times)
{
  gint64 start = trs_transcript_get_paragraph (trs_document_get_transcript (document), TRS_TEXT_ALL, paragraph)->start;
  guint speaker = trs_document_get_speaker (document, paragraph);
  g_autofree char *label =
      speaker > 0 ? trs_strings_speaker (trs_document_get_name (document, speaker), speaker) : NULL;
  g_autofree char *name = trs_display_text_line (label);
  g_autofree char *time = exact_times ? trs_timecode_format_exact (start) : trs_timecode_format_clock (start);

  return trs_project_strings_join (name, time);
}

/**
 * trs_highlight_strings_what:
 * @annotations: what the user added to a transcript
 * @item: one of them
 *
 * Returns: (transfer full): what it is, for a reader
 */
char *
trs_highlight_strings_what (TrsAnnotations      *annotations,
                            const TrsAnnotation *item)
{
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;

  switch (item->kind)
    {
    case TRS_ANNOTATION_CHECKED:
      /* Translators: state of a paragraph: the user has compared it with the video. */
      return g_strdup (_("Checked"));

    case TRS_ANNOTATION_SPEAKER:
      name = trs_strings_speaker (trs_annotations_find_given_name (annotations, item),
                                  trs_annotations_get_given (annotations, item));
      shown = trs_display_text_line (name);
      /* Translators: a paragraph that the user gave to another speaker, whose name is %s. */
      return g_strdup_printf (_("Given to %s"), shown);

    case TRS_ANNOTATION_NAME:
      shown = trs_display_text_line (item->text);
      /* Translators: what the user calls a speaker. */
      return g_strdup_printf (_("Named %s"), shown);

    case TRS_ANNOTATION_MERGE:
      name = trs_strings_speaker (NULL, item->other);
      return g_strdup_printf (_("Same person as %s"), name);

    default:
    case TRS_ANNOTATION_HIGHLIGHT:
      return g_strdup (trs_highlight_strings_name (item->number));
    }
}

/**
 * trs_highlight_strings_words:
 * @item: what the user added to a transcript
 *
 * Returns: (transfer full): the words that it is about, or the label of the speaker
 */
char *
trs_highlight_strings_words (const TrsAnnotation *item)
{
  return item->kind <= TRS_ANNOTATION_MERGE ? trs_strings_speaker (NULL, item->number)
                                            : trs_display_text_line (item->words);
}

/**
 * trs_highlight_strings_lost:
 * @kind: what it is that the text does not have
 *
 * Returns: its description
 */
TrsLostStrings
trs_highlight_strings_lost (TrsAnnotationKind kind)
{
  switch (kind)
    {
    case TRS_ANNOTATION_CHECKED:
      return (TrsLostStrings) { _("The text has changed: it’s not certain that this paragraph is still the same."),
                                /* Translators: button: takes back that a paragraph was compared with the video
                                 * (check is a noun). */
                                _("Remove Check"),
                                /* Translators: said after the user has taken back that a paragraph was compared
                                 * with the video. */
                                _("Check removed") };

    case TRS_ANNOTATION_SPEAKER:
      return (TrsLostStrings) { _("The text has changed: it’s not certain that this paragraph is still the same."),
                                /* Translators: button: takes back that a paragraph was given to another speaker. */
                                _("Remove Speaker"),
                                /* Translators: said after the user has taken back that a paragraph was given to
                                 * another speaker. */
                                _("Speaker removed") };

    case TRS_ANNOTATION_NAME:
      return (TrsLostStrings) { _("The text has changed: it’s not certain who this speaker is in it."),
                                /* Translators: button: takes the name from a speaker. */
                                _("Remove Name"),
                                /* Translators: said after the name was taken from a speaker. */
                                _("Name removed") };

    case TRS_ANNOTATION_MERGE:
      return (TrsLostStrings) { _("The text has changed: it’s not certain who these speakers are in it."),
                                /* Translators: button: makes two speakers of one again, who had been taken for the
                                 * same person. */
                                _("Separate"),
                                /* Translators: said after the user has named, merged or separated speakers. */
                                _("Speakers changed") };

    default:
    case TRS_ANNOTATION_HIGHLIGHT:
      return (TrsLostStrings) { _("The text has changed: these words are not in it any more."),
                                /* Translators: button: takes the colour from words that the user has highlighted. */
                                _("Remove Highlight"),
                                /* Translators: said after the colour was taken from words. */
                                _("Highlight removed") };
    }
}
