/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-history-list.h"
#include "trs-history-page.h"
#include "trs-project-row.h"
#include "trs-real-input.h"
#include "trs-search-list.h"
#include "trs-session-rig.h"
#include "trs-text-provider.h"
#include "trs-window.h"

/* Transcripts that are dragged out of the history by a real pointer. */

#define BARE "Good evening.\\n\\nWe begin."
#define PREFIXED "[00:00:02.345] Speaker 1: Good evening.\\n\\n[00:01:05.999] Speaker 2: We begin."
#define TEXT "[00:00:02.345] Speaker 1: Good evening.\n\n[00:01:05.999] Speaker 2: We begin."
#define VIDEO "https://www.youtube.com/watch?v=video-2&amp;"
#define CHARSET "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">"
#define LINK "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
#define PROJECTS 40

typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
  TrsHistoryList *list;
  GtkWidget *rows;
  GtkWidget *texts; /* takes what is dropped as text */
  GtkWidget *files; /* takes it as files */
  GtkWidget *pages; /* takes it as HTML */
  char *text;
  GFile *file;
  char *html;
  guint n_drags;
  guint n_opened;
} Fixture;

static gboolean
text_cb (Fixture      *fixture,
         const GValue *value)
{
  g_free (fixture->text);
  fixture->text = g_value_dup_string (value);
  return TRUE;
}

static gboolean
file_cb (Fixture      *fixture,
         const GValue *value)
{
  GSList *files = g_value_get_boxed (value);

  g_assert_cmpuint (g_slist_length (files), ==, 1);
  g_set_object (&fixture->file, G_FILE (files->data));
  return TRUE;
}

static void
html_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (GOutputStream) bytes = G_OUTPUT_STREAM (source);
  g_autoptr (GError) error = NULL;

  g_output_stream_splice_finish (bytes, result, &error);
  g_assert_no_error (error);
  fixture->html = g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (bytes)),
                             g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (bytes)));
}

static void
html_dropped_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  GdkDrop *drop = GDK_DROP (source);
  const char *type = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = gdk_drop_read_finish (drop, result, &type, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (type, ==, "text/html");
  g_output_stream_splice_async (g_memory_output_stream_new_resizable (), stream,
                                G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                                G_PRIORITY_DEFAULT, NULL, html_read_cb, user_data);
  gdk_drop_finish (drop, GDK_ACTION_COPY);
}

static gboolean
drop_html_cb (Fixture *fixture,
              GdkDrop *drop)
{
  gdk_drop_read_async (drop, (const char *[]) { "text/html", NULL }, G_PRIORITY_DEFAULT, NULL, html_dropped_cb,
                       fixture);
  return TRUE;
}

/* As an editor of text with styles takes it. */
static GtkWidget *
make_html_target (Fixture *fixture)
{
  GdkContentFormats *formats = gdk_content_formats_new ((const char *[]) { "text/html" }, 1);
  GtkDropTargetAsync *target = gtk_drop_target_async_new (formats, GDK_ACTION_COPY);
  GtkWidget *label = gtk_label_new ("Drop here");

  gtk_widget_set_size_request (label, -1, 60);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_html_cb), fixture);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (target));
  return label;
}

static GtkWidget *
make_target (Fixture *fixture,
             GType    type,
             gpointer callback)
{
  GtkDropTarget *target = gtk_drop_target_new (type, GDK_ACTION_COPY);
  GtkWidget *label = gtk_label_new ("Drop here");

  gtk_widget_set_size_request (label, -1, 60);
  g_signal_connect_swapped (target, "drop", callback, fixture);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (target));
  return label;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
connect_drags (TrsHistoryList *list,
               const char     *signal,
               GCallback       callback,
               gpointer        data)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (list));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DRAG_SOURCE (controller))
        g_signal_connect_swapped (controller, signal, callback, data);
    }
}

static void
answer (Fixture    *fixture,
        const char *path,
        const char *text)
{
  g_autofree char *reply = g_strdup_printf ("{\"name\":\"Port: strike\",\"text\":\"%s\"}", text);

  trs_recording_transport_add_for (fixture->rig->transport, path, 200, reply);
}

/* What is fetched behind the user's back is kept. */
static gboolean
is_kept (Fixture *fixture)
{
  TrsProject *project = trs_session_rig_find (fixture->rig, "p2");

  trs_manual_clock_advance (fixture->rig->clock, 50);
  return project != NULL && trs_project_get_data (project)->has_text;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autoptr (GString) entries = g_string_new (NULL);
  GtkWidget *page;

  for (guint i = 1; i <= PROJECTS; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%u", i);
      g_autofree char *video = g_strdup_printf ("video-%u", i);
      g_autofree char *time = g_strdup_printf ("2026-03-11T10:%02u:00Z", 59 - i);
      g_autofree char *entry = trs_session_rig_entry (id, "Port: strike", video, "done", time);

      g_string_append_printf (entries, "%s%s", i > 1 ? "," : "", entry);
    }
  fixture->rig = trs_session_rig_new_keeping ();
  answer (fixture, "/api/detail/p2?showTimecode=true&showSpeaker=true", PREFIXED);
  answer (fixture, "/api/detail/p2", BARE);
  trs_session_rig_list (fixture->rig, entries->str);
  trs_session_rig_start (fixture->rig);
  page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", fixture->rig->session, NULL);
  trs_history_page_set_settings (TRS_HISTORY_PAGE (page), fixture->rig->settings);
  fixture->list = TRS_HISTORY_LIST (trs_display_test_find_type (page, TRS_TYPE_HISTORY_LIST));
  fixture->rows = trs_display_test_find_type (GTK_WIDGET (fixture->list), GTK_TYPE_LIST_VIEW);
  fixture->texts = make_target (fixture, G_TYPE_STRING, text_cb);
  fixture->files = make_target (fixture, GDK_TYPE_FILE_LIST, file_cb);
  fixture->pages = make_html_target (fixture);
  g_signal_connect_swapped (fixture->list, "open", G_CALLBACK (count_cb), &fixture->n_opened);
  connect_drags (fixture->list, "drag-begin", G_CALLBACK (count_cb), &fixture->n_drags);

  gtk_widget_set_vexpand (page, TRUE);
  gtk_box_append (GTK_BOX (column), page);
  gtk_box_append (GTK_BOX (column), fixture->texts);
  gtk_box_append (GTK_BOX (column), fixture->files);
  gtk_box_append (GTK_BOX (column), fixture->pages);
  fixture->window = trs_display_test_present (column, 340, 700);
  trs_test_wait_until (trs_history_list_get_n_shown (fixture->list) == PROJECTS);
  trs_test_wait_until (is_kept (fixture));
  trs_display_test_wait_frame (page);
  trs_real_input_focus (page);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_settings_reset (fixture->rig->settings, "show-timecodes");
  trs_display_test_destroy (fixture->window);
  trs_text_provider_remove_files ();
  trs_session_rig_free (fixture->rig);
  g_free (fixture->text);
  g_free (fixture->html);
  g_clear_object (&fixture->file);
}

static GtkWidget *
find_row (Fixture    *fixture,
          const char *id)
{
  for (GtkWidget *item = gtk_widget_get_first_child (fixture->rows); item != NULL;
       item = gtk_widget_get_next_sibling (item))
    {
      TrsProjectRow *row = TRS_PROJECT_ROW (gtk_widget_get_first_child (item));
      TrsProject *project = trs_project_row_get_project (row);

      if (project != NULL && g_str_equal (trs_project_get_id (project), id))
        return GTK_WIDGET (row);
    }
  g_assert_not_reached ();
}

static void
drag (Fixture    *fixture,
      const char *id,
      GtkWidget  *target)
{
  GtkWidget *row = find_row (fixture, id);
  float bottom = (float) gtk_widget_get_height (row) - 10;
  graphene_point_t from;

  /* The list scrolls, and the row with it, while something is dragged along its edge. */
  g_assert_true (gtk_widget_compute_point (row, target, &GRAPHENE_POINT_INIT (40, bottom), &from));
  trs_real_input_drag (target, from.x, from.y, 60, 30);
}

/* As its page shows it, and without opening it. */
static void
test_text (Fixture       *fixture,
           gconstpointer  user_data)
{
  drag (fixture, "p2", fixture->texts);
  trs_test_wait_until (fixture->text != NULL);
  g_assert_cmpstr (fixture->text, ==, TEXT);
  g_assert_cmpuint (fixture->n_drags, ==, 1);
  g_assert_cmpuint (fixture->n_opened, ==, 0);

  g_clear_pointer (&fixture->text, g_free);
  g_settings_set_boolean (fixture->rig->settings, "show-timecodes", FALSE);
  drag (fixture, "p2", fixture->texts);
  trs_test_wait_until (fixture->text != NULL);
  g_assert_cmpstr (fixture->text, ==, "Speaker 1: Good evening.\n\nSpeaker 2: We begin.");
}

/* Also as the page shows it, and each time is a link. */
static void
test_html (Fixture       *fixture,
           gconstpointer  user_data)
{
  drag (fixture, "p2", fixture->pages);
  trs_test_wait_until (fixture->html != NULL);
  g_assert_cmpstr (fixture->html, ==,
                   CHARSET "<p dir=\"auto\"><a href=\"" VIDEO "t=2s\">[00:00:02.345]</a> "
                           "<b>Speaker 1</b>: Good evening.</p>"
                           "<p dir=\"auto\"><a href=\"" VIDEO "t=65s\">[00:01:05.999]</a> "
                           "<b>Speaker 2</b>: We begin.</p>");

  g_clear_pointer (&fixture->html, g_free);
  g_settings_set_boolean (fixture->rig->settings, "show-timecodes", FALSE);
  drag (fixture, "p2", fixture->pages);
  trs_test_wait_until (fixture->html != NULL);
  g_assert_cmpstr (fixture->html, ==, CHARSET "<p dir=\"auto\"><b>Speaker 1</b>: Good evening.</p>"
                                              "<p dir=\"auto\"><b>Speaker 2</b>: We begin.</p>");
}

static gboolean
is_found (Fixture *fixture)
{
  return gtk_widget_get_mapped (fixture->rows) &&
         trs_display_test_find_type (fixture->rows, TRS_TYPE_PROJECT_ROW) != NULL;
}

/* What a search has found is dragged like the rest of the list, and a click opens it. */
static void
test_found (Fixture       *fixture,
            gconstpointer  user_data)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (fixture->list), TRS_TYPE_HISTORY_PAGE);
  GtkWidget *results = trs_display_test_find_type (page, TRS_TYPE_SEARCH_LIST);
  GtkWidget *row;

  g_signal_connect_swapped (results, "open", G_CALLBACK (count_cb), &fixture->n_opened);
  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (page, "search")), "evening");
  fixture->rows = trs_display_test_find_type (results, GTK_TYPE_LIST_VIEW);
  trs_test_wait_until (is_found (fixture));
  trs_display_test_wait_frame (page);

  drag (fixture, "p2", fixture->texts);
  trs_test_wait_until (fixture->text != NULL);
  g_assert_cmpstr (fixture->text, ==, TEXT);
  g_assert_cmpuint (fixture->n_opened, ==, 0);

  row = find_row (fixture, "p2");
  trs_real_input_click (row, 40, gtk_widget_get_height (row) - 10, GDK_BUTTON_PRIMARY, 1);
  g_assert_cmpuint (fixture->n_opened, ==, 1);
}

static gboolean
holds_text (GFile *file)
{
  g_autofree char *contents = NULL;

  return g_file_load_contents (file, NULL, &contents, NULL, NULL, NULL) && g_str_equal (contents, TEXT);
}

/* With a name that every file system takes. For nobody else, and gone when the program ends. */
static void
test_file (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autofree char *name = NULL;
  g_autoptr (GFile) first = NULL;
  g_autoptr (GFile) folder = NULL;
  g_autoptr (GFileInfo) info = NULL;

  drag (fixture, "p2", fixture->files);
  trs_test_wait_until (fixture->file != NULL);
  trs_test_wait_until (holds_text (fixture->file));
  name = g_file_get_basename (fixture->file);
  g_assert_cmpstr (name, ==, "Port strike.txt");
  folder = g_file_get_parent (fixture->file);
  info = g_file_query_info (folder, G_FILE_ATTRIBUTE_UNIX_MODE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_assert_cmpuint (g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_UNIX_MODE) & 0777, ==, 0700);

  /* The next one of the same title does not replace it. */
  first = g_steal_pointer (&fixture->file);
  drag (fixture, "p2", fixture->files);
  trs_test_wait_until (fixture->file != NULL);
  g_assert_false (g_file_equal (first, fixture->file));
  trs_test_wait_until (g_file_query_exists (fixture->file, NULL));

  /* Those of another one that is removed from this computer are not these. */
  trs_text_provider_remove_files_of ("Another title", "p9");
  g_assert_true (g_file_query_exists (first, NULL));
  g_assert_true (g_file_query_exists (fixture->file, NULL));
  trs_text_provider_remove_files_of ("Port strike", "p2");
  g_assert_false (g_file_query_exists (first, NULL));
  g_assert_false (g_file_query_exists (fixture->file, NULL));

  g_clear_object (&first);
  first = g_steal_pointer (&fixture->file);
  drag (fixture, "p2", fixture->files);
  trs_test_wait_until (fixture->file != NULL);
  trs_test_wait_until (g_file_query_exists (fixture->file, NULL));
  trs_text_provider_remove_files ();
  g_assert_false (g_file_query_exists (fixture->file, NULL));
  g_assert_false (g_file_query_exists (folder, NULL));
}

/* What is not on this computer is not dragged, and asks nobody for it. */
static void
test_not_kept (Fixture       *fixture,
               gconstpointer  user_data)
{
  guint n_requests = trs_recording_transport_get_n_requests (fixture->rig->transport);

  drag (fixture, "p5", fixture->texts);
  g_assert_cmpuint (fixture->n_drags, ==, 0);
  g_assert_null (fixture->text);
  g_assert_cmpuint (trs_recording_transport_get_n_requests (fixture->rig->transport), ==, n_requests);
}

/* The list is used as before: a click opens, also of a hand that is not still, and after a drag; the wheel scrolls. */
static void
test_clicks (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (trs_display_test_find (GTK_WIDGET (fixture->list), "scroller")));
  GtkWidget *row = find_row (fixture, "p2");
  double y = gtk_widget_get_height (row) - 10;

  trs_real_input_click (row, 40, y, GDK_BUTTON_PRIMARY, 1);
  g_assert_cmpuint (fixture->n_opened, ==, 1);
  trs_real_input_drag (row, 40, y, 43, y);
  g_assert_cmpuint (fixture->n_opened, ==, 2);
  g_assert_cmpuint (fixture->n_drags, ==, 0);

  drag (fixture, "p2", fixture->texts);
  trs_test_wait_until (fixture->text != NULL);
  g_assert_cmpuint (fixture->n_opened, ==, 2);
  trs_real_input_click (row, 40, y, GDK_BUTTON_PRIMARY, 1);
  g_assert_cmpuint (fixture->n_opened, ==, 3);

  trs_real_input_scroll (row, 3);
  trs_test_wait_until (gtk_adjustment_get_value (adjustment) > 0);
  g_assert_cmpuint (fixture->n_drags, ==, 1);
}

/* A drag that is dropped nowhere leaves the list as it was; keys go on working. */
static void
test_dropped_nowhere (Fixture       *fixture,
                      gconstpointer  user_data)
{
  GtkWidget *row = find_row (fixture, "p2");
  double y = gtk_widget_get_height (row) - 10;

  trs_real_input_drag (row, 40, y, 200, y + 150);
  g_assert_cmpuint (fixture->n_drags, ==, 1);
  g_assert_cmpuint (fixture->n_opened, ==, 0);
  g_assert_null (fixture->text);

  gtk_widget_grab_focus (GTK_WIDGET (fixture->list));
  trs_real_input_key (row, GDK_KEY_Down, 0);
  trs_real_input_key (row, GDK_KEY_Return, 0);
  trs_test_wait_until (fixture->n_opened == 1);
}

static void
drag_begin_cb (GdkDrag **drag,
               GdkDrag  *begun)
{
  g_set_object (drag, begun);
}

/* Under the pointer is an icon, not a label with all of the text. */
static void
test_icon (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkWidget *row = find_row (fixture, "p2");
  g_autoptr (GdkDrag) drag = NULL;
  GdkSurface *surface;

  connect_drags (fixture->list, "drag-begin", G_CALLBACK (drag_begin_cb), &drag);
  trs_real_input_move (row, 40, 30);
  trs_real_input_press (row, GDK_BUTTON_PRIMARY);
  for (guint i = 1; i <= 6; i++)
    trs_real_input_move (row, 40 + i * 10, 30);
  g_assert_nonnull (drag);
  surface = gdk_drag_get_drag_surface (drag);
  trs_test_wait_until (gdk_surface_get_mapped (surface));
  g_assert_cmpint (gdk_surface_get_width (surface), <, 64);
  g_assert_cmpint (gdk_surface_get_height (surface), <, 64);
  trs_real_input_release (row, GDK_BUTTON_PRIMARY);
}

/* A transcript with a link for a paragraph, dropped onto its own window by a hand that slipped. */
static void
test_own_window (void)
{
  g_autofree char *entry = trs_session_rig_entry ("p2", "Port: strike", "video-2", "done", "2026-03-11T10:00:00Z");
  Fixture fixture = { .rig = trs_session_rig_new_keeping () };
  g_autoptr (GListModel) toplevels = g_object_ref (gtk_window_get_toplevels ());
  guint n_ended = 0;
  GtkWidget *row;

  g_settings_set_boolean (fixture.rig->settings, "show-speakers", FALSE);
  answer (&fixture, "/api/detail/p2?showTimecode=true&showSpeaker=true", "Speaker 1: " LINK);
  answer (&fixture, "/api/detail/p2", LINK);
  trs_session_rig_list (fixture.rig, entry);
  trs_session_rig_start (fixture.rig);
  fixture.window = GTK_WINDOW (trs_window_new (NULL, fixture.rig->session, fixture.rig->settings));
  trs_display_test_show (fixture.window);
  fixture.list = TRS_HISTORY_LIST (trs_display_test_find_type (GTK_WIDGET (fixture.window), TRS_TYPE_HISTORY_LIST));
  fixture.rows = trs_display_test_find_type (GTK_WIDGET (fixture.list), GTK_TYPE_LIST_VIEW);
  connect_drags (fixture.list, "drag-end", G_CALLBACK (count_cb), &n_ended);
  trs_test_wait_until (is_kept (&fixture) && trs_history_list_get_n_shown (fixture.list) == 1);
  trs_display_test_wait_frame (GTK_WIDGET (fixture.window));

  row = find_row (&fixture, "p2");
  trs_real_input_drag (row, 40, gtk_widget_get_height (row) - 10, 500, 300);
  trs_test_wait_until (n_ended == 1);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (g_list_model_get_n_items (toplevels), ==, 1);
  g_settings_reset (fixture.rig->settings, "show-speakers");
  trs_display_test_destroy (fixture.window);
  trs_text_provider_remove_files ();
  trs_session_rig_free (fixture.rig);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);

  g_test_add ("/history-drag/text", Fixture, NULL, set_up, test_text, tear_down);
  g_test_add ("/history-drag/found", Fixture, NULL, set_up, test_found, tear_down);
  g_test_add ("/history-drag/html", Fixture, NULL, set_up, test_html, tear_down);
  g_test_add ("/history-drag/file", Fixture, NULL, set_up, test_file, tear_down);
  g_test_add ("/history-drag/not-kept", Fixture, NULL, set_up, test_not_kept, tear_down);
  g_test_add ("/history-drag/clicks", Fixture, NULL, set_up, test_clicks, tear_down);
  g_test_add ("/history-drag/dropped-nowhere", Fixture, NULL, set_up, test_dropped_nowhere, tear_down);
  g_test_add ("/history-drag/icon", Fixture, NULL, set_up, test_icon, tear_down);
  g_test_add_func ("/history-drag/own-window", test_own_window);

  return g_test_run ();
}
