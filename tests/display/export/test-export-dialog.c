/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-dialog.h"

#include <glib/gstdio.h>
#include <string.h>

#include "config.h"
#include "trs-chooser-test.h"
#include "trs-display-test.h"
#include "trs-error-sink.h"
#include "trs-export-format.h"
#include "trs-export-preview.h"
#include "trs-other-client.h"
#include "trs-real-input.h"
#include "trs-test-transcripts.h"

/* The window below, to which errors go. */
#define TEST_TYPE_PARENT (test_parent_get_type ())
G_DECLARE_FINAL_TYPE (TestParent, test_parent, TEST, PARENT, GtkWindow)

struct _TestParent
{
  GtkWindow parent_instance;

  GError *error;
  char *toast;
};

static void
take (TrsErrorSink *sink,
      const GError *error,
      const char   *doing)
{
  g_clear_error (&TEST_PARENT (sink)->error);
  TEST_PARENT (sink)->error = g_error_copy (error);
}

static void
test_parent_sink_init (TrsErrorSinkInterface *iface)
{
  iface->take = take;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestParent, test_parent, GTK_TYPE_WINDOW,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_ERROR_SINK, test_parent_sink_init))

static void
toast_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  g_assert_null (TEST_PARENT (widget)->toast);
  TEST_PARENT (widget)->toast = g_variant_dup_string (parameter, NULL);
}

static void
test_parent_finalize (GObject *object)
{
  g_clear_error (&TEST_PARENT (object)->error);
  g_free (TEST_PARENT (object)->toast);
  G_OBJECT_CLASS (test_parent_parent_class)->finalize (object);
}

static void
test_parent_class_init (TestParentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_parent_finalize;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.toast", "s", toast_action);
}

static void
test_parent_init (TestParent *self)
{
}

typedef struct
{
  GSettings *settings;
  TrsExportSource *source;
  TrsExportDialog *dialog;
  TrsExportPreview *preview;
} Fixture;

static TrsExportSource *
make_source (TrsTranscript *transcript)
{
  g_autoptr (TrsTranscript) owned = transcript;
  g_autoptr (TrsDocument) document = trs_test_document_new (owned);
  g_autoptr (TrsProjectData) project = trs_project_data_new ("p1");

  project->title = g_strdup ("City council, 12 March");
  project->video_id = g_strdup ("cC12mar2026");
  project->video_length = 170;
  project->created_at = G_GINT64_CONSTANT (1773317050000000);
  return trs_export_source_new (document, project, NULL, "https://www.youtube.com/watch?v={id}&t={t}s");
}

/* Some parts of libadwaita have ids as options have. */
static GtkWidget *
find_option (Fixture    *fixture,
             const char *id)
{
  return trs_display_test_find (trs_display_test_find (GTK_WIDGET (fixture->dialog), "chips"), id);
}

static GtkWidget *
find (Fixture    *fixture,
      const char *id)
{
  GtkWidget *option = find_option (fixture, id);
  GtkWidget *widget = option != NULL ? option : trs_display_test_find (GTK_WIDGET (fixture->dialog), id);

  g_assert_nonnull (widget);
  return widget;
}

static void
wait_rendered (Fixture *fixture)
{
  trs_test_wait_until (trs_export_preview_get_bytes (fixture->preview) != NULL);
}

static void
open_dialog (Fixture *fixture,
             int      width)
{
  fixture->dialog = trs_export_dialog_new (fixture->source, fixture->settings);
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
  if (width > 0)
    gtk_window_set_default_size (GTK_WINDOW (fixture->dialog), width, 720);
  trs_display_test_show (GTK_WINDOW (fixture->dialog));
  fixture->preview = TRS_EXPORT_PREVIEW (find (fixture, "preview"));
  wait_rendered (fixture);
}

static void
close_dialog (Fixture *fixture)
{
  gtk_window_close (GTK_WINDOW (fixture->dialog));
  trs_test_wait_until (fixture->dialog == NULL);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->settings = g_settings_new (TRS_APPLICATION_ID);
  fixture->source = make_source (trs_test_transcript_new (trs_test_council, "en"));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  static const char * const keys[] = { "export-last", "export-notes", "export-presets", "show-timecodes",
                                       "show-speakers" };

  if (fixture->dialog != NULL)
    close_dialog (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (fixture->settings, keys[i]);
  g_clear_object (&fixture->settings);
  trs_export_source_unref (fixture->source);
}

static guint
find_format (const char *id)
{
  guint index = 0;

  while (&trs_export_formats[index] != trs_export_format_find (id))
    index++;
  return index;
}

static void
choose_format (Fixture    *fixture,
               const char *id)
{
  adw_combo_row_set_selected (ADW_COMBO_ROW (find (fixture, "format_row")), find_format (id));
  wait_rendered (fixture);
}

static void
set_chip (Fixture    *fixture,
          const char *id,
          gboolean    active)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find (fixture, id)), active);
  wait_rendered (fixture);
}

static char *
get_file (Fixture *fixture)
{
  GBytes *bytes = trs_export_preview_get_bytes (fixture->preview);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static char *
get_shown (Fixture *fixture)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (find (fixture, "view")));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* What is seen is the file, byte for byte, and that is what the engine makes of the same toggles. */
static void
test_preview_is_the_file (Fixture       *fixture,
                          gconstpointer  data)
{
  static const char * const formats[] = { "txt", "md", "srt", "vtt", "csv", "json" };

  g_settings_set_boolean (fixture->settings, "show-speakers", FALSE);
  open_dialog (fixture, 0);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *file = NULL;
      g_autofree char *shown = NULL;

      choose_format (fixture, formats[i]);
      file = get_file (fixture);
      shown = get_shown (fixture);
      g_assert_cmpstr (shown, ==, g_str_has_prefix (file, "\357\273\277") ? file + 3 : file);
    }
}

/* Plain text begins as the page shows it. */
static void
test_begins_as_the_page (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autofree char *file = NULL;

  g_settings_set_boolean (fixture->settings, "show-timecodes", FALSE);
  open_dialog (fixture, 0);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "timecodes"))));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "speakers"))));
  file = get_file (fixture);
  g_assert_true (g_str_has_prefix (file, "Speaker 1: Good evening."));
}

static gboolean
is_chip_shown (Fixture    *fixture,
               const char *id)
{
  return gtk_widget_get_mapped (find (fixture, id));
}

/* A chip that would change nothing is not there. */
static void
test_chips (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *file = NULL;

  open_dialog (fixture, 0);
  choose_format (fixture, "srt");
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  g_assert_true (is_chip_shown (fixture, "speakers"));
  g_assert_false (is_chip_shown (fixture, "header"));
  g_assert_false (is_chip_shown (fixture, "bom"));
  g_assert_false (is_chip_shown (fixture, "only-marked"));
  choose_format (fixture, "csv");
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  g_assert_true (is_chip_shown (fixture, "bom"));

  choose_format (fixture, "txt");
  set_chip (fixture, "header", TRUE);
  file = get_file (fixture);
  g_assert_true (g_str_has_prefix (file, "City council, 12 March\n"));
}

static void
annotate (Fixture *fixture)
{
  TrsDocument *document = fixture->source->document;
  g_autoptr (TrsAnnotations) none = trs_annotations_new ();
  g_autoptr (TrsAnnotations) one =
      trs_annotations_highlight (none, trs_document_get_transcript (document), (TrsTextPosition){ 0, 0 },
                                 (TrsTextPosition){ 0, 4 }, TRS_HIGHLIGHT_GREEN, "From M.", 1);
  g_autoptr (TrsAnnotations) two =
      trs_annotations_highlight (one, trs_document_get_transcript (document), (TrsTextPosition){ 1, 0 },
                                 (TrsTextPosition){ 1, 4 }, TRS_HIGHLIGHT_PINK, NULL, 1);

  fixture->source->document = trs_document_new (trs_document_get_transcript (document), two);
  g_object_unref (document);
}

static void
assert_tally (Fixture    *fixture,
              const char *wanted)
{
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (find (fixture, "tally"))), ==, wanted);
}

/* Notes leave only in the format for which they were chosen, and what goes along is counted. */
static void
test_own (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *with = NULL;
  g_autofree char *without = NULL;

  annotate (fixture);
  open_dialog (fixture, 0);
  choose_format (fixture, "md");
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  g_assert_true (is_chip_shown (fixture, "highlights"));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "highlights"))));
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "notes"))));
  assert_tally (fixture, "2 highlights");
  set_chip (fixture, "notes", TRUE);
  assert_tally (fixture, "2 highlights, 1 note");
  with = get_file (fixture);
  g_assert_nonnull (strstr (with, "From M."));

  choose_format (fixture, "txt");
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "notes"))));
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "highlights"))));
  assert_tally (fixture, "");
  without = get_file (fixture);
  g_assert_null (strstr (without, "From M."));
  choose_format (fixture, "srt");
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  g_assert_false (is_chip_shown (fixture, "notes"));
  close_dialog (fixture);

  open_dialog (fixture, 0);
  choose_format (fixture, "odt");
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "notes"))));
  choose_format (fixture, "md");
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "notes"))));
  set_chip (fixture, "notes", FALSE);
  assert_tally (fixture, "2 highlights");
}

/* What the user set stays when he looks at another format; what he did not touch is as that format wants it. */
static void
test_touched_options_stay (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autofree char *file = NULL;

  open_dialog (fixture, 0);
  set_chip (fixture, "speakers", FALSE);
  choose_format (fixture, "md");
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "speakers"))));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "header"))));
  file = get_file (fixture);
  g_assert_null (strstr (file, "Speaker 1"));
}

static void
type_offset (Fixture    *fixture,
             const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (find (fixture, "offset")), text);
  wait_rendered (fixture);
}

static void
test_offset (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const bad[] = { "x", "-", "1:", "1:99", "25:00:00", "--1", "0:0:0:0" };
  GtkWidget *problem;
  g_autofree char *plain = NULL;
  g_autofree char *later = NULL;
  g_autofree char *sooner = NULL;

  open_dialog (fixture, 0);
  plain = get_file (fixture);
  problem = find (fixture, "offset_problem");
  type_offset (fixture, "01:00:00");
  later = get_file (fixture);
  g_assert_nonnull (strstr (later, "[01:00:19.000]"));
  type_offset (fixture, "-0:10");
  sooner = get_file (fixture);
  g_assert_nonnull (strstr (sooner, "[00:00:09.000]"));

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *file = NULL;

      type_offset (fixture, bad[i]);
      g_assert_true (gtk_widget_get_visible (problem));
      file = get_file (fixture);
      g_assert_cmpstr (file, ==, plain);
    }
  type_offset (fixture, "");
  g_assert_false (gtk_widget_get_visible (problem));
}

static void
test_interval (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *file = NULL;

  open_dialog (fixture, 0);
  adw_combo_row_set_selected (ADW_COMBO_ROW (find (fixture, "interval")), 1);
  wait_rendered (fixture);
  file = get_file (fixture);
  g_assert_nonnull (strstr (file, "[00:00:02.345]"));
  g_assert_null (strstr (file, "[00:00:19.000]"));
  g_assert_nonnull (strstr (file, "[00:01:13.000]"));
}

/* Of many quick changes, the last one counts. */
static void
test_last_change_wins (Fixture       *fixture,
                       gconstpointer  data)
{
  GtkToggleButton *chip;
  g_autofree char *file = NULL;
  g_autofree char *shown = NULL;

  open_dialog (fixture, 0);
  chip = GTK_TOGGLE_BUTTON (find (fixture, "timecodes"));
  for (guint i = 0; i < 51; i++)
    gtk_toggle_button_set_active (chip, !gtk_toggle_button_get_active (chip));
  g_assert_null (trs_export_preview_get_bytes (fixture->preview));
  wait_rendered (fixture);
  file = get_file (fixture);
  shown = get_shown (fixture);
  g_assert_true (g_str_has_prefix (file, "Speaker 1: Good evening."));
  g_assert_cmpstr (shown, ==, file);
  trs_test_settle ();
  g_clear_pointer (&file, g_free);
  file = get_file (fixture);
  g_assert_cmpstr (shown, ==, file);
}

static void
test_copy (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *file = NULL;
  g_autofree char *copied = NULL;

  open_dialog (fixture, 0);
  choose_format (fixture, "csv");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find (fixture, "bom")), TRUE);
  /* At once, while it is rendered. */
  trs_display_test_click (find (fixture, "copy"));
  wait_rendered (fixture);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (fixture->dialog), "Copied") != NULL);
  copied = trs_display_test_read_copied (GTK_WIDGET (fixture->dialog));
  file = get_file (fixture);
  g_assert_true (g_str_has_prefix (file, "\357\273\277"));
  g_assert_cmpstr (copied, ==, file + 3);

  choose_format (fixture, "docx");
  g_assert_false (gtk_widget_get_sensitive (find (fixture, "copy")));
}

/* Return saves, in a wide dialog and in a narrow one. */
static void
test_return (Fixture       *fixture,
             gconstpointer  data)
{
  static const int widths[] = { 0, 360 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      GtkFileChooser *chooser;

      open_dialog (fixture, widths[i]);
      trs_real_input_focus (GTK_WIDGET (fixture->dialog));
      g_test_message ("The focus is on %s", gtk_buildable_get_buildable_id (
                                                GTK_BUILDABLE (gtk_window_get_focus (GTK_WINDOW (fixture->dialog)))));
      trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_Return, 0);
      chooser = trs_chooser_test_wait ();
      trs_chooser_test_click (chooser, GTK_RESPONSE_CANCEL);
      trs_test_settle ();
      close_dialog (fixture);
    }
}

/* What is longer than an X server takes at once. */
static void
test_paste_elsewhere (Fixture       *fixture,
                      gconstpointer  data)
{
  static const guint n_hours[] = { 5, 80 };

  for (guint i = 0; i < G_N_ELEMENTS (n_hours); i++)
    {
      g_autofree char *file = NULL;

      trs_export_source_unref (fixture->source);
      fixture->source = make_source (trs_test_transcript_generate (n_hours[i] * TRS_TEST_HOUR));
      open_dialog (fixture, 0);
      choose_format (fixture, "json");
      trs_real_input_focus (GTK_WIDGET (fixture->dialog));
      trs_real_input_click_on (find (fixture, "copy"));
      trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (fixture->dialog), "Copied") != NULL);
      file = get_file (fixture);
      g_assert_cmpuint (strlen (file), >, n_hours[i] * 60000);
      trs_other_client_assert_paste ("CLIPBOARD", file);
      close_dialog (fixture);
    }
}

static void
save_as (Fixture    *fixture,
         const char *folder,
         const char *name)
{
  GtkFileChooser *chooser;

  trs_display_test_click (find (fixture, "save"));
  chooser = trs_chooser_test_wait ();
  trs_chooser_test_choose (chooser, folder, name);
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
}

/* What was saved is what was shown; the format and its options come back the next time. */
static void
test_save (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *folder = g_dir_make_tmp ("export-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "Saved.md", NULL);
  g_autofree char *saved = NULL;
  g_autofree char *file = NULL;

  open_dialog (fixture, 0);
  choose_format (fixture, "md");
  set_chip (fixture, "links", FALSE);
  file = get_file (fixture);
  save_as (fixture, folder, "Saved.md");
  trs_test_wait_until (fixture->dialog == NULL);
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_cmpstr (saved, ==, file);

  open_dialog (fixture, 0);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (find (fixture, "file_name"))), ==, "City council, 12 March.md");
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "links"))));
  g_unlink (path);
  g_rmdir (folder);
}

/* Whether the menu has such an item; its labels have mnemonics. */
static gboolean
offers_preset (Fixture    *fixture,
               const char *label)
{
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (find (fixture, "presets_button")));
  g_autoptr (GMenuModel) presets = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);

  for (int i = 0; i < g_menu_model_get_n_items (presets); i++)
    {
      g_autofree char *its_label = NULL;

      g_menu_model_get_item_attribute (presets, i, G_MENU_ATTRIBUTE_LABEL, "s", &its_label);
      if (g_strcmp0 (its_label, label) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
activate (Fixture    *fixture,
          const char *action,
          GVariant   *target)
{
  g_autoptr (GVariant) owned = target != NULL ? g_variant_ref_sink (target) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (fixture->dialog), action, owned));
  wait_rendered (fixture);
}

/* A save that fails is told, and the dialog stays; one that succeeds is told by the window below. */
static void
test_told_by_the_window (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autofree char *folder = g_dir_make_tmp ("export-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x <b>.txt", NULL);
  TestParent *parent = g_object_new (TEST_TYPE_PARENT, "default-width", 1000, "default-height", 800, NULL);

  trs_display_test_show (GTK_WINDOW (parent));
  open_dialog (fixture, 0);
  gtk_window_set_transient_for (GTK_WINDOW (fixture->dialog), GTK_WINDOW (parent));
  save_as (fixture, "/proc", "x.txt");
  trs_test_wait_until (parent->error != NULL);
  g_assert_cmpint (parent->error->domain, ==, G_IO_ERROR);
  g_assert_nonnull (fixture->dialog);
  g_assert_null (parent->toast);

  save_as (fixture, folder, "x <b>.txt");
  trs_test_wait_until (fixture->dialog == NULL);
  g_assert_cmpstr (parent->toast, ==, "Saved as x <b>.txt");
  trs_display_test_destroy (parent);
  g_unlink (path);
  g_rmdir (folder);
}

static gpointer
wait_for_window (const char *title)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (;;)
    {
      for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
        {
          g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

          if (g_strcmp0 (gtk_window_get_title (window), title) == 0 && gtk_widget_get_mapped (GTK_WIDGET (window)))
            return window;
        }
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
save_preset (Fixture    *fixture,
             const char *name)
{
  GtkWidget *window;

  activate (fixture, "export.save-preset", NULL);
  window = wait_for_window ("Save as Preset");
  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (window, "name")), name);
  trs_display_test_click (trs_display_test_find (window, "apply"));
}

static guint
count_own (Fixture *fixture)
{
  g_autoptr (GVariant) presets = g_settings_get_value (fixture->settings, "export-presets");

  return (guint) g_variant_n_children (presets);
}

static void
test_presets (Fixture       *fixture,
              gconstpointer  data)
{
  const char *name = "For <the> desk_ & me";
  const TrsExportPreset *first = &trs_export_presets[0];

  open_dialog (fixture, 0);
  g_assert_true (offers_preset (fixture, first->name));
  choose_format (fixture, "txt");
  activate (fixture, "export.use-preset", g_variant_new_string (first->name));
  g_assert_true (g_str_has_suffix (gtk_label_get_label (GTK_LABEL (find (fixture, "file_name"))),
                                   trs_export_format_find (first->format)->extension));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "merge"))) == first->options.merge);

  choose_format (fixture, "vtt");
  set_chip (fixture, "speakers", FALSE);
  save_preset (fixture, name);
  g_assert_cmpuint (count_own (fixture), ==, 1);
  g_assert_true (offers_preset (fixture, "For <the> desk__ & me"));
  choose_format (fixture, "txt");
  set_chip (fixture, "speakers", TRUE);
  activate (fixture, "export.use-preset", g_variant_new_string (name));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (find (fixture, "file_name"))), ==, "City council, 12 March.vtt");
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "speakers"))));

  /* Under the same name it takes the place of the one before; without a name there is none. */
  save_preset (fixture, name);
  save_preset (fixture, "  ");
  g_assert_cmpuint (count_own (fixture), ==, 1);

  activate (fixture, "export.delete-preset", g_variant_new_string (name));
  g_assert_cmpuint (count_own (fixture), ==, 0);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (fixture->dialog), "Deleted “For <the> desk_ & me”")
                       != NULL);
  g_assert_false (offers_preset (fixture, "For <the> desk__ & me"));
  activate (fixture, "export.undo-delete", NULL);
  g_assert_cmpuint (count_own (fixture), ==, 1);
}

/* What another version saved of a format that this one does not have, or what somebody wrote there by hand. */
static void
test_strange_settings (Fixture       *fixture,
                       gconstpointer  data)
{
  g_settings_set_value (fixture->settings, "export-presets",
                        g_variant_new_parsed ("{'a': <('xyz', @a{sv} {})>, 'b': <5>}"));
  g_settings_set_value (fixture->settings, "export-last",
                        g_variant_new_parsed ("('txt', {'interval': <'x'>, 'header': <true>})"));
  open_dialog (fixture, 0);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "header"))));
  activate (fixture, "export.use-preset", g_variant_new_string ("a"));
  activate (fixture, "export.use-preset", g_variant_new_string ("b"));
  close_dialog (fixture);
  g_settings_set_value (fixture->settings, "export-last", g_variant_new_parsed ("('xyz', @a{sv} {})"));
  open_dialog (fixture, 0);
}

/* What cannot be made is said where the file would be, and the next format is none the worse for it. */
static void
test_no_times (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *shown = NULL;

  trs_export_source_unref (fixture->source);
  fixture->source = make_source (trs_test_transcript_unaligned (FALSE));
  open_dialog (fixture, 0);
  adw_combo_row_set_selected (ADW_COMBO_ROW (find (fixture, "format_row")), find_format ("srt"));
  trs_test_wait_until (!gtk_widget_get_sensitive (find (fixture, "save")));
  g_assert_null (trs_export_preview_get_bytes (fixture->preview));
  shown = get_shown (fixture);
  g_assert_cmpstr (shown, !=, "");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (find (fixture, "size"))), ==, "");
  choose_format (fixture, "txt");
  g_assert_true (gtk_widget_get_sensitive (find (fixture, "save")));
}

/* A file of three hours: the view has its beginning, the file all of it. */
static void
test_long (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *file = NULL;
  g_autofree char *shown = NULL;
  const char *size;

  trs_export_source_unref (fixture->source);
  fixture->source = make_source (trs_test_transcript_generate (3 * TRS_TEST_HOUR));
  open_dialog (fixture, 0);
  file = get_file (fixture);
  shown = get_shown (fixture);
  g_assert_cmpuint (strlen (file), >, 180 * 1000);
  g_assert_true (g_str_has_prefix (file, shown));
  g_assert_cmpuint (strlen (shown), >, 8 * 1024);
  g_assert_cmpuint (strlen (shown), <, 64 * 1024);
  size = gtk_label_get_label (GTK_LABEL (find (fixture, "size")));
  g_assert_true (g_str_has_prefix (size, "Beginning of "));
}

/* By keys alone: from the list of formats to the chips, and to the file. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  data)
{
  GtkFileChooser *chooser;

  open_dialog (fixture, 0);
  trs_real_input_focus (GTK_WIDGET (fixture->dialog));
  gtk_widget_child_focus (find (fixture, "formats"), GTK_DIR_TAB_FORWARD);
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_Down, 0);
  trs_test_wait_until (g_str_has_suffix (gtk_label_get_label (GTK_LABEL (find (fixture, "file_name"))), ".md"));
  wait_rendered (fixture);
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_Tab, 0);
  trs_test_wait_until (gtk_window_get_focus (GTK_WINDOW (fixture->dialog)) == find (fixture, "timecodes"));
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_space, 0);
  trs_test_wait_until (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (fixture, "timecodes"))));
  wait_rendered (fixture);
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_s, GDK_CONTROL_MASK);
  chooser = trs_chooser_test_wait ();
  trs_chooser_test_click (chooser, GTK_RESPONSE_CANCEL);
  trs_test_settle ();
  g_assert_nonnull (fixture->dialog);
  trs_real_input_focus (GTK_WIDGET (fixture->dialog));
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_Escape, 0);
  trs_test_wait_until (fixture->dialog == NULL);
}

/* Enter means the same wherever the focus is: the default button. */
static void
test_enter (Fixture       *fixture,
            gconstpointer  data)
{
  GtkFileChooser *chooser;

  open_dialog (fixture, 0);
  trs_real_input_focus (GTK_WIDGET (fixture->dialog));
  gtk_widget_child_focus (find (fixture, "formats"), GTK_DIR_TAB_FORWARD);
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_Return, 0);
  chooser = trs_chooser_test_wait ();
  trs_chooser_test_click (chooser, GTK_RESPONSE_CANCEL);
}

/* They have the lines that they need, and no more. */
static void
assert_chips_lie_close (Fixture *fixture)
{
  GtkWidget *chips = trs_display_test_find (GTK_WIDGET (fixture->dialog), "chips");
  int needed;

  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  gtk_widget_measure (chips, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (chips), NULL, &needed, NULL, NULL);
  g_assert_cmpint (gtk_widget_get_height (chips), ==, needed);
}

static void
take_picture (Fixture    *fixture,
              const char *name)
{
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), name);
}

static void
test_looks (Fixture       *fixture,
            gconstpointer  data)
{
  open_dialog (fixture, 0);
  choose_format (fixture, "md");
  assert_chips_lie_close (fixture);
  take_picture (fixture, "10-export");
  trs_display_test_set_dark (TRUE);
  take_picture (fixture, "10-export-dark");
  trs_display_test_set_dark (FALSE);
  choose_format (fixture, "docx");
  take_picture (fixture, "10-export-drawn");
  choose_format (fixture, "csv");
  take_picture (fixture, "10-export-table");
}

static void
test_looks_narrow (Fixture       *fixture,
                   gconstpointer  data)
{
  int minimum;

  open_dialog (fixture, 360);
  adw_combo_row_set_selected (ADW_COMBO_ROW (find (fixture, "format_row")), 1);
  wait_rendered (fixture);
  take_picture (fixture, "12d-narrow-export");
  gtk_widget_measure (GTK_WIDGET (fixture->dialog), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 360);
}

static void
test_looks_mirrored (Fixture       *fixture,
                     gconstpointer  data)
{
  static const TrsTestParagraph arabic[] = {
    { 2345, 1, "مساء الخير. نفتتح جلسة الثاني عشر من مارس." },
    { 19000, 2, "شكرا. أود أن أبدأ بميزانية الرصيف الشمالي." },
    { 0, 0, NULL },
  };

  trs_export_source_unref (fixture->source);
  fixture->source = make_source (trs_test_transcript_new (arabic, "ar"));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  open_dialog (fixture, 0);
  choose_format (fixture, "docx");
  take_picture (fixture, "10-export-mirrored");
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
#define ADD(path, function) g_test_add ("/export-dialog/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("preview-is-the-file", test_preview_is_the_file);
  ADD ("begins-as-the-page", test_begins_as_the_page);
  ADD ("chips", test_chips);
  ADD ("own", test_own);
  ADD ("touched-options-stay", test_touched_options_stay);
  ADD ("offset", test_offset);
  ADD ("interval", test_interval);
  ADD ("last-change-wins", test_last_change_wins);
  ADD ("copy", test_copy);
  ADD ("return", test_return);
  ADD ("paste-elsewhere", test_paste_elsewhere);
  ADD ("save", test_save);
  ADD ("told-by-the-window", test_told_by_the_window);
  ADD ("presets", test_presets);
  ADD ("strange-settings", test_strange_settings);
  ADD ("no-times", test_no_times);
  ADD ("long", test_long);
  ADD ("keys", test_keys);
  ADD ("enter", test_enter);
  ADD ("looks", test_looks);
  ADD ("looks-narrow", test_looks_narrow);
  ADD ("looks-mirrored", test_looks_mirrored);
#undef ADD
  return g_test_run ();
}
