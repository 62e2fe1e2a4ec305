/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-export-flow.h"
#include "trs-i18n.h"
#include "trs-title-dialog.h"
#include "trs-video-ref.h"

/* What can be done with any project of the list, also with one that is not open. */

static void
rename_project (TrsWindow  *self,
                TrsProject *project)
{
  TrsTitleDialog *dialog = trs_title_dialog_new (self->session, project);

  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
copy_link (TrsWindow  *self,
           TrsProject *project)
{
  TrsAccount *account = trs_session_get_account (self->session);
  g_autofree char *link = trs_account_dup_video_link (account, trs_project_get_video_id (project), -1);

  if (link == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), link);
  trs_window_say (self, _("Link copied"), NULL, NULL, NULL);
}

typedef struct
{
  TrsWindow *window;
  TrsProject *project;
} Export;

static void
export_free (Export *export)
{
  g_object_unref (export->window);
  g_object_unref (export->project);
  g_free (export);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Export, export_free)

static void
throw_export_error (TrsWindow    *self,
                    const GError *error)
{
  if (!g_cancellable_is_cancelled (self->cancellable))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Exporting the transcript"));
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = trs_export_flow_run_finish (result, &error);
  g_autofree char *line = name != NULL ? trs_display_text_title (name) : NULL;
  g_autofree char *words = line != NULL ? g_strdup_printf (_("Saved as %s"), line) : NULL;

  if (words == NULL)
    throw_export_error (self, error);
  else if (!g_cancellable_is_cancelled (self->cancellable))
    trs_window_say (self, words, NULL, NULL, NULL);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Export) export = user_data;
  TrsWindow *self = export->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_session_load_transcript_finish (TRS_SESSION (source), result, &error);
  TrsTextFlags flags = (g_settings_get_boolean (self->settings, "show-timecodes") ? TRS_TEXT_TIMECODES : 0) |
                       (g_settings_get_boolean (self->settings, "show-speakers") ? TRS_TEXT_SPEAKERS : 0);

  if (transcript == NULL)
    throw_export_error (self, error);
  else
    trs_export_flow_run_async (GTK_WINDOW (self), transcript, flags, trs_project_get_shown_title (export->project),
                               trs_project_get_id (export->project), self->cancellable, exported_cb,
                               g_object_ref (self));
}

static void
export_project (TrsWindow  *self,
                TrsProject *project)
{
  Export *export = g_new0 (Export, 1);

  export->window = g_object_ref (self);
  export->project = g_object_ref (project);
  trs_session_load_transcript_async (self->session, project, self->cancellable, loaded_cb, export);
}

static void
activate (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  g_autoptr (TrsProject) project = NULL;

  if (!g_set_object (&project, trs_history_find_by_id (trs_session_get_history (self->session),
                                                       g_variant_get_string (parameter, NULL))))
    return;

  if (g_str_equal (action_name, "win.open-project"))
    trs_window_open_project (self, project);
  else if (g_str_equal (action_name, "win.rename-project"))
    rename_project (self, project);
  else if (g_str_equal (action_name, "win.copy-project-link"))
    copy_link (self, project);
  else if (g_str_equal (action_name, "win.export-project"))
    export_project (self, project);
  else if (g_str_equal (action_name, "win.remove-project"))
    trs_window_remove_project (self, project);
}

/**
 * trs_window_install_project_actions:
 * @widget_class: the class of the window
 *
 * Installs the actions that take the id of a project.
 */
void
trs_window_install_project_actions (GtkWidgetClass *widget_class)
{
  const char *names[] = { "win.open-project", "win.rename-project", "win.copy-project-link", "win.export-project",
                          "win.remove-project" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_class_install_action (widget_class, names[i], "s", activate);
}
