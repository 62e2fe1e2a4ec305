/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-strings.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

/* Formats a number, followed by a plus sign if there are more that were not counted. */
static char *
format_count (guint    n,
              gboolean more)
{
  g_autofree char *number = trs_strings_number (n);

  /* Translators: %s is a number; there are more, which were not counted: "50+". */
  return more ? g_strdup_printf (_("%s+"), number) : g_steal_pointer (&number);
}

/**
 * trs_search_strings_heading:
 * @query: what was typed
 * @highlights: whether only highlights were looked for
 *
 * Returns: (transfer full): what stands over the results
 */
char *
trs_search_strings_heading (const char *query,
                            gboolean    highlights)
{
  g_autofree char *line = trs_display_text_line (query);

  if (highlights && *line == '\0')
    return g_strdup (_("Highlights"));
  if (highlights)
    /* Translators: %s is what is looked for. */
    return g_strdup_printf (_("Highlights with “%s”"), line);

  /* Translators: %s is what is looked for. */
  return g_strdup_printf (_("“%s”"), line);
}

/* @number: @n, formatted */
static char *
dup_passages (guint       n,
              const char *number,
              gboolean    highlights)
{
  /* Translators: %s is a number; stands alone, before "in 4 transcripts", or in "3 highlights, 2 notes". */
  return g_strdup_printf (highlights ? ngettext ("%s highlight", "%s highlights", n)
                                     /* Translators: %s is a number: places in the words of a transcript at which
                                      * something was found. */
                                     : ngettext ("%s passage", "%s passages", n),
                          number);
}

static char *
dup_places (const TrsSearchFacts *facts,
            const char           *passages,
            const char           *texts)
{
  g_autofree char *what = dup_passages (facts->n_passages, passages, facts->highlights);

  /* Translators: the first %s is "11 passages" or "11 highlights", the second a number, which decides the plural form:
   * "11 passages in 4 transcripts". */
  return g_strdup_printf (ngettext ("%s in %s transcript", "%s in %s transcripts",
                                    facts->n_texts + (facts->more ? 1 : 0)), what, texts);
}

static void
add_part (GStrvBuilder *parts,
          char         *words)
{
  g_strv_builder_add (parts, words);
  g_free (words);
}

/**
 * trs_search_strings_summary:
 * @facts: what is known
 *
 * Returns: (transfer full): `11 passages in 4 transcripts, 2 titles`
 */
char *
trs_search_strings_summary (const TrsSearchFacts *facts)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *passages = format_count (facts->n_passages, facts->many || facts->more);
  g_autofree char *texts = format_count (facts->n_texts, facts->more);
  g_autofree char *titles = format_count (facts->n_titles, facts->more);
  g_autofree char *notes = format_count (facts->n_notes, facts->more);
  g_autofree char *ids = format_count (facts->n_ids, facts->more);
  g_auto (GStrv) parts = NULL;

  if (facts->n_texts == 1 && !facts->more)
    add_part (builder, dup_passages (facts->n_passages, passages, facts->highlights));
  else if (facts->n_texts > 0)
    add_part (builder, dup_places (facts, passages, texts));
  if (facts->n_titles > 0)
    /* Translators: %s is a number: videos in whose title something was found. */
    add_part (builder, g_strdup_printf (ngettext ("%s title", "%s titles", facts->n_titles), titles));
  if (facts->n_notes > 0)
    add_part (builder, g_strdup_printf (ngettext ("%s note", "%s notes", facts->n_notes), notes));
  if (facts->n_ids > 0)
    /* Translators: %s is a number: videos whose identifier was typed. */
    add_part (builder, g_strdup_printf (ngettext ("%s video ID", "%s video IDs", facts->n_ids), ids));

  parts = g_strv_builder_end (builder);
  /* Translators: what stands between the parts of "11 passages, 2 titles". */
  return g_strjoinv (_(", "), parts);
}

/**
 * trs_search_strings_show:
 * @facts: what is known
 *
 * Returns: (transfer full): the label of what leads to the passages
 */
char *
trs_search_strings_show (const TrsSearchFacts *facts)
{
  g_autofree char *passages = format_count (facts->n_passages, facts->many || facts->more);

  if (facts->highlights)
    /* Translators: %s is a number: button that shows more of the highlights of a transcript. */
    return g_strdup_printf (ngettext ("Show %s Highlight", "Show %s Highlights", facts->n_passages), passages);
  /* Translators: %s is a number: button that shows more of what was found in a transcript. */
  return g_strdup_printf (ngettext ("Show %s Passage", "Show %s Passages", facts->n_passages), passages);
}

/**
 * trs_search_strings_coverage:
 * @facts: what is known
 *
 * Returns: (transfer full) (nullable): what could not be searched; %NULL if
 *   everything was
 */
char *
trs_search_strings_coverage (const TrsSearchFacts *facts)
{
  guint n_missing = facts->n_finished - MIN (facts->n_kept, facts->n_finished);
  g_autofree char *kept = trs_strings_number (facts->n_kept);
  g_autofree char *finished = trs_strings_number (facts->n_finished);
  g_autofree char *missing = trs_strings_number (n_missing);
  g_autofree char *searched = NULL;
  g_autofree char *rest = NULL;

  if (facts->highlights)
    return NULL;
  if (!facts->complete && facts->n_kept == 0)
    return g_strdup (_("Searched titles and notes so far. Your list is still loading."));
  if (!facts->complete)
    /* Translators: %s is a number of transcripts; the list of the account is still being read. */
    return g_strdup_printf (ngettext ("Searched %s transcript so far. Your list is still loading.",
                                      "Searched %s transcripts so far. Your list is still loading.", facts->n_kept),
                            kept);
  if (n_missing == 0)
    return NULL;

  /* Translators: numbers of transcripts: searched, and of all, which decides the plural form. */
  searched = g_strdup_printf (ngettext ("Searched %s of %s transcript.", "Searched %s of %s transcripts.",
                                        facts->n_finished), kept, finished);
  /* Translators: %s is a number of transcripts; stands behind "Searched 8 of 12 transcripts." */
  rest = g_strdup_printf (ngettext ("%s is not downloaded.", "%s are not downloaded.", n_missing), missing);
  return trs_strings_sentences (searched, rest);
}

/**
 * trs_search_strings_nothing:
 * @facts: what is known
 *
 * Returns: (transfer full): the title where nothing is shown, which names the
 *   chip that hides what was found
 */
char *
trs_search_strings_nothing (const TrsSearchFacts *facts)
{
  static const char *const titles[] = {
    [TRS_PROJECT_SHOW_IN_PROGRESS] = N_("No Results in Progress"),
    [TRS_PROJECT_SHOW_DONE] = N_("No Results in Finished Videos"),
    [TRS_PROJECT_SHOW_FAILED] = N_("No Results in Failed Videos"),
  };

  if (facts->highlights)
    return g_strdup (facts->with_words ? _("No Results in Highlights")
                                       /* Translators: title of an empty list of highlights. */
                                       : _("No Highlights"));
  if (facts->n_hidden > 0 && facts->show != TRS_PROJECT_SHOW_ALL)
    return g_strdup (_(titles[facts->show]));
  return g_strdup (_("No Results Found"));
}

/**
 * trs_search_strings_hidden:
 * @facts: what is known
 *
 * Returns: (transfer full) (nullable): how much the chip hides; %NULL for nothing
 */
char *
trs_search_strings_hidden (const TrsSearchFacts *facts)
{
  g_autofree char *number = trs_strings_number (facts->n_hidden);

  if (facts->n_hidden == 0)
    return NULL;
  /* Translators: %s is a number; “All” is the button that shows all videos. */
  return g_strdup_printf (ngettext ("%s other video matches. Choose “All” to see it.",
                                    "%s other videos match. Choose “All” to see them.", facts->n_hidden),
                          number);
}

/**
 * trs_search_strings_footer:
 * @facts: what is known
 *
 * Returns: (transfer full) (nullable): what is to be said below the list of
 *   what was found; %NULL if everything was searched
 */
char *
trs_search_strings_footer (const TrsSearchFacts *facts)
{
  g_autofree char *kept = trs_strings_number (facts->n_kept);
  g_autofree char *finished = trs_strings_number (facts->n_finished);

  if (facts->highlights)
    return NULL;
  if (!facts->complete && facts->n_kept == 0)
    return g_strdup (_("Only titles and notes so far"));
  if (!facts->complete)
    /* Translators: %s is a number of transcripts that were searched. */
    return g_strdup_printf (_("Searched %s so far"), kept);
  if (facts->n_kept >= facts->n_finished)
    return NULL;

  /* Translators: numbers of transcripts: searched, and of all, which decides the plural form. */
  return g_strdup_printf (ngettext ("Searched %s of %s transcript", "Searched %s of %s transcripts",
                                    facts->n_finished), kept, finished);
}

/**
 * trs_search_strings_is_original:
 * @result: a result of the search
 *
 * Returns: %TRUE if it was found in the title of the service, and another one is shown
 */
gboolean
trs_search_strings_is_original (TrsSearchResult *result)
{
  TrsSearchHitFields fields = trs_search_result_get_hit (result)->fields;

  return (fields & TRS_SEARCH_HIT_TITLE) != 0 && (fields & TRS_SEARCH_HIT_LOCAL_TITLE) == 0 &&
         trs_project_get_data (trs_search_result_get_project (result))->local_title != NULL;
}

/* Says where it was found; if in several places, the first one is described in full. */
static char *
describe_match (TrsSearchResult *result,
                gboolean  first)
{
  TrsSearchHitFields fields = trs_search_result_get_hit (result)->fields;
  gboolean in_title = (fields & (TRS_SEARCH_HIT_TITLE | TRS_SEARCH_HIT_LOCAL_TITLE)) != 0;
  gboolean original = trs_search_strings_is_original (result);
  gboolean in_note = (fields & TRS_SEARCH_HIT_NOTE) != 0;

  if (!first)
    {
      /* Highlights the matches in the shown title. */
      if (in_note)
        return g_strdup (original ? _("original title, note")
                                  /* Translators: where something was found: in a note of the user. */
                                  : _("note"));
      /* Translators: where something was found: in the title that the service gave the video. */
      return original ? g_strdup (_("original title")) : NULL;
    }
  if (original)
    return g_strdup (in_note ? _("In the original title and the note") : _("In the original title"));
  if (in_title)
    return g_strdup (in_note ? _("In the title and the note") : _("In the title"));
  if (in_note)
    return g_strdup (_("In the note"));
  return g_strdup ((fields & TRS_SEARCH_HIT_VIDEO_ID) != 0 ? _("In the video ID") : _("In the transcript"));
}

/* Returns: whether the passages are highlights */
static gboolean
has_highlights (TrsSearchResult *result)
{
  GPtrArray *passages = trs_search_result_get_hit (result)->passages;

  return passages->len > 0 && ((const TrsSearchPassage *) g_ptr_array_index (passages, 0))->highlight != 0;
}

/**
 * trs_search_strings_count:
 * @result: a result of the search
 *
 * Returns: (transfer full): `5 passages, note`, or where it was found beside a transcript
 */
char *
trs_search_strings_count (TrsSearchResult *result)
{
  guint n = trs_search_result_get_n_passages (result);
  g_autofree char *about = describe_match (result, n == 0);
  g_autofree char *number = format_count (n, trs_search_result_get_hit (result)->many);
  g_autofree char *passages = NULL;

  if (n == 0)
    return g_steal_pointer (&about);

  passages = dup_passages (n, number, has_highlights (result));
  /* Translators: what was found in a video, "5 passages, note" or "5 passages, original title". */
  return about != NULL ? g_strdup_printf (C_("what was found", "%s, %s"), passages, about)
                       : g_steal_pointer (&passages);
}

static gboolean
is_transcribed (TrsProject *project)
{
  return !trs_project_is_pending (project) && trs_project_get_state (project) == TRS_PROJECT_STATE_DONE;
}

/**
 * trs_search_strings_row:
 * @result: a result of the search
 *
 * Returns: (transfer full): the second line of its row, `5 passages · English`
 */
char *
trs_search_strings_row (TrsSearchResult *result)
{
  TrsProject *project = trs_search_result_get_project (result);
  g_autofree char *count = trs_search_strings_count (result);
  g_autofree char *language = trs_project_strings_language (project);

  return is_transcribed (project) ? trs_project_strings_join (count, language) : trs_project_strings_status (project);
}

/**
 * trs_search_strings_facts:
 * @result: a result of the search
 *
 * Returns: (transfer full): what stands below its title, `English · 13 March 2026`
 */
char *
trs_search_strings_facts (TrsSearchResult *result)
{
  TrsProject *project = trs_search_result_get_project (result);
  gint64 created_at = trs_project_get_data (project)->created_at;
  g_autofree char *what = is_transcribed (project) ? trs_project_strings_language (project)
                                            : trs_project_strings_status (project);
  g_autofree char *date = created_at > 0 ? trs_strings_date_long (created_at) : NULL;

  return trs_project_strings_join (what, date);
}

/**
 * trs_search_strings_rest:
 * @result: a result of the search
 *
 * Returns: (transfer full) (nullable): what leads on from the passages that
 *   are shown; %NULL if they are all
 */
char *
trs_search_strings_rest (TrsSearchResult *result)
{
  guint n_shown = trs_search_result_get_hit (result)->passages->len;
  guint n_more = trs_search_result_get_n_passages (result) - n_shown;
  g_autofree char *number = format_count (n_more, trs_search_result_get_hit (result)->many);

  if (n_shown == 0)
    return trs_search_strings_count (result);
  if (n_more == 0)
    return NULL;
  /* Translators: %s is a number of passages or highlights that were found as well, and are not shown yet. */
  return g_strdup_printf (ngettext ("%s more in this transcript", "%s more in this transcript", n_more), number);
}
