/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-row.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-submit-header.h"

/* Pixels of space around the row that is scrolled to. */
#define MARGIN 12

struct _TrsSubmitRow
{
  GtkListBoxRow parent_instance;

  TrsSubmitLine *line;
  TrsSubmitHeader *header;
  GtkButton *retry;
  GtkCheckButton *again;
  GtkCheckButton *is_id;
};

G_DEFINE_FINAL_TYPE (TrsSubmitRow, trs_submit_row, GTK_TYPE_LIST_BOX_ROW)

static void
on_open (TrsSubmitRow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "submit.open", "s", trs_submit_line_get_video_id (self->line));
}

static gboolean
is_held_duplicate (TrsSubmitLine *line)
{
  return trs_submit_line_get_submission (line) != NULL &&
         trs_submission_get_outcome (trs_submit_line_get_submission (line)) == TRS_SUBMISSION_HELD;
}

static void
on_again_toggled (TrsSubmitRow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "submit.again", "(sb)", trs_submit_line_get_video_id (self->line),
                              gtk_check_button_get_active (self->again));
}

static void
on_is_id_toggled (TrsSubmitRow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "submit.is-id", "(sb)", trs_submit_line_get_video_id (self->line),
                              gtk_check_button_get_active (self->is_id));
}

static void
update_retry (TrsSubmitRow *self)
{
  GtkActionable *retry = GTK_ACTIONABLE (self->retry);
  const char *video_id = trs_submit_line_get_video_id (self->line);
  gboolean needs_key = trs_submit_line_get_needs_key (self->line);

  /* Unset first: GTK warns while the action and the target have different types. */
  gtk_actionable_set_action_name (retry, NULL);
  gtk_actionable_set_action_target_value (
      retry, needs_key ? NULL : g_variant_new_string (video_id != NULL ? video_id : ""));
  gtk_actionable_set_action_name (retry, needs_key ? "submit.enter-key" : "submit.try-again");
  gtk_button_set_label (self->retry, needs_key               ? _("Enter Key…")
                                     : is_held_duplicate (self->line) ? _("Transcribe")
                                                             : _("Try Again"));
  gtk_widget_set_visible (GTK_WIDGET (self->retry), trs_submit_line_get_can_retry (self->line));
}

static void
update (TrsSubmitRow *self)
{
  TrsSubmitLineState state = trs_submit_line_get_state (self->line);
  TrsSubmitLineLook look = trs_submit_line_get_look (self->line);
  g_autofree char *title = trs_submit_line_dup_title (self->line);
  g_autofree char *description = trs_submit_line_dup_description (self->line);
  /* Isolate and clean texts of the service; our own may have no-break spaces in dates, which cleaning would replace. */
  g_autofree char *markup = state == TRS_SUBMIT_LINE_SENT
                                ? trs_display_text_markup (description) : g_markup_escape_text (description, -1);

  trs_submit_header_set_text (self->header, title, description, markup,
                              trs_submit_line_get_target (self->line) != NULL);
  trs_submit_header_set_look (self->header, look.icon_name, look.style);
  gtk_widget_set_visible (GTK_WIDGET (self->again), state == TRS_SUBMIT_LINE_KNOWN);
  gtk_check_button_set_active (self->again, trs_submit_line_get_submit_again (self->line));
  gtk_widget_set_visible (GTK_WIDGET (self->is_id), state == TRS_SUBMIT_LINE_WORD);
  gtk_check_button_set_active (self->is_id, trs_submit_line_get_is_id (self->line));
  update_retry (self);
}

static void
trs_submit_row_dispose (GObject *object)
{
  g_clear_object (&TRS_SUBMIT_ROW (object)->line);

  G_OBJECT_CLASS (trs_submit_row_parent_class)->dispose (object);
}

static void
trs_submit_row_class_init (TrsSubmitRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_submit_row_dispose;

  g_type_ensure (TRS_TYPE_SUBMIT_HEADER);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-submit-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitRow, header);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitRow, retry);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitRow, again);
  gtk_widget_class_bind_template_child (widget_class, TrsSubmitRow, is_id);
  gtk_widget_class_bind_template_callback (widget_class, on_again_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_is_id_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_open);
}

static void
trs_submit_row_init (TrsSubmitRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_submit_row_new:
 * @line: the #TrsSubmitLine that it shows, as long as it lives
 * @user_data: not used
 *
 * A #GtkListBoxCreateWidgetFunc.
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
trs_submit_row_new (gpointer line,
                    gpointer user_data)
{
  TrsSubmitRow *self = g_object_new (TRS_TYPE_SUBMIT_ROW, NULL);

  self->line = g_object_ref (line);
  g_signal_connect_object (line, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

/**
 * trs_submit_row_scroll_to:
 * @widget: a row, or the box of all rows
 *
 * Scrolls so that the widget is visible, as far as there is room.
 */
void
trs_submit_row_scroll_to (GtkWidget *widget)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  GtkAdjustment *adjustment;
  graphene_rect_t bounds;
  double y;

  if (viewport == NULL || !gtk_widget_compute_bounds (widget, viewport, &bounds))
    return;

  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
  y = gtk_adjustment_get_value (adjustment) + bounds.origin.y;
  gtk_adjustment_clamp_page (adjustment, y - MARGIN, y + bounds.size.height + MARGIN);
}

/**
 * trs_submit_row_show_refused:
 * @rows: a box of submit rows
 *
 * Scrolls to the first line that was refused: it says why a batch ended, and
 * has the button that goes on. To be called when the layout is up to date.
 *
 * Returns: (transfer none) (nullable): that button
 */
GtkWidget *
trs_submit_row_show_refused (GtkWidget *rows)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (rows), i)) != NULL; i++)
    {
      TrsSubmitRow *self = TRS_SUBMIT_ROW (row);

      if (gtk_widget_get_visible (GTK_WIDGET (self->retry)) && !is_held_duplicate (self->line))
        {
          trs_submit_row_scroll_to (GTK_WIDGET (self));
          return GTK_WIDGET (self->retry);
        }
    }
  return NULL;
}
