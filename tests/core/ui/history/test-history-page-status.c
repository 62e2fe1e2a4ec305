/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-banner.h"
#include "trs-error.h"
#include "trs-history-page.h"
#include "trs-strings.h"
#include "trs-test-utils.h"

/* 2026-03-12 12:04:40 UTC */
#define NOON (G_GINT64_CONSTANT (1773317080) * G_USEC_PER_SEC)

static const TrsHistoryFacts rest = {
  .state = TRS_SESSION_READY,
  .complete = TRUE,
  .n_known = 3,
  .n_shown = 3,
  .checked_at = NOON,
  .updated_at = NOON,
  .now = NOON + G_USEC_PER_SEC,
};

static void
assert_status (const TrsHistoryFacts *facts,
             const char            *title,
             const char            *action)
{
  TrsHistoryPageStatus status = trs_history_page_get_status (facts);

  g_assert_cmpstr (status.title, ==, title);
  g_assert_cmpstr (status.action_name, ==, action);
  g_assert_cmpint (status.action_name != NULL, ==, status.action_label != NULL);
  g_free (status.text);
}

static void
assert_invites (const TrsHistoryFacts *facts,
                gboolean               invites)
{
  g_assert_cmpint (trs_history_page_get_status (facts).invites, ==, invites);
}

static void
assert_footer (const TrsHistoryFacts *facts,
               const char            *expected)
{
  g_autofree char *footer = trs_history_page_dup_footer (facts);

  g_assert_cmpstr (footer, ==, expected);
}

static void
test_rows_have_no_status (void)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "gone");
  TrsHistoryFacts facts = rest;

  assert_status (&facts, NULL, NULL);
  /* what is known stays in sight, whatever happens */
  facts.error = error;
  facts.offline_since = NOON;
  assert_status (&facts, NULL, NULL);
  facts.state = TRS_SESSION_KEY_REFUSED;
  assert_status (&facts, NULL, NULL);
  facts.state = TRS_SESSION_STARTING;
  assert_status (&facts, NULL, NULL);
  /* while the rows of another chip are on their way there is nothing to say yet */
  facts.n_shown = 0;
  facts.querying = TRUE;
  assert_status (&facts, NULL, NULL);
}

static void
test_nothing_known (void)
{
  g_autoptr (GError) offline = g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "gone");
  g_autoptr (GError) server = g_error_new_literal (TRS_ERROR, TRS_ERROR_SERVER, "500");
  g_autoptr (GError) wrong = g_error_new_literal (TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "html");
  g_autoptr (GError) large = g_error_new_literal (TRS_ERROR, TRS_ERROR_TOO_LARGE, "bomb");
  TrsHistoryFacts facts = { .state = TRS_SESSION_STARTING };

  assert_status (&facts, "Loading your videos…", NULL);
  facts.state = TRS_SESSION_READY;
  facts.reading = TRUE;
  assert_status (&facts, "Loading your videos…", NULL);
  facts.reading = FALSE;
  facts.error = offline;
  assert_status (&facts, "Can’t Reach the Service", "win.try-again");
  facts.without_network = TRUE;
  assert_status (&facts, "Offline", "win.try-again");
  facts.error = server;
  assert_status (&facts, "The service has a problem", "win.try-again");
  facts.error = wrong;
  assert_status (&facts, "This address doesn’t answer like the transcription service", "app.preferences");
  facts.error = large;
  assert_status (&facts, "The answer is too large", "win.try-again");
  /* trying again */
  facts.reading = TRUE;
  assert_status (&facts, "Loading your videos…", NULL);
}

static void
test_empty (void)
{
  TrsHistoryFacts facts = { .state = TRS_SESSION_READY, .complete = TRUE, .checked_at = NOON };

  assert_status (&facts, "No transcripts yet", NULL);
  assert_invites (&facts, FALSE);
  /* One pane at a time, nothing else on the screen says what to do. */
  facts.folded = TRUE;
  assert_invites (&facts, TRUE);
  assert_footer (&facts, "Up to date");
}

static void
test_key (void)
{
  g_autoptr (GError) locked = g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_LOCKED, "locked");
  g_autoptr (GError) missing = g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_MISSING, "none");
  TrsHistoryFacts facts = { .state = TRS_SESSION_KEY_LOST };

  assert_status (&facts, "API Key Needed", "win.enter-key");
  facts.state = TRS_SESSION_KEY_REFUSED;
  assert_status (&facts, "API Key Needed", "win.enter-key");
  facts.state = TRS_SESSION_KEY_LOCKED;
  facts.key_error = locked;
  assert_status (&facts, "Your Videos Are Not Loaded", "win.unlock");
  facts.key_error = missing;
  assert_status (&facts, "API Key Needed", "win.enter-key");
}

static void
test_nothing_found (void)
{
  TrsHistoryFacts facts = rest;

  facts.n_shown = 0;
  assert_status (&facts, "No Videos", NULL);
  facts.show = TRS_PROJECT_SHOW_IN_PROGRESS;
  assert_status (&facts, "No Videos in Progress", NULL);
  facts.show = TRS_PROJECT_SHOW_DONE;
  assert_status (&facts, "No Finished Videos", NULL);
  facts.show = TRS_PROJECT_SHOW_FAILED;
  assert_status (&facts, "No Failed Videos", NULL);
  /* an account that has only a submission of which nothing is known, which this chip hides */
  facts.n_known = 0;
  assert_status (&facts, "No Failed Videos", NULL);
  facts.n_known = 3;
  /* not before all of it was read */
  facts.complete = FALSE;
  facts.reading = TRUE;
  assert_status (&facts, "Searching…", NULL);
}

static void
test_footers (void)
{
  g_autoptr (GError) server = g_error_new_literal (TRS_ERROR, TRS_ERROR_SERVER, "500");
  TrsHistoryFacts facts = rest;

  assert_footer (&facts, "3 videos · updated 12:04");
  facts.n_known = 1;
  /* A submission of which nobody knows yet what became is no video yet. */
  assert_footer (&facts, "1 video · updated 12:04");
  facts.n_shown = 1;
  facts.n_known = 0;
  assert_footer (&facts, "Up to date");
  facts.n_shown = 100;
  facts.n_known = 100;
  facts.complete = FALSE;
  assert_footer (&facts, "100 videos so far · updated 12:04");
  facts.reading = TRUE;
  assert_footer (&facts, "100 videos so far, loading more…");
  facts = rest;
  facts.reading = TRUE;
  assert_footer (&facts, "3 videos · updated 12:04");
  facts = rest;
  facts.offline_since = NOON;
  assert_footer (&facts, "3 videos · not updated since 12:04");
  facts.now = NOON + G_TIME_SPAN_DAY;
  assert_footer (&facts, "3 videos · not updated since 12 Mar");
  facts.now = NOON;
  facts.state = TRS_SESSION_KEY_REFUSED;
  assert_footer (&facts, "3 videos · paused since 12:04");
  facts = rest;
  facts.error = server;
  assert_footer (&facts, "3 videos · not updated since 12:04");
  facts.checked_at = 0;
  assert_footer (&facts, "3 videos, saved copy");
  facts.n_known = 0;
  assert_footer (&facts, "Not updated yet");

  facts = rest;
  facts.downloading = TRUE;
  facts.texts_kept = 812;
  facts.texts_wanted = 1204;
  assert_footer (&facts, "Downloading · 812 of 1204 saved");
  facts.offline_since = NOON;
  assert_footer (&facts, "Download paused · 812 of 1204 saved");

  /* Those that nobody has asked for wait, which is told as long as one is missing and nothing else is to be told. */
  facts.offline_since = 0;
  facts.thrift = TRS_THRIFT_POWER;
  assert_footer (&facts, "Downloading · 812 of 1204 saved");
  facts.downloading = FALSE;
  assert_footer (&facts, "Download paused to save power · 812 of 1204 saved");
  facts.thrift = TRS_THRIFT_NETWORK;
  assert_footer (&facts, "Download paused on a metered network · 812 of 1204 saved");
  facts.texts_kept = 1204;
  assert_footer (&facts, "3 videos, 1204 saved · updated 12:04");
}

/* What is told of the newest page and what is told of the project on the screen have one time. */
static void
test_footer_tells_of_what_is_here (void)
{
  TrsHistoryFacts facts = rest;
  g_autofree char *nothing = trs_history_page_dup_footer_tip (&facts);
  g_autofree char *tip = NULL;

  g_assert_null (nothing);
  facts.n_known = 10;
  facts.texts_kept = 8;
  facts.updated_at = NOON + G_TIME_SPAN_MINUTE;
  tip = trs_history_page_dup_footer_tip (&facts);
  assert_footer (&facts, "10 videos, 8 saved · updated 12:05");
  g_assert_cmpstr (tip, ==, "8 transcripts are saved on this computer");
}

static void
assert_notice (TrsSessionState  state,
               int              code,
               gint64           offline_since,
               const char      *action,
               gboolean         key)
{
  g_autoptr (GError) error = code >= 0 ? g_error_new_literal (TRS_ERROR, code, "keyring") : NULL;
  TrsBannerContent notice = trs_banner_content_for (state, error, offline_since, FALSE, NULL, FALSE, FALSE, FALSE,
                                                    FALSE);

  g_assert_cmpstr (notice.action_name, ==, action);
  g_assert_cmpint (notice.label != NULL, ==, action != NULL);
  g_assert_cmpint (notice.button_label != NULL, ==, action != NULL);
  g_assert_cmpint (notice.icon_name != NULL, ==, action != NULL);
  g_assert_cmpint (notice.key, ==, key);
}

static void
test_notices (void)
{
  g_autoptr (GError) ended = g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, "ended");

  assert_notice (TRS_SESSION_STARTING, -1, 0, NULL, FALSE);
  assert_notice (TRS_SESSION_STARTING, -1, NOON, NULL, FALSE);
  assert_notice (TRS_SESSION_NO_ACCOUNT, -1, NOON, NULL, FALSE);
  assert_notice (TRS_SESSION_READY, -1, 0, NULL, FALSE);
  assert_notice (TRS_SESSION_READY, -1, NOON, "win.try-again", FALSE);
  /* a keyring that failed while the key was entered by hand is no hindrance, but the key will be gone */
  assert_notice (TRS_SESSION_READY, TRS_ERROR_KEYRING_MISSING, 0, "win.got-it", FALSE);
  assert_notice (TRS_SESSION_READY, TRS_ERROR_KEYRING_TIMED_OUT, 0, "win.got-it", FALSE);
  assert_notice (TRS_SESSION_READY, TRS_ERROR_KEYRING_MISSING, NOON, "win.try-again", FALSE);
  assert_notice (TRS_SESSION_KEY_REFUSED, -1, NOON, "win.enter-key", TRUE);
  assert_notice (TRS_SESSION_KEY_LOST, -1, 0, "win.enter-key", TRUE);
  assert_notice (TRS_SESSION_KEY_LOCKED, TRS_ERROR_KEYRING_LOCKED, 0, "win.unlock", TRUE);
  assert_notice (TRS_SESSION_KEY_LOCKED, TRS_ERROR_KEYRING_TIMED_OUT, 0, "win.unlock", TRUE);
  assert_notice (TRS_SESSION_KEY_LOCKED, TRS_ERROR_KEYRING_FAILED, 0, "win.unlock", TRUE);
  assert_notice (TRS_SESSION_KEY_LOCKED, TRS_ERROR_KEYRING_MISSING, 0, "win.enter-key", TRUE);
  assert_notice (TRS_SESSION_KEY_LOCKED, -1, 0, "win.unlock", TRUE);

  /* the sample service has no key in the keyring, and none is asked for */
  g_assert_null (
      strstr (trs_banner_content_for (TRS_SESSION_KEY_LOCKED, ended, 0, FALSE, NULL, FALSE, FALSE, FALSE, FALSE).label,
              "keyring"));
  assert_notice (TRS_SESSION_KEY_LOCKED, TRS_ERROR_FAILED, 0, "win.unlock", TRUE);
}

/* "Offline" only where there is no network: otherwise it is the service that cannot be reached. */
static void
test_offline_only_without_network (void)
{
  TrsBannerContent service = trs_banner_content_for (TRS_SESSION_READY, NULL, NOON, FALSE, NULL, FALSE, FALSE, FALSE,
                                                     FALSE);
  TrsBannerContent network = trs_banner_content_for (TRS_SESSION_READY, NULL, NOON, TRUE, NULL, FALSE, FALSE, FALSE,
                                                     FALSE);

  g_assert_true (g_str_has_prefix (service.label, "Can’t reach the service. "));
  g_assert_null (strstr (service.label, "Offline"));
  g_assert_true (g_str_has_prefix (network.label, "Offline. "));
}

/* A service on this computer has no network, and On This Computer is no sample. */
static void
test_own_service (void)
{
  g_autoptr (GError) ended = g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, "ended");
  TrsBannerContent away, locked;

  trs_strings_set_free (TRUE);
  trs_strings_set_local (TRUE);
  away = trs_banner_content_for (TRS_SESSION_READY, NULL, NOON, TRUE, NULL, FALSE, FALSE, FALSE, FALSE);
  locked = trs_banner_content_for (TRS_SESSION_KEY_LOCKED, ended, 0, FALSE, NULL, FALSE, FALSE, FALSE, FALSE);
  trs_strings_set_local (FALSE);
  trs_strings_set_free (FALSE);
  g_assert_true (g_str_has_prefix (away.label, "The service on this computer has stopped. "));
  g_assert_cmpstr (away.help, ==, NULL);
  g_assert_cmpstr (away.action_name, ==, "win.try-again");
  g_assert_true (g_str_has_prefix (locked.label, "The service on this computer isn’t running. "));
  g_assert_cmpstr (locked.action_name, ==, "win.unlock");
}

static void
assert_store_notice (TrsSessionState  state,
                     int              code,
                     gboolean         moved_aside,
                     const char      *action,
                     const char      *part)
{
  g_autoptr (GError) error = code >= 0 ? g_error_new_literal (TRS_ERROR, code, "SQLITE") : NULL;
  TrsBannerContent notice = trs_banner_content_for (state, NULL, 0, FALSE, error, FALSE, moved_aside, FALSE, FALSE);

  g_assert_cmpstr (notice.action_name, ==, action);
  if (part != NULL)
    g_assert_nonnull (strstr (notice.label, part));
  else
    g_assert_null (notice.label);
}

static void
test_store_notices (void)
{
  assert_store_notice (TRS_SESSION_READY, TRS_ERROR_STORE_FULL, FALSE, "win.keep-again", "Disk full");
  assert_store_notice (TRS_SESSION_READY, TRS_ERROR_STORE_NEWER, FALSE, "win.store-details", "newer version");
  assert_store_notice (TRS_SESSION_READY, TRS_ERROR_STORE_READ_ONLY, FALSE, "win.store-details", "read-only");
  assert_store_notice (TRS_SESSION_READY, TRS_ERROR_STORE_FOREIGN, FALSE, "win.store-details", "Another program");
  assert_store_notice (TRS_SESSION_READY, TRS_ERROR_STORE_FAILED, FALSE, "win.store-details", "Nothing can be saved");
  assert_store_notice (TRS_SESSION_READY, -1, TRUE, "win.store-details", "damaged");
  /* the damage is said once, and nothing may hide it; of the rest, without the key nothing new comes to be kept */
  assert_store_notice (TRS_SESSION_KEY_LOST, -1, TRUE, "win.store-details", "damaged");
  assert_store_notice (TRS_SESSION_KEY_LOST, TRS_ERROR_STORE_FULL, FALSE, "win.enter-key", "key");
  assert_store_notice (TRS_SESSION_NO_ACCOUNT, TRS_ERROR_STORE_FULL, TRUE, NULL, NULL);
  /* nothing can be read, so that nothing may say it can; the words are those of the error */
  assert_store_notice (TRS_SESSION_READY, TRS_ERROR_STORE_OUTDATED, FALSE, "win.keep-again", NULL);
  assert_store_notice (TRS_SESSION_KEY_LOST, TRS_ERROR_STORE_OUTDATED_READ_ONLY, FALSE, "win.keep-again", NULL);
}

/* What keeps from the key or the store says more; what passes by itself says less. */
static void
test_settings_notices (void)
{
  g_autoptr (GError) full = g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_FULL, "SQLITE");
  TrsBannerContent account = trs_banner_content_for (TRS_SESSION_READY, NULL, NOON, TRUE, NULL, FALSE, FALSE, TRUE,
                                                     TRUE);
  TrsBannerContent value = trs_banner_content_for (TRS_SESSION_READY, NULL, 0, FALSE, NULL, FALSE, FALSE, TRUE, FALSE);
  TrsBannerContent store = trs_banner_content_for (TRS_SESSION_READY, NULL, 0, FALSE, full, TRUE, FALSE, TRUE, TRUE);

  g_assert_cmpstr (account.action_name, ==, "win.save-settings");
  g_assert_nonnull (strstr (account.label, "This account"));
  g_assert_cmpstr (value.action_name, ==, "win.save-settings");
  g_assert_nonnull (strstr (value.label, "Your changes"));
  g_assert_cmpstr (store.action_name, ==, "win.keep-again");
}

static void
assert_readable_notice (int         code,
                        const char *action,
                        const char *words)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, code, "store");
  TrsBannerContent notice = trs_banner_content_for (TRS_SESSION_READY, NULL, 0, FALSE, error, TRUE, FALSE, FALSE,
                                                    FALSE);

  g_assert_cmpstr (notice.action_name, ==, "win.keep-again");
  g_assert_cmpstr (notice.button_label, ==, action);
  g_assert_nonnull (strstr (notice.label, words));
}

/* What was kept is not out of reach because nothing new can be. */
static void
test_readable_store_notices (void)
{
  const char *readable = "Your transcripts can be read; nothing new is saved.";

  assert_readable_notice (TRS_ERROR_STORE_FULL, "Try Again", readable);
  assert_readable_notice (TRS_ERROR_STORE_READ_ONLY, "Try Again", readable);
  assert_readable_notice (TRS_ERROR_STORE_FAILED, "Try Again", readable);
  assert_readable_notice (TRS_ERROR_STORE_MOVED, "Continue", "moved or replaced");
}

static void
assert_left_words (guint       n_texts,
                   guint       n_projects,
                   const char *name,
                   const char *words)
{
  g_autofree char *said = trs_banner_left_account_label (n_texts, n_projects, name);

  g_assert_cmpstr (said, ==, words);
}

static void
test_left_account (void)
{
  assert_left_words (3, 5, NULL, "This key belongs to another user. Your 3 transcripts are under Accounts.");
  assert_left_words (1, 5, NULL, "This key belongs to another user. Your 1 transcript is under Accounts.");
  assert_left_words (0, 5, NULL, "This key belongs to another user. Your 5 videos are under Accounts.");
  assert_left_words (3, 5, "City Desk",
                     "This key belongs to another user. Your 3 transcripts are under Accounts, in “City Desk”.");
  assert_left_words (0, 1, "City Desk",
                     "This key belongs to another user. Your 1 video is under Accounts, in “City Desk”.");
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_test_init (&argc, &argv);
  g_test_add_func ("/history-status/rows-have-no-status", test_rows_have_no_status);
  g_test_add_func ("/history-status/nothing-known", test_nothing_known);
  g_test_add_func ("/history-status/empty", test_empty);
  g_test_add_func ("/history-status/key", test_key);
  g_test_add_func ("/history-status/nothing-found", test_nothing_found);
  g_test_add_func ("/history-status/footers", test_footers);
  g_test_add_func ("/history-status/footer-tells-of-what-is-here", test_footer_tells_of_what_is_here);
  g_test_add_func ("/notice/table", test_notices);
  g_test_add_func ("/notice/offline-only-without-network", test_offline_only_without_network);
  g_test_add_func ("/notice/own-service", test_own_service);
  g_test_add_func ("/notice/store", test_store_notices);
  g_test_add_func ("/notice/store-that-can-be-read", test_readable_store_notices);
  g_test_add_func ("/notice/settings", test_settings_notices);
  g_test_add_func ("/notice/left-account", test_left_account);
  return g_test_run ();
}
