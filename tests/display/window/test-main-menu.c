/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-main-menu.h"

static GtkMenuButton *
show (GtkWindow **window)
{
  GtkWidget *menu = g_object_new (TRS_TYPE_MAIN_MENU, NULL);

  *window = trs_display_test_present (menu, 400, 400);
  return GTK_MENU_BUTTON (trs_display_test_find_type (menu, GTK_TYPE_MENU_BUTTON));
}

static void
test_pops_up_again (void)
{
  GtkWindow *window;
  GtkMenuButton *button = show (&window);

  g_assert_true (gtk_menu_button_get_primary (button));
  gtk_menu_button_popup (button);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (button), "Preferences") != NULL);
  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (button), "About Transcripts"));
  gtk_menu_button_popdown (button);
  gtk_menu_button_popup (button);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (button), "Preferences") != NULL);
  trs_display_test_destroy (window);
}

static void
test_items_have_names (void)
{
  GtkWindow *window;
  GtkMenuButton *button = show (&window);
  GtkWidget *item;

  gtk_menu_button_popup (button);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (button), "Preferences") != NULL);
  item = trs_display_test_find_label (GTK_WIDGET (button), "Preferences");
  while (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (item)) != GTK_ACCESSIBLE_ROLE_MENU_ITEM)
    item = gtk_widget_get_parent (item);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, "Preferences");
  trs_display_test_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/main-menu/pops-up-again", test_pops_up_again);
  g_test_add_func ("/main-menu/items-have-names", test_items_have_names);
  return g_test_run ();
}
