/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-fuzz.h"
#include "trs-service-json.h"

static void
check_string (const char *string)
{
  g_assert_nonnull (string);
  g_assert_true (g_utf8_validate (string, -1, NULL));
}

static void
walk (JsonNode *node,
      guint     depth)
{
  g_assert_cmpuint (depth, <=, TRS_SERVICE_JSON_MAX_DEPTH);
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *value;

      g_assert_cmpuint (json_object_get_size (json_node_get_object (node)), <=, TRS_SERVICE_JSON_MAX_MEMBERS);
      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, &name, &value))
        {
          check_string (name);
          walk (value, depth + 1);
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        walk (json_array_get_element (array, i), depth + 1);
    }
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    {
      check_string (json_node_get_string (node));
    }
}

/* What is refused has an error; what is read holds whole strings, and is no deeper and no wider than promised. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = trs_service_json_parse ((const char *) data, size, &error);

  g_assert_true ((root == NULL) == (error != NULL));
  if (root != NULL)
    walk (root, 0);
  return 0;
}
