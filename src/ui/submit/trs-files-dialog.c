/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-files-dialog.h"

#include "config.h"
#include "trs-error-sink.h"
#include "trs-file-row.h"
#include "trs-i18n.h"
#include "trs-language-row.h"
#include "trs-strings.h"
#include "trs-submit-files.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

/* The language of the recogniser that is built in. */
#define ENGLISH "en"

struct _TrsFilesDialog
{
  AdwWindow parent_instance;

  TrsSession *session;
  GSettings *settings;
  TrsSubmitFiles *files;
  GCancellable *cancellable;
  gboolean busy;

  GtkButton *cancel;
  GtkButton *transcribe;
  GtkStack *stack;
  GtkListBox *rows;
  GtkWidget *choose_files;
  GtkWidget *add_files;
  GtkWidget *english;
  TrsLanguageRow *language;
  GtkLabel *ready;
  GtkLabel *account;
  GtkLabel *honesty;
  GtkWidget *keeps_sound;
};

enum
{
  OPEN_PROJECT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsFilesDialog, trs_files_dialog, ADW_TYPE_WINDOW)

static GListModel *
get_files (TrsFilesDialog *self)
{
  return trs_submit_files_get_files (self->files);
}

static char *
dup_ready (guint  n_ready,
           double seconds)
{
  /* Translators: %'u is a number of recordings that can be submitted. */
  g_autofree char *files = g_strdup_printf (ngettext ("%'u recording ready", "%'u recordings ready", n_ready), n_ready);
  g_autofree char *length = seconds >= 1 ? trs_strings_duration ((gint64) (seconds + 0.5)) : NULL;

  return length != NULL ? g_strdup_printf ("%s · %s", files, length) : g_steal_pointer (&files);
}

static guint
count_in_state (TrsFilesDialog     *self,
                TrsSubmitFileState  state)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (get_files (self)); i++)
    {
      g_autoptr (TrsSubmitFile) file = g_list_model_get_item (get_files (self), i);

      n += trs_submit_file_get_state (file) == state;
    }
  return n;
}

static char *
dup_status (TrsFilesDialog *self,
            guint           n_ready,
            double          seconds)
{
  if (self->busy)
    {
      guint n_done = count_in_state (self, TRS_SUBMIT_FILE_DONE);

      /* Translators: the numbers are numbers of recordings. */
      return g_strdup_printf (_("Submitting… %'u of %'u"), n_done,
                              n_done + n_ready + count_in_state (self, TRS_SUBMIT_FILE_READING) +
                                  count_in_state (self, TRS_SUBMIT_FILE_SENDING));
    }
  if (n_ready > 0)
    return dup_ready (n_ready, seconds);
  return g_strdup (g_list_model_get_n_items (get_files (self)) > 0 ? _("No recording is ready")
                                                                   : _("No recordings yet"));
}

static void
update_button (TrsFilesDialog *self,
               guint           n_ready)
{
  g_autofree char *label = NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "files.transcribe", n_ready > 0 && !self->busy);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "files.choose", !self->busy);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "files.choose-folder", !self->busy);
  if (self->busy)
    return;
  if (n_ready > 0)
    /* Translators: %'u is a number. Button: transcribes that many recordings. */
    label = g_strdup_printf (ngettext ("Transcribe %'u Recording", "Transcribe %'u Recordings", n_ready), n_ready);
  gtk_button_set_label (self->transcribe, label != NULL ? label : _("Transcribe"));
}

/* What had the focus is hidden: it must not end on the button that takes a file off the list. */
static void
show_list (TrsFilesDialog *self,
           gboolean        list)
{
  const char *name = list ? "list" : "empty";

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), name) == 0)
    return;
  gtk_stack_set_visible_child_name (self->stack, name);
  gtk_widget_grab_focus (list ? self->add_files : self->choose_files);
}

static void
update (TrsFilesDialog *self)
{
  double seconds;
  guint n_ready = trs_submit_files_get_n_ready (self->files, &seconds);
  gboolean empty = g_list_model_get_n_items (get_files (self)) == 0;
  gboolean was_ready = gtk_widget_get_sensitive (GTK_WIDGET (self->transcribe));
  g_autofree char *status = NULL;

  self->busy = trs_submit_files_get_busy (self->files);
  status = dup_status (self, n_ready, seconds);
  update_button (self, n_ready);
  gtk_label_set_label (self->ready, status);
  show_list (self, !empty);
  /* Enter goes on now, and does not open the chooser again. */
  if (n_ready > 0 && !was_ready && gtk_widget_is_focus (self->add_files))
    gtk_widget_grab_focus (GTK_WIDGET (self->transcribe));
  gtk_widget_set_sensitive (GTK_WIDGET (self->language), !self->busy);
}

/* With the recogniser that is built in there is one language. */
static void
update_recognizer (TrsFilesDialog *self)
{
  g_autofree char *command = g_settings_get_string (self->settings, "local-recognizer");
  gboolean built_in = *command == '\0';
  g_autofree char *honesty =
      built_in ? trs_strings_local_honesty ()
               : g_strdup (_("Recognised on this computer, by the command in Preferences. Check the words before you "
                             "quote them."));

  gtk_widget_set_visible (self->english, built_in);
  gtk_widget_set_visible (GTK_WIDGET (self->language), !built_in);
  gtk_label_set_label (self->honesty, honesty);
}

/* Another account is left when files are transcribed, so say it before. */
static void
update_account (TrsFilesDialog *self)
{
  TrsAccount *account = trs_session_get_account (self->session);
  gboolean other = trs_account_is_configured (account) && !trs_account_get_local (account);

  gtk_label_set_label (self->account, other ? _("Switches to the account “On This Computer”") : "");
}

static void
run_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (TrsFilesDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) first =
      trs_submit_files_run_finish (TRS_SUBMIT_FILES (source), result, &error);
  guint n_files;

  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    /* Translators: what failed, as the title of an error. */
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Transcribing on this computer"));

  n_files = g_list_model_get_n_items (get_files (self));
  if (n_files > 0 && count_in_state (self, TRS_SUBMIT_FILE_DONE) == n_files)
    gtk_window_close (GTK_WINDOW (self));
  else if (first != NULL)
    gtk_button_set_label (self->cancel, _("Close"));
  if (first != NULL)
    g_signal_emit (self, signals[OPEN_PROJECT], 0, first);
}

static void
transcribe (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  TrsFilesDialog *self = TRS_FILES_DIALOG (widget);
  gboolean built_in = gtk_widget_get_visible (self->english);
  const char *language = built_in ? ENGLISH : trs_language_row_get_language (self->language);

  if (!built_in)
    trs_language_row_remember (self->language);
  trs_submit_files_run_async (self->files, language, run_cb, g_object_ref (self));
}

static void
chosen_cb (GListModel *files,
           gpointer    user_data)
{
  g_autoptr (TrsFilesDialog) self = user_data;

  if (files != NULL && self->files != NULL)
    trs_files_dialog_add (self, files, 0);
}

static void
choose_files (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  TrsFilesDialog *self = TRS_FILES_DIALOG (widget);

  /* Translators: title of a file dialog. */
  trs_ui_compat_open_files (GTK_WINDOW (self), TRS_FILE_KIND_RECORDING, _("Recordings"), FALSE, self->cancellable,
                            chosen_cb, g_object_ref (self));
}

static void
choose_folder (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  TrsFilesDialog *self = TRS_FILES_DIALOG (widget);

  trs_ui_compat_open_files (GTK_WINDOW (self), TRS_FILE_KIND_RECORDING, _("Folders of Recordings"), TRUE,
                            self->cancellable, chosen_cb, g_object_ref (self));
}

static TrsSubmitFile *
find_file (TrsFilesDialog *self,
           const char     *uri)
{
  g_autoptr (GFile) wanted = g_file_new_for_uri (uri);

  for (guint i = 0; i < g_list_model_get_n_items (get_files (self)); i++)
    {
      g_autoptr (TrsSubmitFile) file = g_list_model_get_item (get_files (self), i);

      if (g_file_equal (trs_submit_file_get_file (file), wanted))
        return file;
    }
  return NULL;
}

/* The row is gone now: the focus goes to where files are added, and is not lost. */
static void
remove_file (GtkWidget  *widget,
             const char *action_name,
             GVariant   *uri)
{
  TrsFilesDialog *self = TRS_FILES_DIALOG (widget);
  TrsSubmitFile *file = find_file (self, g_variant_get_string (uri, NULL));

  if (file == NULL)
    return;
  trs_submit_files_remove (self->files, file);
  gtk_widget_grab_focus (g_list_model_get_n_items (get_files (self)) == 0 ? self->choose_files : self->add_files);
}

static void
set_again (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsFilesDialog *self = TRS_FILES_DIALOG (widget);
  TrsSubmitFile *file;
  const char *uri;
  gboolean again;

  g_variant_get (parameter, "(&sb)", &uri, &again);
  file = find_file (self, uri);
  if (file == NULL || trs_submit_file_get_again (file) == again)
    return;
  trs_submit_file_set_again (file, again);
  update (self);
}

static void
set_track (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsFilesDialog *self = TRS_FILES_DIALOG (widget);
  TrsSubmitFile *file;
  const char *uri;
  guint track;

  g_variant_get (parameter, "(&su)", &uri, &track);
  file = find_file (self, uri);
  if (file == NULL)
    return;
  trs_submit_file_set_track (file, track);
  update (self);
}

static void
open_file (GtkWidget  *widget,
           const char *action_name,
           GVariant   *uri)
{
  TrsFilesDialog *self = TRS_FILES_DIALOG (widget);
  G_GNUC_UNUSED g_autoptr (TrsFilesDialog) alive = g_object_ref (self);
  TrsSubmitFile *file = find_file (self, g_variant_get_string (uri, NULL));
  TrsProject *known = file != NULL ? trs_submit_file_get_project (file) : NULL;
  g_autoptr (TrsProject) project = known != NULL ? g_object_ref (known) : NULL;

  if (project == NULL)
    return;
  gtk_window_close (GTK_WINDOW (self));
  g_signal_emit (self, signals[OPEN_PROJECT], 0, project);
}

static gboolean
trs_files_dialog_close_request (GtkWindow *window)
{
  trs_submit_files_stop (TRS_FILES_DIALOG (window)->files);

  return GTK_WINDOW_CLASS (trs_files_dialog_parent_class)->close_request (window);
}

static void
trs_files_dialog_dispose (GObject *object)
{
  TrsFilesDialog *self = TRS_FILES_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->files != NULL)
    trs_submit_files_stop (self->files);
  g_clear_object (&self->files);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (trs_files_dialog_parent_class)->dispose (object);
}

static void
trs_files_dialog_class_init (TrsFilesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_files_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = trs_files_dialog_close_request;

  signals[OPEN_PROJECT] = g_signal_new ("open-project", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, TRS_TYPE_PROJECT);

  g_type_ensure (TRS_TYPE_LANGUAGE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-files-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, cancel);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, transcribe);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, rows);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, choose_files);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, add_files);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, english);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, language);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, ready);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, account);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, honesty);
  gtk_widget_class_bind_template_child (widget_class, TrsFilesDialog, keeps_sound);
  gtk_widget_class_bind_template_callback (widget_class, trs_has_text);
  gtk_widget_class_bind_template_callback (widget_class, trs_dialog_is_wide);
  gtk_widget_class_install_action (widget_class, "files.transcribe", NULL, transcribe);
  gtk_widget_class_install_action (widget_class, "files.choose", NULL, choose_files);
  gtk_widget_class_install_action (widget_class, "files.choose-folder", NULL, choose_folder);
  gtk_widget_class_install_action (widget_class, "files.remove", "s", remove_file);
  gtk_widget_class_install_action (widget_class, "files.again", "(sb)", set_again);
  gtk_widget_class_install_action (widget_class, "files.track", "(su)", set_track);
  gtk_widget_class_install_action (widget_class, "files.open", "s", open_file);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
trs_files_dialog_init (TrsFilesDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_set_focus (GTK_WINDOW (self), self->choose_files);
  trs_dialog_size_follow (GTK_WINDOW (self), trs_dialog_lay_out);
  trs_dialog_set_help (GTK_WINDOW (self), "this-computer");
}

/**
 * trs_files_dialog_new:
 * @session: a session for which files can be transcribed on this computer
 * @settings: the settings of the program
 *
 * Returns: (transfer none): the dialog, which GTK owns until it is destroyed
 */
TrsFilesDialog *
trs_files_dialog_new (TrsSession *session,
                      GSettings  *settings)
{
  TrsFilesDialog *self = g_object_new (TRS_TYPE_FILES_DIALOG, NULL);
  g_auto (GStrv) recent = g_settings_get_strv (settings, "recent-languages");

  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  self->files = trs_submit_files_new (session);
  gtk_list_box_bind_model (self->rows, get_files (self), trs_file_row_new, NULL, NULL);
  g_signal_connect_object (self->files, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_settings_bind (settings, "local-keep-sound", self->keeps_sound, "visible", G_SETTINGS_BIND_GET);
  g_signal_connect_object (settings, "changed::local-recognizer", G_CALLBACK (update_recognizer), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (update_account), self, G_CONNECT_SWAPPED);
  trs_language_row_set_settings (self->language, settings);
  trs_language_row_set_language (self->language, recent[0]);
  update_recognizer (self);
  update_account (self);
  update (self);
  return self;
}

/**
 * trs_files_dialog_add:
 * @self: the dialog
 * @files: (element-type GFile): files and folders
 * @again: 0, or the sound track that is to be transcribed even if it was transcribed before
 *
 * Adds what was dropped or chosen to the list.
 */
void
trs_files_dialog_add (TrsFilesDialog *self,
                      GListModel     *files,
                      guint           again)
{
  if (!self->busy)
    trs_submit_files_add (self->files, files, again);
}
