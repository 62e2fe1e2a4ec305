/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-dialog-size.h"

typedef struct
{
  TrsDialogLayoutFunc layout;
  gboolean compact;
  gboolean laid_out;
} Follower;

static void
width_changed_cb (GtkWindow  *dialog,
                  GParamSpec *pspec,
                  gpointer    user_data)
{
  Follower *follower = user_data;
  gboolean compact;
  int width;
  int height;

  gtk_window_get_default_size (dialog, &width, &height);
  compact = width > 0 && width < TRS_DIALOG_COMPACT_WIDTH;
  if (follower->laid_out && compact == follower->compact)
    return;
  follower->laid_out = TRUE;
  follower->compact = compact;
  if (follower->layout != NULL)
    follower->layout (dialog, compact);
}

static void
parent_changed_cb (GtkWindow  *dialog,
                   GParamSpec *pspec,
                   gpointer    user_data)
{
  GtkWindow *parent = gtk_window_get_transient_for (dialog);
  Follower *follower = user_data;
  int parent_width = parent != NULL ? gtk_widget_get_width (GTK_WIDGET (parent)) : 0;
  int parent_height;
  int least_width;
  int width;
  int height;

  if (parent_width <= 0)
    return;
  gtk_window_get_default_size (dialog, &width, &height);
  gtk_widget_get_size_request (GTK_WIDGET (dialog), &least_width, NULL);
  width = MAX (least_width, MIN (width, parent_width));
  parent_height = gtk_widget_get_height (GTK_WIDGET (parent));
  /* On a narrow screen it takes the place of the window below, if it has other pages for that. */
  if (follower->layout == NULL || width >= TRS_DIALOG_COMPACT_WIDTH)
    parent_height = MIN (height, parent_height);
  gtk_window_set_default_size (dialog, width, parent_height);
}

/**
 * trs_dialog_size_follow:
 * @dialog: a dialog that is being made
 * @layout: (nullable): called now and whenever it turns narrow or wide; %NULL
 *   for a small one, which has the height that it needs in any width
 *
 * Makes the dialog no larger than the window over which it stands, and lays it
 * out for its width.
 */
void
trs_dialog_size_follow (GtkWindow           *dialog,
                        TrsDialogLayoutFunc  layout)
{
  Follower *follower = g_new0 (Follower, 1);

  follower->layout = layout;
  g_signal_connect (dialog, "notify::transient-for", G_CALLBACK (parent_changed_cb), follower);
  g_signal_connect_data (dialog, "notify::default-width", G_CALLBACK (width_changed_cb), follower,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  width_changed_cb (dialog, NULL, follower);
}
