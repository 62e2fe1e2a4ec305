/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes a window usable for everybody, looked for in whatever it shows. */
#include "trs-walk.h"

#include "trs-display-test.h"
#include "trs-real-input.h"

#include <math.h>

#define MIN_CONTRAST 4.5
/* Letters are drawn twice as large, so that there are pixels in their full colour. */
#define ZOOM 2
/* Of the smallest text. */
#define LINE_HEIGHT 16

/* What is added to a target, so that it is large enough, is not seen, and may reach over the edge. */
#define NEARLY 7
/* Of Tab, until it must be where it was. */
#define MAX_STEPS 400

/* States and roles of AT-SPI. */
#define STATE_FOCUSABLE 11
#define STATE_FOCUSED 12
/* Invalid, filler, panel and unknown. */
static const guint vague_roles[] = { 0, 20, 39, 67 };
#define ROLE_SCROLL_PANE 49

/**
 * trs_walk_new:
 * @screen: name of what is looked at; must live as long
 * @root: (type GtkWidget): a window or a popover that is shown
 * @min_target: how wide and high a target has to be
 *
 * Returns: (transfer full): a walk without complaints
 */
TrsWalk *
trs_walk_new (const char *screen,
              gpointer    root,
              int         min_target)
{
  TrsWalk *self = g_new0 (TrsWalk, 1);

  self->screen = screen;
  self->root = root;
  self->min_target = min_target;
  self->complaints = g_ptr_array_new_with_free_func (g_free);
  self->reached = g_hash_table_new (NULL, NULL);
  return self;
}

void
trs_walk_free (TrsWalk *self)
{
  g_ptr_array_unref (self->complaints);
  g_hash_table_unref (self->reached);
  g_free (self->pixels);
  g_free (self);
}

static char *
describe (GtkWidget *widget)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; widget != NULL && i < 5; i++, widget = gtk_widget_get_parent (widget))
    {
      const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));
      g_auto (GStrv) classes = gtk_widget_get_css_classes (widget);
      g_autofree char *joined = g_strjoinv (".", classes);

      g_string_append_printf (text, "%s%s%s%s%s%s", i > 0 ? " in " : "", G_OBJECT_TYPE_NAME (widget),
                              id != NULL ? "#" : "", id != NULL ? id : "", *joined != '\0' ? "." : "", joined);
      if (GTK_IS_LABEL (widget))
        g_string_append_printf (text, " “%s”", gtk_label_get_text (GTK_LABEL (widget)));
      if (GTK_IS_INSCRIPTION (widget))
        g_string_append_printf (text, " “%s”", gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
    }
  return g_string_free (text, FALSE);
}

G_GNUC_PRINTF (3, 4)
static void
complain (TrsWalk    *self,
          GtkWidget  *widget,
          const char *format,
          ...)
{
  g_autofree char *what = describe (widget);
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->complaints, g_strconcat (message, ": ", what, NULL));
}

static gboolean
get_bounds (TrsWalk         *self,
            GtkWidget       *widget,
            graphene_rect_t *bounds)
{
  return gtk_widget_compute_bounds (widget, self->root, bounds) && bounds->size.width > 0 && bounds->size.height > 0;
}

static gboolean
is_drawn (GtkWidget *widget)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_opacity (widget) < 0.05 || !gtk_widget_get_mapped (widget))
      return FALSE;
  return TRUE;
}

/* What of it is not scrolled away. */
static gboolean
get_visible_bounds (TrsWalk         *self,
                    GtkWidget       *widget,
                    graphene_rect_t *bounds)
{
  if (!get_bounds (self, widget, bounds))
    return FALSE;
  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent != NULL && parent != self->root;
       parent = gtk_widget_get_parent (parent))
    {
      graphene_rect_t clip;

      if (gtk_widget_get_overflow (parent) == GTK_OVERFLOW_VISIBLE)
        continue;
      if (!get_bounds (self, parent, &clip) || !graphene_rect_intersection (bounds, &clip, bounds))
        return FALSE;
    }
  return TRUE;
}

/* Contrast */

static double
linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
get_luminance (guint32 pixel)
{
  return 0.2126 * linear (((pixel >> 16) & 255) / 255.0) + 0.7152 * linear (((pixel >> 8) & 255) / 255.0) +
         0.0722 * linear ((pixel & 255) / 255.0);
}

static double
get_ratio (double a,
           double b)
{
  return (MAX (a, b) + 0.05) / (MIN (a, b) + 0.05);
}

/* The best of its pixels against the most frequent of them, which is what is behind. */
static double
get_contrast (TrsWalk               *self,
              const graphene_rect_t *bounds)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer pixel, count;
  guint most = 0;
  double behind = 0;
  double best = 1;
  int x0 = MAX (0, (int) (bounds->origin.x * ZOOM));
  int y0 = MAX (0, (int) (bounds->origin.y * ZOOM));
  int x1 = MIN (self->width, (int) ((bounds->origin.x + bounds->size.width) * ZOOM));
  int y1 = MIN (self->height, (int) ((bounds->origin.y + bounds->size.height) * ZOOM));

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      {
        guint32 value = *(guint32 *) (gpointer) (self->pixels + (gsize) y * self->stride + 4 * (gsize) x) & 0xffffff;

        count = g_hash_table_lookup (counts, GUINT_TO_POINTER (value + 1));
        g_hash_table_insert (counts, GUINT_TO_POINTER (value + 1), GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
      }

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &pixel, &count))
    if (GPOINTER_TO_UINT (count) > most)
      {
        most = GPOINTER_TO_UINT (count);
        behind = get_luminance (GPOINTER_TO_UINT (pixel) - 1);
      }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &pixel, &count))
    best = MAX (best, get_ratio (behind, get_luminance (GPOINTER_TO_UINT (pixel) - 1)));
  return best;
}

static const char *
get_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_INSCRIPTION (widget))
    return gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  return NULL;
}

static gboolean
has_words (const char *text)
{
  for (; text != NULL && *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_isgraph (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

static gboolean
is_in_front (TrsWalk               *self,
             GtkWidget             *widget,
             const graphene_rect_t *bounds)
{
  GtkWidget *picked = gtk_widget_pick (self->root, bounds->origin.x + bounds->size.width / 2,
                                       bounds->origin.y + bounds->size.height / 2,
                                       GTK_PICK_INSENSITIVE | GTK_PICK_NON_TARGETABLE);

  return picked == widget || (picked != NULL && (gtk_widget_is_ancestor (picked, widget) ||
                                                 gtk_widget_is_ancestor (widget, picked)));
}

static void
check_contrast (TrsWalk   *self,
                GtkWidget *widget)
{
  const char *text = get_text (widget);
  graphene_rect_t bounds, whole;
  double contrast;

  /* What is scrolled away but for less than a line shows too little of its letters. */
  if (!has_words (text) || !gtk_widget_is_sensitive (widget) || !get_bounds (self, widget, &whole) ||
      !get_visible_bounds (self, widget, &bounds) || bounds.size.width < 8 ||
      bounds.size.height < MIN (whole.size.height, LINE_HEIGHT) || !is_in_front (self, widget, &bounds))
    return;
  contrast = get_contrast (self, &bounds);
  if (contrast < MIN_CONTRAST)
    complain (self, widget, "contrast of %.2f", contrast);
}

/* Of nothing else does a renderer say which pixels it paints. */
static GdkTexture *
paint (TrsWalk *self)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (self->root);
  g_autoptr (GskRenderNode) node = NULL;
  GdkTexture *texture;
  int width = gtk_widget_get_width (self->root);
  int height = gtk_widget_get_height (self->root);

  for (guint i = 0; i < 50 && node == NULL; i++)
    {
      GtkSnapshot *snapshot = gtk_snapshot_new ();

      trs_display_test_wait_frame (self->root);
      gtk_snapshot_scale (snapshot, ZOOM, ZOOM);
      gdk_paintable_snapshot (paintable, snapshot, width, height);
      node = gtk_snapshot_free_to_node (snapshot);
    }
  g_assert_nonnull (node);
  self->width = width * ZOOM;
  self->height = height * ZOOM;
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (self->root)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, (float) self->width, (float) self->height));
  self->stride = 4 * (gsize) self->width;
  g_free (self->pixels);
  self->pixels = g_malloc (self->stride * (gsize) self->height);
  gdk_texture_download (texture, self->pixels, self->stride);
  return texture;
}

/* Sizes */

/* A row that does what its only control does is the target. */
static gboolean
is_in_target_row (GtkWidget *widget)
{
  GtkWidget *row = gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW);

  return row != NULL && row != widget && ADW_IS_ACTION_ROW (row) &&
         adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row)) == widget;
}

static gboolean
is_target (GtkWidget *widget)
{
  /* Of links in a text, nothing is asked. */
  if (!gtk_widget_is_sensitive (widget) || !gtk_widget_get_can_target (widget) ||
      gtk_widget_has_css_class (widget, "time-link") || gtk_widget_has_css_class (widget, "link") ||
      is_in_target_row (widget))
    return FALSE;
  return GTK_IS_BUTTON (widget) || GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget) || GTK_IS_ENTRY (widget) ||
         GTK_IS_SEARCH_ENTRY (widget) || GTK_IS_SPIN_BUTTON (widget) ||
         g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton") ||
         (GTK_IS_LIST_BOX_ROW (widget) && gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (widget)));
}

static void
check_size (TrsWalk   *self,
            GtkWidget *widget)
{
  graphene_rect_t bounds;

  if (is_target (widget) && get_bounds (self, widget, &bounds) &&
      ((int) roundf (bounds.size.width) < self->min_target || (int) roundf (bounds.size.height) < self->min_target))
    complain (self, widget, "target of %.0f × %.0f", bounds.size.width, bounds.size.height);
}

/* Reach */

/* As the pointer would see it. */
static gboolean
has_tooltip (GtkWidget *widget)
{
  for (; widget != NULL && !GTK_IS_NATIVE (widget); widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_has_tooltip (widget))
      {
        g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
        gboolean shown = FALSE;

        g_signal_emit_by_name (widget, "query-tooltip", 1, 1, TRUE, tooltip, &shown);
        if (shown)
          return TRUE;
      }
  return FALSE;
}

static gboolean
is_cut (GtkWidget *widget)
{
  g_autoptr (PangoLayout) layout = NULL;
  int width;

  if (GTK_IS_LABEL (widget))
    return pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
  if (!GTK_IS_INSCRIPTION (widget) ||
      gtk_inscription_get_text_overflow (GTK_INSCRIPTION (widget)) == GTK_INSCRIPTION_OVERFLOW_CLIP)
    return FALSE;
  layout = gtk_widget_create_pango_layout (widget, gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width > gtk_widget_get_width (widget) + 1;
}

static GtkWidget *
get_scrolling (GtkWidget *widget)
{
  do
    widget = gtk_widget_get_parent (widget);
  while (widget != NULL && !GTK_IS_NATIVE (widget) && !GTK_IS_SCROLLABLE (widget) && !GTK_IS_SCROLLED_WINDOW (widget));
  return widget != NULL && !GTK_IS_NATIVE (widget) ? widget : NULL;
}

static gboolean
scrolls_across (GtkWidget *scrollable)
{
  GtkAdjustment *adjustment = NULL;

  if (!GTK_IS_SCROLLABLE (scrollable))
    return FALSE;
  adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (scrollable));
  return adjustment != NULL && gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment) + 1;
}

static void
check_reach (TrsWalk   *self,
             GtkWidget *widget)
{
  const char *text = get_text (widget);
  GtkWidget *scrolling;
  graphene_rect_t bounds, clip;

  if (!has_words (text) && !is_target (widget))
    return;
  if (text != NULL && is_cut (widget) && !has_tooltip (widget))
    complain (self, widget, "cut without a tooltip");
  scrolling = get_scrolling (widget);
  if (!get_bounds (self, widget, &bounds) || !get_bounds (self, scrolling != NULL ? scrolling : self->root, &clip))
    return;
  if (!(scrolling != NULL && scrolls_across (scrolling)) &&
      (bounds.origin.x < clip.origin.x - NEARLY ||
       bounds.origin.x + bounds.size.width > clip.origin.x + clip.size.width + NEARLY))
    complain (self, widget, "out of reach: from %.0f to %.0f in %.0f to %.0f", bounds.origin.x,
              bounds.origin.x + bounds.size.width, clip.origin.x, clip.origin.x + clip.size.width);
  if (scrolling == NULL && (bounds.origin.y < -1 || bounds.origin.y + bounds.size.height > clip.size.height + 1))
    complain (self, widget, "out of reach: from %.0f down to %.0f in %.0f", bounds.origin.y,
              bounds.origin.y + bounds.size.height, clip.size.height);
}

static void
look_below (TrsWalk   *self,
            GtkWidget *widget)
{
  /* What is in a popover that is closed is not there, and one that is open is looked at by itself. */
  if ((GTK_IS_POPOVER (widget) && widget != self->root) || !is_drawn (widget))
    return;
  check_size (self, widget);
  check_reach (self, widget);
  check_contrast (self, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    look_below (self, child);
}

static int
measure (GtkWidget      *widget,
         GtkOrientation  orientation)
{
  int minimum;

  gtk_widget_measure (widget, orientation, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

/* The last one below that takes most of the room: it says why. */
static GtkWidget *
find_largest (GtkWidget      *widget,
              GtkOrientation  orientation)
{
  GtkWidget *largest = NULL;
  int most = measure (widget, orientation) * 3 / 4;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_NATIVE (child) && measure (child, orientation) > most)
      {
        largest = child;
        most = measure (child, orientation);
      }
  return largest != NULL ? find_largest (largest, orientation) : widget;
}

/**
 * trs_walk_measure:
 * @self: a walk
 * @width: the largest width
 * @height: the largest height
 *
 * Complains of a window that cannot be made as small (“asks for…”).
 */
void
trs_walk_measure (TrsWalk *self,
                  int      width,
                  int      height)
{
  int least_width = measure (self->root, GTK_ORIENTATION_HORIZONTAL);
  int least_height = measure (self->root, GTK_ORIENTATION_VERTICAL);

  if (least_width > width)
    complain (self, find_largest (self->root, GTK_ORIENTATION_HORIZONTAL), "asks for a width of %d", least_width);
  if (least_height > height)
    complain (self, find_largest (self->root, GTK_ORIENTATION_VERTICAL), "asks for a height of %d", least_height);
}

/**
 * trs_walk_look:
 * @self: a walk
 *
 * Complains of targets that are too small (“target of…”), of words that do not stand out from what is behind them
 * (“contrast of…”), of what is cut off and has no tooltip that says it whole (“cut…”), and of what no scrolling
 * reaches (“out of reach…”).
 *
 * Returns: (transfer full): the picture
 */
GdkTexture *
trs_walk_look (TrsWalk *self)
{
  GdkTexture *texture = paint (self);

  look_below (self, self->root);
  return texture;
}

/* Tab */

static GtkWidget *
get_focus (TrsWalk *self)
{
  return gtk_root_get_focus (gtk_widget_get_root (self->root));
}

static void
press (TrsWalk          *self,
       GtkDirectionType  direction)
{
  g_signal_emit_by_name (gtk_widget_get_root (self->root), "move-focus", direction);
}

/* With libadwaita 1.10 a switcher of pages is one stop for Tab, and the arrows go on in it. */
static void
go_along (TrsWalk   *self,
          GtkWidget *switcher)
{
  static const GtkDirectionType directions[] = { GTK_DIR_LEFT, GTK_DIR_RIGHT };
  GtkWidget *before = get_focus (self);

  for (gsize i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      while (gtk_widget_child_focus (switcher, directions[i]) && get_focus (self) != before &&
             g_hash_table_add (self->reached, get_focus (self)))
        ;
      gtk_widget_grab_focus (before);
    }
}

/* Goes round once. Nothing holds the focus: it comes back to where it was. */
static void
go (TrsWalk          *self,
    GtkDirectionType  direction)
{
  GtkWidget *first;
  guint n_same = 0;
  guint i;
  GtkWidget *switcher;

  /* Into a popover, there is no way from outside. */
  if (GTK_IS_ROOT (self->root))
    gtk_root_set_focus (GTK_ROOT (self->root), NULL);
  press (self, direction);
  first = get_focus (self);
  for (i = 0; i < MAX_STEPS; i++)
    {
      GtkWidget *focus = get_focus (self);

      if (focus == NULL)
        break;
      g_hash_table_add (self->reached, focus);
      switcher = gtk_widget_get_ancestor (focus, ADW_TYPE_VIEW_SWITCHER);
      if (switcher != NULL)
        go_along (self, switcher);
      press (self, direction);
      n_same = get_focus (self) == focus ? n_same + 1 : 0;
      /* At the end, GTK goes round with the second press. */
      if (n_same > 2 && (g_hash_table_size (self->reached) > 1 || GTK_IS_TEXT_VIEW (focus)))
        {
          complain (self, focus, "keeps the focus");
          return;
        }
      if (get_focus (self) == first)
        break;
    }
  if (i == MAX_STEPS)
    complain (self, self->root, "Tab never comes round");
}

/* By itself, by something in it, or by the arrows from what is beside it in a list or a group. */
static gboolean
is_reached (TrsWalk   *self,
            GtkWidget *widget)
{
  GHashTableIter iter;
  gpointer focus;
  GtkWidget *group = NULL;

  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent != NULL && group == NULL;
       parent = gtk_widget_get_parent (parent))
    if (GTK_IS_LIST_BOX (parent) || GTK_IS_FLOW_BOX (parent) || GTK_IS_LIST_BASE (parent) ||
        GTK_IS_STACK_SWITCHER (parent) || g_str_equal (G_OBJECT_TYPE_NAME (parent), "TrsChipBox"))
      group = parent;

  g_hash_table_iter_init (&iter, self->reached);
  while (g_hash_table_iter_next (&iter, &focus, NULL))
    if (focus == widget || gtk_widget_is_ancestor (focus, widget) || gtk_widget_is_ancestor (widget, focus) ||
        (group != NULL && gtk_widget_is_ancestor (focus, group)))
      return TRUE;
  return FALSE;
}

static void
check_tab (TrsWalk   *self,
           GtkWidget *widget)
{
  if ((GTK_IS_POPOVER (widget) && widget != self->root) || !is_drawn (widget) || !gtk_widget_get_can_focus (widget) ||
      !gtk_widget_is_sensitive (widget))
    return;
  /* A label takes the focus only where it can be selected, and a scrolled window where nothing in it does. */
  if (gtk_widget_get_focusable (widget) && !GTK_IS_SCROLLED_WINDOW (widget) && !GTK_IS_LABEL (widget) &&
      widget != self->root && !is_reached (self, widget))
    complain (self, widget, "not reached by Tab");
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_tab (self, child);
}

/**
 * trs_walk_go_round:
 * @self: a walk
 *
 * Presses Tab until it comes round, and then Shift+Tab. Complains of what holds the focus (“keeps the focus”), and of
 * what cannot be reached (“not reached…”).
 */
void
trs_walk_go_round (TrsWalk *self)
{
  /* The keyboard does not come back from a dialog where no window manager gives it, and without it a row of GTK 4.18
   * does not know that it has the focus. */
  if (GTK_IS_WINDOW (self->root) && !gtk_window_is_active (GTK_WINDOW (self->root)))
    trs_real_input_focus (self->root);
  go (self, GTK_DIR_TAB_FORWARD);
  go (self, GTK_DIR_TAB_BACKWARD);
  check_tab (self, self->root);
}

/* Names */

static gboolean
is_vague (guint role)
{
  for (gsize i = 0; i < G_N_ELEMENTS (vague_roles); i++)
    if (vague_roles[i] == role)
      return TRUE;
  return FALSE;
}

static gboolean
is_shown (GHashTable *items,
          const char *path)
{
  for (GVariant *item = g_hash_table_lookup (items, path); item != NULL; item = g_hash_table_lookup (items, path))
    {
      guint low;

      g_variant_get (item, "(o&osuu)", NULL, &path, NULL, NULL, &low);
      if ((low & (1u << TRS_SCREEN_READER_VISIBLE)) == 0)
        return FALSE;
      if (g_str_has_suffix (path, "/root"))
        break;
    }
  return TRUE;
}

/* Its own name, and those of what it is in. */
static char *
dup_place (GHashTable *items,
           const char *path)
{
  GString *place = g_string_new (NULL);

  for (guint i = 0; path != NULL && i < 12; i++)
    {
      GVariant *item = g_hash_table_lookup (items, path);
      const char *name;
      guint role;

      if (item == NULL)
        break;
      g_variant_get (item, "(o&o&suu)", NULL, &path, &name, &role, NULL);
      g_string_append_printf (place, " in %u “%s”", role, name);
    }
  return g_string_free (place, FALSE);
}

/* GTK 4.8 does not say what is on a page that is not shown, nor which widget an accessible is: the one that has the
 * focus when it says so. */
static GtkWidget *
find_widget (TrsWalk         *self,
             TrsScreenReader *reader,
             const char      *path,
             GtkWidget       *widget)
{
  if ((GTK_IS_POPOVER (widget) && widget != self->root) || !gtk_widget_get_mapped (widget))
    return NULL;
  if (gtk_widget_get_focusable (widget) && gtk_widget_grab_focus (widget) && get_focus (self) == widget)
    {
      g_autoptr (GVariant) answer =
          trs_screen_reader_ask (reader, path, TRS_SCREEN_READER_ACCESSIBLE, "GetState", NULL);
      g_autoptr (GVariant) states = g_variant_get_child_value (answer, 0);
      guint low;

      g_variant_get_child (states, 0, "u", &low);
      if ((low & (1u << STATE_FOCUSED)) != 0)
        return widget;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (self, reader, path, child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Excuses two lists that libadwaita makes: that of a group leaves the name to the group around it, which may have no
 * title, and the one that an expander row has for its header has the role of nothing. Tab must not stop at them, but at
 * their rows. */
static gboolean
is_excused (TrsWalk   *self,
            GtkWidget *widget)
{
  GtkWidget *group = gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_GROUP);
  GtkWidget *row = gtk_widget_get_ancestor (widget, ADW_TYPE_EXPANDER_ROW);

  if (!GTK_IS_LIST_BOX (widget) || adw_get_minor_version () < 3 || g_hash_table_contains (self->reached, widget))
    return FALSE;
  if (row != NULL)
    return gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)) == NULL ||
           g_str_has_prefix (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), "___object");
  return group != NULL && g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), "listbox") == 0;
}

/* Since 4.18 GTK leaves the name out that a label gives, and any name of a status; what screen readers look at then is
 * not in its cache. GTK 4.24 forgets to take the links of a label that is gone out of that
 * (gtk_accessible_hyperlink_dispose() drops what it never unrealized), and crashes when it is asked for all of it. */
static gboolean
is_cache_sound (void)
{
  return gtk_get_major_version () == 4 && gtk_get_minor_version () < 18;
}

/**
 * trs_walk_listen:
 * @self: a walk
 * @reader: a screen reader
 *
 * Complains of what takes the focus and has no role (“no role…”) or no name (“no name…”), in everything that is shown.
 *
 * Returns: the number of what takes the focus
 */
guint
trs_walk_listen (TrsWalk         *self,
                 TrsScreenReader *reader)
{
  g_autoptr (GVariant) items = trs_screen_reader_get_items (reader, is_cache_sound ());
  g_autoptr (GHashTable) by_path = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                          (GDestroyNotify) g_variant_unref);
  guint n = 0;

  for (gsize i = 0; i < g_variant_n_children (items); i++)
    {
      GVariant *item = g_variant_get_child_value (items, i);
      const char *path;

      g_variant_get_child (item, 0, "&o", &path);
      g_hash_table_insert (by_path, (gpointer) path, item);
    }
  for (gsize i = 0; i < g_variant_n_children (items); i++)
    {
      g_autoptr (GVariant) item = g_variant_get_child_value (items, i);
      g_autofree char *place = NULL;
      GtkWidget *widget;
      const char *path;
      const char *name;
      gboolean unnamed;
      guint role;
      guint low;

      g_variant_get (item, "(&oo&suu)", &path, NULL, &name, &role, &low);
      if ((low & (1u << STATE_FOCUSABLE)) == 0 || role == ROLE_SCROLL_PANE || !is_shown (by_path, path))
        continue;
      n++;
      place = dup_place (by_path, path);
      /* GTK 4.8 takes the type of the picture for the name of a button that has only one. */
      unnamed = *name == '\0' || g_type_from_name (name) != 0;
      widget = unnamed || is_vague (role) ? find_widget (self, reader, path, self->root) : NULL;
      if (widget != NULL && is_excused (self, widget))
        continue;
      if (widget != NULL && is_vague (role))
        complain (self, widget, "no role%s", place);
      if (widget != NULL && unnamed)
        complain (self, widget, "no name%s", place);
    }
  return n;
}
