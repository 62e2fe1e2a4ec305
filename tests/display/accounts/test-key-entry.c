/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-connect-form.h"
#include "trs-display-test.h"
#include "trs-preferences.h"
#include "trs-real-input.h"
#include "trs-screen-reader.h"
#include "trs-secret-row.h"
#include "trs-session-rig.h"
#include "trs-welcome-page.h"

/* Letters that GTK says in no other words. */
#define KEY "QXZJQXZJ"
#define N_CHARACTERS 8
#define LETTERS "QXZJ"
#define BULLET "•"
#define BULLETS "••••••••"
/* With which the newest GTK masks, depending on the font. */
#define OTHER_BULLET "●"
#define ADDRESS "QZXJ"

static TrsScreenReader *reader;

typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
  GtkWidget *form;
  GtkWidget *address;
  TrsSecretRow *key;
  GtkWidget *text;
  GtkWidget *show;
  char *path;
} Shown;

static GtkWindow *
open_welcome_page (TrsSessionRig *rig)
{
  return trs_display_test_present (g_object_new (TRS_TYPE_WELCOME_PAGE, "session", rig->session, NULL), 1100, 760);
}

static GtkWindow *
open_key_dialog (TrsSessionRig *rig)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (trs_connect_form_new_in_dialog (rig->session,
                                                                                      TRS_CONNECT_FORM_KEY))));
}

static GtkWindow *
open_account_dialog (TrsSessionRig *rig)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (trs_connect_form_new_in_dialog (rig->session,
                                                                                      TRS_CONNECT_FORM_NEW))));
}

static GtkWindow *
open_preferences (TrsSessionRig *rig)
{
  return GTK_WINDOW (trs_preferences_new (rig->session, rig->settings));
}

/* Wherever a key can be entered. */
static const struct
{
  const char *name;
  gboolean configured;
  GtkWindow *(*open) (TrsSessionRig *rig);
} places[] = {
  { "welcome", FALSE, open_welcome_page },
  { "enter-key", TRUE, open_key_dialog },
  { "add-account", TRUE, open_account_dialog },
  { "preferences", TRUE, open_preferences },
};

static void
open_place (Shown *shown,
            guint  place)
{
  shown->rig = trs_session_rig_new_waiting (places[place].configured);
  if (places[place].configured)
    trs_session_rig_list (shown->rig, "");
  trs_session_rig_start (shown->rig);
  shown->window = places[place].open (shown->rig);
  trs_display_test_show (shown->window);
  shown->form = trs_display_test_find_type (GTK_WIDGET (shown->window), TRS_TYPE_CONNECT_FORM);
  shown->address = trs_display_test_find (shown->form, "address");
  shown->key = TRS_SECRET_ROW (trs_display_test_find (shown->form, "key"));
  shown->text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (trs_secret_row_get_entry (shown->key))));
  shown->show = trs_display_test_find (GTK_WIDGET (shown->key), "show");
  shown->path = trs_screen_reader_find (reader, TRS_SCREEN_READER_PASSWORD_TEXT, "API key");
  g_assert_nonnull (shown->path);

  trs_real_input_focus (shown->form);
  gtk_widget_grab_focus (GTK_WIDGET (shown->key));
  g_free (trs_screen_reader_listen (reader, shown->path));
}

static void
set_up (Shown         *shown,
        gconstpointer  data)
{
  open_place (shown, 0);
}

static void
tear_down (Shown         *shown,
           gconstpointer  data)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
  g_free (shown->path);
}

static char *
take_bullets (char *text)
{
  GString *string = g_string_new (text);

  g_free (text);
  g_string_replace (string, OTHER_BULLET, BULLET, 0);
  return g_string_free (string, FALSE);
}

static void
assert_read (Shown      *shown,
             const char *text)
{
  g_autofree char *expected = g_strdup_printf ("('%s',)\n", text);
  g_autofree char *read = take_bullets (trs_screen_reader_read (reader, shown->path));

  g_assert_true (g_str_has_prefix (read, expected));
}

/* Nothing that can be asked of the field and nothing that was said of it has a character of the key. Returns what was
 * said. */
static char *
assert_masked (Shown *shown)
{
  g_autofree char *read = take_bullets (trs_screen_reader_read (reader, shown->path));
  char *said = take_bullets (trs_screen_reader_listen (reader, shown->path));

  g_assert_null (strpbrk (read, LETTERS));
  g_assert_null (strpbrk (said, LETTERS));
  return said;
}

/* No name, description or text of anything has the key. */
static void
assert_nowhere (void)
{
  g_autofree char *all = trs_screen_reader_read_all (reader);

  g_assert_null (strstr (all, KEY));
}

/* Of lines with the part. GTK 4.18 says that nothing was inserted after whatever was. */
static guint
count (const char *text,
       const char *part)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], part) != NULL && strstr (lines[i], "<''>") == NULL)
      n++;
  return n;
}

/* The test hears what is said: it hears the address. */
static void
test_address_is_heard (Shown         *shown,
                       gconstpointer  data)
{
  g_autofree char *path = trs_screen_reader_find (reader, TRS_SCREEN_READER_TEXT, "Server address");
  g_autofree char *read = NULL;
  g_autofree char *all = NULL;
  g_autofree char *said = NULL;

  g_assert_nonnull (path);
  gtk_widget_grab_focus (shown->address);
  g_free (trs_screen_reader_listen (reader, path));
  trs_real_input_type (shown->address, ADDRESS);
  read = trs_screen_reader_read (reader, path);
  all = trs_screen_reader_read_all (reader);
  said = trs_screen_reader_listen (reader, path);
  g_assert_nonnull (strstr (read, "('" ADDRESS "',)"));
  g_assert_nonnull (strstr (all, ADDRESS));
  g_assert_cmpuint (count (said, "TextChanged ('insert'"), ==, strlen (ADDRESS));
  g_assert_nonnull (strpbrk (said, LETTERS));
}

static void
test_typed (gconstpointer data)
{
  Shown shown = { NULL };
  g_autofree char *inserted = NULL;
  g_autofree char *deleted = NULL;
  g_autofree char *cleared = NULL;

  open_place (&shown, GPOINTER_TO_UINT (data));
  trs_real_input_type (shown.text, KEY);
  g_assert_cmpstr (trs_secret_row_get_text (shown.key), ==, KEY);
  inserted = assert_masked (&shown);
  assert_nowhere ();
  assert_read (&shown, BULLETS);
  /* A screen reader hears that something was typed, and how much. */
  g_assert_cmpuint (count (inserted, "TextChanged ('insert'"), ==, N_CHARACTERS);
  g_assert_cmpuint (count (inserted, "<'•'>"), ==, N_CHARACTERS);

  trs_real_input_key (shown.text, GDK_KEY_Home, 0);
  trs_real_input_key (shown.text, GDK_KEY_Delete, 0);
  trs_real_input_key (shown.text, GDK_KEY_End, 0);
  trs_real_input_key (shown.text, GDK_KEY_BackSpace, 0);
  g_assert_cmpstr (trs_secret_row_get_text (shown.key), ==, "XZJQXZ");
  deleted = assert_masked (&shown);
  g_assert_cmpuint (count (deleted, "TextChanged ('delete'"), ==, 2);

  trs_real_input_key (shown.text, GDK_KEY_Left, 0);
  trs_real_input_type (shown.text, "J");
  g_assert_cmpstr (trs_secret_row_get_text (shown.key), ==, "XZJQXJZ");
  /* There is no way back to what was there. */
  trs_real_input_key (shown.text, GDK_KEY_z, GDK_CONTROL_MASK);
  g_assert_cmpstr (trs_secret_row_get_text (shown.key), ==, "XZJQXJZ");
  trs_real_input_key (shown.text, GDK_KEY_a, GDK_CONTROL_MASK);
  trs_real_input_type (shown.text, "q");
  g_assert_cmpstr (trs_secret_row_get_text (shown.key), ==, "q");
  cleared = assert_masked (&shown);
  tear_down (&shown, NULL);
}

static char *
get_clipboard (Shown *shown)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (shown->text);
  g_autoptr (GAsyncResult) result = NULL;

  gdk_clipboard_read_text_async (clipboard, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return gdk_clipboard_read_text_finish (clipboard, result, NULL);
}

static void
test_pasted (Shown         *shown,
             gconstpointer  data)
{
  g_autofree char *said = NULL;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (shown->text), KEY);
  trs_real_input_key (shown->text, GDK_KEY_v, GDK_CONTROL_MASK);
  trs_test_wait_until (g_str_equal (trs_secret_row_get_text (shown->key), KEY));
  said = assert_masked (shown);
  g_assert_nonnull (strstr (said, "<'" BULLETS "'>"));
  assert_read (shown, BULLETS);
}

/* By pointer or by keyboard, and what is typed meanwhile is masked again with the rest. */
static void
test_shown_and_hidden (Shown         *shown,
                       gconstpointer  data)
{
  g_autofree char *said = NULL;

  trs_real_input_type (shown->text, KEY);
  g_free (assert_masked (shown));
  trs_real_input_click_on (shown->show);
  assert_read (shown, KEY);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (shown->show), ==, "Hide Key");
  trs_real_input_click_on (shown->show);
  said = trs_screen_reader_listen (reader, shown->path);
  g_assert_null (strpbrk (said, LETTERS));
  g_free (assert_masked (shown));
  assert_nowhere ();

  gtk_widget_grab_focus (GTK_WIDGET (shown->key));
  trs_real_input_key (shown->text, GDK_KEY_Tab, 0);
  g_assert_true (gtk_widget_has_focus (shown->show));
  trs_real_input_key (shown->show, GDK_KEY_space, 0);
  assert_read (shown, KEY);
  trs_real_input_key (shown->show, GDK_KEY_Tab, GDK_SHIFT_MASK);
  g_assert_true (gtk_widget_has_focus (shown->text));
  trs_real_input_key (shown->text, GDK_KEY_End, 0);
  trs_real_input_type (shown->text, "Q");
  trs_real_input_key (shown->text, GDK_KEY_Home, 0);
  trs_real_input_key (shown->text, GDK_KEY_Delete, 0);
  assert_read (shown, "XZJQXZJQ");
  g_free (trs_screen_reader_listen (reader, shown->path));
  trs_real_input_click_on (shown->show);
  g_assert_cmpstr (trs_secret_row_get_text (shown->key), ==, "XZJQXZJQ");
  g_free (assert_masked (shown));
  assert_read (shown, BULLETS);
}

static void
test_copying_gives_nothing_away (Shown         *shown,
                                 gconstpointer  data)
{
  g_autoptr (GVariant) answer = NULL;
  g_autofree char *by_keys = NULL;
  g_autofree char *by_bus = NULL;

  trs_real_input_type (shown->text, KEY);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (shown->text), "before");
  trs_real_input_key (shown->text, GDK_KEY_a, GDK_CONTROL_MASK);
  trs_real_input_key (shown->text, GDK_KEY_c, GDK_CONTROL_MASK);
  trs_real_input_key (shown->text, GDK_KEY_x, GDK_CONTROL_MASK);
  by_keys = get_clipboard (shown);
  g_assert_cmpstr (by_keys, ==, "before");
  g_assert_cmpstr (trs_secret_row_get_text (shown->key), ==, KEY);

  answer = trs_screen_reader_ask (reader, shown->path, TRS_SCREEN_READER_EDITABLE_TEXT, "CopyText",
                                  g_variant_new ("(ii)", 0, N_CHARACTERS));
  by_bus = get_clipboard (shown);
  g_assert_null (strpbrk (by_bus, LETTERS));
}

/* Dictation and on-screen keyboards write over the bus. */
static void
test_written_over_the_bus (Shown         *shown,
                           gconstpointer  data)
{
  g_autoptr (GVariant) answer = trs_screen_reader_ask (reader, shown->path, TRS_SCREEN_READER_EDITABLE_TEXT,
                                                       "SetTextContents", g_variant_new ("(s)", KEY));

  g_assert_nonnull (answer);
  g_assert_cmpstr (trs_secret_row_get_text (shown->key), ==, KEY);
  g_free (assert_masked (shown));
}

/* Enter connects with what was typed, not with what is to be seen. */
static void
test_enter_connects (Shown         *shown,
                     gconstpointer  data)
{
  gtk_editable_set_text (GTK_EDITABLE (shown->address), TRS_SESSION_RIG_SERVER);
  trs_real_input_type (shown->text, KEY);
  trs_real_input_key (shown->text, GDK_KEY_Return, 0);
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) == 1);
  g_assert_cmpstr (trs_recording_transport_get_request (shown->rig->transport, 0)->key, ==, KEY);
  trs_recording_transport_answer (shown->rig->transport, 0, 401, "");
  trs_test_wait_until (!trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (shown->key), "error"));
  g_free (assert_masked (shown));
  assert_nowhere ();
}

/* The row is one field for the pointer, but for its button. */
static void
test_pressed_anywhere (Shown         *shown,
                       gconstpointer  data)
{
  GtkWidget *row = GTK_WIDGET (shown->key);

  gtk_widget_grab_focus (shown->address);
  trs_real_input_click (row, 4, 4, GDK_BUTTON_PRIMARY, 1);
  g_assert_true (gtk_widget_has_focus (shown->text));
  gtk_widget_grab_focus (shown->address);
  trs_real_input_click_on (shown->show);
  g_assert_false (gtk_widget_has_focus (shown->text));
}

#define ADD(path, test) g_test_add ("/key-entry/" path, Shown, NULL, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  int status;

  trs_display_test_init (&argc, &argv);
  reader = trs_screen_reader_new ();
  ADD ("address-is-heard", test_address_is_heard);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_strdup_printf ("/key-entry/typed/%s", places[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_typed);
    }
  ADD ("pasted", test_pasted);
  ADD ("shown-and-hidden", test_shown_and_hidden);
  ADD ("copying-gives-nothing-away", test_copying_gives_nothing_away);
  ADD ("written-over-the-bus", test_written_over_the_bus);
  ADD ("enter-connects", test_enter_connects);
  ADD ("pressed-anywhere", test_pressed_anywhere);
  status = g_test_run ();
  trs_screen_reader_free (reader);
  return status;
}
