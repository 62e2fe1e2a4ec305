/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-empty-page.h"

#include "trs-i18n.h"
#include "trs-invitation.h"
#include "trs-banner.h"
#include "trs-widget-utils.h"

struct _TrsEmptyPage
{
  TrsPage page;

  GtkBox *content;
  AdwStatusPage *status;
  GtkWidget *invitation; /* made when it is first needed */

  gboolean waiting_for_frame;
};

G_DEFINE_FINAL_TYPE (TrsEmptyPage, trs_empty_page, TRS_TYPE_PAGE)

/* No request is under way that could bring a project. */
static gboolean
state_is_settled (TrsSession *session)
{
  return trs_session_get_state (session) != TRS_SESSION_STARTING &&
         !trs_history_get_reading (trs_session_get_history (session));
}

static void
update (TrsEmptyPage *self)
{
  TrsHistory *history = trs_session_get_history (self->page.session);
  gboolean empty = trs_history_get_n_known (history) == 0 && g_list_model_get_n_items (G_LIST_MODEL (history)) == 0;
  gboolean first = empty && trs_history_get_complete (history);

  if (first && self->invitation == NULL)
    {
      self->invitation = trs_invitation_new ();
      gtk_box_append (self->content, self->invitation);
    }
  if (self->invitation != NULL)
    gtk_widget_set_visible (self->invitation, first);

  /* Before anything is known there is nothing to show, and no icon to load. */
  gtk_widget_set_visible (GTK_WIDGET (self->status), !first && (!empty || state_is_settled (self->page.session)));
  if (!gtk_widget_get_visible (GTK_WIDGET (self->status)))
    return;

  adw_status_page_set_icon_name (self->status, "transcripts-symbolic");
  adw_status_page_set_title (self->status, _("No Transcript Open"));
  adw_status_page_set_description (self->status, empty ? NULL : _("Choose one from the list."));
}

static void
update_after_frame (GtkWidget *widget)
{
  TrsEmptyPage *self = TRS_EMPTY_PAGE (widget);

  self->waiting_for_frame = FALSE;
  update (self);
}

/* The frame with the first rows does not wait for the icon and the large text beside them. */
static void
on_history_changed (TrsEmptyPage *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self->status)) || !gtk_widget_get_realized (GTK_WIDGET (self)))
    {
      update (self);
      return;
    }
  if (self->waiting_for_frame)
    return;

  self->waiting_for_frame = TRUE;
  trs_after_frame (GTK_WIDGET (self), update_after_frame);
}

static void
trs_empty_page_session_changed (TrsPage *page)
{
  TrsEmptyPage *self = TRS_EMPTY_PAGE (page);
  TrsSession *session = page->session;
  TrsHistory *history;

  if (session == NULL)
    return;

  history = trs_session_get_history (session);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::complete", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::reading", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "changed", G_CALLBACK (on_history_changed), self, G_CONNECT_SWAPPED);
  update (self);
}

static gboolean
trs_empty_page_grab_focus (GtkWidget *widget)
{
  GtkWidget *invitation = TRS_EMPTY_PAGE (widget)->invitation;

  return invitation != NULL && gtk_widget_grab_focus (invitation);
}

static void
trs_empty_page_class_init (TrsEmptyPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_BANNER);

  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_empty_page_grab_focus;
  TRS_PAGE_CLASS (klass)->session_changed = trs_empty_page_session_changed;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-empty-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsEmptyPage, content);
  gtk_widget_class_bind_template_child (widget_class, TrsEmptyPage, status);
}

static void
trs_empty_page_init (TrsEmptyPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
