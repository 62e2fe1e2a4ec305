/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Links that are dropped onto the window, or pasted into it. */
#include "trs-window-private.h"

#include "trs-video-ref.h"

static char *
value_to_text (const GValue *value)
{
  GString *text;

  if (G_VALUE_HOLDS_STRING (value))
    return g_value_dup_string (value);
  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return NULL;

  text = g_string_new (NULL);
  for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
    {
      g_autofree char *uri = g_file_get_uri (l->data);

      g_string_append_printf (text, "%s\n", uri);
    }
  return g_string_free (text, FALSE);
}

static gboolean
compose (TrsWindow  *window,
         const char *text)
{
  g_autofree char *lines = trs_pasted_links_find (text);

  if (lines != NULL)
    trs_window_compose (window, lines);
  return lines != NULL;
}

static gboolean
drop_cb (TrsWindow    *window,
         const GValue *value)
{
  g_autofree char *text = value_to_text (value);

  return compose (window, text);
}

static void
pasted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsWindow) window = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);

  if (gtk_widget_get_mapped (GTK_WIDGET (window)))
    compose (window, text);
}

static gboolean
paste_cb (GtkWidget *widget,
          GVariant  *args,
          gpointer   user_data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  if (GTK_IS_TEXT (focus) || (GTK_IS_TEXT_VIEW (focus) && gtk_text_view_get_editable (GTK_TEXT_VIEW (focus))))
    return GDK_EVENT_PROPAGATE;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, pasted_cb, g_object_ref (user_data));
  return GDK_EVENT_STOP;
}

/* What is dragged out of the window is not for itself, even if somebody spoke of a link. */
static gboolean
accept_cb (GtkDropTarget *target,
           GdkDrop       *drop)
{
  return gdk_drop_get_drag (drop) == NULL &&
         gdk_content_formats_match (gtk_drop_target_get_formats (target), gdk_drop_get_formats (drop));
}

/**
 * trs_window_take_links:
 * @widget: the window, or a dialog that does not outlive it
 * @self: the window
 *
 * Composes a new transcription from links, as text or as addresses, that are
 * dropped onto @widget, or pasted while the focus is not in a text field.
 */
void
trs_window_take_links (GtkWidget *widget,
                       TrsWindow *self)
{
  GType types[] = { G_TYPE_STRING, GDK_TYPE_FILE_LIST };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY | GDK_ACTION_LINK);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "accept", G_CALLBACK (accept_cb), NULL);
  g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>v"),
                                                          gtk_callback_action_new (paste_cb, self, NULL)));
  gtk_widget_add_controller (widget, keys);
}
