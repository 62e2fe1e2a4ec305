/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-searcher-private.h"

enum
{
  PROP_0,
  PROP_QUERY,
  PROP_ANSWERED,
  PROP_SEARCHING,
  PROP_MORE,
  PROP_ERROR,
  PROP_N_KEPT,
  PROP_N_FINISHED,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsSearcher, trs_searcher, G_TYPE_OBJECT)

static void
trs_searcher_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  TrsSearcher *self = TRS_SEARCHER (object);

  switch (id)
    {
    case PROP_QUERY:
      g_value_set_string (value, self->query);
      break;
    case PROP_ANSWERED:
      g_value_set_string (value, self->answered);
      break;
    case PROP_SEARCHING:
      g_value_set_boolean (value, trs_searcher_get_searching (self));
      break;
    case PROP_MORE:
      g_value_set_boolean (value, self->more);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_N_KEPT:
      g_value_set_uint (value, self->n_kept);
      break;
    case PROP_N_FINISHED:
      g_value_set_uint (value, self->n_finished);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_searcher_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  if (id == PROP_QUERY)
    trs_searcher_set_query (TRS_SEARCHER (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_searcher_dispose (GObject *object)
{
  TrsSearcher *self = TRS_SEARCHER (object);

  if (self->clock != NULL)
    trs_searcher_stop (self);
  g_clear_object (&self->library);
  g_clear_object (&self->history);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_searcher_parent_class)->dispose (object);
}

static void
trs_searcher_finalize (GObject *object)
{
  TrsSearcher *self = TRS_SEARCHER (object);

  g_free (self->query);
  g_free (self->answered);
  g_clear_error (&self->error);
  g_clear_object (&self->found);

  G_OBJECT_CLASS (trs_searcher_parent_class)->finalize (object);
}

static void
trs_searcher_class_init (TrsSearcherClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_searcher_get_property;
  object_class->set_property = trs_searcher_set_property;
  object_class->dispose = trs_searcher_dispose;
  object_class->finalize = trs_searcher_finalize;

  props[PROP_QUERY] = g_param_spec_string ("query", NULL, NULL, "", flags | G_PARAM_WRITABLE);
  props[PROP_ANSWERED] = g_param_spec_string ("answered", NULL, NULL, NULL, flags);
  props[PROP_SEARCHING] = g_param_spec_boolean ("searching", NULL, NULL, FALSE, flags);
  props[PROP_MORE] = g_param_spec_boolean ("more", NULL, NULL, FALSE, flags);
  props[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  props[PROP_N_KEPT] = g_param_spec_uint ("n-kept", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_N_FINISHED] = g_param_spec_uint ("n-finished", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_searcher_init (TrsSearcher *self)
{
  self->query = g_strdup ("");
  self->found = g_list_store_new (TRS_TYPE_SEARCH_RESULT);
}

/**
 * trs_searcher_new:
 * @library: what is kept of the account
 * @history: its projects
 * @clock: the time
 *
 * Returns: (transfer full): a searcher that looks for nothing
 */
TrsSearcher *
trs_searcher_new (TrsLibrary *library,
                  TrsHistory *history,
                  TrsClock   *clock)
{
  TrsSearcher *self = g_object_new (TRS_TYPE_SEARCHER, NULL);

  self->library = g_object_ref (library);
  self->history = g_object_ref (history);
  self->clock = g_object_ref (clock);
  trs_searcher_watch (self);
  return self;
}

/**
 * trs_searcher_get_query:
 * @self: a searcher
 *
 * Returns: what is looked for, as it was typed; never %NULL
 */
const char *
trs_searcher_get_query (TrsSearcher *self)
{
  g_return_val_if_fail (TRS_IS_SEARCHER (self), "");

  return self->query;
}

/**
 * trs_searcher_set_query:
 * @self: a searcher
 * @query: (nullable): what to look for; any text is safe. An empty one ends the search
 *
 * Looks for something else. What was found before stays until the answer is there.
 */
void
trs_searcher_set_query (TrsSearcher *self,
                        const char  *query)
{
  g_autofree char *valid = g_utf8_make_valid (query != NULL ? query : "", -1);

  g_return_if_fail (TRS_IS_SEARCHER (self));

  if (g_str_equal (self->query, valid))
    return;

  g_free (self->query);
  self->query = g_steal_pointer (&valid);
  trs_searcher_run (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_QUERY]);
}

/**
 * trs_searcher_is_active:
 * @self: a searcher
 *
 * Returns: %TRUE while something is looked for
 */
gboolean
trs_searcher_is_active (TrsSearcher *self)
{
  g_return_val_if_fail (TRS_IS_SEARCHER (self), FALSE);

  return *self->query != '\0';
}

/**
 * trs_searcher_get_answered:
 * @self: a searcher
 *
 * Returns: (nullable): the query that trs_searcher_get_found() answers; %NULL
 *   before there is an answer
 */
const char *
trs_searcher_get_answered (TrsSearcher *self)
{
  g_return_val_if_fail (TRS_IS_SEARCHER (self), NULL);

  return self->answered;
}

/**
 * trs_searcher_get_found:
 * @self: a searcher
 *
 * Returns: (transfer none): a list of #TrsSearchResult, newest first
 */
GListModel *
trs_searcher_get_found (TrsSearcher *self)
{
  g_return_val_if_fail (TRS_IS_SEARCHER (self), NULL);

  return G_LIST_MODEL (self->found);
}

/**
 * trs_searcher_get_searching:
 * @self: a searcher
 *
 * Returns: %TRUE until the answer is there
 */
gboolean
trs_searcher_get_searching (TrsSearcher *self)
{
  g_return_val_if_fail (TRS_IS_SEARCHER (self), FALSE);

  return self->cancellable != NULL;
}

/**
 * trs_searcher_get_more:
 * @self: a searcher
 *
 * Returns: whether trs_searcher_load_more() would find more
 */
gboolean
trs_searcher_get_more (TrsSearcher *self)
{
  g_return_val_if_fail (TRS_IS_SEARCHER (self), FALSE);

  return self->more;
}

/**
 * trs_searcher_get_error:
 * @self: a searcher
 *
 * Returns: (transfer none) (nullable): why there is no answer
 */
const GError *
trs_searcher_get_error (TrsSearcher *self)
{
  g_return_val_if_fail (TRS_IS_SEARCHER (self), NULL);

  return self->error;
}

/**
 * trs_searcher_get_n_kept:
 * @self: a searcher
 *
 * Returns: how many transcripts of the account can be searched here
 */
guint
trs_searcher_get_n_kept (TrsSearcher *self)
{
  g_return_val_if_fail (TRS_IS_SEARCHER (self), 0);

  return self->n_kept;
}

/**
 * trs_searcher_get_n_finished:
 * @self: a searcher
 *
 * Returns: how many transcripts the account has, as far as they are known here
 */
guint
trs_searcher_get_n_finished (TrsSearcher *self)
{
  g_return_val_if_fail (TRS_IS_SEARCHER (self), 0);

  return self->n_finished;
}

/**
 * trs_searcher_load_more:
 * @self: a searcher
 *
 * Finds older projects, too, if there are any and nothing is being searched.
 */
void
trs_searcher_load_more (TrsSearcher *self)
{
  g_return_if_fail (TRS_IS_SEARCHER (self));

  if (self->more && self->cancellable == NULL)
    trs_searcher_run_further (self);
}
