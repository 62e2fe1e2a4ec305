/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-strings.h"
#include "trs-test-utils.h"

static void
test_only_user (void)
{
  TrsKnownAccount account = { .name = (char *) "https://one.example", .current = TRUE, .n_texts = 12 };
  g_autofree char *words = NULL;
  g_autofree char *title = NULL;

  account.newest = (char *) "Port strike";
  words = trs_account_strings_description (&account);
  title = trs_account_strings_full_title (&account);
  g_assert_cmpstr (words, ==, "In use · 12 transcripts here");
  g_assert_cmpstr (title, ==, "https://one.example");
}

/* Which of the two is removed must be plain before it is. */
static void
test_two_users (void)
{
  TrsKnownAccount account = { .name = (char *) "https://one.example", .shared = TRUE, .n_texts = 12 };
  g_autofree char *bare = trs_account_strings_description (&account);
  g_autofree char *words = NULL;
  g_autofree char *title = NULL;
  g_autofree char *row = NULL;
  g_autofree char *name = NULL;

  g_assert_cmpstr (bare, ==, "12 transcripts here");
  account.newest = (char *) "Port\nstrike";
  words = trs_account_strings_description (&account);
  title = trs_account_strings_full_title (&account);
  g_assert_cmpstr (words, ==, "12 transcripts here\nNewest video: “Port strike”");
  g_assert_cmpstr (title, ==, "https://one.example (newest video: “Port strike”)");

  /* Also where neither has a video, or the newest of both have one title. */
  account.ordinal = 2;
  row = trs_account_strings_title (&account);
  name = trs_account_strings_short (&account);
  g_assert_cmpstr (row, ==, "https://one.example · account 2");
  g_assert_cmpstr (name, ==, "Account 2");
}

/* What the user calls it comes first, and where it is stays in sight. */
static void
test_named (void)
{
  TrsKnownAccount account = { .name = (char *) "https://one.example", .shared = TRUE, .n_texts = 12 };
  g_autofree char *words = NULL;
  g_autofree char *title = NULL;
  g_autofree char *full_title = NULL;

  account.newest = (char *) "Port strike";
  account.label = (char *) "City\nDesk";
  words = trs_account_strings_description (&account);
  title = trs_account_strings_title (&account);
  full_title = trs_account_strings_full_title (&account);
  g_assert_cmpstr (words, ==, "https://one.example\n12 transcripts here");
  g_assert_cmpstr (title, ==, "City Desk");
  g_assert_cmpstr (full_title, ==, "City Desk");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/account-words/only-user", test_only_user);
  g_test_add_func ("/account-words/two-users", test_two_users);
  g_test_add_func ("/account-words/named", test_named);
  return g_test_run ();
}
