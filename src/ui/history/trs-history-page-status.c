/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-page-status.h"

#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-banner.h"
#include "trs-strings.h"

static TrsHistoryPageStatus *
face_new (const char *title,
          const char *text,
          const char *action_label,
          const char *action_name)
{
  TrsHistoryPageStatus *face = g_new0 (TrsHistoryPageStatus, 1);

  face->title = g_strdup (title);
  face->text = g_strdup (text);
  face->action_label = g_strdup (action_label);
  face->action_name = g_strdup (action_name);
  return face;
}

static TrsHistoryPageStatus *
error_face_new (const TrsHistoryFacts *facts)
{
  const GError *error = facts->error;
  g_autoptr (TrsErrorText) text = NULL;

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE) || g_error_matches (error, TRS_ERROR, TRS_ERROR_TIMED_OUT))
    return face_new (facts->without_network ? _("Offline") : _("Can’t Reach the Service"),
                     _("Your videos could not be loaded."), _("Try Again"), "win.try-again");

  text = trs_error_text_new (error);
  if (text->action_name == NULL)
    return face_new (text->title, text->advice, _("Try Again"), "win.try-again");
  return face_new (text->title, text->advice, text->action_label, text->action_name);
}

static TrsHistoryPageStatus *
nothing_shown_face_new (const TrsHistoryFacts *facts)
{
  g_autofree char *read = NULL;
  g_autofree char *text = NULL;

  if (!facts->complete && facts->reading)
    {
      read = trs_strings_number (facts->n_known);
      /* Translators: %s is a number of videos; the rest of the list is still being read. */
      text = g_strdup_printf (ngettext ("Searched %s video so far.", "Searched %s videos so far.", facts->n_known),
                              read);
      return face_new (_("Searching…"), text, NULL, NULL);
    }

  switch (facts->show)
    {
    case TRS_PROJECT_SHOW_IN_PROGRESS:
      return face_new (_("No Videos in Progress"), NULL, NULL, NULL);
    case TRS_PROJECT_SHOW_DONE:
      return face_new (_("No Finished Videos"), NULL, NULL, NULL);
    case TRS_PROJECT_SHOW_FAILED:
      return face_new (_("No Failed Videos"), NULL, NULL, NULL);
    case TRS_PROJECT_SHOW_ALL:
    default:
      return face_new (_("No Videos"), NULL, NULL, NULL);
    }
}

/**
 * trs_history_page_status_new:
 * @facts: what is known
 *
 * Returns: (transfer full): what stands in the place of the list
 */
TrsHistoryPageStatus *
trs_history_page_status_new (const TrsHistoryFacts *facts)
{
  TrsBannerContent notice;

  if (facts->n_shown > 0 || facts->querying)
    return face_new (NULL, NULL, NULL, NULL);
  if (facts->n_known > 0)
    return nothing_shown_face_new (facts);

  notice = trs_banner_content_for (facts->state, facts->key_error, 0, FALSE, NULL, FALSE, FALSE);
  if (notice.key)
    {
      /* It may as well be a keyring that is locked, or the sample service. */
      gboolean enter = g_str_equal (notice.action_name, "win.enter-key");

      return face_new (enter ? _("API Key Needed") : _("Your Videos Are Not Loaded"),
                       enter ? _("Enter it to load your videos.") : _("The notice above says why."),
                       notice.button_label, notice.action_name);
    }
  if (facts->complete && facts->show != TRS_PROJECT_SHOW_ALL)
    return nothing_shown_face_new (facts);
  if (facts->complete)
    {
      TrsHistoryPageStatus *face = face_new (_("No transcripts yet"), NULL, NULL, NULL);

      face->invites = facts->folded;
      return face;
    }
  if (facts->error != NULL && !facts->reading)
    return error_face_new (facts);
  return face_new (_("Loading your videos…"), NULL, NULL, NULL);
}

/**
 * trs_history_page_status_free:
 * @face: (nullable): a face
 *
 * Frees the face.
 */
void
trs_history_page_status_free (TrsHistoryPageStatus *face)
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
  g_autofree char *number = trs_strings_number (facts->n_known);
  g_autofree char *saved = NULL;
  g_autofree char *videos = NULL;

  if (!facts->complete)
    /* Translators: %s is a number of videos; there may be more. */
    return g_strdup_printf (ngettext ("%s video so far", "%s videos so far", facts->n_known), number);

  videos = g_strdup_printf (ngettext ("%s video", "%s videos", facts->n_known), number);
  if (facts->texts_kept == 0)
    return g_steal_pointer (&videos);

  saved = trs_strings_number (facts->texts_kept);
  /* Translators: "10 videos, 8 saved": of so many the transcript is on this computer. */
  return g_strdup_printf (_("%s, %s saved"), videos, saved);
}

static char *
download_words (const TrsHistoryFacts *facts)
{
  g_autofree char *kept = trs_strings_number (facts->texts_kept);
  g_autofree char *wanted = trs_strings_number (facts->texts_wanted);

  if (facts->offline_since != 0)
    /* Translators: it goes on when the service can be reached again; both %s are numbers of transcripts. */
    return g_strdup_printf (_("Download paused · %s of %s saved"), kept, wanted);
  /* Translators: both %s are numbers of transcripts. */
  return g_strdup_printf (_("Downloading · %s of %s saved"), kept, wanted);
}

/**
 * trs_history_footer_new:
 * @facts: what is known
 *
 * Returns: (transfer full): the line below the list: how much of it there is,
 *   how much of that is here, and how new it is; never a total that is not known
 */
char *
trs_history_footer_new (const TrsHistoryFacts *facts)
{
  g_autofree char *count = count_words (facts);
  g_autofree char *time = trs_strings_date_short (facts->updated_at, facts->now);
  gboolean key_is_missing = trs_banner_content_for (facts->state, facts->key_error, 0, FALSE, NULL, FALSE, FALSE).key;

  if (facts->reading && !facts->complete && facts->n_known > 0 && !key_is_missing)
    /* Translators: %s is "100 videos so far". */
    return g_strdup_printf (_("%s, loading more…"), count);
  if (facts->downloading)
    return download_words (facts);
  if (facts->checked_at == 0 && facts->n_known > 0)
    {
      g_autofree char *number = trs_strings_number (facts->n_known);

      /* Translators: %s is a number; what was kept here is shown, and the service has not been asked yet. */
      return g_strdup_printf (ngettext ("%s video, saved copy", "%s videos, saved copy", facts->n_known), number);
    }
  if (facts->checked_at == 0)
    return g_strdup (_("Not updated yet"));
  if (key_is_missing)
    /* Translators: the first %s is "10 videos", the second a time of day or a day. */
    return g_strdup_printf (_("%s · paused since %s"), count, time);
  if (facts->offline_since != 0 || facts->error != NULL)
    /* Translators: the first %s is "10 videos", the second a time of day or a day. */
    return g_strdup_printf (_("%s · not updated since %s"), count, time);
  if (facts->complete && facts->n_known == 0)
    return g_strdup (_("Up to date"));
  /* Translators: the first %s is "10 videos", the second a time of day or a day. */
  return g_strdup_printf (_("%s · updated %s"), count, time);
}

/**
 * trs_history_footer_tip_new:
 * @facts: what is known
 *
 * Returns: (transfer full) (nullable): at length what the line below the list
 *   tells of this computer
 */
char *
trs_history_footer_tip_new (const TrsHistoryFacts *facts)
{
  g_autofree char *kept = trs_strings_number (facts->texts_kept);

  if (facts->texts_kept == 0)
    return NULL;
  return g_strdup_printf (ngettext ("%s transcript is saved on this computer",
                                    "%s transcripts are saved on this computer", facts->texts_kept),
                          kept);
}
