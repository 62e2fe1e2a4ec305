/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-media-fixture.h"
#include "trs-test-disk.h"
#include "trs-test-utils.h"

/* A disk that is full under the service: jobs pause, and go on when there is room, without a word lost or doubled. */

#define TEXT "The first words.\n\nThe second words."
#define PAUSE 5001

static const char * const POINTS[] = { "start", "upload", "first", "second", "end" };

static void
set_highlight (MediaFixture *media,
               guint         round,
               guint         point)
{
  g_autofree char *mark = g_strdup_printf ("go-%u-%s", round, POINTS[point]);

  media_fixture_touch (media, mark);
}

/* A recording that is held at the point that has the number of the round, and at no other one. */
static char *
submit_held_at (MediaFixture *media,
                guint         round)
{
  g_autofree char *name = g_strdup_printf ("talk%u.mp4", round);
  g_autofree char *video = g_strdup_printf ("talk%u", round);
  g_autofree char *at = g_strdup_printf ("@at-%u-", round);
  g_autofree char *go = g_strdup_printf ("@go-%u-", round);
  g_autofree char *reached = g_strdup_printf ("at-%u-%s", round, POINTS[round]);
  g_autofree char *path = media_fixture_path (media, reached);
  g_autoptr (GString) script =
      g_string_new (MEDIA_TALK "note @at-start\nhold @go-start\n" MEDIA_BEGIN "note @at-upload\nhold @go-upload\n"
                    MEDIA_FIRST "note @at-first\nhold @go-first\n" MEDIA_SECOND "note @at-second\nhold @go-second\n"
                    "say {\"type\":\"progress\",\"state\":\"transcription\",\"percent\":99}\n"
                    "note @at-end\nhold @go-end\n" MEDIA_END);
  char *id;

  g_string_replace (script, "@at-", at, 0);
  g_string_replace (script, "@go-", go, 0);
  for (guint i = 0; i < G_N_ELEMENTS (POINTS); i++)
    if (i != round)
      set_highlight (media, round, i);
  media_fixture_write (media, name, script->str);
  id = fixture_submit_ok (&media->fixture, ALICE, video);
  trs_test_poll_until (g_file_test (path, G_FILE_TEST_EXISTS));
  return id;
}

/* Whatever it was about to write. */
static void
test_full_at (MediaFixture  *media,
              gconstpointer  data)
{
  for (guint round = 0; round < G_N_ELEMENTS (POINTS); round++)
    {
      g_autofree char *id = submit_held_at (media, round);
      guint n_turns = 0;

      trs_test_disk_set_full (TRUE);
      set_highlight (media, round, round);
      /* Nothing is final as long as nothing can be written, however often it is tried. */
      for (guint i = 0; i < 5; i++)
        {
          trs_test_settle ();
          trs_manual_clock_advance (media->fixture.manual, PAUSE);
          g_assert_true (media_fixture_is (media, id, "text", NULL));
          g_assert_false (media_fixture_is (media, id, "state", "error"));
        }

      trs_test_disk_set_full (FALSE);
      while (!media_fixture_is (media, id, "text", TEXT))
        {
          trs_manual_clock_advance (media->fixture.manual, PAUSE / 100);
          g_assert_false (media_fixture_is (media, id, "state", "error"));
          g_assert_cmpuint (++n_turns, <, 100000);
        }
    }
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 100 - 2 * (int) G_N_ELEMENTS (POINTS));
}

/* What cannot be written is neither accepted nor paid. */
static void
test_submission (MediaFixture  *media,
                 gconstpointer  data)
{
  g_autoptr (Response) response = NULL;
  g_autoptr (Response) list = NULL;
  g_autofree char *id = NULL;

  media_fixture_write (media, "talk.mp4", MEDIA_ALL);
  trs_test_disk_set_full (TRUE);
  response = fixture_submit (&media->fixture, ALICE, "talk", "https://nowhere.invalid/");
  response_assert_error (response, 500, "Internal Server Error");
  trs_test_disk_set_full (FALSE);
  list = fixture_get (&media->fixture, "/api/list");
  g_assert_cmpstr (list->text, ==, "[]");
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  fixture_stop (&media->fixture);
  g_assert_cmpint (media_fixture_credits (media, ALICE), ==, 98);
}

/* The worker has no room for its own files, either: that is no fault of the job. */
static void
test_worker_has_no_room (MediaFixture  *media,
                         gconstpointer  data)
{
  g_autofree char *id = NULL;
  g_autofree char *notes = NULL;
  guint n_turns = 0;

  media_fixture_write (media, "talk.mp4",
                       MEDIA_TALK "note @notes\n" MEDIA_BEGIN MEDIA_FIRST
                       "once @said\nsay {\"type\":\"fault\",\"reason\":\"disk\",\"message\":\"No room\"}\n"
                       "once @gone\nexit 1\n" MEDIA_SECOND MEDIA_END);
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Transcribing the audio (10 %)"));
  while (!media_fixture_is (media, id, "text", TEXT))
    {
      trs_manual_clock_advance (media->fixture.manual, PAUSE / 100);
      g_assert_false (media_fixture_is (media, id, "state", "error"));
      g_assert_cmpuint (++n_turns, <, 100000);
    }
  notes = media_fixture_notes (media);
  g_assert_nonnull (strstr (notes, " --from 9.250 "));
}

#define ADD(path, function)                                                                             \
  g_test_add ("/service/disk/" path, MediaFixture, MEDIA_MANUAL, media_fixture_set_up, function, \
              media_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  trs_test_disk_install ();
  ADD ("full-at-each-point", test_full_at);
  ADD ("submission", test_submission);
  ADD ("worker", test_worker_has_no_room);
  return answer_book_run_tests ("/service/disk");
}
