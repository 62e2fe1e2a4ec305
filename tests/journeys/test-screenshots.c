/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of data/screenshots, which shops show: the real window, with the real service behind it.
 * build-aux/screenshots.sh puts them there. */
#include "journey.h"

#include "trs-annotation-editor.h"
#include "trs-display-test.h"
#include "trs-export-format.h"
#include "trs-export-preview.h"
#include "trs-search-page.h"
#include "trs-search-strings.h"
#include "trs-transcript-page.h"
#include "trs-window.h"

#include <string.h>

/* With the shadow of the window a picture is at most 1000 by 700, so that no shop makes it smaller. */
#define WIDTH 900
#define HEIGHT 600
#define MAX_WIDTH 1000
#define MAX_HEIGHT 700

static const char *const videos[] = { "harbour-clip", "interview-kapitaenin", "conference-ferry", "leccion-mareas",
                                      "council-12-march" };

#define NOTE "Ask for the table"

/* What the shadow takes on each side. */
#define MARGIN 44

static GdkTexture *
load_picture (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "screenshots", file, NULL);
  g_autoptr (GError) error = NULL;
  GdkTexture *picture = gdk_texture_new_from_filename (path, &error);

  g_assert_no_error (error);
  return picture;
}

/* GTK paints no shadow where there is no compositor, and none on the picture of a window: so the picture lies in a box
 * that the style takes for a window. */
static void
add_shadow (const char *name)
{
  g_autoptr (GdkTexture) picture = load_picture (name);
  g_autoptr (GdkTexture) framed = NULL;
  GtkWidget *paper = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *frame = g_object_new (GTK_TYPE_BOX, "css-name", "window", "overflow", GTK_OVERFLOW_HIDDEN,
                                   "margin-start", MARGIN, "margin-end", MARGIN, "margin-top", MARGIN,
                                   "margin-bottom", MARGIN, NULL);
  GtkWidget *content = gtk_picture_new_for_paintable (GDK_PAINTABLE (picture));
  GtkWindow *window;

  gtk_picture_set_can_shrink (GTK_PICTURE (content), FALSE);
  gtk_widget_add_css_class (frame, "csd");
  gtk_box_append (GTK_BOX (frame), content);
  gtk_box_append (GTK_BOX (paper), frame);
  gtk_widget_set_halign (paper, GTK_ALIGN_START);
  gtk_widget_set_valign (paper, GTK_ALIGN_START);
  window = trs_display_test_present (paper, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN);
  trs_display_test_save_png (paper, name);
  trs_display_test_destroy (window);

  framed = load_picture (name);
  g_assert_cmpint (gdk_texture_get_width (framed), >, WIDTH);
  g_assert_cmpint (gdk_texture_get_height (framed), >, HEIGHT);
  g_assert_cmpint (gdk_texture_get_width (framed), <=, MAX_WIDTH);
  g_assert_cmpint (gdk_texture_get_height (framed), <=, MAX_HEIGHT);
}

/* There is no program around the window that would have it. */
static void
add_new_transcription (GtkWidget *window)
{
  static const GActionEntry entry = { .name = "new-transcription" };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), &entry, 1, NULL);
  gtk_widget_insert_action_group (window, "app", G_ACTION_GROUP (group));
}

/* The words of one paragraph, up to the end of what stands in @last. */
static TrsAnnotations *
highlight (TrsAnnotations     *annotations,
           TrsTranscript      *transcript,
           guint               paragraph,
           const char         *first,
           const char         *last,
           TrsHighlightColour  colour,
           const char         *note)
{
  const TrsParagraph *place = trs_transcript_get_paragraph (transcript, TRS_TEXT_BARE, paragraph);
  g_autofree char *body = g_strndup (place->body, place->body_length);
  const char *start = strstr (body, first);
  const char *end;

  g_assert_nonnull (start);
  end = strstr (start, last);
  g_assert_nonnull (end);
  end += strlen (last);
  return trs_annotations_highlight (annotations, transcript, (TrsTextPosition) { paragraph, start - body },
                                    (TrsTextPosition) { paragraph, end - body }, colour, note, paragraph);
}

/* What somebody who works with it adds to a transcript. */
static void
annotate (Journey    *journey,
          TrsProject *project)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsTranscript) transcript = journey_load (journey, project, &error);
  g_autoptr (TrsAnnotations) none = trs_annotations_new ();
  g_autoptr (TrsAnnotations) chair = trs_annotations_rename (none, 1, "Ines Carvalho");
  g_autoptr (TrsAnnotations) member = trs_annotations_rename (chair, 2, "Tom Okafor");
  g_autoptr (TrsAnnotations) treasurer = trs_annotations_rename (member, 3, "Treasurer");
  g_autoptr (TrsAnnotations) quote = NULL;
  g_autoptr (TrsAnnotations) question = NULL;
  g_autoptr (TrsAnnotations) fact = NULL;
  g_autoptr (TrsAnnotationEditor) editor = NULL;

  g_assert_no_error (error);
  question = highlight (treasurer, transcript, 1, "You have the figures", "in front of you", TRS_HIGHLIGHT_BLUE, NOTE);
  fact = highlight (question, transcript, 2, "In November we", "four million", TRS_HIGHLIGHT_GREEN,
                    "Minutes of November, page 3");
  quote = highlight (fact, transcript, 3, "who knew", "since when", TRS_HIGHLIGHT_YELLOW, NULL);
  editor = trs_annotation_editor_new (trs_session_get_library (journey->session), project, none);
  trs_annotation_editor_apply (editor, g_steal_pointer (&quote));
}

static GtkWindow *
find_dialog (GtkWindow *parent)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    if (gtk_window_get_transient_for (item->data) == parent)
      return item->data;
  return NULL;
}

static void
take_export (GtkWindow *window)
{
  GtkWindow *dialog;
  TrsExportPreview *preview;
  AdwComboRow *format;

  gtk_widget_activate_action (trs_display_test_find (GTK_WIDGET (window), "view"), "page.export", NULL);
  trs_test_wait_until (find_dialog (window) != NULL);
  dialog = find_dialog (window);
  gtk_widget_remove_css_class (GTK_WIDGET (dialog), "solid-csd");
  gtk_widget_add_css_class (GTK_WIDGET (dialog), "csd");
  preview = TRS_EXPORT_PREVIEW (trs_display_test_find (GTK_WIDGET (dialog), "preview"));
  format = ADW_COMBO_ROW (trs_display_test_find (GTK_WIDGET (dialog), "format_row"));
  adw_combo_row_set_selected (format, trs_export_format_find ("docx") - trs_export_formats);
  trs_test_wait_until (trs_export_preview_get_bytes (preview) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (dialog));
  trs_display_test_save_png (GTK_WIDGET (dialog), "export");
  gtk_window_destroy (dialog);
}

static void
test_screenshots (void)
{
  Journey *journey = journey_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *heading = trs_search_strings_heading ("quay", FALSE);
  TrsWindow *window;
  GtkStack *pages;
  GtkEditable *search;
  g_autoptr (TrsHistoryItem) neighbour = NULL;

  g_settings_set_int (journey->settings, "window-width", WIDTH);
  g_settings_set_int (journey->settings, "window-height", HEIGHT);
  window = trs_window_new (NULL, journey->session, journey->settings);
  trs_display_test_show (GTK_WINDOW (window));
  add_new_transcription (GTK_WIDGET (window));
  gtk_widget_remove_css_class (GTK_WIDGET (window), "solid-csd");
  gtk_widget_add_css_class (GTK_WIDGET (window), "csd");
  pages = GTK_STACK (trs_display_test_find (GTK_WIDGET (window), "pages"));
  g_assert_true (journey_connect (journey, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (videos); i++)
    {
      g_object_unref (journey_submit (journey, videos[i]));
      journey_until (journey, trs_project_get_state (journey_top (journey)) == TRS_PROJECT_STATE_DONE);
      trs_project_set_unread (journey_top (journey), FALSE);
    }
  search = GTK_EDITABLE (trs_display_test_find (GTK_WIDGET (window), "search"));
  gtk_editable_set_text (search, "quay");
  journey_until (journey, TRS_IS_SEARCH_PAGE (gtk_stack_get_visible_child (pages)) &&
                              trs_display_test_find_label (GTK_WIDGET (pages), heading) != NULL);
  /* The texts come by themselves, also into what is shown already. */
  journey_until (journey,
                 trs_download_queue_get_kept (trs_session_get_downloads (journey->session)) == G_N_ELEMENTS (videos));
  trs_display_test_save_png (GTK_WIDGET (window), "search");
  gtk_editable_set_text (search, "");

  trs_window_open_project (window, journey_top (journey));
  journey_until (journey, TRS_IS_TRANSCRIPT_PAGE (gtk_stack_get_visible_child (pages)) &&
                              trs_display_test_find_label (GTK_WIDGET (window), "City council, 12 March") != NULL);
  trs_display_test_save_png (GTK_WIDGET (window), "transcript");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (window), "transcript-dark");
  trs_display_test_set_dark (FALSE);

  /* It is read with all that was added when it is opened once more. */
  neighbour = g_list_model_get_item (G_LIST_MODEL (journey->history), 1);
  trs_window_open_project (window, trs_history_item_get_project (neighbour));
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (pages), "City council, 12 March") == NULL);
  annotate (journey, journey_top (journey));
  trs_window_open_project (window, journey_top (journey));
  g_settings_set_boolean (journey->settings, "show-highlights", TRUE);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (window), NOTE) != NULL);
  trs_display_test_save_png (GTK_WIDGET (window), "highlights");
  take_export (GTK_WINDOW (window));
  g_settings_reset (journey->settings, "show-highlights");

  trs_display_test_destroy (window);
  journey_free (journey);

  add_shadow ("search");
  add_shadow ("highlights");
  add_shadow ("export");
  add_shadow ("transcript");
  trs_display_test_set_dark (TRUE);
  add_shadow ("transcript-dark");
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/screenshots", test_screenshots);
  return g_test_run ();
}
