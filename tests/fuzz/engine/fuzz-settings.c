/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Each line is a key and what is saved of it: a value as `gsettings` writes it, or after "=" the bytes of one; what is
 * neither is a string. Whatever stands there, each key has a value of its type and range, no account uses what could
 * not have been set in the window, and accounts can be changed and forgotten. */
#include <string.h>

#include "config.h"
#include "trs-account.h"
#include "trs-export-format.h"
#include "trs-export-target.h"
#include "trs-fuzz.h"
#include "trs-server-address.h"
#include "trs-video-ref.h"

#define PATH "/io/github/transcripts_app/Transcripts/"
#define NEW_ADDRESS "https://new.example.org"
#define MAX_ACCOUNTS 6

/* Gives what was saved, whatever it is, and takes everything. */
#define FUZZ_TYPE_BACKEND (fuzz_backend_get_type ())
G_DECLARE_FINAL_TYPE (FuzzBackend, fuzz_backend, FUZZ, BACKEND, GSettingsBackend)

struct _FuzzBackend
{
  GSettingsBackend parent_instance;

  GHashTable *saved; /* by path */
};

G_DEFINE_FINAL_TYPE (FuzzBackend, fuzz_backend, G_TYPE_SETTINGS_BACKEND)

static void
fuzz_backend_finalize (GObject *object)
{
  g_hash_table_unref (FUZZ_BACKEND (object)->saved);

  G_OBJECT_CLASS (fuzz_backend_parent_class)->finalize (object);
}

static GVariant *
fuzz_backend_read (GSettingsBackend   *backend,
                   const char         *path,
                   const GVariantType *type,
                   gboolean            default_value)
{
  GVariant *value = g_hash_table_lookup (FUZZ_BACKEND (backend)->saved, path);

  return value != NULL && !default_value ? g_variant_ref (value) : NULL;
}

static gboolean
fuzz_backend_get_writable (GSettingsBackend *backend,
                           const char       *path)
{
  return TRUE;
}

static gboolean
put_cb (gpointer path,
        gpointer value,
        gpointer user_data)
{
  FuzzBackend *self = user_data;

  if (value != NULL)
    g_hash_table_insert (self->saved, g_strdup (path), g_variant_ref_sink (value));
  else
    g_hash_table_remove (self->saved, path);
  return FALSE;
}

static gboolean
fuzz_backend_write (GSettingsBackend *backend,
                    const char       *path,
                    GVariant         *value,
                    gpointer          origin_tag)
{
  put_cb ((gpointer) path, value, backend);
  g_settings_backend_changed (backend, path, origin_tag);
  return TRUE;
}

static void
fuzz_backend_reset (GSettingsBackend *backend,
                    const char       *path,
                    gpointer          origin_tag)
{
  fuzz_backend_write (backend, path, NULL, origin_tag);
}

static gboolean
fuzz_backend_write_tree (GSettingsBackend *backend,
                         GTree            *tree,
                         gpointer          origin_tag)
{
  g_tree_foreach (tree, put_cb, backend);
  g_settings_backend_changed_tree (backend, tree, origin_tag);
  return TRUE;
}

static void
fuzz_backend_class_init (FuzzBackendClass *klass)
{
  GSettingsBackendClass *backend_class = G_SETTINGS_BACKEND_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = fuzz_backend_finalize;
  backend_class->read = fuzz_backend_read;
  backend_class->get_writable = fuzz_backend_get_writable;
  backend_class->write = fuzz_backend_write;
  backend_class->write_tree = fuzz_backend_write_tree;
  backend_class->reset = fuzz_backend_reset;
}

static void
fuzz_backend_init (FuzzBackend *self)
{
  self->saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
}

static GSettingsSchema *
get_schema (void)
{
  static GSettingsSchema *schema;

  if (schema == NULL)
    schema = g_settings_schema_source_lookup (g_settings_schema_source_get_default (), TRS_APPLICATION_ID, TRUE);
  g_assert_nonnull (schema);
  return schema;
}

static GVariant *
make_value (const char *key,
            const char *value,
            gsize       length)
{
  g_autofree char *string = g_utf8_make_valid (value, (gssize) length);
  GVariant *parsed;

  if (length > 0 && *value == '=')
    {
      g_autoptr (GSettingsSchemaKey) schema_key = g_settings_schema_get_key (get_schema (), key);
      g_autoptr (GBytes) bytes = g_bytes_new (value + 1, length - 1);

      return g_variant_new_from_bytes (g_settings_schema_key_get_value_type (schema_key), bytes, FALSE);
    }

  parsed = g_variant_parse (NULL, string, NULL, NULL, NULL);
  return parsed != NULL ? parsed : g_variant_new_string (string);
}

static void
save_line (FuzzBackend *backend,
           const char  *line,
           gsize        length)
{
  const char *blank = memchr (line, ' ', length);
  g_autofree char *key = blank != NULL ? g_strndup (line, (gsize) (blank - line)) : NULL;
  GVariant *value;

  if (key == NULL || !g_utf8_validate (key, -1, NULL) || !g_settings_schema_has_key (get_schema (), key))
    return;

  value = make_value (key, blank + 1, length - (gsize) (blank + 1 - line));
  g_hash_table_insert (backend->saved, g_strconcat (PATH, key, NULL), g_variant_ref_sink (value));
}

static FuzzBackend *
save_lines (const char *data,
            gsize       size)
{
  FuzzBackend *backend = g_object_new (FUZZ_TYPE_BACKEND, NULL);
  const char *end = data + size;

  while (data < end)
    {
      const char *line_end = memchr (data, '\n', (gsize) (end - data));

      if (line_end == NULL)
        line_end = end;
      save_line (backend, data, (gsize) (line_end - data));
      data = line_end + 1;
    }
  return backend;
}

/* What is in force is what is saved, as far as it can be a value of its key. */
static void
check_values (GSettings *settings,
              GSettings *saved)
{
  g_auto (GStrv) keys = g_settings_schema_list_keys (get_schema ());

  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autoptr (GSettingsSchemaKey) key = g_settings_schema_get_key (get_schema (), keys[i]);
      g_autoptr (GVariant) value = g_settings_get_value (settings, keys[i]);
      g_autoptr (GVariant) there = g_settings_get_value (saved, keys[i]);

      g_assert_true (g_variant_is_of_type (value, g_settings_schema_key_get_value_type (key)));
      g_assert_true (g_settings_schema_key_range_check (key, value));
      g_assert_true (g_variant_equal (value, there));
    }
}

static void
check_field (const char *name)
{
  gsize length = strlen (name);

  g_assert_cmpuint (length, >, 0);
  g_assert_cmpuint (length, <=, 64);
  g_assert_cmpuint (strspn (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-."), ==, length);
}

static void
check_in_use (TrsAccount *account)
{
  TrsCallbackMode mode = trs_account_get_callback_mode (account);
  TrsCallbackMode effective = trs_account_get_effective_callback (account);
  g_autofree char *link = trs_account_dup_video_link (account, "video/1", 61000);

  check_field (trs_account_get_submit_field (account));
  check_field (trs_account_get_project_field (account));
  g_assert_cmpint (mode, >=, TRS_CALLBACK_NOWHERE);
  g_assert_cmpint (mode, <=, TRS_CALLBACK_MY_ADDRESS);
  g_assert_true (effective == mode || mode == TRS_CALLBACK_NOWHERE);
  /* no text goes to an address that the user did not name */
  g_assert_true (effective != TRS_CALLBACK_MY_ADDRESS || mode == TRS_CALLBACK_MY_ADDRESS);
  g_assert_true (trs_account_is_configured (account) == (*trs_account_get_name (account) != '\0'));
  if (link != NULL)
    {
      g_assert_false (trs_account_get_sample (account));
      g_assert_true (trs_callback_address_check (link, NULL));
      /* A pattern may have the words of the ID itself. */
      g_assert_nonnull (strstr (link, "video%2F1"));
    }
}

/* Each of them has a name, and none is there twice. */
static GStrv
list_names (TrsAccount *account)
{
  GStrv names = trs_account_dup_names (account);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_assert_cmpstr (names[i], !=, "");
      g_assert_cmpstr (names[i], !=, trs_account_get_name (account));
      g_assert_false (g_strv_contains ((const char * const *) names + i + 1, names[i]));
    }
  return names;
}

static void
check_of (TrsAccount *account,
          const char *name)
{
  g_autofree char *submit = NULL;
  g_autofree char *project = NULL;
  g_autofree char *label = trs_account_dup_label (account, name, 3);
  g_autofree char *mine = NULL;

  trs_account_dup_field_names (account, name, &submit, &project);
  check_field (submit);
  check_field (project);
  trs_account_set_key_account (account, name, 7);
  trs_account_set_label (account, name, 3, "Mine");
  mine = trs_account_dup_label (account, name, 3);
  g_assert_cmpstr (mine, ==, "Mine");
  trs_account_set_label (account, name, 3, label);
}

/* What is used is in use, and what was used before is known from then on. */
static void
use (TrsAccount *account,
     const char *name)
{
  g_autofree char *before = g_strdup (trs_account_get_name (account));
  g_auto (GStrv) names = NULL;

  trs_account_set_server (account, name, g_str_equal (name, TRS_ACCOUNT_SAMPLE));
  g_assert_cmpstr (trs_account_get_name (account), ==, name);
  check_in_use (account);
  names = list_names (account);
  g_assert_true (*before == '\0' || g_str_equal (before, name) ||
                 g_strv_contains ((const char * const *) names, before));
}

static void
check_accounts (TrsAccount *account)
{
  g_auto (GStrv) names = list_names (account);
  g_auto (GStrv) left = NULL;

  check_in_use (account);
  for (guint i = 0; names[i] != NULL && i < MAX_ACCOUNTS; i++)
    {
      check_of (account, names[i]);
      use (account, names[i]);
    }
  check_of (account, NEW_ADDRESS);
  use (account, NEW_ADDRESS);
  g_assert_cmpint (trs_account_get_key_account (account, NEW_ADDRESS), !=, 8);
  trs_account_set_key_account (account, NEW_ADDRESS, 8);
  g_assert_cmpint (trs_account_get_key_account (account, NEW_ADDRESS), ==, 8);
  use (account, TRS_ACCOUNT_SAMPLE);
  g_assert_cmpint (trs_account_get_key_account (account, NEW_ADDRESS), ==, 8);
  for (guint i = 0; names[i] != NULL && i < MAX_ACCOUNTS; i++)
    trs_account_forget (account, names[i]);
  trs_account_forget (account, TRS_ACCOUNT_SAMPLE);
  trs_account_forget (account, NEW_ADDRESS);
  left = list_names (account);
  for (guint i = 0; names[i] != NULL && i < MAX_ACCOUNTS; i++)
    g_assert_false (g_strv_contains ((const char * const *) left, names[i]));
  g_assert_false (trs_account_is_configured (account));
}

static void
check_export (GSettings *settings)
{
  g_autoptr (GVariant) pair = g_settings_get_value (settings, "export-last");
  g_autofree char *template = g_settings_get_string (settings, "export-name-template");
  g_autoptr (GVariant) values = NULL;
  g_autoptr (GError) error = NULL;
  TrsExportOptions options;
  const char *id;

  g_variant_get (pair, "(&s@a{sv})", &id, &values);
  options = trs_export_formats[0].defaults;
  trs_export_options_from_variant (&options, values);
  g_assert_cmpuint (options.time_marks, <=, TRS_TIME_MARKS_LAST);
  g_assert_cmpuint (options.fraction, <=, TRS_TIME_FRACTION_LAST);
  g_assert_cmpuint (options.interval, <=, TRS_EXPORT_INTERVAL_MAX);
  g_assert_cmpint (ABS (options.offset), <=, TRS_EXPORT_OFFSET_MAX);
  if (trs_export_format_find (id) != NULL)
    g_assert_cmpstr (trs_export_format_find (id)->id, ==, id);
  g_assert_true (trs_export_template_check (template, &error) == (error == NULL));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (FuzzBackend) backend = save_lines ((const char *) data, size);
  g_autoptr (GSettings) saved = g_settings_new_full (get_schema (), G_SETTINGS_BACKEND (backend), PATH);
  g_autoptr (GSettings) settings = trs_held_settings_new (saved);
  g_autoptr (TrsAccount) account = trs_account_new (settings);

  check_values (settings, saved);
  check_export (settings);
  check_accounts (account);
  check_values (settings, saved);
  g_assert_false (trs_held_settings_get_unsaved (trs_held_settings_find (settings)));
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  return 0;
}
