/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-delivery.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-preferences-problem.h"

struct _TrsPreferencesDelivery
{
  AdwPreferencesPage parent_instance;

  TrsAccount *account;
  gboolean filling;

  AdwActionRow *state;
  GtkImage *state_icon;
  GtkWidget *choices;
  GtkCheckButton *nowhere;
  GtkCheckButton *this_computer;
  GtkCheckButton *my_address;
  AdwEntryRow *interface;
  AdwEntryRow *port;
  AdwEntryRow *address;
};

G_DEFINE_FINAL_TYPE (TrsPreferencesDelivery, trs_preferences_delivery, ADW_TYPE_PREFERENCES_PAGE)

/* Shows the saved setting, not an unfinished choice. */
static void
update_state (TrsPreferencesDelivery *self)
{
  const char *title = _("Now sent to: nobody");
  const char *subtitle = _("Transcripts downloads them from the service.");
  const char *icon_name = "security-high-symbolic";
  const char *style = "success";
  g_autofree char *address = NULL;
  g_autofree char *owned = NULL;

  switch (trs_account_get_effective_callback (self->account))
    {
    case TRS_CALLBACK_NOWHERE:
      break;
    case TRS_CALLBACK_THIS_COMPUTER:
      title = _("Now sent to: this computer");
      subtitle = _("The service sends each transcript to Transcripts, at an address that nobody can guess.");
      icon_name = "computer-symbolic";
      break;
    case TRS_CALLBACK_MY_ADDRESS:
      address = trs_display_text_line (trs_account_get_callback_address (self->account));
      /* Translators: %s is the address that gets a copy of each transcript. */
      title = owned = g_strdup_printf (_("Now sent to: %s"), address);
      subtitle = _("The owner of this address can read every transcript.");
      icon_name = "dialog-warning-symbolic";
      style = "halted";
      break;
    }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->state), title);
  adw_action_row_set_subtitle (self->state, subtitle);
  gtk_image_set_from_icon_name (self->state_icon, icon_name);
  gtk_widget_set_css_classes (GTK_WIDGET (self->state_icon), (const char *[]) { style, NULL });
}

/* Shows errors below @entry. */
static void
set_callback (TrsPreferencesDelivery *self,
              TrsCallbackMode         mode,
              const char             *address,
              const char             *interface,
              guint                   port,
              AdwEntryRow            *entry)
{
  g_autoptr (GError) error = NULL;

  if (!trs_account_set_callback (self->account, mode, address, interface, port, &error))
    trs_preferences_problem_show_at (entry, error);
}

/* "My address" is saved only together with an address: selecting it discloses nothing. */
static void
on_toggled (TrsPreferencesDelivery *self,
            GtkCheckButton         *button)
{
  const char *address = gtk_editable_get_text (GTK_EDITABLE (self->address));
  guint port;

  if (self->filling || !gtk_check_button_get_active (button))
    return;

  port = trs_account_get_callback_port (self->account);
  if (button == self->nowhere)
    set_callback (self, TRS_CALLBACK_NOWHERE, NULL, NULL, port, self->address);
  else if (button == self->this_computer)
    set_callback (self, TRS_CALLBACK_THIS_COMPUTER, NULL, NULL, port, self->interface);
  else if (*address != '\0')
    set_callback (self, TRS_CALLBACK_MY_ADDRESS, address, NULL, port, self->address);
  else
    gtk_widget_grab_focus (GTK_WIDGET (self->address));
}

static void
on_apply (TrsPreferencesDelivery *self,
          AdwEntryRow            *entry)
{
  g_autofree char *typed = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  guint port = trs_account_get_callback_port (self->account);

  if (entry == self->interface)
    set_callback (self, TRS_CALLBACK_THIS_COMPUTER, NULL, typed, port, entry);
  else
    set_callback (self, TRS_CALLBACK_MY_ADDRESS, typed, NULL, port, entry);
}

static void
on_apply_port (TrsPreferencesDelivery *self)
{
  g_autofree char *typed = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->port))));
  g_autoptr (GError) error = NULL;
  guint64 port = 0;

  if (*typed == '\0' || g_ascii_string_to_unsigned (typed, 10, 0, G_MAXUINT16, &port, NULL))
    {
      set_callback (self, TRS_CALLBACK_THIS_COMPUTER, NULL, NULL, (guint) port, self->port);
      return;
    }
  g_set_error_literal (&error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                       _("Enter a number from 1 to 65535, or 0 for any free port."));
  trs_preferences_problem_show_at (self->port, error);
}

static void
trs_preferences_delivery_dispose (GObject *object)
{
  g_clear_object (&TRS_PREFERENCES_DELIVERY (object)->account);

  G_OBJECT_CLASS (trs_preferences_delivery_parent_class)->dispose (object);
}

static void
trs_preferences_delivery_class_init (TrsPreferencesDeliveryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_preferences_delivery_dispose;

  g_type_ensure (TRS_TYPE_PREFERENCES_PROBLEM);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-delivery.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesDelivery, state);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesDelivery, state_icon);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesDelivery, choices);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesDelivery, nowhere);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesDelivery, this_computer);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesDelivery, my_address);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesDelivery, interface);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesDelivery, port);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesDelivery, address);
  gtk_widget_class_bind_template_callback (widget_class, on_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_apply);
  gtk_widget_class_bind_template_callback (widget_class, on_apply_port);
}

static void
trs_preferences_delivery_init (TrsPreferencesDelivery *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Shows what is in force, wherever it was changed. On This Computer has no choice. */
static void
fill_mode (TrsPreferencesDelivery *self)
{
  GtkCheckButton *const buttons[] = {
    [TRS_CALLBACK_NOWHERE] = self->nowhere,
    [TRS_CALLBACK_THIS_COMPUTER] = self->this_computer,
    [TRS_CALLBACK_MY_ADDRESS] = self->my_address,
  };

  self->filling = TRUE;
  gtk_check_button_set_active (buttons[trs_account_get_effective_callback (self->account)], TRUE);
  self->filling = FALSE;
  gtk_widget_set_sensitive (self->choices, !trs_account_get_local (self->account));
}

static void
fill_interface (TrsPreferencesDelivery *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->interface), trs_account_get_callback_interface (self->account));
}

static void
fill_port (TrsPreferencesDelivery *self)
{
  g_autofree char *port = g_strdup_printf ("%u", trs_account_get_callback_port (self->account));

  gtk_editable_set_text (GTK_EDITABLE (self->port), port);
}

static void
fill_address (TrsPreferencesDelivery *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->address), trs_account_get_callback_address (self->account));
}

/* Another account may come into use, and what was chosen for the one before is not its own. */
static void
follow (TrsPreferencesDelivery *self,
        const char             *property,
        void                  (*fill) (TrsPreferencesDelivery *self))
{
  g_autofree char *signal = g_strconcat ("notify::", property, NULL);

  g_signal_connect_object (self->account, signal, G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  fill (self);
}

void
trs_preferences_delivery_set_account (TrsPreferencesDelivery *self,
                                      TrsAccount             *account)
{
  self->account = g_object_ref (account);
  g_signal_connect_object (account, "notify", G_CALLBACK (update_state), self, G_CONNECT_SWAPPED);
  follow (self, "callback-interface", fill_interface);
  follow (self, "callback-port", fill_port);
  follow (self, "callback-address", fill_address);
  follow (self, "callback-mode", fill_mode);
  follow (self, "local", fill_mode);
  update_state (self);
}
