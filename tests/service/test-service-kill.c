/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-media-fixture.h"
#include "trs-service-file.h"
#include "trs-service-process.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <unistd.h>

/* Service and worker die without a warning, wherever they are: no job is lost, none is done twice or paid for twice. */

#define TEXT "The first words.\n\nThe second words."
#define N_POINTS 6

typedef struct
{
  char *folder;
  char *media;
  TrsServiceProcess *process;
  SoupSession *session;
} Setting;

static void
set_up (Setting       *setting,
        gconstpointer  data)
{
  setting->folder = g_dir_make_tmp ("trs-kill-XXXXXX", NULL);
  setting->media = g_build_filename (setting->folder, "media", NULL);
  setting->session = soup_session_new_with_options ("proxy-resolver", NULL, "timeout", 60, NULL);
  g_mkdir (setting->media, 0700);
}

static void
start (Setting    *setting,
       const char *credits)
{
  const char *args[] = { "--media", setting->media, "--worker", TRS_FAKE_WORKER, "--user", credits, NULL };

  setting->process = trs_service_process_new (args);
}

static void
tear_down (Setting       *setting,
           gconstpointer  data)
{
  g_clear_pointer (&setting->process, trs_service_process_free);
  g_object_unref (setting->session);
  trs_service_file_remove_tree (setting->folder);
  g_free (setting->folder);
  g_free (setting->media);
}

static char *
path_to (Setting    *setting,
         const char *name)
{
  return g_build_filename (setting->folder, name, NULL);
}

/* `@` stands for a folder and the beginning of a name, which tells one recording from the next. */
static void
write_script (Setting    *setting,
              const char *video,
              const char *script)
{
  g_autoptr (GString) text = g_string_new (script);
  g_autofree char *name = g_strconcat (video, ".mp4", NULL);
  g_autofree char *path = g_build_filename (setting->media, name, NULL);
  g_autofree char *prefix = g_strdup_printf ("%s/%s-", setting->folder, video);

  g_string_replace (text, "@", prefix, 0);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

static char *
mark_of (Setting    *setting,
         const char *video,
         const char *mark)
{
  g_autofree char *name = g_strdup_printf ("%s-%s", video, mark);

  return path_to (setting, name);
}

static gboolean
has_highlight (Setting    *setting,
               const char *video,
               const char *mark)
{
  g_autofree char *path = mark_of (setting, video, mark);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
set_highlight (Setting    *setting,
               const char *video,
               const char *mark)
{
  g_autofree char *path = mark_of (setting, video, mark);

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

static Response *
ask (Setting    *setting,
     const char *method,
     const char *path,
     const char *body)
{
  return response_fetch (setting->session, trs_service_process_get_address (setting->process), method, path, ALICE,
                         "application/json", body);
}

static guint
submit (Setting     *setting,
        const char  *video,
        char       **id)
{
  g_autofree char *body =
      g_strdup_printf ("{\"platformVideoId\":\"%s\",\"webhookUrl\":\"https://nowhere.invalid/\"}", video);
  g_autoptr (Response) response = ask (setting, "POST", "/api/transcribeVideo", body);

  if (id != NULL)
    *id = g_strdup (response_text (response, "projectId"));
  return response->status;
}

static gboolean
is_text (Setting    *setting,
         const char *id,
         const char *text)
{
  g_autofree char *path = g_strconcat ("/api/detail/", id, NULL);
  g_autoptr (Response) response = ask (setting, "GET", path, NULL);

  g_assert_cmpuint (response->status, ==, 200);
  g_assert_cmpstr (response_text (response, "state"), !=, "error");
  return g_strcmp0 (response_text (response, "text"), text) == 0;
}

static guint
count (const char *text,
       const char *word)
{
  guint n = 0;

  for (const char *p = text; (p = strstr (p, word)) != NULL; p++)
    n++;
  return n;
}

static pid_t
read_pid (Setting    *setting,
          const char *video)
{
  g_autofree char *path = mark_of (setting, video, "pid");
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return (pid_t) g_ascii_strtoll (text, NULL, 10);
}

/* What is no process any more, or waits to be buried by whoever inherited it. */
static gboolean
is_dead (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/cmdline", (int) pid);
  g_autofree char *text = NULL;
  gsize length = 0;

  return !g_file_get_contents (path, &text, &length, NULL) || length == 0;
}

static void
release (Setting    *setting,
         const char *video,
         guint       first,
         guint       end)
{
  for (guint i = first; i < end; i++)
    {
      g_autofree char *mark = g_strdup_printf ("go-%u", i);

      set_highlight (setting, video, mark);
    }
}

static void
kill_at (Setting    *setting,
         guint       point,
         gboolean    service,
         char      **id)
{
  g_autofree char *video = g_strdup_printf ("%s-%u", service ? "service" : "worker", point);
  g_autofree char *mark = g_strdup_printf ("at-%u", point);
  pid_t pid;

  write_script (setting, video,
                MEDIA_TALK "pid @pid\n"
                "note @at-0\nhold @go-0\n" MEDIA_BEGIN "note @at-1\nhold @go-1\n" MEDIA_FIRST
                "note @at-2\nhold @go-2\n" MEDIA_SECOND "note @at-3\nhold @go-3\n"
                "say {\"type\":\"progress\",\"state\":\"transcription\",\"percent\":99}\nnote @at-4\nhold @go-4\n"
                "say {\"type\":\"end\",\"cut\":false,\"seconds\":125.9}\nnote @at-5\nhold @go-5\nexit 0\n");
  release (setting, video, 0, point);
  g_assert_cmpuint (submit (setting, video, id), ==, 201);
  trs_test_poll_until (has_highlight (setting, video, mark));
  pid = read_pid (setting, video);
  if (service)
    {
      trs_service_process_kill (setting->process);
      trs_test_poll_until (is_dead (pid));
      release (setting, video, point, N_POINTS);
      trs_service_process_restart (setting->process);
    }
  else
    {
      kill (pid, SIGKILL);
      release (setting, video, point, N_POINTS);
    }
  trs_test_poll_until (is_text (setting, *id, TEXT));
}

static void
test_at_twelve_points (Setting       *setting,
                       gconstpointer  data)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (Response) list = NULL;

  /* Two credits each, and not one more. */
  start (setting, ALICE ":24");
  for (guint i = 0; i < 2 * N_POINTS; i++)
    {
      char *id;

      kill_at (setting, i / 2, i % 2 == 0, &id);
      g_ptr_array_add (ids, id);
    }

  g_assert_cmpuint (submit (setting, "harbour-clip", NULL), ==, 402);
  list = ask (setting, "GET", "/api/list", NULL);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (list->json)), ==, 2 * N_POINTS);
  g_assert_cmpuint (count (list->text, "\"done\""), ==, 2 * N_POINTS);
  for (guint i = 0; i < ids->len; i++)
    {
      g_autofree char *line = g_strdup_printf ("Callback for %s ", (const char *) ids->pdata[i]);

      trs_test_poll_until (count (trs_service_process_get_log (setting->process), line) >= 1);
      g_assert_cmpuint (count (trs_service_process_get_log (setting->process), line), ==, 1);
    }
}

/* Nobody was told of a project, and nobody has paid for one. */
static void
test_before_it_is_accepted (Setting       *setting,
                            gconstpointer  data)
{
  g_autoptr (SoupMessage) message = NULL;
  g_autofree char *address = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (Response) list = NULL;
  static const char text[] = "{\"platformVideoId\":\"talk\",\"webhookUrl\":\"https://nowhere.invalid/\"}";

  start (setting, ALICE ":2");
  write_script (setting, "talk", "look @looking\nawait @go\n" MEDIA_ALL);
  address = g_strconcat (trs_service_process_get_address (setting->process), "/api/transcribeVideo", NULL);
  message = soup_message_new ("POST", address);
  body = g_bytes_new_static (text, sizeof text - 1);
  soup_message_headers_replace (soup_message_get_request_headers (message), "api-key", ALICE);
  soup_message_set_request_body_from_bytes (message, "application/json", body);
  soup_session_send_async (setting->session, message, G_PRIORITY_DEFAULT, NULL, trs_test_store_result, &result);
  trs_test_poll_until (has_highlight (setting, "talk", "looking"));
  trs_service_process_kill (setting->process);
  trs_test_wait_result (result);
  stream = soup_session_send_finish (setting->session, result, NULL);
  g_assert_null (stream);

  set_highlight (setting, "talk", "go");
  trs_service_process_restart (setting->process);
  list = ask (setting, "GET", "/api/list", NULL);
  g_assert_cmpstr (list->text, ==, "[]");
  g_assert_cmpuint (submit (setting, "talk", NULL), ==, 201);
}

/* One that ends by itself leaves nothing of its helpers, either. */
static void
test_ends_whole (Setting       *setting,
                 gconstpointer  data)
{
  g_autofree char *id = NULL;

  start (setting, ALICE ":2");
  write_script (setting, "talk", MEDIA_TALK "pid @pid\nnote @at\nhang\n");
  g_assert_cmpuint (submit (setting, "talk", &id), ==, 201);
  trs_test_poll_until (has_highlight (setting, "talk", "at"));
  g_assert_cmpint (trs_service_process_terminate (setting->process), ==, 0);
  trs_test_poll_until (is_dead (read_pid (setting, "talk")));
}

/* Killed while the sound is half written, or whole and not yet named: nothing stands under its name until all is there,
 * and then it is that of the last try. */
static void
test_sound_is_whole (Setting       *setting,
                     gconstpointer  data)
{
  MediaFixture media = { .fixture = { .media = setting->media } };
  g_autofree char *sound = path_to (setting, "sound");
  g_autofree char *wish = g_build_filename (sound, "keep", NULL);
  g_autofree char *kept = g_build_filename (sound, "f-abc.opus", NULL);
  g_autofree char *file = g_build_filename (setting->media, "talk.mp4", NULL);
  const char *args[] = { "--media", setting->media, "--tickets", "--sound", sound, "--worker", TRS_FAKE_WORKER,
                         "--user", ALICE ":9", NULL };
  g_autofree char *bytes = NULL;
  g_autofree char *id = NULL;

  g_assert_cmpint (g_mkdir (sound, 0700), ==, 0);
  g_assert_true (g_file_set_contents (wish, "", 0, NULL));
  write_script (setting, "talk",
                MEDIA_TALK MEDIA_BEGIN "sound A voice.\nnote @half\nhold @go-0\n"
                "say {\"type\":\"sound\",\"kept\":true}\n" MEDIA_FIRST MEDIA_SECOND "note @whole\nhold @go-1\n"
                "say {\"type\":\"end\",\"cut\":false,\"seconds\":125.9}\nexit 0\n");
  g_free (media_fixture_ticket (&media, "f-abc", file, "Talk"));
  setting->process = trs_service_process_new (args);
  g_assert_cmpuint (submit (setting, "f-abc", &id), ==, 201);
  trs_test_poll_until (has_highlight (setting, "talk", "half"));
  trs_service_process_kill (setting->process);
  g_assert_false (g_file_test (kept, G_FILE_TEST_EXISTS));

  set_highlight (setting, "talk", "go-0");
  trs_service_process_restart (setting->process);
  trs_test_poll_until (has_highlight (setting, "talk", "whole"));
  trs_service_process_kill (setting->process);
  g_assert_false (g_file_test (kept, G_FILE_TEST_EXISTS));

  set_highlight (setting, "talk", "go-1");
  trs_service_process_restart (setting->process);
  trs_test_poll_until (is_text (setting, id, TEXT));
  g_assert_true (g_file_get_contents (kept, &bytes, NULL, NULL));
  g_assert_cmpstr (bytes, ==, "A voice.");
}

static void
test_bad_files_are_listed (Setting       *setting,
                           gconstpointer  data)
{
  static const char * const lines[] = {
    "Media: b\\033d name.mp4 is left out: a file is called NAME.EXT, of letters, digits, “-” and “_”",
    "Media: out.mp4 is left out: It leads out of the folder",
    "Media: talk.mp4 is left out: another file is the video “talk”",
    "Media: bad.mp4 is left out: It is empty",
  };
  g_autofree char *out = g_build_filename (setting->media, "out.mp4", NULL);
  g_autofree char *sound = g_build_filename (setting->media, "talk.mp3", NULL);

  write_script (setting, "bad", "refuse {\"type\":\"fault\",\"reason\":\"empty\",\"message\":\"It is empty\"}\n");
  write_script (setting, "b\033d name", MEDIA_ALL);
  write_script (setting, "talk", MEDIA_ALL);
  g_assert_true (g_file_set_contents (sound, MEDIA_ALL, -1, NULL));
  g_assert_cmpint (symlink ("/etc/passwd", out), ==, 0);
  start (setting, ALICE ":2");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    trs_test_poll_until (strstr (trs_service_process_get_log (setting->process), lines[i]) != NULL);
  g_assert_cmpuint (submit (setting, "talk", NULL), ==, 201);
}

#define ADD(path, function) g_test_add ("/service/kill/" path, Setting, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("twelve-points", test_at_twelve_points);
  ADD ("before-it-is-accepted", test_before_it_is_accepted);
  ADD ("ends-whole", test_ends_whole);
  ADD ("sound-is-whole", test_sound_is_whole);
  ADD ("bad-files-are-listed", test_bad_files_are_listed);
  return answer_book_run_tests ("/service/kill");
}
