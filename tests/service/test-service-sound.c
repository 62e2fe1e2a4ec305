/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-fixture.h"
#include "trs-service-file.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <string.h>

#define TEXT "The first words.\n\nThe second words."
#define SOUND "sound A voice.\n"
#define KEPT "say {\"type\":\"sound\",\"kept\":true,\"message\":null}\n"
#define NOT_KEPT "say {\"type\":\"sound\",\"kept\":false,\"message\":\"There is no room for it.\"}\n"

static void
set_up (MediaFixture  *media,
        gconstpointer  data)
{
  media_fixture_set_up (media, MEDIA_STOPPED);
  media->fixture.tickets = TRUE;
  media->fixture.sound = g_build_filename (media->notes, "sound", NULL);
}

static void
tear_down (MediaFixture  *media,
           gconstpointer  data)
{
  media_fixture_tear_down (media, data);
}

static void
wish (MediaFixture *media,
      gboolean      wished)
{
  g_autofree char *path = g_build_filename (media->fixture.sound, "keep", NULL);

  g_mkdir (media->fixture.sound, 0700);
  if (wished)
    g_assert_true (g_file_set_contents (path, "", 0, NULL));
  else
    g_unlink (path);
}

/* Returns: (transfer full) (nullable): what is kept of it */
static char *
read_sound (MediaFixture *media,
            const char   *id)
{
  g_autofree char *name = g_strconcat (id, ".opus", NULL);
  g_autofree char *path = g_build_filename (media->fixture.sound, name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static gboolean
has_sound (MediaFixture *media,
           const char   *id)
{
  g_autofree char *text = read_sound (media, id);

  return text != NULL;
}

/* Returns: (transfer full): path of a ticket */
static char *
give (MediaFixture *media,
      const char   *id,
      const char   *script)
{
  g_autofree char *name = g_strconcat (id, ".mp4", NULL);
  g_autofree char *path = media_fixture_path (media, name);

  media_fixture_write (media, path, script);
  return media_fixture_ticket (media, id, path, "Talk");
}

/* It is there as soon as the words are, and goes with the ticket. */
static void
test_kept (MediaFixture  *media,
           gconstpointer  data)
{
  g_autofree char *ticket =
      give (media, "f-abc", MEDIA_TALK "note @notes\n" MEDIA_BEGIN SOUND KEPT MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  g_autofree char *id = NULL;
  g_autofree char *sound = NULL;
  g_autofree char *notes = NULL;

  wish (media, TRUE);
  media_fixture_restart (media);
  id = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  sound = read_sound (media, "f-abc");
  g_assert_cmpstr (sound, ==, "A voice.");
  notes = media_fixture_notes (media);
  g_assert_nonnull (strstr (notes, " --sound "));

  g_unlink (ticket);
  trs_test_poll_until (!has_sound (media, "f-abc"));
}

static void
run (MediaFixture *media,
     const char   *id,
     const char   *script)
{
  g_autofree char *project = NULL;

  g_free (give (media, id, script));
  project = fixture_submit_ok (&media->fixture, ALICE, id);
  trs_test_poll_until (media_fixture_is (media, project, "text", TEXT));
}

/* Whatever the worker says of a sound that nobody wishes; and what has no ticket has no place for one. */
static void
test_not_kept (MediaFixture  *media,
               gconstpointer  data)
{
  g_autofree char *notes = NULL;
  g_autofree char *id = NULL;

  wish (media, FALSE);
  media_fixture_restart (media);
  run (media, "f-unwished",
       MEDIA_TALK "note @notes\n" MEDIA_BEGIN SOUND KEPT MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  media_fixture_write (media, "talk.mp4",
                       MEDIA_TALK "note @notes\n" MEDIA_BEGIN SOUND KEPT MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  wish (media, TRUE);
  id = fixture_submit_ok (&media->fixture, ALICE, "talk");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  notes = media_fixture_notes (media);
  g_assert_null (strstr (notes, "--sound"));

  run (media, "f-full", "# 1\n" MEDIA_TALK MEDIA_BEGIN SOUND NOT_KEPT MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  run (media, "f-silent", "# 2\n" MEDIA_TALK MEDIA_BEGIN SOUND MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  run (media, "f-empty", "# 3\n" MEDIA_TALK MEDIA_BEGIN KEPT MEDIA_FIRST MEDIA_SECOND MEDIA_END);
  g_assert_false (has_sound (media, "f-unwished"));
  g_assert_false (has_sound (media, "talk"));
  g_assert_false (has_sound (media, "f-full"));
  g_assert_false (has_sound (media, "f-silent"));
  g_assert_false (has_sound (media, "f-empty"));
}

/* Who switches it off while something is under way does not find its sound afterwards. */
static void
test_switched_off (MediaFixture  *media,
                   gconstpointer  data)
{
  g_autofree char *id = NULL;

  g_free (give (media, "f-abc", MEDIA_TALK MEDIA_BEGIN SOUND KEPT MEDIA_FIRST "hold @go\n" MEDIA_SECOND MEDIA_END));
  wish (media, TRUE);
  media_fixture_restart (media);
  id = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Transcribing the audio (10 %)"));
  wish (media, FALSE);
  media_fixture_touch (media, "go");
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  g_assert_false (has_sound (media, "f-abc"));
}

/* Until all is there, nothing stands where somebody would take it for whole: not while the job is under way, nor after
 * the service was ended in it, nor when the job has failed. */
static void
test_whole (MediaFixture  *media,
            gconstpointer  data)
{
  g_autofree char *id = NULL;
  g_autofree char *other = NULL;

  g_free (give (media, "f-abc", MEDIA_TALK MEDIA_BEGIN SOUND KEPT MEDIA_FIRST "hold @go\n" MEDIA_SECOND MEDIA_END));
  g_free (give (media, "f-broken", "# 1\n" MEDIA_TALK MEDIA_BEGIN SOUND KEPT
                "say {\"type\":\"fault\",\"reason\":\"setup\",\"message\":\"Broken\"}\nexit 1\n"));
  wish (media, TRUE);
  media_fixture_restart (media);
  id = fixture_submit_ok (&media->fixture, ALICE, "f-abc");
  trs_test_poll_until (media_fixture_is (media, id, "message", "Transcribing the audio (10 %)"));
  g_assert_false (has_sound (media, "f-abc"));
  fixture_stop (&media->fixture);
  g_assert_false (has_sound (media, "f-abc"));

  media_fixture_touch (media, "go");
  media_fixture_restart (media);
  trs_test_poll_until (media_fixture_is (media, id, "text", TEXT));
  g_assert_true (has_sound (media, "f-abc"));

  other = fixture_submit_ok (&media->fixture, ALICE, "f-broken");
  trs_test_poll_until (media_fixture_is (media, other, "state", "error"));
  g_assert_false (has_sound (media, "f-broken"));
}

/* What was left while no service ran goes at the next start, and only that. */
static void
test_swept (MediaFixture  *media,
            gconstpointer  data)
{
  g_autofree char *there = g_build_filename (media->fixture.sound, "f-there.opus", NULL);
  g_autofree char *gone = g_build_filename (media->fixture.sound, "f-gone.opus", NULL);
  g_autofree char *other = g_build_filename (media->fixture.sound, "notes.txt", NULL);

  g_free (give (media, "f-there", MEDIA_ALL));
  wish (media, FALSE);
  for (const char *const *path = (const char *const[]) { there, gone, other, NULL }; *path != NULL; path++)
    g_assert_true (g_file_set_contents (*path, "A voice.", -1, NULL));
  media_fixture_restart (media);
  g_assert_true (g_file_test (there, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (gone, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (other, G_FILE_TEST_EXISTS));
}

#define ADD(path, function) g_test_add ("/service/sound/" path, MediaFixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("kept", test_kept);
  ADD ("not-kept", test_not_kept);
  ADD ("switched-off", test_switched_off);
  ADD ("whole", test_whole);
  ADD ("swept", test_swept);
  return g_test_run ();
}
