/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-test-utils.h"
#include "trs-strings.h"

#include <string.h>

static void
test_every_code (void)
{
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (int code = TRS_ERROR_FAILED; code <= TRS_ERROR_STORE_MOVED; code++)
    {
      g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, code, "technical");
      g_autoptr (TrsErrorText) text = trs_error_text_new (error);
      g_autofree char *in_place = trs_error_text_in_place (error);

      g_assert_cmpstr (text->title, !=, "");
      g_assert_cmpstr (text->advice, !=, "");
      g_assert_cmpstr (in_place, !=, "");
      /* At the first run there is nothing yet that could be read. */
      g_assert_null (strstr (in_place, "can still be read"));
      g_assert_null (strstr (in_place, "on this computer can be read"));
      /* each cause has words of its own: a code that was forgotten would have those of another */
      g_assert_true (g_hash_table_add (titles, g_strdup (text->title)));
      g_assert_cmpint (text->action_label != NULL, ==, text->action_name != NULL);
      if (text->action_name != NULL)
        g_assert_true (g_str_has_prefix (text->action_name, "win.") || g_str_has_prefix (text->action_name, "app."));
    }
}

/* The services on this computer have neither an address that somebody enters nor a price. */
static void
test_own_service (void)
{
  static const char *const wrong[] = { "network", "server", "credit", "charge", "pay", "twice", "Preferences", "key",
                                       NULL };

  for (int code = TRS_ERROR_FAILED; code <= TRS_ERROR_STORE_MOVED; code++)
    {
      g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, code, "technical");
      g_autoptr (TrsErrorText) text = NULL;
      g_autofree char *in_place = NULL;
      g_autofree char *all = NULL;

      /* They ask for no key, and none is ever looked for; what was typed has its own errors. */
      if (code == TRS_ERROR_REFUSED_ADDRESS || code == TRS_ERROR_INVALID_KEY || code == TRS_ERROR_KEYRING_MISSING ||
          code == TRS_ERROR_KEYRING_LOCKED || code == TRS_ERROR_KEYRING_TIMED_OUT ||
          code == TRS_ERROR_KEYRING_FAILED || code == TRS_ERROR_NOT_ENOUGH_CREDIT)
        continue;
      trs_strings_set_free (TRUE);
      text = trs_error_text_new (error);
      in_place = trs_error_text_in_place (error);
      trs_strings_set_free (FALSE);
      all = g_strjoin (" ", text->title, text->advice, in_place, NULL);
      for (guint i = 0; wrong[i] != NULL; i++)
        if (strstr (all, wrong[i]) != NULL)
          g_error ("“%s” in “%s”", wrong[i], all);
    }
}

static void
assert_action (int         code,
               const char *action_name)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, code, "technical");
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);

  g_assert_cmpstr (text->action_name, ==, action_name);
}

static void
test_actions (void)
{
  assert_action (TRS_ERROR_UNAUTHORIZED, "win.enter-key");
  assert_action (TRS_ERROR_NO_KEY, "win.enter-key");
  assert_action (TRS_ERROR_KEYRING_LOCKED, "win.unlock");
  assert_action (TRS_ERROR_OFFLINE, "win.try-again");
  assert_action (TRS_ERROR_NOT_THE_SERVICE, "app.preferences");
  assert_action (TRS_ERROR_STORE_FAILED, "win.keep-again");
  assert_action (TRS_ERROR_STORE_FULL, "win.keep-again");
  assert_action (TRS_ERROR_STORE_READ_ONLY, "win.keep-again");
  assert_action (TRS_ERROR_STORE_FOREIGN, "win.keep-again");
  assert_action (TRS_ERROR_STORE_MOVED, "win.keep-again");
  /* nothing that is done here makes the program newer */
  assert_action (TRS_ERROR_STORE_NEWER, NULL);
  /* what would cost again is never one click away */
  assert_action (TRS_ERROR_NOT_ENOUGH_CREDIT, NULL);
  assert_action (TRS_ERROR_VIDEO_NOT_FOUND, NULL);
  assert_action (TRS_ERROR_RATE_LIMITED, NULL);
}

/* A file of an older version can be read by nobody before there is room, and the sentence says how much. */
static void
test_outdated (void)
{
  g_autoptr (GError) full = g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_OUTDATED, "schema");
  g_autoptr (GError) read_only = g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_OUTDATED_READ_ONLY, "schema");
  g_autoptr (GError) busy = g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_OUTDATED, "schema");
  const GError *errors[] = { full, read_only, busy };
  static const char *const advice[] = { ": make room (about ", ": change the permissions ", ". Try again." };

  trs_error_set_room (full, 3100000);
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (TrsErrorText) text = trs_error_text_new (errors[i]);
      g_autofree char *begin = g_strconcat ("Your transcripts are safe, but have to be brought up to date once before "
                                            "they can be read", advice[i], NULL);

      g_assert_true (g_str_has_prefix (text->advice, begin));
      g_assert_cmpint (strstr (text->advice, "3.1") != NULL, ==, i == 0);
      g_assert_cmpstr (text->action_name, ==, "win.keep-again");
    }
}

static void
test_own_message (void)
{
  g_autoptr (GError) error =
    g_error_new_literal (TRS_ERROR, TRS_ERROR_INVALID_KEY, "There is a space inside the key.");
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  g_autofree char *in_place = trs_error_text_in_place (error);

  g_assert_cmpstr (text->advice, ==, "There is a space inside the key.");
  g_assert_cmpstr (in_place, ==, "There is a space inside the key.");
}

static void
test_technical_message_is_not_shown (void)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "getaddrinfo EAI_AGAIN");
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  g_autofree char *in_place = trs_error_text_in_place (error);

  g_assert_null (strstr (text->advice, "EAI_AGAIN"));
  g_assert_true (g_str_has_prefix (in_place, text->title));
  g_assert_null (strstr (in_place, "EAI_AGAIN"));
}

static void
test_quotes_the_server (void)
{
  g_autoptr (GError) error = trs_error_new_http (TRS_ERROR_INVALID_REQUEST, 400,
                                                 "platformVideoId\nmust be \xe2\x80\xae" "a string", -1, "400");
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);

  /* on one line, and without the override that would turn the rest of the sentence round */
  g_assert_nonnull (strstr (text->advice, "“platformVideoId must be"));
  g_assert_null (strchr (text->advice, '\n'));
  g_assert_null (strstr (text->advice, "\xe2\x80\xae"));
  g_assert_nonnull (strstr (text->advice, "Preferences"));
  /* a sentence of its own, whether or not the service ended it */
  g_assert_nonnull (strstr (text->advice, "string”. If "));
}

static void
test_words_of_the_server_that_end (void)
{
  g_autoptr (GError) error = trs_error_new_http (TRS_ERROR_SERVER, 500, "Down until noon.", -1, "500");
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);

  g_assert_nonnull (strstr (text->advice, "“Down until noon.” It "));
}

/* Each script ends its sentences in its own way, and nothing is put behind what has ended. */
static void
test_words_of_the_server_in_other_languages (void)
{
  static const struct
  {
    const char *words;
    gboolean ends;
  } cases[] = {
    { "サーバーは停止中です。", TRUE },  { "しばらくお待ちください！", TRUE }, { "お待ちいただけますか？", TRUE },
    { "「停止中です。」", TRUE },      { "服务器已停止｡", TRUE },          { "你好．", TRUE },
    { "هل تحاول مرة أخرى؟", TRUE },   { "سرور بند ہے۔", TRUE },           { "सर्वर बंद है।", TRUE },
    { "¡Vuelva más tarde!", TRUE },   { "¿Lo intenta de nuevo?", TRUE },  { "Il a dit « non. »", TRUE },
    { "サーバーは停止中です", FALSE }, { "停止中（正午まで）", FALSE },     { "Cerrado hasta las 12", FALSE },
    { "الخادم متوقف،", FALSE },        { "”", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = trs_error_new_http (TRS_ERROR_SERVER, 500, cases[i].words, -1, "500");
      g_autoptr (TrsErrorText) text = trs_error_text_new (error);

      g_test_message ("%s: %s", cases[i].words, text->advice);
      g_assert_nonnull (strstr (text->advice, cases[i].words));
      g_assert_cmpint (strstr (text->advice, "”. It ") == NULL, ==, cases[i].ends);
    }
}

static void
test_empty_words_of_the_server (void)
{
  g_autoptr (GError) error = trs_error_new_http (TRS_ERROR_SERVER, 500, " \n", -1, "500");
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);

  g_assert_null (strstr (text->advice, "“"));
}

static void
test_wait (void)
{
  g_autoptr (GError) told = trs_error_new_http (TRS_ERROR_RATE_LIMITED, 429, NULL, 20, "429");
  g_autoptr (GError) not_told = trs_error_new_http (TRS_ERROR_RATE_LIMITED, 429, NULL, -1, "429");
  g_autoptr (TrsErrorText) with = trs_error_text_new (told);
  g_autoptr (TrsErrorText) without = trs_error_text_new (not_told);

  g_assert_nonnull (strstr (with->advice, "try again in 20 s."));
  g_assert_null (strstr (without->advice, " s."));
}

/* What the service says of a key tells nothing more than that it was rejected. */
static void
test_rejected_key (void)
{
  g_autoptr (GError) error = trs_error_new_http (TRS_ERROR_UNAUTHORIZED, 401,
                                                 "The header api-key is missing or invalid", -1, "401");
  g_autofree char *in_place = trs_error_text_in_place (error);

  g_assert_cmpstr (in_place, ==, "The service rejected this key. Check it, or ask for a new one.");
}

/* Where somebody connects nothing is being checked yet; and nobody counts in thousands of seconds. */
static void
test_wait_in_place (void)
{
  g_autoptr (GError) told = trs_error_new_http (TRS_ERROR_RATE_LIMITED, 429, NULL, 7200, "429");
  g_autoptr (GError) not_told = trs_error_new_http (TRS_ERROR_RATE_LIMITED, 429, NULL, -1, "429");
  g_autofree char *with = trs_error_text_in_place (told);
  g_autofree char *without = trs_error_text_in_place (not_told);

  g_assert_cmpstr (with, ==, "Too many requests. The service is busy and asked to try again in 2 h 00 min.");
  g_assert_cmpstr (without, ==, "Too many requests. The service is busy and asked to try later.");
}

static void
test_files (void)
{
  const int codes[] = { G_IO_ERROR_NO_SPACE, G_IO_ERROR_PERMISSION_DENIED, G_IO_ERROR_NOT_FOUND, G_IO_ERROR_READ_ONLY,
                        G_IO_ERROR_FILENAME_TOO_LONG, G_IO_ERROR_IS_DIRECTORY, G_IO_ERROR_BUSY };
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, codes[i], "strerror");
      g_autoptr (TrsErrorText) text = trs_error_text_new (error);

      g_assert_true (g_hash_table_add (titles, g_strdup (text->title)));
      g_assert_null (strstr (text->advice, "strerror"));
      g_assert_false (trs_error_text_is_passing (error));
    }
}

static void
test_others (void)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_MOUNTED, "The device is busy");
  g_autoptr (GError) empty = g_error_new_literal (G_MARKUP_ERROR, G_MARKUP_ERROR_PARSE, "");
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  g_autoptr (TrsErrorText) nothing = trs_error_text_new (empty);

  g_assert_cmpstr (text->advice, ==, "The device is busy");
  g_assert_cmpstr (nothing->advice, !=, "");
}

static void
test_passing (void)
{
  for (int code = TRS_ERROR_FAILED; code <= TRS_ERROR_STORE_MOVED; code++)
    {
      g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, code, "technical");
      gboolean passing = code == TRS_ERROR_RATE_LIMITED || code == TRS_ERROR_SERVER || code == TRS_ERROR_OFFLINE ||
                         code == TRS_ERROR_TIMED_OUT || code == TRS_ERROR_CUT_SHORT;

      g_assert_cmpint (trs_error_text_is_passing (error), ==, passing);
    }
}

static void
assert_says_spent (gint     code,
                   gboolean says)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, code, "no");
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);

  g_assert_cmpint (g_str_has_suffix (text->advice, " No credits used."), ==, says);
}

/* Where nothing costs anything, nothing is said of credits. */
static void
test_credits (void)
{
  assert_says_spent (TRS_ERROR_VIDEO_NOT_FOUND, TRUE);
  assert_says_spent (TRS_ERROR_NOT_ENOUGH_CREDIT, TRUE);
  assert_says_spent (TRS_ERROR_SERVER, FALSE);
  trs_strings_set_free (TRUE);
  assert_says_spent (TRS_ERROR_VIDEO_NOT_FOUND, FALSE);
  assert_says_spent (TRS_ERROR_NOT_ENOUGH_CREDIT, FALSE);
  trs_strings_set_free (FALSE);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/error-text/own-service", test_own_service);
  g_test_add_func ("/error-text/credits", test_credits);
  g_test_add_func ("/error-text/every-code", test_every_code);
  g_test_add_func ("/error-text/actions", test_actions);
  g_test_add_func ("/error-text/outdated", test_outdated);
  g_test_add_func ("/error-text/own-message", test_own_message);
  g_test_add_func ("/error-text/technical-message-is-not-shown", test_technical_message_is_not_shown);
  g_test_add_func ("/error-text/quotes-the-server", test_quotes_the_server);
  g_test_add_func ("/error-text/words-of-the-server-that-end", test_words_of_the_server_that_end);
  g_test_add_func ("/error-text/words-of-the-server-in-other-languages",
                   test_words_of_the_server_in_other_languages);
  g_test_add_func ("/error-text/empty-words-of-the-server", test_empty_words_of_the_server);
  g_test_add_func ("/error-text/rejected-key", test_rejected_key);
  g_test_add_func ("/error-text/wait", test_wait);
  g_test_add_func ("/error-text/wait-in-place", test_wait_in_place);
  g_test_add_func ("/error-text/files", test_files);
  g_test_add_func ("/error-text/others", test_others);
  g_test_add_func ("/error-text/passing", test_passing);
  return g_test_run ();
}
