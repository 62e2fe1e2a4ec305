/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-service-database.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

static sqlite3 *
accounts_in (const char *path)
{
  g_autoptr (GError) error = NULL;
  sqlite3 *database = trs_service_database_open (path, &error);

  g_assert_no_error (error);
  return database;
}

static gint64
find (sqlite3    *accounts,
      const char *key)
{
  g_autoptr (GError) error = NULL;
  gint64 user = 0;

  if (!trs_service_accounts_find (accounts, key, &user, &error))
    g_assert_error (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  return user;
}

static gint64
credits_of (sqlite3    *accounts,
            const char *key)
{
  gint64 credits;

  g_assert_true (trs_sql_read_number (accounts, &credits, NULL, "SELECT credits FROM users WHERE key = ?", "s", key));
  g_assert_cmpint (find (accounts, key), !=, 0);
  return credits;
}

static void
test_costs (void)
{
  static const struct
  {
    gint64 seconds;
    gint64 credits;
  } cases[] = { { 0, 1 }, { 1, 1 }, { 59, 1 }, { 60, 1 }, { 119, 1 }, { 120, 2 }, { 3599, 59 }, { 3600, 60 } };
  g_autoptr (sqlite3) accounts = accounts_in (NULL);
  gint64 left = 1000;

  g_assert_true (trs_service_accounts_add (accounts, "key:1000", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (trs_service_accounts_spend (accounts, find (accounts, "key"), cases[i].seconds, NULL));
      left -= cases[i].credits;
      g_assert_cmpint (credits_of (accounts, "key"), ==, left);
    }
}

static void
test_parses (void)
{
  static const char * const bad[] = { "",      ":",     ":5",     "key",     "key:",    "key:-1", "key:1.5",
                                      "key:x", "a b:5", "k\n:5", "k\xc3\xa9:5", "key:+5", "key:1000000000001" };
  g_autoptr (sqlite3) accounts = accounts_in (NULL);

  g_assert_true (trs_service_accounts_add (accounts, "a:b:7", NULL));
  g_assert_cmpint (credits_of (accounts, "a:b"), ==, 7);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (trs_service_accounts_add (accounts, bad[i], &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
    }
  g_assert_cmpint (find (accounts, "key"), ==, 0);
}

static void
test_spends_all_or_nothing (void)
{
  g_autoptr (sqlite3) accounts = accounts_in (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (trs_service_accounts_add (accounts, "rich:10", NULL));
  g_assert_true (trs_service_accounts_add (accounts, "poor:1", NULL));

  g_assert_true (trs_service_accounts_spend (accounts, find (accounts, "rich"), 600, NULL));
  g_assert_cmpint (credits_of (accounts, "rich"), ==, 0);
  g_assert_cmpint (credits_of (accounts, "poor"), ==, 1);
  g_assert_false (trs_service_accounts_spend (accounts, find (accounts, "poor"), 120, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT);
  g_assert_cmpint (credits_of (accounts, "poor"), ==, 1);
}

static void
test_finds_exact_keys_only (void)
{
  g_autoptr (sqlite3) accounts = accounts_in (NULL);
  static const char * const others[] = { NULL, "", "Key", "key ", "ke", "key' OR 1 --", "%" };

  g_assert_true (trs_service_accounts_add (accounts, "key:1", NULL));
  g_assert_cmpint (find (accounts, "key"), >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_cmpint (find (accounts, others[i]), ==, 0);
}

static void
test_a_file_remembers (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-accounts-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "data.db", NULL);
  g_autofree char *made = NULL;
  g_autofree char *same = NULL;
  sqlite3 *accounts = accounts_in (path);
  GStatBuf info;

  made = trs_service_accounts_generate (accounts, FALSE, NULL);
  g_assert_cmpuint (strlen (made), >=, 32);
  g_assert_cmpint (credits_of (accounts, made), ==, TRS_SERVICE_GENERATED_CREDITS);
  g_assert_true (trs_service_accounts_add (accounts, "key:5", NULL));
  g_assert_true (trs_service_accounts_spend (accounts, find (accounts, "key"), 180, NULL));
  sqlite3_close_v2 (accounts);

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);

  accounts = accounts_in (path);
  same = trs_service_accounts_generate (accounts, FALSE, NULL);
  g_assert_cmpstr (same, ==, made);
  g_assert_true (trs_service_accounts_add (accounts, "key:5", NULL));
  g_assert_cmpint (credits_of (accounts, "key"), ==, 2);
  sqlite3_close_v2 (accounts);

  g_unlink (path);
  g_rmdir (folder);
}

static void
test_two_keys_differ (void)
{
  g_autoptr (sqlite3) one = accounts_in (NULL);
  g_autoptr (sqlite3) two = accounts_in (NULL);
  g_autofree char *first = trs_service_accounts_generate (one, FALSE, NULL);
  g_autofree char *second = trs_service_accounts_generate (two, FALSE, NULL);

  g_assert_cmpstr (first, !=, second);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/service/accounts/costs", test_costs);
  g_test_add_func ("/service/accounts/parses", test_parses);
  g_test_add_func ("/service/accounts/spends-all-or-nothing", test_spends_all_or_nothing);
  g_test_add_func ("/service/accounts/finds-exact-keys-only", test_finds_exact_keys_only);
  g_test_add_func ("/service/accounts/a-file-remembers", test_a_file_remembers);
  g_test_add_func ("/service/accounts/two-keys-differ", test_two_keys_differ);
  return g_test_run ();
}
