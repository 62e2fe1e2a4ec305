/* SPDX-License-Identifier: GPL-3.0-or-later */

/* As in a sandbox whose portal is gone: a bus, and nobody on it who shows dialogs for files.
 * GTK's own one takes its place. */
#include <glib/gstdio.h>

#include "trs-chooser-test.h"
#include "trs-display-test.h"
#include "trs-export-flow.h"

static void
test_saves (void)
{
  GtkWindow *window = trs_display_test_present (gtk_label_new ("Parent"), 700, 500);
  g_autofree char *folder = g_dir_make_tmp ("export-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x.txt", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("words", 5);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *content = NULL;
  GtkFileChooser *chooser;

  trs_export_flow_save_async (window, TRS_FILE_KIND_TRANSCRIPT, "Export Transcript", "x.txt", bytes, NULL,
                              trs_test_store_result, &result);
  chooser = trs_chooser_test_wait ();
  trs_chooser_test_choose (chooser, folder, "x.txt");
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
  trs_test_wait_result (result);
  name = trs_export_flow_save_finish (result, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "words");
  trs_display_test_destroy (window);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  /* Never freed: GLib would wait for everyone to leave the bus. */
  static GTestDBus *bus;
  int status;

  g_setenv ("GTK_USE_PORTAL", "1", TRUE);
  g_setenv ("GDK_DEBUG", "gl-disable,portals", TRUE);
  trs_display_test_init (&argc, &argv);
  /* Not before: it takes the display out of the environment. */
  bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus);
  g_test_add_func ("/no-portal/saves", test_saves);
  status = g_test_run ();
  g_test_dbus_stop (bus);
  return status;
}
