/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-accounts-dialog.h"
#include "trs-confirm-dialog.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-session-accounts.h"
#include "trs-ui-compat.h"

typedef struct
{
  TrsWindow *window;
  TrsProject *project;
} Removal;

static void
removal_free (gpointer  data,
              GClosure *closure)
{
  Removal *removal = data;

  g_object_unref (removal->project);
  g_free (removal);
}

static gboolean
can_remove (TrsProject *project)
{
  return project != NULL && !trs_project_get_pending (project) &&
         trs_project_state_is_final (trs_project_get_state (project));
}

static void
removed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_storage_removal_finish (TRS_STORAGE (source), result, &error))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Removing a transcript"));
  else if (gtk_widget_get_realized (GTK_WIDGET (self)))
    trs_window_offer_undo (self, _("Removed from this computer"), "win.undo-remove", NULL, NULL);
}

static void
remove_confirmed_cb (TrsConfirmDialog *dialog,
                     const char       *answer,
                     gpointer          user_data)
{
  Removal *removal = user_data;
  TrsWindow *self = removal->window;

  /* Whoever shows it would fetch it again. */
  if (self->project == removal->project)
    {
      trs_history_page_set_selected (self->history_page, NULL);
      trs_window_set_project (self, NULL);
      trs_window_go_back (self);
      trs_history_page_focus_list (self->history_page);
      g_settings_reset (self->settings, "last-project");
    }
  trs_storage_remove_project_async (trs_session_get_storage (self->session), removal->project, removed_cb,
                                    g_object_ref (self));
}

/**
 * trs_window_remove_project:
 * @self: a window
 * @project: a project of the history
 *
 * Asks whether the project is to be removed from this computer, and removes it.
 */
void
trs_window_remove_project (TrsWindow  *self,
                           TrsProject *project)
{
  TrsConfirmDialog *dialog;
  Removal *removal;

  if (!can_remove (project))
    return;

  dialog = trs_confirm_dialog_new (
      GTK_WINDOW (self), _("Remove From This Computer?"),
      _("The transcript, your note and your title will be deleted from this computer. You can download the transcript "
        "again for free, but not the note and title."));
  trs_confirm_dialog_add_answer (dialog, "remove", _("_Remove"), "destructive-action");
  removal = g_new0 (Removal, 1);
  removal->window = self;
  removal->project = g_object_ref (project);
  g_signal_connect_data (dialog, "response", G_CALLBACK (remove_confirmed_cb), removal, removal_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
show_folder_cb (TrsConfirmDialog *dialog,
                const char       *answer,
                gpointer          user_data)
{
  TrsWindow *self = user_data;
  g_autoptr (GFile) file = g_file_new_for_path (gtk_widget_get_name (GTK_WIDGET (dialog)));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = g_file_get_uri (folder);

  trs_ui_compat_open_uri (GTK_WINDOW (self), uri);
}

static void
tell_of_damage (TrsWindow  *self,
                const char *path)
{
  TrsConfirmDialog *dialog;
  /* Translators: %s is the path of a file. */
  g_autofree char *body =
      g_strdup_printf (_("Transcripts saved what it could read, and downloads the rest again. Notes and titles of "
                         "yours that could not be read are only in the damaged file:\n\n%s"),
                       path);

  dialog = trs_confirm_dialog_new (GTK_WINDOW (self), _("The File With Your Transcripts Was Damaged"), body);
  gtk_widget_set_name (GTK_WIDGET (dialog), path);
  trs_confirm_dialog_set_close (dialog, _("_Close"));
  trs_confirm_dialog_add_answer (dialog, "show", _("_Show Folder"), NULL);
  g_signal_connect_object (dialog, "response", G_CALLBACK (show_folder_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  trs_storage_dismiss_moved_aside (trs_session_get_storage (self->session));
}

static void
tell_of_store (TrsWindow *self)
{
  const char *moved_aside = trs_storage_get_moved_aside (trs_session_get_storage (self->session));
  const GError *error = trs_library_get_error (trs_session_get_library (self->session));

  if (moved_aside != NULL)
    tell_of_damage (self, moved_aside);
  else if (error != NULL)
    trs_error_sink_throw (GTK_WIDGET (self), error, NULL);
}

static void
show_accounts (TrsWindow *self)
{
  TrsAccountsDialog *dialog = trs_accounts_dialog_new (self->session);

  trs_session_dismiss_left_account (self->session);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
activate (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  if (g_str_equal (action_name, "win.remove-from-computer"))
    trs_window_remove_project (self, self->project);
  else if (g_str_equal (action_name, "win.accounts"))
    show_accounts (self);
  else if (g_str_equal (action_name, "win.store-details"))
    tell_of_store (self);
  else if (g_str_equal (action_name, "win.keep-again"))
    trs_session_retry_keeping (self->session);
}

/**
 * trs_window_install_shelf_actions:
 * @widget_class: the class of the window
 *
 * Installs the actions that are about what is kept on this computer, and for whom.
 */
void
trs_window_install_shelf_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.remove-from-computer", NULL, activate);
  gtk_widget_class_install_action (widget_class, "win.accounts", NULL, activate);
  gtk_widget_class_install_action (widget_class, "win.store-details", NULL, activate);
  gtk_widget_class_install_action (widget_class, "win.keep-again", NULL, activate);
}

/**
 * trs_window_can_remove:
 * @self: a window
 *
 * What is under way is needed here, to be watched.
 *
 * Returns: %TRUE if the open project can be removed from this computer
 */
gboolean
trs_window_can_remove (TrsWindow *self)
{
  return can_remove (self->project);
}
