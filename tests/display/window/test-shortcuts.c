/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-display-test.h"

typedef struct
{
  guint n_shortcuts;
  GHashTable *seen;
} Check;

static void
check_shortcut (Check     *check,
                GtkWidget *shortcut)
{
  g_autofree char *title = NULL;
  g_autofree char *accelerator = NULL;
  g_auto (GStrv) parts = NULL;

  g_object_get (shortcut, "title", &title, "accelerator", &accelerator, NULL);
  g_assert_nonnull (title);
  g_assert_cmpstr (title, !=, "");
  g_assert_nonnull (accelerator);
  parts = g_strsplit (accelerator, " ", -1);
  for (gsize i = 0; parts[i] != NULL; i++)
    {
      guint key;
      GdkModifierType modifiers;

      if (!gtk_accelerator_parse (parts[i], &key, &modifiers) || key == 0)
        g_error ("“%s” is no accelerator", parts[i]);
    }
  g_hash_table_add (check->seen, g_steal_pointer (&accelerator));
  check->n_shortcuts++;
}

static void
walk (Check     *check,
      GtkWidget *widget)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkShortcutsShortcut"))
    check_shortcut (check, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk (check, child);
}

static void
test_all_can_be_typed (void)
{
  const char *expected[] = { "<Control>n", "<Control>f", "<Control>t", "<Control><Shift>s", "<Control><Shift>l",
                             "<Control>z", "<Control><Shift>z", "<Control>e",
                             "<Control>r F5", "<Control>comma", "<Control>question", "F9", "F10", "F11",
                             "F6 <Shift>F6", "<Control><Shift>comma", "<Control><Shift>period",
                             "F3", "<Shift>F3", "<Control>g", "<Control><Shift>c", "<Shift>F10 Menu",
                             "<Control>h", "<Control><Shift>h", "F4", "<Shift>F4",
                             "Delete", "F2" };
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-shortcuts.ui");
  GtkWidget *window = GTK_WIDGET (gtk_builder_get_object (builder, "help_overlay"));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Check check = { 0, seen };

  g_assert_nonnull (window);
  trs_display_test_show (GTK_WINDOW (window));
  walk (&check, window);
  g_assert_cmpuint (check.n_shortcuts, >=, 20);
  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_true (g_hash_table_contains (seen, expected[i]));
  trs_display_test_save_png (window, "shortcuts");
  /* A common screen of a laptop, with a bar of the desktop. */
  g_assert_cmpint (gtk_widget_get_width (window), <=, 1366);
  g_assert_cmpint (gtk_widget_get_height (window), <=, 768 - 32);
  trs_display_test_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/shortcuts/all-can-be-typed", test_all_can_be_typed);
  return g_test_run ();
}
