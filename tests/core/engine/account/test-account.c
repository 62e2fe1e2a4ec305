/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account.h"
#include "trs-error.h"
#include "trs-test-utils.h"

typedef struct
{
  GSettings *settings;
  TrsAccount *account;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  static const char *const keys[] = { "server-address",   "sample-service",     "submit-video-field",
                                      "project-video-field", "video-page-pattern", "callback-mode",
                                      "callback-address", "callback-interface", "callback-port",
                                      "key-account",      "other-accounts",     "last-project",
                                      "account-names",    "callback-account" };

  fixture->settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (fixture->settings, keys[i]);
  fixture->account = trs_account_new (fixture->settings);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->account);
  g_assert_finalize_object (fixture->settings);
}

static void
count_cb (GObject    *object,
          GParamSpec *pspec,
          gpointer    user_data)
{
  (*(guint *) user_data)++;
}

static void
test_defaults (Fixture       *fixture,
               gconstpointer  data)
{
  g_assert_false (trs_account_is_configured (fixture->account));
  g_assert_cmpstr (trs_account_get_server_address (fixture->account), ==, "");
  g_assert_cmpstr (trs_account_get_submit_field (fixture->account), ==, "platformVideoId");
  g_assert_cmpstr (trs_account_get_project_field (fixture->account), ==, "platformId");
  g_assert_nonnull (strstr (trs_account_get_video_pattern (fixture->account), "{id}"));
  g_assert_cmpint (trs_account_get_callback_mode (fixture->account), ==, TRS_CALLBACK_NOWHERE);
  g_assert_cmpint (trs_account_get_effective_callback (fixture->account), ==, TRS_CALLBACK_NOWHERE);
  g_assert_cmpstr (trs_account_get_callback_interface (fixture->account), ==, "127.0.0.1");
  g_assert_cmpuint (trs_account_get_callback_port (fixture->account), ==, 0);
}

static void
test_kept_and_told (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (TrsAccount) other = trs_account_new (fixture->settings);
  guint n_address = 0;
  guint n_field = 0;
  guint n_port = 0;

  g_signal_connect (other, "notify::server-address", G_CALLBACK (count_cb), &n_address);
  g_signal_connect (other, "notify::submit-field", G_CALLBACK (count_cb), &n_field);
  g_signal_connect (other, "notify::callback-port", G_CALLBACK (count_cb), &n_port);

  trs_account_set_server (fixture->account, "https://a.example", FALSE);
  g_assert_true (trs_account_set_field_names (fixture->account, "videoId", "video_id", NULL));
  g_assert_true (trs_account_set_callback (fixture->account, TRS_CALLBACK_MY_ADDRESS, "https://me.example/hook", NULL,
                                           8080, NULL));
  g_assert_true (trs_account_set_video_pattern (fixture->account, "https://v.example/{id}", NULL));

  g_assert_cmpstr (trs_account_get_server_address (other), ==, "https://a.example");
  g_assert_cmpstr (trs_account_get_submit_field (other), ==, "videoId");
  g_assert_cmpstr (trs_account_get_project_field (other), ==, "video_id");
  g_assert_cmpstr (trs_account_get_callback_address (other), ==, "https://me.example/hook");
  g_assert_cmpuint (trs_account_get_callback_port (other), ==, 8080);
  g_assert_cmpstr (trs_account_get_video_pattern (other), ==, "https://v.example/{id}");
  g_assert_cmpuint (n_address, ==, 1);
  g_assert_cmpuint (n_field, ==, 1);
  g_assert_cmpuint (n_port, ==, 1);
  g_assert_true (trs_account_is_configured (other));

  trs_account_set_server (fixture->account, "http://127.0.0.1:5", TRUE);
  g_assert_cmpstr (trs_account_get_server_address (other), ==, "");
  g_assert_true (trs_account_get_sample (other));
  g_assert_true (trs_account_is_configured (other));
}

/* Not even to a service on this computer, whose address of this program another user could take over. */
static void
test_nowhere_is_nowhere (Fixture       *fixture,
                         gconstpointer  data)
{
  trs_account_set_server (fixture->account, "http://localhost:8000", FALSE);
  g_assert_cmpint (trs_account_get_effective_callback (fixture->account), ==, TRS_CALLBACK_NOWHERE);
  trs_account_set_server (fixture->account, "http://127.0.0.1:8000", FALSE);
  g_assert_cmpint (trs_account_get_effective_callback (fixture->account), ==, TRS_CALLBACK_NOWHERE);
  trs_account_set_server (fixture->account, NULL, TRUE);
  g_assert_cmpint (trs_account_get_effective_callback (fixture->account), ==, TRS_CALLBACK_NOWHERE);
  g_assert_true (trs_account_set_callback (fixture->account, TRS_CALLBACK_MY_ADDRESS, "https://me.example/", NULL, 0,
                                           NULL));
  g_assert_cmpint (trs_account_get_effective_callback (fixture->account), ==, TRS_CALLBACK_MY_ADDRESS);
  g_assert_true (trs_account_set_callback (fixture->account, TRS_CALLBACK_THIS_COMPUTER, NULL, NULL, 0, NULL));
  g_assert_cmpint (trs_account_get_effective_callback (fixture->account), ==, TRS_CALLBACK_THIS_COMPUTER);
  trs_account_set_server (fixture->account, TRS_ACCOUNT_LOCAL, FALSE);
  g_assert_true (trs_account_set_callback (fixture->account, TRS_CALLBACK_THIS_COMPUTER, NULL, NULL, 0, NULL));
  g_assert_cmpint (trs_account_get_effective_callback (fixture->account), ==, TRS_CALLBACK_NOWHERE);
}

static void
test_refuses (Fixture       *fixture,
              gconstpointer  data)
{
  static const char *const bad_names[] = { "", " ", "video id", "vidéo", "a\"b", NULL };
  g_autofree char *long_name = g_strnfill (65, 'a');
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad_names); i++)
    {
      g_assert_false (trs_account_set_field_names (fixture->account, "good", bad_names[i], &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
      g_assert_true (g_str_has_suffix (error->message, "."));
      g_clear_error (&error);
    }
  g_assert_false (trs_account_set_field_names (fixture->account, long_name, "good", &error));
  g_clear_error (&error);
  g_assert_cmpstr (trs_account_get_submit_field (fixture->account), ==, "platformVideoId");

  g_assert_false (trs_account_set_callback (fixture->account, TRS_CALLBACK_MY_ADDRESS, "nonsense", NULL, 0, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
  g_clear_error (&error);
  g_assert_false (trs_account_set_callback (fixture->account, TRS_CALLBACK_MY_ADDRESS, NULL, NULL, 0, &error));
  g_clear_error (&error);
  g_assert_false (trs_account_set_callback (fixture->account, TRS_CALLBACK_THIS_COMPUTER, NULL, "a.example", 0,
                                            &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
  g_clear_error (&error);
  g_assert_false (trs_account_set_callback (fixture->account, TRS_CALLBACK_THIS_COMPUTER, NULL, NULL, 65536, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
  g_clear_error (&error);
  g_assert_cmpint (trs_account_get_callback_mode (fixture->account), ==, TRS_CALLBACK_NOWHERE);

  g_assert_false (trs_account_set_video_pattern (fixture->account, "https://v.example/", &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
}

/* What was set before there was an account is for the first one; nothing of one account reaches another. */
static void
test_accounts_stay_apart (Fixture       *fixture,
                          gconstpointer  data)
{
  TrsAccount *account = fixture->account;
  g_auto (GStrv) names = NULL;
  g_autofree char *last = NULL;

  g_assert_true (trs_account_set_field_names (account, "a_submit", "a_project", NULL));
  trs_account_set_server (account, "https://a.example", FALSE);
  g_assert_cmpstr (trs_account_get_submit_field (account), ==, "a_submit");
  g_assert_true (trs_account_set_video_pattern (account, "https://a.example/{id}", NULL));
  g_assert_true (trs_account_set_callback (account, TRS_CALLBACK_MY_ADDRESS, "https://me.example/a", "127.0.0.2", 81,
                                           NULL));
  trs_account_set_key_account (account, trs_account_get_name (account), 7);
  g_settings_set_string (fixture->settings, "last-project", "a-project");

  trs_account_set_server (account, "https://b.example", FALSE);
  g_assert_cmpstr (trs_account_get_submit_field (account), ==, "platformVideoId");
  g_assert_cmpstr (trs_account_get_project_field (account), ==, "platformId");
  g_assert_nonnull (strstr (trs_account_get_video_pattern (account), "youtube"));
  g_assert_cmpint (trs_account_get_callback_mode (account), ==, TRS_CALLBACK_NOWHERE);
  g_assert_cmpstr (trs_account_get_callback_address (account), ==, "");
  g_assert_cmpstr (trs_account_get_callback_interface (account), ==, "127.0.0.1");
  g_assert_cmpuint (trs_account_get_callback_port (account), ==, 0);
  g_assert_cmpint (trs_account_get_key_account (account, trs_account_get_name (account)), ==, 0);
  g_assert_cmpint (trs_account_get_key_account (account, "https://a.example"), ==, 7);
  last = g_settings_get_string (fixture->settings, "last-project");
  g_assert_cmpstr (last, ==, "");
  g_assert_true (trs_account_set_field_names (account, "b_submit", "b_project", NULL));
  trs_account_set_server (account, NULL, TRUE);
  g_assert_cmpstr (trs_account_get_submit_field (account), ==, "platformVideoId");
  g_assert_cmpstr (trs_account_get_name (account), ==, TRS_ACCOUNT_SAMPLE);

  trs_account_set_server (account, "https://a.example", FALSE);
  g_assert_cmpstr (trs_account_get_submit_field (account), ==, "a_submit");
  g_assert_cmpstr (trs_account_get_project_field (account), ==, "a_project");
  g_assert_cmpstr (trs_account_get_video_pattern (account), ==, "https://a.example/{id}");
  g_assert_cmpint (trs_account_get_callback_mode (account), ==, TRS_CALLBACK_MY_ADDRESS);
  g_assert_cmpstr (trs_account_get_callback_address (account), ==, "https://me.example/a");
  g_assert_cmpstr (trs_account_get_callback_interface (account), ==, "127.0.0.2");
  g_assert_cmpuint (trs_account_get_callback_port (account), ==, 81);
  g_assert_cmpint (trs_account_get_key_account (account, trs_account_get_name (account)), ==, 7);
  names = trs_account_dup_names (account);
  g_assert_cmpuint (g_strv_length (names), ==, 2);
  g_assert_true (g_strv_contains ((const char *const *) names, "https://b.example"));
  g_assert_true (g_strv_contains ((const char *const *) names, TRS_ACCOUNT_SAMPLE));
}

static void
assert_fields (Fixture    *fixture,
               const char *name,
               const char *submit,
               const char *project)
{
  g_autofree char *submit_field = NULL;
  g_autofree char *project_field = NULL;

  trs_account_dup_field_names (fixture->account, name, &submit_field, &project_field);
  g_assert_cmpstr (submit_field, ==, submit);
  g_assert_cmpstr (project_field, ==, project);
}

static void
test_field_names_of_another (Fixture       *fixture,
                             gconstpointer  data)
{
  g_assert_true (trs_account_set_field_names (fixture->account, "a_submit", "a_project", NULL));
  assert_fields (fixture, "https://a.example", "a_submit", "a_project");
  trs_account_set_server (fixture->account, "https://a.example", FALSE);
  assert_fields (fixture, "https://a.example", "a_submit", "a_project");
  assert_fields (fixture, "https://b.example", "platformVideoId", "platformId");
  trs_account_set_server (fixture->account, "https://b.example", FALSE);
  assert_fields (fixture, "https://a.example", "a_submit", "a_project");
  assert_fields (fixture, "https://b.example", "platformVideoId", "platformId");
}

static void
test_forget (Fixture       *fixture,
             gconstpointer  data)
{
  g_auto (GStrv) names = NULL;

  trs_account_set_server (fixture->account, "https://a.example", FALSE);
  g_assert_true (trs_account_set_field_names (fixture->account, "a_submit", "a_project", NULL));
  trs_account_set_server (fixture->account, "https://b.example", FALSE);
  g_assert_true (trs_account_set_field_names (fixture->account, "b_submit", "b_project", NULL));
  trs_account_forget (fixture->account, "https://a.example");
  g_assert_cmpstr (trs_account_get_submit_field (fixture->account), ==, "b_submit");
  trs_account_forget (fixture->account, "https://b.example");
  g_assert_false (trs_account_is_configured (fixture->account));
  g_assert_cmpstr (trs_account_get_submit_field (fixture->account), ==, "platformVideoId");
  names = trs_account_dup_names (fixture->account);
  g_assert_cmpuint (g_strv_length (names), ==, 0);
}

/* A file of settings can be edited by hand, or be that of another version. */
static void
test_nonsense_stored (Fixture       *fixture,
                      gconstpointer  data)
{
  GVariant *others = g_variant_new_parsed ("{'https://a.example': {'callback-port': <'eighty'>, "
                                           "'callback-mode': <'everywhere'>, 'unknown': <1>, "
                                           "'submit-video-field': <'mine'>}}");

  g_settings_set_value (fixture->settings, "other-accounts", others);
  trs_account_set_server (fixture->account, "https://a.example", FALSE);
  g_assert_cmpuint (trs_account_get_callback_port (fixture->account), ==, 0);
  g_assert_cmpint (trs_account_get_callback_mode (fixture->account), ==, TRS_CALLBACK_NOWHERE);
  g_assert_cmpstr (trs_account_get_submit_field (fixture->account), ==, "mine");
}

/* What was saved for the account in use is no better than that. */
static void
test_nonsense_in_use (Fixture       *fixture,
                      gconstpointer  data)
{
  GVariant *others = g_variant_new_parsed ("{'': @a{sv} {}, 'https://a.example': {'submit-video-field': <'a b'>}, "
                                           "'https://a.example': {'key-account': <int64 2>}, "
                                           "'https://b.example': @a{sv} {}}");
  g_auto (GStrv) names = NULL;
  g_autofree char *submit = NULL;
  g_autofree char *project = NULL;

  g_settings_set_string (fixture->settings, "submit-video-field", "webhookUrl\n");
  g_settings_set_string (fixture->settings, "project-video-field", "");
  g_assert_cmpstr (trs_account_get_submit_field (fixture->account), ==, "platformVideoId");
  g_assert_cmpstr (trs_account_get_project_field (fixture->account), ==, "platformId");

  g_settings_set_string (fixture->settings, "server-address", "https://b.example");
  g_settings_set_value (fixture->settings, "other-accounts", others);
  names = trs_account_dup_names (fixture->account);
  g_assert_cmpstrv (names, ((const char *[]) { "https://a.example", NULL }));
  trs_account_dup_field_names (fixture->account, "https://a.example", &submit, &project);
  g_assert_cmpstr (submit, ==, "platformVideoId");
}

/* Two users may share an address, and another store numbers its accounts anew. */
static void
test_labels (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *none = trs_account_dup_label (fixture->account, "https://a.example", 1);
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  g_autofree char *elsewhere = NULL;
  g_autofree char *gone = NULL;

  g_assert_null (none);
  trs_account_set_label (fixture->account, "https://a.example", 1, "  City Desk ");
  trs_account_set_label (fixture->account, "https://a.example", 2, "Sports");
  trs_account_set_label (fixture->account, "https://a.example", 2, "Culture");
  one = trs_account_dup_label (fixture->account, "https://a.example", 1);
  two = trs_account_dup_label (fixture->account, "https://a.example", 2);
  elsewhere = trs_account_dup_label (fixture->account, "https://b.example", 1);
  g_assert_cmpstr (one, ==, "City Desk");
  g_assert_cmpstr (two, ==, "Culture");
  g_assert_null (elsewhere);

  trs_account_set_label (fixture->account, "https://a.example", 1, " ");
  gone = trs_account_dup_label (fixture->account, "https://a.example", 1);
  g_assert_null (gone);
}

/* Another account becomes known, and the one in use stays so. */
static void
test_add (Fixture       *fixture,
          gconstpointer  data)
{
  static const char *const both[] = { "https://b.example", "https://c.example", NULL };
  g_auto (GStrv) names = NULL;

  trs_account_add (fixture->account, "https://a.example");
  g_assert_cmpstr (trs_account_get_name (fixture->account), ==, "https://a.example");
  trs_account_add (fixture->account, "https://b.example");
  trs_account_set_key_account (fixture->account, "https://b.example", 7);
  trs_account_add (fixture->account, "https://c.example");
  trs_account_add (fixture->account, "https://b.example");
  trs_account_add (fixture->account, "https://a.example");
  names = trs_account_dup_names (fixture->account);
  g_assert_cmpstrv (names, both);
  g_assert_cmpstr (trs_account_get_name (fixture->account), ==, "https://a.example");
  g_assert_cmpint (trs_account_get_key_account (fixture->account, "https://b.example"), ==, 7);
  g_assert_cmpint (trs_account_get_key_account (fixture->account, "https://a.example"), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
#define ADD(name, function) g_test_add ("/account/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("accounts-stay-apart", test_accounts_stay_apart);
  ADD ("field-names-of-another", test_field_names_of_another);
  ADD ("forget", test_forget);
  ADD ("nonsense-stored", test_nonsense_stored);
  ADD ("nonsense-in-use", test_nonsense_in_use);
  ADD ("add", test_add);
  ADD ("defaults", test_defaults);
  ADD ("kept-and-told", test_kept_and_told);
  ADD ("nowhere-is-nowhere", test_nowhere_is_nowhere);
  ADD ("refuses", test_refuses);
  g_test_add ("/account/labels", Fixture, NULL, set_up, test_labels, tear_down);
  return g_test_run ();
}
