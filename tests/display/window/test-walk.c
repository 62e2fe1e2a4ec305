/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the checks of the walk over everything are for: each finds a widget that is broken, and none complains of one
 * that is sound. */
#include "trs-display-test.h"
#include "trs-screen-reader.h"
#include "trs-walk.h"
#include "trs-widget-utils.h"

#include <adwaita.h>

#define WIDTH 360
#define HEIGHT 294
#define MIN_TARGET 32

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
  GtkWidget *fixed = g_object_new (GTK_TYPE_FIXED, "focusable", TRUE, NULL);

  gtk_fixed_put (GTK_FIXED (fixed), gtk_label_new ("Nobody knows what I am"), 0, 0);
  return fixed;
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
  TrsScreenReader *reader = trs_screen_reader_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      GtkWidget *widget = broken[i].make ();
      GtkWindow *window = trs_display_test_present (widget, 300, 200);
      g_autoptr (TrsWalk) walk = trs_walk_new ("broken", window, MIN_TARGET);
      g_autoptr (GdkTexture) texture = NULL;
      guint n = 0;

      trs_walk_measure (walk, WIDTH, HEIGHT);
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
  trs_screen_reader_free (reader);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/walk/broken", test_broken);
  return g_test_run ();
}
