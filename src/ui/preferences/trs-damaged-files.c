/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-damaged-files.h"

#include "config.h"
#include "trs-damaged-file.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-message-dialog.h"
#include "trs-strings.h"
#include "trs-widget-utils.h"

struct _TrsDamagedFiles
{
  AdwPreferencesGroup parent_instance;

  TrsSession *session;
  GPtrArray *rows; /* rows, owned by the group */
};

G_DEFINE_FINAL_TYPE (TrsDamagedFiles, trs_damaged_files, ADW_TYPE_PREFERENCES_GROUP)

static void list_files (TrsDamagedFiles *self);

static void
deleted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsDamagedFiles) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_storage_delete_damaged_finish (TRS_STORAGE (source), result, &error) &&
      gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    /* Translators: what failed, as the title of an error. */
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Deleting a damaged file"));
  if (self->session != NULL)
    list_files (self);
}

/* User data of the question about a file */
typedef struct
{
  TrsDamagedFiles *group; /* unowned: a reference would keep the window alive when it is destroyed */
  char *path;
} Question;

static void
question_free (gpointer  data,
               GClosure *closure)
{
  Question *question = data;

  g_free (question->path);
  g_free (question);
}

static void
delete_answered_cb (TrsMessageDialog *dialog,
                    const char       *answer,
                    Question         *question)
{
  TrsDamagedFiles *self = question->group;

  if (self->session != NULL)
    trs_storage_delete_damaged_async (trs_session_get_storage (self->session), question->path, deleted_cb,
                                      g_object_ref (self));
}

/* Action of a row; its parameter is the path of the file. */
static void
delete_file (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsDamagedFiles *self = TRS_DAMAGED_FILES (widget);
  const char *path = g_variant_get_bytestring (parameter);
  g_autofree char *name = g_filename_display_basename (path);
  /* Translators: %s is the name of a file. */
  g_autofree char *body = g_strdup_printf (_("What could be read was saved when the file was found to be damaged. "
                                             "Notes and titles of yours that could not be read are only in it, and "
                                             "can’t be restored afterwards.\n\n%s"),
                                           name);
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  TrsMessageDialog *dialog = trs_message_dialog_new (window, _("Delete the Damaged File?"), body);
  Question *question = g_new (Question, 1);
  GClosure *closure = g_cclosure_new (G_CALLBACK (delete_answered_cb), question, question_free);

  question->group = self;
  question->path = g_strdup (path);
  g_object_watch_closure (G_OBJECT (self), closure);
  g_signal_connect_closure (dialog, "response", closure, FALSE);
  /* Translators: button in a question: deletes what was named in it. */
  trs_message_dialog_add_answer (dialog, "delete", _("_Delete"), "destructive-action");
  gtk_window_present (GTK_WINDOW (dialog));
}

static GtkWidget *
make_row (const TrsDamagedFile *file)
{
  g_autofree char *name = g_filename_display_basename (file->path);
  g_autofree char *size = g_format_size ((guint64) file->bytes);
  g_autofree char *date = trs_strings_date_time (file->written_at);
  /* Translators: the size of a file and when it was written last: "1.2 MB · 12 March 2026, 18:04". */
  g_autofree char *about = g_strdup_printf (C_("file", "%s · %s"), size, date);
  /* Translators: name of a button for those who do not see it: %s is the name of a file. */
  g_autofree char *label = g_strdup_printf (_("Delete %s…"), name);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title", name, "subtitle", about, NULL);
  /* Translators: button: asks whether a file is to be deleted. */
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Delete…"));

  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), g_variant_new_bytestring (file->path));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "damaged.delete");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_add_css_class (row, "num");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsDamagedFiles) self = user_data;
  g_autoptr (GPtrArray) files = trs_storage_list_damaged_finish (TRS_STORAGE (source), result, NULL);

  if (self->session == NULL)
    return;

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      GtkWidget *row = make_row (files->pdata[i]);

      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
      g_ptr_array_add (self->rows, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->rows->len > 0);
}

static void
list_files (TrsDamagedFiles *self)
{
  trs_storage_list_damaged_async (trs_session_get_storage (self->session), listed_cb, g_object_ref (self));
}

static void
trs_damaged_files_dispose (GObject *object)
{
  TrsDamagedFiles *self = TRS_DAMAGED_FILES (object);

  g_clear_object (&self->session);
  G_OBJECT_CLASS (trs_damaged_files_parent_class)->dispose (object);
}

static void
trs_damaged_files_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_DAMAGED_FILES (object)->rows);
  G_OBJECT_CLASS (trs_damaged_files_parent_class)->finalize (object);
}

static void
trs_damaged_files_class_init (TrsDamagedFilesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_damaged_files_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_damaged_files_finalize;

  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass), TRS_RESOURCE_BASE "/trs-damaged-files.ui");
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "damaged.delete", "ay", delete_file);
}

static void
trs_damaged_files_init (TrsDamagedFiles *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_damaged_files_set_session:
 * @self: a group
 * @session: the session; once
 *
 * Lists the files, and again when one more is moved aside.
 */
void
trs_damaged_files_set_session (TrsDamagedFiles *self,
                               TrsSession      *session)
{
  self->session = g_object_ref (session);
  g_signal_connect_object (trs_session_get_storage (session), "notify::moved-aside", G_CALLBACK (list_files), self,
                           G_CONNECT_SWAPPED);
  list_files (self);
}
