/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-link-drop.h"

#include "trs-video-ref.h"

#define LINKS_FUNC "trs-links-func"

static gboolean
take (const char *part,
      GString    *links,
      GString    *all)
{
  TrsVideoRefKind kind = trs_video_ref_parse (part, NULL);

  if (kind != TRS_VIDEO_REF_NONE)
    g_string_append_printf (all, "%s\n", part);
  if (kind == TRS_VIDEO_REF_LINK)
    g_string_append_printf (links, "%s\n", part);
  return kind != TRS_VIDEO_REF_NONE;
}

/**
 * trs_link_drop_lines:
 * @text: (nullable): what was dropped or pasted: text, or a list of addresses
 *
 * Picks what may be videos out of a text. A single word is taken for an
 * identifier only if nothing else is in the text.
 *
 * Returns: (transfer full) (nullable): links or identifiers, one a line, or
 *   %NULL if there are none
 */
char *
trs_link_drop_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit_set (text != NULL ? text : "", "\r\n", -1);
  g_autoptr (GString) links = g_string_new (NULL);
  g_autoptr (GString) all = g_string_new (NULL);
  gboolean only_videos = TRUE;

  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) parts = *g_strstrip (*line) != '#' ? trs_pasted_links_split (*line) : NULL;

      for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
        only_videos &= take (parts[i], links, all);
    }

  if (only_videos && all->len > 0)
    return g_string_free (g_steal_pointer (&all), FALSE);
  return links->len > 0 ? g_string_free (g_steal_pointer (&links), FALSE) : NULL;
}

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
add_links (GtkWidget  *widget,
           const char *text)
{
  g_autofree char *lines = trs_link_drop_lines (text);
  TrsLinksFunc function = (TrsLinksFunc) g_object_get_data (G_OBJECT (widget), LINKS_FUNC);

  if (lines == NULL)
    return FALSE;

  function (widget, lines);
  return TRUE;
}

static gboolean
on_drop (GtkDropTarget *target,
         const GValue  *value,
         double         x,
         double         y,
         gpointer       user_data)
{
  g_autofree char *text = value_to_text (value);

  return add_links (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target)), text);
}

static void
pasted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GtkWidget) widget = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);

  if (gtk_widget_get_mapped (widget))
    add_links (widget, text);
}

static gboolean
paste_cb (GtkWidget *widget,
          GVariant  *args,
          gpointer   user_data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  if (GTK_IS_TEXT (focus) || (GTK_IS_TEXT_VIEW (focus) && gtk_text_view_get_editable (GTK_TEXT_VIEW (focus))))
    return GDK_EVENT_PROPAGATE;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, pasted_cb, g_object_ref (widget));
  return GDK_EVENT_STOP;
}

static GtkEventController *
paste_controller_new (void)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>v"),
                                                          gtk_callback_action_new (paste_cb, NULL, NULL)));
  return controller;
}

/**
 * trs_link_drop_attach:
 * @widget: where links may be dropped and pasted
 * @function: (scope forever): what to do with them
 *
 * Takes links, as text or as addresses, that are dropped onto a widget, or
 * pasted while the focus is not in a text field.
 */
void
trs_link_drop_attach (GtkWidget    *widget,
                      TrsLinksFunc  function)
{
  GType types[] = { G_TYPE_STRING, GDK_TYPE_FILE_LIST };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY | GDK_ACTION_LINK);

  g_object_set_data (G_OBJECT (widget), LINKS_FUNC, (gpointer) function);
  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), NULL);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
  gtk_widget_add_controller (widget, paste_controller_new ());
}
