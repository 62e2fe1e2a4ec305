/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-welcome-page.h"

#include "trs-connect-form.h"
#include "trs-error-text.h"
#include "trs-i18n.h"
#include "trs-main-menu.h"
#include "trs-session.h"
#include "trs-widget-utils.h"

struct _TrsWelcomePage
{
  TrsPage parent_instance;

  TrsConnectForm *form;
  GtkWidget *local;
  GtkWidget *sample;
  GtkLabel *sample_description;
  GtkLabel *problem;

  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (TrsWelcomePage, trs_welcome_page, TRS_TYPE_PAGE)

static void
update_sensitive (TrsWelcomePage *self)
{
  gboolean connecting = trs_connect_form_get_busy (self->form);
  gboolean starting = self->cancellable != NULL;

  if (!connecting)
    gtk_widget_set_sensitive (GTK_WIDGET (self->form), !starting);
  gtk_widget_set_sensitive (self->local, !connecting && !starting);
  gtk_widget_set_sensitive (self->sample, !connecting && !starting);
  /* Translators: button while the sample service is being started. */
  gtk_label_set_label (self->sample_description, starting ? _("Starting…")
                                                    : _("No account, no cost. Runs on this computer."));
}

static void
sample_connected_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (TrsWelcomePage) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean connected = trs_sign_in_connect_service_finish (TRS_SIGN_IN (source), result, &error);

  /* The page has left its window. */
  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  g_clear_object (&self->cancellable);
  update_sensitive (self);

  if (!connected && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *text = trs_error_text_in_place (error);

      gtk_label_set_label (self->problem, text);
      gtk_widget_set_visible (GTK_WIDGET (self->problem), TRUE);
      gtk_widget_grab_focus (self->sample);
    }
}

static void
on_sample (TrsWelcomePage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));

  if (self->cancellable != NULL || session == NULL)
    return;

  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  self->cancellable = g_cancellable_new ();
  update_sensitive (self);
  trs_sign_in_connect_service_async (trs_session_get_sign_in (session), TRS_ACCOUNT_SAMPLE, self->cancellable,
                                     sample_connected_cb, g_object_ref (self));
}

/* The account is made with the first file. */
static void
on_local (TrsWelcomePage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.transcribe-files", NULL);
}

static void
trs_welcome_page_session_changed (TrsPage *page)
{
  TrsSession *session = trs_page_get_session (page);

  gtk_widget_set_visible (TRS_WELCOME_PAGE (page)->local, trs_session_get_local (session) != NULL);
  trs_connect_form_set_session (TRS_WELCOME_PAGE (page)->form, session, TRS_CONNECT_FORM_NEW);
}

static void
trs_welcome_page_unroot (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_WELCOME_PAGE (widget)->cancellable);

  GTK_WIDGET_CLASS (trs_welcome_page_parent_class)->unroot (widget);
}

static gboolean
trs_welcome_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TRS_WELCOME_PAGE (widget)->form));
}

static void
trs_welcome_page_finalize (GObject *object)
{
  g_clear_object (&TRS_WELCOME_PAGE (object)->cancellable);

  G_OBJECT_CLASS (trs_welcome_page_parent_class)->finalize (object);
}

static void
trs_welcome_page_class_init (TrsWelcomePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_CONNECT_FORM);
  g_type_ensure (TRS_TYPE_MAIN_MENU);

  G_OBJECT_CLASS (klass)->finalize = trs_welcome_page_finalize;
  TRS_PAGE_CLASS (klass)->session_changed = trs_welcome_page_session_changed;
  widget_class->unroot = trs_welcome_page_unroot;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_welcome_page_grab_focus;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-welcome-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsWelcomePage, form);
  gtk_widget_class_bind_template_child (widget_class, TrsWelcomePage, local);
  gtk_widget_class_bind_template_child (widget_class, TrsWelcomePage, sample);
  gtk_widget_class_bind_template_child (widget_class, TrsWelcomePage, sample_description);
  gtk_widget_class_bind_template_child (widget_class, TrsWelcomePage, problem);
  gtk_widget_class_bind_template_callback (widget_class, update_sensitive);
  gtk_widget_class_bind_template_callback (widget_class, on_local);
  gtk_widget_class_bind_template_callback (widget_class, on_sample);
}

static void
trs_welcome_page_init (TrsWelcomePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_control_names_complete (GTK_WIDGET (self));
}
