/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-provider.h"

/* Whoever is not told takes HTML for Latin-1. */
#define CHARSET "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">"

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
 * trs_text_provider_new:
 * @plain: what is pasted as plain text
 * @markdown: (nullable): the same in Markdown
 * @html: a part of an HTML document that says the same
 *
 * Returns: (transfer full): what whoever pastes or drops can choose from
 */
GdkContentProvider *
trs_text_provider_new (const char *plain,
                       const char *markdown,
                       const char *html)
{
  GdkContentProvider *providers[3];
  gsize n = 0;

  providers[n++] = gdk_content_provider_new_typed (G_TYPE_STRING, plain);
  providers[n++] = provide ("text/html", CHARSET, html);
  if (markdown != NULL)
    providers[n++] = provide ("text/markdown", "", markdown);
  return gdk_content_provider_new_union (providers, n);
}
