/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-title-dialog.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-widget-utils.h"

struct _TrsTitleDialog
{
  AdwWindow parent_instance;

  GtkEditable *title;
  GtkLabel *service;

  TrsSession *session;
  TrsProject *project;
};

G_DEFINE_FINAL_TYPE (TrsTitleDialog, trs_title_dialog, ADW_TYPE_WINDOW)

static void
apply (TrsTitleDialog *self)
{
  const char *title = gtk_editable_get_text (self->title);
  const char *own = trs_project_get_local_title (self->project);
  g_autofree char *theirs = trs_display_text_title (trs_project_get_title (self->project));
  g_autofree char *before = g_strdup (own != NULL ? own : "");
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  /* The same words are no title of one's own: should the service change its mind, nobody asked for the old ones. */
  if (g_str_equal (title, theirs) || g_strcmp0 (title, trs_project_get_title (self->project)) == 0)
    title = NULL;

  trs_library_set_local_title (trs_session_get_library (self->session), self->project, title);
  own = trs_project_get_local_title (self->project);
  if (parent != NULL && g_strcmp0 (own != NULL ? own : "", before) != 0)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.renamed", "(ss)", trs_project_get_id (self->project), before);
  gtk_window_close (GTK_WINDOW (self));
}

static void
apply_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  apply (TRS_TITLE_DIALOG (widget));
}

static void
show_titles (TrsTitleDialog *self)
{
  const char *theirs = trs_project_get_title (self->project);
  g_autofree char *words = NULL;

  if (theirs != NULL)
    {
      g_autofree char *line = trs_display_text_title (theirs);

      /* Translators: %s is the title that the service gave to a video. */
      words = g_strdup_printf (_("The new title is only on this computer. Leave empty to use the original title, "
                                 "“%s”."),
                               line);
    }
  else
    words = g_strdup (_("The new title is only on this computer. Leave empty to use the original title."));

  gtk_label_set_label (self->service, words);
  if (trs_project_get_shown_title (self->project) != NULL)
    {
      g_autofree char *shown = trs_display_text_title (trs_project_get_shown_title (self->project));

      gtk_editable_set_text (self->title, shown);
    }
  gtk_widget_grab_focus (GTK_WIDGET (self->title));
  gtk_editable_select_region (self->title, 0, -1);
}

static void
trs_title_dialog_dispose (GObject *object)
{
  TrsTitleDialog *self = TRS_TITLE_DIALOG (object);

  g_clear_object (&self->project);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (trs_title_dialog_parent_class)->dispose (object);
}

static void
trs_title_dialog_class_init (TrsTitleDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_title_dialog_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-title-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsTitleDialog, title);
  gtk_widget_class_bind_template_child (widget_class, TrsTitleDialog, service);
  gtk_widget_class_bind_template_callback (widget_class, apply);
  gtk_widget_class_install_action (widget_class, "title.apply", NULL, apply_action);
}

static void
trs_title_dialog_init (TrsTitleDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_control_names_complete (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), NULL);
}

/**
 * trs_title_dialog_new:
 * @session: the session
 * @project: a project that is not pending
 *
 * Returns: (transfer none): a dialog that closes when there is an answer
 */
TrsTitleDialog *
trs_title_dialog_new (TrsSession *session,
                      TrsProject *project)
{
  TrsTitleDialog *self = g_object_new (TRS_TYPE_TITLE_DIALOG, NULL);

  self->session = g_object_ref (session);
  self->project = g_object_ref (project);
  show_titles (self);
  return self;
}
