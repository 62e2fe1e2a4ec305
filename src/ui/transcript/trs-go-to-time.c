/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-go-to-time.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-time-input.h"
#include "trs-widget-utils.h"

struct _TrsGoToTime
{
  GtkPopover parent_instance;

  GtkEditable *time_entry;
  GtkLabel *time_hint;
  TrsTranscriptView *view;
};

G_DEFINE_FINAL_TYPE (TrsGoToTime, trs_go_to_time, GTK_TYPE_POPOVER)

static void
set_problem (TrsGoToTime *self,
             gboolean     problem)
{
  gtk_label_set_label (self->time_hint,
                       problem ? _("Not a time. Write it like 1:02:03.") : _("Such as 1:02:03 or 62:03"));
  trs_widget_set_css_class (GTK_WIDGET (self->time_hint), "failed", problem);
  trs_widget_set_css_class (GTK_WIDGET (self->time_hint), "quiet", !problem);
  trs_widget_set_css_class (GTK_WIDGET (self->time_entry), "error", problem);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->time_entry), GTK_ACCESSIBLE_STATE_INVALID,
                               problem ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
changed_cb (TrsGoToTime *self)
{
  set_problem (self, FALSE);
}

/* Keep the text of last time, selected so that typing replaces it. */
static void
show_cb (TrsGoToTime *self)
{
  set_problem (self, FALSE);
  gtk_editable_select_region (self->time_entry, 0, -1);
  gtk_widget_grab_focus (GTK_WIDGET (self->time_entry));
}

static gboolean
focus_cb (gpointer user_data)
{
  gtk_widget_grab_focus (user_data);
  return G_SOURCE_REMOVE;
}

/* Newer GTK focuses the button when this handler returns, so focus the text in an idle callback. */
static void
closed_cb (TrsGoToTime *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, focus_cb, g_object_ref (self->view), g_object_unref);
}

static void
go (TrsGoToTime *self)
{
  TrsDocument *document = trs_transcript_view_get_document (self->view);
  gint64 time;

  if (!trs_time_input_parse (gtk_editable_get_text (self->time_entry), &time))
    {
      set_problem (self, TRUE);
      gtk_widget_grab_focus (GTK_WIDGET (self->time_entry));
      return;
    }

  gtk_popover_popdown (GTK_POPOVER (self));
  if (document != NULL)
    trs_transcript_view_go_to (
        self->view, (TrsTextPosition){ trs_transcript_find_time (trs_document_get_transcript (document), time), 0 });
}

static void
trs_go_to_time_dispose (GObject *object)
{
  g_clear_object (&TRS_GO_TO_TIME (object)->view);

  G_OBJECT_CLASS (trs_go_to_time_parent_class)->dispose (object);
}

static void
trs_go_to_time_class_init (TrsGoToTimeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_go_to_time_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-go-to-time.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsGoToTime, time_entry);
  gtk_widget_class_bind_template_child (widget_class, TrsGoToTime, time_hint);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, closed_cb);
  gtk_widget_class_bind_template_callback (widget_class, go);
  gtk_widget_class_bind_template_callback (widget_class, show_cb);
}

static void
trs_go_to_time_init (TrsGoToTime *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Sets the view of the page; to be called once. */
void
trs_go_to_time_set_view (TrsGoToTime       *self,
                         TrsTranscriptView *view)
{
  self->view = g_object_ref (view);
}
