/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done to the account in use, in a window that has nothing else. */
#include "trs-account-actions.h"

#include "trs-accounts-dialog.h"
#include "trs-connect-form.h"
#include "trs-display-test.h"
#include "trs-download-queue.h"
#include "trs-error-sink.h"
#include "trs-error.h"
#include "trs-list-reader.h"
#include "trs-message-dialog.h"
#include "trs-session-rig.h"
#include "trs-spending-dialog.h"

#include <glib/gstdio.h>

/* A window that remembers what was thrown. */
#define SINK_TYPE_WINDOW (sink_window_get_type ())
G_DECLARE_FINAL_TYPE (SinkWindow, sink_window, SINK, WINDOW, AdwApplicationWindow)

struct _SinkWindow
{
  AdwApplicationWindow parent_instance;

  GError *error;
  char *doing;
  guint n_thrown;
};

static void sink_init (TrsErrorSinkInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SinkWindow, sink_window, ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_ERROR_SINK, sink_init))

static void
sink_window_finalize (GObject *object)
{
  SinkWindow *self = SINK_WINDOW (object);

  g_clear_error (&self->error);
  g_free (self->doing);

  G_OBJECT_CLASS (sink_window_parent_class)->finalize (object);
}

static void
sink_window_class_init (SinkWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sink_window_finalize;
}

static void
sink_window_init (SinkWindow *self)
{
}

static void
take (TrsErrorSink *sink,
      const GError *error,
      const char   *doing)
{
  SinkWindow *self = SINK_WINDOW (sink);

  g_clear_error (&self->error);
  self->error = g_error_copy (error);
  g_free (self->doing);
  self->doing = g_strdup (doing);
  self->n_thrown++;
}

static void
sink_init (TrsErrorSinkInterface *iface)
{
  iface->take = take;
}

typedef struct
{
  TrsSessionRig *rig;
  SinkWindow *window;
  GtkWidget *overlay;
  TrsReadingPane *pane;
  TrsToastQueue *toasts;
  TrsAccountActions *actions;
} Shown;

static void
show (Shown         *shown,
      TrsSessionRig *rig)
{
  shown->rig = rig;
  shown->window = g_object_new (SINK_TYPE_WINDOW, NULL);
  shown->overlay = adw_toast_overlay_new ();
  shown->pane = g_object_new (TRS_TYPE_READING_PANE, "session", rig->session, "settings", rig->settings, NULL);
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (shown->overlay), GTK_WIDGET (shown->pane));
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (shown->window), shown->overlay);
  shown->toasts = trs_toast_queue_new (ADW_TOAST_OVERLAY (shown->overlay));
  shown->actions = trs_account_actions_new (GTK_APPLICATION_WINDOW (shown->window), rig->session, rig->settings,
                                            shown->pane, shown->toasts);
  gtk_window_set_default_size (GTK_WINDOW (shown->window), 600, 500);
  trs_display_test_show (GTK_WINDOW (shown->window));
}

/* With the projects of a list, of which #1 is under way. */
static void
set_up (Shown         *shown,
        gconstpointer  user_data)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  show (shown, trs_session_rig_new_keeping ());
  trs_session_rig_list (shown->rig, entries);
  trs_session_rig_start (shown->rig);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (shown->rig->session)));
}

static void
close_window (Shown *shown)
{
  trs_toast_queue_clear (shown->toasts);
  trs_display_test_destroy (g_steal_pointer (&shown->window));
}

/* Nothing holds on to the actions once their window is gone. */
static void
tear_down (Shown         *shown,
           gconstpointer  user_data)
{
  if (shown->window != NULL)
    close_window (shown);
  trs_test_settle ();
  g_assert_finalize_object (shown->actions);
  g_object_unref (shown->toasts);
  trs_session_rig_free (shown->rig);
}

static gboolean
is_enabled (Shown      *shown,
            const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (shown->window), name);
}

static void
activate (Shown      *shown,
          const char *name)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->overlay), name, NULL));
}

static GtkWidget *
find_window (GType type)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *l = toplevels; l != NULL; l = l->next)
    if (G_TYPE_CHECK_INSTANCE_TYPE (l->data, type) && gtk_widget_get_visible (l->data))
      return l->data;
  return NULL;
}

static gboolean
says (Shown      *shown,
      const char *words)
{
  return trs_display_test_find_label (shown->overlay, words) != NULL;
}

static const struct
{
  const char *name;
  const char *enabled; /* in these states: no account, ready, key lost, locked */
} table[] = {
  { "try-again", ".r.." },  { "check-now", ".r.." },  { "download-all", ".r.." },  { "stop", "nrlk" },
  { "enter-key", ".rlk" },  { "unlock", "...k" },     { "got-it", "nrlk" },        { "accounts", "nrlk" },
  { "spending", ".rlk" },   { "keep-again", "nrlk" }, { "save-settings", "nrlk" }, { "store-details", "nrlk" },
};

static void
assert_enabled (Shown *shown,
                char   state)
{
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_test_message ("%s in %c", table[i].name, state);
      g_assert_cmpint (is_enabled (shown, table[i].name), ==, strchr (table[i].enabled, state) != NULL);
    }
}

static void
test_enabled (void)
{
  g_autoptr (GError) locked = g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_LOCKED, "Locked");
  TrsConnector *connector;
  Shown shown;

  show (&shown, trs_session_rig_new ());
  assert_enabled (&shown, 'n');
  trs_session_rig_connect (shown.rig, "[]");
  assert_enabled (&shown, 'r');
  connector = trs_session_get_connector (shown.rig->session);
  trs_connector_close (connector, TRS_CONNECTOR_LOST, NULL);
  assert_enabled (&shown, 'l');
  trs_connector_close (connector, TRS_CONNECTOR_LOCKED, locked);
  assert_enabled (&shown, 'k');
  tear_down (&shown, NULL);
}

static void
test_try_again (Shown         *shown,
                gconstpointer  user_data)
{
  guint n = trs_recording_transport_count (shown->rig->transport, "page=1");

  trs_manual_clock_advance (shown->rig->clock, 5000);
  trs_recording_transport_add_error_for (shown->rig->transport, "page=1",
                                         g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "Offline"));
  activate (shown, "win.try-again");
  trs_test_wait_until (shown->window->n_thrown == 1);
  g_assert_error (shown->window->error, TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_cmpstr (shown->window->doing, ==, "Reading the list");
  g_assert_cmpuint (trs_recording_transport_count (shown->rig->transport, "page=1"), ==, n + 1);
}

static TrsProject *
find_project (Shown    *shown,
              gboolean  finished)
{
  for (guint number = 1; number < 8; number++)
    {
      TrsProject *project = trs_session_rig_project (shown->rig, number);

      if (trs_project_state_is_final (trs_project_get_state (project)) == finished)
        return project;
    }
  g_assert_not_reached ();
}

/* What is open is asked about if there is anything more to hear of it, and else the list is read. */
static void
test_check_now (Shown         *shown,
                gconstpointer  user_data)
{
  TrsProject *open = find_project (shown, FALSE);
  guint n_lists;
  guint n_details;

  trs_manual_clock_advance (shown->rig->clock, 5000);
  n_lists = trs_recording_transport_count (shown->rig->transport, "page=1");
  n_details = trs_recording_transport_count (shown->rig->transport, trs_project_get_id (open));
  g_object_set (shown->pane, "project", open, NULL);
  activate (shown, "win.check-now");
  trs_test_wait_until (trs_recording_transport_count (shown->rig->transport, trs_project_get_id (open)) ==
                       n_details + 1);
  g_assert_cmpuint (trs_recording_transport_count (shown->rig->transport, "page=1"), ==, n_lists);

  g_object_set (shown->pane, "project", find_project (shown, TRUE), NULL);
  activate (shown, "win.check-now");
  trs_test_wait_until (trs_recording_transport_count (shown->rig->transport, "page=1") == n_lists + 1);
  g_object_set (shown->pane, "project", NULL, NULL);
}

/* A page that is so full of new videos that there are more below it. */
static char *
make_full_page (void)
{
  GString *page = g_string_new ("[");

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *entry = trs_session_rig_numbered (1000 + i, "New", "done", "2026-03-12T10:00:00.000Z");

      g_string_append_printf (page, "%s%s", i == 0 ? "" : ",", entry);
    }
  g_string_append_c (page, ']');
  return g_string_free (page, FALSE);
}

/* Both the list and the downloads end; whoever stops them knows that, and need not be told. */
static void
test_stop (Shown         *shown,
           gconstpointer  user_data)
{
  TrsDownloadQueue *downloads = trs_session_get_downloads (shown->rig->session);
  g_autofree char *page = make_full_page ();

  trs_manual_clock_advance (shown->rig->clock, 5000);
  trs_recording_transport_forget (shown->rig->transport);
  trs_recording_transport_add_for (shown->rig->transport, "page=1", 200, page);
  activate (shown, "win.try-again");
  trs_test_wait_until (trs_recording_transport_count (shown->rig->transport, "page=2") == 1);
  activate (shown, "win.download-all");
  g_assert_true (trs_download_queue_get_downloading (downloads));
  activate (shown, "win.stop");
  g_assert_false (trs_download_queue_get_downloading (downloads));
  g_assert_nonnull (strstr (trs_recording_transport_get_line (shown->rig->transport, 1), "page=2"));
  trs_recording_transport_answer (shown->rig->transport, 1, 200, page);
  trs_test_settle ();
  g_assert_cmpuint (trs_recording_transport_count (shown->rig->transport, "page=3"), ==, 0);
  g_assert_cmpuint (shown->window->n_thrown, ==, 0);
}

/* Nothing is downloaded behind the back of whoever keeps no transcripts. */
static void
test_download_all (Shown         *shown,
                   gconstpointer  user_data)
{
  TrsDownloadQueue *downloads = trs_session_get_downloads (shown->rig->session);
  GtkWidget *question;

  g_settings_set_boolean (shown->rig->settings, "keep-transcripts", FALSE);
  activate (shown, "win.download-all");
  question = find_window (TRS_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (question);
  g_assert_false (trs_download_queue_get_downloading (downloads));
  gtk_window_close (GTK_WINDOW (question));
  trs_test_wait_until (find_window (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  g_assert_false (g_settings_get_boolean (shown->rig->settings, "keep-transcripts"));

  activate (shown, "win.download-all");
  question = find_window (TRS_TYPE_MESSAGE_DIALOG);
  gtk_widget_activate_action (question, "message.answer", "s", "keep");
  g_assert_true (g_settings_get_boolean (shown->rig->settings, "keep-transcripts"));
  g_assert_true (trs_download_queue_get_downloading (downloads));
  activate (shown, "win.stop");
}

static void
test_nothing_to_download (void)
{
  Shown shown;

  show (&shown, trs_session_rig_new_keeping ());
  trs_session_rig_list (shown.rig, "[]");
  trs_session_rig_start (shown.rig);
  trs_test_wait_until (is_enabled (&shown, "download-all"));
  activate (&shown, "win.download-all");
  trs_test_wait_until (says (&shown, "No transcripts to download"));
  tear_down (&shown, NULL);
}

/* Where nothing can be kept, nothing is downloaded, and that is said. */
static void
test_download_fails (void)
{
  Shown shown;

  show (&shown, trs_session_rig_new ());
  trs_session_rig_connect (shown.rig, "[]");
  activate (&shown, "win.download-all");
  trs_test_wait_until (shown.window->n_thrown == 1);
  g_assert_error (shown.window->error, TRS_ERROR, TRS_ERROR_STORE_FAILED);
  g_assert_cmpstr (shown.window->doing, ==, "Downloading transcripts");
  tear_down (&shown, NULL);
}

/* The list is being read, and the window closes: nobody is told of that, and nothing is left. */
static void
test_window_closes (Shown         *shown,
                    gconstpointer  user_data)
{
  g_autoptr (SinkWindow) window = g_object_ref (shown->window);

  trs_manual_clock_advance (shown->rig->clock, 5000);
  activate (shown, "win.try-again");
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) > 0);
  activate (shown, "win.download-all");
  close_window (shown);
  trs_test_settle ();
  g_assert_cmpuint (window->n_thrown, ==, 0);
  /* Its state may change without a window. */
  trs_connector_close (trs_session_get_connector (shown->rig->session), TRS_CONNECTOR_LOST, NULL);
}

static void
test_dialogs (Shown         *shown,
              gconstpointer  user_data)
{
  static const struct
  {
    const char *action;
    GType (*get_type) (void);
  } dialogs[] = {
    { "win.accounts", trs_accounts_dialog_get_type },
    { "win.spending", trs_spending_dialog_get_type },
  };
  GtkWidget *dialog;

  for (gsize i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      activate (shown, dialogs[i].action);
      dialog = find_window (dialogs[i].get_type ());
      g_assert_nonnull (dialog);
      g_assert_true (gtk_window_get_transient_for (GTK_WINDOW (dialog)) == GTK_WINDOW (shown->window));
      gtk_window_destroy (GTK_WINDOW (dialog));
    }

  activate (shown, "win.enter-key");
  for (guint i = 0; i < g_list_model_get_n_items (gtk_window_get_toplevels ()); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (gtk_window_get_toplevels (), i);

      if (trs_display_test_find_type (toplevel, TRS_TYPE_CONNECT_FORM) != NULL)
        {
          gtk_window_destroy (GTK_WINDOW (toplevel));
          return;
        }
    }
  g_assert_not_reached ();
}

/* The note that another account was left is read where the accounts are listed. */
static void
test_accounts_end_note (Shown         *shown,
                        gconstpointer  user_data)
{
  TrsAccountList *accounts = trs_session_get_accounts (shown->rig->session);

  trs_account_list_set_left (accounts, trs_library_get_account (trs_session_get_library (shown->rig->session)));
  trs_test_wait_until (trs_account_list_get_left (accounts) != NULL);
  activate (shown, "win.accounts");
  g_assert_null (trs_account_list_get_left (accounts));
  gtk_window_destroy (GTK_WINDOW (find_window (TRS_TYPE_ACCOUNTS_DIALOG)));
}

/* A damaged file goes before what is wrong now, is told of once, and is named. */
static void
test_damage (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-damaged-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "transcripts.db", NULL);
  g_autofree char *entries = trs_session_rig_sample_list ();
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_FULL, "Full");
  g_autofree char *moved = NULL;
  TrsStorage *storage;
  GtkWidget *dialog;
  Shown shown;

  g_assert_true (g_file_set_contents (path, "This is no database, whatever else it may be.", -1, NULL));
  show (&shown, trs_session_rig_new_keeping_at (path));
  trs_session_rig_list (shown.rig, entries);
  trs_session_rig_start (shown.rig);
  storage = trs_session_get_storage (shown.rig->session);
  trs_test_wait_until (trs_storage_get_moved_aside (storage) != NULL);
  moved = g_strdup (trs_storage_get_moved_aside (storage));
  trs_library_take_error (trs_session_get_library (shown.rig->session), error);
  activate (&shown, "win.store-details");
  dialog = find_window (TRS_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (trs_display_test_find (dialog, "body"))), moved));
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_assert_null (trs_storage_get_moved_aside (storage));
  g_assert_cmpuint (shown.window->n_thrown, ==, 0);

  activate (&shown, "win.store-details");
  g_assert_null (find_window (TRS_TYPE_MESSAGE_DIALOG));
  g_assert_cmpuint (shown.window->n_thrown, ==, 1);
  g_assert_error (shown.window->error, TRS_ERROR, TRS_ERROR_STORE_FULL);
  tear_down (&shown, NULL);
  g_remove (moved);
}

/* A keyring that is locked is asked once more; what it did not take is read, and said no more. */
static void
test_keyring (Shown         *shown,
              gconstpointer  user_data)
{
  g_autoptr (GError) locked = g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_LOCKED, "Locked");
  TrsSession *session = shown->rig->session;

  trs_connector_close (trs_session_get_connector (session), TRS_CONNECTOR_LOCKED, locked);
  g_assert_cmpint (trs_session_get_state (session), ==, TRS_SESSION_KEY_LOCKED);
  activate (shown, "win.got-it");
  g_assert_nonnull (trs_session_get_key_error (session));
  activate (shown, "win.unlock");
  trs_test_wait_until (trs_session_get_state (session) == TRS_SESSION_READY);
  g_assert_null (trs_session_get_key_error (session));
}

#define ADD(path, function) g_test_add ("/account-actions/" path, Shown, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/account-actions/enabled", test_enabled);
  ADD ("try-again", test_try_again);
  ADD ("check-now", test_check_now);
  ADD ("stop", test_stop);
  ADD ("download-all", test_download_all);
  g_test_add_func ("/account-actions/nothing-to-download", test_nothing_to_download);
  g_test_add_func ("/account-actions/download-fails", test_download_fails);
  ADD ("window-closes", test_window_closes);
  ADD ("dialogs", test_dialogs);
  ADD ("accounts-end-note", test_accounts_end_note);
  g_test_add_func ("/account-actions/damage", test_damage);
  ADD ("keyring", test_keyring);
  return g_test_run ();
}
