/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-media-fixture.h"
#include "trs-service-media.h"
#include "trs-test-utils.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT "The first words.\n\nThe second words."

static void
start_with_tickets (MediaFixture *media)
{
  media->fixture.tickets = TRUE;
  media_fixture_restart (media);
}

/* Returns: (transfer full): path of a recording that lies elsewhere */
static char *
write_elsewhere (MediaFixture *media,
                 const char   *script)
{
  char *path = media_fixture_path (media, "elsewhere.mp4");

  media_fixture_write (media, path, script);
  return path;
}

static void
test_leads_elsewhere (MediaFixture  *media,
                      gconstpointer  data)
{
  g_autofree char *path =
      write_elsewhere (media, MEDIA_TALK "note @notes\n" MEDIA_BEGIN MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  g_autoptr (Response) ignored = NULL;
  g_autofree char *id = NULL;
  g_autofree char *other = NULL;
  g_autofree char *notes = NULL;

  g_free (media_fixture_ticket (media, "f-abc", path, "My own title"));
  g_free (media_fixture_ticket (media, "f-def", path, ""));
  /* Without the option they mean nothing. */
  ignored = fixture_submit (&media->fixture, ALICE, "f-abc", "https://nowhere.invalid/");
  response_assert_error (ignored, 404, "Not Found");
  start_with_tickets (media);
  id = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  other = fixture_submit_ok (&media->fixture, ALICE, "f-def");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  g_assert_true (media_fixture_is (media, id, "name", "My own title"));
  trs_test_poll_until (media_fixture_is (media, other, "name", "A talk"));
  notes = media_fixture_notes (media);
  g_assert_true (g_str_has_suffix (g_strchomp (notes), " /dev/fd/3"));
  g_assert_null (strstr (notes, path));
}

/* Returns: (transfer full): what recognises each project, newest first */
static char *
list_recognizers (MediaFixture *media)
{
  g_autoptr (Response) list = fixture_get (&media->fixture, "/api/list");
  JsonArray *entries = json_node_get_array (list->json);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (entries); i++)
    {
      JsonObject *entry = json_array_get_object_element (entries, i);

      g_string_append_printf (names, "%s ", json_object_get_string_member_with_default (entry, "recognizer", "-"));
    }
  return g_string_free (names, FALSE);
}

/* Which recogniser made a text stays with it, by the name of its program alone: a command has paths of the user. */
static void
test_recognizer (MediaFixture  *media,
                 gconstpointer  data)
{
  g_autofree char *path = write_elsewhere (media, MEDIA_ALL);
  g_autofree char *in_folder = g_build_filename (media->fixture.media, "plain.mp4", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;
  g_autofree char *names = NULL;

  media_fixture_write (media, in_folder, MEDIA_ALL);
  g_free (media_fixture_ticket (media, "f-abc", path, "One"));
  g_free (media_fixture_ticket (media, "f-def", path, "Two"));
  start_with_tickets (media);
  first = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  second = fixture_submit_ok (&media->fixture, ALICE, "plain");
  g_free (media->fixture.recognizer);
  media->fixture.recognizer = g_strdup ("'/opt/a b/bin/whisper-cli' -m /opt/a/secret {input}");
  media_fixture_restart (media);
  third = fixture_submit_ok (&media->fixture, ALICE, "f-def");
  names = list_recognizers (media);
  g_assert_cmpstr (names, ==, "whisper-cli - pocketsphinx ");
}

/* Which track is read stands in the ticket, and is not asked of it again: a job depends on its row alone. */
static void
test_track (MediaFixture  *media,
            gconstpointer  data)
{
  g_autofree char *path =
      write_elsewhere (media, MEDIA_TALK "note @notes\n" MEDIA_BEGIN MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  g_autoptr (Response) refused = NULL;
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  g_autofree char *notes = NULL;
  g_auto (GStrv) lines = NULL;

  g_free (media_fixture_ticket (media, "f-abc", path, "One"));
  g_free (media_fixture_ticket (media, "f-abc-2", path, "Two\",\"track\":2,\"x\":\""));
  g_free (media_fixture_ticket (media, "f-abc-17", path, "No\",\"track\":17,\"x\":\""));
  start_with_tickets (media);
  one = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  trs_test_poll_until (media_fixture_is (media, one, "text", TEXT));
  two = fixture_submit_ok (&media->fixture, ALICE, "f-abc-2");
  trs_test_poll_until (media_fixture_is (media, two, "text", TEXT));
  g_assert_true (media_fixture_is (media, two, "name", "Two"));
  notes = media_fixture_notes (media);
  lines = g_strsplit (g_strchomp (notes), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 2);
  g_assert_null (strstr (lines[0], "--track"));
  g_assert_nonnull (strstr (lines[1], " --track 2 /dev/fd/3"));
  refused = fixture_submit (&media->fixture, ALICE, "f-abc-17", "https://nowhere.invalid/");
  response_assert_error (refused, 404, "Not Found");
}

static void
test_folder_is_private (MediaFixture  *media,
                        gconstpointer  data)
{
  static const guint modes[] = { 0755, 0750, 0701, 0777, 0500 };
  TrsServiceOptions options = {
    .media = media->fixture.media, .worker = media->fixture.worker, .tickets = TRUE, .jobs = 1, .speed = 1
  };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (g_chmod (media->fixture.media, (int) modes[i]), ==, 0);
      g_assert_null (trs_service_new (&options, media->fixture.clock, &error));
      g_assert_nonnull (strstr (error->message, "mode 0700"));
    }
  g_chmod (media->fixture.media, 0700);
}

static void
test_what_is_no_ticket (MediaFixture  *media,
                        gconstpointer  data)
{
  g_autofree char *path = write_elsewhere (media, MEDIA_ALL);
  g_autofree char *good = media_fixture_ticket (media, "good", path, "t");
  g_autofree char *link = g_build_filename (media->fixture.media, "link.json", NULL);
  g_autofree char *pipe = g_build_filename (media->fixture.media, "pipe.json", NULL);
  g_autofree char *blanks = g_strnfill (70000, ' ');
  g_autofree char *text = NULL;
  g_autofree char *large = NULL;
  static const char * const bad[] = { "link", "pipe", "empty", "garbage", "relative", "device", "folder", "gone",
                                      "large", "no-digest" };
  static const char members[] = "\"size\":1,\"time\":1,\"digest\":"
                                "\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"}";
  const struct { const char *name, *path; } paths[] = {
    { "relative.json", "elsewhere.mp4" }, { "device.json", "/dev/zero" }, { "folder.json", media->notes },
    { "gone.json", "/nowhere/at/all.mp4" },
  };

  g_assert_cmpint (symlink (good, link), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  media_fixture_write (media, "empty.json", "");
  media_fixture_write (media, "garbage.json", "\x01[");
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *ticket = g_strdup_printf ("{\"path\":\"%s\",%s", paths[i].path, members);

      media_fixture_write (media, paths[i].name, ticket);
    }
  g_assert_true (g_file_get_contents (good, &text, NULL, NULL));
  large = g_strconcat (text, blanks, NULL);
  media_fixture_write (media, "large.json", large);
  *strstr (text, "digest") = 'x';
  media_fixture_write (media, "no-digest.json", text);

  start_with_tickets (media);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (Response) response = fixture_submit (&media->fixture, ALICE, bad[i], "https://nowhere.invalid/");

      response_assert_error (response, 404, "Not Found");
    }
  g_free (fixture_submit_ok (&media->fixture, ALICE, "good"));
}

/* Before the submission: the project says so, and costs nothing. */
static void
test_file_has_changed (MediaFixture  *media,
                       gconstpointer  data)
{
  g_autofree char *path = write_elsewhere (media, MEDIA_ALL);
  g_autofree char *ticket = media_fixture_ticket (media, "f-abc", path, "t");
  g_autofree char *id = NULL;

  start_with_tickets (media);
  media_fixture_write (media, path, MEDIA_ALL "# more\n");
  id = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  g_assert_true (media_fixture_is (media, id, "state", "error"));
  g_assert_true (media_fixture_is (media, id, "message", "The file has changed"));

  /* It goes with its ticket, as every other one. */
  g_unlink (ticket);
  trs_test_poll_until (media_fixture_is (media, id, "state", NULL));
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 100);
}

/* Other words of the same length, and the time put back: the digest shows it. */
static void
test_digest_differs (MediaFixture  *media,
                     gconstpointer  data)
{
  g_autofree char *path = write_elsewhere (media, MEDIA_ALL "# a\n");
  struct stat before;
  g_autofree char *id = NULL;

  g_free (media_fixture_ticket (media, "f-abc", path, "t"));
  g_assert_cmpint (stat (path, &before), ==, 0);
  media_fixture_write (media, path, MEDIA_ALL "# b\n");
  g_assert_cmpint (utimensat (AT_FDCWD, path, (struct timespec[]) { before.st_atim, before.st_mtim }, 0), ==, 0);
  start_with_tickets (media);
  id = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  trs_test_poll_until (media_fixture_is (media, id, "message", "The file has changed"));
  g_assert_true (media_fixture_is (media, id, "state", "error"));
}

static gboolean
file_has (const char *path,
          const char *words)
{
  g_autofree char *bytes = NULL;
  gsize length;

  return g_file_get_contents (path, &bytes, &length, NULL) && memmem (bytes, length, words, strlen (words)) != NULL;
}

static gboolean
data_has (MediaFixture *media,
          const char   *words)
{
  g_autofree char *log = g_strconcat (media->fixture.data, "-wal", NULL);

  return file_has (media->fixture.data, words) || file_has (log, words);
}

static void
assert_nothing_left (MediaFixture *media)
{
  g_autofree char *folder = g_strconcat (media->fixture.data, ".work/1", NULL);
  g_autoptr (Response) list = fixture_get (&media->fixture, "/api/list");

  g_assert_cmpstr (list->text, ==, "[]");
  trs_test_poll_until (!g_file_test (folder, G_FILE_TEST_EXISTS));
  g_assert_false (data_has (media, "first words"));
  g_assert_false (data_has (media, "Secret title"));
  g_assert_false (data_has (media, "f-abc"));
  g_assert_false (data_has (media, "elsewhere"));
}

/* The client has no other way to cancel. */
static void
test_removed_under_way (MediaFixture  *media,
                        gconstpointer  data)
{
  g_autofree char *path =
      write_elsewhere (media, MEDIA_TALK "pid @pid\nnote @notes\n" MEDIA_BEGIN MEDIA_FIRST "hang\n");
  g_autofree char *ticket = media_fixture_ticket (media, "f-abc", path, "Secret title");
  g_autofree char *id = NULL;
  g_autofree char *waiting = NULL;
  g_autofree char *pid = NULL;
  g_autofree char *pid_path = media_fixture_path (media, "pid");
  g_autofree char *process = NULL;
  g_autofree char *notes = NULL;
  gint64 removed_at;

  start_with_tickets (media);
  id = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  /* One that waits goes, too, and is never begun. */
  waiting = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Transcribing the audio (10 %)"));
  g_assert_true (media_fixture_is (media, waiting, "message", "Waiting for its turn (0 %)"));
  trs_test_poll_until (data_has (media, "first words"));
  g_assert_true (g_file_get_contents (pid_path, &pid, NULL, NULL));
  process = g_strdup_printf ("/proc/%s", g_strchomp (pid));
  g_assert_true (g_file_test (process, G_FILE_TEST_EXISTS));

  removed_at = g_get_monotonic_time ();
  g_unlink (ticket);
  trs_test_poll_until (!g_file_test (process, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_get_monotonic_time () - removed_at, <, trs_test_patience (1) * G_USEC_PER_SEC);
  trs_test_poll_until (media_fixture_is (media, id, "state", NULL));
  assert_nothing_left (media);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  trs_test_settle ();
  notes = media_fixture_notes (media);
  g_assert_cmpuint (strcspn (notes, "\n") + 1, ==, strlen (notes));
}

static void
test_removed_when_done (MediaFixture  *media,
                        gconstpointer  data)
{
  g_autofree char *path = write_elsewhere (media, MEDIA_ALL);
  g_autofree char *ticket = media_fixture_ticket (media, "f-abc", path, "Secret title");
  g_autofree char *id = NULL;

  start_with_tickets (media);
  id = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  g_assert_true (data_has (media, "first words"));
  /* A new version of the ticket takes the place of the old one, and removes nothing. */
  g_free (media_fixture_ticket (media, "f-abc", path, "Secret title"));
  trs_test_settle ();
  g_assert_true (media_fixture_is (media, id, "text", TEXT));

  /* The next answer knows it, however busy the service is. */
  g_unlink (ticket);
  g_assert_true (media_fixture_is (media, id, "text", NULL));
  assert_nothing_left (media);
}

/* A text that another recording has, too, stays with that one. */
static void
test_removed_while_stopped (MediaFixture  *media,
                            gconstpointer  data)
{
  g_autofree char *path = write_elsewhere (media, MEDIA_ALL);
  g_autofree char *ticket = media_fixture_ticket (media, "f-abc", path, "Secret title");
  g_autofree char *twin = media_fixture_ticket (media, "f-twin", path, "Twin");
  g_autofree char *id = NULL;
  g_autofree char *other = NULL;

  start_with_tickets (media);
  id = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  other = fixture_submit_ok (&media->fixture, ALICE, "f-twin");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT) && media_fixture_is (media, other, "text", TEXT));
  fixture_stop (&media->fixture);
  g_unlink (ticket);
  start_with_tickets (media);
  g_assert_true (media_fixture_is (media, id, "text", NULL));
  g_assert_true (media_fixture_is (media, other, "text", TEXT));

  fixture_stop (&media->fixture);
  g_unlink (twin);
  start_with_tickets (media);
  assert_nothing_left (media);
}

/* A disk that is taken out is no wish to remove anything. */
static void
test_folder_is_gone (MediaFixture  *media,
                     gconstpointer  data)
{
  g_autoptr (TrsServiceDiscovery) discovery = trs_service_discovery_new (media->fixture.worker, media->fixture.clock);
  g_autoptr (TrsServiceMedia) folder = trs_service_media_new (media->fixture.media, TRUE, discovery, NULL);
  g_autofree char *path = write_elsewhere (media, MEDIA_ALL);
  g_autofree char *elsewhere = media_fixture_path (media, "moved");

  g_free (media_fixture_ticket (media, "f-abc", path, "t"));
  g_assert_true (trs_service_media_has_ticket (folder, "f-abc"));
  g_assert_false (trs_service_media_has_ticket (folder, "f-def"));
  g_assert_cmpint (g_rename (media->fixture.media, elsewhere), ==, 0);
  g_assert_true (trs_service_media_has_ticket (folder, "f-abc"));
  g_assert_true (trs_service_media_has_ticket (folder, "f-def"));
}

#define ADD(path, function)                                                                              \
  g_test_add ("/service/tickets/" path, MediaFixture, NULL, media_fixture_set_up, function, \
              media_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("leads-elsewhere", test_leads_elsewhere);
  ADD ("folder-is-private", test_folder_is_private);
  ADD ("track", test_track);
  ADD ("no-ticket", test_what_is_no_ticket);
  ADD ("recognizer", test_recognizer);
  ADD ("file-has-changed", test_file_has_changed);
  ADD ("digest-differs", test_digest_differs);
  ADD ("removed/under-way", test_removed_under_way);
  ADD ("removed/when-done", test_removed_when_done);
  ADD ("removed/while-stopped", test_removed_while_stopped);
  ADD ("removed/folder-is-gone", test_folder_is_gone);
  return answer_book_run_tests ("/service/tickets");
}
