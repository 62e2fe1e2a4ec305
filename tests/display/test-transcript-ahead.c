/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-frame-harness.h"
#include "trs-transcript-ahead.h"

#define LINES 1200

/* Words of the longest line: several rows, or a part of one. */
#define LONG 120
#define SHORT 3

/* GTK asks each picture in a line for its size whenever it lays the line out. */
#define COUNTER_TYPE (counter_get_type ())
G_DECLARE_FINAL_TYPE (Counter, counter, COUNTER, COUNTER, GObject)

struct _Counter
{
  GObject parent_instance;

  guint n_laid_out;
};

static int
counter_get_size (GdkPaintable *paintable)
{
  COUNTER_COUNTER (paintable)->n_laid_out++;
  return 1;
}

static int
counter_get_height (GdkPaintable *paintable)
{
  return 1;
}

static void
counter_snapshot (GdkPaintable *paintable,
                  GdkSnapshot  *snapshot,
                  double        width,
                  double        height)
{
}

static void
counter_paintable_init (GdkPaintableInterface *iface)
{
  iface->get_intrinsic_width = counter_get_size;
  iface->get_intrinsic_height = counter_get_height;
  iface->snapshot = counter_snapshot;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (Counter, counter, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GDK_TYPE_PAINTABLE, counter_paintable_init))

static void
counter_class_init (CounterClass *klass)
{
}

static void
counter_init (Counter *self)
{
}

typedef struct
{
  GtkWindow *window;
  GtkTextView *view;
  GtkTextTag *first_half;
  GtkTextTag *second_half;
  GPtrArray *counters;
  TrsTranscriptAhead ahead;
} Fixture;

static void
append_line (Fixture *fixture,
             guint    i,
             guint    n_words)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (fixture->view);
  Counter *counter = g_object_new (COUNTER_TYPE, NULL);
  g_autoptr (GString) words = g_string_new (NULL);
  GtkTextIter start;
  GtkTextIter end;

  for (guint word = 0; word < n_words; word++)
    g_string_append (words, "word ");
  g_string_append_c (words, '\n');
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert_paintable (buffer, &end, GDK_PAINTABLE (counter));
  gtk_text_buffer_insert (buffer, &end, words->str, words->len);
  gtk_text_buffer_get_iter_at_line (buffer, &start, i);
  gtk_text_buffer_apply_tag (buffer, i < LINES / 2 ? fixture->first_half : fixture->second_half, &start, &end);
  g_ptr_array_add (fixture->counters, counter);
}

static void
set_up (Fixture *fixture,
        guint    max_words)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkTextBuffer *buffer;

  *fixture = (Fixture) { .view = GTK_TEXT_VIEW (gtk_text_view_new ()) };
  gtk_text_view_set_wrap_mode (fixture->view, GTK_WRAP_WORD);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  buffer = gtk_text_view_get_buffer (fixture->view);
  fixture->first_half = gtk_text_buffer_create_tag (buffer, NULL, "pixels-above-lines", 7, NULL);
  fixture->second_half = gtk_text_buffer_create_tag (buffer, NULL, "pixels-above-lines", 7, NULL);
  fixture->counters = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->window = trs_display_test_present (scroller, 600, 400);
  for (guint i = 0; i < LINES; i++)
    append_line (fixture, i, 1 + i * 7 % max_words);
}

static void
tear_down (Fixture *fixture)
{
  trs_transcript_ahead_stop (&fixture->ahead);
  trs_display_test_destroy (fixture->window);
  g_ptr_array_unref (fixture->counters);
}

static void
forget_counts (Fixture *fixture)
{
  for (guint i = 0; i < fixture->counters->len; i++)
    COUNTER_COUNTER (g_ptr_array_index (fixture->counters, i))->n_laid_out = 0;
}

static guint
count_laid_out (Fixture *fixture)
{
  guint n = 0;

  for (guint i = 0; i < fixture->counters->len; i++)
    n += COUNTER_COUNTER (g_ptr_array_index (fixture->counters, i))->n_laid_out;
  return n;
}

static void
assert_laid_out_once (Fixture *fixture)
{
  guint n = count_laid_out (fixture);

  /* but for a few: what was on the screen comes once more */
  g_assert_cmpuint (n, >=, LINES);
  g_assert_cmpuint (n, <, LINES + LINES / 20);
}

static void
assert_went_to_the_end (Fixture *fixture)
{
  g_assert_null (fixture->ahead.view);
  g_assert_cmpint (fixture->ahead.next_line, >=, LINES - 1);
}

static void
assert_lays_all_out_once (Fixture *fixture)
{
  trs_transcript_ahead_start (&fixture->ahead, fixture->view);
  trs_frame_harness_settle ();
  assert_went_to_the_end (fixture);
  assert_laid_out_once (fixture);
}

static void
test_screen (void)
{
  Fixture fixture;
  guint n_on_screen = 0;

  set_up (&fixture, LONG);
  trs_frame_harness_settle ();
  forget_counts (&fixture);

  gtk_text_tag_changed (fixture.first_half, TRUE);
  trs_transcript_ahead_lay_out_screen (fixture.view);
  n_on_screen = count_laid_out (&fixture);
  g_assert_cmpuint (n_on_screen, >, 3);
  g_assert_cmpuint (n_on_screen, <, 30);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture.view));
  for (guint i = 0; i < n_on_screen; i++)
    g_assert_cmpuint (COUNTER_COUNTER (g_ptr_array_index (fixture.counters, i))->n_laid_out, ==, 1);
  tear_down (&fixture);
}

/* Nothing has been measured yet. */
static void
test_opened (void)
{
  Fixture fixture;

  set_up (&fixture, LONG);
  forget_counts (&fixture);
  assert_lays_all_out_once (&fixture);
  tear_down (&fixture);
}

/* No line gets another height: nothing can be seen of how far GTK is. */
static void
test_same_heights (void)
{
  Fixture fixture;

  set_up (&fixture, LONG);
  trs_frame_harness_settle ();
  forget_counts (&fixture);
  gtk_text_tag_changed (fixture.first_half, TRUE);
  gtk_text_tag_changed (fixture.second_half, TRUE);
  assert_lays_all_out_once (&fixture);
  tear_down (&fixture);
}

static void
test_other_heights (void)
{
  Fixture fixture;

  set_up (&fixture, LONG);
  trs_frame_harness_settle ();
  forget_counts (&fixture);
  gtk_text_tag_changed (fixture.first_half, TRUE);
  g_object_set (fixture.second_half, "scale", 1.5, NULL);
  assert_lays_all_out_once (&fixture);
  tear_down (&fixture);
}

/* GTK lays out nothing of lines that are hidden, and the first of them has its height, none, before all others. */
static void
test_hidden (void)
{
  Fixture fixture;
  guint n;

  set_up (&fixture, LONG);
  trs_frame_harness_settle ();
  g_object_set (fixture.first_half, "invisible", TRUE, NULL);
  gtk_text_tag_changed (fixture.second_half, TRUE);
  forget_counts (&fixture);
  trs_transcript_ahead_start (&fixture.ahead, fixture.view);
  trs_frame_harness_settle ();
  n = count_laid_out (&fixture);
  assert_went_to_the_end (&fixture);
  g_assert_cmpuint (n, >=, LINES / 2);
  g_assert_cmpuint (n, <, LINES / 2 + LINES / 20);
  tear_down (&fixture);
}

/* GTK measures more of them at once than it can keep: then it is left to itself. */
static void
test_short (void)
{
  Fixture fixture;

  set_up (&fixture, SHORT);
  forget_counts (&fixture);
  trs_transcript_ahead_start (&fixture.ahead, fixture.view);
  trs_frame_harness_settle ();
  g_assert_cmpint (fixture.ahead.next_line, <, LINES / 10);
  assert_laid_out_once (&fixture);
  tear_down (&fixture);
}

/* GTK measures what comes onto the screen out of its order, and goes on behind it. */
static void
test_scrolled (void)
{
  Fixture fixture;
  GtkAdjustment *adjustment;

  set_up (&fixture, LONG);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture.view));
  forget_counts (&fixture);
  trs_transcript_ahead_start (&fixture.ahead, fixture.view);
  for (guint i = 0; i < 40 && fixture.ahead.view != NULL; i++)
    {
      for (guint j = 0; j < 5; j++)
        g_main_context_iteration (NULL, FALSE);
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
    }
  trs_frame_harness_settle ();
  g_assert_null (fixture.ahead.view);
  /* each line that was drawn out of the order was laid out once for that, and may be once more in it */
  g_assert_cmpuint (count_laid_out (&fixture), <, LINES + LINES / 4);
  tear_down (&fixture);
}

static void
test_stop (void)
{
  Fixture fixture;

  set_up (&fixture, LONG);
  trs_transcript_ahead_start (&fixture.ahead, fixture.view);
  while (fixture.ahead.next_line == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (fixture.ahead.view);
  trs_transcript_ahead_stop (&fixture.ahead);
  g_assert_null (fixture.ahead.view);
  g_assert_cmpuint (fixture.ahead.source_id, ==, 0);
  tear_down (&fixture);
  trs_frame_harness_settle ();
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);

  g_test_add_func ("/transcript-ahead/screen", test_screen);
  g_test_add_func ("/transcript-ahead/opened", test_opened);
  g_test_add_func ("/transcript-ahead/same-heights", test_same_heights);
  g_test_add_func ("/transcript-ahead/other-heights", test_other_heights);
  g_test_add_func ("/transcript-ahead/hidden", test_hidden);
  g_test_add_func ("/transcript-ahead/short", test_short);
  g_test_add_func ("/transcript-ahead/scrolled", test_scrolled);
  g_test_add_func ("/transcript-ahead/stop", test_stop);

  return g_test_run ();
}
