/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-strings.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-strings.h"

/**
 * trs_project_strings_title_or_id:
 * @title: (nullable): the title of a video, as entered or received
 * @video_id: (nullable): its identifier
 *
 * Returns: (transfer full): what it is called, safe to show: its identifier
 *   if there is no title, or nothing to see in it
 */
char *
trs_project_strings_title_or_id (const char *title,
                                 const char *video_id)
{
  g_autofree char *line = trs_display_text_line (title);

  return *line != '\0' ? g_steal_pointer (&line) : trs_display_text_title (video_id);
}

/**
 * trs_project_strings_title:
 * @project: a project
 *
 * Returns: (transfer full): what it is called here, safe to show: the user's
 *   own title or that of the service, the identifier of the video while
 *   neither is known
 */
char *
trs_project_strings_title (TrsProject *project)
{
  const char *title = trs_project_is_pending (project) ? NULL : trs_project_get_shown_title (project);

  return trs_project_strings_title_or_id (title, trs_project_get_data (project)->video_id);
}

/**
 * trs_project_strings_titles:
 * @project: a project
 *
 * Returns: (transfer full): its title at full length, and beside a title on
 *   this computer that of the service
 */
char *
trs_project_strings_titles (TrsProject *project)
{
  g_autofree char *title = trs_project_strings_title (project);
  g_autofree char *theirs = NULL;

  if (trs_project_get_data (project)->local_title == NULL || trs_project_get_data (project)->title == NULL)
    return g_steal_pointer (&title);

  theirs = trs_display_text_title (trs_project_get_data (project)->title);
  /* Translators: the first %s is the user's own title of a video, the second that of the service. */
  return g_strdup_printf (_("%s\nOriginal title: “%s”"), title, theirs);
}

/**
 * trs_project_strings_missing:
 * @project: a project
 * @has_text: whether its transcript is here
 *
 * Returns: (transfer full) (nullable): what it means that the list of the
 *   service does not show it any more; %NULL if the list does
 */
char *
trs_project_strings_missing (TrsProject *project,
                             gboolean    has_text)
{
  if (trs_project_get_data (project)->missing_since == 0)
    return NULL;
  if (has_text)
    return g_strdup (_("The service no longer lists this video. Its transcript can still be read, searched and "
                       "exported here."));
  return g_strdup (_("The service no longer lists this video. It may have been deleted there."));
}

static char *
phase (TrsProject *project)
{
  g_autofree char *word = trs_display_text_line (trs_project_get_data (project)->state_word);

  if (trs_project_is_pending (project) && trs_strings_get_local ())
    /* Translators: state of a recording: it is submitted again by itself. */
    return g_strdup (_("Not submitted yet"));
  if (trs_project_is_pending (project))
    /* Translators: state of a video: it is not known whether the service has accepted it. */
    return g_strdup (_("Not confirmed"));
  if (trs_project_get_state (project) == TRS_PROJECT_STATE_UPLOAD)
    return g_strdup (trs_strings_get_local () ? _("Reading the recording") : _("Fetching the video"));
  if (trs_project_get_state (project) == TRS_PROJECT_STATE_TRANSCRIPTION)
    /* Translators: state of a video: the service is working on its text. */
    return g_strdup (_("Transcribing"));
  /* Translators: %s is a state in the words of the service. */
  return *word != '\0' ? g_strdup_printf (_("State “%s”"), word) : g_strdup (
                                          /* Translators: state of a video: the service gave a state that this
                                           * program does not know. */
                                          _("State unknown"));
}

/* Whether this computer would be transcribing it if it did not rest */
static gboolean
is_resting (TrsProject *project)
{
  TrsProjectState state = trs_project_get_state (project);

  return trs_strings_get_local () && trs_strings_get_resting () && !trs_project_is_pending (project) &&
         (state == TRS_PROJECT_STATE_UPLOAD || state == TRS_PROJECT_STATE_TRANSCRIPTION);
}

/* Returns what the service is doing. When it was last checked is shown once, below the list. */
static char *
under_way_status (TrsProject *project)
{
  g_autofree char *what = phase (project);

  /* That the user has to choose between projects is more important than whether the search goes on. */
  if (trs_project_get_candidates (project) != NULL)
    /* Translators: %s is "Not confirmed"; several videos in the list of the service may be it. */
    return g_strdup_printf (_("%s · more than one in the list"), what);

  switch (trs_project_get_watch (project))
    {
    case TRS_PROJECT_WATCH_STOPPED:
      /* Translators: state of a video: the program no longer asks the service about it. */
      return g_strdup (_("Stopped checking"));
    case TRS_PROJECT_WATCH_NOT_FOUND:
      return g_strdup (_("Not found at the service"));
    case TRS_PROJECT_WATCH_DISMISSED:
      /* Translators: %s is a state, "Transcribing". */
      return g_strdup_printf (_("%s · updates off"), what);
    case TRS_PROJECT_WATCH_NEEDS_KEY:
      /* Translators: %s is a state, "Transcribing". */
      return g_strdup_printf (_("%s · paused"), what);
    case TRS_PROJECT_WATCH_OFFLINE:
      /* Translators: %s is a state, "Transcribing"; the service cannot be reached. */
      return g_strdup_printf (_("%s · not updated"), what);
    case TRS_PROJECT_WATCH_CHECKING:
    case TRS_PROJECT_WATCH_NO_WORD:
      if (trs_project_is_pending (project) && !trs_strings_get_local ())
        /* Translators: %s is "Not confirmed"; the program looks for it in the list of the service. */
        return g_strdup_printf (_("%s · checking"), what);
      break;
    case TRS_PROJECT_WATCH_NONE:
    default:
      break;
    }

  if (is_resting (project))
    /* Translators: %s is a state, "Transcribing". */
    return g_strdup_printf (_("%s · paused"), what);
  return g_steal_pointer (&what);
}

static char *
failed_status (TrsProject *project)
{
  g_autofree char *credits = NULL;

  if (trs_project_get_data (project)->video_length <= 0 || trs_strings_get_free ())
    /* Translators: state of a video: it could not be transcribed. */
    return g_strdup (_("Failed"));

  credits = trs_strings_credits (trs_credits_for_length (trs_project_get_data (project)->video_length));
  /* Translators: state of a video; %s is what it cost, "12 credits". */
  return g_strdup_printf (_("Failed · %s spent"), credits);
}

/**
 * trs_project_strings_language:
 * @project: a project
 *
 * Returns: (transfer full) (nullable): the language of its transcript, safe to show
 */
char *
trs_project_strings_language (TrsProject *project)
{
  const char *tag = trs_project_get_data (project)->language;
  g_autofree char *name = tag != NULL && *tag != '\0' ? trs_language_tag_get_name (tag) : NULL;

  return name != NULL ? trs_display_text_line (name) : NULL;
}

/**
 * trs_project_strings_join:
 * @first: (nullable): a part of a line
 * @second: (nullable): what stands after it
 *
 * Returns: (transfer full): what there is of both, "English · 1 h 04 min"
 */
char *
trs_project_strings_join (const char *first,
                          const char *second)
{
  if (first != NULL && second != NULL)
    /* Translators: two facts in one line, "English · 1 h 04 min", "English · 13 March 2026", "5 passages · English". */
    return trs_bidi_isolate_parts (g_strdup_printf (C_("facts in one line", "%s · %s"), first, second));
  return g_strdup (first != NULL ? first : second != NULL ? second : "");
}

/* @line: (inout): what was said before. @part: (transfer full): said unless @n is 0 */
static void
add_part (char **line,
          guint  n,
          char  *part)
{
  g_autofree char *owned = part;
  g_autofree char *before = NULL;

  if (n == 0)
    return;

  before = g_steal_pointer (line);
  *line = trs_project_strings_join (before, owned);
}

/**
 * trs_project_strings_loss:
 * @loss: what cannot be downloaded again
 *
 * Returns: (transfer full) (nullable): "1 note · 3 highlights", or %NULL if there is nothing
 */
char *
trs_project_strings_loss (const TrsLoss *loss)
{
  char *line = NULL;

  add_part (&line, loss->n_texts,
            /* Translators: a part of the line that says what is deleted for good: "1 note · 3 highlights". */
            g_strdup_printf (ngettext ("%'u transcript", "%'u transcripts", loss->n_texts), loss->n_texts));
  add_part (&line, loss->n_versions,
            /* Translators: a part of the line that says what is deleted for good: "1 note · 3 highlights". */
            g_strdup_printf (ngettext ("%'u other version", "%'u other versions", loss->n_versions), loss->n_versions));
  add_part (&line, loss->n_titles,
            /* Translators: the user has given a video a title; a part of "1 custom title · 3 highlights". */
            g_strdup_printf (ngettext ("%'u custom title", "%'u custom titles", loss->n_titles), loss->n_titles));
  add_part (&line, loss->n_notes,
            /* Translators: a part of the line that says what is deleted for good: "1 note · 3 highlights". */
            g_strdup_printf (ngettext ("%'u note", "%'u notes", loss->n_notes), loss->n_notes));
  add_part (&line, loss->n_highlights,
            /* Translators: a part of the line that says what is deleted for good: "1 note · 3 highlights". */
            g_strdup_printf (ngettext ("%'u highlight", "%'u highlights", loss->n_highlights), loss->n_highlights));
  add_part (&line, loss->n_checks,
            /* Translators: the user has compared these paragraphs with the video; a part of "1 note · 3 highlights". */
            g_strdup_printf (ngettext ("%'u checked paragraph", "%'u checked paragraphs", loss->n_checks),
                             loss->n_checks));
  add_part (&line, loss->n_names,
            /* Translators: a part of the line that says what is deleted for good: "1 note · 3 highlights". */
            g_strdup_printf (ngettext ("%'u speaker name", "%'u speaker names", loss->n_names), loss->n_names));
  add_part (&line, loss->n_speakers,
            /* Translators: the user has said that somebody else speaks; a part of "1 note · 3 highlights". */
            g_strdup_printf (ngettext ("%'u corrected speaker", "%'u corrected speakers", loss->n_speakers),
                             loss->n_speakers));
  return line;
}

static char *
done_status (TrsProject *project)
{
  gint64 length = trs_project_get_data (project)->video_length;
  g_autofree char *language = trs_project_strings_language (project);
  g_autofree char *duration = length > 0 ? trs_strings_duration (length) : NULL;

  if (trs_project_get_data (project)->empty_text)
    return g_strdup (_("No speech was found"));
  if (language == NULL && duration == NULL)
    /* Translators: state of a video: its transcript is there. */
    return g_strdup (_("Done"));
  return trs_project_strings_join (language, duration);
}

/**
 * trs_project_strings_status:
 * @project: a project
 *
 * Returns: (transfer full): the second line of its row
 */
char *
trs_project_strings_status (TrsProject *project)
{
  if (trs_project_is_pending (project))
    return under_way_status (project);
  if (trs_project_get_data (project)->missing_since != 0)
    return g_strdup (_("No longer listed by the service"));

  if (trs_project_get_state (project) == TRS_PROJECT_STATE_DONE)
    return done_status (project);
  if (trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR)
    return failed_status (project);
  return under_way_status (project);
}

/**
 * trs_project_strings_spoken_as:
 * @title: trs_project_strings_title()
 * @status: what the second line of its row says
 * @unread: whether it is news
 *
 * Returns: (transfer full): what its row says, read as one: `Port strike,
 *   transcribing, unread`
 */
char *
trs_project_strings_spoken_as (const char *title,
                               const char *status,
                               gboolean    unread)
{
  g_auto (GStrv) parts = g_strsplit (status, " · ", -1);
  g_autofree char *flat = g_strjoinv (", ", parts);

  if (unread)
    /* Translators: a row of the list as it is spoken: title, state. */
    return g_strdup_printf (_("%s, %s, unread"), title, flat);
  /* Translators: a row of the list as it is spoken: title, state. */
  return g_strdup_printf (C_("row of the list as it is spoken", "%s, %s"), title, flat);
}

/* The appearance of a project under way that cannot be checked, by the reason. */
static const TrsProjectLook obstacles[] = {
  [TRS_PROJECT_WATCH_STOPPED] = { "media-playback-pause-symbolic", "halted" },
  [TRS_PROJECT_WATCH_DISMISSED] = { "media-playback-pause-symbolic", "halted" },
  [TRS_PROJECT_WATCH_NEEDS_KEY] = { "dialog-password-symbolic", NULL },
  [TRS_PROJECT_WATCH_OFFLINE] = { "network-offline-symbolic", NULL },
  [TRS_PROJECT_WATCH_NOT_FOUND] = { "dialog-warning-symbolic", "halted" },
};

/**
 * trs_project_strings_look:
 * @project: a project
 *
 * Returns: how its status is shown; done, the normal case, has no icon
 */
TrsProjectLook
trs_project_strings_look (TrsProject *project)
{
  TrsProjectState state = trs_project_get_state (project);

  if (trs_project_get_data (project)->missing_since != 0)
    return (TrsProjectLook) { "dialog-information-symbolic", NULL };
  if (!trs_project_is_pending (project) && state == TRS_PROJECT_STATE_DONE)
    return (TrsProjectLook) { NULL, NULL };
  if (!trs_project_is_pending (project) && state == TRS_PROJECT_STATE_ERROR)
    return (TrsProjectLook) { "dialog-error-symbolic", "failed" };
  if (obstacles[trs_project_get_watch (project)].icon != NULL)
    return obstacles[trs_project_get_watch (project)];
  if (trs_project_is_pending (project) || state == TRS_PROJECT_STATE_UNKNOWN)
    return (TrsProjectLook) { "dialog-question-symbolic", "halted" };
  if (is_resting (project))
    return (TrsProjectLook) { "media-playback-pause-symbolic", NULL };
  if (state == TRS_PROJECT_STATE_UPLOAD)
    return (TrsProjectLook) { "folder-download-symbolic", "working" };
  return (TrsProjectLook) { "transcripts-working-symbolic", "working" };
}
