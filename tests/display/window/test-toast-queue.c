/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-toast-queue.h"

typedef struct
{
  GtkWindow *window;
  GtkWidget *overlay;
  TrsToastQueue *queue;
} Shown;

static void
set_up (Shown         *shown,
        gconstpointer  user_data)
{
  shown->overlay = adw_toast_overlay_new ();
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (shown->overlay), gtk_label_new ("Below"));
  shown->window = trs_display_test_present (shown->overlay, 400, 300);
  shown->queue = trs_toast_queue_new (ADW_TOAST_OVERLAY (shown->overlay));
}

static void
tear_down (Shown         *shown,
           gconstpointer  user_data)
{
  trs_toast_queue_clear (shown->queue);
  trs_display_test_destroy (shown->window);
  g_assert_finalize_object (shown->queue);
}

static gboolean
says (Shown      *shown,
      const char *words)
{
  return trs_display_test_find_label (shown->overlay, words) != NULL;
}

static void
test_one_at_a_time (Shown         *shown,
                    gconstpointer  user_data)
{
  AdwToast *first = trs_toast_queue_add (shown->queue, "First <b>", NULL, NULL, NULL);

  g_assert_nonnull (first);
  g_assert_nonnull (trs_toast_queue_add (shown->queue, "Second", NULL, NULL, NULL));
  g_assert_null (trs_toast_queue_add (shown->queue, "First <b>", NULL, NULL, NULL));
  g_assert_null (trs_toast_queue_add (shown->queue, "Second", NULL, NULL, NULL));
  g_assert_nonnull (trs_toast_queue_add (shown->queue, "Third", NULL, NULL, NULL));
  g_assert_null (trs_toast_queue_add (shown->queue, "One too many", NULL, NULL, NULL));

  trs_test_wait_until (says (shown, "First <b>"));
  g_assert_false (says (shown, "Second"));
  adw_toast_dismiss (first);
  trs_test_wait_until (says (shown, "Second"));
  g_assert_false (says (shown, "First <b>"));
}

/* It comes before all that wait, and takes the place of one for the same project, not for another one. */
static void
test_undo (Shown         *shown,
           gconstpointer  user_data)
{
  AdwToast *shown_first = trs_toast_queue_add (shown->queue, "First", NULL, NULL, NULL);

  trs_toast_queue_add (shown->queue, "Second", NULL, NULL, NULL);
  trs_toast_queue_add_undo (shown->queue, "Renamed B", "win.undo", g_variant_new_string ("b"), "b");
  trs_toast_queue_add_undo (shown->queue, "Renamed A", "win.undo", g_variant_new_string ("a"), "a");
  trs_toast_queue_add_undo (shown->queue, "Renamed A again", "win.undo", g_variant_new_string ("a"), "a");

  adw_toast_dismiss (shown_first);
  trs_test_wait_until (says (shown, "Renamed A again"));
  g_assert_true (says (shown, "Undo"));
  /* What leaves already must not be dismissed once more: libadwaita 1.2 would crash. */
  trs_toast_queue_withdraw_undo (shown->queue, "win.undo", "a");
  trs_toast_queue_withdraw_undo (shown->queue, "win.undo", "a");
  trs_test_wait_until (says (shown, "Renamed B"));
  trs_toast_queue_withdraw_undo (shown->queue, "win.undo", "b");
  trs_test_wait_until (says (shown, "Second"));
  g_assert_false (says (shown, "Renamed A"));
}

/* What offered to undo something is withdrawn while it waits, and never seen. */
static void
test_withdrawn_while_waiting (Shown         *shown,
                              gconstpointer  user_data)
{
  AdwToast *first = trs_toast_queue_add (shown->queue, "First", NULL, NULL, NULL);

  trs_toast_queue_add (shown->queue, "Last", NULL, NULL, NULL);
  trs_toast_queue_add_undo (shown->queue, "Removed", "win.undo", NULL, NULL);
  trs_toast_queue_withdraw_undo (shown->queue, "win.undo", NULL);
  adw_toast_dismiss (first);
  trs_test_wait_until (says (shown, "Last") || says (shown, "Removed"));
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
  g_test_add ("/toast-queue/one-at-a-time", Shown, NULL, set_up, test_one_at_a_time, tear_down);
  g_test_add ("/toast-queue/undo", Shown, NULL, set_up, test_undo, tear_down);
  g_test_add ("/toast-queue/withdrawn-while-waiting", Shown, NULL, set_up, test_withdrawn_while_waiting, tear_down);
  g_test_add_func ("/toast-queue/window-is-gone", test_window_is_gone);
  return g_test_run ();
}
