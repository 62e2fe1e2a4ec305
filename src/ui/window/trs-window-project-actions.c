/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions on a project of the list, also on one that is not open, and how they are undone. */
#include "trs-window-private.h"

#include "trs-error-sink.h"
#include "trs-export-dialog.h"
#include "trs-export-highlights-dialog.h"
#include "trs-export-load.h"
#include "trs-export-print.h"
#include "trs-i18n.h"
#include "trs-message-dialog.h"
#include "trs-note-row.h"
#include "trs-project-strings.h"
#include "trs-reconciler.h"
#include "trs-text-provider.h"
#include "trs-transcript-page.h"
#include "trs-widget-utils.h"

/* Takes the parameter of the action. */
typedef void (*ProjectFunc) (TrsWindow  *self,
                             TrsProject *project,
                             GVariant   *parameter);

/* An action that waits for its project, or for the transcript of it. */
typedef struct
{
  TrsWindow *window;
  TrsProject *project;
  ProjectFunc func;
  GVariant *parameter;
} Action;

static Action *
action_new (TrsWindow   *self,
            TrsProject  *project,
            ProjectFunc  func,
            GVariant    *parameter)
{
  Action *action = g_new0 (Action, 1);

  action->window = g_object_ref (self);
  g_set_object (&action->project, project);
  action->func = func;
  action->parameter = g_variant_ref (parameter);
  return action;
}

static void
action_free (Action *action)
{
  g_object_unref (action->window);
  g_clear_object (&action->project);
  g_variant_unref (action->parameter);
  g_free (action);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Action, action_free)

static void
open_project (TrsWindow  *self,
              TrsProject *project,
              GVariant   *parameter)
{
  trs_window_open_project (self, project);
}

static void
rename_project (TrsWindow  *self,
                TrsProject *project,
                GVariant   *parameter)
{
  trs_dialog_present (GTK_WINDOW (self), trs_title_dialog_new (self->session, project));
}

static void
copy_project_link (TrsWindow  *self,
                   TrsProject *project,
                   GVariant   *parameter)
{
  TrsAccount *account = trs_session_get_account (self->session);
  g_autofree char *link = trs_account_dup_video_link (account, trs_project_get_data (project)->video_id, -1);

  if (link != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.copy-link", "s", link);
}

static void print_project (TrsWindow *self, TrsProject *project, GVariant *parameter);
static void export_highlights (TrsWindow *self, TrsProject *project, GVariant *parameter);

static void
present_highlights (TrsWindow       *self,
                    TrsExportSource *source)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_export_source_unref);

  g_ptr_array_add (sources, trs_export_source_ref (source));
  trs_dialog_present (GTK_WINDOW (self), GTK_WINDOW (trs_export_highlights_dialog_new (sources, self->settings)));
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Action) action = user_data;
  TrsWindow *self = action->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsExportSource) loaded = trs_export_load_finish (result, &error);
  TrsExportOptions options = { .timecodes = g_settings_get_boolean (self->settings, "show-timecodes"),
                               .speakers = g_settings_get_boolean (self->settings, "show-speakers"),
                               .time_marks = TRS_TIME_MARKS_NONE,
                               .header = TRUE,
                               .highlights = TRUE };

  self->exporting = FALSE;
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (loaded == NULL)
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Exporting the transcript"));
  else if (action->func == print_project)
    trs_export_print_run (GTK_WINDOW (self), loaded, &options);
  else if (action->func == export_highlights)
    present_highlights (self, loaded);
  else
    trs_dialog_present (GTK_WINDOW (self), trs_export_dialog_new (loaded, self->settings));
}

/* Of the project that is open, what the page shows. The videos of the sample service have no pages. */
static void
load_for (TrsWindow   *self,
          TrsProject  *project,
          ProjectFunc  func,
          GVariant    *parameter)
{
  const char *pattern = trs_account_get_link_pattern (trs_session_get_account (self->session));
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);
  g_autoptr (TrsDocument) document = NULL;

  if (self->exporting)
    return;

  self->exporting = TRUE;
  if (project == self->project && TRS_IS_TRANSCRIPT_PAGE (page))
    g_object_get (page, "document", &document, NULL);
  trs_export_load_async (trs_session_get_transcripts (self->session), trs_session_get_library (self->session), project,
                         document, pattern, self->cancellable, loaded_cb, action_new (self, project, func, parameter));
}

static void
export_project (TrsWindow  *self,
                TrsProject *project,
                GVariant   *parameter)
{
  load_for (self, project, export_project, parameter);
}

static void
export_highlights (TrsWindow  *self,
                   TrsProject *project,
                   GVariant   *parameter)
{
  load_for (self, project, export_highlights, parameter);
}

static void
print_project (TrsWindow  *self,
               TrsProject *project,
               GVariant   *parameter)
{
  load_for (self, project, print_project, parameter);
}

/* The keys undo the last of what was done to videos of the list: a GVariant each, of the action that takes it back and
 * its parameter. */

static GVariant *
new_undo (const char *action_name,
          GVariant   *target)
{
  return g_variant_ref_sink (g_variant_new ("(smv)", action_name, target));
}

/* By a toast or a key; what was done only once can be undone only once. */
static void
drop_undo (TrsWindow  *self,
           const char *action_name,
           GVariant   *target)
{
  g_autoptr (GVariant) undo = new_undo (action_name, target);

  for (guint i = self->undo->len; i > 0; i--)
    if (g_variant_equal (self->undo->pdata[i - 1], undo))
      {
        g_ptr_array_remove_index (self->undo, i - 1);
        return;
      }
}

/* Offers to take something back, by a toast for some seconds and by the keys until the account is another one. */
static AdwToast *
offer_undo (TrsWindow  *self,
            const char *title,
            const char *action_name,
            GVariant   *target,
            const char *project_id)
{
  g_ptr_array_add (self->undo, new_undo (action_name, target));
  return trs_window_toast_undo (self, title, action_name, target, project_id);
}

static void
undo_last (TrsWindow *self)
{
  g_autoptr (GVariant) undo = NULL;
  g_autoptr (GVariant) target = NULL;
  const char *action_name;

  if (self->undo->len == 0)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }

  undo = g_ptr_array_steal_index (self->undo, self->undo->len - 1);
  g_variant_get (undo, "(&smv)", &action_name, &target);
  gtk_widget_activate_action_variant (GTK_WIDGET (self), action_name, target);
}

void
trs_window_clear_undo (TrsWindow *self)
{
  g_ptr_array_set_size (self->undo, 0);
}

/* What is under way is needed here, to be watched. */
gboolean
trs_window_can_remove (TrsProject *project)
{
  return project != NULL && !trs_project_is_pending (project) &&
         trs_project_state_is_final (trs_project_get_state (project));
}

static void
toast_gone_cb (TrsWindow *self)
{
  trs_session_erase_removed (self->session);
}

static void
removed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Removing a transcript"));
  else if (gtk_widget_get_realized (GTK_WIDGET (self)))
    {
      AdwToast *toast;

      /* Only the last one can be put back: by the keys from memory, when its words have left the file. */
      drop_undo (self, "win.undo-remove", NULL);
      toast = offer_undo (self, _("Removed from this computer"), "win.undo-remove", NULL, NULL);
      g_signal_connect_object (toast, "dismissed", G_CALLBACK (toast_gone_cb), self, G_CONNECT_SWAPPED);
    }
}

static void
remove_confirmed_cb (TrsMessageDialog *dialog,
                     const char       *answer,
                     TrsWindow        *self)
{
  TrsProject *project = g_object_get_data (G_OBJECT (dialog), "project");

  /* The page would download it again. */
  if (self->project == project)
    {
      /* GTK 4.8 may hold for ever what is hidden with the keys in it. Folded away, the list takes none before it is
       * shown. */
      if (!self->folded)
        trs_history_page_focus_list (self->history_page);
      trs_window_close_project (self);
      if (self->folded)
        trs_history_page_focus_list (self->history_page);
      g_settings_reset (self->settings, "last-project");
    }
  trs_text_provider_remove_files_of (trs_project_get_shown_title (project), trs_project_get_id (project));
  trs_text_provider_remove_files_of (trs_project_get_shown_title (project), NULL);
  trs_session_remove_project_async (self->session, project, removed_cb, g_object_ref (self));
}

static void
remove_project (TrsWindow  *self,
                TrsProject *project,
                GVariant   *parameter)
{
  TrsMessageDialog *dialog;

  if (!trs_window_can_remove (project))
    return;

  dialog = trs_message_dialog_new (
      GTK_WINDOW (self), _("Remove From This Computer?"),
      _("The transcript, your note and your title will be deleted from this computer. You can download the transcript "
        "again for free, but not the note and title."));
  trs_message_dialog_add_answer (dialog, "remove", _("_Remove"), "destructive-action");
  g_object_set_data_full (G_OBJECT (dialog), "project", g_object_ref (project), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (remove_confirmed_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
remove_open_project (TrsWindow *self)
{
  remove_project (self, self->project, NULL);
}

static void
put_back_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Restoring a transcript"));
}

static void
undo_remove (TrsWindow *self)
{
  drop_undo (self, "win.undo-remove", NULL);
  trs_window_withdraw_undo (self, "win.undo-remove");
  trs_session_put_back_async (self->session, put_back_cb, g_object_ref (self));
}

/* As for the undo, the parameter is the id and the user's own title before, empty if there was none: there may be
 * several to choose from. */
static void
offer_old_title (TrsWindow  *self,
                 TrsProject *project,
                 GVariant   *old)
{
  g_autofree char *title = trs_project_strings_title (project);
  /* Translators: %s is the new title of a video. */
  g_autofree char *renamed = g_strdup_printf (_("Renamed to “%s”"), title);

  offer_undo (self, renamed, "win.undo-rename", old, trs_project_get_id (project));
}

static void
restore_title (TrsWindow  *self,
               TrsProject *project,
               GVariant   *old)
{
  const char *title;
  g_autofree char *subject = g_strconcat ("win.undo-rename", trs_project_get_id (project), NULL);

  drop_undo (self, "win.undo-rename", old);
  trs_window_withdraw_undo (self, subject);
  g_variant_get (old, "(&s&s)", NULL, &title);
  trs_library_set_local_title (trs_session_get_library (self->session), project, title);
}

static void
stopped_looking (TrsWindow *self,
                 GVariant  *parameter)
{
  trs_window_toast_undo (self, _("Stopped looking"), "win.undo-stop-looking", parameter,
                         g_variant_get_string (parameter, NULL));
}

static void
undo_stop_looking (TrsWindow *self,
                   GVariant  *parameter)
{
  const char *id = g_variant_get_string (parameter, NULL);

  trs_reconciler_resume (trs_session_get_reconciler (self->session), id);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-project", "s", id);
}

/* The parameter is the id of the project, or begins with it. */
static const struct
{
  const char *name;
  const char *parameter_type;
  ProjectFunc func;
} actions[] = {
  { "win.open-project", "s", open_project },
  { "win.rename-project", "s", rename_project },
  { "win.copy-project-link", "s", copy_project_link },
  { "win.export-project", "s", export_project },
  { "win.export-highlights", "s", export_highlights },
  { "win.print-project", "s", print_project },
  { "win.remove-project", "s", remove_project },
  { "win.renamed", "(ss)", offer_old_title },
  { "win.undo-rename", "(ss)", restore_title },
};

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Action) action = user_data;
  TrsWindow *self = action->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_history_get_project_finish (TRS_HISTORY (source), result, &error);

  if (error != NULL)
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Reading the list"));
  else if (project != NULL)
    action->func (self, project, action->parameter);
  else if (action->func == open_project && trs_window_has_projects (self))
    trs_window_toast (self, _("This video is no longer in the list"), NULL, NULL, NULL);
}

/* At once if the project is live, otherwise when it has been read from the store. */
static void
activate (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  TrsHistory *history = trs_session_get_history (self->session);
  g_autoptr (TrsProject) project = NULL;
  g_autofree char *id = NULL;
  ProjectFunc func = NULL;

  if (g_variant_is_of_type (parameter, G_VARIANT_TYPE_STRING))
    id = g_variant_dup_string (parameter, NULL);
  else
    g_variant_get_child (parameter, 0, "s", &id);
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, action_name))
      func = actions[i].func;

  if (g_set_object (&project, trs_history_peek (history, id)))
    func (self, project, parameter);
  else if (func == open_project)
    {
      /* The project that is opened last wins. */
      trs_window_cancel_lookup (self);
      self->lookup = g_cancellable_new ();
      trs_history_get_project_async (history, id, self->lookup, found_cb, action_new (self, NULL, func, parameter));
    }
  else
    trs_history_get_project_async (history, id, self->cancellable, found_cb,
                                   action_new (self, NULL, func, parameter));
}

void
trs_window_cancel_lookup (TrsWindow *self)
{
  g_cancellable_cancel (self->lookup);
  g_clear_object (&self->lookup);
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
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter_type, activate);
  trs_widget_class_install_action (widget_class, "win.remove-from-computer", NULL, G_CALLBACK (remove_open_project));
  trs_widget_class_install_action (widget_class, "win.undo-remove", NULL, G_CALLBACK (undo_remove));
  trs_widget_class_install_action (widget_class, "win.undo-last", NULL, G_CALLBACK (undo_last));
  trs_widget_class_install_action (widget_class, "win.stopped-looking", "s", G_CALLBACK (stopped_looking));
  trs_widget_class_install_action (widget_class, "win.undo-stop-looking", "s", G_CALLBACK (undo_stop_looking));
}
