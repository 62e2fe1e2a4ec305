/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-note-row.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-widget-utils.h"

/* Characters of a note that fit into a tooltip. */
#define TOOLTIP_CHARS 800

struct _TrsNoteRow
{
  TrsPage parent_instance;

  GtkWidget *button;
  GtkLabel *line;
  GtkPopover *popover;
  GtkTextBuffer *text;
  GtkWidget *sheet;
  GtkWidget *hint;
  GtkEventController *keys;

  GSimpleActionGroup *actions;
  GtkWidget *focus_before;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE (TrsNoteRow, trs_note_row, TRS_TYPE_PAGE)

static gboolean
can_edit (TrsNoteRow *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  return session != NULL && project != NULL && !trs_project_is_pending (project);
}

/* User data of the dialog that renames a project */
typedef struct
{
  TrsSession *session; /* unowned: valid while the dialog is shown */
  TrsProject *project;
} Renaming;

static void
renaming_free (gpointer  data,
               GClosure *closure)
{
  Renaming *renaming = data;

  g_object_unref (renaming->project);
  g_free (renaming);
}

static void
named_cb (TrsNameDialog *dialog,
          const char    *title,
          Renaming      *renaming)
{
  TrsProject *project = renaming->project;
  const char *own = trs_project_get_data (project)->local_title;
  g_autofree char *theirs = trs_display_text_title (trs_project_get_data (project)->title);
  g_autofree char *before = g_strdup (own != NULL ? own : "");
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (dialog));

  /* Entering the original title again clears the user's: if the service changes the title later, the new one is
   * shown. */
  if (g_str_equal (title, theirs) || g_strcmp0 (title, trs_project_get_data (project)->title) == 0)
    title = NULL;

  trs_library_set_local_title (trs_session_get_library (renaming->session), project, title);
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
 * Asks what a project is called on this computer. Empty means: as the service
 * calls it.
 *
 * Returns: (transfer none): the dialog
 */
TrsNameDialog *
trs_title_dialog_new (TrsSession *session,
                      TrsProject *project)
{
  g_autofree char *description = dup_description (project);
  const char *title = trs_project_get_shown_title (project);
  g_autofree char *shown = title != NULL ? trs_display_text_title (title) : NULL;
  /* Translators: title of a dialog, or button: gives a title or a name. */
  TrsNameDialog *dialog = trs_name_dialog_new (_("Rename"), _("Title"), description, _("Rename"), shown);
  Renaming *renaming = g_new (Renaming, 1);
  GClosure *closure = g_cclosure_new (G_CALLBACK (named_cb), renaming, renaming_free);

  renaming->session = session;
  renaming->project = g_object_ref (project);
  g_object_watch_closure (G_OBJECT (session), closure);
  g_signal_connect_closure (dialog, "named", closure, FALSE);
  trs_dialog_set_help (GTK_WINDOW (dialog), "read");
  return dialog;
}

static char *
dup_first_line (const char *note)
{
  g_auto (GStrv) lines = g_strsplit (note, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    {
      g_autofree char *shown = trs_display_text_line (*line);

      if (*shown != '\0')
        return g_steal_pointer (&shown);
    }

  return g_strdup ("");
}

static void
show_line (TrsNoteRow *self)
{
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  const char *note = project != NULL ? trs_project_get_data (project)->note : NULL;
  g_autofree char *line = dup_first_line (note != NULL ? note : "");
  glong length = note != NULL ? g_utf8_strlen (note, -1) : 0;
  g_autofree char *start = note != NULL ? g_utf8_substring (note, 0, MIN (length, TOOLTIP_CHARS)) : NULL;
  g_autofree char *spoken = NULL;

  gtk_widget_set_visible (self->button, *line != '\0');
  gtk_label_set_label (self->line, line);
  gtk_widget_set_tooltip_text (self->button, start);
  /* Translators: %s is the first line of the user's own note about a video. */
  spoken = g_strdup_printf (_("Note: %s"), line);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static void
text_changed_cb (TrsNoteRow *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  g_autofree char *note = NULL;

  if (self->filling || !can_edit (self))
    return;

  g_object_get (self->text, "text", &note, NULL);
  trs_library_set_note (trs_session_get_library (session), project, note);
}

static void
fill (TrsNoteRow *self)
{
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  const char *note = project != NULL ? trs_project_get_data (project)->note : NULL;

  self->filling = TRUE;
  gtk_text_buffer_begin_irreversible_action (self->text);
  gtk_text_buffer_set_text (self->text, note != NULL ? note : "", -1);
  gtk_text_buffer_end_irreversible_action (self->text);
  self->filling = FALSE;
}

static void
closed_cb (TrsNoteRow *self)
{
  show_line (self);
  if (self->focus_before != NULL && gtk_widget_get_mapped (self->focus_before))
    gtk_widget_grab_focus (self->focus_before);
  g_clear_weak_pointer (&self->focus_before);
}

static void
note_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  trs_note_row_edit (user_data);
}

static void
title_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  TrsNoteRow *self = user_data;
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  if (can_edit (self))
    trs_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), trs_title_dialog_new (session, project));
}

static const GActionEntry entries[] = {
  { .name = "note", .activate = note_cb },
  { .name = "title", .activate = title_cb },
};

/* Keep the height of the row while the note is edited: text that moves is distracting. */
static void
trs_note_row_update (TrsPage *page)
{
  TrsNoteRow *self = TRS_NOTE_ROW (page);

  if (!gtk_widget_get_visible (GTK_WIDGET (self->popover)))
    show_line (self);
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    trs_actions_enable (self->actions, entries[i].name, can_edit (self));
}

/* The text belongs to the previous project, and is saved already. */
static void
trs_note_row_project_changed (TrsPage *page)
{
  TrsNoteRow *self = TRS_NOTE_ROW (page);

  gtk_popover_popdown (self->popover);
  fill (self);
}

static void
trs_note_row_dispose (GObject *object)
{
  TrsNoteRow *self = TRS_NOTE_ROW (object);

  g_clear_weak_pointer (&self->focus_before);
  if (self->popover != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->popover));
  self->popover = NULL;
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (trs_note_row_parent_class)->dispose (object);
}

static void
trs_note_row_class_init (TrsNoteRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_note_row_dispose;
  TRS_PAGE_CLASS (klass)->update = trs_note_row_update;
  TRS_PAGE_CLASS (klass)->project_changed = trs_note_row_project_changed;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-note-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsNoteRow, button);
  gtk_widget_class_bind_template_child (widget_class, TrsNoteRow, line);
  gtk_widget_class_bind_template_child (widget_class, TrsNoteRow, popover);
  gtk_widget_class_bind_template_child (widget_class, TrsNoteRow, text);
  gtk_widget_class_bind_template_child (widget_class, TrsNoteRow, sheet);
  gtk_widget_class_bind_template_child (widget_class, TrsNoteRow, hint);
  gtk_widget_class_bind_template_child (widget_class, TrsNoteRow, keys);
  gtk_widget_class_bind_template_callback (widget_class, text_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, closed_cb);
  gtk_widget_class_bind_template_callback (widget_class, trs_note_row_edit);
}

static void
trs_note_row_init (TrsNoteRow *self)
{
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_caret_follow (GTK_TEXT_VIEW (self->sheet));
  gtk_widget_set_parent (GTK_WIDGET (self->popover), GTK_WIDGET (self));
  trs_note_row_update (TRS_PAGE (self));
}

/* GtkPopover does not measure the height of its child for its actual width. */
static void
reserve_lines (GtkWidget *label)
{
  int width;
  int height;

  gtk_widget_get_size_request (label, &width, NULL);
  gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  gtk_widget_set_size_request (label, width, height);
}

/**
 * trs_note_row_edit:
 * @self: a row
 *
 * Opens the popover in which the note is edited.
 */
void
trs_note_row_edit (TrsNoteRow *self)
{
  GtkRoot *root;

  if (!can_edit (self) || gtk_widget_get_visible (GTK_WIDGET (self->popover)))
    return;

  root = gtk_widget_get_root (GTK_WIDGET (self));
  g_clear_weak_pointer (&self->focus_before);
  if (root != NULL)
    g_set_weak_pointer (&self->focus_before, gtk_root_get_focus (root));
  fill (self);
  reserve_lines (self->hint);
  gtk_popover_popup (self->popover);
  gtk_widget_grab_focus (self->sheet);
}

/**
 * trs_note_row_attach:
 * @self: a row
 * @page: the page of the project, which contains @self
 *
 * Gives the page the actions `notes.note` and `notes.title`, and their keys,
 * which work wherever the focus is in the window while the page is visible.
 */
void
trs_note_row_attach (TrsNoteRow *self,
                     GtkWidget  *page)
{
  gtk_widget_insert_action_group (page, "notes", G_ACTION_GROUP (self->actions));
  gtk_widget_add_controller (page, g_object_ref (self->keys));
}
