/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-dialog.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-export-flow.h"
#include "trs-export-presets.h"
#include "trs-export-preview.h"
#include "trs-export-print.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-name-dialog.h"
#include "trs-text-provider.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

#define BYTE_ORDER_MARK "\357\273\277"

struct _TrsExportDialog
{
  AdwWindow parent_instance;

  TrsExportSource *source;
  GSettings *settings;
  GCancellable *cancellable;

  const TrsExportFormat *format;
  TrsExportOptions options;
  guint available;                /* options that are disabled, as they would change nothing in this transcript */
  guint touched;                  /* options chosen by the user, kept when the format changes */
  gboolean showing;               /* set while controls are updated by the program rather than by the user */
  gboolean began;                 /* the first file was rendered */
  const char *waiting;            /* action to run once the file is rendered */
  gboolean saving;
  GVariant *presets_before;       /* the preset deleted last, for undo */

  AdwWindowTitle *title;
  AdwToastOverlay *toasts;
  AdwComboRow *format_row;
  GtkSingleSelection *selection;
  GMenu *presets;
  GtkWidget *chips;
  AdwEntryRow *offset;
  GtkWidget *offset_problem;
  TrsExportPreview *preview;
  GtkLabel *file_name;
  GtkLabel *tally;
  GtkLabel *size;
};

G_DEFINE_FINAL_TYPE (TrsExportDialog, trs_export_dialog, ADW_TYPE_WINDOW)

static const guint intervals[] = { 0, 1, 5, 10 };

/* The widget of an option has the name of the option as its id. */
static const struct
{
  const char *id;
  TrsExportOptionFlags flags;
} controls[] = {
  { "timecodes", TRS_EXPORT_TIMECODES },
  { "speakers", TRS_EXPORT_SPEAKERS },
  { "header", TRS_EXPORT_HEADER },
  { "links", TRS_EXPORT_LINKS },
  { "merge", TRS_EXPORT_MERGE },
  { "highlights", TRS_EXPORT_HIGHLIGHTS },
  { "notes", TRS_EXPORT_NOTES },
  { "provenance", TRS_EXPORT_PROVENANCE },
  { "only-marked", TRS_EXPORT_ONLY_HIGHLIGHTS },
  { "only-checked", TRS_EXPORT_ONLY_CHECKED },
  { "bom", TRS_EXPORT_BOM },
  { "time-marks", TRS_EXPORT_TIME_MARKS },
  { "fraction", TRS_EXPORT_FRACTION },
  { "interval", TRS_EXPORT_INTERVAL },
  { "offset", TRS_EXPORT_OFFSET },
  { "time-button", TRS_EXPORT_TIME_MARKS | TRS_EXPORT_FRACTION | TRS_EXPORT_INTERVAL | TRS_EXPORT_OFFSET },
};

static char *
links_label (GtkWidget          *dialog,
             const char * const *css_classes)
{
  if (trs_dialog_is_wide (dialog, css_classes))
    return g_strdup (_("Links to the video"));
  /* Translators: switch of an export, where there is little room: times and the title lead to the video. */
  return g_strdup (_("Links"));
}

static char *
merge_label (GtkWidget          *dialog,
             const char * const *css_classes)
{
  if (trs_dialog_is_wide (dialog, css_classes))
    return g_strdup (_("Join a speaker’s paragraphs"));
  /* Translators: switch of an export, where there is little room: consecutive paragraphs of one speaker become one. */
  return g_strdup (_("Join turns"));
}

static char *
format_offset (gint64 offset)
{
  g_autofree char *clock = trs_timecode_format_clock (ABS (offset));

  return offset != 0 ? g_strconcat (offset < 0 ? "-" : "", clock, NULL) : g_strdup ("");
}

static void
show_control (TrsExportDialog *self,
              GtkWidget       *widget,
              GVariant        *value)
{
  if (GTK_IS_TOGGLE_BUTTON (widget))
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (widget), g_variant_get_boolean (value));
  else if (ADW_IS_COMBO_ROW (widget))
    {
      guint number = g_variant_get_uint32 (value);
      guint position = number;

      if (g_str_equal (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), "interval"))
        for (position = G_N_ELEMENTS (intervals) - 1; intervals[position] > number; position--)
          continue;
      adw_combo_row_set_selected (ADW_COMBO_ROW (widget), position);
    }
  else
    {
      g_autofree char *offset = format_offset (g_variant_get_int64 (value));

      gtk_editable_set_text (GTK_EDITABLE (widget), offset);
    }
}

static void
render (TrsExportDialog *self)
{
  trs_export_preview_render (self->preview, self->format, self->source, &self->options);
}

/* Sets all widgets to the format and its options. */
static void
show (TrsExportDialog *self)
{
  g_autoptr (GVariant) options = g_variant_ref_sink (trs_export_options_to_variant (&self->options));
  g_autofree char *name = trs_export_make_name (self->source->title, self->source->project_id, self->format->extension);

  self->showing = TRUE;
  adw_combo_row_set_selected (self->format_row, (guint) (self->format - trs_export_formats));
  for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
    {
      GtkWidget *widget = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (self), TRS_TYPE_EXPORT_DIALOG,
                                                                     controls[i].id));
      GtkWidget *chip = gtk_widget_get_ancestor (widget, GTK_TYPE_FLOW_BOX_CHILD);
      g_autoptr (GVariant) value = g_variant_lookup_value (options, controls[i].id, NULL);

      gtk_widget_set_visible (gtk_widget_get_parent (widget) == chip ? chip : widget,
                              (self->format->known & self->available & controls[i].flags) != 0);
      if (value != NULL)
        show_control (self, widget, value);
    }
  gtk_label_set_label (self->file_name, name);
  self->showing = FALSE;
  render (self);
}

/* Do not take over an option that would leave this transcript empty. */
static void
set_options (TrsExportDialog        *self,
             const TrsExportFormat  *format,
             const TrsExportOptions *options)
{
  const TrsExportOptions off = { 0 };

  self->format = format;
  self->options = *options;
  trs_export_options_take (&self->options, &off,
                           (TRS_EXPORT_ONLY_HIGHLIGHTS | TRS_EXPORT_ONLY_CHECKED) & ~self->available);
  show (self);
}

static void
set_format (TrsExportDialog       *self,
            const TrsExportFormat *format)
{
  TrsExportOptions options = trs_export_presets_begin (self->settings, format);

  trs_export_options_take (&options, &self->options, self->touched);
  set_options (self, format, &options);
}

static void
setup_format_cb (GtkSignalListItemFactory *factory,
                 GtkListItem              *item,
                 gpointer                  user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *extension = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (extension, "quiet");
  gtk_widget_add_css_class (extension, "facts");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), extension);
  gtk_list_item_set_child (item, box);
}

static void
bind_format_cb (GtkSignalListItemFactory *factory,
                GtkListItem              *item,
                gpointer                  user_data)
{
  const TrsExportFormat *format = &trs_export_formats[gtk_list_item_get_position (item)];
  GtkWidget *box = gtk_list_item_get_child (item);
  g_autofree char *extension = g_strconcat (".", format->extension, NULL);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), _(format->name));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), extension);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (box)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(format->name), -1);
}

static void
format_selected_cb (TrsExportDialog *self)
{
  if (!self->showing)
    set_format (self, &trs_export_formats[adw_combo_row_get_selected (self->format_row)]);
}

static void
focus_options (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  TrsExportDialog *self = TRS_EXPORT_DIALOG (widget);

  gtk_widget_child_focus (self->chips, GTK_DIR_TAB_FORWARD);
}

/* An option was changed by the user. Whether notes are included is remembered for each format. */
static void
set_option (TrsExportDialog *self,
            GtkWidget       *widget,
            GVariant        *value)
{
  const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));
  g_auto (GVariantDict) dict;
  g_autoptr (GVariant) options = NULL;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (&dict, id, value);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  trs_export_options_from_variant (&self->options, options);
  for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
    if (g_str_equal (controls[i].id, id))
      self->touched |= controls[i].flags & ~(guint) TRS_EXPORT_NOTES;
  if (g_str_equal (id, "notes"))
    trs_export_presets_set_notes (self->settings, self->format->id, self->options.notes);
  render (self);
}

static void
chip_toggled_cb (GtkToggleButton *chip,
                 TrsExportDialog *self)
{
  if (!self->showing)
    set_option (self, GTK_WIDGET (chip), g_variant_new_boolean (gtk_toggle_button_get_active (chip)));
}

static void
combo_selected_cb (AdwComboRow     *row,
                   GParamSpec      *pspec,
                   TrsExportDialog *self)
{
  guint selected = adw_combo_row_get_selected (row);

  if (g_str_equal (gtk_buildable_get_buildable_id (GTK_BUILDABLE (row)), "interval"))
    selected = intervals[selected];
  if (!self->showing)
    set_option (self, GTK_WIDGET (row), g_variant_new_uint32 (selected));
}

static void
offset_changed_cb (TrsExportDialog *self)
{
  gint64 offset = 0;
  gboolean valid = trs_export_options_parse_offset (gtk_editable_get_text (GTK_EDITABLE (self->offset)), &offset);

  gtk_widget_set_visible (self->offset_problem, !valid);
  trs_widget_set_css_class (GTK_WIDGET (self->offset), "error", !valid);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->offset), GTK_ACCESSIBLE_STATE_INVALID,
                               valid ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  if (!self->showing)
    set_option (self, GTK_WIDGET (self->offset), g_variant_new_int64 (offset));
}

/* Until the first file is there the button takes no focus, and GTK gives it to Cancel. */
static void
focus_save (TrsExportDialog *self)
{
  if (!self->began)
    gtk_widget_grab_focus (gtk_window_get_default_widget (GTK_WINDOW (self)));
  self->began = TRUE;
}

static void
rendered_cb (TrsExportDialog *self)
{
  gboolean rendered = trs_export_preview_get_bytes (self->preview) != NULL;
  const char *waiting = g_steal_pointer (&self->waiting);
  g_autofree char *size =
      rendered ? g_format_size (g_bytes_get_size (trs_export_preview_get_bytes (self->preview))) : g_strdup ("");
  /* Translators: %s is the size of a file of which the beginning is shown, "41 KB". */
  g_autofree char *beginning = g_strdup_printf (_("Beginning of %s"), size);
  g_autofree char *tally =
      rendered ? trs_export_tally_to_string (trs_export_preview_get_tally (self->preview)) : g_strdup ("");

  gtk_label_set_label (self->size, rendered && !trs_export_preview_get_complete (self->preview) ? beginning : size);
  gtk_label_set_label (self->tally, tally);
  gtk_widget_set_visible (GTK_WIDGET (self->tally), *tally != '\0');
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.save", rendered);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.copy",
                                 rendered && !g_str_has_prefix (self->format->mime_type, "application/vnd."));
  if (rendered)
    focus_save (self);
  if (waiting != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), waiting, NULL);
}

/* Returns: (nullable): the file; %NULL while it is rendered, then @action is run afterwards */
static GBytes *
get_file (TrsExportDialog *self,
          const char      *action)
{
  GBytes *bytes = trs_export_preview_get_bytes (self->preview);

  if (bytes == NULL)
    self->waiting = action;
  else
    trs_export_presets_set_last (self->settings, self->format, &self->options);
  return bytes;
}

/* @undo: (nullable): name of the action of an Undo button */
static void
toast (TrsExportDialog *self,
       const char      *text,
       const char      *undo)
{
  AdwToast *made = trs_ui_compat_toast_new (text);

  if (undo != NULL)
    /* Translators: button: takes back what was just done. */
    adw_toast_set_button_label (made, _("Undo"));
  adw_toast_set_action_name (made, undo);
  adw_toast_overlay_add_toast (self->toasts, made);
}

static void
copy (GtkWidget  *widget,
      const char *action_name,
      GVariant   *parameter)
{
  TrsExportDialog *self = TRS_EXPORT_DIALOG (widget);
  GBytes *bytes = get_file (self, "export.copy");
  g_autofree char *text = NULL;

  if (bytes == NULL)
    return;

  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  trs_text_provider_copy (GTK_WIDGET (self),
                          text + (g_str_has_prefix (text, BYTE_ORDER_MARK) ? strlen (BYTE_ORDER_MARK) : 0));
  /* Translators: said after a text was put on the clipboard. */
  toast (self, _("Copied"), NULL);
}

/* The toast about the saved file is shown in the parent window, as this dialog closes. */
static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (TrsExportDialog) self = user_data;
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autoptr (GError) error = NULL;
  g_autofree char *name = trs_export_flow_save_finish (result, &error);
  g_autofree char *line = name != NULL ? trs_display_text_title (name) : NULL;
  /* Translators: %s is the name of a file. */
  g_autofree char *text = line != NULL ? g_strdup_printf (_("Saved as %s"), line) : NULL;

  self->saving = FALSE;
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (text == NULL)
    {
      /* Translators: what failed, as the title of an error. */
      trs_error_sink_throw (GTK_WIDGET (self), error, _("Exporting the transcript"));
      return;
    }

  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.toast", "s", text);
  gtk_window_close (GTK_WINDOW (self));
}

static void
save (GtkWidget  *widget,
      const char *action_name,
      GVariant   *parameter)
{
  TrsExportDialog *self = TRS_EXPORT_DIALOG (widget);
  GBytes *bytes = self->saving ? NULL : get_file (self, "export.save");

  if (bytes == NULL)
    return;

  self->saving = TRUE;
  /* Translators: title of the dialog in which the name of a file is chosen. */
  trs_export_flow_save_async (GTK_WINDOW (self), TRS_FILE_KIND_TRANSCRIPT, _("Export Transcript"),
                              gtk_label_get_label (self->file_name), bytes,
                              self->cancellable, saved_cb, g_object_ref (self));
}

/* Options that the current format lacks were not chosen here: print highlights as the page shows them, and no notes. */
static void
print (GtkWidget  *widget,
       const char *action_name,
       GVariant   *parameter)
{
  TrsExportDialog *self = TRS_EXPORT_DIALOG (widget);
  const TrsExportOptions unchosen = { .highlights = TRUE };
  TrsExportOptions options = self->options;

  trs_export_options_take (&options, &unchosen,
                           (TRS_EXPORT_HIGHLIGHTS | TRS_EXPORT_NOTES) & ~(guint) self->format->known);
  trs_export_print_run (GTK_WINDOW (self), self->source, &options);
}

static void
undo_delete (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsExportDialog *self = TRS_EXPORT_DIALOG (widget);

  g_settings_set_value (self->settings, "export-presets", self->presets_before);
}

static void
delete_preset (GtkWidget  *widget,
               const char *action_name,
               GVariant   *name)
{
  TrsExportDialog *self = TRS_EXPORT_DIALOG (widget);
  g_autofree char *line = trs_display_text_line (g_variant_get_string (name, NULL));
  /* Translators: %s is the name of a preset. */
  g_autofree char *text = g_strdup_printf (_("Deleted “%s”"), line);

  g_clear_pointer (&self->presets_before, g_variant_unref);
  self->presets_before = g_settings_get_value (self->settings, "export-presets");
  trs_export_presets_change (self->settings, g_variant_get_string (name, NULL), NULL, NULL);
  toast (self, text, "export.undo-delete");
}

static void
use_preset (GtkWidget  *widget,
            const char *action_name,
            GVariant   *name)
{
  TrsExportDialog *self = TRS_EXPORT_DIALOG (widget);
  TrsExportOptions options;
  const TrsExportFormat *format = trs_export_presets_read (self->settings, g_variant_get_string (name, NULL), &options);

  self->touched = 0;
  if (format != NULL)
    set_options (self, format, &options);
}

static void
append_preset (GMenu      *menu,
               const char *name,
               const char *action)
{
  g_autofree char *line = trs_display_text_line (name);
  g_auto (GStrv) parts = g_strsplit (line, "_", -1);
  /* Escape underscores, which would begin a mnemonic. */
  g_autofree char *label = g_strjoinv ("__", parts);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", name);
  g_menu_append_item (menu, item);
}

static void
list_presets (TrsExportDialog *self)
{
  g_autoptr (GPtrArray) names = trs_export_presets_list (self->settings);
  g_autoptr (GMenu) deletions = g_menu_new ();

  g_menu_remove_all (self->presets);
  for (guint i = 0; i < TRS_EXPORT_N_PRESETS; i++)
    append_preset (self->presets, _(trs_export_presets[i].name), "export.use-preset");
  for (guint i = 0; i < names->len; i++)
    {
      append_preset (self->presets, g_ptr_array_index (names, i), "export.use-preset");
      append_preset (deletions, g_ptr_array_index (names, i), "export.delete-preset");
    }
  if (names->len > 0)
    /* Translators: tooltip of a button: deletes a preset of the user. */
    g_menu_append_submenu (self->presets, _("Delete"), G_MENU_MODEL (deletions));
}

static void
named_cb (TrsExportDialog *self,
          const char      *name)
{
  g_autofree char *line = trs_display_text_line (name);

  if (*line != '\0')
    trs_export_presets_change (self->settings, line, self->format, &self->options);
}

static void
save_preset (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsExportDialog *self = TRS_EXPORT_DIALOG (widget);
  TrsNameDialog *dialog =
      trs_name_dialog_new (_("Save as Preset"), _("Name"),
                           _("Replaces your preset of the same name, if there is one."), _("Save"), NULL);

  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  g_signal_connect_object (dialog, "named", G_CALLBACK (named_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Pending operations hold a reference to the dialog. */
static void
trs_export_dialog_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_EXPORT_DIALOG (widget)->cancellable);

  GTK_WIDGET_CLASS (trs_export_dialog_parent_class)->unrealize (widget);
}

static void
trs_export_dialog_finalize (GObject *object)
{
  TrsExportDialog *self = TRS_EXPORT_DIALOG (object);

  g_clear_pointer (&self->source, trs_export_source_unref);
  g_clear_object (&self->settings);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->presets_before, g_variant_unref);

  G_OBJECT_CLASS (trs_export_dialog_parent_class)->finalize (object);
}

static void
trs_export_dialog_class_init (TrsExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_export_dialog_finalize;
  widget_class->unrealize = trs_export_dialog_unrealize;

  g_type_ensure (TRS_TYPE_EXPORT_PREVIEW);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, title);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, format_row);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, selection);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, presets);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, chips);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, offset_problem);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, file_name);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, tally);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, size);
  gtk_widget_class_bind_template_child (widget_class, TrsExportDialog, offset);
  for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
    gtk_widget_class_bind_template_child_full (widget_class, controls[i].id, FALSE, 0);
  gtk_widget_class_bind_template_callback (widget_class, trs_dialog_is_wide);
  gtk_widget_class_bind_template_callback (widget_class, links_label);
  gtk_widget_class_bind_template_callback (widget_class, merge_label);
  gtk_widget_class_bind_template_callback (widget_class, setup_format_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_format_cb);
  gtk_widget_class_bind_template_callback (widget_class, format_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, chip_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, combo_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, offset_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, rendered_cb);
  gtk_widget_class_install_action (widget_class, "export.focus-options", NULL, focus_options);
  gtk_widget_class_install_action (widget_class, "export.save", NULL, save);
  gtk_widget_class_install_action (widget_class, "export.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "export.print", NULL, print);
  gtk_widget_class_install_action (widget_class, "export.save-preset", NULL, save_preset);
  gtk_widget_class_install_action (widget_class, "export.use-preset", "s", use_preset);
  gtk_widget_class_install_action (widget_class, "export.delete-preset", "s", delete_preset);
  gtk_widget_class_install_action (widget_class, "export.undo-delete", NULL, undo_delete);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
trs_export_dialog_init (TrsExportDialog *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  self->cancellable = g_cancellable_new ();
  self->showing = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    {
      const TrsExportFormat *format = &trs_export_formats[i];
      g_autofree char *name = g_strdup_printf ("%s (.%s)", _(format->name), format->extension);

      gtk_string_list_append (names, name);
    }
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (names));
  adw_combo_row_set_model (self->format_row, G_LIST_MODEL (names));
  g_object_bind_property (self->format_row, "selected", self->selection, "selected",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  trs_control_names_complete (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), trs_dialog_lay_out);
  trs_dialog_set_help (GTK_WINDOW (self), "export");
}

static guint
find_available (const TrsExportSource *source)
{
  g_autofree char *link = trs_export_source_dup_link (source, 0);
  gboolean highlighted = trs_document_get_highlights (source->document)->len > 0;
  gboolean checked = trs_document_get_n_checked (source->document) > 0;
  gboolean noted = checked || (source->note != NULL && *source->note != '\0');

  for (guint i = 0; i < trs_document_get_highlights (source->document)->len && !noted; i++)
    noted =
        g_array_index (trs_document_get_highlights (source->document), TrsPlacedHighlight, i).annotation->text != NULL;
  return ~((link == NULL ? TRS_EXPORT_LINKS : 0u) | (!noted ? TRS_EXPORT_NOTES : 0u) |
           (!highlighted ? TRS_EXPORT_ONLY_HIGHLIGHTS | TRS_EXPORT_HIGHLIGHTS : 0u) |
           (!checked ? TRS_EXPORT_ONLY_CHECKED : 0u));
}

/**
 * trs_export_dialog_new:
 * @source: what to export
 * @settings: the settings of the program
 *
 * Returns: (transfer none): the dialog, which GTK owns until it is destroyed
 */
TrsExportDialog *
trs_export_dialog_new (TrsExportSource *source,
                       GSettings       *settings)
{
  TrsExportDialog *self = g_object_new (TRS_TYPE_EXPORT_DIALOG, NULL);
  g_autofree char *title = trs_display_text_title (source->title);
  const TrsExportFormat *format;
  TrsExportOptions options;

  self->source = trs_export_source_ref (source);
  self->settings = g_object_ref (settings);
  self->available = find_available (source);
  adw_window_title_set_subtitle (self->title, title);
  g_signal_connect_object (settings, "changed::export-presets", G_CALLBACK (list_presets), self, G_CONNECT_SWAPPED);
  list_presets (self);
  format = trs_export_presets_get_last (settings, &options);
  set_options (self, format, &options);
  return self;
}
