/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-about.h"

#include "config.h"
#include "trs-session.h"
#include "trs-ui-compat.h"

#include <adwaita.h>
#include <string.h>

#define SANDBOX_MARK "/.flatpak-info"
#define BEGIN "<description>"
#define END "</description>"

static char *
dup_debug_info (GtkWidget  *parent,
                TrsSession *session)
{
  g_autofree char *facts = trs_session_dup_facts (session);
  GtkNative *native = gtk_widget_get_native (parent);

  return g_strdup_printf ("Transcripts: %s\n"
                          "GTK: %u.%u.%u\n"
                          "libadwaita: %u.%u.%u\n"
                          "Display: %s\n"
                          "Renderer: %s\n"
                          "Sandbox: %s\n"
                          "%s",
                          TRS_VERSION, gtk_get_major_version (), gtk_get_minor_version (), gtk_get_micro_version (),
                          adw_get_major_version (), adw_get_minor_version (), adw_get_micro_version (),
                          G_OBJECT_TYPE_NAME (gtk_widget_get_display (parent)),
                          G_OBJECT_TYPE_NAME (gtk_native_get_renderer (native)),
                          g_file_test (SANDBOX_MARK, G_FILE_TEST_EXISTS) ? "Flatpak" : "none", facts);
}

/* Those of the newest release in the metainfo. */
static char *
dup_release_notes (void)
{
  g_autoptr (GBytes) metainfo = g_resources_lookup_data (TRS_RESOURCE_BASE "/metainfo.xml", 0, NULL);
  g_autofree char *text = NULL;
  const char *begin, *end;

  g_return_val_if_fail (metainfo != NULL, NULL);
  text = g_strndup (g_bytes_get_data (metainfo, NULL), g_bytes_get_size (metainfo));
  begin = strstr (text, "<release ");
  begin = begin != NULL ? strstr (begin, BEGIN) : NULL;
  end = begin != NULL ? strstr (begin, END) : NULL;
  g_return_val_if_fail (end != NULL, NULL);

  return g_strndup (begin + strlen (BEGIN), end - begin - strlen (BEGIN));
}

/**
 * trs_about_show:
 * @parent: the transient parent
 * @session: for the debug information
 *
 * Shows the About window.
 */
void
trs_about_show (GtkWindow  *parent,
                TrsSession *session)
{
  g_autofree char *debug_info = dup_debug_info (GTK_WIDGET (parent), session);
  g_autofree char *release_notes = dup_release_notes ();

  trs_ui_compat_show_about (parent, release_notes, debug_info);
}
