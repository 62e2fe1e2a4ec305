/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-invitation.h"

#include "config.h"
#include "trs-widget-utils.h"

struct _TrsInvitation
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (TrsInvitation, trs_invitation, ADW_TYPE_BIN)

static gboolean
trs_invitation_grab_focus (GtkWidget *widget)
{
  static const char * const names[] = { "app.new-transcription", NULL };

  return trs_main_action_focus (widget, names);
}

static void
trs_invitation_class_init (TrsInvitationClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_invitation_grab_focus;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-invitation.ui");
}

static void
trs_invitation_init (TrsInvitation *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
trs_invitation_new (void)
{
  return g_object_new (TRS_TYPE_INVITATION, NULL);
}
