/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-application.h"

#include "config.h"
#include "trs-about-compat.h"
#include "trs-background.h"
#include "trs-copy-text.h"
#include "trs-error-sink.h"
#include "trs-help-window.h"
#include "trs-i18n.h"
#include "trs-install-paths.h"
#include "trs-notification.h"
#include "trs-portal.h"
#include "trs-preferences.h"
#include "trs-project-strings.h"
#include "trs-text-provider.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"
#include "trs-widget-utils.h"
#include "trs-window.h"

#include <unistd.h>

#define NOTES_BEGIN "<description>"
#define NOTES_END "</description>"

struct _TrsApplication
{
  AdwApplication parent_instance;

  TrsMakeSession make_session;
  GSettings *settings;
  TrsSession *session;
  TrsWindow *window;
  GtkCssProvider *contrast_sheet;
  TrsBackground *background;
  TrsHelpWindow *help;
  gboolean starting;
  gboolean started;
  /* a place that is to be opened once the accounts are known; 0 for none */
  gint64 wanted_account;
  char *wanted_id;
  gint64 wanted_time;
  /* the project whose transcript is to be copied once the account is known, and what the clipboard is to get once the
   * window has the keyboard */
  char *copied_id;
  GdkContentProvider *content;
  /* projects with a notification */
  GPtrArray *notified;
};

G_DEFINE_FINAL_TYPE (TrsApplication, trs_application, ADW_TYPE_APPLICATION)

static const GOptionEntry options[] = {
  { "version", 'v', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
  { "new-transcription", 'n', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL,
    N_("Open the dialog for a new transcription"), NULL },
  /* What “transcripts open” asks for */
  { "open-project", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, NULL, NULL, NULL },
  { "at", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT64, NULL, NULL, NULL },
  { NULL },
};

static const struct
{
  const char *action;
  const char *accels[3];
} accels[] = {
  { "app.quit", { "<Control>q" } },
  { "app.new-transcription", { "<Control>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "app.help", { "F1" } },
  { "window.close", { "<Control>w" } },
  { "win.show-help-overlay", { "<Control>question" } },
  { "win.check-now", { "<Control>r", "F5" } },
  { "win.search", { "<Control>k", "<Control><Shift>f" } },
  { "win.fullscreen", { "F11" } },
  { "win.toggle-list", { "F9" } },
  { "win.back", { "<Alt>Left" } },
  { "win.next-project", { "<Alt>Down" } },
  { "win.previous-project", { "<Alt>Up" } },
};

static void open_wanted_place (TrsApplication *self);

static void
start_session_cb (GtkWidget *window)
{
  TrsApplication *self = TRS_APPLICATION (gtk_window_get_application (GTK_WINDOW (window)));

  if (self == NULL)
    return;
  trs_session_start (self->session);
  if (trs_session_get_local (self->session) != NULL)
    trs_local_runner_start (trs_local_account_get_runner (trs_session_get_local (self->session)));
  self->started = TRUE;
  open_wanted_place (self);
}

/* Start the session only after the first frame: the keyring and the network may block. */
static void
mapped_cb (TrsApplication *self)
{
  if (!self->starting)
    trs_after_frame (GTK_WIDGET (self->window), start_session_cb);
  self->starting = TRUE;
}

static void project_changed_cb (TrsApplication *self,
                                gboolean        unsaved,
                                TrsProject     *project);

/* Withdraws a notification, also one of an earlier run of the program. Without a bus, GLib has no notification
 * backend. */
static void
withdraw_notification (TrsApplication *self,
                       TrsProject     *project)
{
  if (g_application_get_dbus_connection (G_APPLICATION (self)) != NULL)
    g_application_withdraw_notification (G_APPLICATION (self), trs_project_get_id (project));
  g_signal_handlers_disconnect_by_func (project, project_changed_cb, self);
  g_ptr_array_remove_fast (self->notified, project);
}

static void
project_changed_cb (TrsApplication *self,
                    gboolean        unsaved,
                    TrsProject     *project)
{
  if (!trs_project_get_data (project)->unread)
    withdraw_notification (self, project);
}

/* The project was removed from this computer, or belongs to another account. */
static void
history_changed_cb (TrsApplication *self)
{
  for (guint i = self->notified->len; i > 0; i--)
    {
      TrsProject *project = g_ptr_array_index (self->notified, i - 1);

      if (trs_projects_peek (trs_session_get_projects (self->session), trs_project_get_id (project)) != project)
        withdraw_notification (self, project);
    }
}

/* There is one notification per project while it is unread: a later one with the same id replaces it. */
static void
send_notification (TrsApplication *self,
                   TrsProject     *project)
{
  gboolean failed = trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR;
  g_autoptr (GNotification) notification =
      g_notification_new (failed
                                 /* Translators: title of a notification. */
                                 ? _("Transcription Failed")
                                 /* Translators: title of a notification. */
                                 : _("Transcript Ready"));
  g_autofree char *title = trs_project_strings_title (project);
  const char *id = trs_project_get_id (project);
  gboolean hidden = g_settings_get_boolean (self->settings, "hide-notification-titles");

  /* The lock screen shows notifications to anyone. */
  if (hidden)
    g_notification_set_body (notification, failed ? _("A transcription failed") : _("A transcript is ready"));
  else
    g_notification_set_body (notification, title);
  g_notification_set_default_action_and_target (notification, "app.open-project", "s", id);
  g_notification_add_button_with_target (notification, _("Open"), "app.open-project", "s", id);
  if (!failed && !hidden)
    /* Translators: button of a notification: puts the transcript that is ready on the clipboard. */
    g_notification_add_button_with_target (notification, _("Copy Text"), "app.copy-text", "s", id);
  trs_notification_send (G_APPLICATION (self), id, notification);
  if (g_ptr_array_find (self->notified, project, NULL))
    return;

  g_ptr_array_add (self->notified, g_object_ref (project));
  g_signal_connect_object (project, "changed", G_CALLBACK (project_changed_cb), self, G_CONNECT_SWAPPED);
}

static void
ready_cb (TrsApplication *self,
          TrsProject     *project)
{
  g_autofree char *title = NULL;
  g_autofree char *words = NULL;

  if (self->window == NULL || !gtk_window_is_active (GTK_WINDOW (self->window)))
    {
      send_notification (self, project);
      return;
    }

  title = trs_project_strings_title (project);
  words = g_strdup_printf (trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR
                             /* Translators: %s is the title of a video whose transcription failed. */
                             ? _("Failed: %s")
                             /* Translators: %s is the title of a video whose transcript can be read now. */
                             : _("Ready: %s"), title);
  /* What is on the screen is seen there, but not heard. */
  if (trs_window_get_project (self->window) == project)
    {
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.announce", "s", words);
      return;
    }

  trs_window_toast (self->window, words, _("Open"), "app.open-project",
                    g_variant_new_string (trs_project_get_id (project)));
}

/* A clipboard of Wayland takes nothing from a program without the keyboard. */
static void
offer_content (TrsApplication *self)
{
  GtkWidget *window = GTK_WIDGET (self->window);

  if (self->content == NULL || self->window == NULL)
    return;
  if (!gtk_window_is_active (GTK_WINDOW (window)) &&
      g_str_equal (G_OBJECT_TYPE_NAME (gtk_widget_get_display (window)), "GdkWaylandDisplay"))
    return;

  gdk_clipboard_set_content (gtk_widget_get_clipboard (window), self->content);
  g_clear_object (&self->content);
  trs_window_toast (self->window, _("Transcript copied"), NULL, NULL, NULL);
}

/* A project on the screen needs no notification, nor one that finished there while the user was away. */
static void
looked_at_cb (TrsApplication *self)
{
  TrsProject *project = trs_window_get_project (self->window);

  offer_content (self);
  if (project != NULL && gtk_window_is_active (GTK_WINDOW (self->window)))
    withdraw_notification (self, project);
}

static void
present_window (TrsApplication *self)
{
  if (self->window == NULL)
    {
      g_set_weak_pointer (&self->window, trs_window_new (GTK_APPLICATION (self), self->session, self->settings));
      g_signal_connect_object (self->window, "map", G_CALLBACK (mapped_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->window, "notify::project", G_CALLBACK (looked_at_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->window, "notify::is-active", G_CALLBACK (looked_at_cb), self, G_CONNECT_SWAPPED);
    }
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
compose_transcription (TrsApplication *self,
                       const char     *lines)
{
  present_window (self);
  trs_composer_compose (trs_window_get_composer (self->window), lines);
}

static void
text_loaded_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (TrsApplication) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkContentProvider) content = trs_copy_text_load_finish (result, &error);

  /* What is on the clipboard comes from this program, which needs a window to stay. */
  if (self->window == NULL || content == NULL ||
      g_str_equal (G_OBJECT_TYPE_NAME (gdk_display_get_default ()), "GdkWaylandDisplay"))
    present_window (self);
  g_set_object (&self->content, content);
  if (content != NULL)
    offer_content (self);
  else
    trs_error_sink_throw (GTK_WIDGET (self->window), error, _("Copying the transcript"));
  g_application_release (G_APPLICATION (self));
}

static void
copy_wanted_text (TrsApplication *self)
{
  g_autofree char *id = NULL;

  if (self->copied_id == NULL || trs_session_get_state (self->session) == TRS_SESSION_STARTING)
    return;

  id = g_steal_pointer (&self->copied_id);
  g_application_hold (G_APPLICATION (self));
  trs_copy_text_load_async (self->session, self->settings, id, NULL, text_loaded_cb, g_object_ref (self));
}

/* A button of a notification. If the program has ended since, the session starts with the window. */
static void
copy_text_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  TrsApplication *self = user_data;

  g_free (self->copied_id);
  self->copied_id = g_variant_dup_string (parameter, NULL);
  if (!self->starting)
    present_window (self);
  copy_wanted_text (self);
}

static void
new_transcription_cb (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  compose_transcription (user_data, NULL);
}

static void
open_project_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  TrsApplication *self = user_data;
  const char *id = g_variant_get_string (parameter, NULL);

  /* If the program is not running, the window opens the project once the history is loaded. */
  g_settings_set_string (self->settings, "last-project", id);
  present_window (self);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-project", "s", id);
}

/* @time: a moment of its video, in milliseconds */
static void
open_project_at (TrsApplication *self,
                 const char     *id,
                 gint64          time)
{
  g_settings_set_string (self->settings, "last-project", id);
  present_window (self);
  trs_window_open_at (self->window, id, time);
}

static void
accounts_known_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsApplication) self = user_data;
  TrsAccountList *accounts = TRS_ACCOUNT_LIST (source);
  gint64 wanted = self->wanted_account;
  g_autofree char *id = NULL;

  trs_account_list_refresh_finish (accounts, result, NULL);
  if (wanted == 0 || self->window == NULL)
    return;

  id = g_steal_pointer (&self->wanted_id);
  self->wanted_account = 0;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (accounts)); i++)
    {
      const TrsKnownAccount *account = trs_account_list_get_account (accounts, i);

      if (account->id != wanted)
        continue;
      trs_session_switch_account (self->session, account);
      if (self->wanted_time >= 0)
        open_project_at (self, id, self->wanted_time);
      else
        g_action_group_activate_action (G_ACTION_GROUP (self), "open-project", g_variant_new_string (id));
      return;
    }
}

/* The place may be in another account than the one in use, which the session opens first. */
static void
open_wanted_place (TrsApplication *self)
{
  if (self->started && self->wanted_account != 0)
    trs_account_list_refresh_async (trs_session_get_accounts (self->session), accounts_known_cb, g_object_ref (self));
}

/* A result of the search of the desktop: account, project and milliseconds, -1 for no moment. */
static void
open_place_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  TrsApplication *self = user_data;

  g_free (self->wanted_id);
  g_variant_get (parameter, "(xsx)", &self->wanted_account, &self->wanted_id, &self->wanted_time);
  present_window (self);
  open_wanted_place (self);
}

static void
search_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  TrsApplication *self = user_data;

  present_window (self);
  trs_window_search (self->window, g_variant_get_string (parameter, NULL));
}

static void
preferences_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  TrsApplication *self = user_data;

  present_window (self);
  trs_dialog_present (GTK_WINDOW (self->window), trs_preferences_new (self->session, self->settings));
}

/* There is one window with the help, which stays while the user tries what it says. */
static void
show_help (TrsApplication *self,
           const char     *place)
{
  gboolean shown = self->help != NULL;

  if (!shown)
    {
      present_window (self);
      g_set_weak_pointer (&self->help, trs_help_window_new ());
    }
  trs_help_window_open (self->help, place);
  if (shown)
    gtk_window_present (GTK_WINDOW (self->help));
  else
    trs_dialog_present (GTK_WINDOW (self->window), self->help);
}

static void
help_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  show_help (user_data, "index");
}

static void
help_page_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  show_help (user_data, g_variant_get_string (parameter, NULL));
}

static char *
dup_debug_info (GtkWidget  *parent,
                TrsSession *session)
{
  g_autofree char *facts = trs_session_dup_facts (session);
  GtkNative *native = gtk_widget_get_native (parent);

  return g_strdup_printf ("Transcripts: %s\n"
                          "GTK: %u.%u.%u\n"
                          "libadwaita: %u.%u.%u\n"
                          "Display: %s\n"
                          "Renderer: %s\n"
                          "Sandbox: %s\n"
                          "%s",
                          TRS_VERSION, gtk_get_major_version (), gtk_get_minor_version (), gtk_get_micro_version (),
                          adw_get_major_version (), adw_get_minor_version (), adw_get_micro_version (),
                          G_OBJECT_TYPE_NAME (gtk_widget_get_display (parent)),
                          G_OBJECT_TYPE_NAME (gtk_native_get_renderer (native)),
                          g_file_test (TRS_SANDBOX_MARK, G_FILE_TEST_EXISTS) ? "Flatpak" : "none", facts);
}

/* Returns: the release notes of the newest release in the AppStream metainfo */
static char *
dup_release_notes (void)
{
  g_autoptr (GBytes) metainfo = g_resources_lookup_data (TRS_RESOURCE_BASE "/metainfo.xml", 0, NULL);
  g_autofree char *text = NULL;
  const char *begin, *end;

  g_return_val_if_fail (metainfo != NULL, NULL);
  text = g_strndup (g_bytes_get_data (metainfo, NULL), g_bytes_get_size (metainfo));
  begin = strstr (text, "<release ");
  begin = begin != NULL ? strstr (begin, NOTES_BEGIN) : NULL;
  end = begin != NULL ? strstr (begin, NOTES_END) : NULL;
  g_return_val_if_fail (end != NULL, NULL);

  return g_strndup (begin + strlen (NOTES_BEGIN), end - begin - strlen (NOTES_BEGIN));
}

static void
about_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  TrsApplication *self = user_data;
  g_autofree char *release_notes = dup_release_notes ();
  g_autofree char *debug_info = NULL;

  present_window (self);
  debug_info = dup_debug_info (GTK_WIDGET (self->window), self->session);
  trs_dialog_present (GTK_WINDOW (self->window), trs_about_compat_new (release_notes, debug_info));
}

static void
quit_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  TrsApplication *self = user_data;

  /* The window may have something to say before that. */
  if (self->window != NULL)
    trs_window_quit (self->window);
  else
    g_application_quit (G_APPLICATION (self));
}

static const GActionEntry actions[] = {
  { .name = "new-transcription", .activate = new_transcription_cb },
  { .name = "open-project", .activate = open_project_cb, .parameter_type = "s" },
  { .name = "copy-text", .activate = copy_text_cb, .parameter_type = "s" },
  { .name = "open-place", .activate = open_place_cb, .parameter_type = "(xsx)" },
  { .name = "search", .activate = search_cb, .parameter_type = "s" },
  { .name = "preferences", .activate = preferences_cb },
  { .name = "help", .activate = help_cb },
  { .name = "help-page", .activate = help_page_cb, .parameter_type = "s" },
  { .name = "about", .activate = about_cb },
  { .name = "quit", .activate = quit_cb },
};

/* The exit status that the man page names. */
#define NO_DISPLAY 2

/* GTK would end the program with a line for programmers. The shell knows what can be done without a display, and says
 * so where it sees none. The bus that wanted a service is not interested. */
static void
leave_without_display (gboolean service)
{
  g_autofree char *path = trs_install_paths_shell ();
  char *const arguments[] = { (char *) TRS_PROGRAM_NAME, NULL };

  g_unsetenv ("WAYLAND_DISPLAY");
  g_unsetenv ("WAYLAND_SOCKET");
  g_unsetenv ("DISPLAY");
  g_unsetenv ("BROADWAY_DISPLAY");
  if (!service)
    execv (path, arguments);
  g_printerr ("transcripts: %s\n", _("The window can’t be opened without a display"));
  exit (NO_DISPLAY);
}

/* Of the sheets of a program for high contrast, libadwaita takes one by its name up to 1.9, and warns of it later. */
static void
contrast_changed_cb (AdwStyleManager *style,
                     GParamSpec      *pspec,
                     GtkCssProvider  *sheet)
{
  GdkDisplay *display = adw_style_manager_get_display (style);

  if (adw_style_manager_get_high_contrast (style))
    gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (sheet),
                                                GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  else
    gtk_style_context_remove_provider_for_display (display, GTK_STYLE_PROVIDER (sheet));
}

static void
follow_contrast (TrsApplication *self)
{
  AdwStyleManager *style = adw_style_manager_get_for_display (gdk_display_get_default ());

  self->contrast_sheet = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (self->contrast_sheet, TRS_RESOURCE_BASE "/high-contrast.css");
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (contrast_changed_cb), self->contrast_sheet, 0);
  contrast_changed_cb (style, NULL, self->contrast_sheet);
}

static void
trs_application_startup (GApplication *application)
{
  TrsApplication *self = TRS_APPLICATION (application);
  g_autoptr (GSettings) saved = NULL;

  if (!gtk_init_check ())
    leave_without_display ((g_application_get_flags (application) & G_APPLICATION_IS_SERVICE) != 0);
  G_APPLICATION_CLASS (trs_application_parent_class)->startup (application);
  follow_contrast (self);
  /* GTK loads the icon theme on a thread, but discards it when the application adds its resource path, and the first
   * icon would wait for a reload. Notifying the setting reloads it on a thread while the window is created. */
  g_object_notify (G_OBJECT (gtk_settings_get_default ()), "gtk-icon-theme-name");

  saved = g_settings_new (TRS_APPLICATION_ID);
  self->settings = trs_held_settings_new (saved);
  self->session = self->make_session (self->settings);
  g_signal_connect_object (trs_session_get_poller (self->session), "finished", G_CALLBACK (ready_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (self->session), "changed", G_CALLBACK (history_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_projects (self->session), "removed", G_CALLBACK (history_changed_cb), self,
                           G_CONNECT_SWAPPED);

  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (copy_wanted_text), self, G_CONNECT_SWAPPED);
  self->background = trs_background_new (GTK_APPLICATION (self), self->session, self->settings,
                                         g_file_test (TRS_SANDBOX_MARK, G_FILE_TEST_EXISTS));

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (gsize i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action, accels[i].accels);
}

/* The first use of the bus, so that no portal has been called yet. */
static gboolean
trs_application_dbus_register (GApplication     *application,
                               GDBusConnection  *connection,
                               const char       *object_path,
                               GError          **error)
{
  if (!g_file_test (TRS_SANDBOX_MARK, G_FILE_TEST_EXISTS))
    trs_portal_register (connection, g_application_get_application_id (application));
  return G_APPLICATION_CLASS (trs_application_parent_class)->dbus_register (application, connection, object_path,
                                                                             error);
}

static void
trs_application_activate (GApplication *application)
{
  present_window (TRS_APPLICATION (application));
}

/* Whatever still holds it, as a request under way does, a closed window can do nothing any more. */
static void
trs_application_window_removed (GtkApplication *application,
                                GtkWindow      *window)
{
  TrsApplication *self = TRS_APPLICATION (application);

  if (GTK_WIDGET (window) == GTK_WIDGET (self->window))
    g_clear_weak_pointer (&self->window);

  GTK_APPLICATION_CLASS (trs_application_parent_class)->window_removed (application, window);
}

static void
trs_application_open (GApplication  *application,
                      GFile        **files,
                      int            n_files,
                      const char    *hint)
{
  TrsApplication *self = TRS_APPLICATION (application);
  g_autoptr (GListStore) list = g_list_store_new (G_TYPE_FILE);
  g_autoptr (GString) lines = g_string_new (NULL);

  for (int i = 0; i < n_files; i++)
    {
      g_autofree char *uri = g_file_get_uri (files[i]);

      g_list_store_append (list, files[i]);
      g_string_append_printf (lines, "%s\n", uri);
    }
  present_window (self);
  if (!trs_composer_take_files (trs_window_get_composer (self->window), G_LIST_MODEL (list)))
    trs_composer_compose (trs_window_get_composer (self->window), lines->str);
}

/* A word that is a link or an ID is no file, as for “submit”.
 * Returns: (transfer full) (nullable): the files, if all words are some */
static GListModel *
dup_files (GApplicationCommandLine  *command_line,
           const char * const       *words)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autoptr (GFile) file = NULL;

      if (trs_video_ref_parse (words[i], NULL) != TRS_VIDEO_REF_NONE)
        return NULL;
      file = g_application_command_line_create_file_for_arg (command_line, words[i]);
      if (!g_file_is_native (file) || !g_file_query_exists (file, NULL))
        return NULL;
      g_list_store_append (files, file);
    }
  return words[0] != NULL ? G_LIST_MODEL (g_steal_pointer (&files)) : NULL;
}

/* Arguments are not files: a video identifier must be passed on as typed. */
static int
trs_application_command_line (GApplication            *application,
                              GApplicationCommandLine *command_line)
{
  TrsApplication *self = TRS_APPLICATION (application);
  GVariantDict *dict = g_application_command_line_get_options_dict (command_line);
  g_auto (GStrv) arguments = g_application_command_line_get_arguments (command_line, NULL);
  g_autofree char *joined = g_strjoinv ("\n", arguments + 1);
  g_autofree char *lines = g_strconcat (joined, "\n", NULL);
  g_autoptr (GListModel) files = dup_files (command_line, (const char * const *) arguments + 1);
  const char *id = NULL;
  gint64 time = 0;

  if (files != NULL)
    present_window (self);
  if (files != NULL && trs_composer_take_files (trs_window_get_composer (self->window), files))
    return 0;
  if (*joined != '\0')
    compose_transcription (self, lines);
  else if (g_variant_dict_lookup (dict, "open-project", "&s", &id) && g_variant_dict_lookup (dict, "at", "x", &time))
    open_project_at (self, id, time);
  else if (id != NULL)
    g_action_group_activate_action (G_ACTION_GROUP (self), "open-project", g_variant_new_string (id));
  else if (g_variant_dict_contains (dict, "new-transcription"))
    compose_transcription (self, NULL);
  else
    g_application_activate (application);

  return 0;
}

static int
trs_application_handle_local_options (GApplication *application,
                                      GVariantDict *dict)
{
  if (!g_variant_dict_contains (dict, "version"))
    return -1;

  g_print ("%s %s\n", g_get_prgname (), TRS_VERSION);
  return 0;
}

static void
trs_application_shutdown (GApplication *application)
{
  TrsApplication *self = TRS_APPLICATION (application);

  /* A question to the portal may still have a reference to it, which would hold the application, too. */
  if (self->background != NULL)
    g_object_run_dispose (G_OBJECT (self->background));
  g_clear_object (&self->background);
  if (self->window != NULL)
    gtk_window_destroy (GTK_WINDOW (self->window));
  if (self->session != NULL)
    trs_session_stop (self->session);
  trs_text_provider_remove_files ();

  G_APPLICATION_CLASS (trs_application_parent_class)->shutdown (application);
}

static void
trs_application_dispose (GObject *object)
{
  TrsApplication *self = TRS_APPLICATION (object);

  g_clear_weak_pointer (&self->window);
  g_clear_weak_pointer (&self->help);
  g_clear_pointer (&self->notified, g_ptr_array_unref);
  g_clear_pointer (&self->wanted_id, g_free);
  g_clear_pointer (&self->copied_id, g_free);
  g_clear_object (&self->content);
  g_clear_object (&self->contrast_sheet);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (trs_application_parent_class)->dispose (object);
}

static void
trs_application_class_init (TrsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  /* Shown by notification daemons and window managers instead of the name of the binary. */
  g_set_application_name (_("Transcripts"));

  G_OBJECT_CLASS (klass)->dispose = trs_application_dispose;
  application_class->dbus_register = trs_application_dbus_register;
  application_class->startup = trs_application_startup;
  application_class->activate = trs_application_activate;
  application_class->open = trs_application_open;
  application_class->command_line = trs_application_command_line;
  application_class->handle_local_options = trs_application_handle_local_options;
  application_class->shutdown = trs_application_shutdown;
  GTK_APPLICATION_CLASS (klass)->window_removed = trs_application_window_removed;
}

static void
trs_application_init (TrsApplication *self)
{
  self->notified = g_ptr_array_new_with_free_func (g_object_unref);
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  /* Translators: what stands for the arguments in the help of the program. */
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[LINK…]"));
  g_application_set_option_context_description (G_APPLICATION (self), _("Without a window: transcripts help"));
}

TrsApplication *
trs_application_new (TrsMakeSession make_session)
{
  TrsApplication *self = g_object_new (TRS_TYPE_APPLICATION,
                                       "application-id", TRS_APPLICATION_ID,
                                       "resource-base-path", TRS_RESOURCE_BASE,
                                       "flags", G_APPLICATION_HANDLES_COMMAND_LINE | G_APPLICATION_HANDLES_OPEN,
                                       NULL);

  self->make_session = make_session;
  return self;
}
