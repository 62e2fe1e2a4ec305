/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-dialog.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-error-text.h"
#include "trs-export-flow.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-spending-row.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

struct _TrsSpendingDialog
{
  AdwWindow parent_instance;

  TrsSession *session;
  TrsSpending *spending;
  GtkTreeListModel *tree;
  GtkTreeListRow *wanted; /* position of the row to focus after the next frame */
  GCancellable *cancellable;
  gboolean exporting;

  AdwToastOverlay *toasts;
  GtkStack *stack;
  AdwStatusPage *problem;
  GtkWidget *free;
  GtkLabel *sum;
  GtkLabel *undecided;
  GtkListView *list;
};

G_DEFINE_FINAL_TYPE (TrsSpendingDialog, trs_spending_dialog, ADW_TYPE_WINDOW)

static void
setup_row_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item,
              gpointer                  user_data)
{
  GtkWidget *expander = gtk_tree_expander_new ();

  /* Up and Down move between list items only if no child is focusable. */
  gtk_widget_set_focusable (expander, FALSE);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), trs_spending_row_new ());
  gtk_list_item_set_child (item, expander);
}

static void
bind_row_cb (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             gpointer                  user_data)
{
  GtkTreeListRow *place = gtk_list_item_get_item (item);
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  g_autoptr (TrsSpendingLine) line = gtk_tree_list_row_get_item (place);
  g_autofree char *title = trs_spending_line_dup_title (line);
  g_autofree char *facts = trs_spending_line_dup_facts (line);
  g_autofree char *amount = trs_spending_line_dup_amount (line);
  g_autofree char *spoken = g_strdup_printf ("%s, %s, %s", title, facts, amount);

  gtk_tree_expander_set_list_row (expander, place);
  trs_spending_row_set_line (TRS_SPENDING_ROW (gtk_tree_expander_get_child (expander)), line);
  /* The focus is on the list item widget, the parent of the row. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (GTK_WIDGET (expander))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static GListModel *
create_projects_cb (gpointer item,
                    gpointer user_data)
{
  GListModel *projects = trs_spending_line_list_projects (item);

  return projects != NULL ? trs_gradual_rows_new (projects, user_data) : NULL;
}

static GtkTreeListRow *
get_place (GtkWidget *list_item)
{
  GtkWidget *row = list_item != NULL ? gtk_widget_get_first_child (list_item) : NULL;

  return GTK_IS_TREE_EXPANDER (row) ? gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (row)) : NULL;
}

static void
focus_wanted (GtkWidget *widget)
{
  TrsSpendingDialog *self = TRS_SPENDING_DIALOG (widget);
  g_autoptr (GtkTreeListRow) place = g_steal_pointer (&self->wanted);
  GtkWidget *list_item = gtk_widget_get_first_child (GTK_WIDGET (self->list));

  while (list_item != NULL && get_place (list_item) != place)
    list_item = gtk_widget_get_next_sibling (list_item);
  if (place != NULL && list_item != NULL)
    gtk_widget_grab_focus (list_item);
}

/* A row outside of the viewport gets its widget in the next frame. */
static void
focus_place (TrsSpendingDialog *self,
             GtkTreeListRow    *place)
{
  /* floor: remove with GTK ≥ 4.12, which has gtk_list_view_scroll_to() */
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                              gtk_tree_list_row_get_position (place));
  g_set_object (&self->wanted, place);
  trs_after_frame (GTK_WIDGET (self), focus_wanted);
}

static void
show_list (TrsSpendingDialog *self)
{
  g_autofree char *sum = trs_spending_strings_sum (self->spending);
  g_autofree char *undecided = trs_spending_strings_undecided (self->spending);
  GListModel *months = trs_spending_line_list_months (self->spending);
  g_autoptr (GtkNoSelection) selection = NULL;
  g_autoptr (GtkTreeListRow) first = NULL;

  gtk_label_set_label (self->sum, sum);
  gtk_label_set_label (self->undecided, undecided != NULL ? undecided : "");
  gtk_widget_set_visible (GTK_WIDGET (self->undecided), undecided != NULL);

  /* Only months are created at first; their projects when a month is expanded. */
  self->tree = gtk_tree_list_model_new (months, FALSE, FALSE, create_projects_cb, self->list, NULL);
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->tree)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  gtk_stack_set_visible_child_name (self->stack, "list");
  first = gtk_tree_list_model_get_row (self->tree, 0);
  if (first != NULL)
    focus_place (self, first);
}

static void
show_problem (TrsSpendingDialog *self,
              const GError      *error)
{
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  g_autofree char *label = trs_display_text_markup (text->advice != NULL ? text->advice : text->title);

  adw_status_page_set_description (self->problem, label);
  gtk_stack_set_visible_child_name (self->stack, "problem");
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (TrsSpendingDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsSpending) spending = trs_library_read_spending_finish (TRS_LIBRARY (source), result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  if (spending == NULL)
    {
      show_problem (self, error);
      return;
    }

  self->spending = g_steal_pointer (&spending);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "spending.export", self->spending->months->len > 0);
  if (self->spending->months->len == 0 && self->spending->n_undecided == 0)
    gtk_stack_set_visible_child_name (self->stack, "empty");
  else
    show_list (self);
}

static void
on_activate (TrsSpendingDialog *self,
             guint              position)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->tree, position);
  g_autoptr (TrsSpendingLine) line = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (line == NULL)
    return;
  if (trs_spending_line_get_item (line) == NULL)
    {
      gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
      return;
    }

  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self))), "win.open-project", "s",
                              trs_spending_line_get_item (line)->project_id);
  gtk_window_close (GTK_WINDOW (self));
}

/* As in any tree: the arrow in reading direction expands, the other one collapses, or moves from a project to its
 * month. */
static void
move_by_arrow (GtkWidget  *widget,
               const char *action_name,
               GVariant   *right)
{
  TrsSpendingDialog *self = TRS_SPENDING_DIALOG (widget);
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean open = g_variant_get_boolean (right) != mirrored;
  GtkTreeListRow *place = get_place (gtk_window_get_focus (GTK_WINDOW (self)));
  g_autoptr (GtkTreeListRow) month = place != NULL ? gtk_tree_list_row_get_parent (place) : NULL;

  /* GTK shows the focus ring only for its own keys. */
  gtk_window_set_focus_visible (GTK_WINDOW (self), TRUE);
  if (month != NULL && !open)
    focus_place (self, month);
  else if (place != NULL && gtk_tree_list_row_is_expandable (place) &&
           gtk_tree_list_row_get_expanded (place) != open)
    on_activate (self, gtk_tree_list_row_get_position (place));
}

static char *
make_file_name (TrsSession *session)
{
  gint64 now = trs_clock_get_time (trs_session_get_clock (session));
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (now / G_USEC_PER_SEC);
  g_autofree char *day = g_date_time_format (date, "%Y-%m-%d");
  /* Translators: the name of a file; %s is a day, "2026-03-12". */
  g_autofree char *title = g_strdup_printf (_("Spending %s"), day);

  return trs_export_make_name (title, "spending", ".csv");
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsSpendingDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = trs_export_flow_save_finish (result, &error);
  g_autofree char *line = name != NULL ? trs_display_text_line (name) : NULL;
  g_autofree char *label = line != NULL ? g_strdup_printf (_("Saved as %s"), line) : NULL;

  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  self->exporting = FALSE;
  if (label != NULL)
    adw_toast_overlay_add_toast (self->toasts, trs_ui_compat_toast_new (label));
  else
    /* Translators: what failed, as the title of an error. */
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Exporting spending"));
}

static void
export_spending (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  TrsSpendingDialog *self = TRS_SPENDING_DIALOG (widget);
  const char *pattern = trs_account_get_link_pattern (trs_session_get_account (self->session));
  g_autofree char *name = make_file_name (self->session);
  g_autoptr (GBytes) bytes = NULL;
  char *csv;

  /* An insensitive button would lose the focus. */
  if (self->exporting)
    return;

  self->exporting = TRUE;
  csv = trs_spending_to_csv (self->spending, pattern, TRUE);
  bytes = g_bytes_new_take (csv, strlen (csv));
  /* Translators: title of the dialog in which a file for the spending is chosen. */
  trs_export_flow_save_async (GTK_WINDOW (self), TRS_FILE_KIND_SPENDING, _("Export Spending"), name, bytes,
                              self->cancellable, exported_cb, g_object_ref (self));
}

/* Pending operations hold a reference to the dialog. */
static void
trs_spending_dialog_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_SPENDING_DIALOG (widget)->cancellable);

  GTK_WIDGET_CLASS (trs_spending_dialog_parent_class)->unrealize (widget);
}

static void
trs_spending_dialog_finalize (GObject *object)
{
  TrsSpendingDialog *self = TRS_SPENDING_DIALOG (object);

  g_clear_object (&self->wanted);
  g_clear_object (&self->tree);
  g_clear_pointer (&self->spending, trs_spending_free);
  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (trs_spending_dialog_parent_class)->finalize (object);
}

static void
trs_spending_dialog_class_init (TrsSpendingDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_spending_dialog_finalize;
  widget_class->unrealize = trs_spending_dialog_unrealize;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-spending-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingDialog, free);
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingDialog, sum);
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingDialog, undecided);
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingDialog, list);
  gtk_widget_class_bind_template_callback (widget_class, setup_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_install_action (widget_class, "spending.export", NULL, export_spending);
  gtk_widget_class_install_action (widget_class, "spending.arrow", "b", move_by_arrow);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_e, GDK_CONTROL_MASK, "spending.export", NULL);
}

static void
trs_spending_dialog_init (TrsSpendingDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "spending.export", FALSE);
  trs_dialog_size_follow (GTK_WINDOW (self), trs_dialog_lay_out);
  trs_dialog_set_help (GTK_WINDOW (self), "submit");
}

/**
 * trs_spending_dialog_new:
 * @session: the session
 *
 * Returns: (transfer none): the dialog, which GTK owns until it is destroyed.
 *   Its transient parent has the action `win.open-project`.
 */
TrsSpendingDialog *
trs_spending_dialog_new (TrsSession *session)
{
  TrsSpendingDialog *self = g_object_new (TRS_TYPE_SPENDING_DIALOG, NULL);

  self->session = g_object_ref (session);
  gtk_widget_set_visible (self->free, trs_account_get_sample (trs_session_get_account (session)));
  trs_library_read_spending_async (trs_session_get_library (session), self->cancellable, read_cb, g_object_ref (self));
  return self;
}
