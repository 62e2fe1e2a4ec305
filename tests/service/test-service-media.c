/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-media-fixture.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The interface holds for recordings that are really transcribed as it does for those of the catalogue. */

#define TEXT "The first words.\n\nThe second words."

static void
test_goes_all_the_way (MediaFixture  *media,
                       gconstpointer  data)
{
  Fixture *fixture = &media->fixture;
  g_autofree char *id = NULL;
  g_autofree char *notes = NULL;
  g_autofree char *arguments = NULL;
  g_autoptr (Response) upload = NULL;
  g_autoptr (Response) done = NULL;
  g_autoptr (Response) list = NULL;

  media_fixture_write (media, "talk_1-a.mp4",
                       MEDIA_TALK "note @notes\nhold @a\n" MEDIA_BEGIN "hold @b\n" MEDIA_FIRST "hold @c\n" MEDIA_SECOND
                       "hold @d\n" MEDIA_END);
  id = fixture_submit_ok (fixture, ALICE, "talk_1-a");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Reading the sound (0 %)"));
  upload = media_fixture_detail (media, id, "");
  g_assert_cmpstr (response_text (upload, "state"), ==, "upload");
  g_assert_cmpstr (response_text (upload, "name"), ==, "A talk");
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (upload->json), "videoLength"), ==, 125);

  media_fixture_touch (media, "a");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Reading the sound (40 %)"));
  media_fixture_touch (media, "b");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Transcribing the audio (10 %)"));
  g_assert_true (media_fixture_is (media, id, "state", "transcription"));
  media_fixture_touch (media, "c");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Transcribing the audio (60 %)"));
  media_fixture_touch (media, "d");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));

  done = media_fixture_detail (media, id, "?showTimecode=true&showSpeaker=true");
  g_assert_cmpstr (response_text (done, "text"), ==,
                   "[00:00:01.500] The first words.\n\n[00:01:10.125] Speaker 2: The second words.");
  g_assert_cmpstr (response_text (done, "language"), ==, "en");
  g_assert_cmpstr (response_text (done, "platformId"), ==, "talk_1-a");
  list = fixture_get (fixture, "/api/list");
  g_assert_nonnull (strstr (list->text, "\"state\":\"done\""));

  notes = media_fixture_notes (media);
  arguments = g_strdup_printf ("transcribe --recognizer pocketsphinx --scratch %s.work/1/scratch /dev/fd/3\n",
                               fixture->data);
  g_assert_cmpstr (notes, ==, arguments);
  fixture_stop (fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 98);
}

static void
assert_refused (MediaFixture *media,
                const char   *video,
                const char   *message)
{
  g_autoptr (Response) response = fixture_submit (&media->fixture, ALICE, video, "https://nowhere.invalid/");

  response_assert_error (response, 404, "Not Found");
  g_assert_cmpstr (response_text (response, "message"), ==, message);
}

static void
test_what_cannot_be_transcribed (MediaFixture  *media,
                                 gconstpointer  data)
{
  static const char * const reasons[] = { "empty", "unreadable", "not-media", "no-sound", "protected", "playlist",
                                          "cut" };
  static const char * const none[] = { "missing", "talk.mp4", "a.b", "../media/talk", "TALK", ".hidden", "talk ", "",
                                       "sub", "note" };
  g_autoptr (Response) list = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      g_autofree char *name = g_strconcat (reasons[i], ".mp4", NULL);
      g_autofree char *script =
          g_strdup_printf ("look @looked-%s\nrefuse {\"type\":\"fault\",\"reason\":\"%s\",\"message\":\"No\"}\n",
                           reasons[i], reasons[i]);

      media_fixture_write (media, name, script);
      assert_refused (media, reasons[i], "No");
    }
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    assert_refused (media, reasons[i], "No");

  media_fixture_write (media, "a.b.mp4", MEDIA_ALL);
  media_fixture_write (media, ".hidden.mp4", MEDIA_ALL);
  media_fixture_write (media, "talk.mp4", MEDIA_ALL);
  media_fixture_write (media, "note.json", MEDIA_ALL);
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    if (*none[i] != '\0')
      assert_refused (media, none[i], "Video not found");

  list = fixture_get (&media->fixture, "/api/list");
  g_assert_cmpstr (list->text, ==, "[]");
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 100);
}

/* It is looked into once as long as it is the same, and again when it is not. */
static void
test_is_looked_into_once (MediaFixture  *media,
                          gconstpointer  data)
{
  g_autofree char *notes = NULL;

  media_fixture_write (media, "talk.mp4", "look @notes\n" MEDIA_ALL);
  g_free (fixture_submit_ok (&media->fixture, ALICE, "talk"));
  g_free (fixture_submit_ok (&media->fixture, ALICE, "talk"));
  notes = media_fixture_notes (media);
  /* One line, and its end. */
  g_assert_cmpuint (strcspn (notes, "\n") + 1, ==, strlen (notes));

  media_fixture_write (media, "talk.mp4",
                       "look @notes\nrefuse {\"type\":\"fault\",\"reason\":\"empty\",\"message\":\"No\"}");
  assert_refused (media, "talk", "No");
}

static void
test_what_is_no_file (MediaFixture  *media,
                      gconstpointer  data)
{
  g_autofree char *outside = media_fixture_path (media, "outside.mp4");
  g_autofree char *fifo = g_build_filename (media->fixture.media, "fifo.mp4", NULL);
  g_autofree char *folder = g_build_filename (media->fixture.media, "folder.mp4", NULL);
  g_autofree char *out = g_build_filename (media->fixture.media, "out.mp4", NULL);
  g_autofree char *device = g_build_filename (media->fixture.media, "device.mp4", NULL);
  g_autofree char *nowhere = g_build_filename (media->fixture.media, "nowhere.mp4", NULL);
  g_autofree char *inside = g_build_filename (media->fixture.media, "inside.mp4", NULL);
  g_autofree char *sneaky = g_build_filename (media->fixture.media, "sneaky.mp4", NULL);
  static const char * const bad[] = { "fifo", "folder", "out", "device", "nowhere", "sneaky" };

  media_fixture_write (media, outside, MEDIA_ALL);
  media_fixture_write (media, "talk.mp4", MEDIA_ALL);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (symlink (outside, out), ==, 0);
  g_assert_cmpint (symlink ("/dev/zero", device), ==, 0);
  g_assert_cmpint (symlink ("missing.mp4", nowhere), ==, 0);
  g_assert_cmpint (symlink ("talk.mp4", inside), ==, 0);
  g_assert_cmpint (symlink ("../notes/outside.mp4", sneaky), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    assert_refused (media, bad[i], "Video not found");
  g_free (fixture_submit_ok (&media->fixture, ALICE, "inside"));
}

/* While a file is looked into, everybody else is answered, and a client that leaves is no fault. */
static void
test_discovery_blocks_nobody (MediaFixture  *media,
                              gconstpointer  data)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/api/transcribeVideo",
                                              trs_service_get_port (media->fixture.service));
  g_autofree char *waits = media_fixture_path (media, "looking");
  static const char body[] = "{\"platformVideoId\":\"slow\",\"webhookUrl\":\"https://nowhere.invalid/\"}";
  g_autoptr (GBytes) bytes = g_bytes_new_static (body, sizeof body - 1);
  g_autoptr (SoupMessage) message = soup_message_new ("POST", address);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (Response) list = NULL;
  g_autoptr (Response) other = NULL;
  g_autoptr (GError) error = NULL;

  media_fixture_write (media, "slow.mp4", "look @looking\nawait @go\n" MEDIA_ALL);
  soup_message_headers_replace (soup_message_get_request_headers (message), "api-key", ALICE);
  soup_message_set_request_body_from_bytes (message, "application/json", bytes);
  soup_session_send_async (media->fixture.session, message, G_PRIORITY_DEFAULT, cancellable, trs_test_store_result,
                           &result);
  trs_test_poll_until (g_file_test (waits, G_FILE_TEST_EXISTS));
  other = fixture_submit (&media->fixture, ALICE, "dialogue", "https://nowhere.invalid/");
  g_assert_cmpuint (other->status, ==, 201);
  list = fixture_get (&media->fixture, "/api/list");
  g_assert_cmpuint (json_array_get_length (json_node_get_array (list->json)), ==, 1);

  g_cancellable_cancel (cancellable);
  trs_test_wait_result (result);
  g_assert_null (soup_session_send_finish (media->fixture.session, result, &error));
  trs_test_settle ();
  media_fixture_touch (media, "go");
  /* This one is answered by the same discovery, behind the one that nobody waits for. */
  g_free (fixture_submit_ok (&media->fixture, BOB, "slow"));
}

static void
test_credit (MediaFixture  *media,
             gconstpointer  data)
{
  g_autoptr (Response) poor = NULL;
  g_autofree char *id = NULL;

  media_fixture_write (media, "hours.mp4", "media {\"type\":\"media\",\"length\":7200,\"title\":null,\"bytes\":1}\n");
  media_fixture_write (media, "short.mp4", "media {\"type\":\"media\",\"length\":0.4,\"title\":null,\"bytes\":1}\n"
                                           MEDIA_END);
  poor = fixture_submit (&media->fixture, ALICE, "hours", "https://nowhere.invalid/");
  response_assert_error (poor, 402, "NOT_ENOUGH_CREDIT");
  id = fixture_submit_ok (&media->fixture, ALICE, "short");
  trs_test_poll_until (media_fixture_is (media, id, "text", ""));
  g_assert_true (media_fixture_is (media, id, "name", "short"));
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 99);

  media->fixture.is_free = TRUE;
  media_fixture_restart (media);
  g_free (fixture_submit_ok (&media->fixture, ALICE, "hours"));
  g_free (fixture_submit_ok (&media->fixture, BOB, "hour"));
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 99);
  g_assert_cmpint (media_fixture_credits (media, BOB), ==, 3);
}

static Response *
submit_in (MediaFixture *media,
           const char   *video,
           const char   *language)
{
  g_autofree char *body =
      g_strdup_printf ("{\"platformVideoId\":\"%s\",\"webhookUrl\":\"https://nowhere.invalid/\",\"language\":\"%s\"}",
                       video, language);

  return fixture_send (&media->fixture, "POST", "/api/transcribeVideo", ALICE, "application/json", body);
}

static void
test_language (MediaFixture  *media,
               gconstpointer  data)
{
  g_autoptr (Response) german = NULL;
  g_autoptr (Response) missing = NULL;
  g_autoptr (Response) catalogue = NULL;
  g_autoptr (Response) british = NULL;
  g_autoptr (Response) again = NULL;
  g_autoptr (Response) chosen = NULL;
  g_autofree char *notes = NULL;
  g_autofree char *id = NULL;

  media_fixture_write (media, "talk.mp4", "note @notes\n" MEDIA_ALL);
  german = submit_in (media, "talk", "de");
  response_assert_error (german, 400, "Bad Request");
  g_assert_cmpstr (response_text (german, "message"), ==, "This service recognises English only");
  missing = submit_in (media, "nothing", "de");
  response_assert_error (missing, 404, "Not Found");
  catalogue = submit_in (media, "dialogue", "de");
  g_assert_cmpuint (catalogue->status, ==, 201);
  british = submit_in (media, "talk", "en-GB");
  g_assert_cmpuint (british->status, ==, 201);
  trs_test_poll_until (media_fixture_is (media, response_text (british, "projectId"), "language", "en-GB"));

  /* A command may know more languages, and finds out which one it is. */
  media->fixture.recognizer = g_strdup ("some-command {input} --x");
  media_fixture_restart (media);
  again = submit_in (media, "talk", "de");
  g_assert_cmpuint (again->status, ==, 201);
  /* What it has found out is the language of the project; what was chosen stays. */
  media_fixture_write (media, "found.mp4",
                       MEDIA_TALK MEDIA_BEGIN "say {\"type\":\"language\",\"code\":\"sv\"}\n" MEDIA_FIRST MEDIA_END);
  chosen = submit_in (media, "found", "nb-NO");
  trs_test_poll_until (media_fixture_is (media, response_text (chosen, "projectId"), "text", "The first words."));
  g_assert_true (media_fixture_is (media, response_text (chosen, "projectId"), "language", "nb-NO"));
  id = fixture_submit_ok (&media->fixture, ALICE, "found");
  trs_test_poll_until (media_fixture_is (media, id, "text", "The first words."));
  g_assert_true (media_fixture_is (media, id, "language", "sv"));
  notes = media_fixture_notes (media);
  g_assert_nonnull (strstr (notes, "--recognizer some-command {input} --x --scratch "));
  g_assert_nonnull (strstr (notes, "scratch --language de /dev/fd/3"));
}

/* One after another, in the order of submissions, or as many at a time as are allowed. */
static void
test_jobs_at_a_time (MediaFixture  *media,
                     gconstpointer  data)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  media_fixture_write (media, "talk.mp4", MEDIA_TALK "hold @go\n" MEDIA_BEGIN "hold @end\n" MEDIA_END);
  first = fixture_submit_ok (&media->fixture, ALICE, "talk");
  second = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, first, "message", "Reading the sound (0 %)"));
  g_assert_true (media_fixture_is (media, second, "message", "Waiting for its turn (0 %)"));

  media->fixture.jobs = 2;
  media_fixture_restart (media);
  third = fixture_submit_ok (&media->fixture, ALICE, "talk");
  media_fixture_touch (media, "go");
  trs_test_poll_until (media_fixture_is (media, first, "message", "Reading the sound (40 %)") &&
                       media_fixture_is (media, second, "message", "Reading the sound (40 %)"));
  g_assert_true (media_fixture_is (media, third, "message", "Waiting for its turn (0 %)"));
  media_fixture_touch (media, "end");
  trs_test_poll_until (media_fixture_is (media, third, "text", ""));
}

typedef struct
{
  const char *script;
  const char *message;
  guint n_tries;
} Failure;

/* What another try may mend is tried three times, what it cannot is not; the cause is said in words. */
static void
test_failures (MediaFixture  *media,
               gconstpointer  data)
{
  static const Failure failures[] = {
    { "kill 9\n", "The recogniser broke down", 3 },
    { "kill 11\n", "The recogniser broke down", 3 },
    { "exit 0\n", "The recogniser broke down", 3 },
    { MEDIA_FIRST "exit 2\n", "The recogniser broke down", 3 },
    { "say {\"type\":\"end\",\"cut\":false,\"seconds\":5}\nexit 1\n", "The recogniser broke down", 3 },
    { "say {\"type\":\"fault\",\"reason\":\"recognizer\",\"message\":\"It gave\\u0007 nothing\"}\nexit 1\n",
      "It gave nothing", 3 },
    { "say {\"type\":\"fault\",\"reason\":\"no-sound\",\"message\":\"It has no sound\"}\nexit 1\n",
      "It has no sound", 1 },
    { "say {\"type\":\"fault\",\"reason\":\"unreadable\",\"message\":\"It is damaged\"}\nexit 1\n",
      "It is damaged", 1 },
    { "say {\"type\":\"fault\",\"reason\":\"setup\",\"message\":\"No model\"}\nexit 1\n", "No model", 1 },
    { "flood 100000\nexit 0\n", "The recogniser broke down", 3 },
    { "say garbage\n" MEDIA_END,
      "The worker wrote what it should not: not a JSON document, or one nested too deeply", 3 },
    { "say {\"type\":\"progress\",\"state\":\"upload\",\"percent\":100}\n" MEDIA_END,
      "The worker wrote what it should not: “percent” cannot be what it is", 3 },
    /* The fake worker leaves out what is spelled as usual and begins before what is stored. */
    { MEDIA_SECOND "say {\"type\":\"paragr\\u0061ph\",\"start\":1,\"end\":2,\"text\":\"x\"}\n" MEDIA_END,
      "The recogniser gave paragraphs that are out of order", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *name = g_strdup_printf ("talk%u.mp4", i);
      g_autofree char *video = g_strdup_printf ("talk%u", i);
      g_autofree char *note = g_strdup_printf ("notes%u", i);
      g_autofree char *path = media_fixture_path (media, note);
      g_autofree char *script = g_strdup_printf (MEDIA_TALK "note @%s\n%s", note, failures[i].script);
      g_autofree char *notes = NULL;
      g_auto (GStrv) lines = NULL;
      g_autofree char *id = NULL;

      media_fixture_write (media, name, script);
      id = fixture_submit_ok (&media->fixture, ALICE, video);
      trs_test_poll_until (media_fixture_is (media, id, "state", "error"));
      g_assert_true (media_fixture_is (media, id, "message", failures[i].message));
      g_assert_true (g_file_get_contents (path, &notes, NULL, NULL));
      lines = g_strsplit (notes, "\n", -1);
      g_assert_cmpuint (g_strv_length (lines) - 1, ==, failures[i].n_tries);
    }
}

/* What a try has found is not looked for again, and stands in the text once. */
static void
test_goes_on_behind_the_last_paragraph (MediaFixture  *media,
                                        gconstpointer  data)
{
  g_autofree char *id = NULL;
  g_autofree char *notes = NULL;
  g_auto (GStrv) lines = NULL;

  media_fixture_write (media, "talk.mp4",
                       MEDIA_TALK "note @notes\n" MEDIA_BEGIN MEDIA_FIRST "once @died\nkill 9\n" MEDIA_SECOND
                       MEDIA_END);
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  notes = media_fixture_notes (media);
  lines = g_strsplit (notes, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_null (strstr (lines[0], "--from"));
  g_assert_nonnull (strstr (lines[1], " --from 9.250 /dev/fd/3"));
}

/* A command knows nothing of where it was. */
static void
test_command_begins_anew (MediaFixture  *media,
                          gconstpointer  data)
{
  g_autofree char *id = NULL;
  g_autofree char *notes = NULL;

  media->fixture.recognizer = g_strdup ("command {input}");
  media_fixture_restart (media);
  media_fixture_write (media, "talk.mp4",
                       MEDIA_TALK "note @notes\n" MEDIA_BEGIN MEDIA_FIRST "once @died\nkill 9\n" MEDIA_SECOND
                       MEDIA_END);
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  notes = media_fixture_notes (media);
  g_assert_null (strstr (notes, "--from"));
}

/* The options of the submission hold, whatever those of a later start are. */
static void
test_goes_on_after_a_restart (MediaFixture  *media,
                              gconstpointer  data)
{
  g_autofree char *id = NULL;
  g_autofree char *notes = NULL;
  g_auto (GStrv) lines = NULL;

  media_fixture_write (media, "talk.mp4",
                       MEDIA_TALK "note @notes\n" MEDIA_BEGIN MEDIA_FIRST
                       "say {\"type\":\"progress\",\"state\":\"transcription\",\"percent\":20}\n"
                       "hold @go\n" MEDIA_SECOND MEDIA_END);
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Transcribing the audio (20 %)"));
  fixture_stop (&media->fixture);
  media->fixture.recognizer = g_strdup ("another {input}");
  media_fixture_restart (media);
  trs_test_poll_until (media_fixture_is (media, id, "state", "transcription"));
  media_fixture_touch (media, "go");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  notes = media_fixture_notes (media);
  lines = g_strsplit (notes, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_nonnull (strstr (lines[1], "--recognizer pocketsphinx"));
  g_assert_nonnull (strstr (lines[1], " --from 9.250 /dev/fd/3"));
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 98);
}

static gboolean
is_running (const char *pid)
{
  g_autofree char *process = g_strdup_printf ("/proc/%s", pid);

  return *pid != '\0' && g_file_test (process, G_FILE_TEST_EXISTS);
}

static guint
count_notes (MediaFixture *media)
{
  g_autofree char *notes = media_fixture_notes (media);
  g_auto (GStrv) lines = g_strsplit (notes, "\n", -1);

  return g_strv_length (lines) - 1;
}

/* What is under way stops at once and goes on behind its last paragraph, and what is submitted meanwhile waits. */
static void
test_pauses (MediaFixture  *media,
             gconstpointer  data)
{
  g_autofree char *pid_path = media_fixture_path (media, "pid");
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *notes = NULL;
  g_autofree char *pid = NULL;

  media_fixture_write (media, "talk.mp4",
                       MEDIA_TALK "note @notes\npid @pid\n" MEDIA_BEGIN MEDIA_FIRST
                       "say {\"type\":\"progress\",\"state\":\"transcription\",\"percent\":20}\n"
                       "hold @go\n" MEDIA_SECOND MEDIA_END);
  media_fixture_write (media, "other.mp4", MEDIA_TALK "note @notes\n" MEDIA_BEGIN MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  first = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, first, "message", "Transcribing the audio (20 %)"));
  g_assert_true (g_file_get_contents (pid_path, &pid, NULL, NULL));
  g_strchomp (pid);
  g_assert_true (is_running (pid));

  trs_service_set_paused (media->fixture.service, TRUE);
  trs_test_poll_until (!is_running (pid));
  second = fixture_submit_ok (&media->fixture, ALICE, "other");
  trs_test_settle ();
  g_assert_true (media_fixture_is (media, first, "message", "Transcribing the audio (20 %)"));
  g_assert_true (media_fixture_is (media, second, "state", "upload"));
  g_assert_cmpuint (count_notes (media), ==, 1);

  media_fixture_touch (media, "go");
  trs_service_set_paused (media->fixture.service, FALSE);
  trs_test_poll_until (media_fixture_is (media, first, "text", TEXT));
  trs_test_poll_until (media_fixture_is (media, second, "text", TEXT));
  g_assert_cmpuint (count_notes (media), ==, 3);
  notes = media_fixture_notes (media);
  g_assert_nonnull (strstr (notes, " --from 9.250 /dev/fd/3"));
}

/* However often, and whether it has ended or not: nothing is lost, and no try is counted. */
static void
test_pauses_often (MediaFixture  *media,
                   gconstpointer  data)
{
  g_autofree char *id = NULL;

  media_fixture_write (media, "talk.mp4",
                       MEDIA_TALK "note @notes\n" MEDIA_BEGIN MEDIA_FIRST "hold @go\n" MEDIA_SECOND MEDIA_END);
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  for (guint i = 0; i < 6; i++)
    {
      guint before = i;

      trs_test_poll_until (count_notes (media) > before);
      trs_service_set_paused (media->fixture.service, TRUE);
      trs_service_set_paused (media->fixture.service, FALSE);
    }
  media_fixture_touch (media, "go");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 98);
}

/* In each state in which it can happen. */
static void
test_file_changes (MediaFixture  *media,
                   gconstpointer  data)
{
  static const char * const states[] = { "waiting", "upload", "transcription" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (states); i++)
    {
      gboolean removed = i % 2 == 1;
      const char *state = states[i / 2];
      g_autofree char *go = g_strdup_printf ("go%u", i);
      g_autofree char *script = g_strdup_printf (MEDIA_TALK MEDIA_BEGIN "%shold @%s\n" MEDIA_END,
                                                 g_str_equal (state, "transcription") ? MEDIA_FIRST : "", go);
      g_autofree char *path = g_build_filename (media->fixture.media, "talk.mp4", NULL);
      g_autofree char *first = NULL;
      g_autofree char *id = NULL;

      if (g_str_equal (state, "waiting"))
        {
          media_fixture_write (media, "first.mp4", script);
          first = fixture_submit_ok (&media->fixture, ALICE, "first");
        }
      media_fixture_write (media, "talk.mp4", script);
      id = fixture_submit_ok (&media->fixture, ALICE, "talk");
      trs_test_poll_until (media_fixture_is (media, id, "message",
                                             g_str_equal (state, "waiting")  ? "Waiting for its turn (0 %)"
                                             : g_str_equal (state, "upload") ? "Reading the sound (40 %)"
                                                                             : "Transcribing the audio (10 %)"));
      if (removed)
        g_unlink (path);
      else
        media_fixture_write (media, "talk.mp4", MEDIA_ALL);
      media_fixture_touch (media, go);
      trs_test_poll_until (media_fixture_is (media, id, "state", "error"));
      g_assert_true (media_fixture_is (media, id, "message", removed ? "The file is gone" : "The file has changed"));
      if (first != NULL)
        trs_test_poll_until (media_fixture_is (media, first, "text", ""));
    }
}

/* The interface has no other place for it than the text. */
static void
test_cut_file_says_so (MediaFixture  *media,
                       gconstpointer  data)
{
  g_autofree char *id = NULL;

  media_fixture_write (media, "talk.mp4",
                       MEDIA_TALK MEDIA_BEGIN MEDIA_FIRST
                       "say {\"type\":\"end\",\"cut\":true,\"seconds\":41.7}\nexit 0\n");
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, id, "text",
                                         "The first words.\n\n"
                                         "[The recording breaks off here: of 125 seconds 41 could be read.]"));
}

static void
test_missing_words_are_said (MediaFixture  *media,
                             gconstpointer  data)
{
  g_autofree char *dropped = NULL;
  g_autofree char *empty = NULL;

  media_fixture_write (media, "dropped.mp4",
                       MEDIA_TALK MEDIA_BEGIN MEDIA_FIRST
                       "say {\"type\":\"end\",\"cut\":false,\"seconds\":125.9,\"dropped\":2}\nexit 0\n");
  media_fixture_write (media, "empty.mp4",
                       MEDIA_TALK MEDIA_BEGIN "say {\"type\":\"end\",\"cut\":false,\"seconds\":310}\nexit 0\n");
  dropped = fixture_submit_ok (&media->fixture, ALICE, "dropped");
  empty = fixture_submit_ok (&media->fixture, ALICE, "empty");
  trs_test_poll_until (media_fixture_is (media, dropped, "text",
                                         "The first words.\n\n[The recogniser gave times that cannot be for 2 of its"
                                         " parts: they are left out.]"));
  trs_test_poll_until (media_fixture_is (media, empty, "text", "[No words were recognised in 5 minutes of sound.]"));
}

/* A worker that does not hear ends all the same, and takes nobody's time. */
static void
test_stops_what_does_not_hear (MediaFixture  *media,
                               gconstpointer  data)
{
  g_autofree char *path = media_fixture_path (media, "child");
  g_autofree char *id = NULL;

  media_fixture_write (media, "talk.mp4", MEDIA_TALK MEDIA_BEGIN "child @child\nhang\n");
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (g_file_test (path, G_FILE_TEST_EXISTS));
  fixture_stop (&media->fixture);
  /* The end of the fixture waits until it is gone. */
}

#define ADD(path, function, data) \
  g_test_add ("/service/media/" path, MediaFixture, data, media_fixture_set_up, function, media_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("goes-all-the-way", test_goes_all_the_way, NULL);
  ADD ("cannot-be-transcribed", test_what_cannot_be_transcribed, NULL);
  ADD ("looked-into-once", test_is_looked_into_once, NULL);
  ADD ("no-file", test_what_is_no_file, NULL);
  ADD ("discovery-blocks-nobody", test_discovery_blocks_nobody, NULL);
  ADD ("credit", test_credit, NULL);
  ADD ("language", test_language, NULL);
  ADD ("jobs-at-a-time", test_jobs_at_a_time, NULL);
  ADD ("failures", test_failures, NULL);
  ADD ("behind-the-last-paragraph", test_goes_on_behind_the_last_paragraph, NULL);
  ADD ("command-begins-anew", test_command_begins_anew, NULL);
  ADD ("restart", test_goes_on_after_a_restart, NULL);
  ADD ("pauses", test_pauses, NULL);
  ADD ("pauses-often", test_pauses_often, NULL);
  ADD ("file-changes", test_file_changes, NULL);
  ADD ("cut", test_cut_file_says_so, NULL);
  ADD ("missing-words", test_missing_words_are_said, NULL);
  ADD ("does-not-hear", test_stops_what_does_not_hear, NULL);
  return answer_book_run_tests ("/service/media");
}
