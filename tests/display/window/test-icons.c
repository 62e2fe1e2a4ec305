/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-display-test.h"
#include "trs-test-utils.h"

#define ICONS TRS_RESOURCE_BASE "/icons/"

/* As GTK draws it, whichever way it has to do so. */
static cairo_surface_t *
draw_svg (const char *path,
          int         size)
{
  g_autofree char *uri = g_strconcat ("resource://", path, NULL);
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autoptr (GtkIconPaintable) icon = gtk_icon_paintable_new_for_file (file, size, 1);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  cairo_t *cr = cairo_create (surface);
  GskRenderNode *node;

  gdk_paintable_snapshot (GDK_PAINTABLE (icon), snapshot, size, size);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static int
get_channel (guint32 pixel,
             int     channel)
{
  return (pixel >> (8 * channel)) & 0xff;
}

/* Hues do not matter where nothing is drawn; those of a symbolic icon are no colours. */
static void
assert_is_drawn_from (const char *picture,
                      const char *svg,
                      int         size,
                      gboolean    symbolic)
{
  g_autoptr (GdkTexture) kept = gdk_texture_new_from_resource (picture);
  g_autofree guint32 *pixels = g_new0 (guint32, (gsize) size * size);
  cairo_surface_t *surface = draw_svg (svg, size);
  const guchar *drawn = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  guint n_different = 0;
  guint n_opaque = 0;

  g_assert_cmpint (gdk_texture_get_width (kept), ==, size);
  g_assert_cmpint (gdk_texture_get_height (kept), ==, size);
  gdk_texture_download (kept, (guchar *) pixels, (gsize) size * sizeof (guint32));
  for (int y = 0; y < size; y++)
    for (int x = 0; x < size; x++)
      {
        guint32 there = pixels[y * size + x];
        guint32 here = ((const guint32 *) (gconstpointer) (drawn + y * stride))[x];

        n_opaque += get_channel (here, 3) >= 128;
        for (int channel = symbolic || get_channel (here, 3) < 128 ? 3 : 0; channel < 4; channel++)
          n_different += ABS (get_channel (here, channel) - get_channel (there, channel)) > 24;
      }
  cairo_surface_destroy (surface);
  g_assert_cmpuint (n_opaque, >, 0);
  g_assert_cmpuint (n_different * 100, <, (guint) (size * size));
}

static void
test_drawn_from_the_same (void)
{
  const struct
  {
    const char *picture;
    const char *svg;
    int size;
    gboolean symbolic;
  } all[] = {
    { TRS_RESOURCE_BASE "/welcome-icon.png", TRS_APPLICATION_ID ".svg", 224, FALSE },
    { ICONS "128x128/apps/transcripts-symbolic.symbolic.png", TRS_APPLICATION_ID "-symbolic.svg", 128, TRUE },
    { ICONS "128x128@2/apps/transcripts-symbolic.symbolic.png", TRS_APPLICATION_ID "-symbolic.svg", 256, TRUE },
    { ICONS "16x16/apps/transcripts-working-symbolic.symbolic.png", "transcripts-working-symbolic.svg", 16, TRUE },
    { ICONS "16x16@2/apps/transcripts-working-symbolic.symbolic.png", "transcripts-working-symbolic.svg", 32, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *svg = g_strconcat (ICONS "scalable/apps/", all[i].svg, NULL);

      assert_is_drawn_from (all[i].picture, svg, all[i].size, all[i].symbolic);
    }
}

static void
assert_is_no_svg (const char *name,
                  int         size)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());

  for (int scale = 1; scale <= 2; scale++)
    {
      g_autoptr (GtkIconPaintable) icon =
          gtk_icon_theme_lookup_icon (theme, name, NULL, size, scale, GTK_TEXT_DIR_NONE, 0);
      g_autoptr (GFile) file = gtk_icon_paintable_get_file (icon);
      g_autofree char *uri = g_file_get_uri (file);

      g_assert_true (g_str_has_suffix (uri, ".symbolic.png"));
    }
}

/* As status pages and the rows of the list ask for them. */
static void
test_own_icons_are_no_svg (void)
{
  assert_is_no_svg ("transcripts-symbolic", 128);
  assert_is_no_svg ("transcripts-working-symbolic", 16);
}

static guint
assert_has_icons_of (const char *path)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  g_autoptr (GRegex) regex = g_regex_new ("[\">]([a-z0-9-]+-symbolic)[\"<]", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *source = NULL;
  g_autoptr (GError) error = NULL;
  guint n_found = 0;

  g_assert_true (g_file_get_contents (path, &source, NULL, &error));
  for (g_regex_match (regex, source, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);

      n_found++;
      if (!gtk_icon_theme_has_icon (theme, name))
        g_error ("%s: there is no icon “%s”", path, name);
    }
  return n_found;
}

static guint
assert_has_icons_below (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) files = g_dir_open (folder, 0, &error);
  const char *name;
  guint n_found = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        n_found += assert_has_icons_below (path);
      else if (g_str_has_suffix (name, ".c") || g_str_has_suffix (name, ".ui"))
        n_found += assert_has_icons_of (path);
    }
  return n_found;
}

/* Themes lose icons: one that is nowhere is drawn as something else, without a word. */
static void
test_every_icon_is_there (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "src", "ui", NULL);

  g_assert_cmpuint (assert_has_icons_below (folder), >, 40);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/icons/drawn-from-the-same", test_drawn_from_the_same);
  g_test_add_func ("/icons/own-icons-are-no-svg", test_own_icons_are_no_svg);
  g_test_add_func ("/icons/every-icon-is-there", test_every_icon_is_there);
  return g_test_run ();
}
