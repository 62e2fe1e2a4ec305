/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-error.h"
#include "trs-media-fixture.h"
#include "trs-service-fetch.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

#define TEXT "The first words.\n\nThe second words."
#define ANSWER "{\"title\": \"On a platform\", \"duration\": 125.9, \"is_live\": null}\n"

static void
start (MediaFixture *media)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "service", "fake-fetch.sh", NULL);

  g_clear_pointer (&media->fixture.media, g_free);
  media->fixture.fetch = g_strdup_printf ("sh '%s' '%s' {outdir} -- {id}", script, media->notes);
  media_fixture_restart (media);
}

static void
write_video (MediaFixture *media,
             const char   *id,
             const char   *answer,
             const char   *script)
{
  g_autofree char *answer_name = g_strconcat (id, ".answer", NULL);
  g_autofree char *script_name = g_strconcat (id, ".mp4", NULL);
  g_autofree char *answer_path = media_fixture_path (media, answer_name);
  g_autofree char *script_path = media_fixture_path (media, script_name);

  media_fixture_write (media, answer_path, answer);
  media_fixture_write (media, script_path, script);
}

static char *
read_fetches (MediaFixture *media)
{
  g_autofree char *path = media_fixture_path (media, "fetches");
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : g_strdup ("");
}

static void
test_goes_all_the_way (MediaFixture  *media,
                       gconstpointer  data)
{
  g_autofree char *id = NULL;
  g_autofree char *fetches = NULL;
  g_autofree char *notes = NULL;
  g_autofree char *folder = g_strconcat (media->fixture.data, ".work/1", NULL);

  start (media);
  write_video (media, "-x9", ANSWER, "note @notes\n" MEDIA_BEGIN MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  id = fixture_submit_ok (&media->fixture, ALICE, "-x9");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  g_assert_true (media_fixture_is (media, id, "name", "On a platform"));
  fetches = read_fetches (media);
  g_assert_cmpstr (fetches, ==, "--print %(.{title,duration,is_live})j -- -x9\n-- -x9\n");
  notes = media_fixture_notes (media);
  g_assert_nonnull (strstr (notes, ".work/1/scratch /dev/fd/3\n"));
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 98);
}

static void
test_progress (MediaFixture  *media,
               gconstpointer  data)
{
  g_autofree char *id = NULL;

  start (media);
  write_video (media, "slow", ANSWER, "");
  write_video (media, "talk", ANSWER, MEDIA_ALL);
  id = fixture_submit_ok (&media->fixture, ALICE, "slow");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Reading the sound (43 %)"));
  media_fixture_touch (media, "go");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
}

static void
test_what_is_not_there (MediaFixture  *media,
                        gconstpointer  data)
{
  static const char * const answers[] = {
    "", "garbage\n", "[]\n", "{\"title\":\"no length\"}\n", "{\"title\":\"no length\",\"duration\":null}\n",
    "{\"title\":\"live\",\"duration\":5,\"is_live\":true}\n", "{\"duration\":-1}\n", "{\"duration\":1e300}\n",
    "{\"title\":7,\"duration\":1}\n", "{\"duration\":1}\n{\"duration\":2}\n",
  };
  static const char * const bad[] = { "none", "a b", "a/b", "a.b", "{url}", "$(id)",
                                      "12345678901234567890123456789012345678901234567890123456789012345" };
  g_autofree char *fetches = NULL;

  start (media);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *video = g_strdup_printf ("answer%u", i);
      g_autoptr (Response) response = NULL;

      write_video (media, video, answers[i], MEDIA_ALL);
      response = fixture_submit (&media->fixture, ALICE, video, "https://nowhere.invalid/");
      response_assert_error (response, 404, "Not Found");
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (Response) response = fixture_submit (&media->fixture, ALICE, bad[i], "https://nowhere.invalid/");

      response_assert_error (response, 404, "Not Found");
    }
  /* What is no identifier is not even asked for. */
  fetches = read_fetches (media);
  g_assert_nonnull (strstr (fetches, "-- none\n"));
  for (guint i = 1; i < G_N_ELEMENTS (bad); i++)
    g_assert_null (strstr (fetches, bad[i]));
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 100);
}

/* That a command ends well proves nothing. */
static void
test_what_does_not_come (MediaFixture  *media,
                         gconstpointer  data)
{
  static const char * const videos[] = { "nothing", "two", "link", "pipe", "empty", "breaks" };
  g_autofree char *fetches = NULL;

  start (media);
  write_video (media, "talk", ANSWER, MEDIA_ALL);
  for (guint i = 0; i < G_N_ELEMENTS (videos); i++)
    {
      g_autofree char *id = NULL;

      write_video (media, videos[i], ANSWER, MEDIA_ALL);
      id = fixture_submit_ok (&media->fixture, ALICE, videos[i]);
      trs_test_poll_until (media_fixture_is (media, id, "state", "error"));
      g_assert_true (media_fixture_is (media, id, "message", "The video could not be fetched from the platform"));
    }
  fetches = read_fetches (media);
  g_assert_nonnull (strstr (fetches, "-- two\n-- two\n-- two\n--print"));
}

static void
test_is_longer_than_said (MediaFixture  *media,
                          gconstpointer  data)
{
  g_autofree char *fetches = NULL;
  g_autofree char *id = NULL;

  start (media);
  write_video (media, "talk", "{\"duration\":10}\n",
               "say {\"type\":\"length\",\"seconds\":36000}\n" MEDIA_FIRST "hold @never\n");
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, id, "state", "error"));
  g_assert_true (media_fixture_is (media, id, "message", "The video is longer than its platform says"));
  fetches = read_fetches (media);
  g_assert_true (g_str_has_suffix (fetches, "j -- talk\n-- talk\n"));
}

/* By the command of the submission, and without fetching again what is there. */
static void
test_goes_on_after_a_restart (MediaFixture  *media,
                              gconstpointer  data)
{
  g_autofree char *id = NULL;
  g_autofree char *fetches = NULL;

  start (media);
  write_video (media, "talk", ANSWER,
               MEDIA_BEGIN MEDIA_FIRST "say {\"type\":\"progress\",\"state\":\"transcription\",\"percent\":20}\n"
               "hold @go\n" MEDIA_SECOND MEDIA_END);
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Transcribing the audio (20 %)"));
  fixture_stop (&media->fixture);
  media_fixture_touch (media, "go");
  media_fixture_restart (media);
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  fetches = read_fetches (media);
  g_assert_true (g_str_has_suffix (fetches, "j -- talk\n-- talk\n"));
}

static void
test_command (void)
{
  static const struct { const char *command, *pattern, *fault; } bad[] = {
    { "", NULL, "cannot be understood" },
    { "fetch 'x", NULL, "cannot be understood" },
    { "fetch {outdir} {id}", NULL, "only behind" },
    { "fetch {outdir} {id} -- {id}", NULL, "only behind" },
    { "fetch {outdir} --url={url} --", "https://a.example/{id}", "only behind" },
    { "fetch -- {id}", NULL, "{outdir}" },
    { "fetch {outdir} --", NULL, "what is fetched" },
    { "fetch {outdir} -- {url}", NULL, "wants --fetch-url" },
    { "fetch {outdir} -- {url}", "https://a.example/", "address of the web" },
    { "fetch {outdir} -- {url}", "file:///{id}", "address of the web" },
    { "fetch {outdir} -- {url}", "{id}", "address of the web" },
  };
  static const struct { const char *command, *pattern; } good[] = {
    { "yt-dlp", NULL }, { "yt-dlp", "https://a.example/watch?v={id}" }, { "a -o {outdir}/x -- {id}", NULL },
    { "a 'b c' {outdir} -- prefix:{id}", NULL }, { "a -- {url} {outdir}", "http://a.example/{id}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (trs_service_fetch_new (bad[i].command, bad[i].pattern, &error));
      g_assert_nonnull (strstr (error->message, bad[i].fault));
    }
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsServiceFetch) fetch = trs_service_fetch_new (good[i].command, good[i].pattern, &error);

      g_assert_no_error (error);
      g_assert_nonnull (strstr (fetch->command, " -- "));
    }
}

#ifdef TRS_WITH_YT_DLP

/* A page as platforms have them, which says what the video is and where. */
static void
platform_cb (SoupServer        *server,
             SoupServerMessage *message,
             const char        *path,
             GHashTable        *query,
             gpointer           user_data)
{
  int port = GPOINTER_TO_INT (user_data);
  g_autofree char *page = g_strdup_printf (
      "<html><head><title>Page</title><script type=\"application/ld+json\">{\"@context\":\"https://schema.org\","
      "\"@type\":\"VideoObject\",\"name\":\"A fetched talk\",\"duration\":\"PT2M5S\","
      "\"contentUrl\":\"http://127.0.0.1:%d/talk.mp4\"}</script></head></html>", port);

  if (g_str_equal (path, "/talk.mp4"))
    soup_server_message_set_response (message, "video/mp4", SOUP_MEMORY_COPY, MEDIA_ALL, strlen (MEDIA_ALL));
  else if (query != NULL && g_strcmp0 (g_hash_table_lookup (query, "v"), "-abc_9") == 0)
    soup_server_message_set_response (message, "text/html", SOUP_MEMORY_COPY, page, strlen (page));
  soup_server_message_set_status (message, g_str_equal (path, "/talk.mp4") || g_str_equal (path, "/watch") ? 200 : 404,
                                  NULL);
}

/* The program itself, and a web server on this computer. */
static void
test_yt_dlp (MediaFixture  *media,
             gconstpointer  data)
{
  g_autoptr (SoupServer) server = soup_server_new (NULL, NULL);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;
  GSList *uris;
  int port;

  soup_server_listen (server, any, 0, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (server);
  port = g_uri_get_port (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  soup_server_add_handler (server, NULL, platform_cb, GINT_TO_POINTER (port), NULL);

  g_clear_pointer (&media->fixture.media, g_free);
  media->fixture.fetch = g_strdup ("yt-dlp");
  media->fixture.fetch_url = g_strdup_printf ("http://127.0.0.1:%d/watch?v={id}", port);
  media_fixture_restart (media);
  id = fixture_submit_ok (&media->fixture, ALICE, "-abc_9");
  g_assert_true (media_fixture_is (media, id, "name", "A fetched talk"));
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  soup_server_disconnect (server);
}

#endif

#define ADD(path, function)                                                                                   \
  g_test_add ("/service/fetch/" path, MediaFixture, MEDIA_STOPPED, media_fixture_set_up, function, \
              media_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("goes-all-the-way", test_goes_all_the_way);
  ADD ("progress", test_progress);
  ADD ("not-there", test_what_is_not_there);
  ADD ("does-not-come", test_what_does_not_come);
  ADD ("longer-than-said", test_is_longer_than_said);
  ADD ("restart", test_goes_on_after_a_restart);
  g_test_add_func ("/service/fetch/command", test_command);
#ifdef TRS_WITH_YT_DLP
  ADD ("yt-dlp", test_yt_dlp);
#endif
  return answer_book_run_tests ("/service/fetch");
}
