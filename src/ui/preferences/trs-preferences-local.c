/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-local.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-install-paths.h"
#include "trs-local-worker.h"
#include "trs-message-dialog.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"

#include <glib/gstdio.h>

#define RECOGNIZER "local-recognizer"
#define MODEL "local-model"
#define KEEP_SOUND "local-keep-sound"

/* What the clip of the program says, see data/spoken-clip. */
#define CLIP TRS_RESOURCE_BASE "/spoken-clip.opus"
#define CLIP_WORDS "I think that we have to do something."

/* Commands as their own documentation has them, which README and the manual of the service repeat. They are offered
 * where their program is installed; its weights are the user's, and nothing is downloaded. */
static const struct
{
  const char *name;
  const char *program;
  const char *command;
  gboolean model_folder; /* whether its model is a folder */
} presets[] = {
  { "whisper.cpp", "whisper-cli",
    "whisper-cli -m {model} -l {language} -f {input} -oj -of {outdir}/{stem} -pp" },
  { "whisper-ctranslate2", "whisper-ctranslate2",
    "whisper-ctranslate2 --model_directory {model} --local_files_only True --language {language} --output_format json "
    "--output_dir {outdir} {input}", TRUE },
  { "WhisperX", "whisperx",
    "whisperx --model {model} --model_cache_only True --language {language} --output_format json --output_dir {outdir} "
    "{input}", TRUE },
  { "vosk-transcriber", "vosk-transcriber",
    "vosk-transcriber --model {model} --input {input} --output-type srt --output {outdir}/{stem}.srt", TRUE },
};

struct _TrsPreferencesLocal
{
  AdwPreferencesPage parent_instance;

  TrsSession *session;
  GSettings *settings;
  GCancellable *cancellable;
  GArray *offered; /* what the rows of @recognizer are: indexes of presets, or BUILT_IN or OWN */
  gboolean filling;

  AdwPreferencesGroup *group;
  AdwComboRow *recognizer;
  AdwEntryRow *command;
  AdwEntryRow *model;
  AdwActionRow *trial;
  GtkWidget *clip;
  GtkWidget *try_recording;
  AdwActionRow *keep_sound_row;
  GtkSwitch *keep_sound;
  AdwActionRow *kept_sound;
  GtkWidget *clear_sound;
};

enum
{
  BUILT_IN = -1,
  OWN = -2,
};

G_DEFINE_FINAL_TYPE (TrsPreferencesLocal, trs_preferences_local, ADW_TYPE_PREFERENCES_PAGE)

static int
get_offered (TrsPreferencesLocal *self,
             guint                position)
{
  return position < self->offered->len ? g_array_index (self->offered, int, position) : BUILT_IN;
}

static guint
find_offered (TrsPreferencesLocal *self,
              int                  which)
{
  for (guint i = 0; i < self->offered->len; i++)
    if (get_offered (self, i) == which)
      return i;
  return 0;
}

/* A sandbox has no programs but its own, and nothing outside is started from it. */
static gboolean
is_sandboxed (void)
{
  return g_file_test (TRS_SANDBOX_MARK, G_FILE_TEST_EXISTS);
}

/* Returns: what a command is: one of those that are offered, or one of the user's own */
static int
recognise_command (TrsPreferencesLocal *self,
                   const char          *command)
{
  if (*command == '\0')
    return BUILT_IN;
  for (guint i = 0; i < self->offered->len; i++)
    if (get_offered (self, i) >= 0 && g_str_equal (presets[get_offered (self, i)].command, command))
      return get_offered (self, i);
  return OWN;
}

static void
show_rows (TrsPreferencesLocal *self)
{
  int which = get_offered (self, adw_combo_row_get_selected (self->recognizer));

  gtk_widget_set_visible (GTK_WIDGET (self->command), which == OWN);
  gtk_widget_set_visible (GTK_WIDGET (self->model), which != BUILT_IN);
}

/* @text: what the row shows, unless the user is typing there */
static void
fill_entry (AdwEntryRow *entry,
            const char  *text)
{
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text))
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
update (TrsPreferencesLocal *self)
{
  g_autofree char *command = g_settings_get_string (self->settings, RECOGNIZER);
  g_autofree char *model = g_settings_get_string (self->settings, MODEL);

  self->filling = TRUE;
  adw_combo_row_set_selected (self->recognizer, find_offered (self, recognise_command (self, command)));
  fill_entry (self->command, command);
  fill_entry (self->model, model);
  self->filling = FALSE;
  show_rows (self);
}

static void
on_recognizer (TrsPreferencesLocal *self)
{
  int which = get_offered (self, adw_combo_row_get_selected (self->recognizer));

  if (self->filling || self->settings == NULL)
    return;

  if (which == BUILT_IN)
    g_settings_set_string (self->settings, RECOGNIZER, "");
  else if (which >= 0)
    g_settings_set_string (self->settings, RECOGNIZER, presets[which].command);
  show_rows (self);
  if (which == OWN)
    gtk_widget_grab_focus (GTK_WIDGET (self->command));
}

static void
on_command (TrsPreferencesLocal *self)
{
  g_autofree char *command = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->command))));

  /* Not yet typed: what is in force stays, and the row stays open. */
  if (*command != '\0')
    g_settings_set_string (self->settings, RECOGNIZER, command);
}

static void
on_model (TrsPreferencesLocal *self)
{
  g_autofree char *model = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->model))));

  g_settings_set_string (self->settings, MODEL, model);
}

static void
model_chosen_cb (GFile    *file,
                 gpointer  user_data)
{
  g_autoptr (TrsPreferencesLocal) self = user_data;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL && self->session != NULL)
    g_settings_set_string (self->settings, MODEL, path);
}

/* Returns: whether the model is a folder: a command of the user's own has one of the kind that it has now */
static gboolean
is_model_folder (TrsPreferencesLocal *self)
{
  int which = get_offered (self, adw_combo_row_get_selected (self->recognizer));

  return which >= 0 ? presets[which].model_folder
                    : g_file_test (gtk_editable_get_text (GTK_EDITABLE (self->model)), G_FILE_TEST_IS_DIR);
}

static void
on_choose_model (TrsPreferencesLocal *self)
{
  trs_ui_compat_open_path (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), TRS_FILE_KIND_MODEL,
                           _("Choose a Model"), is_model_folder (self), self->cancellable, model_chosen_cb,
                           g_object_ref (self));
}

/* @words: no markup */
static void
show_trial (TrsPreferencesLocal *self,
            const char          *words)
{
  adw_action_row_set_subtitle (self->trial, words);
  gtk_widget_set_sensitive (self->try_recording, TRUE);
  gtk_widget_set_sensitive (self->clip, TRUE);
}

typedef struct
{
  TrsPreferencesLocal *self;
  char *clip; /* (nullable): a file that is removed after it */
} Trial;

static void
tried_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autofree Trial *trial = user_data;
  g_autoptr (TrsPreferencesLocal) self = trial->self;
  g_autofree char *clip = trial->clip;
  g_autoptr (GError) error = NULL;
  g_autofree char *heard = trs_local_worker_try_finish (result, &error);
  g_autofree char *line = heard != NULL ? trs_display_text_line (heard) : NULL;
  g_autofree char *words = NULL;

  if (clip != NULL)
    g_unlink (clip);
  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (error != NULL)
    words = trs_display_text_line (error->message);
  /* Without an error something was heard. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
  else if (*line == '\0')
    words = g_strdup (_("It works, but no words were recognised in the first three seconds."));
  else
    /* Translators: %s is what was recognised. */
    words = g_strdup_printf (_("It works: “%s”"), line);
  show_trial (self, words);
}

/* @clip: whether the file is removed after it */
static void
try_file (TrsPreferencesLocal *self,
          const char          *path,
          gboolean             clip)
{
  g_autofree char *command = g_settings_get_string (self->settings, RECOGNIZER);
  g_autofree char *model = g_settings_get_string (self->settings, MODEL);
  Trial *trial = g_new0 (Trial, 1);

  trial->self = g_object_ref (self);
  trial->clip = clip ? g_strdup (path) : NULL;
  adw_action_row_set_subtitle (self->trial, _("Recognising three seconds…"));
  gtk_widget_set_sensitive (self->try_recording, FALSE);
  gtk_widget_set_sensitive (self->clip, FALSE);
  trs_local_worker_try_async (trs_local_account_get_worker (trs_session_get_local (self->session)), command, model,
                              path, self->cancellable, tried_cb, trial);
}

static void
chosen_cb (GListModel *files,
           gpointer    user_data)
{
  g_autoptr (TrsPreferencesLocal) self = user_data;
  g_autoptr (GFile) file = files != NULL ? g_list_model_get_item (files, 0) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL && self->session != NULL)
    try_file (self, path, FALSE);
}

/* The worker reads files alone. */
static void
on_clip (TrsPreferencesLocal *self)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), TRS_PROGRAM_NAME, NULL);
  g_autofree char *path = g_build_filename (folder, "spoken-clip.opus", NULL);
  g_autoptr (GBytes) sound = g_resources_lookup_data (CLIP, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GError) error = NULL;
  gsize size;
  const char *data = g_bytes_get_data (sound, &size);

  g_mkdir_with_parents (folder, 0700);
  if (g_file_set_contents (path, data, (gssize) size, &error))
    try_file (self, path, TRUE);
  else
    show_trial (self, error->message);
}

static void
on_try_recording (TrsPreferencesLocal *self)
{
  trs_ui_compat_open_files (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), TRS_FILE_KIND_RECORDING,
                            _("Recording to Try"), FALSE, self->cancellable, chosen_cb, g_object_ref (self));
}

/* The sound that is kept */

static TrsLocalIntake *
get_intake (TrsPreferencesLocal *self)
{
  return trs_local_account_get_intake (trs_session_get_local (self->session));
}

static void
measured_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsPreferencesLocal) self = user_data;
  gint64 size = trs_local_intake_measure_sound_finish (TRS_LOCAL_INTAKE (source), result, NULL);
  g_autofree char *shown = NULL;

  if (self->session == NULL || size < 0)
    return;

  shown = g_format_size ((guint64) size);
  adw_action_row_set_subtitle (self->kept_sound, shown);
  gtk_widget_set_sensitive (self->clear_sound, size > 0);
}

static void
measure (TrsPreferencesLocal *self)
{
  trs_local_intake_measure_sound_async (get_intake (self), self->cancellable, measured_cb, g_object_ref (self));
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsPreferencesLocal) self = user_data;
  g_autoptr (GError) error = NULL;

  /* After an error it is not known whether it is possible, so nothing is said. */
  if (!trs_local_worker_check_sound_finish (result, &error) && error == NULL && self->session != NULL)
    adw_action_row_set_subtitle (self->keep_sound_row,
                                 _("Not possible: a part of GStreamer (opusenc) is not installed."));
}

static void
cleared_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsPreferencesLocal) self = user_data;
  g_autoptr (GError) error = NULL;

  if (trs_local_intake_clear_sound_finish (TRS_LOCAL_INTAKE (source), result, &error))
    {
      if (self->session != NULL)
        measure (self);
      return;
    }
  if (self->session != NULL)
    adw_action_row_set_subtitle (self->kept_sound, error->message);
}

static void
clear_confirmed_cb (TrsPreferencesLocal *self)
{
  if (self->session == NULL)
    return;

  gtk_widget_set_sensitive (self->clear_sound, FALSE);
  trs_local_intake_clear_sound_async (get_intake (self), cleared_cb, g_object_ref (self));
}

static void
on_clear_sound (TrsPreferencesLocal *self)
{
  TrsMessageDialog *dialog =
      trs_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Delete the Sound?"),
                              _("Your transcripts and recordings stay. Where a recording is gone, you can’t listen "
                                "to it any more."));

  trs_message_dialog_add_answer (dialog, "delete", _("_Delete"), "destructive-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (clear_confirmed_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
trs_preferences_local_map (GtkWidget *widget)
{
  TrsPreferencesLocal *self = TRS_PREFERENCES_LOCAL (widget);

  GTK_WIDGET_CLASS (trs_preferences_local_parent_class)->map (widget);

  /* Only who looks at the page makes anybody count. */
  if (self->session == NULL)
    return;
  measure (self);
  trs_local_worker_check_sound_async (trs_local_account_get_worker (trs_session_get_local (self->session)),
                                      self->cancellable, checked_cb, g_object_ref (self));
}

static void
offer (TrsPreferencesLocal *self,
       GtkStringList       *names,
       const char          *name,
       int                  which)
{
  gtk_string_list_append (names, name);
  g_array_append_val (self->offered, which);
}

static void
fill_recognizers (TrsPreferencesLocal *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  /* Translators: what recognises speech: a part of this program, which knows English. */
  offer (self, names, _("Built-in, English"), BUILT_IN);
  for (gsize i = 0; !is_sandboxed () && i < G_N_ELEMENTS (presets); i++)
    {
      g_autofree char *program = g_find_program_in_path (presets[i].program);

      if (program != NULL)
        offer (self, names, presets[i].name, (int) i);
    }
  if (!is_sandboxed ())
    /* Translators: what recognises speech: a command that the user types. */
    offer (self, names, _("Own command"), OWN);
  adw_combo_row_set_model (self->recognizer, G_LIST_MODEL (names));
}

static void
trs_preferences_local_unroot (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_PREFERENCES_LOCAL (widget)->cancellable);

  GTK_WIDGET_CLASS (trs_preferences_local_parent_class)->unroot (widget);
}

static void
trs_preferences_local_dispose (GObject *object)
{
  TrsPreferencesLocal *self = TRS_PREFERENCES_LOCAL (object);

  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (trs_preferences_local_parent_class)->dispose (object);
}

static void
trs_preferences_local_finalize (GObject *object)
{
  TrsPreferencesLocal *self = TRS_PREFERENCES_LOCAL (object);

  g_object_unref (self->cancellable);
  g_array_unref (self->offered);

  G_OBJECT_CLASS (trs_preferences_local_parent_class)->finalize (object);
}

static void
trs_preferences_local_class_init (TrsPreferencesLocalClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = trs_preferences_local_dispose;
  object_class->finalize = trs_preferences_local_finalize;
  widget_class->unroot = trs_preferences_local_unroot;
  widget_class->map = trs_preferences_local_map;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-local.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, group);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, recognizer);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, command);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, model);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, trial);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, try_recording);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, clip);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, keep_sound_row);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, keep_sound);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, kept_sound);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesLocal, clear_sound);
  gtk_widget_class_bind_template_callback (widget_class, on_recognizer);
  gtk_widget_class_bind_template_callback (widget_class, on_command);
  gtk_widget_class_bind_template_callback (widget_class, on_model);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_model);
  gtk_widget_class_bind_template_callback (widget_class, on_clip);
  gtk_widget_class_bind_template_callback (widget_class, on_try_recording);
  gtk_widget_class_bind_template_callback (widget_class, on_clear_sound);
}

static void
trs_preferences_local_init (TrsPreferencesLocal *self)
{
  self->cancellable = g_cancellable_new ();
  self->offered = g_array_new (FALSE, FALSE, sizeof (int));
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_preferences_local_set_session:
 * @self: a page without a session
 * @session: a session for which files can be transcribed on this computer
 * @settings: the settings of the program
 */
void
trs_preferences_local_set_session (TrsPreferencesLocal *self,
                                   TrsSession          *session,
                                   GSettings           *settings)
{
  g_autofree char *honesty = trs_strings_local_honesty ();
  /* Translators: %s is what the voice says, in English. */
  g_autofree char *said = g_strdup_printf (_("A computer voice says in English: “%s”"), CLIP_WORDS);

  fill_recognizers (self);
  gtk_widget_set_tooltip_text (self->clip, said);
  adw_preferences_group_set_description (self->group, honesty);
  if (is_sandboxed ())
    adw_action_row_set_subtitle (ADW_ACTION_ROW (self->recognizer),
                                 _("Other recognisers are programs outside of the sandbox, which can’t be used here."));
  else
    adw_action_row_set_subtitle (ADW_ACTION_ROW (self->recognizer),
                                 _("Other recognisers are commands with a model of your own."));
  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  g_signal_connect_object (settings, "changed::" RECOGNIZER, G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::" MODEL, G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_settings_bind (settings, KEEP_SOUND, self->keep_sound, "active", G_SETTINGS_BIND_DEFAULT);
  update (self);
}
