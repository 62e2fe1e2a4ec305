/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-service-file.h"
#include "trs-service-fixture.h"
#include "trs-service-process.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

/* Service and worker as they are installed, and a recording of a human voice. */

#define CLIP TRS_SPEECH "/librivox/sense_and_sensibility_01_austen_64kb-0880.wav"

typedef struct
{
  char *media;
  TrsServiceProcess *process;
  SoupSession *session;
} Setting;

static void
set_up (Setting       *setting,
        gconstpointer  data)
{
  const char *args[] = { "--media", NULL, "--user", ALICE ":1", NULL };

  setting->media = g_dir_make_tmp ("trs-recording-XXXXXX", NULL);
  setting->session = soup_session_new_with_options ("proxy-resolver", NULL, "timeout", 60, NULL);
  args[1] = setting->media;
  /* It finds the worker by itself. */
  setting->process = trs_service_process_new (args);
}

static void
tear_down (Setting       *setting,
           gconstpointer  data)
{
  trs_service_process_free (setting->process);
  g_object_unref (setting->session);
  trs_service_file_remove_tree (setting->media);
  g_free (setting->media);
}

static void
write_file (Setting    *setting,
            const char *name,
            const char *bytes,
            gsize       length)
{
  g_autofree char *path = g_build_filename (setting->media, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
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

static Response *
submit (Setting    *setting,
        const char *video)
{
  g_autofree char *body =
      g_strdup_printf ("{\"platformVideoId\":\"%s\",\"webhookUrl\":\"https://nowhere.invalid/\"}", video);

  return ask (setting, "POST", "/api/transcribeVideo", body);
}

static gboolean
is_done (Setting    *setting,
         const char *path)
{
  g_autoptr (Response) detail = ask (setting, "GET", path, NULL);

  g_assert_cmpuint (detail->status, ==, 200);
  g_assert_cmpstr (response_text (detail, "state"), !=, "error");
  return response_text (detail, "text") != NULL;
}

/* Most words of “he was not an ill disposed young man” are found, by whatever version of the recogniser. */
static void
test_speech (Setting       *setting,
             gconstpointer  data)
{
  static const char * const words[] = { "was", "not", "an", "young", "man" };
  g_autofree char *bytes = NULL;
  g_autofree char *path = NULL;
  g_autofree char *lower = NULL;
  g_autoptr (Response) submission = NULL;
  g_autoptr (Response) poor = NULL;
  g_autoptr (Response) detail = NULL;
  guint n = 0;
  gsize length;

  g_assert_true (g_file_get_contents (CLIP, &bytes, &length, NULL));
  write_file (setting, "speech.wav", bytes, length);
  submission = submit (setting, "speech");
  g_assert_cmpuint (submission->status, ==, 201);
  poor = submit (setting, "speech");
  response_assert_error (poor, 402, "NOT_ENOUGH_CREDIT");

  path = g_strdup_printf ("/api/detail/%s?showTimecode=true", response_text (submission, "projectId"));
  trs_test_poll_until (is_done (setting, path));
  detail = ask (setting, "GET", path, NULL);

  g_assert_true (g_regex_match_simple ("^\\[00:00:0[0-2]\\.\\d{3}\\] [A-Z]", response_text (detail, "text"), 0, 0));
  lower = g_ascii_strdown (response_text (detail, "text"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    n += strstr (lower, words[i]) != NULL ? 1 : 0;
  g_test_message ("%s", lower);
  g_assert_cmpuint (n, >=, 3);
}

static gboolean
is_transcribing (Setting    *setting,
                 const char *path)
{
  g_autoptr (Response) detail = ask (setting, "GET", path, NULL);

  return g_strcmp0 (response_text (detail, "message"), "Transcribing the audio (0 %)") == 0;
}

/* All users of a computer can read the arguments of its programs: no name and no folder of a recording stands there. */
static void
test_arguments (Setting       *setting,
                gconstpointer  data)
{
  const char *args[] = { "--media", setting->media, "--user", ALICE ":1", "--recognizer",
                         "sh -c 'sleep 1000' {input} {outdir} {stem}", NULL };
  g_autofree char *bytes = NULL;
  g_autofree char *path = NULL;
  g_autoptr (Response) submission = NULL;
  gsize length;

  trs_service_process_free (setting->process);
  setting->process = trs_service_process_new (args);
  g_assert_true (g_file_get_contents (CLIP, &bytes, &length, NULL));
  write_file (setting, "between-us.wav", bytes, length);
  submission = submit (setting, "between-us");
  g_assert_cmpuint (submission->status, ==, 201);
  path = g_strdup_printf ("/api/detail/%s", response_text (submission, "projectId"));
  trs_test_poll_until (is_transcribing (setting, path));
  g_assert_null (trs_test_find_arguments ("between-us"));
}

static void
test_what_is_none (Setting       *setting,
                   gconstpointer  data)
{
  static const struct { const char *name, *bytes; } files[] = {
    { "empty.mp4", "" }, { "text.mp3", "no recording\n" }, { "list.m3u8", "#EXTM3U\nhttp://127.0.0.1:9/x\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *video = g_strndup (files[i].name, strcspn (files[i].name, "."));
      g_autoptr (Response) response = NULL;

      write_file (setting, files[i].name, files[i].bytes, strlen (files[i].bytes));
      response = submit (setting, video);
      response_assert_error (response, 404, "Not Found");
    }
  g_assert_nonnull (strstr (trs_service_process_get_log (setting->process), "Media: not accepted: "));
}

#define ADD(path, function) g_test_add ("/service/recording/" path, Setting, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("speech", test_speech);
  ADD ("arguments", test_arguments);
  ADD ("none", test_what_is_none);
  return answer_book_run_tests ("/service/recording");
}
