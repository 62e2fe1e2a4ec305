/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-full-length.h"

static gboolean
query_tooltip_cb (GtkWidget  *label,
                  int         x,
                  int         y,
                  gboolean    keyboard,
                  GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, gtk_label_get_label (GTK_LABEL (label)));
  return TRUE;
}

/**
 * trs_full_length_attach:
 * @label: a label without markup that may be cut off
 *
 * Shows what it says at full length, in a tooltip that is put together when somebody looks. A text that is set as a
 * tooltip makes GTK ask the display at once where the pointer is, several times for a row, and there may be hundreds.
 */
void
trs_full_length_attach (GtkLabel *label)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_widget_set_has_tooltip (GTK_WIDGET (label), TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}
