/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error-text.h"

#include "trs-display-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-strings.h"

#include <gio/gio.h>

typedef struct
{
  gint code;
  const char *title;
  const char *advice;
  const char *action_label;
  const char *action_name;
} Row;

/* Where the advice is NULL, the message of the error is the advice: there it is made for the user. */
static const Row rows[] = {
  { TRS_ERROR_FAILED, N_("Something went wrong"), NULL, NULL, NULL },
  { TRS_ERROR_NO_KEY, N_("The API key is missing"),
    N_("Enter the key for this server. Everything here can still be read."), N_("Enter Key…"), "win.enter-key" },
  { TRS_ERROR_UNAUTHORIZED, N_("The service rejected this key"),
    N_("Check it, or ask for a new one. Everything here can still be read."), N_("Enter Key…"), "win.enter-key" },
  { TRS_ERROR_NOT_ENOUGH_CREDIT, N_("Not enough credit"),
    N_("Your account has fewer credits than this video needs."), NULL, NULL },
  { TRS_ERROR_VIDEO_NOT_FOUND, N_("Video not found"),
    N_("It may be private or deleted, or the link may be mistyped."), NULL, NULL },
  { TRS_ERROR_PROJECT_NOT_FOUND, N_("Not found at the service"),
    N_("The service has no such video in your account. What is saved here stays."), NULL, NULL },
  { TRS_ERROR_INVALID_REQUEST, N_("The service refused the request"),
    N_("If this happens again, compare “Advanced: field names” in Preferences with your service’s documentation."),
    N_("Preferences"), "app.preferences" },
  { TRS_ERROR_RATE_LIMITED, N_("Too many requests"),
    N_("The service asks to wait. Transcripts keeps checking, more slowly."), NULL, NULL },
  { TRS_ERROR_SERVER, N_("The service has a problem"),
    N_("It could not answer. Nothing on this computer was changed."), N_("Try Again"), "win.try-again" },
  { TRS_ERROR_NOT_THE_SERVICE, N_("This is not the transcription service"),
    N_("Something else answered. Check the server address, and whether this network asks you to sign in first."),
    N_("Preferences"), "app.preferences" },
  { TRS_ERROR_CUT_SHORT, N_("The answer was incomplete"),
    N_("The connection broke. Nothing on this computer was changed."), N_("Try Again"), "win.try-again" },
  { TRS_ERROR_ENDLESS_LIST, N_("Your list does not end"),
    N_("The service sent the same videos again and again. There may be more than are shown."),
    N_("Try Again"), "win.try-again" },
  { TRS_ERROR_TOO_LARGE, N_("The answer is too large"),
    N_("The service sent more than Transcripts accepts. Nothing on this computer was changed."), NULL, NULL },
  { TRS_ERROR_TLS, N_("The connection is not secure"), NULL, N_("Try Again"), "win.try-again" },
  { TRS_ERROR_OFFLINE, N_("Can’t reach the service"),
    N_("Check your network and the server address. Everything on this computer can be read."),
    N_("Try Again"), "win.try-again" },
  { TRS_ERROR_TIMED_OUT, N_("The service did not answer in time"),
    N_("The network or the service is slow. Everything on this computer can be read."),
    N_("Try Again"), "win.try-again" },
  { TRS_ERROR_REFUSED_ADDRESS, N_("This address can’t be used"), NULL, N_("Preferences"), "app.preferences" },
  { TRS_ERROR_INVALID_KEY, N_("This can’t be an API key"), NULL, N_("Enter Key…"), "win.enter-key" },
  { TRS_ERROR_INVALID_INPUT, N_("This can’t be used"), NULL, NULL, NULL },
  { TRS_ERROR_KEYRING_MISSING, N_("No keyring found"),
    N_("Enter the key again. It is kept until you close Transcripts."), N_("Enter Key…"), "win.enter-key" },
  { TRS_ERROR_KEYRING_LOCKED, N_("The keyring is locked"),
    N_("Unlock it to use your saved key, or enter the key again."), N_("Unlock…"), "win.unlock" },
  { TRS_ERROR_KEYRING_TIMED_OUT, N_("The keyring does not answer"),
    N_("Try again, or enter the key. It is then kept until you close Transcripts."), N_("Try Again"), "win.unlock" },
  { TRS_ERROR_VIDEO_KNOWN, N_("This video was submitted before"),
    N_("It was not sent. To transcribe it once more, tick “Submit again” beside it."),
    N_("New Transcription"), "app.new-transcription" },
  { TRS_ERROR_KEYRING_FAILED, N_("The keyring has a problem"),
    N_("Try again, or enter the key. It is then kept until you close Transcripts."), N_("Try Again"), "win.unlock" },
  { TRS_ERROR_STORE_FAILED, N_("Nothing can be saved on this computer"),
    N_("The file with your transcripts can’t be used at the moment. You can go on working; transcripts are downloaded "
       "each time."), N_("Try Again"), "win.keep-again" },
  { TRS_ERROR_STORE_FULL, N_("The disk is full"),
    N_("Nothing new can be saved until there is room. What was saved is safe."),
    N_("Try Again"), "win.keep-again" },
  { TRS_ERROR_STORE_NEWER, N_("Saved by a newer version"),
    N_("A newer version of Transcripts saved what is on this computer. It is left as it is, and nothing new is saved "
       "until you install that version again."), NULL, NULL },
  { TRS_ERROR_STORE_READ_ONLY, N_("The data folder can’t be written to"),
    N_("Your transcripts can be read; nothing new is kept. Change the permissions of the folder, then try again."),
    N_("Try Again"), "win.keep-again" },
  { TRS_ERROR_STORE_FOREIGN, N_("A file of another program is in the way"),
    N_("A database of another program is where Transcripts keeps its own. It is left as it is, and nothing is saved. "
       "Move that file away, then try again."),
    N_("Try Again"), "win.keep-again" },
  { TRS_ERROR_STORE_MOVED, N_("The file with your transcripts was moved or replaced"),
    N_("Put it back, or continue with the file that is there now. Nothing new is kept until then."), N_("Continue"),
    "win.keep-again" },
};

/* Advice below an entry. At the first run nothing is saved yet: it is about the input alone. */
static const struct
{
  gint code;
  const char *advice;
} place_rows[] = {
  { TRS_ERROR_NO_KEY, N_("Enter the key for this server.") },
  { TRS_ERROR_UNAUTHORIZED, N_("Check it, or ask for a new one.") },
  { TRS_ERROR_RATE_LIMITED, N_("The service asks to wait. Try again later.") },
  { TRS_ERROR_SERVER, N_("It could not answer. Try again later.") },
  { TRS_ERROR_CUT_SHORT, N_("The connection broke. Try again.") },
  { TRS_ERROR_TOO_LARGE, N_("The service sent more than Transcripts accepts.") },
  { TRS_ERROR_OFFLINE, N_("Check your network and the server address.") },
  { TRS_ERROR_TIMED_OUT, N_("The network or the service is slow. Try again.") },
  { TRS_ERROR_KEYRING_LOCKED, N_("Unlock it to use your saved key.") },
};

static const Row file_rows[] = {
  { G_IO_ERROR_NO_SPACE, N_("The disk is full"),
    N_("Any earlier file was left as it was. Make room, or choose another folder."), NULL, NULL },
  { G_IO_ERROR_PERMISSION_DENIED, N_("Not permitted"),
    N_("You can’t save here. Choose another file or folder."), NULL, NULL },
  { G_IO_ERROR_NOT_FOUND, N_("Not found"),
    N_("The file or folder is no longer there. Choose another one."), NULL, NULL },
  { G_IO_ERROR_READ_ONLY, N_("This folder is read-only"),
    N_("Nothing can be saved here. Choose another folder."), NULL, NULL },
  { G_IO_ERROR_FILENAME_TOO_LONG, N_("The name is too long"), N_("Choose a shorter name."), NULL, NULL },
  { G_IO_ERROR_IS_DIRECTORY, N_("This is a folder"), N_("Choose another name for the file."), NULL, NULL },
};

static const Row *
find_row (const GError *error)
{
  for (gsize i = 0; error->domain == TRS_ERROR && i < G_N_ELEMENTS (rows); i++)
    if (rows[i].code == error->code)
      return &rows[i];
  for (gsize i = 0; error->domain == G_IO_ERROR && i < G_N_ELEMENTS (file_rows); i++)
    if (file_rows[i].code == error->code)
      return &file_rows[i];

  return &rows[0];
}

static char *
own_words (const GError *error)
{
  g_autofree char *line = trs_display_text_line (error->message);

  return *line != '\0' ? g_steal_pointer (&line) : g_strdup (_("Nothing more is known."));
}

static char *
wait_words (const GError *error,
            gboolean      in_place)
{
  g_autofree char *wait = trs_strings_duration (trs_error_get_retry_after (error));

  if (in_place)
    /* Translators: %s is a length of time, "30 s". */
    return g_strdup_printf (_("The service asks to wait %s."), wait);
  /* Translators: %s is a length of time, "30 s". */
  return g_strdup_printf (_("The service asks to wait %s. Transcripts keeps checking, more slowly."), wait);
}

static gboolean
tells_wait (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED) && trs_error_get_retry_after (error) > 0;
}

/* Credits could have been used. */
static gboolean
is_about_money (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND);
}

static char *
base_advice (const Row    *row,
             const GError *error)
{
  if (row->advice == NULL)
    return own_words (error);
  if (tells_wait (error))
    return wait_words (error, FALSE);
  if (is_about_money (error) && !trs_strings_get_free ())
    /* Translators: %s is a sentence: why a video was not submitted. */
    return g_strdup_printf (_("%s No credits used."), _(row->advice));
  return g_strdup (_(row->advice));
}

static char *
dup_place_advice (const GError *error)
{
  if (tells_wait (error))
    return wait_words (error, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (place_rows); i++)
    if (error->domain == TRS_ERROR && place_rows[i].code == error->code)
      return g_strdup (_(place_rows[i].advice));
  return base_advice (find_row (error), error);
}

static char *
with_server_words (const char *said,
                   const char *advice)
{
  if (g_unichar_break_type (g_utf8_get_char (g_utf8_prev_char (said + strlen (said)))) == G_UNICODE_BREAK_EXCLAMATION ||
      g_str_has_suffix (said, "."))
    /* Translators: the first %s is what the service said, the second what to do about it. */
    return g_strdup_printf (_("The service says: “%s” %s"), said, advice);

  /* Translators: as the one before, where the words of the service do not end as a sentence does. */
  return g_strdup_printf (_("The service says: “%s”. %s"), said, advice);
}

/* The message of the service adds nothing to these. */
static gboolean
is_said_better (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND);
}

static char *
with_what_was_said (const GError *error,
                    char         *advice)
{
  g_autofree char *owned = advice;
  g_autofree char *said = NULL;

  if (trs_error_get_server_message (error) != NULL && !is_said_better (error))
    said = trs_display_text_line (trs_error_get_server_message (error));
  return said != NULL && *said != '\0' ? with_server_words (said, advice) : g_steal_pointer (&owned);
}

/**
 * trs_error_text_new:
 * @error: any error
 *
 * Turns an error into a title, advice and one action. The message of the service
 * is quoted, made safe to show.
 *
 * Returns: (transfer full): the text
 */
TrsErrorText *
trs_error_text_new (const GError *error)
{
  const Row *row = find_row (error);
  TrsErrorText *text = g_new0 (TrsErrorText, 1);

  text->title = g_strdup (_(row->title));
  text->action_label = row->action_label != NULL ? g_strdup (_(row->action_label)) : NULL;
  text->action_name = g_strdup (row->action_name);

  text->advice = with_what_was_said (error, base_advice (row, error));

  return text;
}

void
trs_error_text_free (TrsErrorText *text)
{
  if (text == NULL)
    return;

  g_free (text->title);
  g_free (text->advice);
  g_free (text->action_label);
  g_free (text->action_name);
  g_free (text);
}

/**
 * trs_error_text_in_place:
 * @error: what is wrong with the input
 *
 * Returns: (transfer full): sentences to show below the entry
 */
char *
trs_error_text_in_place (const GError *error)
{
  g_autofree char *advice = with_what_was_said (error, dup_place_advice (error));

  if (find_row (error)->advice == NULL)
    return g_steal_pointer (&advice);

  /* Translators: what happened, and what to do about it: two sentences. */
  return g_strdup_printf (_("%s. %s"), _(find_row (error)->title), advice);
}

/**
 * trs_error_text_is_passing:
 * @error: any error
 *
 * Returns: %TRUE if the error is transient, so that a toast is enough
 */
gboolean
trs_error_text_is_passing (const GError *error)
{
  static const TrsError passing[] = { TRS_ERROR_RATE_LIMITED, TRS_ERROR_SERVER, TRS_ERROR_CUT_SHORT,
                                      TRS_ERROR_OFFLINE, TRS_ERROR_TIMED_OUT };

  for (gsize i = 0; i < G_N_ELEMENTS (passing); i++)
    if (g_error_matches (error, TRS_ERROR, passing[i]))
      return TRUE;
  return FALSE;
}
