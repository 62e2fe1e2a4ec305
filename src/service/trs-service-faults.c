/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-faults.h"

#include "trs-error.h"
#include "trs-service-json.h"

struct _TrsServiceFaults
{
  GObject parent_instance;

  GPtrArray *rules;
};

G_DEFINE_FINAL_TYPE (TrsServiceFaults, trs_service_faults, G_TYPE_OBJECT)

static GPtrArray *
rules_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) trs_service_fault_unref);
}

static void
trs_service_faults_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_SERVICE_FAULTS (object)->rules);

  G_OBJECT_CLASS (trs_service_faults_parent_class)->finalize (object);
}

static void
trs_service_faults_class_init (TrsServiceFaultsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_service_faults_finalize;
}

static void
trs_service_faults_init (TrsServiceFaults *self)
{
  self->rules = rules_new ();
}

static gboolean
applies (const TrsServiceFault *fault,
         const char            *method,
         const char            *path,
         const char            *key)
{
  return (fault->method == NULL || g_str_equal (fault->method, method)) &&
         (fault->prefix == NULL || g_str_has_prefix (path, fault->prefix)) &&
         (fault->regex == NULL || g_regex_match (fault->regex, path, 0, NULL)) &&
         (fault->key == NULL || g_strcmp0 (fault->key, key) == 0);
}

static GPtrArray *
read_rules (JsonNode  *root,
            GError   **error)
{
  g_autoptr (GPtrArray) rules = rules_new ();
  JsonNode *list = root != NULL && JSON_NODE_HOLDS_OBJECT (root)
                       ? json_object_get_member (json_node_get_object (root), "rules")
                       : NULL;

  if (list == NULL || !JSON_NODE_HOLDS_ARRAY (list))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "it is not an object with “rules”");
      return NULL;
    }

  for (guint i = 0; i < json_array_get_length (json_node_get_array (list)); i++)
    {
      JsonNode *node = json_array_get_element (json_node_get_array (list), i);
      TrsServiceFault *fault;

      if (!JSON_NODE_HOLDS_OBJECT (node))
        {
          g_set_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "rule %u is not an object", i + 1);
          return NULL;
        }
      fault = trs_service_fault_new_from_json (json_node_get_object (node), error);
      if (fault == NULL)
        {
          g_prefix_error (error, "rule %u: ", i + 1);
          return NULL;
        }
      g_ptr_array_add (rules, fault);
    }
  return g_steal_pointer (&rules);
}

/**
 * trs_service_faults_new:
 *
 * Returns: (transfer full): a script in which nothing goes wrong
 */
TrsServiceFaults *
trs_service_faults_new (void)
{
  return g_object_new (TRS_TYPE_SERVICE_FAULTS, NULL);
}

/**
 * trs_service_faults_load:
 * @self: a script
 * @path: its file
 * @error: return location for an error
 *
 * Takes the rules of the file in place of those so far, with all counts at
 * zero. If the file cannot be used, the rules so far stay.
 *
 * Returns: %TRUE if the file could be used
 */
gboolean
trs_service_faults_load (TrsServiceFaults  *self,
                         const char        *path,
                         GError           **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GPtrArray) rules = NULL;
  g_autofree char *contents = NULL;
  gsize length;

  g_return_val_if_fail (TRS_IS_SERVICE_FAULTS (self), FALSE);

  if (!g_file_get_contents (path, &contents, &length, error) ||
      (root = trs_service_json_parse (contents, length, error)) == NULL || (rules = read_rules (root, error)) == NULL)
    {
      g_prefix_error (error, "The faults cannot be read: ");
      return FALSE;
    }

  g_ptr_array_unref (self->rules);
  self->rules = g_steal_pointer (&rules);
  return TRUE;
}

/**
 * trs_service_faults_get_n:
 * @self: a script
 *
 * Returns: how many rules it has
 */
guint
trs_service_faults_get_n (TrsServiceFaults *self)
{
  g_return_val_if_fail (TRS_IS_SERVICE_FAULTS (self), 0);

  return self->rules->len;
}

/**
 * trs_service_faults_match:
 * @self: a script
 * @method: of a request
 * @path: of the request, percent-encoded
 * @key: (nullable): the key of the request
 *
 * Counts the request for each rule that it matches, also behind the one that is taken.
 *
 * Returns: (transfer full) (nullable): the first rule that applies
 */
TrsServiceFault *
trs_service_faults_match (TrsServiceFaults *self,
                          const char       *method,
                          const char       *path,
                          const char       *key)
{
  TrsServiceFault *first = NULL;

  g_return_val_if_fail (TRS_IS_SERVICE_FAULTS (self), NULL);

  for (guint i = 0; i < self->rules->len; i++)
    {
      TrsServiceFault *fault = self->rules->pdata[i];

      if (!applies (fault, method, path, key))
        continue;
      fault->n_seen++;
      if (first == NULL && fault->n_seen > fault->after && fault->n_seen - fault->after <= fault->count)
        first = fault;
    }

  return first != NULL ? g_rc_box_acquire (first) : NULL;
}
