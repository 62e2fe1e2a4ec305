/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every page and dialog in a language that nobody speaks, in which each string is in brackets and a third longer: what
 * has no brackets was not translated, and what is cut has no room for a longer language. In a real language, of which
 * there are catalogues in the folder TRS_TEST_LOCALES, only what is cut is a fault; build-aux/languages.sh looks at all
 * of them. */
#include "config.h"
#include "trs-display-test.h"
#include "trs-export-format.h"
#include "trs-test-transcripts.h"
#include "trs-tour.h"
#include "trs-transcript-page.h"

#include <glib/gi18n.h>

#include <locale.h>

#define WIDTH 1000
#define HEIGHT 700
/* Those of trs_session_rig_sample_list(). */
#define N_PROJECTS 10
/* Letters may reach a little over their place. */
#define NEARLY 8
/* Pixels of a chip with one line of text. */
#define CHIP_HEIGHT 44

/* What the fixtures, GLib, GTK or libadwaita wrote, and what is an example: not translated. */
static const char *const foreign[] = {
  "City council", "Remove From This Computer?", "Remove",
  "You can download the transcript again for free. This can’t be restored: 1 note · 3 highlights.",
  "transcribe.example.org", "dQw4w9WgXcQ", "not a link", "nothing like it", "kB", "English", "Clear entry",
  "Clear Entry",
  "About", "What’s New", "Details", "Report an Issue", "Troubleshooting", "Credits", "Legal",
};

typedef struct
{
  TrsTour tour;
  GtkStack *pages;
  GPtrArray *data;
  const char *where;
} Fixture;

static void
add_data (Fixture    *fixture,
          const char *text)
{
  if (text != NULL && *text != '\0')
    g_ptr_array_add (fixture->data, g_strdup (text));
}

/* Before there is an account. */
static void
set_up_alone (Fixture       *fixture,
              gconstpointer  user_data)
{
  fixture->data = g_ptr_array_new_with_free_func (g_free);
  fixture->tour.document = NULL;
  fixture->tour.rig = trs_session_rig_new_waiting (FALSE);
  g_settings_set_int (fixture->tour.rig->settings, "window-width", WIDTH);
  g_settings_set_int (fixture->tour.rig->settings, "window-height", HEIGHT);
  fixture->tour.window = trs_window_new (NULL, fixture->tour.rig->session, fixture->tour.rig->settings);
  trs_display_test_show (GTK_WINDOW (fixture->tour.window));
  trs_session_rig_start (fixture->tour.rig);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autofree char *entries = trs_session_rig_sample_list ();

  fixture->data = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL); i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, i);

      g_ptr_array_add (fixture->data, g_strndup (paragraph->body, paragraph->body_length));
    }
  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    g_ptr_array_add (fixture->data, g_strconcat (".", trs_export_formats[i].extension, NULL));
  fixture->tour.document = trs_test_document_new (transcript);
  fixture->tour.rig = trs_session_rig_new_waiting (TRUE);
  g_settings_set_int (fixture->tour.rig->settings, "window-width", WIDTH);
  g_settings_set_int (fixture->tour.rig->settings, "window-height", HEIGHT);
  fixture->tour.window = trs_window_new (NULL, fixture->tour.rig->session, fixture->tour.rig->settings);
  fixture->pages = GTK_STACK (trs_display_test_find (GTK_WIDGET (fixture->tour.window), "pages"));
  trs_display_test_show (GTK_WINDOW (fixture->tour.window));
  trs_session_rig_list (fixture->tour.rig, entries);
  trs_session_rig_start (fixture->tour.rig);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (fixture->tour.rig->session)));
  for (guint i = 1; i <= N_PROJECTS; i++)
    {
      const TrsProjectData *data = trs_project_get_data (trs_tour_get_project (&fixture->tour, i));

      add_data (fixture, data->title);
      add_data (fixture, data->video_id);
    }
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  trs_display_test_destroy (fixture->tour.window);
  trs_session_rig_free (fixture->tour.rig);
  g_clear_object (&fixture->tour.document);
  g_ptr_array_unref (fixture->data);
}

static gboolean
has_word (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (g_unichar_isalpha (g_utf8_get_char (at)) && g_unichar_isalpha (g_utf8_get_char (g_utf8_next_char (at))))
      return TRUE;
  return FALSE;
}

/* What is left of a text without what stands in brackets, or else is known. */
static char *
dup_rest (Fixture    *fixture,
          const char *text)
{
  GString *rest = g_string_new (NULL);
  int depth = 0;

  for (const char *at = text; *at != '\0'; at++)
    {
      depth += *at == '[';
      if (depth == 0)
        g_string_append_c (rest, *at);
      if (*at == ']' && depth > 0)
        depth--;
    }
  for (const char *link = strstr (rest->str, "https://"); link != NULL; link = strstr (rest->str, "https://"))
    g_string_erase (rest, link - rest->str, (gssize) strcspn (link, " "));
  for (guint i = 0; i < fixture->data->len; i++)
    g_string_replace (rest, fixture->data->pdata[i], "", 0);
  for (gsize i = 0; i < G_N_ELEMENTS (foreign); i++)
    g_string_replace (rest, foreign[i], "", 0);
  return g_string_free (rest, FALSE);
}

static gboolean
is_part_of_data (Fixture    *fixture,
                 const char *text)
{
  for (guint i = 0; i < fixture->data->len; i++)
    if (strstr (fixture->data->pdata[i], text) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_pseudo (void)
{
  return g_getenv ("TRS_TEST_LOCALES") == NULL;
}

static void
check_text (Fixture    *fixture,
            GtkWidget  *widget,
            const char *what,
            const char *text)
{
  g_autofree char *rest = text != NULL ? dup_rest (fixture, text) : g_strdup ("");

  if (!is_pseudo () || !has_word (rest) || is_part_of_data (fixture, text))
    return;
  g_test_message ("%s: %s of %s is not translated: “%s”", fixture->where, what, G_OBJECT_TYPE_NAME (widget), text);
  g_test_fail ();
}

static gboolean
has_tooltip (GtkWidget *widget)
{
  for (; widget != NULL && !GTK_IS_WINDOW (widget); widget = gtk_widget_get_parent (widget))
    if (gtk_widget_get_has_tooltip (widget))
      return TRUE;
  return FALSE;
}

static void
check_room (Fixture  *fixture,
            GtkLabel *label)
{
  PangoLayout *layout = gtk_label_get_layout (label);
  GtkWidget *widget = GTK_WIDGET (label);
  PangoRectangle ink;

  pango_layout_get_pixel_extents (layout, &ink, NULL);
  if ((pango_layout_is_ellipsized (layout) && !has_tooltip (widget)) ||
      ink.width > gtk_widget_get_width (widget) + NEARLY)
    {
      g_test_message ("%s: cut: “%s” (%d of %d pixels)", fixture->where, gtk_label_get_text (label),
                      gtk_widget_get_width (widget), ink.width);
      g_test_fail ();
    }
}

static void
check_widget (Fixture   *fixture,
              GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;

  check_text (fixture, widget, "the tooltip", gtk_widget_get_tooltip_text (widget));
  if (gtk_widget_has_css_class (widget, "chip") && gtk_widget_get_height (widget) > CHIP_HEIGHT)
    {
      g_test_message ("%s: a chip is %d pixels high", fixture->where, gtk_widget_get_height (widget));
      g_test_fail ();
    }
  if (GTK_IS_LABEL (widget))
    {
      check_text (fixture, widget, "the text", gtk_label_get_text (GTK_LABEL (widget)));
      check_room (fixture, GTK_LABEL (widget));
    }
  else if (GTK_IS_INSCRIPTION (widget))
    check_text (fixture, widget, "the text", gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
  else if (GTK_IS_TEXT (widget))
    check_text (fixture, widget, "the placeholder", gtk_text_get_placeholder_text (GTK_TEXT (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_widget (fixture, child);
}

static void
look (Fixture    *fixture,
      GtkWindow  *window,
      const char *where)
{
  g_autofree char *name = g_strdup_printf ("%s-%s", g_getenv ("LANGUAGE"), where);

  fixture->where = where;
  for (guint i = 0; i < 4; i++)
    trs_display_test_wait_frame (GTK_WIDGET (window));
  check_text (fixture, GTK_WIDGET (window), "the title", gtk_window_get_title (window));
  check_widget (fixture, GTK_WIDGET (window));
  trs_display_test_save_png (GTK_WIDGET (window), name);
}

static void
test_dialogs (Fixture       *fixture,
              gconstpointer  user_data)
{
  for (gsize i = 0; i < TRS_TOUR_N_DIALOGS; i++)
    {
      GtkWindow *dialog = trs_tour_dialogs[i].create (&fixture->tour);

      trs_display_test_show (dialog);
      look (fixture, dialog, trs_tour_dialogs[i].name);
      trs_display_test_destroy (dialog);
    }
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  user_data)
{
  GtkWindow *window = GTK_WINDOW (fixture->tour.window);

  look (fixture, window, "list");
  trs_window_open_project (fixture->tour.window, trs_tour_get_project (&fixture->tour, 1));
  look (fixture, window, "progress");
  trs_window_open_project (fixture->tour.window, trs_tour_get_project (&fixture->tour, 5));
  look (fixture, window, "failed");
  trs_window_open_project (fixture->tour.window, trs_tour_get_project (&fixture->tour, 6));
  g_object_set (trs_display_test_find_type (GTK_WIDGET (window), TRS_TYPE_TRANSCRIPT_PAGE), "document",
                fixture->tour.document, NULL);
  look (fixture, window, "transcript");
  g_settings_set_boolean (fixture->tour.rig->settings, "show-highlights", TRUE);
  look (fixture, window, "highlights");
  trs_searcher_set_query (trs_session_get_searcher (fixture->tour.rig->session), "nothing like it");
  look (fixture, window, "search");
}

static void
test_welcome (Fixture       *fixture,
              gconstpointer  user_data)
{
  look (fixture, GTK_WINDOW (fixture->tour.window), "welcome");
}

/* Otherwise everything is in English, and all the brackets are missing. */
static void
test_language (void)
{
  const char *word = g_dgettext (TRS_GETTEXT_PACKAGE, "Speakers");

  if (is_pseudo ())
    g_assert_true (g_str_has_prefix (word, "["));
  else
    g_assert_cmpstr (word, !=, "Speakers");
}

static gboolean
is_right_to_left (void)
{
  const char *language = g_getenv ("LANGUAGE");

  return g_strcmp0 (language, "xb") == 0 || g_strcmp0 (language, "ar") == 0;
}

int
main (int   argc,
      char *argv[])
{
  /* The newest glibc has no other language in C.UTF-8 than English. */
  if (is_pseudo () && setlocale (LC_ALL, "en_US.UTF-8") != NULL)
    g_setenv ("LC_ALL", "en_US.UTF-8", TRUE);
  bindtextdomain (TRS_GETTEXT_PACKAGE, is_pseudo () ? PSEUDO_LOCALES : g_getenv ("TRS_TEST_LOCALES"));
  bind_textdomain_codeset (TRS_GETTEXT_PACKAGE, "UTF-8");
  textdomain (TRS_GETTEXT_PACKAGE);
  trs_display_test_init (&argc, &argv);
  if (is_right_to_left ())
    gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_test_add_func ("/pseudo/language", test_language);
  g_test_add ("/pseudo/dialogs", Fixture, NULL, set_up, test_dialogs, tear_down);
  g_test_add ("/pseudo/pages", Fixture, NULL, set_up, test_pages, tear_down);
  g_test_add ("/pseudo/welcome", Fixture, NULL, set_up_alone, test_welcome, tear_down);
  return g_test_run ();
}
