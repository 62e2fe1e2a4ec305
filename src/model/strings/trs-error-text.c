/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error-text.h"

#include "trs-display-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-strings.h"

#include <gio/gio.h>

typedef struct
{
  const char *label;
  const char *name;
} Action;

static const Action try_again = { N_("Try Again"), "win.try-again" };
/* Translators: button: opens a dialog in which the API key is typed. */
static const Action enter_key = { N_("Enter Key…"), "win.enter-key" };
/* Translators: button: opens the keyring, in which the API key lies. */
static const Action unlock = { N_("Unlock…"), "win.unlock" };
static const Action try_keyring = { N_("Try Again"), "win.unlock" };
static const Action preferences = { N_("Preferences"), "app.preferences" };
static const Action keep_again = { N_("Try Again"), "win.keep-again" };
/* Translators: button: goes on with what was paused. */
static const Action keep_there = { N_("Continue"), "win.keep-again" };
static const Action compose = { N_("New Transcription"), "app.new-transcription" };

typedef enum
{
  PASSES = 1 << 0,       /* a toast is enough */
  COULD_COST = 1 << 1,   /* credits could have been used */
  SAID_BETTER = 1 << 2,  /* the message of the service adds nothing */
} RowFlags;

typedef struct
{
  int code;
  const Action *action;
  const char *title;
  const char *advice;    /* NULL: the message of the error is made for the user */
  RowFlags flags;
  const char *in_place;  /* below an entry, at the first run: nothing is saved yet; NULL: as above */
} Row;

static const Row rows[] = {
  { TRS_ERROR_FAILED, NULL, N_("Something went wrong"), NULL, 0, NULL },
  { TRS_ERROR_NO_KEY, &enter_key, N_("The API key is missing"),
    N_("Enter the key for this server. Everything here can still be read."), 0, N_("Enter the key for this server.") },
  { TRS_ERROR_UNAUTHORIZED, &enter_key, N_("The service rejected this key"),
    N_("Check it, or ask for a new one. Everything here can still be read."), SAID_BETTER,
    N_("Check it, or ask for a new one.") },
  { TRS_ERROR_NOT_ENOUGH_CREDIT, NULL, N_("Needs more credits than you have"),
    N_("Your account has fewer credits than this video needs."), COULD_COST, NULL },
  { TRS_ERROR_VIDEO_NOT_FOUND, NULL, N_("Video not found"),
    N_("It may be private or deleted, or the link may be mistyped."), COULD_COST | SAID_BETTER, NULL },
  { TRS_ERROR_PROJECT_NOT_FOUND, NULL, N_("Not found at the service"),
    N_("The service has no such video in your account. What is saved here stays."), 0, NULL },
  { TRS_ERROR_INVALID_REQUEST, &preferences, N_("The service refused the request"),
    N_("If this happens again, compare “Advanced: field names” in Preferences with your service’s documentation."), 0,
    NULL },
  { TRS_ERROR_RATE_LIMITED, NULL, N_("Too many requests"),
    N_("The service is busy and asked to try later. Transcripts keeps checking, more slowly."), PASSES,
    N_("The service is busy and asked to try later.") },
  { TRS_ERROR_SERVER, &try_again, N_("The service has a problem"),
    N_("It could not answer. Nothing on this computer was changed."), PASSES,
    N_("It could not answer. Try again later.") },
  { TRS_ERROR_NOT_THE_SERVICE, &preferences, N_("This address doesn’t answer like the transcription service"),
    N_("Check the server address, and whether this network asks you to sign in first."), 0,
    NULL },
  { TRS_ERROR_CUT_SHORT, &try_again, N_("The answer was incomplete"),
    N_("The connection broke. Nothing on this computer was changed."), PASSES,
    N_("The connection broke. Try again.") },
  { TRS_ERROR_ENDLESS_LIST, &try_again, N_("Your list does not end"),
    N_("The service sent the same videos again and again. There may be more than are shown."), 0, NULL },
  { TRS_ERROR_TOO_LARGE, NULL, N_("The answer is too large"),
    N_("The service sent more than Transcripts accepts. Nothing on this computer was changed."), 0,
    N_("The service sent more than Transcripts accepts.") },
  { TRS_ERROR_TLS, &try_again, N_("The connection is not secure"), NULL, 0, NULL },
  { TRS_ERROR_OFFLINE, &try_again, N_("Can’t reach the service"),
    N_("Check your network and the server address. Everything on this computer can be read."), PASSES,
    N_("Check your network and the server address.") },
  { TRS_ERROR_TIMED_OUT, &try_again, N_("The service did not answer in time"),
    N_("The network or the service is slow. Everything on this computer can be read."), PASSES,
    N_("The network or the service is slow. Try again.") },
  { TRS_ERROR_REFUSED_ADDRESS, &preferences, N_("This address can’t be used"), NULL, 0, NULL },
  { TRS_ERROR_INVALID_KEY, &enter_key, N_("This can’t be an API key"), NULL, 0, NULL },
  { TRS_ERROR_INVALID_INPUT, NULL, N_("This can’t be used"), NULL, 0, NULL },
  { TRS_ERROR_KEYRING_MISSING, &enter_key, N_("No keyring found"),
    N_("Enter the key again. It is kept until you close Transcripts."), 0, NULL },
  { TRS_ERROR_KEYRING_LOCKED, &unlock, N_("The keyring is locked"),
    N_("Unlock it to use your saved key, or enter the key again."), 0, N_("Unlock it to use your saved key.") },
  { TRS_ERROR_KEYRING_TIMED_OUT, &try_keyring, N_("The keyring does not answer"),
    N_("Try again, or enter the key. It is then kept until you close Transcripts."), 0, NULL },
  { TRS_ERROR_VIDEO_KNOWN, &compose, N_("This video was submitted before"),
    N_("It was not sent again. To transcribe it once more, tick “Submit again” beside it."), 0, NULL },
  { TRS_ERROR_LIST_UNCHECKED, &compose, N_("Your earlier videos could not all be checked"),
    N_("A video that was transcribed before would be charged again, so nothing was sent. Try again later, or submit "
       "anyway."), COULD_COST, NULL },
  { TRS_ERROR_NOT_DURABLE, &keep_again, N_("Nothing can be saved here, so nothing was sent"),
    N_("Without a record on this computer a video could be submitted twice and charged twice."), COULD_COST, NULL },
  { TRS_ERROR_KEYRING_FAILED, &try_keyring, N_("The keyring has a problem"),
    N_("Try again, or enter the key. It is then kept until you close Transcripts."), 0, NULL },
  { TRS_ERROR_STORE_FAILED, &keep_again, N_("Nothing can be saved on this computer"),
    N_("The file with your transcripts can’t be used at the moment. You can go on working; transcripts are downloaded "
       "each time."), 0, NULL },
  { TRS_ERROR_STORE_FULL, &keep_again, N_("The disk is full"),
    N_("Nothing new can be saved until there is room. What was saved is safe."), 0, NULL },
  { TRS_ERROR_STORE_NEWER, NULL, N_("Saved by a newer version"),
    N_("A newer version of Transcripts saved what is on this computer. It is left as it is, and nothing new is saved "
       "until you install that version again."), 0, NULL },
  { TRS_ERROR_STORE_READ_ONLY, &keep_again, N_("The data folder can’t be written to"),
    N_("Nothing new is saved. Change the permissions of the folder, then try again."), 0, NULL },
  { TRS_ERROR_STORE_OUTDATED, &keep_again, N_("Your transcripts can’t be read yet"),
    N_("Your transcripts are safe, but have to be brought up to date once before they can be read. Try again."), 0,
    NULL },
  { TRS_ERROR_STORE_OUTDATED_READ_ONLY, &keep_again, N_("Your transcripts can’t be brought up to date"),
    N_("Your transcripts are safe, but have to be brought up to date once before they can be read: change the "
       "permissions of the data folder, then try again."), 0, NULL },
  { TRS_ERROR_STORE_FOREIGN, &keep_again, N_("A file of another program is in the way"),
    N_("Where Transcripts keeps its file there is something else: a database of another program, a folder or a device. "
       "It is left as it is, and nothing is saved. Move it away, then try again."), 0, NULL },
  { TRS_ERROR_STORE_MOVED, &keep_there, N_("The file with your transcripts was moved or replaced"),
    N_("Put it back, or continue with the file that is there now. Nothing new is saved until then."), 0, NULL },
};

/* The services on this computer: there is no address to check, no key to enter and nothing to pay. */
#define STOPPED                                                                                                  \
  &try_again, N_("The service on this computer has stopped"),                                                   \
      N_("Try again to start it. Everything on this computer can be read."), PASSES, N_("Try again to start it.")

static const Row own_rows[] = {
  { TRS_ERROR_OFFLINE, STOPPED },
  { TRS_ERROR_NO_KEY, STOPPED },
  { TRS_ERROR_UNAUTHORIZED, STOPPED },
  { TRS_ERROR_NOT_THE_SERVICE, STOPPED },
  { TRS_ERROR_TIMED_OUT, &try_again, N_("The service on this computer did not answer in time"),
    N_("It may be busy. Try again later. Everything on this computer can be read."), PASSES,
    N_("It may be busy. Try again later.") },
  { TRS_ERROR_INVALID_REQUEST, NULL, N_("The service on this computer refused the request"),
    N_("Nothing was changed."), 0, NULL },
  { TRS_ERROR_LIST_UNCHECKED, &compose, N_("Your earlier videos could not all be checked"),
    N_("Nothing was sent. Try again later, or submit anyway."), 0, NULL },
  { TRS_ERROR_NOT_DURABLE, &keep_again, N_("Nothing can be saved here, so nothing was sent"),
    N_("Free up disk space, or make the data folder writable. Then try again."), 0, NULL },
};

static const Row file_rows[] = {
  { G_IO_ERROR_NO_SPACE, NULL, N_("The disk is full"),
    N_("Any earlier file was left as it was. Make room, or choose another folder."), 0, NULL },
  /* Translators: title of an error: the service does not allow this (not a question of the system). */
  { G_IO_ERROR_PERMISSION_DENIED, NULL, N_("Not permitted"),
    N_("You can’t save here. Choose another file or folder."), 0, NULL },
  /* Translators: title of an error, and what a search in the text says that finds nothing. */
  { G_IO_ERROR_NOT_FOUND, NULL, N_("Not found"),
    N_("The file or folder is no longer there. Choose another one."), 0, NULL },
  { G_IO_ERROR_READ_ONLY, NULL, N_("This folder is read-only"),
    N_("Nothing can be saved here. Choose another folder."), 0, NULL },
  { G_IO_ERROR_FILENAME_TOO_LONG, NULL, N_("The name is too long"), N_("Choose a shorter name."), 0, NULL },
  { G_IO_ERROR_BUSY, NULL, N_("The file is in use"),
    N_("Another program has it open. Close it there, or choose another name."), 0, NULL },
  { G_IO_ERROR_IS_DIRECTORY, NULL, N_("This is a folder"), N_("Choose another name for the file."), 0, NULL },
};

static const Row *
find_row (const GError *error)
{
  for (gsize i = 0; trs_strings_get_free () && error->domain == TRS_ERROR && i < G_N_ELEMENTS (own_rows); i++)
    if (own_rows[i].code == error->code)
      return &own_rows[i];
  for (gsize i = 0; error->domain == TRS_ERROR && i < G_N_ELEMENTS (rows); i++)
    if (rows[i].code == error->code)
      return &rows[i];
  for (gsize i = 0; error->domain == G_IO_ERROR && i < G_N_ELEMENTS (file_rows); i++)
    if (file_rows[i].code == error->code)
      return &file_rows[i];

  return &rows[0];
}

static char *
dup_message (const GError *error)
{
  g_autofree char *line = trs_display_text_line (error->message);

  return *line != '\0' ? g_steal_pointer (&line) : g_strdup (_("No details are available."));
}

static char *
dup_wait (const GError *error,
          gboolean      in_place)
{
  g_autofree char *wait = trs_strings_duration (trs_error_get_retry_after (error));

  if (in_place)
    /* Translators: %s is a length of time, "30 s". */
    return g_strdup_printf (_("The service is busy and asked to try again in %s."), wait);
  /* Translators: %s is a length of time, "30 s". */
  return g_strdup_printf (_("The service is busy and asked to try again in %s. Transcripts keeps checking, more "
                            "slowly."), wait);
}

static char *
dup_make_room (const GError *error)
{
  g_autofree char *size = g_format_size ((guint64) trs_error_get_room (error));

  /* Translators: %s is a size, "3.1 MB". */
  return g_strdup_printf (_("Your transcripts are safe, but have to be brought up to date once before they can be "
                            "read: make room (about %s), then try again."), size);
}

static char *
dup_own_advice (const GError *error,
                gboolean      in_place)
{
  const Row *row = find_row (error);

  if (row->advice == NULL)
    return dup_message (error);
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED) && trs_error_get_retry_after (error) > 0)
    return dup_wait (error, in_place);
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_OUTDATED) && trs_error_get_room (error) > 0)
    return dup_make_room (error);
  if ((row->flags & COULD_COST) != 0 && !trs_strings_get_free ())
    return trs_strings_sentences (_(row->advice), _("No credits used."));
  return g_strdup (in_place && row->in_place != NULL ? _(row->in_place) : _(row->advice));
}

/* As in “It said ‘no.’”, and in French also a space. */
static gboolean
may_follow_a_sentence (gunichar letter)
{
  GUnicodeType type = g_unichar_type (letter);

  return type == G_UNICODE_FINAL_PUNCTUATION || type == G_UNICODE_CLOSE_PUNCTUATION || type == G_UNICODE_FORMAT ||
         g_unichar_isspace (letter) || letter == '"';
}

/* Full stops are of several classes of line breaks; marks of questions and exclamations of all scripts are of one. */
static gboolean
is_sentence (const char *text)
{
  static const char full_stops[] = ".。．｡۔।";
  const char *last = g_utf8_find_prev_char (text, text + strlen (text));

  while (last != NULL && may_follow_a_sentence (g_utf8_get_char (last)))
    last = g_utf8_find_prev_char (text, last);
  return last != NULL && (g_utf8_strchr (full_stops, -1, g_utf8_get_char (last)) != NULL ||
                          g_unichar_break_type (g_utf8_get_char (last)) == G_UNICODE_BREAK_EXCLAMATION);
}

/* Returns the advice. If the service sent a message, that is quoted, made safe to show. */
static char *
dup_advice (const GError *error,
            gboolean      in_place)
{
  g_autofree char *advice = dup_own_advice (error, in_place);
  g_autofree char *said = trs_display_text_line (trs_error_get_server_message (error));
  g_autofree char *quoted = NULL;

  if (*said == '\0' || (find_row (error)->flags & SAID_BETTER) != 0)
    return g_steal_pointer (&advice);
  /* Translators: %s is what the service said, in its language: a whole sentence. */
  quoted = g_strdup_printf (is_sentence (said) ? _("The service says: “%s”")
                                               /* Translators: as the one before, but %s does not end as a sentence. */
                                               : _("The service says: “%s”."), said);
  return trs_strings_sentences (quoted, advice);
}

/**
 * trs_error_text_new:
 * @error: any error
 *
 * Turns an error into a title, advice and one action.
 *
 * Returns: (transfer full): the text
 */
TrsErrorText *
trs_error_text_new (const GError *error)
{
  const Row *row = find_row (error);
  TrsErrorText *text = g_new0 (TrsErrorText, 1);

  text->title = _(row->title);
  text->advice = dup_advice (error, FALSE);
  if (row->action != NULL)
    {
      text->action_label = _(row->action->label);
      text->action_name = row->action->name;
    }
  return text;
}

void
trs_error_text_free (TrsErrorText *text)
{
  g_free (text->advice);
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
  g_autofree char *advice = dup_advice (error, TRUE);
  g_autofree char *title = trs_strings_sentence (_(find_row (error)->title));

  if (find_row (error)->advice == NULL)
    return g_steal_pointer (&advice);

  return trs_strings_sentences (title, advice);
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
  return (find_row (error)->flags & PASSES) != 0;
}
