/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account.h"
#include "trs-held-settings.h"
#include "trs-stubborn-settings.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

#define ADDRESS "https://service.example"

typedef struct
{
  TrsStubbornSettings *disk;
  GSettings *settings;
  TrsHeldSettings *held;
  guint n_changed;
  guint n_checked;
} Fixture;

static const TrsStubbornMode modes[] = { TRS_STUBBORN_REFUSES, TRS_STUBBORN_DROPS, TRS_STUBBORN_REVERTS,
                                         TRS_STUBBORN_FORGETS };

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
fixture_open (Fixture         *fixture,
              TrsStubbornMode  mode)
{
  g_autoptr (GSettings) saved = NULL;

  fixture->disk = trs_stubborn_settings_new (mode);
  saved = trs_stubborn_settings_open (fixture->disk);
  fixture->settings = trs_held_settings_new (saved);
  fixture->held = trs_held_settings_find (fixture->settings);
  fixture->n_changed = fixture->n_checked = 0;
  g_signal_connect_swapped (fixture->settings, "changed", G_CALLBACK (count_cb), &fixture->n_changed);
  g_signal_connect_swapped (fixture->held, "checked", G_CALLBACK (count_cb), &fixture->n_checked);
}

static gboolean
is_settled (Fixture *fixture)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  g_object_get (fixture->settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (gsize i = 0; keys[i] != NULL; i++)
    {
      if (!trs_held_settings_is_saved (fixture->held, keys[i]) && !trs_held_settings_is_lost (fixture->held, keys[i]))
        return FALSE;
    }
  return TRUE;
}

/* Until it is known of every value whether it is saved. */
static void
settle (Fixture *fixture)
{
  trs_test_wait_until (is_settled (fixture));
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* The thread that waited for a write gives back what it holds. */
static void
fixture_close (Fixture *fixture)
{
  settle (fixture);
  g_object_add_weak_pointer (G_OBJECT (fixture->disk), (gpointer *) &fixture->disk);
  g_object_unref (fixture->disk);
  g_object_unref (fixture->settings);
  trs_test_alarm_start (60);
  while (fixture->disk != NULL)
    g_main_context_iteration (NULL, FALSE);
  trs_test_alarm_stop ();
}

/* What another program reads. */
static char *
dup_saved (Fixture    *fixture,
           const char *key)
{
  g_autoptr (GSettings) saved = trs_stubborn_settings_open_saved (fixture->disk);

  return g_settings_get_string (saved, key);
}

static void
assert_value (Fixture    *fixture,
              const char *key,
              const char *wanted)
{
  g_autofree char *value = g_settings_get_string (fixture->settings, key);

  g_assert_cmpstr (value, ==, wanted);
}

static void
test_saved (void)
{
  Fixture fixture;
  g_autofree char *saved = NULL;

  fixture_open (&fixture, TRS_STUBBORN_SAVES);
  g_assert_true (g_settings_set_string (fixture.settings, "server-address", ADDRESS));
  g_assert_false (trs_held_settings_is_saved (fixture.held, "server-address"));
  assert_value (&fixture, "server-address", ADDRESS);
  trs_test_wait_until (trs_held_settings_is_saved (fixture.held, "server-address"));
  g_assert_false (trs_held_settings_get_unsaved (fixture.held));
  assert_value (&fixture, "server-address", ADDRESS);
  saved = dup_saved (&fixture, "server-address");
  g_assert_cmpstr (saved, ==, ADDRESS);
  g_assert_cmpuint (fixture.n_changed, ==, 1);
  fixture_close (&fixture);
}

/* Whatever becomes of it, it is in force, it is told once, and it is said not to be saved. */
static void
test_held (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      Fixture fixture;
      g_autofree char *saved = NULL;

      fixture_open (&fixture, modes[i]);
      g_assert_true (g_settings_is_writable (fixture.settings, "server-address"));
      g_assert_true (g_settings_set_string (fixture.settings, "server-address", ADDRESS));
      assert_value (&fixture, "server-address", ADDRESS);
      trs_test_wait_until (trs_held_settings_get_unsaved (fixture.held));
      settle (&fixture);
      g_assert_true (trs_held_settings_is_lost (fixture.held, "server-address"));
      g_assert_false (trs_held_settings_is_saved (fixture.held, "server-address"));
      assert_value (&fixture, "server-address", ADDRESS);
      g_assert_cmpuint (fixture.n_changed, ==, 1);
      saved = dup_saved (&fixture, "server-address");
      g_assert_cmpstr (saved, ==, "");
      fixture_close (&fixture);
    }
}

/* Two that belong together, as an account has them. */
static void
test_held_together (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      Fixture fixture;
      g_autoptr (TrsAccount) account = NULL;

      fixture_open (&fixture, modes[i]);
      account = trs_account_new (fixture.settings);
      trs_account_set_server (account, ADDRESS, FALSE);
      g_assert_true (trs_account_is_configured (account));
      trs_test_wait_until (trs_held_settings_get_unsaved (fixture.held));
      settle (&fixture);
      g_assert_cmpstr (trs_account_get_name (account), ==, ADDRESS);
      g_assert_true (trs_account_is_lost (account));
      trs_account_set_server (account, NULL, TRUE);
      g_assert_cmpstr (trs_account_get_name (account), ==, TRS_ACCOUNT_SAMPLE);
      settle (&fixture);
      trs_account_set_server (account, ADDRESS, FALSE);
      g_assert_cmpstr (trs_account_get_name (account), ==, ADDRESS);
      g_clear_object (&account);
      fixture_close (&fixture);
    }
}

/* A default that could not be saved is in force, too. */
static void
test_reset (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      Fixture fixture;
      g_autofree char *saved = NULL;

      fixture_open (&fixture, TRS_STUBBORN_SAVES);
      g_settings_set_string (fixture.settings, "server-address", ADDRESS);
      trs_test_wait_until (trs_held_settings_is_saved (fixture.held, "server-address"));
      trs_stubborn_settings_set_mode (fixture.disk, modes[i]);
      g_settings_reset (fixture.settings, "server-address");
      assert_value (&fixture, "server-address", "");
      settle (&fixture);
      assert_value (&fixture, "server-address", "");
      g_assert_null (g_settings_get_user_value (fixture.settings, "server-address"));
      saved = dup_saved (&fixture, "server-address");
      g_assert_cmpstr (saved, ==, ADDRESS);
      fixture_close (&fixture);
    }
}

static void
test_retried (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      Fixture fixture;
      g_autofree char *address = NULL;
      g_autofree char *pattern = NULL;

      fixture_open (&fixture, modes[i]);
      g_settings_set_string (fixture.settings, "server-address", ADDRESS);
      g_settings_set_string (fixture.settings, "callback-address", ADDRESS);
      trs_test_wait_until (trs_held_settings_is_lost (fixture.held, "server-address") &&
                           trs_held_settings_is_lost (fixture.held, "callback-address"));
      trs_held_settings_retry (fixture.held);
      settle (&fixture);
      trs_test_wait_until (trs_held_settings_get_unsaved (fixture.held));

      /* What can be saved again says it for the rest. */
      trs_stubborn_settings_set_mode (fixture.disk, TRS_STUBBORN_SAVES);
      g_settings_set_string (fixture.settings, "last-project", "id");
      trs_test_wait_until (trs_held_settings_is_saved (fixture.held, "server-address") &&
                           trs_held_settings_is_saved (fixture.held, "callback-address"));
      g_assert_false (trs_held_settings_get_unsaved (fixture.held));
      address = dup_saved (&fixture, "server-address");
      pattern = dup_saved (&fixture, "callback-address");
      g_assert_cmpstr (address, ==, ADDRESS);
      g_assert_cmpstr (pattern, ==, ADDRESS);
      fixture_close (&fixture);
    }
}

/* A value from outside is taken where there is no own one, and not in place of one that could not be saved. */
static void
test_from_outside (void)
{
  Fixture fixture;
  g_autoptr (GSettings) other = NULL;

  fixture_open (&fixture, TRS_STUBBORN_SAVES);
  other = trs_stubborn_settings_open (fixture.disk);
  g_settings_set_string (other, "server-address", "https://outside.example");
  assert_value (&fixture, "server-address", "https://outside.example");
  g_assert_cmpuint (fixture.n_changed, ==, 1);

  trs_stubborn_settings_set_mode (fixture.disk, TRS_STUBBORN_DROPS);
  g_settings_set_string (fixture.settings, "server-address", ADDRESS);
  trs_test_wait_until (trs_held_settings_get_unsaved (fixture.held));
  trs_stubborn_settings_set_mode (fixture.disk, TRS_STUBBORN_SAVES);
  g_settings_set_string (other, "server-address", "https://outside.example/other");
  assert_value (&fixture, "server-address", ADDRESS);
  g_clear_object (&other);
  fixture_close (&fixture);
}

/* What an administrator has locked is not held against them. */
static void
test_locked (void)
{
  Fixture fixture;
  guint n_writes;

  fixture_open (&fixture, TRS_STUBBORN_SAVES);
  trs_stubborn_settings_lock (fixture.disk, "/callback-mode");
  n_writes = trs_stubborn_settings_get_n_writes (fixture.disk);
  g_assert_false (g_settings_is_writable (fixture.settings, "callback-mode"));
  g_assert_false (g_settings_set_enum (fixture.settings, "callback-mode", TRS_CALLBACK_MY_ADDRESS));
  g_assert_cmpint (g_settings_get_enum (fixture.settings, "callback-mode"), ==, TRS_CALLBACK_NOWHERE);
  g_assert_cmpuint (trs_stubborn_settings_get_n_writes (fixture.disk), ==, n_writes);
  g_assert_true (g_settings_set_string (fixture.settings, "server-address", ADDRESS));
  fixture_close (&fixture);
}

/* Without dconf, GLib has a backend in memory, which says nothing. */
static void
test_memory (void)
{
  g_autoptr (GSettingsBackend) memory = g_memory_settings_backend_new ();
  g_autoptr (GSettings) saved = g_settings_new_with_backend ("io.github.transcripts_app.Transcripts", memory);
  g_autoptr (GSettings) asked_for = trs_held_settings_new (saved);
  g_autoptr (GSettings) fallback = NULL;

  g_settings_set_string (asked_for, "server-address", ADDRESS);
  g_assert_false (trs_held_settings_get_unsaved (trs_held_settings_find (asked_for)));
  g_unsetenv ("GSETTINGS_BACKEND");
  fallback = trs_held_settings_new (saved);
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_settings_set_string (fallback, "server-address", ADDRESS "/2");
  g_assert_true (trs_held_settings_get_unsaved (trs_held_settings_find (fallback)));
}

/* The backend of the system, where a file is in the place of its folder. */
static void
test_real_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-held-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autofree char *path = g_build_filename (file, "settings", "keyfile", NULL);
  g_autoptr (GSettingsBackend) backend = NULL;
  g_autoptr (GSettings) saved = NULL;
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (TrsAccount) account = NULL;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_test_expect_message ("GLib-GIO", G_LOG_LEVEL_WARNING, "Failed to create*");
  backend = g_keyfile_settings_backend_new (path, "/", NULL);
  g_test_assert_expected_messages ();
  saved = g_settings_new_with_backend ("io.github.transcripts_app.Transcripts", backend);
  settings = trs_held_settings_new (saved);
  account = trs_account_new (settings);
  g_assert_false (g_settings_is_writable (saved, "server-address"));
  g_assert_true (g_settings_is_writable (settings, "server-address"));
  trs_account_set_server (account, ADDRESS, FALSE);
  g_assert_true (trs_account_is_configured (account));
  g_assert_true (trs_account_is_lost (account));
  g_unlink (file);
  g_rmdir (folder);
}

/* What a window writes into the row of the account: every program uses whichever of the two discloses least. */
static void
test_delivery (void)
{
  Fixture fixture;
  g_autoptr (TrsAccount) account = NULL;

  fixture_open (&fixture, TRS_STUBBORN_SAVES);
  account = trs_account_new (fixture.settings);
  g_assert_cmpint (trs_account_get_delivery (account), ==, TRS_DELIVERY_SAVED);
  g_assert_true (trs_account_set_callback (account, TRS_CALLBACK_MY_ADDRESS, ADDRESS, NULL, 0, NULL));
  g_assert_cmpint (trs_account_get_delivery (account), ==, TRS_DELIVERY_HELD);
  trs_test_wait_until (trs_account_get_delivery (account) == TRS_DELIVERY_SAVED);

  trs_stubborn_settings_set_mode (fixture.disk, TRS_STUBBORN_DROPS);
  g_assert_true (trs_account_set_callback (account, TRS_CALLBACK_NOWHERE, NULL, NULL, 0, NULL));
  trs_test_wait_until (trs_held_settings_is_lost (fixture.held, "callback-mode"));
  g_assert_cmpint (trs_account_get_delivery (account), ==, TRS_CALLBACK_NOWHERE);
  trs_account_set_kept_delivery (account, TRS_CALLBACK_NOWHERE);

  /* An address that only this window knows is nobody else's. */
  g_assert_true (trs_account_set_callback (account, TRS_CALLBACK_MY_ADDRESS, ADDRESS "/2", NULL, 0, NULL));
  g_assert_cmpint (trs_account_get_delivery (account), ==, TRS_DELIVERY_HELD);
  trs_account_set_kept_delivery (account, TRS_DELIVERY_HELD);
  trs_account_take_delivery (account, 1, TRS_DELIVERY_HELD, FALSE);
  g_assert_cmpint (trs_account_get_callback_mode (account), ==, TRS_CALLBACK_MY_ADDRESS);
  trs_account_take_delivery (account, 1, TRS_CALLBACK_THIS_COMPUTER, FALSE);
  g_assert_cmpint (trs_account_get_callback_mode (account), ==, TRS_CALLBACK_THIS_COMPUTER);
  trs_account_take_delivery (account, 1, TRS_CALLBACK_MY_ADDRESS, FALSE);
  g_assert_cmpint (trs_account_get_callback_mode (account), ==, TRS_CALLBACK_THIS_COMPUTER);
  trs_account_take_delivery (account, 1, TRS_DELIVERY_HELD, FALSE);
  g_assert_cmpint (trs_account_get_callback_mode (account), ==, TRS_CALLBACK_NOWHERE);
  settle (&fixture);
  g_clear_object (&account);
  fixture_close (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  g_test_add_func ("/held-settings/saved", test_saved);
  g_test_add_func ("/held-settings/held", test_held);
  g_test_add_func ("/held-settings/held-together", test_held_together);
  g_test_add_func ("/held-settings/reset", test_reset);
  g_test_add_func ("/held-settings/retried", test_retried);
  g_test_add_func ("/held-settings/from-outside", test_from_outside);
  g_test_add_func ("/held-settings/locked", test_locked);
  g_test_add_func ("/held-settings/memory", test_memory);
  g_test_add_func ("/held-settings/real-file", test_real_file);
  g_test_add_func ("/held-settings/delivery", test_delivery);

  return g_test_run ();
}
