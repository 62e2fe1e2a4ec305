/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-local-intake.h"
#include "trs-test-utils.h"

#include <fcntl.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* SHA-256 of "abc" (FIPS 180-2), in base 32 of RFC 4648. */
#define ABC_ID "f-xj4bnp4pahh6uqkbidpf3lrceoyagyndsylxvhfucd7wd4qacwwq"
#define ABC_DIGEST "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

typedef struct
{
  char *folder;
  char *local;
  TrsLocalIntake *intake;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("trs-intake-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->local = g_build_filename (fixture->folder, "data", "local", NULL);
  fixture->intake = trs_local_intake_new (fixture->local);
}

static int
remove_cb (const char        *path,
           const struct stat *info,
           int                kind,
           struct FTW        *place)
{
  return remove (path);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_object_unref (fixture->intake);
  g_assert_cmpint (nftw (fixture->folder, remove_cb, 16, FTW_DEPTH | FTW_PHYS), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->local);
}

static char *
write_file (Fixture    *fixture,
            const char *name,
            const char *contents)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, contents, -1, &error);
  g_assert_no_error (error);
  return path;
}

static char *
take_track (Fixture     *fixture,
            const char  *path,
            guint        track,
            GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;

  trs_local_intake_take_async (fixture->intake, file, track, NULL, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_local_intake_take_finish (fixture->intake, result, error);
}

static char *
take (Fixture     *fixture,
      const char  *path,
      GError     **error)
{
  return take_track (fixture, path, 1, error);
}

static char *
read_ticket (Fixture    *fixture,
             const char *id)
{
  g_autofree char *name = g_strconcat (id, ".json", NULL);
  g_autofree char *path = g_build_filename (fixture->local, "tickets", name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static guint
count_tickets (Fixture *fixture)
{
  g_auto (GStrv) ids = trs_local_intake_dup_ids (fixture->intake);

  return g_strv_length (ids);
}

/* The identifier is that of the content, and the file stays as it is. */
static void
test_take (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = write_file (fixture, "abc.mp3", "abc");
  g_autofree char *copy = write_file (fixture, "a copy.ogg", "abc");
  g_autofree char *other = write_file (fixture, "abd.mp3", "abd");
  g_autofree char *tickets = trs_local_intake_dup_folder (fixture->intake);
  g_autofree char *id = NULL;
  g_autofree char *same = NULL;
  g_autofree char *another = NULL;
  g_autofree char *ticket = NULL;
  g_autofree char *lies_at = NULL;
  struct stat info;
  g_autoptr (GError) error = NULL;

  g_assert_false (trs_local_intake_has (fixture->intake, ABC_ID));
  id = take (fixture, path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (id, ==, ABC_ID);
  g_assert_true (trs_local_intake_has (fixture->intake, id));
  ticket = read_ticket (fixture, id);
  g_assert_nonnull (strstr (ticket, "\"" ABC_DIGEST "\""));
  g_assert_nonnull (strstr (ticket, path));
  g_assert_nonnull (strstr (ticket, "\"name\":\"abc.mp3\""));
  g_assert_cmpint (g_stat (tickets, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);

  /* As long as the first one is there, its ticket stays. */
  same = take (fixture, copy, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (same, ==, id);
  lies_at = trs_local_intake_dup_path (fixture->intake, id);
  g_assert_cmpstr (lies_at, ==, path);
  g_clear_pointer (&lies_at, g_free);
  g_clear_pointer (&same, g_free);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_null (trs_local_intake_dup_path (fixture->intake, id));
  same = take (fixture, copy, &error);
  g_assert_no_error (error);
  lies_at = trs_local_intake_dup_path (fixture->intake, id);
  g_assert_cmpstr (lies_at, ==, copy);

  another = take (fixture, other, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (another, !=, id);
  g_assert_cmpuint (count_tickets (fixture), ==, 2);
}

/* A file that was read is not read again, by this run or by the next one, until anything of it changes. */
static void
test_remembered (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *path = write_file (fixture, "abc.mp3", "abc");
  struct timespec times[2];
  struct stat before;
  g_autofree char *id = take (fixture, path, NULL);
  g_autofree char *known = NULL;
  g_autofree char *changed = NULL;
  g_autofree char *forgotten = NULL;
  int fd;

  g_assert_cmpstr (id, ==, ABC_ID);
  g_assert_cmpint (g_stat (path, &before), ==, 0);
  fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);
  g_assert_cmpint (write (fd, "abd", 3), ==, 3);
  close (fd);
  times[0] = before.st_atim;
  times[1] = before.st_mtim;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_clear_object (&fixture->intake);
  fixture->intake = trs_local_intake_new (fixture->local);
  known = take (fixture, path, NULL);
  g_assert_cmpstr (known, ==, ABC_ID);

  times[1].tv_sec++;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  changed = take (fixture, path, NULL);
  g_assert_cmpstr (changed, !=, ABC_ID);

  /* Nothing stays of what is dropped, the digest neither. */
  g_assert_true (trs_local_intake_drop (fixture->intake, ABC_ID, NULL));
  g_assert_true (trs_local_intake_drop (fixture->intake, changed, NULL));
  g_assert_cmpuint (count_tickets (fixture), ==, 0);
  times[1] = before.st_mtim;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  forgotten = take (fixture, path, NULL);
  g_assert_cmpstr (forgotten, ==, changed);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *empty = write_file (fixture, "empty.mp3", "");
  g_autofree char *missing = g_build_filename (fixture->folder, "missing.mp3", NULL);
  g_autofree char *pipe = g_build_filename (fixture->folder, "pipe.mp3", NULL);
  g_autofree char *nameless = write_file (fixture, "\xff.mp3", "abc");
  const char *refused[] = { empty, fixture->folder, pipe, nameless, NULL };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  for (guint i = 0; refused[i] != NULL; i++)
    {
      g_assert_null (take (fixture, refused[i], &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
      g_clear_error (&error);
    }
  g_assert_null (take (fixture, missing, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (count_tickets (fixture), ==, 0);
}

typedef struct
{
  GCancellable *cancellable;
  goffset done;
  goffset total;
  guint n_reports;
} Progress;

static void
progress_cb (goffset  done,
             goffset  total,
             gpointer user_data)
{
  Progress *progress = user_data;

  g_assert_cmpint (done, >=, progress->done);
  progress->done = done;
  progress->total = total;
  progress->n_reports++;
  if (progress->cancellable != NULL)
    g_cancellable_cancel (progress->cancellable);
}

/* Larger than any disk reads before somebody cancels: a file with a hole. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *path = write_file (fixture, "large.mp4", "abc");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  Progress progress = { g_cancellable_new () };
  const goffset size = G_GINT64_CONSTANT (1) << 40;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (truncate (path, size), ==, 0);
  trs_local_intake_take_async (fixture->intake, file, 1, progress_cb, &progress, progress.cancellable,
                               trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_null (trs_local_intake_take_finish (fixture->intake, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (progress.n_reports, ==, 1);
  g_assert_cmpint (progress.total, ==, size);
  g_assert_cmpint (progress.done, >, 0);
  g_assert_cmpuint (count_tickets (fixture), ==, 0);
  g_object_unref (progress.cancellable);
}

/* Who gives back what was there before takes nothing away. */
static void
test_give_back (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = write_file (fixture, "abc.mp3", "abc");
  g_autofree char *id = take (fixture, path, NULL);
  g_autofree char *again = NULL;

  trs_local_intake_give_back (fixture->intake, id);
  g_assert_false (trs_local_intake_has (fixture->intake, id));
  again = take (fixture, path, NULL);
  g_clear_object (&fixture->intake);
  fixture->intake = trs_local_intake_new (fixture->local);
  g_clear_pointer (&again, g_free);
  again = take (fixture, path, NULL);
  trs_local_intake_give_back (fixture->intake, id);
  g_assert_true (trs_local_intake_has (fixture->intake, id));
}

/* What the service says is foreign: no identifier leads out of the folder. */
static void
test_hostile (Fixture       *fixture,
              gconstpointer  data)
{
  const char *hostile[] = { "../../victim", "..", "", "a/b", ".", "x\ny", NULL };
  g_autofree char *victim = write_file (fixture, "data/victim.json", "{\"path\":\"/etc/passwd\"}");

  for (guint i = 0; hostile[i] != NULL; i++)
    {
      g_assert_false (trs_local_intake_has (fixture->intake, hostile[i]));
      g_assert_true (trs_local_intake_drop (fixture->intake, hostile[i], NULL));
      g_assert_null (trs_local_intake_dup_path (fixture->intake, hostile[i]));
    }
  g_assert_true (g_file_test (victim, G_FILE_TEST_EXISTS));
}

static void
test_damaged (Fixture       *fixture,
              gconstpointer  data)
{
  const char *damaged[] = { "", "[]", "{", "{\"path\":1}", "{\"path\":\"/etc/passwd\"}",
                            "{\"path\":\"/etc/passwd\",\"digest\":\"x\",\"size\":\"3\",\"time\":1}", NULL };
  g_autofree char *path = write_file (fixture, "abc.mp3", "abc");

  for (guint i = 0; damaged[i] != NULL; i++)
    {
      g_autofree char *id = NULL;
      g_autofree char *lies_at = NULL;

      g_free (write_file (fixture, "data/local/tickets/" ABC_ID ".json", damaged[i]));
      g_assert_null (trs_local_intake_dup_path (fixture->intake, ABC_ID));
      /* It is written anew. */
      id = take (fixture, path, NULL);
      g_assert_cmpstr (id, ==, ABC_ID);
      lies_at = trs_local_intake_dup_path (fixture->intake, ABC_ID);
      g_assert_cmpstr (lies_at, ==, path);
    }
}

static void
test_list (Fixture       *fixture,
           gconstpointer  data)
{
  static const char *names[] = { "in/b 10.mp3", "in/b 2.MP3", "in/notes.txt", "in/.hidden.mp3", "in/deep/a.webm",
                                 "alone.txt" };
  static const char *expected[] = { "alone.txt", "in/b 2.MP3", "in/b 10.mp3", "in/deep/a.webm" };
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GListModel) found = NULL;
  g_autofree char *link = g_build_filename (fixture->folder, "in", "ring", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (write_file (fixture, names[i], "abc"));
  g_assert_cmpint (symlink ("..", link), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, i == 0 ? "alone.txt" : "in", NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      g_list_store_append (files, file);
    }
  trs_local_intake_list_async (fixture->intake, G_LIST_MODEL (files), NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  found = trs_local_intake_list_finish (fixture->intake, result, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (found), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (found, i);
      g_autofree char *path = g_build_filename (fixture->folder, expected[i], NULL);

      g_assert_cmpstr (g_file_peek_path (file), ==, path);
    }
}

static char *
make_sound (Fixture    *fixture,
            const char *id,
            const char *contents)
{
  g_autofree char *name = g_strdup_printf ("data/local/sound/%s.opus", id);

  return write_file (fixture, name, contents);
}

static gint64
measure (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 size;

  trs_local_intake_measure_sound_async (fixture->intake, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  size = trs_local_intake_measure_sound_finish (fixture->intake, result, &error);
  g_assert_no_error (error);
  return size;
}

/* Each track of a file is a video of its own, and the file is not read again for it. */
static void
test_tracks (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *path = write_file (fixture, "abc.mkv", "abc");
  g_autofree char *first = take (fixture, path, NULL);
  g_autofree char *second = take_track (fixture, path, 2, NULL);
  g_autofree char *first_ticket = read_ticket (fixture, first);
  g_autofree char *second_ticket = read_ticket (fixture, second);
  g_autofree char *heard = NULL;
  g_autofree char *sound = NULL;
  guint track = 0;

  g_assert_cmpstr (first, ==, ABC_ID);
  g_assert_cmpstr (second, ==, ABC_ID "-2");
  g_assert_cmpuint (count_tickets (fixture), ==, 2);
  g_assert_null (strstr (first_ticket, "track"));
  g_assert_nonnull (strstr (second_ticket, "\"track\":2"));
  g_assert_nonnull (strstr (first_ticket, "\"name\":\"abc.mkv\""));
  g_assert_nonnull (strstr (second_ticket, "\"name\":\"abc.mkv (track 2)\""));
  g_assert_nonnull (strstr (second_ticket, ABC_DIGEST));
  g_assert_cmpuint (trs_local_intake_get_track (fixture->intake, first), ==, 1);
  g_assert_cmpuint (trs_local_intake_get_track (fixture->intake, second), ==, 2);
  g_assert_cmpuint (trs_local_intake_get_track (fixture->intake, "f-none"), ==, 1);

  /* Of the file the track that was read is heard; the sound that is kept is that one alone. */
  heard = trs_local_intake_dup_sound (fixture->intake, second, &track);
  g_assert_cmpstr (heard, ==, path);
  g_assert_cmpuint (track, ==, 2);
  sound = make_sound (fixture, second, "1234567");
  g_clear_pointer (&heard, g_free);
  heard = trs_local_intake_dup_sound (fixture->intake, second, &track);
  g_assert_cmpstr (heard, ==, sound);
  g_assert_cmpuint (track, ==, 1);

  trs_local_intake_give_back (fixture->intake, second);
  g_assert_true (trs_local_intake_has (fixture->intake, first));
  g_assert_false (trs_local_intake_has (fixture->intake, second));
}

/* The sound that is kept comes before the file, and goes with the ticket. */
static void
test_sound (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = write_file (fixture, "abc.mp3", "abc");
  g_autofree char *stray = make_sound (fixture, "f-stray", "1");
  g_autofree char *sound = NULL;
  g_autofree char *heard = NULL;
  g_autofree char *id = take (fixture, path, NULL);

  heard = trs_local_intake_dup_sound (fixture->intake, id, NULL);
  g_assert_cmpstr (heard, ==, path);
  sound = make_sound (fixture, id, "1234567");
  g_clear_pointer (&heard, g_free);
  heard = trs_local_intake_dup_sound (fixture->intake, id, NULL);
  g_assert_cmpstr (heard, ==, sound);
  g_assert_cmpint (measure (fixture), ==, 8);

  /* Without its file it serves alone, and without a ticket it is nobody's. */
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_clear_pointer (&heard, g_free);
  heard = trs_local_intake_dup_sound (fixture->intake, id, NULL);
  g_assert_cmpstr (heard, ==, sound);
  g_assert_null (trs_local_intake_dup_sound (fixture->intake, "f-stray", NULL));
  g_assert_null (trs_local_intake_dup_sound (fixture->intake, "../sound/f-stray", NULL));

  g_assert_true (trs_local_intake_drop (fixture->intake, id, NULL));
  g_assert_false (g_file_test (sound, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (stray, G_FILE_TEST_EXISTS));
  g_assert_true (trs_local_intake_drop (fixture->intake, "../sound/f-stray", NULL));
  g_assert_true (g_file_test (stray, G_FILE_TEST_EXISTS));
}

static gboolean
clear (Fixture  *fixture,
       GError  **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_local_intake_clear_sound_async (fixture->intake, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_local_intake_clear_sound_finish (fixture->intake, result, error);
}

/* All of it, and nothing else. */
static void
test_clear_sound (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;
  g_autofree char *wish = NULL;
  g_autofree char *folder = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (clear (fixture, &error));
  one = make_sound (fixture, "f-one", "1");
  other = make_sound (fixture, "f-other", "12");
  wish = write_file (fixture, "data/local/sound/keep", "");
  folder = make_sound (fixture, "f-folder", "");
  g_assert_cmpint (g_unlink (folder), ==, 0);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);

  /* What cannot be removed is said. */
  g_assert_false (clear (fixture, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_true (clear (fixture, &error));
  g_assert_no_error (error);
  g_assert_cmpint (measure (fixture), ==, 0);
  g_assert_false (g_file_test (one, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (other, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (wish, G_FILE_TEST_EXISTS));
}

static void
test_is_medium (void)
{
  static const char *media[] = { "a.mp3", "/x/A.MP4", "a b.flac", "x.tar.ogg" };
  static const char *others[] = { "a", "mp3", ".mp3", "a.txt", "a.json", "dir.mp3/a", "abcdefghijk", "a.mp3x", "a." };

  for (guint i = 0; i < G_N_ELEMENTS (media); i++)
    g_assert_true (trs_local_intake_is_medium (media[i]));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (trs_local_intake_is_medium (others[i]));
}

/* What is a recording in a folder is one for a file manager, too, which goes by the types of the desktop file. */
static void
test_types (void)
{
  static const char *const names[] = {
    "a.3gp", "a.aac", "a.ac3", "a.aiff", "a.amr", "a.au",  "a.avi", "a.flac", "a.flv", "a.m2ts", "a.m4a",
    "a.m4b", "a.m4v", "a.mka", "a.mkv",  "a.mov", "a.mp2", "a.mp3", "a.mp4",  "a.mpg", "a.mts",  "a.mxf",
    "a.oga", "a.ogg", "a.ogv", "a.opus", "a.spx", "a.ts",  "a.vob", "a.wav",  "a.webm", "a.wma", "a.wmv", "a.wv",
  };
  g_autoptr (GKeyFile) desktop = g_key_file_new ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data",
                                                 "io.github.transcripts_app.Transcripts.desktop.in", NULL);
  g_auto (GStrv) types = NULL;

  g_assert_true (g_key_file_load_from_file (desktop, path, G_KEY_FILE_NONE, NULL));
  types = g_key_file_get_string_list (desktop, "Desktop Entry", "MimeType", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      /* By its name alone, "a.ts" is a translation of Qt. */
      g_autofree char *type = g_str_equal (names[i], "a.ts") ? g_strdup ("video/mp2t")
                                                             : g_content_type_guess (names[i], NULL, 0, NULL);

      g_assert_true (trs_local_intake_is_medium (names[i]));
      if (!g_content_type_is_unknown (type) && !g_strv_contains ((const char *const *) types, type))
        g_error ("%s is %s", names[i], type);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/local-intake/take", Fixture, NULL, set_up, test_take, tear_down);
  g_test_add ("/local-intake/remembered", Fixture, NULL, set_up, test_remembered, tear_down);
  g_test_add ("/local-intake/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/local-intake/cancel", Fixture, NULL, set_up, test_cancel, tear_down);
  g_test_add ("/local-intake/give-back", Fixture, NULL, set_up, test_give_back, tear_down);
  g_test_add ("/local-intake/hostile", Fixture, NULL, set_up, test_hostile, tear_down);
  g_test_add ("/local-intake/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
  g_test_add ("/local-intake/list", Fixture, NULL, set_up, test_list, tear_down);
  g_test_add ("/local-intake/sound", Fixture, NULL, set_up, test_sound, tear_down);
  g_test_add ("/local-intake/tracks", Fixture, NULL, set_up, test_tracks, tear_down);
  g_test_add ("/local-intake/clear-sound", Fixture, NULL, set_up, test_clear_sound, tear_down);
  g_test_add_func ("/local-intake/is-medium", test_is_medium);
  g_test_add_func ("/local-intake/types", test_types);
  return g_test_run ();
}
