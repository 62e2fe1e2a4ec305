/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-highlights-dialog.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-export-blocks.h"
#include "trs-export-flow.h"
#include "trs-export-format.h"
#include "trs-export-presets.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-quote-sheet-save.h"
#include "trs-widget-utils.h"

/* The choice of notes is saved separately from that for whole transcripts. */
#define NOTES_PREFIX "highlights-"

struct _TrsExportHighlightsDialog
{
  AdwWindow parent_instance;

  AdwComboRow *format;
  AdwComboRow *order;
  AdwActionRow *notes_row;
  GtkSwitch *notes;
  GtkLabel *tally;

  GPtrArray *sources;
  GSettings *settings;
  GCancellable *cancellable;
  TrsExportTally tally_of_all; /* what there is to export, including notes and checks; zero until it is counted */
  const char *extension; /* of the file being saved */
  gboolean showing;
  gboolean saving;
};

G_DEFINE_FINAL_TYPE (TrsExportHighlightsDialog, trs_export_highlights_dialog, ADW_TYPE_WINDOW)

static const char * const formats[] = { "docx", "odt", "html", "csv", "md", "txt" };

static const char *
get_format (TrsExportHighlightsDialog *self)
{
  return formats[MIN (adw_combo_row_get_selected (self->format), G_N_ELEMENTS (formats) - 1)];
}

static TrsQuoteSheetOptions
get_options (TrsExportHighlightsDialog *self)
{
  return (TrsQuoteSheetOptions) { .grouped = adw_combo_row_get_selected (self->order) == 1,
                                  .notes = gtk_switch_get_active (self->notes),
                                  .exact_times = g_settings_get_boolean (self->settings, "exact-times") };
}

/* Says what will be included. */
static void
update (TrsExportHighlightsDialog *self)
{
  TrsExportTally tally = self->tally_of_all;
  g_autofree char *line = NULL;

  if (self->sources == NULL)
    return;
  if (!gtk_switch_get_active (self->notes))
    tally.n_notes = tally.n_checks = 0;
  line = trs_export_tally_to_string (&tally);
  gtk_label_set_label (self->tally, line);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export-highlights.save", tally.n_highlights > 0 && !self->saving);
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsExportHighlightsDialog) self = user_data;

  if (trs_quote_sheet_count_finish (result, &self->tally_of_all, NULL))
    update (self);
}

static char *
dup_notes_id (TrsExportHighlightsDialog *self)
{
  return g_strconcat (NOTES_PREFIX, get_format (self), NULL);
}

static void
format_selected_cb (TrsExportHighlightsDialog *self)
{
  g_autofree char *id = dup_notes_id (self);

  if (self->settings == NULL)
    return;
  self->showing = TRUE;
  gtk_switch_set_active (self->notes, trs_export_presets_get_notes (self->settings, id));
  self->showing = FALSE;
  update (self);
}

static void
notes_cb (TrsExportHighlightsDialog *self)
{
  g_autofree char *id = dup_notes_id (self);

  if (self->showing || self->settings == NULL)
    return;
  trs_export_presets_set_notes (self->settings, id, gtk_switch_get_active (self->notes));
  update (self);
}

static void
set_saving (TrsExportHighlightsDialog *self,
            gboolean                   saving)
{
  self->saving = saving;
  update (self);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (TrsExportHighlightsDialog) self = user_data;
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autoptr (GError) error = NULL;
  g_autofree char *name = trs_export_flow_save_finish (result, &error);
  g_autofree char *line = name != NULL ? trs_display_text_title (name) : NULL;
  g_autofree char *text = line != NULL ? g_strdup_printf (_("Saved as %s"), line) : NULL;

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  set_saving (self, FALSE);
  if (text == NULL)
    {
      /* Translators: what failed, as the title of an error. */
      trs_error_sink_throw (GTK_WIDGET (self), error, _("Exporting the highlights"));
      return;
    }
  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.toast", "s", text);
  gtk_window_close (GTK_WINDOW (self));
}

static void
rendered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsExportHighlightsDialog) self = user_data;
  const TrsExportSource *first = g_ptr_array_index (self->sources, 0);
  g_autofree char *shown = trs_display_text_title (first->title);
  /* Translators: the name of a file, from the title of a video: "City council – Highlights". */
  g_autofree char *titled = g_strdup_printf (_("%s – Highlights"), shown);
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = trs_quote_sheet_save_finish (result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (bytes == NULL)
    {
      set_saving (self, FALSE);
      trs_error_sink_throw (GTK_WIDGET (self), error, _("Exporting the highlights"));
      return;
    }
  name = trs_export_make_name (self->sources->len == 1 ? titled : _("Highlights"), NULL, self->extension);
  trs_export_flow_save_async (GTK_WINDOW (self), TRS_FILE_KIND_HIGHLIGHTS, _("Export Highlights"), name, bytes,
                              self->cancellable, saved_cb, g_object_ref (self));
}

static void
save (GtkWidget  *widget,
      const char *action_name,
      GVariant   *parameter)
{
  TrsExportHighlightsDialog *self = TRS_EXPORT_HIGHLIGHTS_DIALOG (widget);
  TrsQuoteSheetOptions options = get_options (self);

  /* Keep the format: the user may change it while the file is rendered. */
  self->extension = get_format (self);
  set_saving (self, TRUE);
  trs_quote_sheet_save_async (self->sources, &options, self->extension, self->cancellable, rendered_cb,
                              g_object_ref (self));
}

/* Pending operations hold a reference to the dialog. */
static void
trs_export_highlights_dialog_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_EXPORT_HIGHLIGHTS_DIALOG (widget)->cancellable);

  GTK_WIDGET_CLASS (trs_export_highlights_dialog_parent_class)->unrealize (widget);
}

/* Works on dialogs that were never shown, too. */
static void
trs_export_highlights_dialog_dispose (GObject *object)
{
  g_cancellable_cancel (TRS_EXPORT_HIGHLIGHTS_DIALOG (object)->cancellable);

  G_OBJECT_CLASS (trs_export_highlights_dialog_parent_class)->dispose (object);
}

static void
trs_export_highlights_dialog_finalize (GObject *object)
{
  TrsExportHighlightsDialog *self = TRS_EXPORT_HIGHLIGHTS_DIALOG (object);

  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_clear_object (&self->settings);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (trs_export_highlights_dialog_parent_class)->finalize (object);
}

static void
trs_export_highlights_dialog_class_init (TrsExportHighlightsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_export_highlights_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_export_highlights_dialog_finalize;
  widget_class->unrealize = trs_export_highlights_dialog_unrealize;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-export-highlights-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsExportHighlightsDialog, format);
  gtk_widget_class_bind_template_child (widget_class, TrsExportHighlightsDialog, order);
  gtk_widget_class_bind_template_child (widget_class, TrsExportHighlightsDialog, notes_row);
  gtk_widget_class_bind_template_child (widget_class, TrsExportHighlightsDialog, notes);
  gtk_widget_class_bind_template_child (widget_class, TrsExportHighlightsDialog, tally);
  gtk_widget_class_bind_template_callback (widget_class, format_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, notes_cb);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_install_action (widget_class, "export-highlights.save", NULL, save);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
trs_export_highlights_dialog_init (TrsExportHighlightsDialog *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_adapt (GTK_WINDOW (self));
  trs_dialog_add_help_key (GTK_WINDOW (self));
  trs_dialog_set_help (GTK_WINDOW (self), "export");
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    gtk_string_list_append (names, _(trs_export_format_find (formats[i])->name));
  adw_combo_row_set_model (self->format, G_LIST_MODEL (names));
  trs_control_names_complete (GTK_WIDGET (self));
}

/**
 * trs_export_highlights_dialog_new:
 * @sources: (element-type TrsExportSource): transcripts, at least one; not to be changed any more
 * @settings: the settings of the program
 *
 * Returns: (transfer none): the dialog, which GTK owns until it is destroyed
 */
TrsExportHighlightsDialog *
trs_export_highlights_dialog_new (GPtrArray *sources,
                                  GSettings *settings)
{
  TrsExportHighlightsDialog *self = g_object_new (TRS_TYPE_EXPORT_HIGHLIGHTS_DIALOG, NULL);

  self->sources = g_ptr_array_ref (sources);
  self->settings = g_object_ref (settings);
  format_selected_cb (self);
  trs_quote_sheet_count_async (sources, self->cancellable, counted_cb, g_object_ref (self));
  return self;
}
