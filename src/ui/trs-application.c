/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-application.h"

#include "trs-about.h"
#include "trs-i18n.h"
#include "trs-notifier.h"
#include "trs-preferences.h"
#include "trs-project-strings.h"
#include "trs-widget-utils.h"
#include "trs-window.h"

/* Milliseconds for the first rows to be read and painted. */
#define FIRST_ROWS 60

struct _TrsApplication
{
  AdwApplication parent_instance;

  TrsMakeSession make_session;
  GSettings *settings;
  TrsSession *session;
  TrsNotifier *notifier;
  TrsWindow *window;
  guint start_id;
  gboolean started;
};

G_DEFINE_FINAL_TYPE (TrsApplication, trs_application, ADW_TYPE_APPLICATION)

static const GOptionEntry options[] = {
  { "version", 'v', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
  { "new-transcription", 'n', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL,
    N_("Open the dialog for a new transcription"), NULL },
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
  { "window.close", { "<Control>w" } },
  { "win.show-help-overlay", { "<Control>question" } },
  { "win.check-now", { "<Control>r", "F5" } },
  { "win.search", { "<Control>k", "<Control><Shift>f" } },
  { "win.toggle-list", { "F9" } },
  { "win.back", { "<Alt>Left" } },
  { "win.next-project", { "<Alt>Down" } },
  { "win.previous-project", { "<Alt>Up" } },
};

static gboolean
start_cb (gpointer user_data)
{
  TrsApplication *self = user_data;

  self->start_id = 0;
  trs_session_start (self->session);
  return G_SOURCE_REMOVE;
}

/* The history is shown before the keyring and the network are asked. */
static gboolean
prepare_cb (gpointer user_data)
{
  TrsApplication *self = user_data;

  if (!trs_session_prepare (self->session))
    return start_cb (self);

  self->start_id = g_timeout_add (FIRST_ROWS, start_cb, self);
  return G_SOURCE_REMOVE;
}

static void
prepare_soon (GtkWidget *window)
{
  TrsApplication *self = TRS_APPLICATION (gtk_window_get_application (GTK_WINDOW (window)));

  if (self != NULL)
    self->start_id = g_idle_add (prepare_cb, self);
}

/* Nothing that may block, such as the keyring or the network, comes before the first frame. */
static void
mapped_cb (TrsApplication *self)
{
  if (self->started)
    return;

  self->started = TRUE;
  trs_after_frame (GTK_WIDGET (self->window), prepare_soon);
}

static void
ready_cb (TrsApplication *self,
          TrsProject     *project)
{
  g_autofree char *title = NULL;
  g_autofree char *words = NULL;

  if (self->window == NULL || !gtk_window_is_active (GTK_WINDOW (self->window)))
    {
      trs_notifier_notify (self->notifier, project);
      return;
    }
  if (trs_window_get_project (self->window) == project)
    return;

  title = trs_project_strings_title (project);
  words = g_strdup_printf (trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR
                             /* Translators: %s is the title of a video whose transcription failed. */
                             ? _("Failed: %s")
                             /* Translators: %s is the title of a video whose transcript can be read now. */
                             : _("Ready: %s"), title);
  trs_window_toast (self->window, words, _("Open"), "app.open-project",
                    g_variant_new_string (trs_project_get_id (project)));
}

/* What is on the screen needs no notification; nor does what finished there while the user was elsewhere. */
static void
looked_at_cb (TrsApplication *self)
{
  TrsProject *project = trs_window_get_project (self->window);

  if (project != NULL && gtk_window_is_active (GTK_WINDOW (self->window)))
    trs_notifier_withdraw (self->notifier, project);
}

static TrsWindow *
ensure_window (TrsApplication *self)
{
  if (self->window == NULL)
    {
      g_set_weak_pointer (&self->window, trs_window_new (GTK_APPLICATION (self), self->session, self->settings));
      g_signal_connect_object (self->window, "map", G_CALLBACK (mapped_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->window, "notify::project", G_CALLBACK (looked_at_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->window, "notify::is-active", G_CALLBACK (looked_at_cb), self, G_CONNECT_SWAPPED);
    }
  return self->window;
}

static void
present (TrsApplication *self)
{
  gtk_window_present (GTK_WINDOW (ensure_window (self)));
}

static void
new_transcription_cb (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  present (user_data);
  trs_window_compose (TRS_APPLICATION (user_data)->window, NULL);
}

static void
open_project_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  TrsApplication *self = user_data;
  const char *id = g_variant_get_string (parameter, NULL);

  /* If the program was closed meanwhile, the window opens it as soon as the history is there. */
  g_settings_set_string (self->settings, "last-project", id);
  present (self);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-project", "s", id);
}

static void
preferences_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  TrsApplication *self = user_data;
  GtkWindow *dialog;

  present (self);
  dialog = GTK_WINDOW (trs_preferences_new (self->session, self->settings));
  gtk_window_set_transient_for (dialog, GTK_WINDOW (self->window));
  gtk_window_set_destroy_with_parent (dialog, TRUE);
  gtk_window_present (dialog);
}

static void
about_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  TrsApplication *self = user_data;

  present (self);
  trs_about_show (GTK_WINDOW (self->window), self->session);
}

static void
quit_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  g_application_quit (G_APPLICATION (user_data));
}

static const GActionEntry actions[] = {
  { .name = "new-transcription", .activate = new_transcription_cb },
  { .name = "open-project", .activate = open_project_cb, .parameter_type = "s" },
  { .name = "preferences", .activate = preferences_cb },
  { .name = "about", .activate = about_cb },
  { .name = "quit", .activate = quit_cb },
};

/* GTK loads the icon theme on a thread, but drops it when the application adds its resource path, and the first icon
 * would wait for it. A notification of the setting loads it on a thread again, while the window is made. */
static void
read_icon_themes (void)
{
  g_object_notify (G_OBJECT (gtk_settings_get_default ()), "gtk-icon-theme-name");
}

static void
trs_application_startup (GApplication *application)
{
  TrsApplication *self = TRS_APPLICATION (application);

  G_APPLICATION_CLASS (trs_application_parent_class)->startup (application);
  read_icon_themes ();

  self->settings = g_settings_new (TRS_APPLICATION_ID);
  self->session = self->make_session (self->settings);
  self->notifier = trs_notifier_new (application, trs_session_get_history (self->session));
  g_signal_connect_object (trs_session_get_poller (self->session), "finished", G_CALLBACK (ready_cb), self,
                           G_CONNECT_SWAPPED);

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (gsize i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action, accels[i].accels);
}

static void
trs_application_activate (GApplication *application)
{
  present (TRS_APPLICATION (application));
}

static void
compose (TrsApplication *self,
         const char     *lines)
{
  present (self);
  trs_window_compose (self->window, lines);
}

static void
trs_application_open (GApplication  *application,
                      GFile        **files,
                      int            n_files,
                      const char    *hint)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (int i = 0; i < n_files; i++)
    {
      g_autofree char *uri = g_file_get_uri (files[i]);

      g_string_append_printf (lines, "%s\n", uri);
    }
  compose (TRS_APPLICATION (application), lines->str);
}

/* The arguments come as they were typed: an identifier alone is not the name of a file. */
static int
trs_application_command_line (GApplication            *application,
                              GApplicationCommandLine *command_line)
{
  TrsApplication *self = TRS_APPLICATION (application);
  GVariantDict *dict = g_application_command_line_get_options_dict (command_line);
  g_auto (GStrv) arguments = g_application_command_line_get_arguments (command_line, NULL);
  g_autofree char *lines = g_strjoinv ("\n", arguments + 1);

  if (*lines != '\0')
    {
      g_autofree char *ended = g_strconcat (lines, "\n", NULL);

      compose (self, ended);
    }
  else if (g_variant_dict_contains (dict, "new-transcription"))
    compose (self, NULL);
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

  g_clear_handle_id (&self->start_id, g_source_remove);
  if (self->window != NULL)
    gtk_window_destroy (GTK_WINDOW (self->window));
  if (self->session != NULL)
    trs_session_stop (self->session);

  G_APPLICATION_CLASS (trs_application_parent_class)->shutdown (application);
}

static void
trs_application_dispose (GObject *object)
{
  TrsApplication *self = TRS_APPLICATION (object);

  g_clear_weak_pointer (&self->window);
  g_clear_object (&self->notifier);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (trs_application_parent_class)->dispose (object);
}

static void
trs_application_class_init (TrsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  /* Shown by notification daemons and in titles of the desktop, instead of the name of the binary. */
  g_set_application_name (_("Transcripts"));

  G_OBJECT_CLASS (klass)->dispose = trs_application_dispose;
  application_class->startup = trs_application_startup;
  application_class->activate = trs_application_activate;
  application_class->open = trs_application_open;
  application_class->command_line = trs_application_command_line;
  application_class->handle_local_options = trs_application_handle_local_options;
  application_class->shutdown = trs_application_shutdown;
}

static void
trs_application_init (TrsApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[LINK…]"));
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
