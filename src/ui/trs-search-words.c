/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-words.h"

#include "trs-bidi.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-words.h"

/**
 * trs_search_facts_gather:
 * @facts: (out caller-allocates): what is known
 * @searcher: who searched
 * @found: what of it is shown, #TrsFound
 * @history: the list of the account
 *
 * Adds up what was found.
 */
void
trs_search_facts_gather (TrsSearchFacts *facts,
                         TrsSearcher    *searcher,
                         GListModel     *found,
                         TrsHistory     *history)
{
  guint n = g_list_model_get_n_items (found);

  *facts = (TrsSearchFacts) {
    .more = trs_searcher_get_more (searcher),
    .n_kept = trs_searcher_get_n_kept (searcher),
    .n_finished = trs_searcher_get_n_finished (searcher),
    .complete = trs_history_get_complete (history) || !trs_history_get_reading (history),
  };

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TrsFound) item = g_list_model_get_item (found, i);
      guint n_passages = trs_found_get_n_passages (item);

      facts->n_passages += n_passages;
      facts->many = facts->many || trs_found_get_many (item);
      if (n_passages > 0)
        facts->n_texts++;
      else
        facts->n_others++;
    }
}

/* A number, and a plus where there are more that were not counted. */
static char *
at_least (guint    n,
          gboolean more)
{
  g_autofree char *number = trs_words_number (n);

  /* Translators: %s is a number; there are more, which were not counted: "50+". */
  return more ? g_strdup_printf (_("%s+"), number) : g_steal_pointer (&number);
}

/**
 * trs_search_words_heading:
 * @query: what was typed
 *
 * Returns: (transfer full): what stands over the results
 */
char *
trs_search_words_heading (const char *query)
{
  g_autofree char *line = trs_display_text_line (query);

  /* Translators: %s is what is looked for. */
  return g_strdup_printf (_("“%s”"), line);
}

/**
 * trs_search_words_summary:
 * @facts: what is known
 *
 * Returns: (transfer full): `11 passages in 4 of 214 transcripts`
 */
char *
trs_search_words_summary (const TrsSearchFacts *facts)
{
  g_autofree char *passages = at_least (facts->n_passages, facts->many || facts->more);
  g_autofree char *texts = at_least (facts->n_texts, facts->more);
  g_autofree char *kept = trs_words_number (facts->n_kept);
  g_autofree char *others = at_least (facts->n_others, facts->more);
  g_autofree char *in_texts = NULL;
  g_autofree char *beside = NULL;

  if (facts->n_texts == 0)
    /* Translators: the first %s is a number of projects, the second one of transcripts. */
    return g_strdup_printf (ngettext ("%s title or note, and no passage in %s transcripts",
                                      "%s titles or notes, and no passage in %s transcripts", facts->n_others),
                            others, kept);

  in_texts = g_strdup_printf (
      /* Translators: how many passages, in how many of how many transcripts: "11 passages in 4 of 214 transcripts". */
      ngettext ("%s passage in %s of %s transcripts", "%s passages in %s of %s transcripts", facts->n_passages),
      passages, texts, kept);
  if (facts->n_others == 0)
    return g_steal_pointer (&in_texts);

  /* Translators: %s is a number of projects; it follows "11 passages in 4 of 214 transcripts". */
  beside = g_strdup_printf (ngettext ("%s more title or note", "%s more titles or notes", facts->n_others), others);
  /* Translators: two of the above, "11 passages in 4 of 214 transcripts · 2 more titles or notes". */
  return g_strdup_printf (_("%s · %s"), in_texts, beside);
}

/**
 * trs_search_words_show:
 * @facts: what is known
 *
 * Returns: (transfer full): the label of what leads to the passages
 */
char *
trs_search_words_show (const TrsSearchFacts *facts)
{
  g_autofree char *passages = at_least (facts->n_passages, facts->many || facts->more);

  /* Translators: %s is a number. */
  return g_strdup_printf (ngettext ("Show %s Passage", "Show %s Passages", facts->n_passages), passages);
}

/**
 * trs_search_words_coverage:
 * @facts: what is known
 *
 * Returns: (transfer full) (nullable): what could not be searched; %NULL if
 *   everything was
 */
char *
trs_search_words_coverage (const TrsSearchFacts *facts)
{
  g_autofree char *kept = trs_words_number (facts->n_kept);
  g_autofree char *finished = trs_words_number (facts->n_finished);
  g_autofree char *missing = NULL;

  if (!facts->complete && facts->n_kept == 0)
    return g_strdup (_("Only titles and notes were searched so far. The list is still being read."));
  if (!facts->complete)
    /* Translators: %s is a number of transcripts; the list of the account is still being read. */
    return g_strdup_printf (_("Searched %s so far. The list is still being read."), kept);
  if (facts->n_kept >= facts->n_finished)
    return NULL;

  missing = trs_words_number (facts->n_finished - facts->n_kept);
  /* Translators: numbers of transcripts: searched, of all, not here. */
  return g_strdup_printf (ngettext ("Searched %s of %s transcripts; %s is not downloaded.",
                                    "Searched %s of %s transcripts; %s are not downloaded.",
                                    facts->n_finished - facts->n_kept),
                          kept, finished, missing);
}

/**
 * trs_search_words_footer:
 * @facts: what is known
 *
 * Returns: (transfer full): the line below the list of what was found
 */
char *
trs_search_words_footer (const TrsSearchFacts *facts)
{
  guint n = facts->n_texts + facts->n_others;
  g_autofree char *number = at_least (n, facts->more);
  g_autofree char *kept = trs_words_number (facts->n_kept);

  if (!facts->complete && facts->n_kept == 0)
    return g_strdup (_("Only titles and notes so far"));
  if (!facts->complete)
    /* Translators: %s is a number of transcripts. */
    return g_strdup_printf (_("Searched %s so far"), kept);
  if (facts->n_kept < facts->n_finished)
    {
      g_autofree char *finished = trs_words_number (facts->n_finished);

      /* Translators: numbers of transcripts. */
      return g_strdup_printf (_("Searched %s of %s transcripts"), kept, finished);
    }

  /* Translators: %s is a number. */
  return g_strdup_printf (ngettext ("%s title or transcript matches", "%s titles or transcripts match", n), number);
}

/**
 * trs_search_words_count:
 * @found: what was found
 *
 * Returns: (transfer full): `5 passages`, or where it was found beside a transcript
 */
char *
trs_search_words_count (TrsFound *found)
{
  guint n = trs_found_get_n_passages (found);
  TrsSearchHitFields fields = trs_found_get_fields (found);
  g_autofree char *number = at_least (n, trs_found_get_many (found));

  if (n > 0)
    /* Translators: %s is a number. */
    return g_strdup_printf (ngettext ("%s passage", "%s passages", n), number);
  if ((fields & (TRS_SEARCH_HIT_TITLE | TRS_SEARCH_HIT_LOCAL_TITLE)) != 0)
    return g_strdup (_("In the title"));
  if ((fields & TRS_SEARCH_HIT_NOTE) != 0)
    return g_strdup (_("In the note"));
  if ((fields & TRS_SEARCH_HIT_VIDEO_ID) != 0)
    return g_strdup (_("In the identifier of the video"));
  return g_strdup (_("In the transcript"));
}

static char *
dup_language (TrsProject *project)
{
  const char *tag = trs_project_get_language (project);
  g_autofree char *name = tag != NULL && *tag != '\0' ? trs_language_tag_get_name (tag) : NULL;

  return name != NULL ? trs_display_text_line (name) : NULL;
}

/**
 * trs_search_words_row:
 * @found: what was found
 *
 * Returns: (transfer full): the second line of its row, `5 passages · English`
 */
char *
trs_search_words_row (TrsFound *found)
{
  TrsProject *project = trs_found_get_project (found);
  g_autofree char *count = trs_search_words_count (found);
  g_autofree char *other = NULL;

  if (trs_project_get_pending (project) || trs_project_get_state (project) != TRS_PROJECT_STATE_DONE)
    return trs_words_project_status (project);

  other = dup_language (project);
  /* Translators: "5 passages · English". */
  return other != NULL ? trs_bidi_isolate_parts (g_strdup_printf (_("%s · %s"), count, other))
                       : g_steal_pointer (&count);
}

/**
 * trs_search_words_facts:
 * @found: what was found
 *
 * Returns: (transfer full): what stands below its title, `English · 13 March 2026`
 */
char *
trs_search_words_facts (TrsFound *found)
{
  TrsProject *project = trs_found_get_project (found);
  gboolean done = !trs_project_get_pending (project) && trs_project_get_state (project) == TRS_PROJECT_STATE_DONE;
  g_autofree char *what = done ? dup_language (project) : trs_words_project_status (project);
  gint64 created_at = trs_project_get_created_at (project);
  g_autofree char *date = created_at > 0 ? trs_words_date_long (created_at) : NULL;

  if (what != NULL && date != NULL)
    /* Translators: "English · 13 March 2026". */
    return trs_bidi_isolate_parts (g_strdup_printf (_("%s · %s"), what, date));
  if (what == NULL && date == NULL)
    return g_strdup ("");
  return g_strdup (what != NULL ? what : date);
}

/**
 * trs_search_words_rest:
 * @found: what was found
 *
 * Returns: (transfer full) (nullable): what leads on from the passages that
 *   are shown; %NULL if they are all
 */
char *
trs_search_words_rest (TrsFound *found)
{
  guint n_shown = trs_found_get_passages (found)->len;
  guint n_more = trs_found_get_n_passages (found) - n_shown;
  g_autofree char *number = at_least (n_more, trs_found_get_many (found));

  if (n_shown == 0)
    return trs_search_words_count (found);
  if (n_more == 0)
    return NULL;
  /* Translators: %s is a number of passages. */
  return g_strdup_printf (ngettext ("%s more in this transcript", "%s more in this transcript", n_more), number);
}

/**
 * trs_search_words_speaker:
 * @speaker: number of a speaker
 *
 * Returns: (transfer full) (nullable): the name; %NULL if none was told
 */
char *
trs_search_words_speaker (guint speaker)
{
  /* In the words of the service, as it stands in the text: what is found is what is read there. */
  return speaker > 0 ? g_strdup_printf ("Speaker %u", speaker) : NULL;
}
