/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-strings.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

/**
 * trs_transcript_strings_title:
 * @widget: (nullable): not used
 * @project: (nullable): a project
 *
 * Returns: (transfer full): the title that the page shows
 */
char *
trs_transcript_strings_title (gpointer    widget,
                              TrsProject *project)
{
  return project != NULL ? trs_project_strings_title (project) : g_strdup ("");
}

/**
 * trs_transcript_strings_titles:
 * @widget: (nullable): not used
 * @project: (nullable): a project
 *
 * Returns: (transfer full) (nullable): the tooltip of the title
 */
char *
trs_transcript_strings_titles (gpointer    widget,
                               TrsProject *project)
{
  return project != NULL ? trs_project_strings_titles (project) : NULL;
}

static void
append_fact (GString    *facts,
             const char *markup)
{
  if (*markup != '\0')
    g_string_append_printf (facts, "%s%s", facts->len > 0 ? "  ·  " : "", markup);
}

static void
take_fact (GString *facts,
           char    *text)
{
  g_autofree char *fact = text;
  g_autofree char *markup = trs_display_text_markup (fact);

  append_fact (facts, markup);
}

/* If speakers can be edited, their number is a link to the dialog. */
static void
append_speakers (GString  *facts,
                 guint     n_speakers,
                 gboolean  linked)
{
  /* Translators: a no-break space keeps the number and the noun on one line. */
  g_autofree char *text = g_strdup_printf (ngettext ("%'u\u00a0speaker", "%'u\u00a0speakers", n_speakers), n_speakers);
  g_autofree char *link = linked ? trs_strings_link (TRS_TRANSCRIPT_STRINGS_SPEAKERS, text) : NULL;

  append_fact (facts, link != NULL ? link : text);
}

static char *
dup_language (TrsProject    *project,
              TrsTranscript *transcript)
{
  const char *tag = trs_project_get_data (project)->language;

  if (tag == NULL && transcript != NULL)
    tag = trs_transcript_get_language (transcript);
  return tag != NULL ? trs_language_tag_get_name (tag) : NULL;
}

/* Returns: how much was checked against the video; NULL if nothing was */
static char *
dup_checked (TrsDocument *document)
{
  guint n_checked = document != NULL ? trs_document_get_n_checked (document) : 0;
  guint n;

  if (n_checked == 0)
    return NULL;

  n = trs_transcript_get_n_paragraphs (trs_document_get_transcript (document), TRS_TEXT_ALL);
  /* Translators: how many of how many paragraphs were compared with the video. */
  return g_strdup_printf (ngettext ("%'u\u00a0of\u00a0%'u\u00a0paragraph\u00a0checked",
                                    "%'u\u00a0of\u00a0%'u\u00a0paragraphs\u00a0checked", n),
                          n_checked, n);
}

static gboolean
has_video (TrsProject *project,
           TrsSession *session)
{
  const char *video_id = trs_project_get_data (project)->video_id;
  g_autofree char *link = NULL;

  if (session == NULL)
    return video_id != NULL && *video_id != '\0';

  link = trs_account_dup_video_link (trs_session_get_account (session), video_id, -1);
  return link != NULL;
}

/**
 * trs_transcript_strings_facts:
 * @widget: (nullable): not used
 * @project: (nullable): a project
 * @transcript: (nullable): its text
 * @document: (nullable): the text with what the user added
 * @session: (nullable): the session
 * @compact: whether there is little room
 *
 * Returns: (transfer full): the line below the title, as markup; what is not
 *   known is left out
 */
char *
trs_transcript_strings_facts (gpointer       widget,
                              TrsProject    *project,
                              TrsTranscript *transcript,
                              TrsDocument   *document,
                              TrsSession    *session,
                              gboolean       compact)
{
  g_autoptr (GString) facts = g_string_new (NULL);
  guint n_speakers = document != NULL ? trs_document_count_speakers (document) : 0;

  if (project == NULL)
    return g_strdup ("");

  take_fact (facts, dup_language (project, transcript));
  if (trs_project_get_data (project)->video_length > 0)
    take_fact (facts, trs_strings_duration (trs_project_get_data (project)->video_length));
  if (trs_project_get_data (project)->created_at > 0)
    {
      g_autofree char *date = trs_strings_date_long (trs_project_get_data (project)->created_at);

      /* Translators: %s is a day, "12 March 2026", or a day with a time, "12 March 2026, 12:04". */
      take_fact (facts, g_strdup_printf (_("Submitted %s"), date));
    }
  if (n_speakers > 0)
    append_speakers (facts, n_speakers, trs_document_get_annotations (document) != NULL);
  take_fact (facts, dup_checked (document));
  if (!compact && has_video (project, session))
    {
      g_autofree char *link = trs_strings_link ("video:", _("Open Video"));

      append_fact (facts, link);
    }
  return trs_bidi_isolate_parts (g_strdup (facts->str));
}

/**
 * trs_transcript_strings_note:
 * @widget: (nullable): not used
 * @project: (nullable): a project
 * @transcript: (nullable): its text
 *
 * Returns: (transfer full): warnings about the text itself, a line each; empty
 *   if there are none
 */
char *
trs_transcript_strings_note (gpointer       widget,
                             TrsProject    *project,
                             TrsTranscript *transcript)
{
  g_autofree char *missing = project != NULL ? trs_project_strings_missing (project, transcript != NULL) : NULL;
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_auto (GStrv) strv = NULL;

  if (missing != NULL)
    g_strv_builder_add (lines, missing);
  if (transcript != NULL && !trs_transcript_is_aligned (transcript))
    g_strv_builder_add (lines,
                        _("Shown exactly as received: times and speaker labels couldn’t be separated from the text."));
  if (transcript != NULL && trs_transcript_is_damaged (transcript))
    g_strv_builder_add (lines, _("Some characters of this transcript arrived damaged."));
  strv = g_strv_builder_end (lines);
  return g_strjoinv ("\n", strv);
}

/**
 * trs_transcript_strings_place:
 * @document: a document
 * @flags: whether the view shows times and names
 * @exact_times: whether times have their milliseconds
 * @paragraph: number of a paragraph
 *
 * Returns: (transfer full): who speaks the paragraph and since when, as far as
 *   the view shows that
 */
char *
trs_transcript_strings_place (TrsDocument  *document,
                              TrsTextFlags  flags,
                              gboolean      exact_times,
                              guint         paragraph)
{
  TrsTranscript *transcript = trs_document_get_transcript (document);
  gboolean has_name =
      trs_transcript_is_aligned (transcript) && trs_transcript_has_speakers (transcript) && (flags & TRS_TEXT_SPEAKERS);
  guint speaker = has_name ? trs_document_get_speaker (document, paragraph) : 0;
  g_autofree char *label =
      speaker > 0 ? trs_strings_speaker (trs_document_get_name (document, speaker), speaker) : NULL;
  gint64 start = trs_transcript_get_paragraph (transcript, flags, paragraph)->start;
  g_autofree char *time = exact_times ? trs_timecode_format_exact (start) : trs_timecode_format_clock (start);
  GString *place = g_string_new (NULL);

  if (has_name)
    append_fact (place, label != NULL ? label : _("Speaker unknown"));
  if (flags & TRS_TEXT_TIMECODES)
    append_fact (place, time);
  return trs_bidi_isolate_parts (g_string_free (place, FALSE));
}

/**
 * trs_transcript_strings_hits:
 * @n_hits: the number of hits
 * @current: number of the current one, from 0
 * @words: what was looked for; empty if nothing was
 *
 * Returns: (transfer full): what the find bar says about them
 */
char *
trs_transcript_strings_hits (guint       n_hits,
                             int         current,
                             const char *words)
{
  if (n_hits > 0)
    /* Translators: which of the places where the words stand, "2 of 4". */
    return g_strdup_printf (_("%'d of %'u"), current + 1, n_hits);
  return g_strdup (*words != '\0' ? _("Not found") : "");
}

/**
 * trs_transcript_strings_has_words:
 * @widget: (nullable): not used
 * @words: (nullable): a text
 *
 * Returns: whether there is something to show
 */
gboolean
trs_transcript_strings_has_words (gpointer    widget,
                                  const char *words)
{
  return words != NULL && *words != '\0';
}

/**
 * trs_transcript_strings_differences:
 * @n_differences: the number of differences
 * @current: number of the current one, from 0
 *
 * Returns: (transfer full): which of them it is, or that there are none
 */
char *
trs_transcript_strings_differences (guint n_differences,
                                    guint current)
{
  if (n_differences == 0)
    return g_strdup (_("The words are the same"));

  /* Translators: "Difference 2 of 3". */
  return g_strdup_printf (_("Difference %'u of %'u"), current + 1, n_differences);
}

/**
 * trs_transcript_strings_comparison:
 * @shown_at: when the version that is shown was received, in microseconds since the epoch
 * @other_at: when the other one was
 *
 * Returns: (transfer full): a paragraph about the two
 */
char *
trs_transcript_strings_comparison (gint64 shown_at,
                                   gint64 other_at)
{
  g_autofree char *shown = trs_strings_date_time (shown_at);
  g_autofree char *other = trs_strings_date_time (other_at);

  return g_strdup_printf (
      other_at >= shown_at
          /* Translators: both %s are days with times, "12 March 2026, 12:04". */
          ? _("You are reading the version from %s. The service sent a different version on %s. Both are kept.")
          /* Translators: both %s are days with times, "12 March 2026, 12:04". */
          : _("You are reading the version from %s. An earlier one is from %s. Both are kept."),
      shown, other);
}

/**
 * trs_transcript_strings_newer:
 * @shown_at: when the version that is shown was received, in microseconds since the epoch
 *
 * Returns: (transfer full): that there is another one
 */
char *
trs_transcript_strings_newer (gint64 shown_at)
{
  g_autofree char *date = trs_strings_date_long (shown_at);

  /* Translators: %s is the date on which the version that is shown was received. */
  return g_strdup_printf (_("The service sent a different version than the one from %s"), date);
}

/**
 * trs_transcript_strings_share:
 * @share: from 0 to 1
 * @by_time: whether of the time, else of the words
 * @n_turns: how often somebody took the word
 *
 * Returns: (transfer full): `41 % of the time · 48 turns`
 */
char *
trs_transcript_strings_share (double   share,
                              gboolean by_time,
                              guint    n_turns)
{
  guint percent = (guint) (share * 100 + 0.5);
  /* Translators: how much of a transcript somebody speaks; the first for less than 0.5 %. */
  g_autofree char *number = percent == 0 && share > 0 ? g_strdup (_("under 1 %"))
                                                      /* Translators: %u is a share in percent. */
                                                      : g_strdup_printf (_("%u %%"), percent);
  /* Translators: %s is a percentage. */
  g_autofree char *part = g_strdup_printf (by_time ? _("%s of the time")
                                                   /* Translators: %s is a share such as “12 %”. */
                                                   : _("%s of the words"), number);
  /* Translators: %'u is a number: how often a speaker begins to speak. */
  g_autofree char *turns = g_strdup_printf (ngettext ("%'u turn", "%'u turns", n_turns), n_turns);

  return trs_project_strings_join (part, turns);
}

/**
 * trs_transcript_strings_excerpt:
 * @words: words of a paragraph, valid UTF-8
 * @length: in bytes
 *
 * Returns: (transfer full): the words in one line, in quotation marks
 */
char *
trs_transcript_strings_excerpt (const char *words,
                                gsize       length)
{
  g_autofree char *raw = g_strndup (words, length);
  g_autofree char *line = trs_display_text_line (raw);

  /* Translators: %s is what somebody says. */
  return g_strdup_printf (_("“%s”"), line);
}

/**
 * trs_transcript_strings_menu_label:
 * @name: any text
 *
 * Returns: (transfer full): the name as a menu shows it, where an underscore would begin a mnemonic
 */
char *
trs_transcript_strings_menu_label (const char *name)
{
  g_autofree char *line = trs_display_text_line (name);
  g_auto (GStrv) parts = g_strsplit (line, "_", -1);

  return g_strjoinv ("__", parts);
}
