/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-reading.h"

#include <math.h>

#include "config.h"
#include "trs-i18n.h"
#include "trs-preferences-shelf.h"

#define SCALE_STEP 0.1
#define SCALE_MIN 0.5
#define SCALE_MAX 3.0

struct _TrsPreferencesReading
{
  AdwPreferencesPage parent_instance;

  GSettings *settings;

  GtkSwitch *timecodes;
  GtkSwitch *speakers;
  GtkWidget *smaller;
  GtkButton *normal;
  GtkWidget *larger;
  TrsPreferencesShelf *shelf;
};

G_DEFINE_FINAL_TYPE (TrsPreferencesReading, trs_preferences_reading, ADW_TYPE_PREFERENCES_PAGE)

static void
update_scale (TrsPreferencesReading *self)
{
  double scale = g_settings_get_double (self->settings, "text-scale");
  /* Translators: size of the text in percent, "110 %". */
  g_autofree char *words = g_strdup_printf (_("%d %%"), (int) lround (scale * 100));

  gtk_button_set_label (self->normal, words);
  gtk_widget_set_sensitive (self->smaller, scale > SCALE_MIN + SCALE_STEP / 2);
  gtk_widget_set_sensitive (self->larger, scale < SCALE_MAX - SCALE_STEP / 2);
}

static void
set_scale (TrsPreferencesReading *self,
           double                 scale)
{
  g_settings_set_double (self->settings, "text-scale",
                         CLAMP (round (scale / SCALE_STEP) * SCALE_STEP, SCALE_MIN, SCALE_MAX));
}

static void
on_smaller (TrsPreferencesReading *self)
{
  set_scale (self, g_settings_get_double (self->settings, "text-scale") - SCALE_STEP);
}

static void
on_normal (TrsPreferencesReading *self)
{
  g_settings_reset (self->settings, "text-scale");
}

static void
on_larger (TrsPreferencesReading *self)
{
  set_scale (self, g_settings_get_double (self->settings, "text-scale") + SCALE_STEP);
}

static void
trs_preferences_reading_dispose (GObject *object)
{
  TrsPreferencesReading *self = TRS_PREFERENCES_READING (object);

  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (trs_preferences_reading_parent_class)->dispose (object);
}

static void
trs_preferences_reading_class_init (TrsPreferencesReadingClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_preferences_reading_dispose;

  g_type_ensure (TRS_TYPE_PREFERENCES_SHELF);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-reading.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, timecodes);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, speakers);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, smaller);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, normal);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, larger);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, shelf);
  gtk_widget_class_bind_template_callback (widget_class, on_smaller);
  gtk_widget_class_bind_template_callback (widget_class, on_normal);
  gtk_widget_class_bind_template_callback (widget_class, on_larger);
}

static void
trs_preferences_reading_init (TrsPreferencesReading *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_preferences_reading_set_session:
 * @self: the page, of which nothing was set yet
 * @session: the session
 * @settings: the settings of the program
 */
void
trs_preferences_reading_set_session (TrsPreferencesReading *self,
                                     TrsSession            *session,
                                     GSettings             *settings)
{
  g_return_if_fail (TRS_IS_PREFERENCES_READING (self));
  g_return_if_fail (G_IS_SETTINGS (settings) && self->settings == NULL);

  self->settings = g_object_ref (settings);
  g_settings_bind (settings, "show-timecodes", self->timecodes, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "show-speakers", self->speakers, "active", G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_swapped (settings, "changed::text-scale", G_CALLBACK (update_scale), self);
  update_scale (self);
  trs_preferences_shelf_set_session (self->shelf, session, settings);
}
