/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-provider.h"

#include "config.h"
#include "trs-export.h"

#include <ftw.h>

/* Without a charset declaration, HTML is read as Latin-1. */
#define CHARSET "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">"
#define ICON_SIZE 32

/* Old programs ask for the bare type. */
#define PLAIN "text/plain;charset=utf-8"
#define BARE_PLAIN "text/plain"

static GdkContentProvider *
provide (const char *mime_type,
         const char *before,
         const char *text)
{
  char *all = g_strconcat (before, text, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_take (all, strlen (all));

  return gdk_content_provider_new_for_bytes (mime_type, bytes);
}

/**
 * trs_text_provider_ref_plain_formats:
 *
 * Gets the types under which plain text is offered, all of them as the same bytes in UTF-8. They are never left to the
 * serializers of GTK for %G_TYPE_STRING, which freeze the program under X11 when another one pastes more than 256 kB,
 * and write escapes for what is not ASCII as bare `text/plain`.
 *
 * Returns: (transfer full): the formats
 */
/* floor: try without it */
GdkContentFormats *
trs_text_provider_ref_plain_formats (void)
{
  const char *types[] = { PLAIN, BARE_PLAIN };

  return gdk_content_formats_new (types, G_N_ELEMENTS (types));
}

/**
 * trs_text_provider_new:
 * @plain: what is pasted as plain text
 * @markdown: (nullable): the same in Markdown
 * @html: (nullable): a part of an HTML document that says the same
 *
 * Returns: (transfer full): a content provider with these formats
 */
GdkContentProvider *
trs_text_provider_new (const char *plain,
                       const char *markdown,
                       const char *html)
{
  GdkContentProvider *providers[4];
  gsize n = 0;

  providers[n++] = provide (PLAIN, "", plain);
  providers[n++] = provide (BARE_PLAIN, "", plain);
  if (html != NULL)
    providers[n++] = provide ("text/html", CHARSET, html);
  if (markdown != NULL)
    providers[n++] = provide ("text/markdown", "", markdown);
  return gdk_content_provider_new_union (providers, n);
}

/**
 * trs_text_provider_copy:
 * @widget: a widget
 * @text: in UTF-8
 *
 * Puts plain text on the clipboard of the display of @widget.
 */
void
trs_text_provider_copy (GtkWidget  *widget,
                        const char *text)
{
  g_autoptr (GdkContentProvider) provider = trs_text_provider_new (text, NULL, NULL);

  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), provider);
}

/* By default GTK would draw a label with the whole text as the drag icon. */
static void
set_icon (GtkDragSource *source)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  g_autoptr (GtkIconPaintable) icon =
      gtk_icon_theme_lookup_icon (theme, "text-x-generic", NULL, ICON_SIZE, gtk_widget_get_scale_factor (widget),
                                  gtk_widget_get_direction (widget), 0);

  gtk_drag_source_set_icon (source, GDK_PAINTABLE (icon), 0, 0);
}

/* Not in /tmp, which a sandbox does not share with other programs. */
static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), TRS_PROGRAM_NAME, "dragged", NULL);
}

/**
 * trs_text_provider_new_dragged:
 * @source: what is asked to prepare
 * @text: what is dragged out of the window
 * @html: a part of an HTML document that says the same
 * @title: (nullable): the title from which the name of the file is made
 * @fallback: (nullable): the name if none can be made of @title
 *
 * The receiver of the file may read it later, so that it stays until
 * trs_text_provider_remove_files().
 *
 * Returns: (transfer full): the text, as HTML, too, and as a file that is being written
 */
GdkContentProvider *
trs_text_provider_new_dragged (GtkDragSource *source,
                               const char    *text,
                               const char    *html,
                               const char    *title,
                               const char    *fallback)
{
  g_autofree char *name = trs_export_make_name (title, fallback, ".txt");
  g_autofree char *folder = dup_folder ();
  g_autofree char *own = g_build_filename (folder, "XXXXXX", NULL);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GBytes) bytes = NULL;
  GdkContentProvider *providers[] = { trs_text_provider_new (text, NULL, html), NULL };
  GdkFileList *files;

  set_icon (source);
  if (g_mkdir_with_parents (folder, 0700) != 0 || g_mkdtemp (own) == NULL)
    return providers[0];

  file = g_file_new_build_filename (own, name, NULL);
  files = gdk_file_list_new_from_array (&file, 1);
  providers[1] = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, files);
  g_boxed_free (GDK_TYPE_FILE_LIST, files);
  bytes = g_bytes_new (text, strlen (text));
  trs_export_save_async (bytes, file, NULL, NULL, NULL);
  return gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
}

static int
remove_cb (const char        *path,
           const struct stat *info,
           int                kind,
           struct FTW        *place)
{
  return remove (path);
}

/**
 * trs_text_provider_remove_files:
 *
 * To be called when the program ends: removes the files that were dragged out,
 * also those that an end in a crash left.
 */
void
trs_text_provider_remove_files (void)
{
  g_autofree char *folder = dup_folder ();

  nftw (folder, remove_cb, 8, FTW_DEPTH | FTW_PHYS);
}

/**
 * trs_text_provider_remove_files_of:
 * @title: (nullable): the title of a transcript
 * @fallback: (nullable): the name if none can be made of @title
 *
 * Removes the files that were dragged out of transcripts of this title, because
 * it was removed from this computer. The others stay, as they may be read later.
 */
void
trs_text_provider_remove_files_of (const char *title,
                                   const char *fallback)
{
  g_autofree char *name = trs_export_make_name (title, fallback, ".txt");
  g_autofree char *folder = dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *own;

  while (dir != NULL && (own = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, own, name, NULL);

      remove (path);
    }
}
