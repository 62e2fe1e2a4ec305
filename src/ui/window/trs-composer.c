/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-composer.h"

#include "trs-files-dialog.h"
#include "trs-i18n.h"
#include "trs-submit-dialog.h"
#include "trs-video-ref.h"
#include "trs-widget-utils.h"

struct _TrsComposer
{
  GObject parent_instance;

  GtkApplicationWindow *window; /* weak: the window owns this object, and its action map the actions */
  TrsToastQueue *toasts;
  TrsSession *session;
  GSettings *settings;

  TrsSubmitDialog *submit_dialog; /* weak pointer */
  TrsFilesDialog *files_dialog;   /* weak pointer */
  char *waiting_lines;            /* (nullable): links to submit once there is an account */
};

enum
{
  OPEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsComposer, trs_composer, G_TYPE_OBJECT)

/* Links and files that are dropped or pasted */

static char *
value_to_text (const GValue *value)
{
  GString *text;

  if (G_VALUE_HOLDS_STRING (value))
    return g_value_dup_string (value);
  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return NULL;

  text = g_string_new (NULL);
  for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
    {
      g_autofree char *uri = g_file_get_uri (l->data);

      g_string_append_printf (text, "%s\n", uri);
    }
  return g_string_free (text, FALSE);
}

static gboolean
compose_links (TrsComposer *self,
               const char  *text)
{
  g_autofree char *lines = trs_pasted_links_find (text);

  if (lines != NULL)
    trs_composer_compose (self, lines);
  return lines != NULL;
}

/* Text that names files, as a terminal shows them. A path that leads nowhere stays what was pasted. */
static void
add_paths (GListStore *files,
           const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);
      g_autofree char *path = NULL;
      g_autoptr (GFile) file = NULL;

      if (g_str_has_prefix (line, "file:"))
        path = g_filename_from_uri (line, NULL, NULL);
      else if (g_str_has_prefix (line, "~/"))
        path = g_build_filename (g_get_home_dir (), line + 2, NULL);
      else if (*line == '/')
        path = g_strdup (line);
      if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      file = g_file_new_for_path (path);
      g_list_store_append (files, file);
    }
}

static GListModel *
value_to_files (const GValue *value)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
      g_list_store_append (files, l->data);
  else if (G_VALUE_HOLDS_STRING (value) && g_value_get_string (value) != NULL)
    add_paths (files, g_value_get_string (value));
  return G_LIST_MODEL (g_steal_pointer (&files));
}

static gboolean
drop_cb (TrsComposer  *self,
         const GValue *value)
{
  g_autoptr (GListModel) files = value_to_files (value);
  g_autofree char *text = value_to_text (value);

  return trs_composer_take_files (self, files) || compose_links (self, text);
}

/* Whatever is dropped there is listed, with what is wrong with it. */
static gboolean
drop_files_cb (TrsComposer  *self,
               const GValue *value)
{
  g_autoptr (GListModel) files = value_to_files (value);

  trs_composer_transcribe_files (self, files, 0);
  return TRUE;
}

/* Whoever pastes gets an answer, also where there is nothing to transcribe. */
static void
take_pasted (TrsComposer  *self,
             const GValue *value)
{
  if (self->window == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self->window)) ||
      (value != NULL && drop_cb (self, value)))
    return;

  trs_toast_queue_add (self->toasts, _("There is no video link to paste"), NULL, NULL, NULL);
}

static void
text_pasted_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (TrsComposer) self = user_data;
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  g_value_take_string (&value, gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL));
  take_pasted (self, &value);
}

static void
files_pasted_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsComposer) self = user_data;

  take_pasted (self, gdk_clipboard_read_value_finish (GDK_CLIPBOARD (source), result, NULL));
}

static gboolean
holds_files (GdkClipboard *clipboard)
{
  g_autoptr (GdkContentFormats) formats =
      gdk_content_formats_union_deserialize_gtypes (gdk_content_formats_ref (gdk_clipboard_get_formats (clipboard)));

  return gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST);
}

static gboolean
paste_cb (GtkWidget *widget,
          GVariant  *args,
          gpointer   user_data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  GdkClipboard *clipboard = gtk_widget_get_clipboard (widget);

  if (GTK_IS_TEXT (focus) || (GTK_IS_TEXT_VIEW (focus) && gtk_text_view_get_editable (GTK_TEXT_VIEW (focus))))
    return GDK_EVENT_PROPAGATE;

  /* Files that were copied can be had as text, too, as when they are dragged. */
  if (holds_files (clipboard))
    gdk_clipboard_read_value_async (clipboard, GDK_TYPE_FILE_LIST, G_PRIORITY_DEFAULT, NULL, files_pasted_cb,
                                    g_object_ref (user_data));
  else
    gdk_clipboard_read_text_async (clipboard, NULL, text_pasted_cb, g_object_ref (user_data));
  return GDK_EVENT_STOP;
}

/* A drag that started in the window is not for itself, even if its text contains a link. */
static gboolean
accept_cb (GtkDropTarget *target,
           GdkDrop       *drop)
{
  return gdk_drop_get_drag (drop) == NULL &&
         gdk_content_formats_match (gtk_drop_target_get_formats (target), gdk_drop_get_formats (drop));
}

/* Files that are dropped on the dialog for them. */
static void
take_files (GtkWidget   *widget,
            TrsComposer *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY | GDK_ACTION_LINK);

  g_signal_connect (target, "accept", G_CALLBACK (accept_cb), NULL);
  g_signal_connect_object (target, "drop", G_CALLBACK (drop_files_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}

/* Pastes into the window, also from a dialog that closes with it; not while a text field has the focus. */
static void
take_links (GtkWidget   *widget,
            TrsComposer *self)
{
  /* The first one that fits is taken, and files that are dragged can be had as text, too. */
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY | GDK_ACTION_LINK);
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcutAction *paste = gtk_callback_action_new (paste_cb, g_object_ref (self), g_object_unref);

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "accept", G_CALLBACK (accept_cb), NULL);
  g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>v"), paste));
  gtk_widget_add_controller (widget, keys);
}

/* The dialogs: one for links, one for files */

static void
open_cb (TrsComposer *self,
         TrsProject  *project)
{
  g_signal_emit (self, signals[OPEN], 0, project);
}

static TrsSubmitDialog *
ensure_submit_dialog (TrsComposer *self)
{
  if (self->submit_dialog != NULL)
    return self->submit_dialog;

  g_set_weak_pointer (&self->submit_dialog, trs_submit_dialog_new (self->session, self->settings));
  gtk_window_set_transient_for (GTK_WINDOW (self->submit_dialog), GTK_WINDOW (self->window));
  g_signal_connect_object (self->submit_dialog, "open-project", G_CALLBACK (open_cb), self, G_CONNECT_SWAPPED);
  take_links (GTK_WIDGET (self->submit_dialog), self);
  return self->submit_dialog;
}

static TrsFilesDialog *
ensure_files_dialog (TrsComposer *self)
{
  if (self->files_dialog != NULL)
    return self->files_dialog;

  g_set_weak_pointer (&self->files_dialog, trs_files_dialog_new (self->session, self->settings));
  gtk_window_set_transient_for (GTK_WINDOW (self->files_dialog), GTK_WINDOW (self->window));
  g_signal_connect_object (self->files_dialog, "open-project", G_CALLBACK (open_cb), self, G_CONNECT_SWAPPED);
  take_files (GTK_WIDGET (self->files_dialog), self);
  return self->files_dialog;
}

static void
transcribe_files (TrsComposer *self)
{
  if (trs_session_get_local (self->session) != NULL)
    trs_composer_transcribe_files (self, NULL, 0);
}

/* @video_id: the recording that is to be transcribed again, if it still lies where it did */
static void
transcribe_again (TrsComposer *self,
                  const char  *video_id)
{
  TrsLocalAccount *local = trs_session_get_local (self->session);
  TrsLocalIntake *intake = local != NULL ? trs_local_account_get_intake (local) : NULL;
  g_autofree char *path = intake != NULL ? trs_local_intake_dup_path (intake, video_id) : NULL;
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  if (file != NULL)
    g_list_store_append (files, file);
  trs_composer_transcribe_files (self, G_LIST_MODEL (files),
                                 path != NULL ? trs_local_intake_get_track (intake, video_id) : 1);
}

/* The parameter is the video and the language tag, empty to let the service detect the language. The dialog asks before
 * anything is submitted. */
static void
compose_resubmission (TrsComposer *self,
                      GVariant    *parameter)
{
  TrsSubmitDialog *dialog;
  const char *video_id, *language;

  g_variant_get (parameter, "(&s&s)", &video_id, &language);
  if (trs_account_get_local (trs_session_get_account (self->session)))
    {
      transcribe_again (self, video_id);
      return;
    }

  dialog = ensure_submit_dialog (self);
  trs_submit_dialog_fill (dialog, video_id, *language != '\0' ? language : NULL, TRUE);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* On This Computer has no use for links, so nothing may seem to come of them. */
static void
compose_files (TrsComposer *self,
               const char  *lines)
{
  if (lines == NULL)
    transcribe_files (self);
  else
    trs_toast_queue_add (self->toasts, _("On This Computer transcribes files. Links need another account."),
                         _("Accounts"), "win.accounts", NULL);
}

/* Before the update there was one draft for all accounts, in the settings. It becomes that of the account that is in
 * use first, unless that has no use for links. */

static void
draft_added_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  static const char *const keys[] = { "draft-lines", "draft-language", "draft-refused" };
  g_autoptr (TrsComposer) self = user_data;

  if (!trs_library_add_draft_finish (TRS_LIBRARY (source), result, NULL))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (self->settings, keys[i]);
}

static void
import_draft (TrsComposer *self)
{
  TrsLibrary *library = trs_session_get_library (self->session);
  g_autofree char *lines = g_settings_get_string (self->settings, "draft-lines");
  g_autofree char *language = g_settings_get_string (self->settings, "draft-language");
  g_autoptr (GVariant) refused = g_settings_get_value (self->settings, "draft-refused");
  g_autoptr (TrsDraft) draft = trs_draft_new (lines, language);
  GVariantIter iter;
  char *video_id, *reason;

  if (*lines == '\0' || trs_library_get_kept_account (library) == 0 ||
      trs_account_get_local (trs_session_get_account (self->session)))
    return;

  g_variant_iter_init (&iter, refused);
  while (g_variant_iter_next (&iter, "{ss}", &video_id, &reason))
    g_hash_table_insert (draft->refused, video_id, reason);
  trs_library_add_draft_async (library, trs_library_get_kept_account (library), draft, draft_added_cb,
                               g_object_ref (self));
}

/* The object */

static void
state_changed_cb (TrsComposer *self)
{
  g_autofree char *lines = NULL;

  if (trs_session_get_state (self->session) != TRS_SESSION_READY || self->waiting_lines == NULL)
    return;

  lines = g_steal_pointer (&self->waiting_lines);
  trs_composer_compose (self, lines);
}

static void
add_action (TrsComposer *self,
            const char  *name,
            const char  *parameter_type,
            GCallback    activate)
{
  g_autoptr (GSimpleAction) action =
      g_simple_action_new (name, parameter_type != NULL ? G_VARIANT_TYPE (parameter_type) : NULL);

  g_signal_connect_object (action, "activate", activate, self, G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (self->window), G_ACTION (action));
}

static void
trs_composer_dispose (GObject *object)
{
  TrsComposer *self = TRS_COMPOSER (object);

  g_clear_weak_pointer (&self->window);
  g_clear_weak_pointer (&self->submit_dialog);
  g_clear_weak_pointer (&self->files_dialog);
  g_clear_object (&self->toasts);

  G_OBJECT_CLASS (trs_composer_parent_class)->dispose (object);
}

static void
trs_composer_finalize (GObject *object)
{
  TrsComposer *self = TRS_COMPOSER (object);

  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_free (self->waiting_lines);

  G_OBJECT_CLASS (trs_composer_parent_class)->finalize (object);
}

static void
trs_composer_class_init (TrsComposerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_composer_dispose;
  object_class->finalize = trs_composer_finalize;

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_COMPOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                TRS_TYPE_PROJECT);
}

static void
trs_composer_init (TrsComposer *self)
{
}

/**
 * trs_composer_new:
 * @window: the window that owns this; the actions are added to its map
 * @session: the session
 * @settings: the settings of the program
 * @toasts: the toasts of @window
 *
 * Returns: (transfer full): a composer, which takes what is dropped on @window or pasted into it
 */
TrsComposer *
trs_composer_new (GtkApplicationWindow *window,
                  TrsSession           *session,
                  GSettings            *settings,
                  TrsToastQueue        *toasts)
{
  TrsComposer *self = g_object_new (TRS_TYPE_COMPOSER, NULL);

  g_set_weak_pointer (&self->window, window);
  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  self->toasts = g_object_ref (toasts);
  add_action (self, "new-transcription-for", "(ss)", G_CALLBACK (compose_resubmission));
  add_action (self, "transcribe-files", NULL, G_CALLBACK (transcribe_files));
  take_links (GTK_WIDGET (window), self);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_library (session), "notify::open", G_CALLBACK (import_draft), self,
                           G_CONNECT_SWAPPED);
  import_draft (self);
  return self;
}

/**
 * trs_composer_compose:
 * @self: a composer
 * @lines: (nullable): links or identifiers to begin with, one a line
 *
 * Opens the dialog for a new transcription. Before there is an account, the
 * lines wait until there is one.
 */
void
trs_composer_compose (TrsComposer *self,
                      const char  *lines)
{
  if (!trs_account_is_configured (trs_session_get_account (self->session)))
    {
      g_autofree char *earlier = self->waiting_lines;

      self->waiting_lines = g_strconcat (earlier != NULL ? earlier : "", lines, NULL);
      if (lines != NULL)
        trs_toast_queue_add (self->toasts, _("Connect first. The link is kept until then."), NULL, NULL, NULL);
      return;
    }

  if (trs_account_get_local (trs_session_get_account (self->session)))
    {
      compose_files (self, lines);
      return;
    }

  ensure_submit_dialog (self);
  if (lines != NULL)
    trs_submit_dialog_fill (self->submit_dialog, lines, NULL, FALSE);
  gtk_window_present (GTK_WINDOW (self->submit_dialog));
}

/**
 * trs_composer_transcribe_files:
 * @self: a composer of a session for which files can be transcribed on this computer
 * @files: (nullable) (element-type GFile): recordings and folders to begin with
 * @again: 0, or the sound track that is to be transcribed even if it was transcribed before
 *
 * Opens the dialog for recordings on this computer, whichever account is in use.
 */
void
trs_composer_transcribe_files (TrsComposer *self,
                               GListModel  *files,
                               guint        again)
{
  TrsFilesDialog *dialog = ensure_files_dialog (self);

  if (files != NULL)
    trs_files_dialog_add (dialog, files, again);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * trs_composer_take_files:
 * @self: a composer
 * @files: (element-type GFile): files that were dropped, named or opened
 *
 * Opens the dialog for recordings on this computer with them, if a recording or
 * a folder is among them. A text file of links stays what it is.
 *
 * Returns: whether it did
 */
gboolean
trs_composer_take_files (TrsComposer *self,
                         GListModel  *files)
{
  gboolean recordings = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);

      recordings |= path != NULL && (trs_local_intake_is_medium (path) || g_file_test (path, G_FILE_TEST_IS_DIR));
    }
  if (!recordings || trs_session_get_local (self->session) == NULL)
    return FALSE;
  trs_composer_transcribe_files (self, files, 0);
  return TRUE;
}
