/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-reconciler.h"

/* What the user did and can take back while it is said that it was done. */

static void
undo_rename (TrsWindow  *self,
             TrsProject *project,
             GVariant   *title)
{
  if (project != NULL)
    trs_library_set_local_title (trs_session_get_library (self->session), project, g_variant_get_string (title, NULL));
}

/* There may be several to choose from. */
static void
offer_old_title (TrsWindow  *self,
                 TrsProject *project,
                 GVariant   *old)
{
  g_autofree char *title = NULL;
  g_autofree char *words = NULL;

  if (project == NULL)
    return;

  title = trs_project_strings_title (project);
  /* Translators: %s is the new title of a video. */
  words = g_strdup_printf (_("Renamed to “%s”"), title);
  trs_window_offer_undo (self, words, "win.undo-rename", old, trs_project_get_id (project));
}

/* Both take the id and the title of the user's own before, empty if there was none. */
static void
rename_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  const char *id, *title;

  g_variant_get (parameter, "(&s&s)", &id, &title);
  if (g_str_equal (action_name, "win.renamed"))
    trs_window_with_project (self, id, self->cancellable, offer_old_title, parameter);
  else
    trs_window_with_project (self, id, self->cancellable, undo_rename, g_variant_new_string (title));
}

static void
open_taken_up (TrsWindow  *self,
               TrsProject *project,
               GVariant   *data)
{
  if (project != NULL)
    trs_window_open_project (self, project);
}

/* Both take the id of a pending project. */
static void
stop_looking_action (GtkWidget  *widget,
                     const char *action_name,
                     GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  const char *id = g_variant_get_string (parameter, NULL);

  if (g_str_equal (action_name, "win.stopped-looking"))
    {
      trs_window_offer_undo (self, _("Stopped looking"), "win.undo-stop-looking", parameter, id);
      return;
    }

  trs_reconciler_take_up (trs_session_get_reconciler (self->session), id);
  trs_window_with_project (self, id, trs_window_begin_lookup (self), open_taken_up, NULL);
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
undo_remove_action (GtkWidget  *widget,
                    const char *action_name,
                    GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  trs_storage_put_back_async (trs_session_get_storage (self->session), put_back_cb, g_object_ref (self));
}

/**
 * trs_window_install_undo_actions:
 * @widget_class: the class of the window
 *
 * Installs the actions by which the window hears of what can be undone, and
 * those that undo it.
 */
void
trs_window_install_undo_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.renamed", "(ss)", rename_action);
  gtk_widget_class_install_action (widget_class, "win.undo-rename", "(ss)", rename_action);
  gtk_widget_class_install_action (widget_class, "win.stopped-looking", "s", stop_looking_action);
  gtk_widget_class_install_action (widget_class, "win.undo-stop-looking", "s", stop_looking_action);
  gtk_widget_class_install_action (widget_class, "win.undo-remove", NULL, undo_remove_action);
}
