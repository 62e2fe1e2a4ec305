/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-toast-queue.h"
#include "trs-ui-compat.h"

typedef struct
{
  GtkWindow *window;
  GtkWidget *overlay;
  TrsToastQueue *queue;
  GString *announced;
  guint n_undone;
  guint n_gone;
} Shown;

static void
announce_cb (Shown    *shown,
             GVariant *words)
{
  g_string_append_printf (shown->announced, "%s\n", g_variant_get_string (words, NULL));
}

static void
undo_cb (Shown *shown)
{
  shown->n_undone++;
}

static void
undo_gone_cb (Shown      *shown,
              const char *action_name)
{
  g_assert_true (g_str_has_prefix (action_name, "win.undo"));
  shown->n_gone++;
}

static void
add_action (Shown              *shown,
            GSimpleActionGroup *group,
            const char         *name,
            const GVariantType *type,
            GCallback           callback)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new (name, type);

  g_signal_connect_swapped (action, "activate", callback, shown);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
}

static void
set_up (Shown         *shown,
        gconstpointer  user_data)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  shown->announced = g_string_new (NULL);
  shown->overlay = adw_toast_overlay_new ();
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (shown->overlay), gtk_label_new ("Below"));
  shown->window = trs_display_test_present (shown->overlay, 400, 300);
  add_action (shown, group, "announce", G_VARIANT_TYPE_STRING, G_CALLBACK (announce_cb));
  add_action (shown, group, "undo", NULL, G_CALLBACK (undo_cb));
  gtk_widget_insert_action_group (GTK_WIDGET (shown->window), "win", G_ACTION_GROUP (group));
  shown->queue = trs_toast_queue_new (ADW_TOAST_OVERLAY (shown->overlay));
  g_signal_connect_swapped (shown->queue, "undo-gone", G_CALLBACK (undo_gone_cb), shown);
}

static void
tear_down (Shown         *shown,
           gconstpointer  user_data)
{
  trs_toast_queue_clear (shown->queue);
  trs_display_test_destroy (shown->window);
  g_assert_finalize_object (shown->queue);
  g_string_free (shown->announced, TRUE);
}

static gboolean
says (Shown      *shown,
      const char *words)
{
  return trs_display_test_find_label (shown->overlay, words) != NULL;
}

/* The newest is seen first, and none is lost; each is announced at once, whatever is still on the screen. */
static void
test_newest_first (Shown         *shown,
                   gconstpointer  user_data)
{
  AdwToast *fourth;

  g_assert_nonnull (trs_toast_queue_add (shown->queue, "First <b>", NULL, NULL, NULL));
  trs_test_wait_until (says (shown, "First <b>"));
  g_assert_nonnull (trs_toast_queue_add (shown->queue, "Second", NULL, NULL, NULL));
  g_assert_nonnull (trs_toast_queue_add (shown->queue, "Third", NULL, NULL, NULL));
  fourth = trs_toast_queue_add (shown->queue, "Fourth", NULL, NULL, NULL);
  g_assert_nonnull (fourth);
  if (!trs_ui_compat_toasts_speak ())
    g_assert_cmpstr (shown->announced->str, ==, "First <b>\nSecond\nThird\nFourth\n");

  trs_test_wait_until (says (shown, "Second") || says (shown, "Third") || says (shown, "Fourth"));
  g_assert_true (says (shown, "Fourth"));
  g_assert_false (says (shown, "First <b>"));
  adw_toast_dismiss (fourth);
  trs_test_wait_until (says (shown, "Third"));
}

/* Said again, it is heard again, and stays where it is. */
static void
test_said_again (Shown         *shown,
                 gconstpointer  user_data)
{
  trs_toast_queue_add (shown->queue, "Selection copied", NULL, NULL, NULL);
  trs_test_wait_until (says (shown, "Selection copied"));
  g_string_truncate (shown->announced, 0);
  g_assert_null (trs_toast_queue_add (shown->queue, "Selection copied", NULL, NULL, NULL));
  g_assert_cmpstr (shown->announced->str, ==, "Selection copied\n");

  /* What waits moves to the front. With another target, it is another message. */
  trs_toast_queue_add (shown->queue, "Ready", "Open", "win.open", g_variant_new_string ("a"));
  g_assert_nonnull (trs_toast_queue_add (shown->queue, "Transcript copied", NULL, NULL, NULL));
  g_assert_nonnull (trs_toast_queue_add (shown->queue, "Ready", "Open", "win.open", g_variant_new_string ("b")));
  g_assert_nonnull (trs_toast_queue_add (shown->queue, "Transcript copied", NULL, NULL, NULL));
  trs_test_wait_until (says (shown, "Ready") || says (shown, "Transcript copied"));
  g_assert_true (says (shown, "Transcript copied"));
}

/* A copy that is made meanwhile is seen at once, and what can be undone is offered again behind it. */
static void
test_undo_comes_back (Shown         *shown,
                      gconstpointer  user_data)
{
  trs_toast_queue_add_undo (shown->queue, "Highlighted", "win.undo", NULL, NULL);
  trs_test_wait_until (says (shown, "Highlighted"));
  trs_toast_queue_add (shown->queue, "Quotation copied", NULL, NULL, NULL);
  trs_test_wait_until (says (shown, "Quotation copied"));
  g_assert_false (says (shown, "Highlighted"));
  g_assert_cmpuint (shown->n_gone, ==, 0);

  trs_test_wait_until (says (shown, "Highlighted"));
  trs_display_test_wait_frame (shown->overlay);
  trs_display_test_click (gtk_widget_get_ancestor (trs_display_test_find_label (shown->overlay, "Undo"),
                                                   GTK_TYPE_BUTTON));
  trs_test_wait_until (shown->n_undone == 1 && shown->n_gone == 1);
  trs_test_wait_until (!says (shown, "Highlighted"));
}

/* It takes the place of one for the same project, not for another one. */
static void
test_undo (Shown         *shown,
           gconstpointer  user_data)
{
  trs_toast_queue_add (shown->queue, "First", NULL, NULL, NULL);
  trs_toast_queue_add_undo (shown->queue, "Renamed B", "win.undo-rename", g_variant_new_string ("b"), "b");
  trs_toast_queue_add_undo (shown->queue, "Renamed A", "win.undo-rename", g_variant_new_string ("a"), "a");
  trs_toast_queue_add_undo (shown->queue, "Renamed A again", "win.undo-rename", g_variant_new_string ("a"), "a");

  trs_test_wait_until (says (shown, "Renamed A again"));
  g_assert_true (says (shown, "Undo"));
  /* What leaves already must not be dismissed once more: libadwaita 1.2 would crash. */
  trs_toast_queue_withdraw_undo (shown->queue, "win.undo-rename", "a");
  trs_toast_queue_withdraw_undo (shown->queue, "win.undo-rename", "a");
  trs_toast_queue_add (shown->queue, "Copied", NULL, NULL, NULL);
  trs_test_wait_until (says (shown, "Copied"));
  trs_toast_queue_add_undo (shown->queue, "Renamed A", "win.undo-rename", g_variant_new_string ("a"), "a");
  trs_test_wait_until (says (shown, "Renamed A"));
  trs_toast_queue_withdraw_undo (shown->queue, "win.undo-rename", "a");
  trs_test_wait_until (says (shown, "Renamed B"));
}

/* Thirty in a row, as fast as a key repeats: libadwaita 1.2 holds one, and nothing is dismissed twice. */
static void
test_in_a_burst (Shown         *shown,
                 gconstpointer  user_data)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *words = g_strdup_printf ("Message %u", i % 3);

      if (i % 5 == 0)
        trs_toast_queue_add_undo (shown->queue, words, "win.undo", NULL, NULL);
      else
        trs_toast_queue_add (shown->queue, words, NULL, NULL, NULL);
      trs_display_test_wait_frame (shown->overlay);
    }
  trs_test_wait_until (says (shown, "Message 2"));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

/* What offered to undo something is withdrawn while it waits, and never seen. */
static void
test_withdrawn_while_waiting (Shown         *shown,
                              gconstpointer  user_data)
{
  AdwToast *newest;

  trs_toast_queue_add (shown->queue, "Last", NULL, NULL, NULL);
  trs_toast_queue_add (shown->queue, "Later", NULL, NULL, NULL);
  trs_toast_queue_add_undo (shown->queue, "Removed", "win.undo", NULL, NULL);
  trs_test_wait_until (says (shown, "Removed"));
  newest = trs_toast_queue_add (shown->queue, "Newest", NULL, NULL, NULL);
  trs_toast_queue_withdraw_undo (shown->queue, "win.undo", NULL);
  trs_test_wait_until (says (shown, "Newest"));
  adw_toast_dismiss (newest);
  trs_test_wait_until (says (shown, "Later") || says (shown, "Removed"));
  g_assert_false (says (shown, "Removed"));
}

/* A toast that goes with the window brings no other one, and none is shown by what ends later. */
static void
test_window_is_gone (void)
{
  GtkWidget *overlay = adw_toast_overlay_new ();
  GtkWindow *window = trs_display_test_present (overlay, 400, 300);
  TrsToastQueue *queue = trs_toast_queue_new (ADW_TOAST_OVERLAY (overlay));
  AdwToast *waiting;

  trs_toast_queue_add (queue, "First", NULL, NULL, NULL);
  waiting = trs_toast_queue_add (queue, "Second", NULL, NULL, NULL);
  g_object_add_weak_pointer (G_OBJECT (waiting), (gpointer *) &waiting);
  trs_toast_queue_clear (queue);
  g_assert_null (waiting);
  trs_display_test_destroy (window);
  trs_toast_queue_add (queue, "Too late", NULL, NULL, NULL);
  g_assert_finalize_object (queue);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add ("/toast-queue/newest-first", Shown, NULL, set_up, test_newest_first, tear_down);
  g_test_add ("/toast-queue/said-again", Shown, NULL, set_up, test_said_again, tear_down);
  g_test_add ("/toast-queue/undo-comes-back", Shown, NULL, set_up, test_undo_comes_back, tear_down);
  g_test_add ("/toast-queue/undo", Shown, NULL, set_up, test_undo, tear_down);
  g_test_add ("/toast-queue/in-a-burst", Shown, NULL, set_up, test_in_a_burst, tear_down);
  g_test_add ("/toast-queue/withdrawn-while-waiting", Shown, NULL, set_up, test_withdrawn_while_waiting, tear_down);
  g_test_add_func ("/toast-queue/window-is-gone", test_window_is_gone);
  return g_test_run ();
}
