/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences.h"

#include "config.h"
#include "trs-preferences-account.h"
#include "trs-preferences-delivery.h"
#include "trs-preferences-local.h"
#include "trs-preferences-reading.h"
#include "trs-widget-utils.h"

struct _TrsPreferences
{
  AdwWindow parent_instance;

  TrsPreferencesAccount *account;
  TrsPreferencesDelivery *delivery;
  TrsPreferencesReading *reading;
  TrsPreferencesLocal *local;
  AdwViewStackPage *local_page;
  AdwViewStack *pages;
};

G_DEFINE_FINAL_TYPE (TrsPreferences, trs_preferences, ADW_TYPE_WINDOW)

/* The pages of the help that explain the pages of the preferences. */
static const struct
{
  const char *page;
  const char *place;
} helps[] = {
  { "account", "accounts" },
  { "delivery", "privacy" },
  { "reading", "privacy" },
  { "local", "this-computer" },
};

static void
on_page_changed (TrsPreferences *self)
{
  const char *name = adw_view_stack_get_visible_child_name (self->pages);

  for (gsize i = 0; i < G_N_ELEMENTS (helps); i++)
    if (g_strcmp0 (helps[i].page, name) == 0)
      trs_dialog_set_help (GTK_WINDOW (self), helps[i].place);
}

/* In very large text the names of the pages stand below them, as on a narrow screen. */
static void
lay_out (GtkWindow *dialog,
         gboolean   compact)
{
  trs_dialog_lay_out (dialog, compact || trs_text_is_large ());
}

static void
trs_preferences_class_init (TrsPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_PREFERENCES_ACCOUNT);
  g_type_ensure (TRS_TYPE_PREFERENCES_DELIVERY);
  g_type_ensure (TRS_TYPE_PREFERENCES_LOCAL);
  g_type_ensure (TRS_TYPE_PREFERENCES_READING);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferences, account);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferences, delivery);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferences, reading);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferences, local);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferences, local_page);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferences, pages);
  gtk_widget_class_bind_template_callback (widget_class, trs_dialog_is_wide);
  gtk_widget_class_bind_template_callback (widget_class, on_page_changed);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
trs_preferences_init (TrsPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_control_names_complete (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), lay_out);
  on_page_changed (self);
}

/**
 * trs_preferences_new:
 * @session: the session
 * @settings: the settings of the program
 *
 * Returns: (transfer none): the dialog, which GTK owns until it is destroyed
 */
TrsPreferences *
trs_preferences_new (TrsSession *session,
                     GSettings  *settings)
{
  TrsPreferences *self = g_object_new (TRS_TYPE_PREFERENCES, NULL);

  trs_preferences_account_set_session (self->account, session);
  trs_preferences_delivery_set_account (self->delivery, trs_session_get_account (session));
  trs_preferences_reading_set_session (self->reading, session, settings);
  adw_view_stack_page_set_visible (self->local_page, trs_session_get_local (session) != NULL);
  if (trs_session_get_local (session) != NULL)
    trs_preferences_local_set_session (self->local, session, settings);
  return self;
}
