/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-chooser-test.h"
#include "trs-display-test.h"
#include "trs-ui-compat.h"

#include "config.h"

#include <glib/gstdio.h>

typedef struct
{
  GtkWindow *window;
  GSettings *settings;
  char *documents;
  char *music;
  char *chosen;
} Fixture;

static char *
make_folder (const char *parent,
             const char *name)
{
  char *path = g_build_filename (parent, name, NULL);

  g_assert_no_errno (g_mkdir_with_parents (path, 0700));
  return path;
}

/* Documents and Music as the user has them, no Videos and no Downloads. */
static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *dirs = g_build_filename (g_get_user_config_dir (), "user-dirs.dirs", NULL);
  g_autofree char *lines = NULL;
  g_autoptr (GError) error = NULL;

  fixture->documents = make_folder (g_get_home_dir (), "My Documents");
  fixture->music = make_folder (g_get_home_dir (), "My Music");
  lines = g_strdup_printf ("XDG_DOCUMENTS_DIR=\"%s\"\nXDG_MUSIC_DIR=\"%s\"\n", fixture->documents, fixture->music);
  g_mkdir_with_parents (g_get_user_config_dir (), 0700);
  g_assert_true (g_file_set_contents (dirs, lines, -1, &error));
  g_reload_user_special_dirs_cache ();
  fixture->settings = g_settings_new (TRS_APPLICATION_ID);
  g_settings_reset (fixture->settings, "last-folders");
  fixture->window = trs_display_test_present (gtk_label_new ("Parent"), 700, 500);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_display_test_destroy (fixture->window);
  g_clear_object (&fixture->settings);
  g_free (fixture->documents);
  g_free (fixture->music);
  g_free (fixture->chosen);
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_clear_pointer (&((Fixture *) user_data)->chosen, g_free);
  ((Fixture *) user_data)->chosen = file != NULL ? g_file_get_path (file) : g_strdup ("");
}

static void
files_chosen_cb (GListModel *files,
                 gpointer    user_data)
{
  g_autoptr (GFile) first = files != NULL ? g_list_model_get_item (files, 0) : NULL;

  chosen_cb (first, user_data);
}

static GtkFileChooser *
ask (Fixture     *fixture,
     TrsFileKind  kind)
{
  g_clear_pointer (&fixture->chosen, g_free);
  switch (kind)
    {
    case TRS_FILE_KIND_RECORDING:
      trs_ui_compat_open_files (fixture->window, kind, "Recordings", FALSE, NULL, files_chosen_cb, fixture);
      break;
    case TRS_FILE_KIND_MODEL:
      trs_ui_compat_open_path (fixture->window, kind, "Model", FALSE, NULL, chosen_cb, fixture);
      break;
    case TRS_FILE_KIND_EVERY_TRANSCRIPT:
      trs_ui_compat_save_file (fixture->window, kind, "Folder", NULL, NULL, chosen_cb, fixture);
      break;
    default:
      trs_ui_compat_save_file (fixture->window, kind, "Save", "x.txt", NULL, chosen_cb, fixture);
    }
  return trs_chooser_test_wait ();
}

static void
assert_begins (Fixture     *fixture,
               TrsFileKind  kind,
               const char  *path)
{
  GtkFileChooser *chooser = ask (fixture, kind);
  g_autoptr (GFile) folder = gtk_file_chooser_get_current_folder (chooser);

  g_assert_cmpstr (g_file_peek_path (folder), ==, path);
  trs_chooser_test_click (chooser, GTK_RESPONSE_CANCEL);
  trs_test_wait_until (fixture->chosen != NULL);
  g_assert_cmpstr (fixture->chosen, ==, "");
}

static void
save_in (Fixture     *fixture,
         TrsFileKind  kind,
         const char  *folder)
{
  GtkFileChooser *chooser = ask (fixture, kind);
  g_autofree char *path = g_build_filename (folder, "Own name.txt", NULL);

  trs_chooser_test_choose (chooser, folder, "Own name.txt");
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
  trs_test_wait_until (fixture->chosen != NULL);
  g_assert_cmpstr (fixture->chosen, ==, path);
}

/* Never where the program was started, which may be the folder of a build. */
static void
test_first (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *elsewhere = make_folder (g_get_home_dir (), "build");

  g_assert_no_errno (g_chdir (elsewhere));
  assert_begins (fixture, TRS_FILE_KIND_TRANSCRIPT, fixture->documents);
  assert_begins (fixture, TRS_FILE_KIND_HIGHLIGHTS, fixture->documents);
  assert_begins (fixture, TRS_FILE_KIND_MANY_TRANSCRIPTS, fixture->documents);
  assert_begins (fixture, TRS_FILE_KIND_EVERY_TRANSCRIPT, fixture->documents);
  assert_begins (fixture, TRS_FILE_KIND_SPENDING, fixture->documents);
  assert_begins (fixture, TRS_FILE_KIND_RECORDING, fixture->music);
  assert_begins (fixture, TRS_FILE_KIND_MODEL, g_get_home_dir ());
  g_assert_no_errno (g_chdir (before));
}

/* Each kind has its own folder, which stays where a dialog is dismissed. */
static void
test_last (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *one = make_folder (g_get_home_dir (), "One");
  g_autofree char *other = make_folder (g_get_home_dir (), "Other");

  save_in (fixture, TRS_FILE_KIND_TRANSCRIPT, one);
  save_in (fixture, TRS_FILE_KIND_SPENDING, other);
  assert_begins (fixture, TRS_FILE_KIND_TRANSCRIPT, one);
  assert_begins (fixture, TRS_FILE_KIND_SPENDING, other);
  assert_begins (fixture, TRS_FILE_KIND_HIGHLIGHTS, fixture->documents);
  save_in (fixture, TRS_FILE_KIND_TRANSCRIPT, other);
  assert_begins (fixture, TRS_FILE_KIND_TRANSCRIPT, other);
}

static gboolean
has_chosen (GtkFileChooser *chooser,
            GFile          *wanted)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

  return file != NULL && g_file_equal (file, wanted);
}

/* What was opened lies in the folder; into a folder that is chosen is saved. */
static void
test_opened (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *folder = make_folder (g_get_home_dir (), "Recorder");
  g_autofree char *path = g_build_filename (folder, "a.wav", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) parent = g_file_new_for_path (folder);
  GtkFileChooser *chooser;

  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  chooser = ask (fixture, TRS_FILE_KIND_RECORDING);
  gtk_file_chooser_set_file (chooser, file, NULL);
  trs_test_poll_until (has_chosen (chooser, file));
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
  trs_test_wait_until (fixture->chosen != NULL);
  g_assert_cmpstr (fixture->chosen, ==, path);
  assert_begins (fixture, TRS_FILE_KIND_RECORDING, folder);

  chooser = ask (fixture, TRS_FILE_KIND_EVERY_TRANSCRIPT);
  gtk_file_chooser_set_current_folder (chooser, parent, NULL);
  trs_test_poll_until (has_chosen (chooser, parent));
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
  trs_test_wait_until (fixture->chosen != NULL);
  g_assert_cmpstr (fixture->chosen, ==, folder);
  assert_begins (fixture, TRS_FILE_KIND_EVERY_TRANSCRIPT, folder);
}

/* The folder was removed, or its disk is not there: the nearest one that is there. */
static void
test_vanished (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *outer = make_folder (g_get_home_dir (), "Outer");
  g_autofree char *inner = make_folder (outer, "Inner");

  save_in (fixture, TRS_FILE_KIND_TRANSCRIPT, inner);
  g_assert_no_errno (g_rmdir (inner));
  assert_begins (fixture, TRS_FILE_KIND_TRANSCRIPT, outer);
  save_in (fixture, TRS_FILE_KIND_TRANSCRIPT, fixture->documents);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
#define ADD(path, function) g_test_add ("/last-folder/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("first", test_first);
  ADD ("last", test_last);
  ADD ("opened", test_opened);
  ADD ("vanished", test_vanished);
  return g_test_run ();
}
