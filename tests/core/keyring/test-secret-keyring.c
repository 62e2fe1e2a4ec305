/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-secret-keyring.h"
#include "trs-test-utils.h"

#include "config.h"
#include "keyring-bus.h"
#include "keyring-calls.h"

#include <signal.h>

#define ADDRESS "https://transcripts.example/base"
#define OTHER "http://127.0.0.1:8080"
#define KEY "k-3f9a11"
#define OTHER_KEY "k-77b2c0"

/* Milliseconds: longer than any answer takes; time for a prompt to come up; and for what is not answered at all. */
#define DEADLINE 60000
#define PROMPT_DEADLINE trs_test_patience (2000)
#define SHORT_DEADLINE trs_test_patience (250)

static TrsKeyring *
new_keyring (guint deadline)
{
  return trs_secret_keyring_new (NULL, NULL, deadline);
}

/* The paths of the items of an address, unlocked and locked. */
static char **
list_items (KeyringBus *bus,
            const char *address)
{
  g_autoptr (GVariant) reply = keyring_bus_search (bus, address);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (gsize i = 0; i < 2; i++)
    {
      g_autoptr (GVariant) paths = g_variant_get_child_value (reply, i);

      for (gsize j = 0; j < g_variant_n_children (paths); j++)
        {
          const char *path;

          g_variant_get_child (paths, j, "&o", &path);
          g_strv_builder_add (builder, path);
        }
    }

  return g_strv_builder_end (builder);
}

static void
test_unlocked (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;
  g_auto (GStrv) items = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring = new_keyring (DEADLINE);

  keyring_assert_key (keyring, ADDRESS, NULL);
  keyring_store (keyring, ADDRESS, KEY);
  keyring_store (keyring, OTHER, OTHER_KEY);
  keyring_assert_key (keyring, ADDRESS, KEY);
  keyring_assert_key (keyring, OTHER, OTHER_KEY);

  keyring_store (keyring, ADDRESS, "changed");
  keyring_assert_key (keyring, ADDRESS, "changed");
  items = list_items (bus, ADDRESS);
  g_assert_cmpuint (g_strv_length (items), ==, 1);

  keyring_remove (keyring, ADDRESS);
  keyring_remove (keyring, ADDRESS);
  keyring_assert_key (keyring, ADDRESS, NULL);
  keyring_assert_key (keyring, OTHER, OTHER_KEY);
}

static void
test_the_key_is_only_in_the_secret (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;
  g_auto (GStrv) items = NULL;
  g_autoptr (GVariant) attributes = NULL;
  g_autoptr (GVariant) label = NULL;
  const char *schema = NULL;
  const char *server = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring = new_keyring (DEADLINE);
  keyring_store (keyring, ADDRESS, KEY);

  items = list_items (bus, ADDRESS);
  g_assert_cmpuint (g_strv_length (items), ==, 1);
  attributes = keyring_bus_get_property (bus, items[0], "Attributes");
  g_assert_cmpuint (g_variant_n_children (attributes), ==, 2);
  g_assert_true (g_variant_lookup (attributes, "xdg:schema", "&s", &schema));
  g_assert_cmpstr (schema, ==, TRS_APPLICATION_ID ".ApiKey");
  g_assert_true (g_variant_lookup (attributes, "server", "&s", &server));
  g_assert_cmpstr (server, ==, ADDRESS);

  label = keyring_bus_get_property (bus, items[0], "Label");
  g_assert_nonnull (strstr (g_variant_get_string (label, NULL), ADDRESS));
  g_assert_null (strstr (g_variant_get_string (label, NULL), KEY));
}

static void
test_locked_and_nobody_can_ask (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring = new_keyring (DEADLINE);
  keyring_store (keyring, ADDRESS, KEY);

  keyring_bus_lock (bus);
  keyring_assert_error (keyring, ADDRESS, TRS_ERROR_KEYRING_LOCKED);
  keyring_store_fails (keyring, ADDRESS, OTHER_KEY, TRS_ERROR_KEYRING_LOCKED);
  keyring_remove_fails (keyring, ADDRESS, TRS_ERROR_KEYRING_LOCKED);
  /* There is no item that could be locked. */
  keyring_assert_key (keyring, OTHER, NULL);

  keyring_bus_unlock (bus);
  keyring_assert_key (keyring, ADDRESS, KEY);
}

static void
test_the_prompt_is_dismissed (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring_bus_add_prompter (bus);
  keyring = new_keyring (DEADLINE);
  keyring_store (keyring, ADDRESS, KEY);
  g_assert_cmpuint (bus->n_prompts, ==, 0);

  keyring_bus_lock (bus);
  keyring_assert_error (keyring, ADDRESS, TRS_ERROR_KEYRING_LOCKED);
  g_assert_cmpuint (bus->n_prompts, ==, 1);
  keyring_store_fails (keyring, ADDRESS, OTHER_KEY, TRS_ERROR_KEYRING_LOCKED);
  g_assert_cmpuint (bus->n_prompts, ==, 2);
  keyring_remove_fails (keyring, ADDRESS, TRS_ERROR_KEYRING_LOCKED);

  keyring_bus_unlock (bus);
  keyring_assert_key (keyring, ADDRESS, KEY);
}

/* An earlier run of the program, on the same bus. */
static void
test_store (void)
{
  g_autoptr (TrsKeyring) keyring = new_keyring (DEADLINE);

  keyring_store (keyring, ADDRESS, KEY);
}

/* After a restart the daemon no longer knows the schema of what is locked. */
static void
test_found_after_a_restart (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  g_test_trap_subprocess ("/secret-keyring/subprocess/store", 30 * G_USEC_PER_SEC, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  keyring_bus_stop_daemon (bus);

  keyring_bus_start_daemon (bus, FALSE);
  keyring_bus_add_prompter (bus);
  keyring = new_keyring (DEADLINE);
  keyring_assert_error (keyring, ADDRESS, TRS_ERROR_KEYRING_LOCKED);
  g_assert_cmpuint (bus->n_prompts, ==, 1);

  keyring_bus_unlock (bus);
  keyring_assert_key (keyring, ADDRESS, KEY);
}

/* libsecret keeps a session that the new daemon does not know: never “no key”, and the next call connects anew. */
static void
test_restarted_under_the_program (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (GError) error = NULL;
  char *key;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring = new_keyring (DEADLINE);
  keyring_store (keyring, ADDRESS, KEY);

  keyring_bus_stop_daemon (bus);
  keyring_bus_start_daemon (bus, TRUE);
  key = keyring_lookup (keyring, ADDRESS, &error);
  if (key != NULL)
    g_assert_cmpstr (key, ==, KEY);
  else
    g_assert_error (error, TRS_ERROR, TRS_ERROR_KEYRING_FAILED);
  trs_api_key_free (key);

  keyring_assert_key (keyring, ADDRESS, KEY);
  keyring_store (keyring, ADDRESS, OTHER_KEY);
  keyring_assert_key (keyring, ADDRESS, OTHER_KEY);
}

static void
test_no_service (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring = new_keyring (DEADLINE);
  keyring_assert_error (keyring, ADDRESS, TRS_ERROR_KEYRING_MISSING);
  keyring_store_fails (keyring, ADDRESS, KEY, TRS_ERROR_KEYRING_MISSING);
  keyring_remove_fails (keyring, ADDRESS, TRS_ERROR_KEYRING_MISSING);

  /* It may come later. */
  keyring_bus_start_daemon (bus, TRUE);
  keyring_store (keyring, ADDRESS, KEY);
  keyring_assert_key (keyring, ADDRESS, KEY);
}

static void
test_no_bus (void)
{
  g_autoptr (TrsKeyring) keyring = NULL;

  if (!keyring_test_in_process ())
    return;

  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);
  keyring = new_keyring (DEADLINE);
  keyring_assert_error (keyring, ADDRESS, TRS_ERROR_KEYRING_MISSING);
  keyring_store_fails (keyring, ADDRESS, KEY, TRS_ERROR_KEYRING_MISSING);
}

static gboolean
tick_cb (gpointer user_data)
{
  ++*(guint *) user_data;
  return G_SOURCE_CONTINUE;
}

static void
answered_late_cb (TrsKeyring *keyring,
                  const char *address,
                  gpointer    user_data)
{
  g_ptr_array_add (user_data, g_strdup (address));
}

static void
test_a_hanging_service (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (TrsKeyring) patient = NULL;
  g_autoptr (GPtrArray) late = NULL;
  guint n_ticks = 0;
  guint tick_id;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring = new_keyring (SHORT_DEADLINE);
  patient = new_keyring (DEADLINE);
  late = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect (keyring, "answered-late", G_CALLBACK (answered_late_cb), late);
  keyring_store (patient, ADDRESS, KEY);

  keyring_bus_signal_daemon (bus, SIGSTOP);
  tick_id = g_timeout_add (10, tick_cb, &n_ticks);
  keyring_assert_error (keyring, ADDRESS, TRS_ERROR_KEYRING_TIMED_OUT);
  g_assert_cmpuint (n_ticks, >, 2);
  g_source_remove (tick_id);
  g_assert_cmpuint (late->len, ==, 0);

  keyring_bus_signal_daemon (bus, SIGCONT);
  trs_test_wait_until (late->len > 0);
  g_assert_cmpstr (late->pdata[0], ==, ADDRESS);
  keyring_assert_key (patient, ADDRESS, KEY);
  g_assert_cmpuint (late->len, ==, 1);
}

/* The first contact is more than one question to the service. */
static void
test_hangs_from_the_start (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (TrsKeyring) patient = NULL;
  g_autoptr (GPtrArray) late = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring_bus_signal_daemon (bus, SIGSTOP);
  keyring = new_keyring (SHORT_DEADLINE);
  patient = new_keyring (DEADLINE);
  late = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect (keyring, "answered-late", G_CALLBACK (answered_late_cb), late);

  /* The second store comes last, and so must its key. */
  keyring_store_fails (keyring, ADDRESS, KEY, TRS_ERROR_KEYRING_TIMED_OUT);
  keyring_store_fails (keyring, ADDRESS, OTHER_KEY, TRS_ERROR_KEYRING_TIMED_OUT);

  keyring_bus_signal_daemon (bus, SIGCONT);
  trs_test_wait_until (late->len == 2);
  keyring_assert_key (patient, ADDRESS, OTHER_KEY);
}

static void
store_answered_late_cb (TrsKeyring *keyring,
                        const char *address,
                        guint       serial,
                        gboolean    stored,
                        GString    *told)
{
  g_assert_cmpstr (address, ==, ADDRESS);
  g_string_append_printf (told, "%u%c", serial, stored ? '+' : '-');
}

static void
assert_store_ends (TrsKeyring   *keyring,
                   const char   *key,
                   guint         serial,
                   GCancellable *cancellable,
                   GQuark        domain,
                   int           code)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_keyring_store_async (keyring, ADDRESS, key, serial, cancellable, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_false (trs_keyring_store_finish (keyring, result, &error));
  g_assert_error (error, domain, code);
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

/* A store that nobody waits for any more may be done all the same. How each ended is told, under its number. */
static void
test_stores_that_were_given_up (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (TrsKeyring) patient = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GString) told = g_string_new (NULL);

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring_bus_add_prompter (bus);
  keyring = new_keyring (SHORT_DEADLINE);
  patient = new_keyring (DEADLINE);
  g_signal_connect (keyring, "store-answered-late", G_CALLBACK (store_answered_late_cb), told);
  g_signal_connect (patient, "store-answered-late", G_CALLBACK (store_answered_late_cb), told);
  keyring_store (patient, ADDRESS, "the-first");
  g_assert_cmpstr (told->str, ==, "");

  keyring_bus_signal_daemon (bus, SIGSTOP);
  assert_store_ends (keyring, KEY, 7, NULL, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT);
  g_timeout_add (500, cancel_cb, cancellable);
  assert_store_ends (patient, OTHER_KEY, 8, cancellable, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpstr (told->str, ==, "");
  keyring_bus_signal_daemon (bus, SIGCONT);
  trs_test_wait_until (told->len == 4);
  g_assert_cmpstr (told->str, ==, "7+8+");
  keyring_assert_key (patient, ADDRESS, OTHER_KEY);

  bus->hold_prompts = TRUE;
  keyring_bus_lock (bus);
  assert_store_ends (keyring, KEY, 9, NULL, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT);
  trs_test_wait_until (bus->n_prompts == 1);
  keyring_bus_dismiss_prompt (bus);
  trs_test_wait_until (told->len == 6);
  g_assert_cmpstr (told->str, ==, "7+8+9-");
  keyring_bus_unlock (bus);
  keyring_assert_key (patient, ADDRESS, OTHER_KEY);
}

static void
test_gone_before_the_answer (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (TrsKeyring) other = NULL;
  g_autoptr (GPtrArray) late = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring = new_keyring (SHORT_DEADLINE);
  other = new_keyring (DEADLINE);
  late = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect (keyring, "answered-late", G_CALLBACK (answered_late_cb), late);
  keyring_store (other, ADDRESS, KEY);

  keyring_bus_signal_daemon (bus, SIGSTOP);
  keyring_assert_error (keyring, ADDRESS, TRS_ERROR_KEYRING_TIMED_OUT);
  g_assert_finalize_object (g_steal_pointer (&keyring));

  keyring_bus_signal_daemon (bus, SIGCONT);
  keyring_assert_key (other, ADDRESS, KEY);
  g_assert_cmpuint (late->len, ==, 0);
}

/* libsecret never ends a look-up that is cancelled while a prompt is up. */
static void
test_cancelled_under_a_prompt (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (TrsKeyring) patient = NULL;
  g_autoptr (GCancellable) cancellable = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) late = NULL;
  g_autoptr (GError) error = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring_bus_add_prompter (bus);
  bus->hold_prompts = TRUE;
  keyring = new_keyring (PROMPT_DEADLINE);
  patient = new_keyring (DEADLINE);
  late = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect (keyring, "answered-late", G_CALLBACK (answered_late_cb), late);
  keyring_store (patient, ADDRESS, KEY);
  keyring_bus_lock (bus);

  cancellable = g_cancellable_new ();
  trs_keyring_lookup_async (keyring, ADDRESS, cancellable, trs_test_store_result, &result);
  trs_test_wait_until (bus->n_prompts == 1);
  g_assert_null (result);
  g_cancellable_cancel (cancellable);
  g_assert_null (result);
  trs_test_wait_result (result);
  g_assert_null (trs_keyring_lookup_finish (keyring, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  /* The prompt that is still up keeps nobody else from an unlocked keyring. */
  keyring_bus_unlock (bus);
  keyring_assert_key (patient, ADDRESS, KEY);
  keyring_bus_dismiss_prompt (bus);
  keyring_bus_lock (bus);
  bus->hold_prompts = FALSE;
  keyring_assert_error (patient, ADDRESS, TRS_ERROR_KEYRING_LOCKED);
  g_assert_cmpuint (late->len, ==, 0);
}

static void
test_a_person_who_takes_time (void)
{
  g_autoptr (KeyringBus) bus = NULL;
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (TrsKeyring) patient = NULL;
  g_autoptr (GPtrArray) late = NULL;

  if (!keyring_test_in_process ())
    return;

  bus = keyring_bus_new ();
  keyring_bus_start_daemon (bus, TRUE);
  keyring_bus_add_prompter (bus);
  bus->hold_prompts = TRUE;
  keyring = new_keyring (SHORT_DEADLINE);
  patient = new_keyring (DEADLINE);
  late = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect (keyring, "answered-late", G_CALLBACK (answered_late_cb), late);
  keyring_store (patient, ADDRESS, KEY);
  keyring_bus_lock (bus);

  keyring_assert_error (keyring, ADDRESS, TRS_ERROR_KEYRING_TIMED_OUT);
  trs_test_wait_until (bus->n_prompts == 1);

  /* The other prompt of the person ended well, so this one is no longer needed. */
  keyring_bus_unlock (bus);
  keyring_bus_dismiss_prompt (bus);
  trs_test_wait_until (late->len == 1);
  keyring_assert_key (patient, ADDRESS, KEY);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/secret-keyring/unlocked", test_unlocked);
  g_test_add_func ("/secret-keyring/the-key-is-only-in-the-secret", test_the_key_is_only_in_the_secret);
  g_test_add_func ("/secret-keyring/locked-and-nobody-can-ask", test_locked_and_nobody_can_ask);
  g_test_add_func ("/secret-keyring/the-prompt-is-dismissed", test_the_prompt_is_dismissed);
  g_test_add_func ("/secret-keyring/subprocess/store", test_store);
  g_test_add_func ("/secret-keyring/found-after-a-restart", test_found_after_a_restart);
  g_test_add_func ("/secret-keyring/restarted-under-the-program", test_restarted_under_the_program);
  g_test_add_func ("/secret-keyring/no-service", test_no_service);
  g_test_add_func ("/secret-keyring/no-bus", test_no_bus);
  g_test_add_func ("/secret-keyring/a-hanging-service", test_a_hanging_service);
  g_test_add_func ("/secret-keyring/hangs-from-the-start", test_hangs_from_the_start);
  g_test_add_func ("/secret-keyring/stores-that-were-given-up", test_stores_that_were_given_up);
  g_test_add_func ("/secret-keyring/gone-before-the-answer", test_gone_before_the_answer);
  g_test_add_func ("/secret-keyring/cancelled-under-a-prompt", test_cancelled_under_a_prompt);
  g_test_add_func ("/secret-keyring/a-person-who-takes-time", test_a_person_who_takes_time);
  return g_test_run ();
}
