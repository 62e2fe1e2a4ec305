/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-line-start.h"

#include "trs-bidi.h"

#define LEFT_TO_RIGHT_MARK "\xe2\x80\x8e"
#define RIGHT_TO_LEFT_MARK "\xe2\x80\x8f"

/**
 * trs_line_start_set_text:
 * @inscription: an inscription
 * @text: what it says from now on
 *
 * Says something that begins where the lines of the window do. An inscription
 * would put words that run the other way to the far end of their line, where
 * they touch what stands beside it, and titles of both kinds would begin at
 * different edges of one list. A label does not do that, but measures each text.
 */
void
trs_line_start_set_text (GtkInscription *inscription,
                         const char     *text)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (inscription)) == GTK_TEXT_DIR_RTL;
  int other = mirrored ? 1 : -1;
  g_autofree char *marked = NULL;

  /* Not closed at the end: what is cut off would include that, and the ellipsis would stand before the words. */
  if (trs_bidi_get_first_direction (text, strlen (text)) == other)
    marked = g_strconcat (mirrored ? RIGHT_TO_LEFT_MARK : LEFT_TO_RIGHT_MARK, TRS_BIDI_FSI, text, NULL);

  gtk_inscription_set_text (inscription, marked != NULL ? marked : text);
}
