/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-title-dialog.h"

#include "trs-display-text.h"
#include "trs-i18n.h"

typedef struct
{
  TrsSession *session;
  TrsProject *project;
} Rename;

static void
rename_free (gpointer  data,
             GClosure *closure)
{
  Rename *rename = data;

  g_object_unref (rename->session);
  g_object_unref (rename->project);
  g_free (rename);
}

static void
named_cb (TrsNameDialog *dialog,
          const char    *title,
          Rename        *rename)
{
  TrsProject *project = rename->project;
  const char *own = trs_project_get_data (project)->local_title;
  g_autofree char *theirs = trs_display_text_title (trs_project_get_data (project)->title);
  g_autofree char *before = g_strdup (own != NULL ? own : "");
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (dialog));

  /* The same words are no title of one's own: should the service change its mind, nobody asked for the old ones. */
  if (g_str_equal (title, theirs) || g_strcmp0 (title, trs_project_get_data (project)->title) == 0)
    title = NULL;

  trs_library_set_local_title (trs_session_get_library (rename->session), project, title);
  own = trs_project_get_data (project)->local_title;
  if (parent != NULL && g_strcmp0 (own != NULL ? own : "", before) != 0)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.renamed", "(ss)", trs_project_get_id (project), before);
}

static char *
dup_description (TrsProject *project)
{
  g_autofree char *theirs = NULL;

  if (trs_project_get_data (project)->title == NULL)
    return g_strdup (_("The new title is only on this computer. Leave empty to use the original title."));

  theirs = trs_display_text_title (trs_project_get_data (project)->title);
  /* Translators: %s is the title that the service gave to a video. */
  return g_strdup_printf (_("The new title is only on this computer. Leave empty to use the original title, “%s”."),
                          theirs);
}

/**
 * trs_title_dialog_new:
 * @session: the session
 * @project: a project that is not pending
 *
 * Returns: (transfer none): a dialog that renames @project
 */
TrsNameDialog *
trs_title_dialog_new (TrsSession *session,
                      TrsProject *project)
{
  g_autofree char *description = dup_description (project);
  const char *title = trs_project_get_shown_title (project);
  g_autofree char *shown = title != NULL ? trs_display_text_title (title) : NULL;
  TrsNameDialog *dialog = trs_name_dialog_new (_("Rename"), _("Title"), description, _("Rename"), shown);
  Rename *rename = g_new0 (Rename, 1);

  rename->session = g_object_ref (session);
  rename->project = g_object_ref (project);
  g_signal_connect_data (dialog, "named", G_CALLBACK (named_cb), rename, rename_free, 0);
  return dialog;
}
