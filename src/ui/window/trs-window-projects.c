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
  TrsNameDialog *dialog = trs_title_dialog_new (self->session, project);

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
  g_autoptr (TrsTranscript) transcript = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);
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
  trs_transcripts_load_async (trs_session_get_transcripts (self->session), project, self->cancellable, loaded_cb,
                              export);
}

typedef struct
{
  TrsWindow *window;
  TrsWindowProjectFunc func;
  GVariant *data;
} Lookup;

static void
lookup_free (Lookup *lookup)
{
  g_object_unref (lookup->window);
  g_clear_pointer (&lookup->data, g_variant_unref);
  g_free (lookup);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Lookup, lookup_free)

static void
looked_up_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (Lookup) lookup = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_history_get_project_finish (TRS_HISTORY (source), result, &error);

  if (error == NULL)
    lookup->func (lookup->window, project, lookup->data);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_error_sink_throw (GTK_WIDGET (lookup->window), error, _("Reading the list"));
}

/**
 * trs_window_with_project:
 * @self: a window
 * @id: identifier of a project
 * @cancellable: that of the window, or what trs_window_begin_lookup() returned
 * @func: what is to be done with it
 * @data: (nullable) (transfer floating): handed over to @func
 *
 * Does something with a project: at once if it is at hand, otherwise when it
 * has been read from the store.
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
  g_autoptr (Lookup) lookup = g_new0 (Lookup, 1);

  lookup->window = g_object_ref (self);
  lookup->func = func;
  lookup->data = data != NULL ? g_variant_ref_sink (data) : NULL;
  if (g_set_object (&project, trs_history_peek (history, id)))
    func (self, project, lookup->data);
  else
    trs_history_get_project_async (history, id, cancellable, looked_up_cb, g_steal_pointer (&lookup));
}

/**
 * trs_window_begin_lookup:
 * @self: a window
 *
 * Begins to look for a project that is to be opened, in the place of the one
 * that was looked for before.
 *
 * Returns: (transfer none): for the search, cancelled when another project is opened
 */
GCancellable *
trs_window_begin_lookup (TrsWindow *self)
{
  trs_window_end_lookup (self);
  self->lookup = g_cancellable_new ();
  return self->lookup;
}

/**
 * trs_window_end_lookup:
 * @self: a window
 *
 * What is looked for is not to be opened any more.
 */
void
trs_window_end_lookup (TrsWindow *self)
{
  if (self->lookup != NULL)
    g_cancellable_cancel (self->lookup);
  g_clear_object (&self->lookup);
}

static void
do_action (TrsWindow  *self,
           TrsProject *project,
           GVariant   *data)
{
  const char *action_name = g_variant_get_string (data, NULL);

  if (project == NULL)
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

static void
activate (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  gboolean opens = g_str_equal (action_name, "win.open-project");

  trs_window_with_project (self, g_variant_get_string (parameter, NULL),
                           opens ? trs_window_begin_lookup (self) : self->cancellable, do_action,
                           g_variant_new_string (action_name));
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
