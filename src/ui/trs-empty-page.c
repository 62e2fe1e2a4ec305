/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-empty-page.h"

#include "trs-i18n.h"
#include "trs-invitation.h"
#include "trs-notice-bar.h"
#include "trs-widget-utils.h"

struct _TrsEmptyPage
{
  AdwBin parent_instance;

  GtkBox *content;
  AdwStatusPage *status;
  GtkWidget *invitation; /* made when it is first needed */

  TrsSession *session;
  gboolean folded;
  gboolean waiting_for_frame;
};

G_DEFINE_FINAL_TYPE (TrsEmptyPage, trs_empty_page, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_FOLDED,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

/* Nothing is out that could bring a project. */
static gboolean
state_is_settled (TrsSession *session)
{
  return trs_session_get_state (session) != TRS_SESSION_STARTING &&
         !trs_history_get_reading (trs_session_get_history (session));
}

static void
update (TrsEmptyPage *self)
{
  TrsHistory *history = trs_session_get_history (self->session);
  gboolean empty = g_list_model_get_n_items (G_LIST_MODEL (history)) == 0;
  gboolean first = empty && trs_history_get_complete (history);

  if (first && self->invitation == NULL)
    {
      self->invitation = trs_invitation_new ();
      gtk_box_append (self->content, self->invitation);
    }
  if (self->invitation != NULL)
    gtk_widget_set_visible (self->invitation, first);

  /* Before anything is known there is nothing to say, and no icon to load. */
  gtk_widget_set_visible (GTK_WIDGET (self->status), !first && (!empty || state_is_settled (self->session)));
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

/* Whoever opens the program looks for the rows: the frame that shows them does not wait for an icon and large letters
 * beside them. */
static void
on_items_changed (TrsEmptyPage *self)
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
trs_empty_page_set_session (TrsEmptyPage *self,
                            TrsSession   *session)
{
  TrsHistory *history;

  if (session == NULL)
    return;
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  history = trs_session_get_history (session);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::complete", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::reading", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  update (self);
}

static gboolean
trs_empty_page_grab_focus (GtkWidget *widget)
{
  GtkWidget *invitation = TRS_EMPTY_PAGE (widget)->invitation;

  return invitation != NULL && gtk_widget_grab_focus (invitation);
}

static void
trs_empty_page_get_property (GObject    *object,
                             guint       property_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  TrsEmptyPage *self = TRS_EMPTY_PAGE (object);

  switch (property_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_FOLDED:
      g_value_set_boolean (value, self->folded);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_empty_page_set_property (GObject      *object,
                             guint         property_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  TrsEmptyPage *self = TRS_EMPTY_PAGE (object);

  switch (property_id)
    {
    case PROP_SESSION:
      trs_empty_page_set_session (self, g_value_get_object (value));
      break;
    case PROP_FOLDED:
      self->folded = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_empty_page_dispose (GObject *object)
{
  g_clear_object (&TRS_EMPTY_PAGE (object)->session);

  G_OBJECT_CLASS (trs_empty_page_parent_class)->dispose (object);
}

static void
trs_empty_page_class_init (TrsEmptyPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_NOTICE_BAR);

  object_class->get_property = trs_empty_page_get_property;
  object_class->set_property = trs_empty_page_set_property;
  object_class->dispose = trs_empty_page_dispose;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_empty_page_grab_focus;

  props[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TRS_TYPE_SESSION,
                                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_FOLDED] = g_param_spec_boolean ("folded", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-empty-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsEmptyPage, content);
  gtk_widget_class_bind_template_child (widget_class, TrsEmptyPage, status);
}

static void
trs_empty_page_init (TrsEmptyPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
