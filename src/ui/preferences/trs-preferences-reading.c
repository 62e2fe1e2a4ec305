/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-reading.h"

#include <math.h>

#include "config.h"
#include "trs-damaged-files.h"
#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-export-format.h"
#include "trs-i18n.h"
#include "trs-install-paths.h"
#include "trs-message-dialog.h"
#include "trs-preferences-problem.h"
#include "trs-session.h"
#include "trs-strings.h"
#include "trs-text-provider.h"
#include "trs-ui-compat.h"

#define SCALE_STEP 0.1
#define SCALE_MIN 0.5
#define SCALE_MAX 3.0

struct _TrsPreferencesReading
{
  AdwPreferencesPage parent_instance;

  TrsSession *session;
  GSettings *settings;
  TrsKept kept;

  GtkSwitch *timecodes;
  GtkSwitch *speakers;
  GtkButton *smaller;
  GtkButton *normal;
  GtkButton *larger;
  GtkSwitch *keep;
  AdwActionRow *used;
  GtkLabel *size;
  GtkWidget *remove;
  AdwActionRow *erase;
  TrsDamagedFiles *damaged;
  GtkSwitch *hide_titles;
  GtkSwitch *background_checks;
  AdwActionRow *desktop_search_row;
  GtkSwitch *desktop_search;
  AdwActionRow *auto_export_row;
  GtkSwitch *auto_export;
  AdwActionRow *folder;
  AdwComboRow *format;
  TrsPreferencesProblem *problem;
};

G_DEFINE_FINAL_TYPE (TrsPreferencesReading, trs_preferences_reading, ADW_TYPE_PREFERENCES_PAGE)

static void
update_scale (TrsPreferencesReading *self)
{
  double scale = g_settings_get_double (self->settings, "text-scale");
  g_autofree char *description = trs_strings_scale (NULL, scale);

  gtk_button_set_label (self->normal, description);
  gtk_widget_set_sensitive (GTK_WIDGET (self->smaller), scale > SCALE_MIN + SCALE_STEP / 2);
  gtk_widget_set_sensitive (GTK_WIDGET (self->larger), scale < SCALE_MAX - SCALE_STEP / 2);
}

static void
on_scale (TrsPreferencesReading *self,
          GtkButton             *button)
{
  double step = button == self->smaller ? -SCALE_STEP : SCALE_STEP;
  double scale = g_settings_get_double (self->settings, "text-scale") + step;

  if (button == self->normal)
    g_settings_reset (self->settings, "text-scale");
  else
    g_settings_set_double (self->settings, "text-scale",
                           CLAMP (round (scale / SCALE_STEP) * SCALE_STEP, SCALE_MIN, SCALE_MAX));
}

static char *
dup_used (const TrsKept *kept)
{
  g_autofree char *texts =
      /* Translators: %'u is a number: those that are on this computer. */
      g_strdup_printf (ngettext ("%'u transcript of this account", "%'u transcripts of this account", kept->n_texts),
                       kept->n_texts);
  g_autofree char *all = NULL;

  if (kept->n_all_texts <= kept->n_texts)
    return g_steal_pointer (&texts);

  /* Translators: %'u is a number of transcripts. */
  all = g_strdup_printf (ngettext ("%'u of all accounts", "%'u of all accounts", kept->n_all_texts),
                         kept->n_all_texts);
  /* Translators: "12 transcripts of this account, 214 of all accounts". */
  return g_strdup_printf (C_("transcripts on this computer", "%s, %s"), texts, all);
}

static void
kept_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsPreferencesReading) self = user_data;
  g_autofree TrsKept *kept = trs_storage_read_kept_finish (TRS_STORAGE (source), result, NULL);
  g_autofree char *description = NULL;
  g_autofree char *size = NULL;

  if (self->session == NULL)
    return;

  if (kept != NULL)
    self->kept = *kept;
  description = kept != NULL ? dup_used (kept) : g_strdup (_("Nothing can be saved at the moment"));
  size = kept != NULL ? g_format_size ((guint64) kept->disk_bytes) : g_strdup ("");
  adw_action_row_set_subtitle (self->used, description);
  gtk_label_set_label (self->size, size);
  gtk_widget_set_sensitive (self->remove,
                            kept != NULL && trs_account_is_configured (trs_session_get_account (self->session)));
}

static void
read_kept (TrsPreferencesReading *self)
{
  trs_storage_read_kept_async (trs_session_get_storage (self->session), kept_read_cb, g_object_ref (self));
}

/* Removed words remain in the file until it is overwritten, which may fail. */
static void
update_erasure (TrsPreferencesReading *self)
{
  const GError *error = trs_storage_get_erase_error (trs_session_get_storage (self->session));

  gtk_widget_set_visible (GTK_WIDGET (self->erase), error != NULL);
  if (error != NULL)
    {
      g_autoptr (TrsErrorText) text = trs_error_text_new (error);
      g_autofree char *subtitle =
          /* Translators: %s is why not, a sentence without its full stop, such as "The disk is full"; “Transcripts” is
           * the name of the program. */
          g_strdup_printf (_("Not erased from the file yet: %s. Transcripts tries again by itself."), text->title);

      adw_action_row_set_subtitle (self->erase, subtitle);
    }
  read_kept (self);
}

/* @error: (nullable): why it could not be removed */
static void
show_removal (TrsPreferencesReading *self,
              const GError          *error)
{
  if (self->session == NULL)
    return;
  if (error != NULL)
    trs_preferences_problem_show (self->problem, NULL, error);
  read_kept (self);
}

static void
texts_removed_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsPreferencesReading) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_account_remover_remove_texts_finish (TRS_ACCOUNT_REMOVER (source), result, &error);
  show_removal (self, error);
}

static void
account_emptied_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (TrsPreferencesReading) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_account_remover_empty_finish (TRS_ACCOUNT_REMOVER (source), result, &error);
  show_removal (self, error);
}

/* Set the state first, so that `state-set` is not emitted by the change. The newest GTK does not move the handle along
 * with the state. */
static void
set_switch (GtkSwitch *widget,
            gboolean   on)
{
  gtk_switch_set_state (widget, on);
  gtk_switch_set_active (widget, on);
}

static void
set_keep (TrsPreferencesReading *self,
          gboolean               keep)
{
  set_switch (self->keep, keep);
  g_settings_set_boolean (self->settings, "keep-transcripts", keep);
}

static void
keep_answered_cb (TrsPreferencesReading *self,
                  const char            *answer)
{
  if (self->session == NULL)
    return;

  set_keep (self, FALSE);
  if (g_str_equal (answer, "drop"))
    {
      trs_text_provider_remove_files ();
      trs_account_remover_remove_texts_async (trs_session_get_remover (self->session), texts_removed_cb,
                                              g_object_ref (self));
    }
}

/* If the question is dismissed, reset the switch. */
static void
keep_closed_cb (TrsPreferencesReading *self)
{
  gtk_switch_set_active (self->keep, gtk_switch_get_state (self->keep));
}

static void
ask_what_to_keep (TrsPreferencesReading *self)
{
  g_autofree char *heading =
      /* Translators: %'u is a number. */
      g_strdup_printf (ngettext ("Keep the %'u saved transcript?", "Keep the %'u saved transcripts?",
                                 self->kept.n_all_texts),
                       self->kept.n_all_texts);
  TrsMessageDialog *dialog =
      trs_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heading,
                              _("New ones won’t be saved. Your notes and titles stay in any case."));

  /* Translators: button in a question: keeps the transcripts that are saved. */
  trs_message_dialog_add_answer (dialog, "keep", _("_Keep"), NULL);
  trs_message_dialog_add_answer (dialog, "drop", _("_Delete"), "destructive-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (keep_answered_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "unmap", G_CALLBACK (keep_closed_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
on_keep_set (GtkSwitch             *keep,
             gboolean               on,
             TrsPreferencesReading *self)
{
  if (self->session == NULL || on == gtk_switch_get_state (keep))
    return TRUE;

  if (on || self->kept.n_all_texts == 0)
    set_keep (self, on);
  else
    ask_what_to_keep (self);
  return TRUE;
}

static void
remove_answered_cb (TrsPreferencesReading *self,
                    const char            *answer)
{
  if (self->session == NULL)
    return;

  trs_preferences_problem_clear (self->problem);
  /* Turn off automatic downloads, or everything would be downloaded again. */
  set_keep (self, FALSE);
  trs_text_provider_remove_files ();
  trs_account_remover_empty_async (trs_session_get_remover (self->session), account_emptied_cb, g_object_ref (self));
}

static char *
dup_removal (const TrsKept *kept,
             gboolean       keeping)
{
  g_autoptr (GString) description = g_string_new (NULL);

  g_string_append_printf (description,
                          /* Translators: %'u is a number. */
                          ngettext ("Deletes %'u transcript and the spending record of this account from this "
                                    "computer. Nothing is deleted at the service.",
                                    "Deletes %'u transcripts and the spending record of this account from this "
                                    "computer. Nothing is deleted at the service.",
                                    kept->n_texts),
                          kept->n_texts);
  if (kept->n_own > 0)
    {
      g_string_append (description, "\n\n");
      g_string_append_printf (description,
                              /* Translators: %'u is a number. */
                              ngettext ("What you added to %'u video (note, title, highlights, names) can’t be "
                                        "restored.",
                                        "What you added to %'u videos (notes, titles, highlights, names) can’t be "
                                        "restored.", kept->n_own),
                              kept->n_own);
    }
  if (keeping)
    g_string_append_printf (description, "\n\n%s",
                            _("Saving is turned off, so that they are not downloaded again."));
  if (kept->n_undecided > 0)
    g_string_append_printf (description, "\n\n%s",
                            _("Transcripts still looks for what was submitted without an answer."));
  return g_string_free (g_steal_pointer (&description), FALSE);
}

static void
ask_to_remove (TrsPreferencesReading *self)
{
  g_autofree char *description = dup_removal (&self->kept, g_settings_get_boolean (self->settings, "keep-transcripts"));
  TrsMessageDialog *dialog = trs_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                                     _("Delete Everything of This Account?"), description);

  /* Translators: button in a question: deletes all transcripts of an account. */
  trs_message_dialog_add_answer (dialog, "delete", _("_Delete All"), "destructive-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (remove_answered_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
removal_counted_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (TrsPreferencesReading) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree TrsKept *kept = trs_storage_read_kept_finish (TRS_STORAGE (source), result, &error);

  if (self->session == NULL)
    return;
  if (kept == NULL)
    {
      trs_preferences_problem_show (self->problem, NULL, error);
      return;
    }
  self->kept = *kept;
  ask_to_remove (self);
}

/* Count again, so that the question includes recent notes. */
static void
on_remove (TrsPreferencesReading *self)
{
  trs_storage_read_kept_async (trs_session_get_storage (self->session), removal_counted_cb, g_object_ref (self));
}

static void
update_auto_export (TrsPreferencesReading *self)
{
  g_autofree char *uri = g_settings_get_string (self->settings, "auto-export-folder");
  g_autoptr (GFile) file = *uri != '\0' ? g_file_new_for_uri (uri) : NULL;
  g_autofree char *name = file != NULL ? g_file_get_parse_name (file) : NULL;
  /* Translators: stands in place of a folder where none was chosen. */
  g_autofree char *line = name != NULL ? trs_display_text_title (name) : g_strdup (_("None"));
  gboolean on = g_settings_get_boolean (self->settings, "auto-export");

  adw_action_row_set_subtitle (self->folder, line);
  set_switch (self->auto_export, on);
  gtk_widget_set_visible (GTK_WIDGET (self->folder), on);
  gtk_widget_set_visible (GTK_WIDGET (self->format), on);
}

static void
folder_chosen_cb (GFile    *file,
                  gpointer  user_data)
{
  g_autoptr (TrsPreferencesReading) self = user_data;
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  if (self->settings == NULL)
    return;

  if (uri != NULL)
    {
      g_settings_set_string (self->settings, "auto-export-folder", uri);
      g_settings_set_boolean (self->settings, "auto-export", TRUE);
    }
  update_auto_export (self);
}

static void
on_folder (TrsPreferencesReading *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  /* Translators: title of a file dialog: the folder into which transcripts (the texts) are saved. */
  trs_ui_compat_save_file (GTK_WINDOW (root), TRS_FILE_KIND_EVERY_TRANSCRIPT, _("Folder for Transcripts"), NULL, NULL,
                           folder_chosen_cb, g_object_ref (self));
}

/* Automatic export is on if there is a folder. */
static gboolean
on_auto_export_set (TrsPreferencesReading *self,
                    gboolean               on)
{
  g_autofree char *uri = g_settings_get_string (self->settings, "auto-export-folder");

  if (on && *uri == '\0')
    on_folder (self);
  else
    g_settings_set_boolean (self->settings, "auto-export", on);
  return TRUE;
}

static void
on_format (TrsPreferencesReading *self)
{
  /* Ignore changes while the formats are filled in. */
  if (self->session != NULL)
    g_settings_set_string (self->settings, "auto-export-format",
                           trs_export_formats[adw_combo_row_get_selected (self->format)].id);
}

static void
trs_preferences_reading_dispose (GObject *object)
{
  TrsPreferencesReading *self = TRS_PREFERENCES_READING (object);

  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (trs_preferences_reading_parent_class)->dispose (object);
}

static void
trs_preferences_reading_class_init (TrsPreferencesReadingClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_preferences_reading_dispose;

  g_type_ensure (TRS_TYPE_DAMAGED_FILES);
  g_type_ensure (TRS_TYPE_PREFERENCES_PROBLEM);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-reading.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, timecodes);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, speakers);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, smaller);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, normal);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, larger);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, keep);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, used);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, size);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, remove);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, erase);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, damaged);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, hide_titles);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, background_checks);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, desktop_search_row);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, desktop_search);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, auto_export_row);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, auto_export);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, folder);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, format);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesReading, problem);
  gtk_widget_class_bind_template_callback (widget_class, on_scale);
  gtk_widget_class_bind_template_callback (widget_class, on_keep_set);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
  gtk_widget_class_bind_template_callback (widget_class, on_folder);
  gtk_widget_class_bind_template_callback (widget_class, on_format);
  gtk_widget_class_bind_template_callback (widget_class, on_auto_export_set);
}

static void
trs_preferences_reading_init (TrsPreferencesReading *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
fill_formats (TrsPreferencesReading *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *id = g_settings_get_string (self->settings, "auto-export-format");
  guint selected = 0;

  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    {
      gtk_string_list_append (names, _(trs_export_formats[i].name));
      if (g_str_equal (trs_export_formats[i].id, id))
        selected = i;
    }
  adw_combo_row_set_model (self->format, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->format, selected);
}

/**
 * trs_preferences_reading_say_sandbox:
 * @self: the page
 *
 * Says where else the search of the desktop is switched on: what a sandbox exports is off there to begin with.
 */
void
trs_preferences_reading_say_sandbox (TrsPreferencesReading *self)
{
  adw_action_row_set_subtitle (self->desktop_search_row,
                               /* Translators: “Search” is the name of a panel in the settings of GNOME. */
                               _("Others can read the results on a shared screen. "
                                 "Switch it on in the settings of the desktop, too, under “Search”."));
}

void
trs_preferences_reading_set_session (TrsPreferencesReading *self,
                                     TrsSession            *session,
                                     GSettings             *settings)
{
  self->settings = g_object_ref (settings);
  g_settings_bind (settings, "show-timecodes", self->timecodes, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "show-speakers", self->speakers, "active", G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (settings, "changed::text-scale", G_CALLBACK (update_scale), self, G_CONNECT_SWAPPED);
  update_scale (self);
  g_settings_bind (settings, "hide-notification-titles", self->hide_titles, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "background-checks", self->background_checks, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "desktop-search", self->desktop_search, "active", G_SETTINGS_BIND_DEFAULT);
  if (g_file_test (TRS_SANDBOX_MARK, G_FILE_TEST_EXISTS))
    trs_preferences_reading_say_sandbox (self);
  g_signal_connect_object (settings, "changed::auto-export", G_CALLBACK (update_auto_export), self, G_CONNECT_SWAPPED);
  /* A transcript that is not kept is not downloaded, and so never exported automatically. */
  g_settings_bind (settings, "keep-transcripts", self->auto_export_row, "sensitive", G_SETTINGS_BIND_GET);
  update_auto_export (self);
  fill_formats (self);

  set_switch (self->keep, g_settings_get_boolean (settings, "keep-transcripts"));
  self->session = g_object_ref (session);
  g_signal_connect_object (trs_session_get_downloads (session), "notify::kept", G_CALLBACK (read_kept), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_downloads (session), "notify::wanted", G_CALLBACK (read_kept), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (read_kept), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_storage (session), "erased", G_CALLBACK (read_kept), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_storage (session), "notify::erase-error", G_CALLBACK (update_erasure), self,
                           G_CONNECT_SWAPPED);
  trs_damaged_files_set_session (self->damaged, session);
  update_erasure (self);
}
