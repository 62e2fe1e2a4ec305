/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-chooser-test.h"

#include "trs-display-test.h"

/* LeakSanitizer, where a test is built with it. GTK 4 leaks the collation key of each file that a dialog sorts
 * (g_utf8_collate_key_for_filename () in gtkfilechooserwidget.c; seen with 4.8 and 4.18), and a suppression finds no
 * name in the short traces of allocations in GLib. So nothing is recorded from when a dialog is waited for until one of
 * its buttons was clicked. */
void __lsan_disable (void) __attribute__ ((weak));
void __lsan_enable (void) __attribute__ ((weak));

static gboolean leaks_ignored;

static void
ignore_leaks (gboolean ignore)
{
  if (ignore == leaks_ignored || __lsan_disable == NULL)
    return;
  leaks_ignored = ignore;
  if (ignore)
    __lsan_disable ();
  else
    __lsan_enable ();
}

/**
 * trs_chooser_test_wait:
 *
 * Returns: (transfer none): the dialog that is open, once it is and has settled
 *   in the folder it begins with: sooner, it would go back there
 */
GtkFileChooser *
trs_chooser_test_wait (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkFileChooser *chooser = NULL;
  g_autoptr (GFile) folder = NULL;

  ignore_leaks (TRUE);
  while (chooser == NULL)
    {
      g_main_context_iteration (NULL, FALSE);
      for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
        {
          g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

          if (GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_mapped (window))
            chooser = GTK_FILE_CHOOSER (window);
        }
    }

  while (folder == NULL)
    {
      g_main_context_iteration (NULL, FALSE);
      folder = gtk_file_chooser_get_current_folder (chooser);
    }
  trs_test_settle ();
  return chooser;
}

/**
 * trs_chooser_test_choose:
 * @chooser: a dialog that was waited for
 * @folder: path of a folder
 * @name: name of a file in it
 *
 * Chooses a file as a user does, by folder and name.
 */
void
trs_chooser_test_choose (GtkFileChooser *chooser,
                         const char     *folder,
                         const char     *name)
{
  g_autoptr (GFile) parent = g_file_new_for_path (folder);
  g_autoptr (GFile) wanted = g_file_get_child (parent, name);
  gboolean there = FALSE;

  g_assert_true (gtk_file_chooser_set_current_folder (chooser, parent, NULL));
  gtk_file_chooser_set_current_name (chooser, name);
  while (!there)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

      there = file != NULL && g_file_equal (file, wanted);
      g_main_context_iteration (NULL, FALSE);
    }
}

/**
 * trs_chooser_test_click:
 * @chooser: a dialog that was waited for
 * @response: a #GtkResponseType
 *
 * Clicks one of its buttons.
 */
void
trs_chooser_test_click (GtkFileChooser *chooser,
                        int             response)
{
  trs_display_test_click (gtk_dialog_get_widget_for_response (GTK_DIALOG (chooser), response));
  ignore_leaks (FALSE);
}
