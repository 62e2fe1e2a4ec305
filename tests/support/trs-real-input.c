/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-real-input.h"

#include "trs-display-test.h"

#include <gdk/x11/gdkx.h>

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>

/* Steps of a drag: more than one passes the drag threshold, as a hand does. */
#define DRAG_STEPS 8

/* A connection of its own: that of GDK is for GDK alone. */
static Display *
get_display (void)
{
  static Display *display = NULL;

  if (display == NULL)
    display = XOpenDisplay (gdk_display_get_name (gdk_display_get_default ()));
  g_assert_nonnull (display);
  return display;
}

/* A frame after the events are here, and one after what they led to: GDK holds motion back until the next frame. The
 * server answers this connection before it has sent what it owes to that of GDK, which is why GDK asks, too. The
 * widget may be gone by then. */
static void
settle (GtkWidget *widget)
{
  XSync (get_display (), False);
  gdk_display_sync (gdk_display_get_default ());
  for (guint i = 0; i < 2; i++)
    {
      while (g_main_context_iteration (NULL, FALSE))
        continue;
      if (gtk_widget_get_mapped (widget))
        trs_display_test_wait_frame (widget);
    }
}

static Window
get_window (GtkWidget *widget)
{
  return gdk_x11_surface_get_xid (gtk_native_get_surface (gtk_widget_get_native (widget)));
}

static void
move_to (GtkWidget *widget,
         double     x,
         double     y)
{
  Display *display = get_display ();
  GtkNative *native = gtk_widget_get_native (widget);
  graphene_point_t point;
  double shadow_x;
  double shadow_y;
  int root_x;
  int root_y;
  Window child;

  /* Where nothing manages windows, newer GTK puts a mirrored one to the left of the screen. */
  if (GTK_IS_WINDOW (native))
    XMoveWindow (display, get_window (widget), 0, 0);
  g_assert_true (gtk_widget_compute_point (widget, GTK_WIDGET (native), &GRAPHENE_POINT_INIT (x, y), &point));
  gtk_native_get_surface_transform (native, &shadow_x, &shadow_y);
  g_assert_true (XTranslateCoordinates (display, get_window (widget), DefaultRootWindow (display),
                                        (int) (point.x + shadow_x), (int) (point.y + shadow_y), &root_x, &root_y,
                                        &child));
  XTestFakeMotionEvent (display, -1, root_x, root_y, CurrentTime);
}

/**
 * trs_real_input_move:
 * @widget: a widget on the screen
 * @x: where to, in coordinates of @widget; may lie outside of it
 * @y: where to
 *
 * Moves the pointer, and waits until GTK has heard of it.
 */
void
trs_real_input_move (GtkWidget *widget,
                     double     x,
                     double     y)
{
  g_autoptr (GtkWidget) kept = g_object_ref (widget);

  move_to (kept, x, y);
  settle (kept);
}

static void
fake_button (GtkWidget *widget,
             guint      button,
             gboolean   pressed)
{
  g_autoptr (GtkWidget) kept = g_object_ref (widget);

  XTestFakeButtonEvent (get_display (), button, pressed, CurrentTime);
  settle (kept);
}

/**
 * trs_real_input_press:
 * @widget: a widget in the window that the pointer is over
 * @button: the number of the button
 *
 * Presses a button of the mouse where the pointer is.
 */
void
trs_real_input_press (GtkWidget *widget,
                      guint      button)
{
  fake_button (widget, button, TRUE);
}

/**
 * trs_real_input_release:
 * @widget: a widget in the window that the pointer is over
 * @button: the number of the button
 *
 * Releases a button of the mouse.
 */
void
trs_real_input_release (GtkWidget *widget,
                        guint      button)
{
  fake_button (widget, button, FALSE);
}

/**
 * trs_real_input_click:
 * @widget: a widget on the screen
 * @x: where, in coordinates of @widget
 * @y: where
 * @button: the number of the button
 * @n_press: 1, or 2 for a double click, and so on
 *
 * Moves the pointer and clicks. All presses of one call lie within the time of a double click.
 */
void
trs_real_input_click (GtkWidget *widget,
                      double     x,
                      double     y,
                      guint      button,
                      guint      n_press)
{
  g_autoptr (GtkWidget) kept = g_object_ref (widget);

  trs_real_input_move (kept, x, y);
  for (guint i = 0; i < n_press; i++)
    {
      XTestFakeButtonEvent (get_display (), button, True, CurrentTime);
      XTestFakeButtonEvent (get_display (), button, False, CurrentTime);
    }
  settle (kept);
}

/**
 * trs_real_input_click_on:
 * @widget: a widget on the screen
 *
 * Clicks into the middle of @widget.
 */
void
trs_real_input_click_on (GtkWidget *widget)
{
  trs_real_input_click (widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0,
                        GDK_BUTTON_PRIMARY, 1);
}

/**
 * trs_real_input_drag:
 * @widget: a widget on the screen
 * @from_x: where the button is pressed, in coordinates of @widget
 * @from_y: where the button is pressed
 * @to_x: where it is released
 * @to_y: where it is released
 *
 * Presses, moves in steps, and releases.
 */
void
trs_real_input_drag (GtkWidget *widget,
                     double     from_x,
                     double     from_y,
                     double     to_x,
                     double     to_y)
{
  trs_real_input_move (widget, from_x, from_y);
  trs_real_input_press (widget, GDK_BUTTON_PRIMARY);
  for (guint i = 1; i <= DRAG_STEPS; i++)
    trs_real_input_move (widget, from_x + (to_x - from_x) * i / DRAG_STEPS, from_y + (to_y - from_y) * i / DRAG_STEPS);
  trs_real_input_release (widget, GDK_BUTTON_PRIMARY);
}

/**
 * trs_real_input_scroll:
 * @widget: a widget in the window that the pointer is over
 * @n_clicks: clicks of the wheel, downwards; upwards if negative
 *
 * Turns the wheel of the mouse where the pointer is.
 */
void
trs_real_input_scroll (GtkWidget *widget,
                       int        n_clicks)
{
  g_autoptr (GtkWidget) kept = g_object_ref (widget);

  for (int i = 0; i < ABS (n_clicks); i++)
    {
      XTestFakeButtonEvent (get_display (), n_clicks > 0 ? 5 : 4, True, CurrentTime);
      XTestFakeButtonEvent (get_display (), n_clicks > 0 ? 5 : 4, False, CurrentTime);
      settle (kept);
    }
}

/**
 * trs_real_input_focus:
 * @widget: a widget in a window that is shown
 *
 * Gives the window of @widget the keyboard, which is the work of a window manager where there is one.
 */
void
trs_real_input_focus (GtkWidget *widget)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (widget));

  XSetInputFocus (get_display (), get_window (window), RevertToParent, CurrentTime);
  XSync (get_display (), False);
  trs_test_wait_until (gtk_window_is_active (GTK_WINDOW (window)));
}

static void
fake_key (KeySym   symbol,
          gboolean pressed)
{
  KeyCode code = XKeysymToKeycode (get_display (), symbol);

  g_assert_cmpint (code, !=, 0);
  XTestFakeKeyEvent (get_display (), code, pressed, CurrentTime);
}

/**
 * trs_real_input_key:
 * @widget: a widget in the window that has the keyboard, see trs_real_input_focus()
 * @keyval: a key of the US keyboard, e.g. %GDK_KEY_End
 * @modifiers: Shift, Control and Alt that are held meanwhile
 *
 * Presses and releases a key.
 */
void
trs_real_input_key (GtkWidget       *widget,
                    guint            keyval,
                    GdkModifierType  modifiers)
{
  const struct { GdkModifierType modifier; KeySym symbol; } held[] = {
    { GDK_SHIFT_MASK, GDK_KEY_Shift_L }, { GDK_CONTROL_MASK, GDK_KEY_Control_L }, { GDK_ALT_MASK, GDK_KEY_Alt_L },
  };
  g_autoptr (GtkWidget) kept = g_object_ref (widget);

  for (gsize i = 0; i < G_N_ELEMENTS (held); i++)
    if (modifiers & held[i].modifier)
      fake_key (held[i].symbol, TRUE);
  fake_key (keyval, TRUE);
  fake_key (keyval, FALSE);
  for (gsize i = G_N_ELEMENTS (held); i-- > 0;)
    if (modifiers & held[i].modifier)
      fake_key (held[i].symbol, FALSE);
  settle (kept);
}

/**
 * trs_real_input_type:
 * @widget: a widget in the window that has the keyboard
 * @text: letters, digits, blanks and colons of ASCII
 *
 * Types @text.
 */
void
trs_real_input_type (GtkWidget  *widget,
                     const char *text)
{
  for (const char *c = text; *c != '\0'; c++)
    trs_real_input_key (widget, gdk_unicode_to_keyval (*c), g_ascii_isupper (*c) || *c == ':' ? GDK_SHIFT_MASK : 0);
}
