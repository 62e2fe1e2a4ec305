/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-searcher.h"

#include "trs-compat.h"
#include "trs-library.h"
#include "trs-store-search.h"
#include "trs-store.h"

struct _TrsSearcher
{
  GObject parent_instance;

  char *query;
  char *answered;
  GListStore *results;
  GError *error;
  gboolean more;
  gboolean highlights;

  TrsLibrary *library;
  TrsProjects *projects;
  TrsHistory *history;
  TrsClock *clock;
  gint64 last_row;           /* in the store, which knows nothing of what the history holds */
  GCancellable *cancellable; /* of the search under way, or NULL */
  gboolean append;           /* its results are appended to those shown */
  gboolean stale;
  guint refresh_id;
};

/* Projects at once: some screens full. */
#define PAGE 50

/* Debounce interval of searches after changes, milliseconds. */
#define GATHERING 500

enum
{
  PROP_0,
  PROP_QUERY,
  PROP_HIGHLIGHTS,
  PROP_SEARCHING,
  PROP_ANSWERED,
  PROP_MORE,
  PROP_ERROR,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsSearcher, trs_searcher, G_TYPE_OBJECT)

/* The setters below are called several at a time, so their callers freeze notification. */

/* @cancellable: (transfer full) (nullable): of the search under way */
static void
set_cancellable (TrsSearcher  *self,
                 GCancellable *cancellable)
{
  gboolean was_searching = self->cancellable != NULL;

  g_clear_object (&self->cancellable);
  self->cancellable = cancellable;
  if (was_searching != (cancellable != NULL))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SEARCHING]);
}

static void
set_answered (TrsSearcher *self,
              const char  *query)
{
  if (trs_set_str (&self->answered, query))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ANSWERED]);
}

static void
set_more (TrsSearcher *self,
          gboolean     more)
{
  if (self->more == more)
    return;

  self->more = more;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MORE]);
}

/* @error: (transfer full) (nullable): why there is no answer */
static void
set_error (TrsSearcher *self,
           GError      *error)
{
  if (self->error == NULL && error == NULL)
    return;

  g_clear_error (&self->error);
  self->error = error;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ERROR]);
}

static void
cancel_search (TrsSearcher *self)
{
  trs_clock_clear_timeout (self->clock, &self->refresh_id);
  self->stale = FALSE;

  g_cancellable_cancel (self->cancellable);
  set_cancellable (self, NULL);
}

static void
clear_results (TrsSearcher *self)
{
  cancel_search (self);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->results)) > 0)
    g_list_store_remove_all (self->results);
  set_more (self, FALSE);
  set_error (self, NULL);
  set_answered (self, NULL);
}

static gboolean
is_unchanged (TrsSearcher *self,
              guint        position,
              GPtrArray   *wanted,
              guint        index)
{
  g_autoptr (TrsSearchResult) found = g_list_model_get_item (G_LIST_MODEL (self->results), position);

  return trs_search_result_is_equal (found, g_ptr_array_index (wanted, index));
}

/* Results that have not changed keep their objects, so that nothing on the screen moves without need. */
static void
show_results (TrsSearcher *self,
              guint        from,
              GPtrArray   *wanted)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->results)) - from;
  guint same = 0;
  guint same_at_end = 0;

  while (same < MIN (n, wanted->len) && is_unchanged (self, from + same, wanted, same))
    same++;
  while (same + same_at_end < MIN (n, wanted->len) &&
         is_unchanged (self, from + n - same_at_end - 1, wanted, wanted->len - same_at_end - 1))
    same_at_end++;

  if (same + same_at_end < MAX (n, wanted->len))
    g_list_store_splice (self->results, from + same, n - same - same_at_end,
                         wanted->pdata != NULL ? wanted->pdata + same : NULL, wanted->len - same - same_at_end);
}

static void
add_held (TrsSearcher *self,
          GPtrArray   *wanted)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (self->query);
  g_autoptr (GPtrArray) held = trs_projects_get_held (self->projects);

  for (guint i = 0; i < held->len; i++)
    {
      TrsSearchResult *result = trs_search_result_match (g_ptr_array_index (held, i), query);

      if (result != NULL)
        g_ptr_array_add (wanted, result);
    }
}

static void
show_found (TrsSearcher      *self,
            TrsSearchResults *results)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);
  gsize n;
  g_autofree gpointer *hits = g_ptr_array_steal (results->hits, &n);
  guint from = self->append ? g_list_model_get_n_items (G_LIST_MODEL (self->results)) : 0;

  if (!self->append && !self->highlights)
    add_held (self, wanted);
  for (gsize i = 0; i < n; i++)
    {
      TrsSearchHit *hit = hits[i];
      g_autoptr (TrsProject) project = trs_projects_take_data (self->projects, hit->project);

      self->last_row = hit->row;
      g_ptr_array_add (wanted, trs_search_result_new (project, hit));
    }

  show_results (self, from, wanted);
  set_more (self, results->more);
}

static void query_store (TrsSearcher *self,
                         guint        limit,
                         gint64       before_row);

/* Repeats the search for as many results as are shown. */
static void
query_shown (TrsSearcher *self)
{
  query_store (self, MAX (PAGE, g_list_model_get_n_items (G_LIST_MODEL (self->results))), 0);
}

/* @results: (nullable): what was found, unless @error is set */
static void
handle_answer (TrsSearcher      *self,
               TrsSearchResults *results,
               const GError     *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_object_freeze_notify (G_OBJECT (self));
  set_cancellable (self, NULL);
  if (results != NULL)
    {
      show_found (self, results);
      set_answered (self, self->query);
    }
  else
    clear_results (self);
  set_error (self, error != NULL ? g_error_copy (error) : NULL);
  g_object_thaw_notify (G_OBJECT (self));

  /* A listener may have asked for more results; that request goes first. */
  if (self->stale && self->cancellable == NULL)
    {
      self->stale = FALSE;
      query_shown (self);
    }
}

static void
searched_projects_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (TrsSearcher) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsSearchResults) results = trs_store_search_projects_finish (TRS_STORE (source), result, &error);

  handle_answer (self, results, error);
}

static void
searched_highlights_cb (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  g_autoptr (TrsSearcher) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsSearchResults) results = trs_store_search_highlights_finish (TRS_STORE (source), result, &error);

  handle_answer (self, results, error);
}

static void
query_store (TrsSearcher *self,
             guint        limit,
             gint64       before_row)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  self->append = before_row != 0;
  if (self->highlights)
    trs_store_search_highlights_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                       self->query, limit, before_row, cancellable, searched_highlights_cb,
                                       g_object_ref (self));
  else
    trs_store_search_projects_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                     self->query, limit, before_row, cancellable, searched_projects_cb,
                                     g_object_ref (self));
  set_cancellable (self, g_steal_pointer (&cancellable));
}

static void
refresh_cb (gpointer user_data)
{
  TrsSearcher *self = user_data;

  if (self->cancellable != NULL)
    self->stale = TRUE;
  else
    query_shown (self);
}

/* The history changes whenever the store is written. While a long list is being read that happens all the time, so
 * searches are debounced. */
static void
queue_refresh (TrsSearcher *self)
{
  if (trs_searcher_is_active (self) && trs_library_is_open (self->library) && self->refresh_id == 0)
    trs_clock_set_timeout (self->clock, &self->refresh_id, GATHERING, refresh_cb, self);
}

/* If the account is still being opened, the search runs once it is open. */
static void
run_search (TrsSearcher *self)
{
  cancel_search (self);
  if (trs_searcher_is_active (self) && trs_library_is_open (self->library))
    query_store (self, PAGE, 0);
  else
    clear_results (self);
}

/* Clears the results, which belong to the previous account or kind of search. */
static void
restart_search (TrsSearcher *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  clear_results (self);
  run_search (self);
  g_object_thaw_notify (G_OBJECT (self));
}

/* The object */

static void
trs_searcher_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  TrsSearcher *self = TRS_SEARCHER (object);

  switch (prop_id)
    {
    case PROP_QUERY:
      g_value_set_string (value, self->query);
      break;
    case PROP_HIGHLIGHTS:
      g_value_set_boolean (value, self->highlights);
      break;
    case PROP_SEARCHING:
      g_value_set_boolean (value, trs_searcher_get_searching (self));
      break;
    case PROP_ANSWERED:
      g_value_set_string (value, self->answered);
      break;
    case PROP_MORE:
      g_value_set_boolean (value, self->more);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_searcher_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  TrsSearcher *self = TRS_SEARCHER (object);

  switch (prop_id)
    {
    case PROP_QUERY:
      trs_searcher_set_query (self, g_value_get_string (value));
      break;
    case PROP_HIGHLIGHTS:
      trs_searcher_set_highlights (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_searcher_finalize (GObject *object)
{
  TrsSearcher *self = TRS_SEARCHER (object);

  trs_clock_clear_timeout (self->clock, &self->refresh_id);
  g_free (self->query);
  g_free (self->answered);
  g_clear_error (&self->error);
  g_object_unref (self->results);
  g_object_unref (self->library);
  g_object_unref (self->projects);
  g_object_unref (self->history);
  g_object_unref (self->clock);

  G_OBJECT_CLASS (trs_searcher_parent_class)->finalize (object);
}

static void
trs_searcher_class_init (TrsSearcherClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_searcher_get_property;
  object_class->set_property = trs_searcher_set_property;
  object_class->finalize = trs_searcher_finalize;

  props[PROP_QUERY] = g_param_spec_string ("query", NULL, NULL, "", writable);
  props[PROP_HIGHLIGHTS] = g_param_spec_boolean ("highlights", NULL, NULL, FALSE, writable);
  props[PROP_SEARCHING] = g_param_spec_boolean ("searching", NULL, NULL, FALSE, readable);
  props[PROP_ANSWERED] = g_param_spec_string ("answered", NULL, NULL, NULL, readable);
  props[PROP_MORE] = g_param_spec_boolean ("more", NULL, NULL, FALSE, readable);
  props[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, readable);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_searcher_init (TrsSearcher *self)
{
  self->query = g_strdup ("");
  self->results = g_list_store_new (TRS_TYPE_SEARCH_RESULT);
}

TrsSearcher *
trs_searcher_new (TrsLibrary  *library,
                  TrsProjects *projects,
                  TrsHistory  *history,
                  TrsClock    *clock)
{
  TrsSearcher *self = g_object_new (TRS_TYPE_SEARCHER, NULL);

  self->library = g_object_ref (library);
  self->projects = g_object_ref (projects);
  self->history = g_object_ref (history);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (library, "notify::open", G_CALLBACK (restart_search), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "changed", G_CALLBACK (queue_refresh), self, G_CONNECT_SWAPPED);
  return self;
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

  if (!trs_set_str (&self->query, valid))
    return;

  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_QUERY]);
  run_search (self);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * trs_searcher_set_highlights:
 * @self: a searcher
 * @highlights: whether to look only for highlights
 *
 * Looks for something of another kind; what was found before goes at once.
 */
void
trs_searcher_set_highlights (TrsSearcher *self,
                             gboolean     highlights)
{
  if (self->highlights == highlights)
    return;

  g_object_freeze_notify (G_OBJECT (self));
  self->highlights = highlights;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_HIGHLIGHTS]);
  restart_search (self);
  g_object_thaw_notify (G_OBJECT (self));
}

gboolean
trs_searcher_is_active (TrsSearcher *self)
{
  return *self->query != '\0' || self->highlights;
}

/* Ends the search and clears its results. */
void
trs_searcher_end (TrsSearcher *self)
{
  trs_searcher_set_query (self, "");
  trs_searcher_set_highlights (self, FALSE);
}

gboolean
trs_searcher_get_searching (TrsSearcher *self)
{
  return self->cancellable != NULL;
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
  if (self->more && self->cancellable == NULL)
    query_store (self, PAGE, self->last_row);
}

/**
 * trs_searcher_get_query:
 * @self: a #TrsSearcher
 *
 * Returns: (transfer none): what is looked for, as it was typed; never %NULL
 */
const char *
trs_searcher_get_query (TrsSearcher *self)
{
  return self->query;
}

/**
 * trs_searcher_get_answered:
 * @self: a #TrsSearcher
 *
 * Returns: (transfer none) (nullable): the query that @results answers; %NULL
 *   before there is an answer
 */
const char *
trs_searcher_get_answered (TrsSearcher *self)
{
  return self->answered;
}

/**
 * trs_searcher_get_results:
 * @self: a #TrsSearcher
 *
 * Returns: (transfer none): #TrsSearchResult objects, newest first
 */
GListModel *
trs_searcher_get_results (TrsSearcher *self)
{
  return G_LIST_MODEL (self->results);
}

/**
 * trs_searcher_get_error:
 * @self: a #TrsSearcher
 *
 * Returns: (transfer none) (nullable): why there is no answer
 */
const GError *
trs_searcher_get_error (TrsSearcher *self)
{
  return self->error;
}

/**
 * trs_searcher_get_more:
 * @self: a #TrsSearcher
 *
 * Returns: older projects match, too, see trs_searcher_load_more()
 */
gboolean
trs_searcher_get_more (TrsSearcher *self)
{
  return self->more;
}

/**
 * trs_searcher_get_highlights:
 * @self: a #TrsSearcher
 *
 * Returns: whether only highlights are looked for
 */
gboolean
trs_searcher_get_highlights (TrsSearcher *self)
{
  return self->highlights;
}
