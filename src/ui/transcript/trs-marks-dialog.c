/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-marks-dialog.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-mark-strings.h"
#include "trs-widget-utils.h"

struct _TrsMarksDialog
{
  AdwWindow parent_instance;

  GtkListBox *list;
  GtkDropDown *show; /* all, or one colour */

  TrsTranscriptView *view;
  TrsAnnotationEditor *editor;
};

G_DEFINE_FINAL_TYPE (TrsMarksDialog, trs_marks_dialog, ADW_TYPE_WINDOW)

static const TrsAnnotation *
get_annotation (gpointer row)
{
  return g_object_get_data (row, "annotation");
}

static void
remove_row (GtkWidget *row)
{
  TrsMarksDialog *self = TRS_MARKS_DIALOG (gtk_widget_get_root (row));
  int index = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  GtkListBoxRow *next;

  trs_annotation_editor_apply (self->editor, trs_annotations_remove (self->editor->annotations, get_annotation (row)));
  next = gtk_list_box_get_row_at_index (self->list, index);
  if (next == NULL)
    next = gtk_list_box_get_row_at_index (self->list, index - 1);
  if (next != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (next));
}

static void
add_row (TrsMarksDialog      *self,
         const TrsAnnotation *annotation,
         const TrsMark       *mark)
{
  TrsDocument *document = self->view->document;
  const char *name = trs_mark_strings_name (annotation->number);
  g_autofree char *class = g_strdup_printf ("mark-%u", annotation->number);
  g_autofree char *words = trs_display_text_line (annotation->words);
  g_autofree char *facts = mark != NULL ? trs_mark_strings_facts (document, mark->start.paragraph) : g_strdup ("");
  g_autofree char *note = trs_display_text_line (annotation->text);
  g_autofree char *subtitle = g_strconcat (facts, *facts != '\0' && *note != '\0' ? "\n" : "", note, NULL);
  g_autofree char *spoken = g_strjoin (", ", name, words, subtitle, NULL);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title", words, "title-lines", 3,
                                 "subtitle", subtitle, "activatable", mark != NULL, NULL);
  GtkWidget *chip = gtk_label_new (name);
  GtkWidget *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_widget_add_css_class (chip, "mark");
  gtk_widget_add_css_class (chip, class);
  gtk_label_set_width_chars (GTK_LABEL (chip), 9);
  gtk_widget_set_valign (chip, GTK_ALIGN_CENTER);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), chip);
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (remove, _("Remove Highlight"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Remove Highlight"), -1);
  g_signal_connect_swapped (remove, "clicked", G_CALLBACK (remove_row), row);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), remove);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_object_set_data (G_OBJECT (row), "annotation", (gpointer) annotation);
  gtk_list_box_append (self->list, row);
}

/* What is lost comes last. */
static void
fill (TrsMarksDialog *self)
{
  TrsDocument *document = self->view->document;
  GtkWidget *row;

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < document->marks->len; i++)
    add_row (self, g_array_index (document->marks, TrsMark, i).annotation,
             &g_array_index (document->marks, TrsMark, i));
  for (guint i = 0; i < document->lost->len; i++)
    if (((TrsAnnotation *) g_ptr_array_index (document->lost, i))->kind == TRS_ANNOTATION_MARK)
      add_row (self, g_ptr_array_index (document->lost, i), NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "highlights.copy", document->marks->len > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "highlights.export", document->marks->len > 0);
}

static gboolean
filter_cb (GtkListBoxRow *row,
           gpointer       user_data)
{
  guint shown = gtk_drop_down_get_selected (TRS_MARKS_DIALOG (user_data)->show);

  return shown == 0 || get_annotation (row)->number == shown - 1;
}

static void
header_cb (GtkListBoxRow *row,
           GtkListBoxRow *before,
           gpointer       user_data)
{
  GtkWidget *label = NULL;

  if (!gtk_list_box_row_get_activatable (row) && (before == NULL || gtk_list_box_row_get_activatable (before)))
    {
      label = gtk_label_new (_("The text has changed: these words are not in it any more."));
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "group");
    }
  gtk_list_box_row_set_header (row, label);
}

static void
activated_cb (TrsMarksDialog *self,
              GtkListBoxRow  *row)
{
  GArray *marks = self->view->document->marks;

  for (guint i = 0; i < marks->len; i++)
    if (g_array_index (marks, TrsMark, i).annotation == get_annotation (row))
      trs_transcript_view_go_to (self->view, g_array_index (marks, TrsMark, i).start);
  gtk_window_close (GTK_WINDOW (self));
}

static void
remove_action (TrsMarksDialog *self)
{
  GtkWidget *row = gtk_widget_get_focus_child (GTK_WIDGET (self->list));

  if (GTK_IS_LIST_BOX_ROW (row))
    remove_row (row);
}

static void
undo (TrsMarksDialog *self)
{
  trs_annotation_editor_undo (self->editor);
}

static void
copy (TrsMarksDialog *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->view), "page.copy-highlights", NULL);
  gtk_window_close (GTK_WINDOW (self));
}

/* The other dialog takes the place of this one. */
static void
export (TrsMarksDialog *self)
{
  g_autoptr (GtkWidget) view = g_object_ref (GTK_WIDGET (self->view));

  gtk_window_close (GTK_WINDOW (self));
  gtk_widget_activate_action (view, "page.export-highlights", NULL);
}

static void
trs_marks_dialog_finalize (GObject *object)
{
  TrsMarksDialog *self = TRS_MARKS_DIALOG (object);

  g_object_unref (self->view);
  g_object_unref (self->editor);

  G_OBJECT_CLASS (trs_marks_dialog_parent_class)->finalize (object);
}

static void
trs_marks_dialog_class_init (TrsMarksDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_marks_dialog_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-marks-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsMarksDialog, list);
  gtk_widget_class_bind_template_child (widget_class, TrsMarksDialog, show);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  trs_widget_class_install_action (widget_class, "highlights.copy", NULL, G_CALLBACK (copy));
  trs_widget_class_install_action (widget_class, "highlights.export", NULL, G_CALLBACK (export));
  trs_widget_class_install_action (widget_class, "highlights.remove", NULL, G_CALLBACK (remove_action));
  trs_widget_class_install_action (widget_class, "highlights.undo", NULL, G_CALLBACK (undo));
}

static void
trs_marks_dialog_init (TrsMarksDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->list, filter_cb, self, NULL);
  gtk_list_box_set_header_func (self->list, header_cb, NULL, NULL);
  g_signal_connect_swapped (self->show, "notify::selected", G_CALLBACK (gtk_list_box_invalidate_filter), self->list);
  trs_dialog_size_follow (GTK_WINDOW (self), NULL);
}

/**
 * trs_marks_dialog_new:
 * @view: shows the transcript
 * @editor: edits what is added to it
 *
 * Returns: (transfer none): the dialog, which GTK owns until it is destroyed
 */
GtkWindow *
trs_marks_dialog_new (TrsTranscriptView   *view,
                      TrsAnnotationEditor *editor)
{
  TrsMarksDialog *self = g_object_new (TRS_TYPE_MARKS_DIALOG, NULL);

  self->view = g_object_ref (view);
  self->editor = g_object_ref (editor);
  /* The page, which gives the view its document, hears of it first. */
  g_signal_connect_object (editor, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  fill (self);
  gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
  return GTK_WINDOW (self);
}
