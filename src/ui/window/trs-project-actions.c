/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-actions.h"

#include "trs-error-sink.h"
#include "trs-export-dialog.h"
#include "trs-export-highlights-dialog.h"
#include "trs-export-load.h"
#include "trs-export-print.h"
#include "trs-i18n.h"
#include "trs-message-dialog.h"
#include "trs-note-row.h"
#include "trs-project-strings.h"
#include "trs-progress-strings.h"
#include "trs-reconciler.h"
#include "trs-strings.h"
#include "trs-text-provider.h"
#include "trs-widget-utils.h"

struct _TrsProjectActions
{
  GObject parent_instance;

  GtkApplicationWindow *window; /* weak: the window owns this object, and its action map the actions */
  TrsReadingPane *pane;         /* weak pointer */
  TrsToastQueue *toasts;
  TrsSession *session;
  GSettings *settings;

  GSimpleAction *remove_open;
  GCancellable *cancellable; /* cancelled when the window is gone */
  GCancellable *lookup;      /* for looking up the project to open next */
  gboolean exporting;        /* set while the transcript to export is being loaded */
  GPtrArray *undo;           /* undo steps, the last one at the end */
};

enum
{
  OPEN,
  REMOVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsProjectActions, trs_project_actions, G_TYPE_OBJECT)

/* A function for a project. Takes ownership of the parameter of the action. */
typedef void (*ProjectFunc) (TrsProjectActions *self,
                             TrsProject        *project,
                             GVariant          *parameter);

typedef void (*SourceFunc) (TrsProjectActions *self,
                            TrsExportSource   *source);

/* User data of an operation that waits for a project, its transcript, or an answer by the user. */
typedef struct
{
  TrsProjectActions *actions;
  TrsProject *project;
  GVariant *parameter;
  ProjectFunc project_func;
  SourceFunc source_func;
} Pending;

static Pending *
pending_new (TrsProjectActions *self,
             TrsProject        *project)
{
  Pending *pending = g_new0 (Pending, 1);

  pending->actions = g_object_ref (self);
  g_set_object (&pending->project, project);
  return pending;
}

static void
pending_free (Pending *pending)
{
  g_object_unref (pending->actions);
  g_clear_object (&pending->project);
  g_clear_pointer (&pending->parameter, g_variant_unref);
  g_free (pending);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Pending, pending_free)

/* Once the window is closed, no message about it is wanted. */
static gboolean
is_window_gone (TrsProjectActions *self)
{
  return self->window == NULL || !gtk_widget_get_realized (GTK_WIDGET (self->window));
}

static void
throw_error (TrsProjectActions *self,
             const GError      *error,
             const char        *doing)
{
  if (self->window != NULL)
    trs_error_sink_throw (GTK_WIDGET (self->window), error, doing);
}

static void
open_project (TrsProjectActions *self,
              TrsProject        *project)
{
  g_signal_emit (self, signals[OPEN], 0, project);
}

static void
rename_project (TrsProjectActions *self,
                TrsProject        *project,
                GVariant          *parameter)
{
  trs_dialog_present (GTK_WINDOW (self->window), trs_title_dialog_new (self->session, project));
}

static void
copy_project_link (TrsProjectActions *self,
                   TrsProject        *project,
                   GVariant          *parameter)
{
  TrsAccount *account = trs_session_get_account (self->session);
  g_autofree char *link = trs_account_dup_video_link (account, trs_project_get_data (project)->video_id, -1);

  if (link != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->window), "win.copy-link", "s", link);
}

static void
present_export (TrsProjectActions *self,
                TrsExportSource   *source)
{
  trs_dialog_present (GTK_WINDOW (self->window), trs_export_dialog_new (source, self->settings));
}

static void
present_highlights (TrsProjectActions *self,
                    TrsExportSource   *source)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_export_source_unref);

  g_ptr_array_add (sources, trs_export_source_ref (source));
  trs_dialog_present (GTK_WINDOW (self->window), trs_export_highlights_dialog_new (sources, self->settings));
}

static void
print_source (TrsProjectActions *self,
              TrsExportSource   *source)
{
  TrsExportOptions options = { .timecodes = g_settings_get_boolean (self->settings, "show-timecodes"),
                               .speakers = g_settings_get_boolean (self->settings, "show-speakers"),
                               .time_marks = TRS_TIME_MARKS_NONE,
                               .header = TRUE,
                               .highlights = TRUE };

  trs_export_print_run (GTK_WINDOW (self->window), source, &options);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Pending) pending = user_data;
  TrsProjectActions *self = pending->actions;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsExportSource) loaded = trs_export_load_finish (result, &error);

  self->exporting = FALSE;
  if (is_window_gone (self) || g_cancellable_is_cancelled (self->cancellable))
    return;
  if (loaded == NULL)
    throw_error (self, error, _("Exporting the transcript"));
  else
    pending->source_func (self, loaded);
}

/* For the open project, exports what the page shows. Videos of the sample service have no pages to link to. */
static void
load (TrsProjectActions *self,
      TrsProject        *project,
      SourceFunc         source_func)
{
  const char *pattern = trs_account_get_link_pattern (trs_session_get_account (self->session));
  g_autoptr (TrsDocument) document = NULL;
  Pending *pending;

  if (self->exporting)
    return;

  self->exporting = TRUE;
  if (project == trs_reading_pane_get_project (self->pane))
    g_object_get (self->pane, "document", &document, NULL);
  pending = pending_new (self, project);
  pending->source_func = source_func;
  trs_export_load_async (trs_session_get_transcripts (self->session), trs_session_get_library (self->session), project,
                         document, pattern, self->cancellable, loaded_cb, pending);
}

static void
export_project (TrsProjectActions *self,
                TrsProject        *project,
                GVariant          *parameter)
{
  load (self, project, present_export);
}

static void
export_highlights (TrsProjectActions *self,
                   TrsProject        *project,
                   GVariant          *parameter)
{
  load (self, project, present_highlights);
}

static void
print_project (TrsProjectActions *self,
               TrsProject        *project,
               GVariant          *parameter)
{
  load (self, project, print_source);
}

/* Ctrl+Z undoes the last change to a project in the list. An undo step is a GVariant: the action that reverts the
 * change, and its parameter. */

static GVariant *
new_undo (const char *action_name,
          GVariant   *target)
{
  return g_variant_ref_sink (g_variant_new ("(smv)", action_name, target));
}

/* A change that was undone by its toast must not be undone again by the keys. */
static void
drop_undo (TrsProjectActions *self,
           const char        *action_name,
           GVariant          *target)
{
  g_autoptr (GVariant) undo = new_undo (action_name, target);

  for (guint i = self->undo->len; i > 0; i--)
    if (g_variant_equal (self->undo->pdata[i - 1], undo))
      {
        g_ptr_array_remove_index (self->undo, i - 1);
        return;
      }
}

static void
offer_undo (TrsProjectActions *self,
            const char        *title,
            const char        *action_name,
            GVariant          *target,
            const char        *project_id)
{
  g_ptr_array_add (self->undo, new_undo (action_name, target));
  trs_toast_queue_add_undo (self->toasts, title, action_name, target, project_id);
}

static void
undo_last (TrsProjectActions *self)
{
  g_autoptr (GVariant) undo = NULL;
  g_autoptr (GVariant) target = NULL;
  const char *action_name;

  if (self->undo->len == 0)
    {
      gtk_widget_error_bell (GTK_WIDGET (self->window));
      return;
    }

  undo = g_ptr_array_steal_index (self->undo, self->undo->len - 1);
  g_variant_get (undo, "(&smv)", &action_name, &target);
  gtk_widget_activate_action_variant (GTK_WIDGET (self->window), action_name, target);
}

/* A project in progress cannot be removed: it is needed here to be watched. */
static gboolean
can_remove (TrsProject *project)
{
  return project != NULL && !trs_project_is_pending (project) &&
         trs_project_state_is_final (trs_project_get_state (project));
}

static void
update_remove_open (TrsProjectActions *self)
{
  g_simple_action_set_enabled (self->remove_open, can_remove (trs_reading_pane_get_project (self->pane)));
}

static void
undo_gone_cb (TrsProjectActions *self,
              const char        *action_name)
{
  if (g_str_equal (action_name, "win.undo-remove"))
    trs_storage_erase_removed (trs_session_get_storage (self->session));
}

static void
removed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsProjectActions) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_storage_remove_project_finish (TRS_STORAGE (source), result, &error))
    /* Translators: what failed, as the title of an error. */
    throw_error (self, error, _("Removing a transcript"));
  else if (!is_window_gone (self))
    {
      /* Only the last removed project can be restored, from memory: its words may be erased from the file already. */
      drop_undo (self, "win.undo-remove", NULL);
      offer_undo (self, _("Removed from this computer"), "win.undo-remove", NULL, NULL);
    }
}

static void
remove_now (TrsProjectActions *self,
            TrsProject        *project)
{
  /* Close the page first, or it would download the transcript again. */
  g_signal_emit (self, signals[REMOVE], 0, project);
  trs_text_provider_remove_files_of (trs_project_get_shown_title (project), trs_project_get_id (project));
  trs_text_provider_remove_files_of (trs_project_get_shown_title (project), NULL);
  trs_storage_remove_project_async (trs_session_get_storage (self->session), project, removed_cb, g_object_ref (self));
}

static void
remove_confirmed_cb (TrsMessageDialog *dialog,
                     const char       *answer,
                     Pending          *pending)
{
  remove_now (pending->actions, pending->project);
}

static void
pending_closure_notify (gpointer  data,
                        GClosure *closure)
{
  pending_free (data);
}

/* @lost: what cannot be downloaded again, "1 note · 3 highlights" */
static char *
dup_removal_body (TrsProject *project,
                  const char *lost)
{
  gboolean has_text = trs_project_get_data (project)->has_text;
  /* Translators: %s is what is deleted for good, "1 note · 3 highlights". */
  g_autofree char *for_good = g_strdup_printf (_("This can’t be restored: %s."), lost);

  if (trs_strings_get_local ())
    return trs_strings_sentences (for_good, _("The recording stays where it is."));
  if (!has_text || trs_project_get_data (project)->missing_since != 0)
    return g_steal_pointer (&for_good);
  return trs_strings_sentences (_("You can download the transcript again for free."), for_good);
}

/* Asks only where something would be gone for good. */
static void
loss_counted_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (Pending) pending = user_data;
  TrsProjectActions *self = pending->actions;
  g_autoptr (GError) error = NULL;
  g_autofree TrsLoss *loss = trs_storage_count_loss_finish (TRS_STORAGE (source), result, &error);
  g_autofree char *lost = loss != NULL ? trs_project_strings_loss (loss) : NULL;
  g_autofree char *body = lost != NULL ? dup_removal_body (pending->project, lost) : NULL;
  TrsMessageDialog *dialog;

  if (is_window_gone (self) || !can_remove (pending->project))
    return;
  if (loss == NULL)
    {
      /* Translators: what failed, as the title of an error. */
      throw_error (self, error, _("Removing a transcript"));
      return;
    }
  if (lost == NULL)
    {
      remove_now (self, pending->project);
      return;
    }

  dialog = trs_message_dialog_new (GTK_WINDOW (self->window), _("Remove From This Computer?"), body);
  /* Translators: button in a question: removes a transcript from this computer. */
  trs_message_dialog_add_answer (dialog, "remove", _("_Remove"), "destructive-action");
  g_signal_connect_data (dialog, "response", G_CALLBACK (remove_confirmed_cb), g_steal_pointer (&pending),
                         pending_closure_notify, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
remove_project (TrsProjectActions *self,
                TrsProject        *project,
                GVariant          *parameter)
{
  if (!can_remove (project))
    return;

  trs_storage_count_loss_async (trs_session_get_storage (self->session),
                                (const char *const[]) { trs_project_get_id (project), NULL }, trs_strings_get_local (),
                                loss_counted_cb, pending_new (self, project));
}

static void
remove_open_project (TrsProjectActions *self)
{
  remove_project (self, trs_reading_pane_get_project (self->pane), NULL);
}

static void
cancel_now (TrsProjectActions *self,
            TrsProject        *project)
{
  g_signal_emit (self, signals[REMOVE], 0, project);
  trs_local_keeper_cancel (trs_local_account_get_keeper (trs_session_get_local (self->session)), project);
  /* Translators: said when a transcription was cancelled. */
  trs_toast_queue_add (self->toasts, _("Transcription cancelled"), NULL, NULL, NULL);
}

/* It may have become a transcript while the user read the question. */
static gboolean
can_cancel (TrsProjectActions *self,
            TrsProject        *project)
{
  return trs_account_get_local (trs_session_get_account (self->session)) && project != NULL &&
         !trs_project_is_pending (project) && !trs_project_state_is_final (trs_project_get_state (project));
}

static void
cancel_confirmed_cb (TrsMessageDialog *dialog,
                     const char       *answer,
                     Pending          *pending)
{
  if (can_cancel (pending->actions, pending->project))
    cancel_now (pending->actions, pending->project);
}

/* Asks only where words would be lost. */
static void
cancel_open_transcription (TrsProjectActions *self)
{
  TrsProject *project = trs_reading_pane_get_project (self->pane);
  TrsMessageDialog *dialog;

  if (!can_cancel (self, project))
    return;
  if (trs_project_get_state (project) != TRS_PROJECT_STATE_TRANSCRIPTION || trs_progress_strings_percent (project) <= 0)
    {
      cancel_now (self, project);
      return;
    }

  dialog = trs_message_dialog_new (
      /* Translators: title of a question. */
      GTK_WINDOW (self->window), _("Cancel Transcription?"),
      _("What was recognised so far will be deleted. The recording stays where it is."));
  /* Translators: button: does not cancel. */
  trs_message_dialog_set_close_label (dialog, _("_Keep Transcribing"));
  /* Translators: button: ends what this computer is doing with a recording. */
  trs_message_dialog_add_answer (dialog, "cancel", _("_Cancel Transcription"), "destructive-action");
  g_signal_connect_data (dialog, "response", G_CALLBACK (cancel_confirmed_cb), pending_new (self, project),
                         pending_closure_notify, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
restored_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsProjectActions) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_storage_put_back_finish (TRS_STORAGE (source), result, &error))
    /* Translators: what failed, as the title of an error. */
    throw_error (self, error, _("Restoring a transcript"));
}

static void
undo_remove (TrsProjectActions *self)
{
  drop_undo (self, "win.undo-remove", NULL);
  trs_toast_queue_withdraw_undo (self->toasts, "win.undo-remove", NULL);
  trs_storage_put_back_async (trs_session_get_storage (self->session), restored_cb, g_object_ref (self));
}

/* The undo parameter is the id and the user's previous title (empty if there was none), as several renames can be
 * undone. */
static void
offer_undo_rename (TrsProjectActions *self,
                   TrsProject        *project,
                   GVariant          *old)
{
  g_autofree char *title = trs_project_strings_title (project);
  /* Translators: %s is the new title of a video. */
  g_autofree char *renamed = g_strdup_printf (_("Renamed to “%s”"), title);

  offer_undo (self, renamed, "win.undo-rename", old, trs_project_get_id (project));
}

static void
restore_title (TrsProjectActions *self,
               TrsProject        *project,
               GVariant          *old)
{
  const char *title;

  drop_undo (self, "win.undo-rename", old);
  trs_toast_queue_withdraw_undo (self->toasts, "win.undo-rename", trs_project_get_id (project));
  g_variant_get (old, "(&s&s)", NULL, &title);
  trs_library_set_local_title (trs_session_get_library (self->session), project, title);
}

static void
lookup_to_open_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsProjectActions) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_projects_find_finish (TRS_PROJECTS (source), result, &error);

  if (error != NULL)
    throw_error (self, error, _("Reading the list"));
  else if (project != NULL)
    open_project (self, project);
  else if (trs_history_has_projects (trs_session_get_history (self->session)))
    trs_toast_queue_add (self->toasts, _("This video is no longer in the list"), NULL, NULL, NULL);
}

/* Opens the project at once if it is loaded, otherwise after reading it from the store. The latest request wins. */
static void
open_by_id (TrsProjectActions *self,
            GVariant          *parameter)
{
  TrsProjects *projects = trs_session_get_projects (self->session);
  const char *id = g_variant_get_string (parameter, NULL);
  g_autoptr (TrsProject) project = NULL;

  if (g_set_object (&project, trs_projects_peek (projects, id)))
    {
      open_project (self, project);
      return;
    }

  trs_project_actions_cancel_lookup (self);
  self->lookup = g_cancellable_new ();
  trs_projects_find_async (projects, id, self->lookup, lookup_to_open_cb, g_object_ref (self));
}

static void
stopped_looking (TrsProjectActions *self,
                 GVariant          *parameter)
{
  /* Translators: said after the user has told the program not to look for a submission any more. */
  trs_toast_queue_add_undo (self->toasts, _("Stopped looking"), "win.undo-stop-looking", parameter,
                            g_variant_get_string (parameter, NULL));
}

static void
undo_stop_looking (TrsProjectActions *self,
                   GVariant          *parameter)
{
  trs_reconciler_resume (trs_session_get_reconciler (self->session), g_variant_get_string (parameter, NULL));
  open_by_id (self, parameter);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Pending) pending = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_projects_find_finish (TRS_PROJECTS (source), result, &error);

  if (is_window_gone (pending->actions))
    return;
  if (error != NULL)
    throw_error (pending->actions, error, _("Reading the list"));
  else if (project != NULL)
    pending->project_func (pending->actions, project, pending->parameter);
}

/* The parameter of an action is the id of the project, or a tuple that begins with it. */
static const struct
{
  const char *name;
  const char *parameter_type;
  ProjectFunc func;
} project_actions[] = {
  { "rename-project", "s", rename_project },
  { "copy-project-link", "s", copy_project_link },
  { "export-project", "s", export_project },
  { "export-highlights", "s", export_highlights },
  { "print-project", "s", print_project },
  { "remove-project", "s", remove_project },
  { "renamed", "(ss)", offer_undo_rename },
  { "undo-rename", "(ss)", restore_title },
};

/* Runs at once if the project is loaded, otherwise after reading it from the store. */
static void
activate_cb (TrsProjectActions *self,
             GVariant          *parameter,
             GSimpleAction     *action)
{
  TrsProjects *projects = trs_session_get_projects (self->session);
  g_autoptr (TrsProject) project = NULL;
  g_autofree char *id = NULL;
  ProjectFunc func = NULL;
  Pending *pending;

  if (g_variant_is_of_type (parameter, G_VARIANT_TYPE_STRING))
    id = g_variant_dup_string (parameter, NULL);
  else
    g_variant_get_child (parameter, 0, "s", &id);
  for (gsize i = 0; i < G_N_ELEMENTS (project_actions); i++)
    if (g_str_equal (project_actions[i].name, g_action_get_name (G_ACTION (action))))
      func = project_actions[i].func;

  if (g_set_object (&project, trs_projects_peek (projects, id)))
    {
      func (self, project, parameter);
      return;
    }

  pending = pending_new (self, NULL);
  pending->project_func = func;
  pending->parameter = g_variant_ref (parameter);
  trs_projects_find_async (projects, id, self->cancellable, found_cb, pending);
}

/* @activate: owns the parameter if there is one. Connected by object, as the action may outlive @self */
static GSimpleAction *
add_action (TrsProjectActions *self,
            const char        *name,
            const char        *parameter_type,
            GCallback          activate)
{
  g_autoptr (GSimpleAction) action =
      g_simple_action_new (name, parameter_type != NULL ? G_VARIANT_TYPE (parameter_type) : NULL);

  g_signal_connect_object (action, "activate", activate, self, G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (self->window), G_ACTION (action));
  return action;
}

static void
add_actions (TrsProjectActions *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (project_actions); i++)
    add_action (self, project_actions[i].name, project_actions[i].parameter_type, G_CALLBACK (activate_cb));
  add_action (self, "open-project", "s", G_CALLBACK (open_by_id));
  add_action (self, "cancel-transcription", NULL, G_CALLBACK (cancel_open_transcription));
  add_action (self, "undo-remove", NULL, G_CALLBACK (undo_remove));
  add_action (self, "undo-last", NULL, G_CALLBACK (undo_last));
  add_action (self, "stopped-looking", "s", G_CALLBACK (stopped_looking));
  add_action (self, "undo-stop-looking", "s", G_CALLBACK (undo_stop_looking));
  g_set_object (&self->remove_open,
                add_action (self, "remove-from-computer", NULL, G_CALLBACK (remove_open_project)));
}

/* Cancel: pending operations hold a reference to this object. */
static void
window_unrealized_cb (TrsProjectActions *self)
{
  g_cancellable_cancel (self->cancellable);
  trs_project_actions_cancel_lookup (self);
}

static void
trs_project_actions_dispose (GObject *object)
{
  TrsProjectActions *self = TRS_PROJECT_ACTIONS (object);

  g_cancellable_cancel (self->cancellable);
  trs_project_actions_cancel_lookup (self);
  g_clear_weak_pointer (&self->window);
  g_clear_weak_pointer (&self->pane);
  g_clear_object (&self->toasts);
  g_clear_object (&self->settings);
  g_clear_object (&self->remove_open);

  G_OBJECT_CLASS (trs_project_actions_parent_class)->dispose (object);
}

static void
trs_project_actions_finalize (GObject *object)
{
  TrsProjectActions *self = TRS_PROJECT_ACTIONS (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_ptr_array_unref (self->undo);

  G_OBJECT_CLASS (trs_project_actions_parent_class)->finalize (object);
}

static void
trs_project_actions_class_init (TrsProjectActionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_project_actions_dispose;
  object_class->finalize = trs_project_actions_finalize;

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_PROJECT_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, TRS_TYPE_PROJECT);
  signals[REMOVE] = g_signal_new ("remove", TRS_TYPE_PROJECT_ACTIONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
}

static void
trs_project_actions_init (TrsProjectActions *self)
{
  self->cancellable = g_cancellable_new ();
  self->undo = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
}

/**
 * trs_project_actions_new:
 * @window: the window that owns this; the actions are added to its map
 * @session: the session
 * @settings: the settings of the program
 * @pane: shows the project that is open
 * @toasts: the toasts of @window
 *
 * Returns: (transfer full): the actions
 */
TrsProjectActions *
trs_project_actions_new (GtkApplicationWindow *window,
                         TrsSession           *session,
                         GSettings            *settings,
                         TrsReadingPane       *pane,
                         TrsToastQueue        *toasts)
{
  TrsProjectActions *self = g_object_new (TRS_TYPE_PROJECT_ACTIONS, NULL);

  g_set_weak_pointer (&self->window, window);
  g_set_weak_pointer (&self->pane, pane);
  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  self->toasts = g_object_ref (toasts);
  add_actions (self);
  g_signal_connect_object (toasts, "undo-gone", G_CALLBACK (undo_gone_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (window, "unrealize", G_CALLBACK (window_unrealized_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (pane, "notify::project", G_CALLBACK (update_remove_open), self, G_CONNECT_SWAPPED);
  update_remove_open (self);
  return self;
}

/**
 * trs_project_actions_cancel_lookup:
 * @self: the actions of a window
 *
 * Cancels the lookup of a project to open, because another one was opened.
 */
void
trs_project_actions_cancel_lookup (TrsProjectActions *self)
{
  g_cancellable_cancel (self->lookup);
  g_clear_object (&self->lookup);
}

/**
 * trs_project_actions_clear_undo:
 * @self: the actions of a window
 *
 * Clears the undo history.
 */
void
trs_project_actions_clear_undo (TrsProjectActions *self)
{
  g_ptr_array_set_size (self->undo, 0);
}
