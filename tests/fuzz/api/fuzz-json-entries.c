/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-json-entries.h"

#include "trs-json-reader.h"

/* One of them twice, as the name of the video field is a setting. */
static const char *const names[] = { "id", "name", "platformId", "state", "createdAt", "", "id" };

typedef struct
{
  JsonArray *array;
  guint n_entries;
} Expected;

static void
compare_entry (const char *const *strings,
               gpointer           user_data)
{
  Expected *expected = user_data;
  guint i = expected->n_entries++;
  JsonObject *object = NULL;

  /* What goes wrong further on has no tree to compare with. */
  if (expected->array == NULL)
    return;

  g_assert_cmpuint (i, <, json_array_get_length (expected->array));
  object = trs_json_reader_as_object (json_array_get_element (expected->array, i), NULL);
  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    g_assert_cmpstr (strings[n], ==, object != NULL ? trs_json_reader_get_string (object, names[n], NULL) : NULL);
}

/* Entries read without a tree are those that stand in the tree, and what is
 * refused is refused by both, for the same cause. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) tree_error = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = trs_json_reader_parse (bytes, &tree_error);
  Expected expected = { NULL };
  gboolean success;

  if (root != NULL)
    expected.array = trs_json_reader_as_array (root, &tree_error);

  success = trs_json_entries_read (bytes, names, G_N_ELEMENTS (names), compare_entry, &expected, &error);
  g_assert_true (success == (expected.array != NULL));
  g_assert_true (success == (error == NULL));
  if (success)
    g_assert_cmpuint (expected.n_entries, ==, json_array_get_length (expected.array));
  else
    g_assert_true (g_error_matches (error, tree_error->domain, tree_error->code));
  return 0;
}
