/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"

#include "config.h"

#if defined (__has_feature)
#if __has_feature (address_sanitizer)
#include <sanitizer/lsan_interface.h>

/* GLib leaks the first block of its table of quarks, on purpose, when a program has more than 2,048 of them. It is
 * allocated before main(), where nothing is ours: what libraries allocate there is no leak of a test. */
static void
ignore_leaks (int    argc,
              char **argv,
              char **environment)
{
  __lsan_disable ();
}

__attribute__ ((section (".preinit_array"), used)) static void (*const before_libraries) (int, char **, char **) =
    ignore_leaks;

__attribute__ ((constructor)) static void
find_leaks (void)
{
  __lsan_enable ();
}
#endif
#endif

/* Frames after which a window has to stand still. */
#define MAX_FRAMES 50

/* The directories of each test are its own; icons, and how to tell their
 * format, still come from the system. */
static void
use_system_icons (const char *data_dirs)
{
  g_auto (GStrv) data = g_strsplit (data_dirs, ":", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) mime = NULL;
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());

  for (guint i = 0; data[i] != NULL; i++)
    {
      g_autofree char *icons = g_build_filename (data[i], "icons", NULL);
      g_autofree char *types = g_build_filename (data[i], "mime", NULL);

      gtk_icon_theme_add_search_path (theme, icons);
      g_strv_builder_add (builder, types);
    }

  mime = g_strv_builder_end (builder);
  g_content_type_set_mime_dirs ((const char *const *) mime);
}

static gboolean
has_prefix (const GLogField *field,
            const char      *key,
            const char      *prefix)
{
  return g_str_equal (field->key, key) && field->length < 0 && g_str_has_prefix (field->value, prefix);
}

/* What GTK warns of itself; every other warning stays fatal:
 *
 * - On X11 without a compositor, GDK 4.24 submits the timings of a popover's frame once when it paints and once more
 *   when the server answers.
 * - Events that GDK has held back are handled inside of a frame. Where a handler changes the text of a text view, that
 *   validates it as late as it paints, and the trough of the scrollbar beside it is painted as it was.
 * - A title of AdwActionRow may break inside a word. One Arabic word is narrower broken than whole, because its letters
 *   join: what GTK 4.8 asks for without a height is less than what it asks for with one. */
static GLogWriterOutput
log_writer (GLogLevelFlags   level,
            const GLogField *fields,
            gsize            n_fields,
            gpointer         user_data)
{
  static const struct
  {
    const char *domain;
    const char *message;
    GLogLevelFlags level;
    gboolean right_to_left;
  } own[] = {
    { "Gdk", "gdk_frame_timings_submitted() called on submitted frame.", G_LOG_LEVEL_WARNING, FALSE },
    { "Gtk", "Trying to snapshot GtkGizmo ", G_LOG_LEVEL_WARNING, FALSE },
    { "Gtk", "GtkBox 0x", G_LOG_LEVEL_CRITICAL, TRUE },
  };
  gboolean right_to_left = gtk_widget_get_default_direction () == GTK_TEXT_DIR_RTL;

  for (gsize i = 0; i < G_N_ELEMENTS (own); i++)
    {
      guint n_matches = 0;

      if (level != own[i].level || (own[i].right_to_left && !right_to_left))
        continue;

      for (gsize j = 0; j < n_fields; j++)
        n_matches += has_prefix (&fields[j], "GLIB_DOMAIN", own[i].domain) ||
                     has_prefix (&fields[j], "MESSAGE", own[i].message);
      if (n_matches == 2)
        return G_LOG_WRITER_HANDLED;
    }

  return g_log_writer_default (level, fields, n_fields, user_data);
}

static void
add_style (const char *resource)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, resource);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

/**
 * trs_display_test_init:
 * @argc: from main()
 * @argv: from main()
 *
 * As trs_test_init(), and starts GTK and libadwaita with the style of the
 * program.
 */
void
trs_display_test_init (int    *argc,
                       char ***argv)
{
  g_autofree char *data_dirs = g_strdup (g_getenv ("XDG_DATA_DIRS"));
  const char *mime_dirs[] = { "/usr/share/mime", NULL };
  GtkIconTheme *theme;

  trs_test_init (argc, argv);
  g_log_set_writer_func (log_writer, NULL, NULL);
  gtk_init ();
  adw_init ();
  use_system_icons (data_dirs != NULL ? data_dirs : "/usr/local/share:/usr/share");
  gtk_window_set_auto_startup_notification (FALSE);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink", FALSE,
                "gtk-font-name", "Cantarell 11", "gtk-decoration-layout", ":close", NULL);

  /* The folders of the system are out of reach of a test; its icons, and what it takes to load them, are not. */
  g_content_type_set_mime_dirs (mime_dirs);
  theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  gtk_icon_theme_add_search_path (theme, "/usr/share/icons");
  gtk_icon_theme_add_resource_path (theme, TRS_RESOURCE_BASE "/icons");

  /* A program has these from its AdwApplication. */
  add_style (TRS_RESOURCE_BASE "/style.css");
  if (adw_style_manager_get_high_contrast (adw_style_manager_get_default ()))
    add_style (TRS_RESOURCE_BASE "/high-contrast.css");
}

static void
after_paint_cb (GdkFrameClock *clock,
                gpointer       user_data)
{
  *(gboolean *) user_data = TRUE;
}

/**
 * trs_display_test_wait_frame:
 * @widget: a widget in a window that is shown
 *
 * Waits until one more frame was drawn.
 */
void
trs_display_test_wait_frame (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gboolean painted = FALSE;
  gulong id;

  g_assert_nonnull (clock);
  id = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &painted);
  gtk_widget_queue_draw (widget);
  trs_test_wait_until (painted);
  g_signal_handler_disconnect (clock, id);
}

/**
 * trs_display_test_show:
 * @window: a window
 *
 * Presents the window and waits until it was drawn.
 */
void
trs_display_test_show (GtkWindow *window)
{
  gtk_window_present (window);
  trs_test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)) && gtk_widget_get_width (GTK_WIDGET (window)) > 0);
  trs_display_test_wait_frame (GTK_WIDGET (window));
}

/**
 * trs_display_test_present:
 * @widget: (transfer floating): any widget that is not a window
 * @width: width of the window
 * @height: its height
 *
 * Shows the widget in a window of its own and waits until it was drawn.
 *
 * Returns: (transfer none): the window, for trs_display_test_destroy()
 */
GtkWindow *
trs_display_test_present (GtkWidget *widget,
                          int        width,
                          int        height)
{
  AdwWindow *window = g_object_new (ADW_TYPE_WINDOW,
                                    "default-width", width,
                                    "default-height", height,
                                    "content", widget,
                                    NULL);

  trs_display_test_show (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}

static GskRenderNode *
draw (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  return gtk_snapshot_free_to_node (snapshot);
}

/**
 * trs_display_test_save_png:
 * @widget: a widget in a window that is shown
 * @name: file name without its ending
 *
 * Saves a picture of the widget in `screenshots/` of the build folder of the
 * tests.
 */
void
trs_display_test_save_png (GtkWidget  *widget,
                           const char *name)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "screenshots", NULL);
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  /* While lists go on filling themselves, another frame may be due, and what is not laid out cannot be drawn. */
  for (guint i = 0; i < MAX_FRAMES && node == NULL; i++)
    {
      trs_display_test_wait_frame (widget);
      node = draw (widget);
    }
  g_assert_nonnull (node);

  texture = gsk_renderer_render_texture (gtk_native_get_renderer (gtk_widget_get_native (widget)), node, NULL);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (gdk_texture_save_to_png (texture, path));
}

/**
 * trs_display_test_set_dark:
 * @dark: whether the dark style is to be used from now on
 */
void
trs_display_test_set_dark (gboolean dark)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      dark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT);
}

typedef gboolean (*Match) (GtkWidget     *widget,
                           gconstpointer  what);

static GtkWidget *
find (GtkWidget     *root,
      Match          match,
      gconstpointer  what)
{
  if (match (root, what))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, match, what);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static gboolean
match_id (GtkWidget     *widget,
          gconstpointer  what)
{
  return g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), what) == 0;
}

static gboolean
match_shown_class (GtkWidget     *widget,
                   gconstpointer  what)
{
  return gtk_widget_get_visible (widget) && gtk_widget_has_css_class (widget, what);
}

static gboolean
match_type (GtkWidget     *widget,
            gconstpointer  what)
{
  return G_TYPE_CHECK_INSTANCE_TYPE (widget, *(const GType *) what);
}

static gboolean
match_label (GtkWidget     *widget,
             gconstpointer  what)
{
  const char *text = GTK_IS_LABEL (widget)         ? gtk_label_get_text (GTK_LABEL (widget))
                     : GTK_IS_INSCRIPTION (widget) ? gtk_inscription_get_text (GTK_INSCRIPTION (widget))
                                                   : NULL;

  /* What is said to screen readers alone is mapped, and nobody sees it. */
  return text != NULL && gtk_widget_get_mapped (widget) && gtk_widget_get_opacity (widget) > 0 &&
         g_str_equal (text, what);
}

/**
 * trs_display_test_find:
 * @root: where to look
 * @buildable_id: the id of an object in a template
 *
 * Returns: (transfer none) (nullable): the first widget with that id
 */
GtkWidget *
trs_display_test_find (GtkWidget  *root,
                       const char *buildable_id)
{
  return find (root, match_id, buildable_id);
}

/**
 * trs_display_test_find_shown:
 * @root: where to look
 * @css_class: a class
 *
 * Returns: (transfer none) (nullable): the first widget of the class that is visible
 */
GtkWidget *
trs_display_test_find_shown (GtkWidget  *root,
                             const char *css_class)
{
  return find (root, match_shown_class, css_class);
}

/**
 * trs_display_test_find_type:
 * @root: where to look
 * @type: a type of widgets
 *
 * Returns: (transfer none) (nullable): the first widget of the type
 */
GtkWidget *
trs_display_test_find_type (GtkWidget *root,
                            GType      type)
{
  return find (root, match_type, &type);
}

/**
 * trs_display_test_find_shortcut:
 * @widget: where the keys are pressed
 * @keys: as gtk_shortcut_trigger_to_string() tells them
 * @controller: (out) (optional) (transfer none): what looks for them
 *
 * Returns: (transfer none) (nullable): what @widget does with the keys
 */
GtkShortcut *
trs_display_test_find_shortcut (GtkWidget           *widget,
                                const char          *keys,
                                GtkEventController **controller)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);
      guint n = GTK_IS_SHORTCUT_CONTROLLER (one) ? g_list_model_get_n_items (G_LIST_MODEL (one)) : 0;

      for (guint j = 0; j < n; j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (one), j);
          g_autofree char *trigger = gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));

          if (!g_str_equal (trigger, keys))
            continue;
          if (controller != NULL)
            *controller = one;
          return shortcut;
        }
    }

  return NULL;
}

/**
 * trs_display_test_find_label:
 * @root: where to look
 * @text: what the label says
 *
 * Returns: (transfer none) (nullable): the first label or inscription that says it and is
 *   on the screen
 */
GtkWidget *
trs_display_test_find_label (GtkWidget  *root,
                             const char *text)
{
  return find (root, match_label, text);
}

/**
 * trs_display_test_click:
 * @button: a button that can be clicked
 *
 * Does what a click does.
 */
void
trs_display_test_click (GtkWidget *button)
{
  g_assert_true (GTK_IS_BUTTON (button));
  g_assert_true (gtk_widget_is_sensitive (button));
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
}

/**
 * trs_display_test_sees_caret:
 * @view: a text view
 *
 * Returns: whether the caret is on the screen
 */
gboolean
trs_display_test_sees_caret (GtkTextView *view)
{
  GdkRectangle caret;
  GdkRectangle visible;

  gtk_text_view_get_cursor_locations (view, NULL, &caret, NULL);
  gtk_text_view_get_visible_rect (view, &visible);
  return caret.height > 0 && caret.y >= visible.y && caret.y + caret.height <= visible.y + visible.height;
}

/**
 * trs_display_test_read_content:
 * @provider: (nullable): what a clipboard or a drag offers
 * @mime_type: a form of it
 *
 * Returns: (transfer full) (nullable): what is handed over in this form; %NULL if nothing is
 */
char *
trs_display_test_read_content (GdkContentProvider *provider,
                               const char         *mime_type)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GAsyncResult) result = NULL;

  if (provider == NULL)
    return NULL;

  gdk_content_provider_write_mime_type_async (provider, mime_type, memory, G_PRIORITY_DEFAULT, NULL,
                                              trs_test_store_result, &result);
  trs_test_wait_result (result);
  if (!gdk_content_provider_write_mime_type_finish (provider, result, NULL))
    return NULL;
  return g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                    g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
}

/**
 * trs_display_test_read_copied:
 * @widget: a widget
 *
 * Returns: (transfer full) (nullable): the plain text that this program has put on the clipboard
 */
char *
trs_display_test_read_copied (GtkWidget *widget)
{
  return trs_display_test_read_content (gdk_clipboard_get_content (gtk_widget_get_clipboard (widget)),
                                        "text/plain;charset=utf-8");
}

/**
 * trs_display_test_destroy:
 * @window: a #GtkWindow
 *
 * Destroys the window and lets what hangs on it go. What was hidden with the focus in it is held until the focus was
 * moved, which GTK does behind the next frame; it is held for ever if there is none (GTK 4.8).
 */
void
trs_display_test_destroy (gpointer window)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (window)))
    trs_display_test_wait_frame (GTK_WIDGET (window));
  gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}
