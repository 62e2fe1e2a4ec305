/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-many-dialog.h"

#include "config.h"
#include "trs-batch-export.h"
#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-export-presets.h"
#include "trs-export-target.h"
#include "trs-found-rows.h"
#include "trs-i18n.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

/* How many failures are listed one by one. */
#define MAX_FAILURES 100

enum
{
  SCOPE_ALL,
  SCOPE_CHOSEN,
  SCOPE_FOUND,
};

struct _TrsExportManyDialog
{
  AdwWindow parent_instance;

  GtkButton *cancel;
  GtkWidget *export;
  GtkStack *stack;
  AdwComboRow *scope;
  GtkWidget *choice;
  GtkListView *rows;
  AdwComboRow *format;
  AdwActionRow *notes_row;
  GtkSwitch *notes; /* Off whenever the dialog opens: nobody remembers what all these notes say */
  AdwComboRow *place;
  GtkEditable *name;
  GtkLabel *preview;
  GtkLabel *progress;
  GtkProgressBar *bar;
  GtkLabel *result;
  GtkWidget *open_folder;
  AdwPreferencesGroup *failures;

  TrsSession *session;
  GSettings *settings;
  TrsHistory *finished; /* finished transcripts of the account, as a list to tick */
  GtkMultiSelection *selection; /* the ticks; the list itself selects nothing */
  GArray *found; /* row ids of the search results */
  TrsBatchExport *batch;
  GFile *folder; /* the folder or the archive with the exported files */
  GCancellable *cancellable;
  gboolean running;
};

G_DEFINE_FINAL_TYPE (TrsExportManyDialog, trs_export_many_dialog, ADW_TYPE_WINDOW)

enum
{
  HIGHLIGHTS_WANTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const TrsExportFormat *
get_format (TrsExportManyDialog *self)
{
  return &trs_export_formats[adw_combo_row_get_selected (self->format)];
}

static guint
count_chosen (TrsExportManyDialog *self)
{
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  return (guint) gtk_bitset_get_size (chosen);
}

/* Returns: (transfer full) (nullable): the file name of the newest transcript, as an example */
static char *
dup_example (TrsExportManyDialog *self,
             const char          *template)
{
  g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->finished), 0);
  TrsProject *project = item != NULL ? trs_history_item_get_project (item) : NULL;
  const TrsProjectData *data = project != NULL ? trs_project_get_data (project) : NULL;

  if (data == NULL)
    return NULL;

  return trs_export_template_expand (template,
                                     &(TrsExportSource) { .title = (char *) trs_project_get_shown_title (project),
                                                          .project_id = data->id,
                                                          .video_id = data->video_id,
                                                          .language = data->language,
                                                          .created_at = data->created_at },
                                     get_format (self)->extension);
}

static void
update (TrsExportManyDialog *self)
{
  guint scope = adw_combo_row_get_selected (self->scope);
  const char *template = gtk_editable_get_text (self->name);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *line = NULL;
  gboolean ready;

  /* no template yet */
  if (self->selection == NULL)
    return;

  name = trs_export_template_check (template, &error) ? dup_example (self, template) : g_strdup (error->message);
  line = name != NULL ? trs_display_text_title (name) : g_strdup ("");
  gtk_label_set_label (self->preview, line);
  gtk_widget_set_visible (GTK_WIDGET (self->preview), name != NULL);
  trs_widget_set_css_class (GTK_WIDGET (self->preview), "error", error != NULL);
  gtk_widget_set_visible (self->choice, scope == SCOPE_CHOSEN);
  /* While the list of formats is filled, no format is selected. */
  if (adw_combo_row_get_selected (self->format) < TRS_EXPORT_N_FORMATS)
    gtk_widget_set_sensitive (GTK_WIDGET (self->notes_row), (get_format (self)->known & TRS_EXPORT_NOTES) != 0);
  ready = scope == SCOPE_CHOSEN ? count_chosen (self) > 0
          : scope == SCOPE_FOUND
              ? !trs_searcher_get_more (trs_session_get_searcher (self->session)) && self->found->len > 0
              : TRUE;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export-many.export", error == NULL && !self->running && ready);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export-many.copy-highlights", !self->running && ready);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export-many.export-highlights", !self->running && ready);
}

/* Returns: (transfer full) (nullable): the row ids of the transcripts to export; NULL for all */
static GArray *
dup_rows (TrsExportManyDialog *self)
{
  g_autoptr (GtkBitset) chosen = NULL;
  GArray *rows;
  GtkBitsetIter iter;
  guint position;

  if (adw_combo_row_get_selected (self->scope) == SCOPE_ALL)
    return NULL;
  if (adw_combo_row_get_selected (self->scope) == SCOPE_FOUND)
    return g_array_ref (self->found);

  rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  chosen = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (gboolean more = gtk_bitset_iter_init_first (&iter, chosen, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->finished), position);
      gint64 row = trs_history_item_get_row (item);

      g_array_append_val (rows, row);
    }
  return rows;
}

static void
add_failure (TrsExportManyDialog   *self,
             const TrsBatchFailure *failure)
{
  GtkWidget *row = adw_action_row_new ();
  g_autoptr (TrsErrorText) text = trs_error_text_new (failure->error);
  g_autofree char *title = trs_display_text_title (failure->title);
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *reason = g_markup_escape_text (text->title, -1);

  g_object_set (row, "title", title_markup, "subtitle", reason, NULL);
  adw_preferences_group_add (self->failures, row);
}

static void
show_result (TrsExportManyDialog *self,
             const GError        *error)
{
  GPtrArray *failures = trs_batch_export_get_failures (self->batch);
  guint n = trs_batch_export_get_n_saved (self->batch);
  g_autofree char *number = trs_strings_number (n);
  g_autofree char *saved =
      /* Translators: %s is a number. */
      g_strdup_printf (ngettext ("%s transcript exported", "%s transcripts exported", n), number);
  g_autoptr (TrsErrorText) text = error != NULL ? trs_error_text_new (error) : NULL;
  g_autofree char *sentence = text != NULL ? g_strdup_printf ("%s\n%s", text->title, saved) : g_strdup (saved);

  gtk_label_set_label (self->result, sentence);
  for (guint i = 0; i < MIN (failures->len, MAX_FAILURES); i++)
    add_failure (self, g_ptr_array_index (failures, i));
  if (failures->len > MAX_FAILURES)
    {
      g_autofree char *more = g_strdup_printf (ngettext ("And %'u more", "And %'u more", failures->len - MAX_FAILURES),
                                               failures->len - MAX_FAILURES);

      adw_preferences_group_set_description (self->failures, more);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->failures), failures->len > 0);
  gtk_stack_set_visible_child_name (self->stack, "done");
  gtk_button_set_label (self->cancel, _("_Close"));
  gtk_widget_set_visible (self->export, FALSE);
  gtk_widget_set_visible (self->open_folder, n > 0);
  gtk_widget_grab_focus (GTK_WIDGET (self->cancel));
}

static void
run_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (TrsExportManyDialog) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_batch_export_run_finish (TRS_BATCH_EXPORT (source), result, &error);
  self->running = FALSE;
  if (self->session == NULL)
    return;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&error);
  show_result (self, error);
}

static void
progress_cb (TrsExportManyDialog *self)
{
  guint n_done = trs_batch_export_get_n_done (self->batch);
  guint n_total = trs_batch_export_get_n_total (self->batch);
  g_autofree char *done = trs_strings_number (n_done);
  g_autofree char *total = trs_strings_number (n_total);
  /* Translators: both %s are numbers of transcripts: exported so far, and of all, "12 of 214". */
  g_autofree char *line = g_strdup_printf (_("Exported %s of %s"), done, total);

  gtk_label_set_label (self->progress, n_total > 0 ? line : "");
  gtk_progress_bar_set_fraction (self->bar, n_total > 0 ? (double) n_done / n_total : 0);
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (TrsExportManyDialog) self = user_data;
  g_autoptr (GArray) rows = NULL;
  gboolean archive = adw_combo_row_get_selected (self->place) == 1;
  const TrsExportFormat *format;
  TrsExportOptions options;

  if (file == NULL || self->session == NULL)
    return;

  g_set_object (&self->folder, file);
  if (archive)
    {
      g_clear_object (&self->folder);
      self->folder = g_file_get_parent (file);
    }

  format = get_format (self);
  if (trs_export_presets_get_last (self->settings, &options) != format)
    options = trs_export_presets_begin (self->settings, format);
  /* These options suit a single transcript; others they might leave empty. */
  options.only_highlights = FALSE;
  options.only_checked = FALSE;
  options.notes = gtk_switch_get_active (self->notes);
  rows = dup_rows (self);
  g_settings_set_string (self->settings, "export-name-template", gtk_editable_get_text (self->name));
  self->batch = trs_batch_export_new (trs_session_get_projects (self->session), trs_session_get_library (self->session),
                                      trs_session_get_transcripts (self->session),
                                      trs_account_get_link_pattern (trs_session_get_account (self->session)));
  g_signal_connect_object (self->batch, "notify::n-done", G_CALLBACK (progress_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->batch, "notify::n-total", G_CALLBACK (progress_cb), self, G_CONNECT_SWAPPED);
  self->running = TRUE;
  progress_cb (self);
  gtk_stack_set_visible_child_name (self->stack, "running");
  update (self);
  trs_batch_export_run_async (self->batch, NULL, rows,
                              trs_export_target_new (file, archive), format, &options,
                              gtk_editable_get_text (self->name), self->cancellable, run_cb,
                              g_object_ref (self));
}

static void
on_export (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsExportManyDialog *self = TRS_EXPORT_MANY_DIALOG (widget);

  /* Translators: name of a file that is suggested: transcripts (the texts) in an archive; “.zip” stays. */
  const char *archive = adw_combo_row_get_selected (self->place) == 1 ? _("Transcripts.zip") : NULL;

  trs_ui_compat_save_file (GTK_WINDOW (self), TRS_FILE_KIND_MANY_TRANSCRIPTS, _("Export Many"), archive,
                           self->cancellable, chosen_cb, g_object_ref (self));
}

/* Closes the dialog, and lets the window copy or export the highlights. */
static void
request_highlights (TrsExportManyDialog *self,
                    gboolean             copy)
{
  g_autoptr (GArray) rows = dup_rows (self);

  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_emit (self, signals[HIGHLIGHTS_WANTED], 0, rows, copy);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
on_copy_highlights (GtkWidget  *widget,
                    const char *action_name,
                    GVariant   *parameter)
{
  TrsExportManyDialog *self = TRS_EXPORT_MANY_DIALOG (widget);

  request_highlights (self, TRUE);
}

static void
on_export_highlights (GtkWidget  *widget,
                      const char *action_name,
                      GVariant   *parameter)
{
  TrsExportManyDialog *self = TRS_EXPORT_MANY_DIALOG (widget);

  request_highlights (self, FALSE);
}

static void
on_open_folder (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  TrsExportManyDialog *self = TRS_EXPORT_MANY_DIALOG (widget);
  g_autofree char *uri = self->folder != NULL ? g_file_get_uri (self->folder) : NULL;

  if (uri != NULL)
    trs_ui_compat_open_uri (GTK_WINDOW (self), uri);
}

/* Files that were written stay. The result page says how many. */
static void
on_cancel (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsExportManyDialog *self = TRS_EXPORT_MANY_DIALOG (widget);

  if (self->running)
    g_cancellable_cancel (self->cancellable);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static gboolean
trs_export_many_dialog_close_request (GtkWindow *window)
{
  g_cancellable_cancel (TRS_EXPORT_MANY_DIALOG (window)->cancellable);

  return GTK_WINDOW_CLASS (trs_export_many_dialog_parent_class)->close_request (window);
}

static char *
describe_row (gpointer    row,
              TrsProject *project)
{
  g_autofree char *title = project != NULL ? trs_display_text_title (trs_project_get_shown_title (project)) : NULL;

  return g_strdup (title != NULL ? title : "");
}

/* Shows the tick of the row at its place, and tells it to a screen reader, which reads the row and not the button. */
static void
show_tick (GtkListItem       *row,
           guint              position,
           guint              n_changed,
           GtkSelectionModel *ticks)
{
  GtkWidget *child = gtk_list_item_get_child (row);
  GtkWidget *parent = gtk_widget_get_parent (child);
  gboolean ticked = gtk_selection_model_is_selected (ticks, gtk_list_item_get_position (row));

  gtk_check_button_set_active (GTK_CHECK_BUTTON (gtk_widget_get_first_child (child)), ticked);
  if (parent != NULL)
    gtk_accessible_update_state (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_STATE_CHECKED,
                                 ticked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

static void
setup_row_cb (TrsExportManyDialog *self,
              GtkListItem         *row)
{
  GtkWidget *child = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *label = gtk_label_new (NULL);
  GtkExpression *item = gtk_property_expression_new (GTK_TYPE_LIST_ITEM, NULL, "item");
  GtkExpression *project = gtk_property_expression_new (TRS_TYPE_HISTORY_ITEM, item, "project");

  /* The row takes clicks and keys. */
  gtk_widget_set_can_target (check, FALSE);
  gtk_widget_set_can_focus (check, FALSE);
  gtk_accessible_update_state (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  trs_tooltip_when_cut (label);
  gtk_expression_bind (gtk_cclosure_expression_new (G_TYPE_STRING, NULL, 1, &project, G_CALLBACK (describe_row), NULL,
                                                    NULL),
                       label, "label", row);
  gtk_box_append (GTK_BOX (child), check);
  gtk_box_append (GTK_BOX (child), label);
  gtk_list_item_set_child (row, child);
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (show_tick), row, G_CONNECT_SWAPPED);
}

static void
bind_row_cb (TrsExportManyDialog *self,
             GtkListItem         *row)
{
  GtkWidget *child = gtk_list_item_get_child (row);

  gtk_accessible_update_relation (GTK_ACCESSIBLE (gtk_widget_get_parent (child)), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  gtk_widget_get_last_child (child), NULL, -1);
  show_tick (row, 0, 0, GTK_SELECTION_MODEL (self->selection));
}

static void
activate_cb (TrsExportManyDialog *self,
             guint                position)
{
  GtkSelectionModel *model = GTK_SELECTION_MODEL (self->selection);

  if (gtk_selection_model_is_selected (model, position))
    gtk_selection_model_unselect_item (model, position);
  else
    gtk_selection_model_select_item (model, position, FALSE);
}

static void
on_tick (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  GtkWidget *row = gtk_widget_get_focus_child (GTK_WIDGET (TRS_EXPORT_MANY_DIALOG (widget)->rows));

  if (row != NULL)
    gtk_widget_activate (row);
}

static void
on_tick_all (GtkWidget  *widget,
             const char *action_name,
             GVariant   *ticked)
{
  GtkSelectionModel *model = GTK_SELECTION_MODEL (TRS_EXPORT_MANY_DIALOG (widget)->selection);

  if (g_variant_get_boolean (ticked))
    gtk_selection_model_select_all (model);
  else
    gtk_selection_model_unselect_all (model);
}

static void
trs_export_many_dialog_dispose (GObject *object)
{
  TrsExportManyDialog *self = TRS_EXPORT_MANY_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  if (self->finished != NULL)
    trs_history_close (self->finished);
  g_clear_object (&self->finished);
  g_clear_object (&self->selection);
  g_clear_object (&self->batch);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->folder);
  g_clear_pointer (&self->found, g_array_unref);

  G_OBJECT_CLASS (trs_export_many_dialog_parent_class)->dispose (object);
}

static void
trs_export_many_dialog_class_init (TrsExportManyDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_export_many_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = trs_export_many_dialog_close_request;

  signals[HIGHLIGHTS_WANTED] = g_signal_new ("highlights-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                             NULL, NULL, G_TYPE_NONE, 2, G_TYPE_ARRAY, G_TYPE_BOOLEAN);

  gtk_widget_class_install_action (widget_class, "export-many.copy-highlights", NULL, on_copy_highlights);
  gtk_widget_class_install_action (widget_class, "export-many.export-highlights", NULL, on_export_highlights);
  gtk_widget_class_install_action (widget_class, "export-many.cancel", NULL, on_cancel);
  gtk_widget_class_install_action (widget_class, "export-many.open-folder", NULL, on_open_folder);
  gtk_widget_class_install_action (widget_class, "export-many.export", NULL, on_export);
  gtk_widget_class_install_action (widget_class, "export-many.tick", NULL, on_tick);
  gtk_widget_class_install_action (widget_class, "export-many.tick-all", "b", on_tick_all);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-export-many-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, cancel);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, export);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, scope);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, choice);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, rows);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, format);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, notes);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, notes_row);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, place);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, name);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, bar);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, result);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, failures);
  gtk_widget_class_bind_template_child (widget_class, TrsExportManyDialog, open_folder);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, update);
}

static void
trs_export_many_dialog_init (TrsExportManyDialog *self)
{
  self->cancellable = g_cancellable_new ();
  self->found = g_array_new (FALSE, FALSE, sizeof (gint64));
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_adapt (GTK_WINDOW (self));
  trs_control_names_complete (GTK_WIDGET (self));
  trs_dialog_add_help_key (GTK_WINDOW (self));
  trs_dialog_set_help (GTK_WINDOW (self), "export");
}

static void
show_found (TrsExportManyDialog *self)
{
  GtkStringList *scopes = GTK_STRING_LIST (adw_combo_row_get_model (self->scope));
  guint n_before = g_list_model_get_n_items (G_LIST_MODEL (scopes));
  guint selected = n_before > SCOPE_FOUND ? adw_combo_row_get_selected (self->scope) : SCOPE_FOUND;
  g_autofree char *number = trs_strings_number (self->found->len);
  g_autofree char *found =
      /* Translators: %s is a number of transcripts; choice of what is exported. */
      g_strdup_printf (ngettext ("%s found by the search", "%s found by the search", self->found->len), number);

  if (self->found->len == 0)
    return;

  gtk_string_list_splice (scopes, SCOPE_FOUND, n_before - SCOPE_FOUND, (const char *[]) { found, NULL });
  adw_combo_row_set_selected (self->scope, selected);
}

/* The search loads its results page by page while the user scrolls; here all of them are needed. Once the export has
 * started, they do not change any more. */
static void
follow_search (TrsExportManyDialog *self)
{
  TrsSearcher *searcher = trs_session_get_searcher (self->session);

  if (self->batch != NULL || !trs_searcher_is_active (searcher) || trs_searcher_get_searching (searcher))
    return;

  g_array_unref (self->found);
  self->found = trs_found_rows_new (searcher);
  show_found (self);
  update (self);
  trs_searcher_load_more (searcher);
}

static void
fill_scope (TrsExportManyDialog *self)
{
  const char * const names[] = { _("All finished transcripts"),
                                 /* Translators: choice: the transcripts that the user has ticked. */
                                 _("Chosen ones"), NULL };
  g_autoptr (GtkStringList) scopes = gtk_string_list_new (names);

  adw_combo_row_set_model (self->scope, G_LIST_MODEL (scopes));
}

static void
fill_formats (TrsExportManyDialog *self)
{
  g_autoptr (GtkStringList) formats = gtk_string_list_new (NULL);
  TrsExportOptions options;
  const TrsExportFormat *last = trs_export_presets_get_last (self->settings, &options);

  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    gtk_string_list_append (formats, _(trs_export_formats[i].name));
  adw_combo_row_set_model (self->format, G_LIST_MODEL (formats));
  adw_combo_row_set_selected (self->format, (guint) (last - trs_export_formats));
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsExportManyDialog) self = user_data;

  if (self->session != NULL)
    update (self);
}

/**
 * trs_export_many_dialog_new:
 * @session: the session
 * @settings: the settings of the program
 *
 * Returns: (transfer floating): a dialog
 */
TrsExportManyDialog *
trs_export_many_dialog_new (TrsSession *session,
                            GSettings  *settings)
{
  TrsExportManyDialog *self = g_object_new (TRS_TYPE_EXPORT_MANY_DIALOG, NULL);
  TrsLibrary *library = trs_session_get_library (session);
  TrsClock *clock = trs_session_get_clock (session);
  g_autoptr (TrsProjects) projects = trs_projects_new (trs_library_get_store (library), clock);
  g_autofree char *template = g_settings_get_string (settings, "export-name-template");
  g_autoptr (GtkNoSelection) shown = NULL;

  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  self->finished = trs_history_new (projects, trs_library_get_store (library), clock);
  trs_history_set_show (self->finished, TRS_PROJECT_SHOW_DONE);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->finished)));
  /* The list would select the row that the pointer is over or the focus moves to, and no other. */
  shown = gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->selection)));
  gtk_list_view_set_model (self->rows, GTK_SELECTION_MODEL (shown));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  fill_scope (self);
  fill_formats (self);
  g_signal_connect_object (trs_session_get_searcher (session), "notify", G_CALLBACK (follow_search), self,
                           G_CONNECT_SWAPPED);
  follow_search (self);
  gtk_editable_set_text (self->name, template);
  trs_history_open_async (self->finished, trs_library_get_account (library), opened_cb, g_object_ref (self));
  update (self);
  return self;
}
