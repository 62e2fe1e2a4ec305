/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-json-reader.h"

#include "trs-error.h"

static void
walk (JsonNode *node,
      guint     depth)
{
  g_assert_cmpuint (depth, <=, TRS_JSON_MAX_DEPTH);

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = trs_json_reader_as_object (node, NULL);
      g_autoptr (GList) names = json_object_get_members (object);

      for (GList *l = names; l != NULL; l = l->next)
        {
          gint64 integer = 1;
          gboolean boolean = FALSE;
          const char *string = trs_json_reader_get_string (object, l->data);

          g_assert_true (g_utf8_validate (l->data, -1, NULL));
          g_assert_true (string == NULL || g_utf8_validate (string, -1, NULL));
          trs_json_reader_get_integer (object, l->data, 0, 10, &integer);
          g_assert_true (integer >= 0 && integer <= 10);
          trs_json_reader_get_boolean (object, l->data, &boolean);
          trs_json_reader_get_array (object, l->data);
          trs_json_reader_has (object, l->data);
          walk (json_object_get_member (object, l->data), depth + 1);
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = trs_json_reader_as_array (node, NULL);

      for (guint i = 0; i < json_array_get_length (array); i++)
        walk (json_array_get_element (array, i), depth + 1);
    }
}

/* What is refused has an error, and what is read is whole. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  gboolean damaged;
  g_autoptr (JsonNode) root = trs_json_reader_parse (bytes, &damaged, &error);

  g_assert_true ((root == NULL) == (error != NULL));
  if (root != NULL)
    walk (root, 0);
  else
    g_assert_true (error->domain == TRS_ERROR);
  return 0;
}
