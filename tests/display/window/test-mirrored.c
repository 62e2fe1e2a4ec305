/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands where in a window that runs from right to left, and in one that does not. */
#include "trs-display-text.h"
#include "trs-display-test.h"
#include "trs-manual-clock.h"
#include "trs-project-row.h"

#define WIDTH 340

/* 2026-03-14T10:24:00Z */
#define NOW (G_GINT64_CONSTANT (1773483840) * G_USEC_PER_SEC)

/* Letters may reach a little over their place. */
#define NEARLY 4

static const GtkTextDirection directions[] = { GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL };

/* What is drawn of it, in its own coordinates. */
static graphene_rect_t
get_ink (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  graphene_rect_t ink;

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_get_bounds (node, &ink);
  return ink;
}

static void
assert_begins_at_start (GtkWidget *widget)
{
  graphene_rect_t ink = get_ink (widget);
  float width = (float) gtk_widget_get_width (widget);

  g_assert_cmpfloat (ink.size.width, <, width / 2);
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    g_assert_cmpfloat (ink.origin.x + ink.size.width, >, width - NEARLY);
  else
    g_assert_cmpfloat (ink.origin.x, <, NEARLY);
}

/* The ink of its text lies inside of it. */
static void
assert_nothing_cut (GtkWidget *widget)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (widget, gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
  int baseline = gtk_widget_get_allocated_baseline (widget);
  PangoRectangle ink;
  int top;

  pango_layout_get_pixel_extents (layout, &ink, NULL);
  /* Where GTK puts the layout. */
  top = baseline >= 0 ? baseline - PANGO_PIXELS (pango_layout_get_baseline (layout)) : 0;
  g_assert_cmpint (top + ink.y, >=, 0);
  g_assert_cmpint (top + ink.y + ink.height, <=, gtk_widget_get_height (widget));
  g_object_unref (layout);
}

/* A row with a date, an icon and words in both row. */
static GtkWidget *
create_row (const char *title,
            const char *words)
{
  g_autoptr (TrsClock) clock = TRS_CLOCK (trs_manual_clock_new (NOW));
  g_autoptr (TrsProjectData) data = trs_project_data_new ("p1");
  g_autoptr (TrsProject) project = NULL;
  GtkWidget *row = trs_project_row_new (clock);

  data->created_at = NOW;
  data->local_title = g_strdup (title);
  project = trs_project_new_from_data (data);
  trs_project_row_set_status (TRS_PROJECT_ROW (row), words);
  trs_project_row_set_project (TRS_PROJECT_ROW (row), project);
  return row;
}

static void
set_row (GtkWidget  *row,
         const char *title,
         const char *words)
{
  trs_project_row_set_status (TRS_PROJECT_ROW (row), words);
  trs_project_set_local_title (trs_project_row_get_project (TRS_PROJECT_ROW (row)), title);
  trs_project_row_refresh (TRS_PROJECT_ROW (row));
}

/* All rows of a list begin at one edge, whatever language a title is in. */
static void
test_rows (void)
{
  static const char *const words[] = { "Port", "حوار", "予算", "Port? حوار", "…" };

  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    {
      GtkWidget *row;
      GtkWindow *window;

      gtk_widget_set_default_direction (directions[d]);
      row = create_row ("", "");
      window = trs_display_test_present (row, WIDTH, 60);
      for (guint i = 0; i < G_N_ELEMENTS (words); i++)
        {
          set_row (row, words[i], words[i]);
          trs_display_test_wait_frame (row);
          assert_begins_at_start (trs_display_test_find_shown (row, "row-title"));
          assert_begins_at_start (trs_display_test_find_shown (row, "facts"));
        }
      trs_display_test_destroy (window);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

/* What is cut off of an English title is still missing at its right. */
static void
test_cut (void)
{
  GtkWidget *row;
  GtkWindow *window;
  GtkWidget *title;
  PangoLayout *layout;
  GSList *runs;
  int last;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  row = create_row ("Port strike: what the \"crane\" drivers say (part two)", "");
  window = trs_display_test_present (row, WIDTH, 60);
  trs_display_test_save_png (row, "01-row-mirrored");
  title = trs_display_test_find_shown (row, "row-title");
  layout = gtk_widget_create_pango_layout (title, gtk_inscription_get_text (GTK_INSCRIPTION (title)));
  pango_layout_set_width (layout, 150 * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  g_assert_true (pango_layout_is_ellipsized (layout));

  /* From the left to the right: each run comes later in the text. */
  last = -1;
  runs = pango_layout_get_line_readonly (layout, 0)->runs;
  for (GSList *l = runs; l != NULL; l = l->next)
    {
      PangoGlyphItem *run = l->data;

      /* The mark at the very beginning is the one thing that runs the other way. */
      if (run->item->offset == 0)
        continue;
      g_assert_cmpint (run->item->offset, >, last);
      last = run->item->offset;
    }
  g_object_unref (layout);
  trs_display_test_destroy (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static int
get_x (PangoLayout *layout,
       const char  *word)
{
  PangoRectangle place;

  pango_layout_index_to_pos (layout, (int) (strstr (pango_layout_get_text (layout), word) -
                                            pango_layout_get_text (layout)), &place);
  return place.width < 0 ? place.x + place.width : place.x;
}

/* Words in two scripts are higher than an inscription thinks, and are cut off at its edges. */
static void
test_mixed_line (void)
{
  static const char *const words[] = { "3 passages · اليابانية", "اليابانية", "3 passages", "東京 gj · يجي" };
  GtkWidget *row = create_row ("", "");
  GtkWindow *window;

  window = trs_display_test_present (row, WIDTH, 60);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      set_row (row, words[i], words[i]);
      trs_display_test_wait_frame (row);
      assert_nothing_cut (trs_display_test_find_shown (row, "row-title"));
      assert_nothing_cut (trs_display_test_find_shown (row, "facts"));
    }
  trs_display_test_destroy (window);
}

/* Where its ink is in @row, from the top. */
static void
get_rows (GtkWidget *row,
          GtkWidget *widget,
          float     *top,
          float     *bottom)
{
  graphene_rect_t ink = get_ink (widget);
  double y = 0;

  gtk_widget_translate_coordinates (widget, row, 0, 0, NULL, &y);
  *top = (float) y + ink.origin.y;
  *bottom = *top + ink.size.height;
}

/* The line on which the letters of a text in @row stand, from the top. */
static int
get_line (GtkWidget *row,
          GtkWidget *widget)
{
  int baseline = gtk_widget_get_allocated_baseline (widget);
  double y = 0;

  g_assert_cmpint (baseline, >, 0);
  gtk_widget_translate_coordinates (widget, row, 0, 0, NULL, &y);
  return (int) y + baseline;
}

/* Capitals have no tails: where they end, they stand. */
static void
test_stand_on_one_line (void)
{
  GtkWidget *row = create_row ("HHH", "HHH");
  float top, bottom, title, date, icon;
  GtkWindow *window;

  window = trs_display_test_present (row, WIDTH, 60);
  trs_display_test_wait_frame (row);

  g_assert_cmpint (get_line (row, trs_display_test_find_shown (row, "row-title")), ==,
                   get_line (row, trs_display_test_find_shown (row, "caption")));
  /* the ink of round digits is said to reach a little below the line */
  get_rows (row, trs_display_test_find_shown (row, "row-title"), &top, &title);
  get_rows (row, trs_display_test_find_shown (row, "caption"), &top, &date);
  g_assert_cmpfloat_with_epsilon (title, date, 2);

  get_rows (row, trs_display_test_find_type (row, GTK_TYPE_IMAGE), &top, &bottom);
  icon = (top + bottom) / 2;
  get_rows (row, trs_display_test_find_shown (row, "facts"), &top, &bottom);
  /* how far the middle of a line is from that of its capitals is up to the font */
  g_assert_cmpfloat_with_epsilon ((top + bottom) / 2, icon, 2);
  trs_display_test_destroy (window);
}

/* A number stays with its word, and the parts follow each other from the right. */
static void
test_facts (void)
{
  g_autofree char *facts = trs_bidi_isolate_parts (g_strdup ("العربية  ·  2 speakers  ·  3 h 00 min  ·  Open Video"));
  GtkWidget *label;
  GtkWindow *window;
  PangoLayout *layout;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  label = gtk_label_new (facts);
  window = trs_display_test_present (label, WIDTH, 60);
  layout = gtk_label_get_layout (GTK_LABEL (label));
  g_assert_cmpint (get_x (layout, "2"), <, get_x (layout, "speakers"));
  g_assert_cmpint (get_x (layout, "speakers"), <, get_x (layout, "العربية"));
  g_assert_cmpint (get_x (layout, "3"), <, get_x (layout, "00"));
  g_assert_cmpint (get_x (layout, "00"), <, get_x (layout, "2"));
  g_assert_cmpint (get_x (layout, "Video"), <, get_x (layout, "3"));
  trs_display_test_destroy (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/mirrored/rows", test_rows);
  g_test_add_func ("/mirrored/cut", test_cut);
  g_test_add_func ("/mirrored/mixed-line", test_mixed_line);
  g_test_add_func ("/mirrored/stand-on-one-line", test_stand_on_one_line);
  g_test_add_func ("/mirrored/facts", test_facts);
  return g_test_run ();
}
