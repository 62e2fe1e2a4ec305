/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One walk over every page, dialog and popover, in every style, size and direction: what takes the focus says what it
 * is and is reached by Tab, what is clicked is large enough, what is read stands out from what is behind it, and
 * nothing is out of reach or cut off without a tooltip. A few combinations are walked here; `-m slow` walks all of
 * them, and TRS_CONTACT_SHEET=1 saves a picture of all that was seen (build-aux/accessibility.sh). */
#include "config.h"
#include "trs-compare-window.h"
#include "trs-display-test.h"
#include "trs-files-dialog.h"
#include "trs-help-window.h"
#include "trs-screen-reader.h"
#include "trs-test-transcripts.h"
#include "trs-tour.h"
#include "trs-transcript-tags.h"
#include "trs-walk.h"
#include "trs-widget-utils.h"

#define NARROW_WIDTH 360
#define NARROW_HEIGHT 294
#define WIDE_WIDTH 1366
#define WIDE_HEIGHT 768
/* What GTK draws around a window where there is no compositor. */
#define FRAME 10

#define MIN_TARGET 32
#define MIN_TARGET_NARROW 44

typedef enum
{
  STYLE_LIGHT,
  STYLE_DARK,
  STYLE_LARGE,
  /* Only where ADW_DEBUG_HIGH_CONTRAST is set, which libadwaita reads once. */
  STYLE_CONTRAST,
  N_STYLES
} Style;

static const char *const styles[] = { "light", "dark", "large", "contrast" };

typedef struct
{
  Style style;
  gboolean narrow;
  gboolean mirrored;
} Variant;

/* Walked each time. Large text is in the light style. */
static const Variant few[] = {
  { STYLE_DARK, FALSE, TRUE },
  { STYLE_LARGE, TRUE, FALSE },
  { STYLE_CONTRAST, TRUE, TRUE },
};

static const Variant plain = { STYLE_LIGHT, FALSE, FALSE };

typedef struct
{
  Variant variant;
  TrsTour tour;
  int dpi;
  /* The names of the menus that were opened. */
  GHashTable *opened;
  guint n_pictures;
} Fixture;

static TrsScreenReader *reader;

static const char *
get_name (const Variant *variant)
{
  static char name[64];

  g_snprintf (name, sizeof name, "%s-%s-%s", styles[variant->style], variant->narrow ? "narrow" : "wide",
              variant->mirrored ? "rtl" : "ltr");
  return name;
}

static void
set_style (const Variant *variant,
           int            dpi)
{
  trs_display_test_set_dark (variant->style == STYLE_DARK);
  gtk_widget_set_default_direction (variant->mirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", variant->style == STYLE_LARGE ? 2 * 96 * 1024 : dpi, NULL);
}

static void
set_up_window (Fixture  *self,
               gboolean  configured)
{
  gboolean narrow = self->variant.narrow;

  trs_tour_begin (&self->tour, configured, (narrow ? NARROW_WIDTH : WIDE_WIDTH) + FRAME,
                  (narrow ? NARROW_HEIGHT : WIDE_HEIGHT) + FRAME);
}

static void
set_up (Fixture       *self,
        gconstpointer  variant)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");

  self->variant = *(const Variant *) variant;
  self->tour.document = trs_test_document_new (transcript);
  self->opened = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &self->dpi, NULL);
  set_style (&self->variant, self->dpi);
}

static void
tear_down (Fixture       *self,
           gconstpointer  variant)
{
  set_style (&plain, self->dpi);
  g_object_unref (self->tour.document);
  g_hash_table_unref (self->opened);
}

static void
save_picture (Fixture    *self,
              const char *screen,
              GdkTexture *texture)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "screenshots", "everybody",
                                                   get_name (&self->variant), NULL);
  g_autofree char *file = g_strdup_printf ("%02u-%s.png", self->n_pictures++, screen);
  g_autofree char *path = g_build_filename (folder, file, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (gdk_texture_save_to_png (texture, path));
}

/* Looks at a window or a popover. */
static void
look (Fixture    *self,
      const char *screen,
      gpointer    root)
{
  /* GtkShortcutsWindow has a layout of its own, and no other for a narrow screen. */
  gboolean narrow = self->variant.narrow && !GTK_IS_SHORTCUTS_WINDOW (root);
  g_autoptr (TrsWalk) walk = trs_walk_new (screen, root, narrow ? MIN_TARGET_NARROW : MIN_TARGET);
  g_autoptr (GdkTexture) texture = NULL;

  trs_display_test_wait_frame (root);
  if (GTK_IS_WINDOW (root) && narrow)
    trs_walk_measure (walk, NARROW_WIDTH + FRAME, NARROW_HEIGHT + FRAME);
  texture = trs_walk_look (walk);
  trs_walk_go_round (walk);
  /* Nor has it a name for its search. */
  if (!GTK_IS_SHORTCUTS_WINDOW (root))
    g_assert_cmpuint (trs_walk_listen (walk, reader), >, 0);
  for (guint i = 0; i < walk->complaints->len; i++)
    {
      g_test_message ("%s: %s: %s", get_name (&self->variant), screen, (char *) walk->complaints->pdata[i]);
      g_test_fail ();
    }
  if (g_getenv ("TRS_CONTACT_SHEET") != NULL)
    save_picture (self, screen, texture);
}

static gboolean
is_in_sight (GtkWidget *widget)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (widget));
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (widget, root, &bounds) && bounds.origin.x >= 0 && bounds.origin.y >= 0 &&
         bounds.origin.x + bounds.size.width <= (float) gtk_widget_get_width (root) &&
         bounds.origin.y + bounds.size.height <= (float) gtk_widget_get_height (root);
}

/* The class whose template has it. */
static const char *
get_owner (GtkWidget *widget)
{
  while (!GTK_IS_WINDOW (widget) && !g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Trs"))
    widget = gtk_widget_get_parent (widget);
  return G_OBJECT_TYPE_NAME (widget);
}

/* Opens each menu and popover that has a button. */
static void
look_at_popovers (Fixture    *self,
                  const char *screen,
                  GtkWidget  *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_MENU_BUTTON (widget) && gtk_widget_is_sensitive (widget))
    {
      const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));
      g_autofree char *name = g_strconcat (screen, "-", id != NULL ? id : "menu", NULL);
      GtkPopover *popover;

      /* Each once: those of a page are there whatever it shows. */
      if (!g_hash_table_add (self->opened, g_strdup_printf ("%s in %s", id, get_owner (widget))))
        return;
      /* Scrolls to it. */
      gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
      for (guint i = 0; i < 2; i++)
        trs_display_test_wait_frame (widget);
      if (!is_in_sight (widget))
        return;
      gtk_menu_button_popup (GTK_MENU_BUTTON (widget));
      popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget));
      if (popover != NULL && gtk_widget_get_mapped (GTK_WIDGET (popover)))
        {
          trs_display_test_wait_frame (GTK_WIDGET (popover));
          look (self, name, popover);
          gtk_menu_button_popdown (GTK_MENU_BUTTON (widget));
          trs_test_wait_until (!gtk_widget_get_mapped (GTK_WIDGET (popover)));
        }
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    look_at_popovers (self, screen, child);
}

static GtkWindow *
new_compare (TrsTour *tour)
{
  return g_object_new (TRS_TYPE_COMPARE_WINDOW, NULL);
}

static GtkWindow *
new_files (TrsTour *tour)
{
  return GTK_WINDOW (trs_files_dialog_new (tour->rig->session, tour->rig->settings));
}

static GtkWindow *
build (const char *file,
       const char *id)
{
  g_autofree char *path = g_strconcat (TRS_RESOURCE_BASE "/", file, NULL);
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (path);

  return GTK_WINDOW (gtk_builder_get_object (builder, id));
}

static GtkWindow *
new_shortcuts (TrsTour *tour)
{
  return build ("trs-shortcuts.ui", "help_overlay");
}

static GtkWindow *
new_text (TrsTour *tour)
{
  GtkWindow *dialog = build ("trs-text-dialog.ui", "dialog");

  trs_dialog_adapt (dialog);
  return dialog;
}

static GtkWindow *
new_help (TrsTour *tour)
{
  return GTK_WINDOW (trs_help_window_new ());
}

static const TrsTourDialog more_dialogs[] = {
  { "compare", new_compare },
  { "files", new_files },
  { "help-index", new_help },
  { "shortcuts", new_shortcuts },
  { "text", new_text },
};

extern void __lsan_disable (void) __attribute__ ((weak));
extern void __lsan_enable (void) __attribute__ ((weak));

/* That of libadwaita forgets a word with each scroll. floor: remove with libadwaita ≥ 1.3 */
static void
set_leaks_count (const TrsTourDialog *which,
                 gboolean             count)
{
  if (g_str_equal (which->name, "about") && __lsan_disable != NULL)
    (count ? __lsan_enable : __lsan_disable) ();
}

/* Whether the pages of a dialog have names that can be chosen. */
static gboolean
has_switcher (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (ADW_IS_VIEW_SWITCHER (widget))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_switcher (child))
      return TRUE;
  return FALSE;
}

static void
look_at_dialog (Fixture             *self,
                const TrsTourDialog *which)
{
  GtkWindow *dialog = which->create (&self->tour);
  GtkWidget *stack = trs_display_test_find_type (GTK_WIDGET (dialog), ADW_TYPE_VIEW_STACK);

  if (self->variant.narrow)
    gtk_window_set_default_size (dialog, NARROW_WIDTH + FRAME, NARROW_HEIGHT + FRAME);
  trs_dialog_present (GTK_WINDOW (self->tour.window), dialog);
  trs_display_test_show (dialog);
  set_leaks_count (which, FALSE);
  if (stack == NULL)
    {
      look (self, which->name, dialog);
      look_at_popovers (self, which->name, GTK_WIDGET (dialog));
    }
  else
    {
      g_autoptr (GListModel) pages = G_LIST_MODEL (adw_view_stack_get_pages (ADW_VIEW_STACK (stack)));

      trs_display_test_wait_frame (GTK_WIDGET (dialog));
      g_assert_true (has_switcher (GTK_WIDGET (dialog)));
      for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
        {
          g_autoptr (AdwViewStackPage) page = g_list_model_get_item (pages, i);
          g_autofree char *name = NULL;

          if (!adw_view_stack_page_get_visible (page))
            continue;
          adw_view_stack_set_visible_child (ADW_VIEW_STACK (stack), adw_view_stack_page_get_child (page));
          name = g_strconcat (which->name, "-", adw_view_stack_page_get_name (page), NULL);
          look (self, name, dialog);
        }
    }
  set_leaks_count (which, TRUE);
  trs_display_test_destroy (dialog);
}

static void
look_at_page (Fixture    *self,
              const char *screen)
{
  for (guint i = 0; i < 3; i++)
    trs_display_test_wait_frame (GTK_WIDGET (self->tour.window));
  look (self, screen, self->tour.window);
  look_at_popovers (self, screen, GTK_WIDGET (self->tour.window));
}

/* What comes up over words that are selected. */
static void
look_at_selection (Fixture   *self,
                   GtkWidget *page)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (trs_display_test_find (page, "view")));
  GtkWidget *popover = trs_display_test_find (page, "selection_popover");
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, 1);
  end = start;
  gtk_text_iter_forward_word_end (&end);
  gtk_text_buffer_select_range (buffer, &start, &end);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ 100, 100, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (popover));
  trs_display_test_wait_frame (popover);
  look (self, "selection", popover);
  gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_text_buffer_place_cursor (buffer, &start);
}

static void
test_variant (Fixture       *self,
              gconstpointer  variant)
{
  GtkWidget *page;

  set_up_window (self, FALSE);
  look_at_page (self, "welcome");
  trs_tour_end (&self->tour);

  set_up_window (self, TRUE);
  for (gsize i = 0; i < TRS_TOUR_N_DIALOGS; i++)
    look_at_dialog (self, &trs_tour_dialogs[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (more_dialogs); i++)
    look_at_dialog (self, &more_dialogs[i]);

  look_at_page (self, "list");
  trs_window_open_project (self->tour.window, trs_tour_get_project (&self->tour, 1));
  look_at_page (self, "progress");
  trs_window_open_project (self->tour.window, trs_tour_get_project (&self->tour, 5));
  look_at_page (self, "failed");
  page = trs_tour_open_transcript (&self->tour);
  look_at_page (self, "transcript");
  look_at_selection (self, page);
  gtk_widget_activate_action (page, "page.find", NULL);
  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (page, "entry")), "the");
  look_at_page (self, "find");
  g_settings_set_boolean (self->tour.rig->settings, "show-highlights", TRUE);
  look_at_page (self, "highlights");
  trs_searcher_set_query (trs_session_get_searcher (self->tour.rig->session), "nothing like it");
  look_at_page (self, "search");
  trs_tour_end (&self->tour);
}

/* No colour alone */

static char *
get_lines (GtkTextTag *tag)
{
  PangoUnderline underline;
  PangoOverline overline;
  int weight;

  g_object_get (tag, "underline", &underline, "overline", &overline, "weight", &weight, NULL);
  return g_strdup_printf ("%d %d %d", (int) underline, (int) overline, weight);
}

static void
check_lines (const char *const *names,
             gsize              n)
{
  g_autoptr (GtkTextTagTable) tags = trs_transcript_tags_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < n; i++)
    {
      char *lines = get_lines (gtk_text_tag_table_lookup (tags, names[i]));

      g_test_message ("%s: %s", names[i], lines);
      g_assert_true (g_hash_table_add (seen, lines));
    }
}

/* In grey, a line or the weight tells the highlights apart, and where one is among the places that were found. In high
 * contrast also what is found from what is highlighted. */
static void
test_colours (void)
{
  static const char *const highlights[] = { "highlight-0", "highlight-1", "highlight-2", "highlight-3" };
  static const char *const found[] = { "hit", "current" };
  static const char *const all[] = { "highlight-0", "highlight-1", "highlight-2", "highlight-3", "hit", "current" };

  check_lines (highlights, G_N_ELEMENTS (highlights));
  check_lines (found, G_N_ELEMENTS (found));
  if (adw_style_manager_get_high_contrast (adw_style_manager_get_default ()))
    check_lines (all, G_N_ELEMENTS (all));
}

static void
add_variant (const Variant *variant)
{
  g_autofree char *path = g_strdup_printf ("/everybody/%s", get_name (variant));

  g_test_add (path, Fixture, variant, set_up, test_variant, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  static Variant all[N_STYLES * 4];
  gboolean contrast;
  int result;

  trs_display_test_init (&argc, &argv);
  reader = trs_screen_reader_new ();
  contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  for (gsize i = 0; i < G_N_ELEMENTS (few) && !g_test_slow (); i++)
    if ((few[i].style == STYLE_CONTRAST) == contrast)
      add_variant (&few[i]);
  for (guint i = 0; i < G_N_ELEMENTS (all) && g_test_slow (); i++)
    {
      all[i] = (Variant){ (Style) (i / 4), i & 1, (i & 2) != 0 };
      if ((all[i].style == STYLE_CONTRAST) == contrast)
        add_variant (&all[i]);
    }
  g_test_add_func ("/everybody/colours", test_colours);
  result = g_test_run ();
  trs_screen_reader_free (reader);
  return result;
}
