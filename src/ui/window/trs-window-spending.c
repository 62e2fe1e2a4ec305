/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-i18n.h"
#include "trs-spending-dialog.h"

static void
open_found (TrsWindow  *self,
            TrsProject *project,
            GVariant   *data)
{
  if (project != NULL)
    trs_window_open_project (self, project);
  else
    trs_window_say (self, _("This video is no longer in the list"), NULL, NULL, NULL);
}

static void
open_project_cb (TrsSpendingDialog *dialog,
                 const char        *id,
                 gpointer           user_data)
{
  TrsWindow *self = user_data;

  trs_window_with_project (self, id, trs_window_begin_lookup (self), open_found, NULL);
}

/**
 * trs_window_show_spending:
 * @self: a window
 *
 * Opens the page Spending.
 */
void
trs_window_show_spending (TrsWindow *self)
{
  TrsSpendingDialog *dialog = trs_spending_dialog_new (self->session);

  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  g_signal_connect_object (dialog, "open-project", G_CALLBACK (open_project_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
