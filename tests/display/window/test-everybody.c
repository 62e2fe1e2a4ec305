/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One walk over every page, dialog and popover, in every style, size and direction: what takes the focus says what it
 * is and is reached by Tab, what is clicked is large enough, what is read stands out from what is behind it, and
 * nothing is out of reach or cut off without a tooltip. A few combinations are walked here; `-m slow` walks all of
 * them, and TRS_CONTACT_SHEET=1 saves a picture of all that was seen (build-aux/accessibility.sh). */
#include "config.h"
#include "trs-compare-window.h"
#include "trs-display-test.h"
#include "trs-files-dialog.h"
#include "trs-find-bar.h"
#include "trs-help-window.h"
#include "trs-screen-reader.h"
#include "trs-test-transcripts.h"
#include "trs-tour.h"
#include "trs-transcript-page.h"
#include "trs-transcript-tags.h"
#include "trs-ui-compat.h"
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
  TrsTour *tour = &self->tour;

  tour->rig = trs_session_rig_new_waiting (configured);
  g_settings_set_int (tour->rig->settings, "window-width", (self->variant.narrow ? NARROW_WIDTH : WIDE_WIDTH) + FRAME);
  g_settings_set_int (tour->rig->settings, "window-height",
                      (self->variant.narrow ? NARROW_HEIGHT : WIDE_HEIGHT) + FRAME);
  tour->window = trs_window_new (NULL, tour->rig->session, tour->rig->settings);
  trs_display_test_show (GTK_WINDOW (tour->window));
  if (configured)
    {
      g_autofree char *entries = trs_session_rig_sample_list ();

      trs_session_rig_list (tour->rig, entries);
    }
  trs_session_rig_start (tour->rig);
  if (configured)
    trs_test_wait_until (trs_history_get_complete (trs_session_get_history (tour->rig->session)));
}

static void
tear_down_window (Fixture *self)
{
  trs_display_test_destroy (self->tour.window);
  trs_session_rig_free (self->tour.rig);
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
  tear_down_window (self);

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
  /* The one with the longest title. */
  trs_window_open_project (self->tour.window, trs_tour_get_project (&self->tour, 6));
  page = trs_display_test_find_type (GTK_WIDGET (self->tour.window), TRS_TYPE_TRANSCRIPT_PAGE);
  g_object_set (page, "document", self->tour.document, NULL);
  look_at_page (self, "transcript");
  look_at_selection (self, page);
  gtk_widget_activate_action (page, "page.find", NULL);
  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (page, "entry")), "the");
  look_at_page (self, "find");
  g_settings_set_boolean (self->tour.rig->settings, "show-highlights", TRUE);
  look_at_page (self, "highlights");
  trs_searcher_set_query (trs_session_get_searcher (self->tour.rig->session), "nothing like it");
  look_at_page (self, "search");
  tear_down_window (self);
}

/* What the checks are for: each finds a widget that is broken, and none complains of one that is sound. */

/* Keeps the focus for ever. */
#define TRS_TYPE_TRAP (trs_trap_get_type ())
G_DECLARE_FINAL_TYPE (TrsTrap, trs_trap, TRS, TRAP, GtkButton)

struct _TrsTrap
{
  GtkButton parent_instance;
};

G_DEFINE_FINAL_TYPE (TrsTrap, trs_trap, GTK_TYPE_BUTTON)

static gboolean
trs_trap_focus (GtkWidget        *widget,
                GtkDirectionType  direction)
{
  return gtk_widget_grab_focus (widget);
}

static void
trs_trap_class_init (TrsTrapClass *klass)
{
  GTK_WIDGET_CLASS (klass)->focus = trs_trap_focus;
}

static void
trs_trap_init (TrsTrap *self)
{
}

/* Lets no Tab in. */
#define TRS_TYPE_WALL (trs_wall_get_type ())
G_DECLARE_FINAL_TYPE (TrsWall, trs_wall, TRS, WALL, GtkBox)

struct _TrsWall
{
  GtkBox parent_instance;
};

G_DEFINE_FINAL_TYPE (TrsWall, trs_wall, GTK_TYPE_BOX)

static gboolean
trs_wall_focus (GtkWidget        *widget,
                GtkDirectionType  direction)
{
  return FALSE;
}

static void
trs_wall_class_init (TrsWallClass *klass)
{
  GTK_WIDGET_CLASS (klass)->focus = trs_wall_focus;
}

static void
trs_wall_init (TrsWall *self)
{
}

static GtkWidget *
make_sound (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *icon = gtk_button_new_from_icon_name ("edit-copy-symbolic");
  GtkWidget *cut = g_object_new (GTK_TYPE_LABEL, "label", "More than there is room for", "ellipsize",
                                 PANGO_ELLIPSIZE_END, "max-width-chars", 5, "halign", GTK_ALIGN_START, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, "Copy", -1);
  trs_tooltip_when_cut (cut);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), cut);
  gtk_box_append (GTK_BOX (box), gtk_button_new_with_label ("Save"));
  return box;
}

static GtkWidget *
make_nameless (void)
{
  return gtk_button_new_from_icon_name ("edit-copy-symbolic");
}

static GtkWidget *
make_without_role (void)
{
  return g_object_new (ADW_TYPE_BIN, "focusable", TRUE, "child", gtk_label_new ("Nobody knows what I am"), NULL);
}

static GtkWidget *
make_small (void)
{
  GtkWidget *check = gtk_check_button_new_with_label ("Small");

  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  return check;
}

static GtkWidget *
make_pale (void)
{
  return g_object_new (GTK_TYPE_LABEL, "label", "<span foreground='#a0a0a0'>Hardly seen</span>", "use-markup", TRUE,
                       NULL);
}

static GtkWidget *
make_cut (void)
{
  return g_object_new (GTK_TYPE_LABEL, "label", "More than there is room for", "ellipsize", PANGO_ELLIPSIZE_END,
                       "max-width-chars", 5, "halign", GTK_ALIGN_START, NULL);
}

static GtkWidget *
make_cut_line (void)
{
  return g_object_new (GTK_TYPE_INSCRIPTION, "text", "More than there is room for", "text-overflow",
                       GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, "nat-chars", 5, "halign", GTK_ALIGN_START, NULL);
}

static GtkWidget *
make_out_of_reach (void)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *button = gtk_button_new_with_label ("Far");

  gtk_widget_set_size_request (button, 600, 40);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), gtk_label_new ("Near"));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), button);
  return overlay;
}

static GtkWidget *
make_trap (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_box_append (GTK_BOX (box), gtk_button_new_with_label ("Before"));
  gtk_box_append (GTK_BOX (box), g_object_new (TRS_TYPE_TRAP, "label", "Stay", NULL));
  return box;
}

static GtkWidget *
make_wall (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *wall = g_object_new (TRS_TYPE_WALL, NULL);

  gtk_box_append (GTK_BOX (wall), gtk_button_new_with_label ("Behind"));
  gtk_box_append (GTK_BOX (box), gtk_button_new_with_label ("Before"));
  gtk_box_append (GTK_BOX (box), wall);
  return box;
}

static GtkWidget *
make_wide (void)
{
  return g_object_new (GTK_TYPE_BUTTON, "label", "Wide", "width-request", 500, NULL);
}

static const struct
{
  const char *complaint;
  GtkWidget *(*make) (void);
} broken[] = {
  { NULL, make_sound },
  { "no name", make_nameless },
  { "no role", make_without_role },
  { "target of", make_small },
  { "contrast of", make_pale },
  { "cut without a tooltip", make_cut },
  { "cut without a tooltip", make_cut_line },
  { "out of reach", make_out_of_reach },
  { "keeps the focus", make_trap },
  { "not reached by Tab", make_wall },
  { "asks for a width", make_wide },
};

static void
test_broken (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      GtkWidget *widget = broken[i].make ();
      GtkWindow *window = trs_display_test_present (widget, 300, 200);
      g_autoptr (TrsWalk) walk = trs_walk_new ("broken", window, MIN_TARGET);
      g_autoptr (GdkTexture) texture = NULL;
      guint n = 0;

      trs_walk_measure (walk, NARROW_WIDTH, NARROW_HEIGHT);
      texture = trs_walk_look (walk);
      trs_walk_go_round (walk);
      trs_walk_listen (walk, reader);
      for (guint j = 0; j < walk->complaints->len; j++)
        if (broken[i].complaint != NULL && g_str_has_prefix (walk->complaints->pdata[j], broken[i].complaint))
          n++;
        else
          g_test_message ("%s: %s", broken[i].complaint, (char *) walk->complaints->pdata[j]);
      if (broken[i].complaint != NULL)
        g_assert_cmpuint (n, >, 0);
      else
        g_assert_cmpuint (walk->complaints->len, ==, 0);
      trs_display_test_destroy (window);
    }
}

/* The focus after a dialog */

static GtkWindow *
find_dialog (GtkWindow *window)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();

  for (GList *l = all; l != NULL; l = l->next)
    if (l->data != window && gtk_window_get_transient_for (l->data) == window && gtk_widget_get_mapped (l->data))
      return l->data;
  return NULL;
}

/* Opens a dialog and closes it. */
static void
check_focus_returns (GtkWindow  *window,
                     GtkWidget  *owner,
                     const char *action)
{
  GtkWidget *before = gtk_window_get_focus (window);

  g_test_message ("%s", action);
  g_assert_nonnull (before);
  g_assert_true (gtk_widget_activate_action (owner, action, NULL));
  trs_test_wait_until (find_dialog (window) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (find_dialog (window)));
  gtk_window_close (find_dialog (window));
  trs_test_wait_until (find_dialog (window) == NULL);
  trs_display_test_wait_frame (GTK_WIDGET (window));
  trs_test_wait_until (gtk_window_get_focus (window) == before);
  g_assert_true (gtk_widget_get_mapped (before));
}

static GtkWidget *
find_item (GtkWidget  *widget,
           const char *text)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton") &&
      trs_display_test_find_label (widget, text) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_item (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* After the dialog of an item of a menu, whose item had it. */
static void
check_focus_after_menu (GtkWindow     *window,
                        GtkMenuButton *button,
                        const char    *item)
{
  g_test_message ("%s", item);
  gtk_widget_child_focus (GTK_WIDGET (button), GTK_DIR_TAB_FORWARD);
  gtk_menu_button_popup (button);
  trs_test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (button))));
  g_signal_emit_by_name (find_item (GTK_WIDGET (gtk_menu_button_get_popover (button)), item), "clicked");
  trs_test_wait_until (find_dialog (window) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (find_dialog (window)));
  gtk_window_close (find_dialog (window));
  trs_test_wait_until (find_dialog (window) == NULL);
  trs_display_test_wait_frame (GTK_WIDGET (window));
  /* Where GTK puts it depends on whether the menu or the dialog closes first; it must not be lost. */
  g_assert_nonnull (gtk_window_get_focus (window));
  g_assert_true (gtk_widget_get_mapped (gtk_window_get_focus (window)));
}

static void
test_focus (Fixture       *self,
            gconstpointer  variant)
{
  static const char *const own[] = { "win.accounts", "win.spending" };
  static const char *const of_page[] = { "page.export", "edits.speakers" };
  GtkWindow *window;
  GtkWidget *page;
  GtkMenuButton *more;

  set_up_window (self, TRUE);
  window = GTK_WINDOW (self->tour.window);
  gtk_widget_grab_focus (trs_display_test_find (GTK_WIDGET (window), "search"));
  for (gsize i = 0; i < G_N_ELEMENTS (own); i++)
    check_focus_returns (window, GTK_WIDGET (window), own[i]);

  trs_window_open_project (self->tour.window, trs_tour_get_project (&self->tour, 6));
  page = trs_display_test_find_type (GTK_WIDGET (window), TRS_TYPE_TRANSCRIPT_PAGE);
  g_object_set (page, "document", self->tour.document, NULL);
  trs_display_test_wait_frame (page);
  gtk_widget_grab_focus (trs_display_test_find (page, "view"));
  for (gsize i = 0; i < G_N_ELEMENTS (of_page); i++)
    check_focus_returns (window, page, of_page[i]);
  more = GTK_MENU_BUTTON (trs_display_test_find (page, "more_button"));
  check_focus_after_menu (window, more, "Rename…");
  check_focus_after_menu (window, more, "Speakers…");
  tear_down_window (self);
}

/* Motion */

static GBytes *
take_picture (GtkWidget *window)
{
  g_autoptr (TrsWalk) walk = trs_walk_new ("motion", window, MIN_TARGET);
  g_autoptr (GdkTexture) texture = trs_walk_look (walk);

  return gdk_texture_save_to_png_bytes (texture);
}

/* Returns: whether anything moves after the frame in which something appears */
static gboolean
moves (GtkWidget  *window,
       GtkWidget  *page,
       const char *action)
{
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;

  gtk_widget_activate_action (page, action, NULL);
  for (guint i = 0; i < 3; i++)
    trs_display_test_wait_frame (window);
  before = take_picture (window);
  for (guint i = 0; i < 30; i++)
    trs_display_test_wait_frame (window);
  after = take_picture (window);
  return !g_bytes_equal (before, after);
}

/* Where the desktop has no animations, everything is there at once. With them, this test would see them. */
static void
test_motion (Fixture       *self,
             gconstpointer  variant)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GtkWidget *window, *page;

  set_up_window (self, TRUE);
  window = GTK_WIDGET (self->tour.window);
  trs_window_open_project (self->tour.window, trs_tour_get_project (&self->tour, 6));
  page = trs_display_test_find_type (window, TRS_TYPE_TRANSCRIPT_PAGE);
  g_object_set (page, "document", self->tour.document, NULL);
  trs_display_test_wait_frame (window);
  g_assert_false (moves (window, page, "page.find"));
  g_assert_false (moves (window, page, "page.highlights"));
  gtk_widget_activate_action (page, "win.escape", NULL);

  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  trs_find_bar_close (TRS_FIND_BAR (trs_display_test_find (page, "find_bar")));
  g_assert_true (moves (window, page, "page.find"));
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  tear_down_window (self);
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
  if (!contrast && !g_test_slow ())
    {
      g_test_add_func ("/everybody/broken", test_broken);
      g_test_add ("/everybody/motion", Fixture, &plain, set_up, test_motion, tear_down);
      g_test_add ("/everybody/focus", Fixture, &plain, set_up, test_focus, tear_down);
    }
  result = g_test_run ();
  trs_screen_reader_free (reader);
  return result;
}
