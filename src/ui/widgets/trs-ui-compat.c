/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-ui-compat.h"

#include "config.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"

#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_TIMEOUT_MS 5000

/* Remembers the folder for files of its kind, and calls back with what was chosen. */
typedef struct
{
  TrsFileKind kind;
  TrsFileFunc function;        /* gets the file, where one is to be chosen */
  TrsFilesFunc files_function; /* gets the files, where several may be */
  gpointer user_data;
} Asker;

typedef struct
{
  GtkWindow *parent; /* weak pointer */
  char *title;
  char *name;
  GtkFileChooserAction action;
  GCancellable *cancellable;
  Asker asker;
} FileRequest;

/* File requests that wait until it is known whether there is a portal. */
static GSList *requests;

static void
file_request_free (FileRequest *self)
{
  requests = g_slist_remove (requests, self);
  g_clear_weak_pointer (&self->parent);
  g_free (self->title);
  g_free (self->name);
  g_clear_object (&self->cancellable);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FileRequest, file_request_free)

static void
asker_free (gpointer  asker,
            GClosure *closure)
{
  g_free (asker);
}

/* The next dialog begins in the folder into which was saved, or that holds what was opened. */
static void
remember_folder (const Asker          *asker,
                 GtkFileChooserAction  action,
                 GFile                *chosen)
{
  g_autoptr (GFile) parent = g_file_get_parent (chosen);

  if (action == GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER && asker->files_function == NULL)
    trs_last_folder_set (asker->kind, chosen);
  else if (parent != NULL)
    trs_last_folder_set (asker->kind, parent);
}

static void
answer (const Asker    *asker,
        GtkFileChooser *chooser)
{
  g_autoptr (GListModel) files = chooser != NULL ? gtk_file_chooser_get_files (chooser) : NULL;
  g_autoptr (GFile) file = files != NULL ? g_list_model_get_item (files, 0) : NULL;

  if (file != NULL)
    remember_folder (asker, gtk_file_chooser_get_action (chooser), file);
  if (asker->files_function != NULL)
    asker->files_function (files, asker->user_data);
  else
    /* There is one of the two. NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage) */
    asker->function (file, asker->user_data);
}

static void
response_cb (GtkFileChooser *chooser,
             int             response,
             Asker          *asker)
{
  answer (asker, response == GTK_RESPONSE_ACCEPT ? chooser : NULL);
  if (GTK_IS_WINDOW (chooser))
    {
      gtk_window_destroy (GTK_WINDOW (chooser));
      return;
    }
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (chooser));
  g_object_unref (chooser);
}

/* By name, because GtkNativeDialog has no function that emits this signal. */
static void
cancelled_cb (GtkFileChooser *chooser)
{
  g_signal_emit_by_name (chooser, "response", GTK_RESPONSE_CANCEL);
}

/* All files can be shown, too: what a file is called does not decide. */
static void
add_filters (GtkFileChooser *chooser)
{
  GtkFileFilter *recordings = gtk_file_filter_new ();
  GtkFileFilter *all = gtk_file_filter_new ();

  gtk_file_filter_set_name (recordings, _("Audio and video"));
  gtk_file_filter_add_mime_type (recordings, "audio/*");
  gtk_file_filter_add_mime_type (recordings, "video/*");
  /* Translators: a choice in a file dialog: shows files of any kind. */
  gtk_file_filter_set_name (all, _("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, recordings);
  gtk_file_chooser_add_filter (chooser, all);
  g_object_unref (recordings);
  g_object_unref (all);
}

static void
choose_file (FileRequest *self,
             gboolean     portal)
{
  g_autoptr (GFile) folder = trs_last_folder_get (self->asker.kind);
  GtkFileChooserAction action = self->action;
  const char *accept = action == GTK_FILE_CHOOSER_ACTION_SAVE
                           /* Translators: button of a file dialog: saves. */
                           ? _("_Save")
                           /* Translators: button of a file dialog: takes the folder or the files. */
                           : _("_Select");
  GtkFileChooser *chooser;
  Asker *asker;

  if (self->parent == NULL || g_cancellable_is_cancelled (self->cancellable))
    {
      answer (&self->asker, NULL);
      return;
    }

  if (portal)
    chooser =
        GTK_FILE_CHOOSER (gtk_file_chooser_native_new (self->title, self->parent, action, accept, _("_Cancel")));
  else
    chooser = GTK_FILE_CHOOSER (gtk_file_chooser_dialog_new (self->title, self->parent, action, _("_Cancel"),
                                                             GTK_RESPONSE_CANCEL, accept, GTK_RESPONSE_ACCEPT, NULL));
  if (GTK_IS_DIALOG (chooser))
    gtk_dialog_set_default_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT);
  gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  if (self->name != NULL)
    gtk_file_chooser_set_current_name (chooser, self->name);
  if (self->asker.files_function != NULL)
    gtk_file_chooser_set_select_multiple (chooser, TRUE);
  if (self->asker.files_function != NULL && action == GTK_FILE_CHOOSER_ACTION_OPEN)
    add_filters (chooser);
  asker = g_new (Asker, 1);
  *asker = self->asker;
  g_signal_connect_data (chooser, "response", G_CALLBACK (response_cb), asker, asker_free, 0);
  if (self->cancellable != NULL)
    g_signal_connect_object (self->cancellable, "cancelled", G_CALLBACK (cancelled_cb), chooser, G_CONNECT_SWAPPED);
  g_object_set (chooser, "modal", TRUE, "visible", TRUE, NULL);
}

static void
portal_started_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (FileRequest) self = user_data;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);

  choose_file (self, reply != NULL);
}

static void
bus_found_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (FileRequest) self = user_data;
  g_autoptr (GDBusConnection) bus = g_bus_get_finish (result, NULL);
  GCancellable *cancellable = self->cancellable;

  if (bus == NULL)
    {
      choose_file (self, FALSE);
      return;
    }

  g_dbus_connection_call (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                          "StartServiceByName", g_variant_new ("(su)", PORTAL, 0), NULL, G_DBUS_CALL_FLAGS_NONE,
                          PORTAL_TIMEOUT_MS, cancellable, portal_started_cb, g_steal_pointer (&self));
}

static gboolean
is_asking (GtkWindow *parent)
{
  for (GSList *l = requests; l != NULL; l = l->next)
    if (((FileRequest *) l->data)->parent == parent)
      return TRUE;
  return FALSE;
}

/* A double click on the button asks only once. */
static void
ask (GtkWindow            *parent,
     const char           *title,
     const char           *name,
     GtkFileChooserAction  action,
     GCancellable         *cancellable,
     const Asker          *asker)
{
  FileRequest *self;

  if (is_asking (parent))
    {
      answer (asker, NULL);
      return;
    }

  self = g_new0 (FileRequest, 1);
  g_set_weak_pointer (&self->parent, parent);
  self->title = g_strdup (title);
  self->name = g_strdup (name);
  self->action = action;
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->asker = *asker;
  requests = g_slist_prepend (requests, self);
  g_bus_get (G_BUS_TYPE_SESSION, cancellable, bus_found_cb, self);
}

/**
 * trs_ui_compat_save_file:
 * @parent: the window that asks
 * @kind: of what; decides in which folder the dialog begins
 * @title: title of the dialog
 * @name: (nullable): the file name that is suggested; %NULL to choose a folder
 * @cancellable: (nullable): closes the dialog
 * @function: (scope async): called once
 * @user_data: for @function
 *
 * Asks for a file to write to, or for a folder. The dialog itself asks before a file that
 * exists is chosen. It is that of the portal where there is one, else that of GTK: in a
 * sandbox without a portal #GtkFileChooserNative of GTK 4.24 shows nothing and never answers.
 */
/* floor: remove with GTK ≥ 4.10, which has GtkFileDialog */
void
trs_ui_compat_save_file (GtkWindow    *parent,
                         TrsFileKind   kind,
                         const char   *title,
                         const char   *name,
                         GCancellable *cancellable,
                         TrsFileFunc   function,
                         gpointer      user_data)
{
  const Asker asker = { .kind = kind, .function = function, .user_data = user_data };

  ask (parent, title, name, name != NULL ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
       cancellable, &asker);
}

/**
 * trs_ui_compat_open_files:
 * @parent: the window that asks
 * @kind: of what; decides in which folder the dialog begins
 * @title: title of the dialog
 * @folders: whether folders are chosen, else recordings
 * @cancellable: (nullable): closes the dialog
 * @function: (scope async): called once
 * @user_data: for @function
 *
 * Asks for any number of recordings, or of folders with recordings in them.
 */
/* floor: remove with GTK ≥ 4.10, which has GtkFileDialog */
void
trs_ui_compat_open_files (GtkWindow    *parent,
                          TrsFileKind   kind,
                          const char   *title,
                          gboolean      folders,
                          GCancellable *cancellable,
                          TrsFilesFunc  function,
                          gpointer      user_data)
{
  const Asker asker = { .kind = kind, .files_function = function, .user_data = user_data };

  ask (parent, title, NULL, folders ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, cancellable,
       &asker);
}

/**
 * trs_ui_compat_open_path:
 * @parent: the window that asks
 * @kind: of what; decides in which folder the dialog begins
 * @title: title of the dialog
 * @folder: whether a folder is chosen, else a file
 * @cancellable: (nullable): closes the dialog
 * @function: (scope async): called once
 * @user_data: for @function
 *
 * Asks for one file of any kind, or for a folder.
 */
/* floor: remove with GTK ≥ 4.10, which has GtkFileDialog */
void
trs_ui_compat_open_path (GtkWindow    *parent,
                         TrsFileKind   kind,
                         const char   *title,
                         gboolean      folder,
                         GCancellable *cancellable,
                         TrsFileFunc   function,
                         gpointer      user_data)
{
  const Asker asker = { .kind = kind, .function = function, .user_data = user_data };

  ask (parent, title, NULL, folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, cancellable,
       &asker);
}

static gboolean
is_for_browser (const char *uri)
{
  const char *scheme = g_uri_peek_scheme (uri);

  return g_strcmp0 (scheme, "https") == 0 || g_strcmp0 (scheme, "http") == 0;
}

typedef struct
{
  GtkWindow *parent;
  char *uri;
} Launch;

static void
uri_launched_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autofree Launch *launch = user_data;
  g_autoptr (GtkWindow) parent = launch->parent;
  g_autofree char *uri = launch->uri;
  g_autoptr (GError) error = NULL;

  if (g_app_info_launch_default_for_uri_finish (result, &error) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  /* A dialog lacks this action: then the error sink shows the error. */
  if (!is_for_browser (uri) || !gtk_widget_activate_action (GTK_WIDGET (parent), "win.link-not-opened", "s", uri))
    trs_error_sink_throw (GTK_WIDGET (parent), error,
                          g_strcmp0 (g_uri_peek_scheme (uri), "file") == 0
                              /* Translators: what failed, as the title of an error. */
                              ? _("Opening the folder")
                              /* Translators: what failed, as the title of an error. */
                              : _("Opening the video"));
}

/**
 * trs_ui_compat_open_uri:
 * @parent: the window that asks
 * @uri: an address
 *
 * Opens an address with the default application. A web link that fails to open
 * is handed to the action `win.link-not-opened`; any other failure is thrown to
 * the error sink.
 */
void
trs_ui_compat_open_uri (GtkWindow  *parent,
                        const char *uri)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (parent));
  g_autoptr (GdkAppLaunchContext) context = gdk_display_get_app_launch_context (display);
  Launch *launch = g_new (Launch, 1);

  launch->parent = g_object_ref (parent);
  launch->uri = g_strdup (uri);
  /* Not gtk_show_uri_full(): with GTK 4.24 it crashes if its window is closed before the other program appears. */
  g_app_info_launch_default_for_uri_async (uri, G_APP_LAUNCH_CONTEXT (context), NULL, uri_launched_cb, launch);
}

/**
 * trs_ui_compat_set_up_leaflet:
 * @leaflet: a leaflet with two panes and a line between them
 *
 * Names the panes “list” and “page”. The properties of a leaflet, deprecated
 * since 1.4, warn when a .ui file sets them; the functions do not.
 */
/* floor: remove with libadwaita ≥ 1.4, which has AdwNavigationSplitView */
void
trs_ui_compat_set_up_leaflet (AdwLeaflet *leaflet)
{
  g_autoptr (GtkSelectionModel) model = adw_leaflet_get_pages (leaflet);
  g_autoptr (AdwLeafletPage) list = g_list_model_get_item (G_LIST_MODEL (model), 0);
  g_autoptr (AdwLeafletPage) line = g_list_model_get_item (G_LIST_MODEL (model), 1);
  g_autoptr (AdwLeafletPage) page = g_list_model_get_item (G_LIST_MODEL (model), 2);

  adw_leaflet_set_can_navigate_back (leaflet, TRUE);
  adw_leaflet_page_set_name (list, "list");
  adw_leaflet_page_set_navigatable (line, FALSE);
  adw_leaflet_page_set_name (page, "page");
}

static void
name_items_cb (GtkWidget *widget,
               gpointer   user_data)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "text");

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    name_items_cb (child, user_data);

  if (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) == GTK_ACCESSIBLE_ROLE_MENU_ITEM && pspec != NULL)
    {
      g_autofree char *text = NULL;

      g_object_get (widget, "text", &text, NULL);
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
      gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    }
}

/**
 * trs_ui_compat_name_menu_items:
 * @widget: a popover menu, or a widget that has some
 *
 * Sets the accessible labels of menu items whenever they are shown: GTK since
 * 4.18 labels them by a label that has itself no name.
 */
void
trs_ui_compat_name_menu_items (GtkWidget *widget)
{
  if (GTK_IS_POPOVER_MENU (widget))
    {
      g_signal_connect (widget, "map", G_CALLBACK (name_items_cb), NULL);
      return;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    trs_ui_compat_name_menu_items (child);
}

static void
show_shortcuts_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  GtkApplicationWindow *window = user_data;
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-shortcuts.ui");
  GObject *overlay = gtk_builder_get_object (builder, "help_overlay");

  /* GTK adds its own action, but does not replace an existing one. */
  g_action_map_remove_action (G_ACTION_MAP (window), "show-help-overlay");
  gtk_application_window_set_help_overlay (window, (GtkShortcutsWindow *) overlay);
  g_action_group_activate_action (G_ACTION_GROUP (window), "show-help-overlay", NULL);
}

/**
 * trs_ui_compat_add_shortcuts:
 * @window: a window
 *
 * Adds the action `win.show-help-overlay`, which creates the shortcuts window on
 * first use. GTK would create one from its standard resource path before it
 * shows any window.
 */
/* floor: remove with libadwaita ≥ 1.8, which has AdwShortcutsDialog */
void
trs_ui_compat_add_shortcuts (GtkApplicationWindow *window)
{
  static const GActionEntry entry = { .name = "show-help-overlay", .activate = show_shortcuts_cb };

  g_action_map_add_action_entries (G_ACTION_MAP (window), &entry, 1, window);
}

/**
 * trs_ui_compat_scroll_to_row:
 * @list: a list
 * @position: the position of a row
 *
 * Scrolls to a row, from which the arrow keys go on when it has the focus: with GTK 4.24 they go nowhere if a row only
 * grabs the focus in a list that was filtered. GTK before 4.12 has no function for it, and goes on from the focus.
 */
/* floor: remove with GTK ≥ 4.12, which has gtk_list_view_scroll_to() */
void
trs_ui_compat_scroll_to_row (GtkListView *list,
                             guint        position)
{
#if GTK_CHECK_VERSION (4, 12, 0)
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_list_view_scroll_to (list, position, GTK_LIST_SCROLL_FOCUS, NULL);
  G_GNUC_END_IGNORE_DEPRECATIONS
#endif
}

/**
 * trs_ui_compat_let_shrink:
 * @button: a button
 *
 * Lets the label of a button be cut off. GTK before 4.12 leaves that to the label; since then a button says it to its
 * label whenever that changes.
 */
/* floor: remove with GTK ≥ 4.12 */
void
trs_ui_compat_let_shrink (GtkButton *button)
{
#if GTK_CHECK_VERSION (4, 12, 0)
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_button_set_can_shrink (button, TRUE);
  G_GNUC_END_IGNORE_DEPRECATIONS
#endif
}

/**
 * trs_ui_compat_announce:
 * @region: a widget with the role of a status or an alert, which says @text
 * @text: a short sentence
 *
 * Has a screen reader say it now. GTK before 4.14 cannot: there a screen reader hears that the text of
 * @region has changed, and knows from its role that this is worth saying.
 */
/* floor: remove with GTK ≥ 4.14 */
void
trs_ui_compat_announce (GtkWidget  *region,
                        const char *text)
{
#if GTK_CHECK_VERSION (4, 14, 0)
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_accessible_announce (GTK_ACCESSIBLE (region), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
  G_GNUC_END_IGNORE_DEPRECATIONS
#endif
}

/**
 * trs_ui_compat_toast_new:
 * @text: plain text
 *
 * The title of a toast is markup, and libadwaita 1.10 announces it as such: “Q&amp;A”. Since 1.4 it may be plain.
 *
 * Returns: (transfer full): a toast that shows @text as it is
 */
/* floor: remove with libadwaita ≥ 1.4 */
AdwToast *
trs_ui_compat_toast_new (const char *text)
{
#if ADW_CHECK_VERSION (1, 4, 0)
  AdwToast *toast = adw_toast_new ("");

  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  adw_toast_set_use_markup (toast, FALSE);
  G_GNUC_END_IGNORE_DEPRECATIONS
  adw_toast_set_title (toast, text);
  return toast;
#else
  g_autofree char *markup = g_markup_escape_text (text, -1);

  return adw_toast_new (markup);
#endif
}

/**
 * trs_ui_compat_toasts_speak:
 *
 * Returns: whether libadwaita announces its toasts itself, as 1.10 does
 */
gboolean
trs_ui_compat_toasts_speak (void)
{
  return ADW_CHECK_VERSION (1, 10, 0);
}
