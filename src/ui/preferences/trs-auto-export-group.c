/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-auto-export-group.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-export-format.h"
#include "trs-i18n.h"
#include "trs-ui-compat.h"

struct _TrsAutoExportGroup
{
  AdwPreferencesGroup parent_instance;

  AdwActionRow *row;
  GtkSwitch *enabled;
  AdwActionRow *folder;
  AdwComboRow *format;

  GSettings *settings;
};

G_DEFINE_FINAL_TYPE (TrsAutoExportGroup, trs_auto_export_group, ADW_TYPE_PREFERENCES_GROUP)

static void
update (TrsAutoExportGroup *self)
{
  g_autofree char *uri = g_settings_get_string (self->settings, "auto-export-folder");
  g_autoptr (GFile) file = *uri != '\0' ? g_file_new_for_uri (uri) : NULL;
  g_autofree char *name = file != NULL ? g_file_get_parse_name (file) : NULL;
  g_autofree char *line = name != NULL ? trs_display_text_title (name) : NULL;
  g_autofree char *markup = line != NULL ? g_markup_escape_text (line, -1) : NULL;
  gboolean on = g_settings_get_boolean (self->settings, "auto-export");

  adw_action_row_set_subtitle (self->folder, markup != NULL ? markup : _("None"));
  gtk_switch_set_active (self->enabled, on);
  gtk_switch_set_state (self->enabled, on);
  gtk_widget_set_visible (GTK_WIDGET (self->folder), on);
  gtk_widget_set_visible (GTK_WIDGET (self->format), on);
}

static void
folder_chosen_cb (GFile    *file,
                  gpointer  user_data)
{
  g_autoptr (TrsAutoExportGroup) self = user_data;
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  if (self->settings == NULL)
    return;

  if (uri != NULL)
    {
      g_settings_set_string (self->settings, "auto-export-folder", uri);
      g_settings_set_boolean (self->settings, "auto-export", TRUE);
    }
  update (self);
}

static void
on_choose (TrsAutoExportGroup *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  trs_ui_compat_save_file (GTK_WINDOW (root), _("Folder for Transcripts"), NULL, NULL, folder_chosen_cb,
                           g_object_ref (self));
}

/* It is on when there is a folder. */
static gboolean
on_state_set (TrsAutoExportGroup *self,
              gboolean            on)
{
  g_autofree char *uri = g_settings_get_string (self->settings, "auto-export-folder");

  if (on && *uri == '\0')
    on_choose (self);
  else
    g_settings_set_boolean (self->settings, "auto-export", on);
  return TRUE;
}

static void
on_format (TrsAutoExportGroup *self)
{
  if (self->settings != NULL)
    g_settings_set_string (self->settings, "auto-export-format",
                           trs_export_formats[adw_combo_row_get_selected (self->format)].id);
}

static void
trs_auto_export_group_dispose (GObject *object)
{
  g_clear_object (&TRS_AUTO_EXPORT_GROUP (object)->settings);

  G_OBJECT_CLASS (trs_auto_export_group_parent_class)->dispose (object);
}

static void
trs_auto_export_group_class_init (TrsAutoExportGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_auto_export_group_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-auto-export-group.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsAutoExportGroup, row);
  gtk_widget_class_bind_template_child (widget_class, TrsAutoExportGroup, enabled);
  gtk_widget_class_bind_template_child (widget_class, TrsAutoExportGroup, folder);
  gtk_widget_class_bind_template_child (widget_class, TrsAutoExportGroup, format);
  gtk_widget_class_bind_template_callback (widget_class, on_choose);
  gtk_widget_class_bind_template_callback (widget_class, on_format);
  gtk_widget_class_bind_template_callback (widget_class, on_state_set);
}

static void
trs_auto_export_group_init (TrsAutoExportGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
trs_auto_export_group_set_settings (TrsAutoExportGroup *self,
                                    GSettings          *settings)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *id = g_settings_get_string (settings, "auto-export-format");
  guint selected = 0;

  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    {
      gtk_string_list_append (names, _(trs_export_formats[i].name));
      if (g_str_equal (trs_export_formats[i].id, id))
        selected = i;
    }
  adw_combo_row_set_model (self->format, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->format, selected);
  self->settings = g_object_ref (settings);
  g_signal_connect_object (settings, "changed::auto-export", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  /* What is not kept is not downloaded, and never comes here. */
  g_settings_bind (settings, "keep-transcripts", self->row, "sensitive", G_SETTINGS_BIND_GET);
  update (self);
}
