/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-face.h"

#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-notice.h"
#include "trs-words.h"

static TrsHistoryFace *
face_new (const char *title,
          const char *text,
          const char *action_label,
          const char *action_name)
{
  TrsHistoryFace *face = g_new0 (TrsHistoryFace, 1);

  face->title = g_strdup (title);
  face->text = g_strdup (text);
  face->action_label = g_strdup (action_label);
  face->action_name = g_strdup (action_name);
  return face;
}

static TrsHistoryFace *
error_face_new (const GError *error)
{
  g_autoptr (TrsErrorText) text = NULL;

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE) || g_error_matches (error, TRS_ERROR, TRS_ERROR_TIMED_OUT))
    return face_new (_("Offline"), _("The list was not read yet, because the service cannot be reached."),
                     _("Try Again"), "win.try-again");

  text = trs_error_text_new (error);
  if (text->action_name == NULL)
    return face_new (text->title, text->advice, _("Try Again"), "win.try-again");
  return face_new (text->title, text->advice, text->action_label, text->action_name);
}

static TrsHistoryFace *
nothing_shown_face_new (const TrsHistoryFacts *facts)
{
  g_autofree char *read = NULL;
  g_autofree char *text = NULL;

  if (!facts->complete && facts->reading)
    {
      read = trs_words_number (facts->n_read);
      /* Translators: %s is a number of projects; the rest of the list is still being read. */
      text = g_strdup_printf (_("Searched %s so far."), read);
      return face_new (_("Searching…"), text, NULL, NULL);
    }

  if (facts->searching)
    return face_new (_("No Results Found"), _("Search looks in titles."), NULL, NULL);
  return face_new (_("Nothing Here"), _("No transcription is in this state."), NULL, NULL);
}

/**
 * trs_history_face_new:
 * @facts: what is known
 *
 * Returns: (transfer full): what stands in the place of the list
 */
TrsHistoryFace *
trs_history_face_new (const TrsHistoryFacts *facts)
{
  TrsNotice notice;

  if (facts->n_shown > 0 || facts->filtering)
    return face_new (NULL, NULL, NULL, NULL);
  if (facts->n_items > 0)
    return nothing_shown_face_new (facts);

  notice = trs_notice_for (facts->state, facts->key_error, 0, NULL, FALSE);
  if (notice.key)
    return face_new (_("The Key Is Needed"), _("The list is read as soon as there is a key that is accepted."),
                     notice.action_label, notice.action_name);
  if (facts->complete)
    {
      TrsHistoryFace *face = face_new (_("No transcripts yet"), NULL, NULL, NULL);

      face->invites = facts->folded;
      return face;
    }
  if (facts->error != NULL && !facts->reading)
    return error_face_new (facts->error);
  return face_new (_("Reading the list…"), NULL, NULL, NULL);
}

/**
 * trs_history_face_free:
 * @face: (nullable): a face
 *
 * Frees the face.
 */
void
trs_history_face_free (TrsHistoryFace *face)
{
  if (face == NULL)
    return;

  g_free (face->title);
  g_free (face->text);
  g_free (face->action_label);
  g_free (face->action_name);
  g_free (face);
}

static char *
count_words (const TrsHistoryFacts *facts)
{
  g_autofree char *number = trs_words_number (facts->n_read);

  if (!facts->complete)
    /* Translators: %s is a number of projects; there may be more. */
    return g_strdup_printf (_("%s so far"), number);
  /* Translators: %s is a number. Projects, because not all of them have a transcript yet. */
  return g_strdup_printf (ngettext ("%s project", "%s projects", facts->n_read), number);
}

static char *
download_words (const TrsHistoryFacts *facts)
{
  g_autofree char *kept = trs_words_number (facts->texts_kept);
  g_autofree char *wanted = trs_words_number (facts->texts_wanted);

  if (facts->offline_since != 0)
    /* Translators: it goes on when the service can be reached again; both %s are numbers of transcripts. */
    return g_strdup_printf (_("Download waits · %s of %s on this computer"), kept, wanted);
  /* Translators: both %s are numbers of transcripts. */
  return g_strdup_printf (_("Downloading · %s of %s on this computer"), kept, wanted);
}

/**
 * trs_history_footer_new:
 * @facts: what is known
 *
 * Returns: (transfer full): the line below the list: when it was read, and how
 *   much of it; never a total that is not known
 */
char *
trs_history_footer_new (const TrsHistoryFacts *facts)
{
  g_autofree char *count = count_words (facts);
  g_autofree char *time = trs_words_time (facts->checked_at);
  gboolean key_is_missing = trs_notice_for (facts->state, facts->key_error, 0, NULL, FALSE).key;

  if (facts->reading && !facts->complete && facts->n_read > 0 && !key_is_missing)
    {
      g_autofree char *number = trs_words_number (facts->n_read);

      /* Translators: %s is a number of transcripts. */
      return g_strdup_printf (_("%s so far, still reading"), number);
    }
  if (facts->downloading)
    return download_words (facts);
  if (facts->checked_at == 0 && facts->n_read > 0)
    /* Translators: %s is a number of projects. */
    return g_strdup_printf (_("Not checked yet · %s"), count);
  if (facts->checked_at == 0)
    return g_strdup (_("Not checked yet"));
  if (key_is_missing)
    /* Translators: the first %s is a time of day, the second a number of projects. */
    return g_strdup_printf (_("Paused since %s · %s"), time, count);
  if (facts->offline_since != 0 || facts->error != NULL)
    /* Translators: the first %s is a time of day, the second a number of projects. */
    return g_strdup_printf (_("Not checked since %s · %s"), time, count);
  if (facts->complete && facts->n_read == 0)
    /* Translators: %s is a time of day. */
    return g_strdup_printf (_("Checked %s · the service has no projects for this key"), time);
  /* Translators: the first %s is a time of day, the second a number of projects. */
  return g_strdup_printf (_("Checked %s · %s"), time, count);
}
