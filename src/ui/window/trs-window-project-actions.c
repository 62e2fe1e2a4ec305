/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done with a project of the list, also with one that is not open, and how it is undone. */
#include "trs-window-private.h"

#include "trs-confirm-dialog.h"
#include "trs-error-sink.h"
#include "trs-export-flow.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-reconciler.h"
#include "trs-title-dialog.h"

/* An action on a project that is under way. */
typedef struct
{
  TrsWindow *window;
  TrsProject *project;
  TrsWindowProjectFunc func;
  GVariant *data;
} Action;

static Action *
action_new (TrsWindow  *self,
            TrsProject *project)
{
  Action *action = g_new0 (Action, 1);

  action->window = g_object_ref (self);
  action->project = project != NULL ? g_object_ref (project) : NULL;
  return action;
}

static void
action_free (Action *action)
{
  g_object_unref (action->window);
  g_clear_object (&action->project);
  g_clear_pointer (&action->data, g_variant_unref);
  g_free (action);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Action, action_free)

static void
looked_up_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (Action) action = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_history_get_project_finish (TRS_HISTORY (source), result, &error);

  if (error == NULL)
    action->func (action->window, project, action->data);
  else
    trs_error_sink_throw (GTK_WIDGET (action->window), error, _("Reading the list"));
}

/**
 * trs_window_with_project:
 * @self: a window
 * @id: identifier of a project
 * @cancellable: that of the window, or what trs_window_begin_lookup() returned
 * @func: what is to be done with it
 * @data: (nullable) (transfer floating): handed over to @func
 *
 * Does something with a project: at once if there is an object of it,
 * otherwise when it has been read from the store.
 */
void
trs_window_with_project (TrsWindow            *self,
                         const char           *id,
                         GCancellable         *cancellable,
                         TrsWindowProjectFunc  func,
                         GVariant             *data)
{
  TrsHistory *history = trs_session_get_history (self->session);
  g_autoptr (TrsProject) project = NULL;
  g_autoptr (Action) action = action_new (self, NULL);

  action->func = func;
  action->data = data != NULL ? g_variant_ref_sink (data) : NULL;
  if (g_set_object (&project, trs_history_peek (history, id)))
    func (self, project, action->data);
  else
    trs_history_get_project_async (history, id, cancellable, looked_up_cb, g_steal_pointer (&action));
}

/**
 * trs_window_begin_lookup:
 * @self: a window
 *
 * Cancels the lookup of the project that was to be opened before.
 *
 * Returns: (transfer none): cancelled as soon as another project is opened
 */
GCancellable *
trs_window_begin_lookup (TrsWindow *self)
{
  trs_window_cancel_lookup (self);
  self->lookup = g_cancellable_new ();
  return self->lookup;
}

void
trs_window_cancel_lookup (TrsWindow *self)
{
  if (self->lookup != NULL)
    g_cancellable_cancel (self->lookup);
  g_clear_object (&self->lookup);
}

static void
rename_project (TrsWindow  *self,
                TrsProject *project)
{
  trs_window_show_dialog (self, trs_title_dialog_new (self->session, project));
}

static void
copy_project_link (TrsWindow  *self,
                   TrsProject *project)
{
  TrsAccount *account = trs_session_get_account (self->session);
  g_autofree char *link = trs_account_dup_video_link (account, trs_project_get_data (project)->video_id, -1);

  if (link != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.copy-link", "s", link);
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;

  if (!g_cancellable_is_cancelled (self->cancellable))
    trs_export_flow_report (GTK_WIDGET (self), result);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Action) action = user_data;
  TrsWindow *self = action->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);
  TrsTextFlags flags = (g_settings_get_boolean (self->settings, "show-timecodes") ? TRS_TEXT_TIMECODES : 0) |
                       (g_settings_get_boolean (self->settings, "show-speakers") ? TRS_TEXT_SPEAKERS : 0);

  if (transcript != NULL)
    trs_export_flow_run_async (GTK_WINDOW (self), transcript, flags, trs_project_get_shown_title (action->project),
                               trs_project_get_id (action->project), self->cancellable, exported_cb,
                               g_object_ref (self));
  else if (!g_cancellable_is_cancelled (self->cancellable))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Exporting the transcript"));
}

static void
export_project (TrsWindow  *self,
                TrsProject *project)
{
  trs_transcripts_load_async (trs_session_get_transcripts (self->session), project, self->cancellable, loaded_cb,
                              action_new (self, project));
}

/* What is under way is needed here, to be watched. */
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
    trs_toast_queue_add_undo (self->toast_queue, _("Removed from this computer"), "win.undo-remove", NULL, NULL);
}

static void
remove_confirmed_cb (TrsConfirmDialog *dialog,
                     const char       *answer,
                     TrsWindow        *self)
{
  TrsProject *project = g_object_get_data (G_OBJECT (dialog), "project");

  /* The page would download it again. */
  if (self->project == project)
    {
      trs_window_close_project (self);
      trs_history_page_focus_list (self->history_page);
      g_settings_reset (self->settings, "last-project");
    }
  trs_storage_remove_project_async (trs_session_get_storage (self->session), project, removed_cb,
                                    g_object_ref (self));
}

static void
remove_project (TrsWindow  *self,
                TrsProject *project)
{
  TrsConfirmDialog *dialog;

  if (!can_remove (project))
    return;

  dialog = trs_confirm_dialog_new (
      GTK_WINDOW (self), _("Remove From This Computer?"),
      _("The transcript, your note and your title will be deleted from this computer. You can download the transcript "
        "again for free, but not the note and title."));
  trs_confirm_dialog_add_answer (dialog, "remove", _("_Remove"), "destructive-action");
  g_object_set_data_full (G_OBJECT (dialog), "project", g_object_ref (project), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (remove_confirmed_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
remove_open_project (GtkWidget  *widget,
                     const char *action_name,
                     GVariant   *parameter)
{
  remove_project (TRS_WINDOW (widget), TRS_WINDOW (widget)->project);
}

static void
put_back_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_storage_removal_finish (TRS_STORAGE (source), result, &error))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Restoring a transcript"));
}

static void
undo_remove (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  trs_storage_put_back_async (trs_session_get_storage (self->session), put_back_cb, g_object_ref (self));
}

/* There may be several to choose from. */
static void
offer_old_title (TrsWindow  *self,
                 TrsProject *project,
                 GVariant   *old)
{
  g_autofree char *title = NULL;
  g_autofree char *renamed = NULL;

  if (project == NULL)
    return;

  title = trs_project_strings_title (project);
  /* Translators: %s is the new title of a video. */
  renamed = g_strdup_printf (_("Renamed to “%s”"), title);
  trs_toast_queue_add_undo (self->toast_queue, renamed, "win.undo-rename", old, trs_project_get_id (project));
}

static void
restore_title (TrsWindow  *self,
               TrsProject *project,
               GVariant   *old)
{
  const char *title;

  if (project == NULL)
    return;

  g_variant_get (old, "(&s&s)", NULL, &title);
  trs_library_set_local_title (trs_session_get_library (self->session), project, title);
}

/* Both take the id and the user's own title before, empty if there was none. */
static void
renamed (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  const char *id;

  g_variant_get (parameter, "(&s&s)", &id, NULL);
  trs_window_with_project (self, id, self->cancellable,
                           g_str_equal (action_name, "win.renamed") ? offer_old_title : restore_title, parameter);
}

static void
stopped_looking (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  trs_toast_queue_add_undo (TRS_WINDOW (widget)->toast_queue, _("Stopped looking"), "win.undo-stop-looking", parameter,
                            g_variant_get_string (parameter, NULL));
}

static void
undo_stop_looking (GtkWidget  *widget,
                   const char *action_name,
                   GVariant   *parameter)
{
  const char *id = g_variant_get_string (parameter, NULL);

  trs_reconciler_take_up (trs_session_get_reconciler (TRS_WINDOW (widget)->session), id);
  gtk_widget_activate_action (widget, "win.open-project", "s", id);
}

static const struct
{
  const char *name;
  void (*activate) (TrsWindow  *self,
                    TrsProject *project);
} actions[] = {
  { "win.open-project", trs_window_open_project },
  { "win.rename-project", rename_project },
  { "win.copy-project-link", copy_project_link },
  { "win.export-project", export_project },
  { "win.remove-project", remove_project },
};

static void
act_on (TrsWindow  *self,
        TrsProject *project,
        GVariant   *action_name)
{
  for (gsize i = 0; project != NULL && i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, g_variant_get_string (action_name, NULL)))
      actions[i].activate (self, project);
}

static void
activate (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  gboolean opens = g_str_equal (action_name, "win.open-project");

  trs_window_with_project (self, g_variant_get_string (parameter, NULL),
                           opens ? trs_window_begin_lookup (self) : self->cancellable, act_on,
                           g_variant_new_string (action_name));
}

/**
 * trs_window_install_project_actions:
 * @widget_class: the class of the window
 *
 * Installs the actions that take the id of a project, and those that undo
 * what was done to one.
 */
void
trs_window_install_project_actions (GtkWidgetClass *widget_class)
{
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, "s", activate);
  gtk_widget_class_install_action (widget_class, "win.remove-from-computer", NULL, remove_open_project);
  gtk_widget_class_install_action (widget_class, "win.undo-remove", NULL, undo_remove);
  gtk_widget_class_install_action (widget_class, "win.renamed", "(ss)", renamed);
  gtk_widget_class_install_action (widget_class, "win.undo-rename", "(ss)", renamed);
  gtk_widget_class_install_action (widget_class, "win.stopped-looking", "s", stopped_looking);
  gtk_widget_class_install_action (widget_class, "win.undo-stop-looking", "s", undo_stop_looking);
}

/**
 * trs_window_update_project_actions:
 * @self: a window
 *
 * Enables what can be done with the open project.
 */
void
trs_window_update_project_actions (TrsWindow *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.remove-from-computer", can_remove (self->project));
}
