/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-searcher.h"

#include "trs-compat.h"
#include "trs-library.h"
#include "trs-store.h"

#include <string.h>

struct _TrsSearcher
{
  GObject parent_instance;

  char *query;
  char *answered;
  GListStore *results;
  GError *error;
  gboolean more;
  gboolean marks;

  TrsLibrary *library;
  TrsHistory *history;
  TrsClock *clock;
  gint64 last_row;           /* in the store, which knows nothing of what the history holds */
  GCancellable *cancellable; /* of the search under way, or NULL */
  gboolean append;           /* its results stand below those that are there */
  gboolean stale;
  guint refresh_id;
};

/* Projects at once: some screens full. */
#define PAGE 50

/* Milliseconds in which changes gather before they are searched, too. */
#define GATHERING 500

static guint changed_signal;

G_DEFINE_FINAL_TYPE (TrsSearcher, trs_searcher, G_TYPE_OBJECT)

static void
notify (TrsSearcher *self,
        const char  *what)
{
  g_signal_emit (self, changed_signal, g_quark_from_string (what));
}

static void
stop (TrsSearcher *self)
{
  trs_clock_clear_timeout (self->clock, &self->refresh_id);
  self->stale = FALSE;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
clear (TrsSearcher *self)
{
  stop (self);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->results)) > 0)
    g_list_store_remove_all (self->results);
  self->more = FALSE;
  g_clear_error (&self->error);
  g_clear_pointer (&self->answered, g_free);
  notify (self, NULL);
}

static gboolean
is_same (TrsSearcher *self,
         guint        position,
         GPtrArray   *wanted,
         guint        index)
{
  g_autoptr (TrsSearchResult) found = g_list_model_get_item (G_LIST_MODEL (self->results), position);

  return trs_search_result_is_equal (found, g_ptr_array_index (wanted, index));
}

/* What is the same stays the same object, so that nothing on the screen moves without need. */
static void
show (TrsSearcher *self,
      guint        from,
      GPtrArray   *wanted)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->results)) - from;
  guint same = 0;
  guint same_at_end = 0;

  while (same < MIN (n, wanted->len) && is_same (self, from + same, wanted, same))
    same++;
  while (same + same_at_end < MIN (n, wanted->len) &&
         is_same (self, from + n - same_at_end - 1, wanted, wanted->len - same_at_end - 1))
    same_at_end++;

  if (same + same_at_end < MAX (n, wanted->len))
    g_list_store_splice (self->results, from + same, n - same - same_at_end,
                         wanted->pdata != NULL ? wanted->pdata + same : NULL, wanted->len - same - same_at_end);
}

/* How it was found; NULL if it does not have all that is looked for. */
static TrsSearchHit *
match (const TrsSearchQuery *query,
       TrsProject           *project)
{
  const char *texts[] = { trs_project_get_data (project)->title, trs_project_get_data (project)->local_title,
                          trs_project_get_data (project)->video_id, trs_project_get_data (project)->note };
  TrsSearchHitFields fields = 0;
  guint64 terms = 0;
  TrsSearchHit *hit;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      guint64 found = texts[i] != NULL ? trs_search_query_find_terms (query, texts[i], strlen (texts[i])) : 0;

      terms |= found;
      if (found != 0)
        fields |= TRS_SEARCH_HIT_TITLE << i;
    }
  if (terms == 0 || terms != trs_search_query_get_terms (query))
    return NULL;

  hit = g_new0 (TrsSearchHit, 1);
  hit->fields = fields;
  hit->passages = g_ptr_array_new ();
  return hit;
}

static void
add_held (TrsSearcher *self,
          GPtrArray   *wanted)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (self->query);
  g_autoptr (GPtrArray) held = trs_history_get_held (self->history);

  for (guint i = 0; i < held->len; i++)
    {
      TrsSearchHit *hit = match (query, g_ptr_array_index (held, i));

      if (hit != NULL)
        g_ptr_array_add (wanted, trs_search_result_new (g_ptr_array_index (held, i), hit));
    }
}

static void
take_results (TrsSearcher      *self,
              TrsSearchResults *results)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);
  gsize n;
  g_autofree gpointer *hits = g_ptr_array_steal (results->hits, &n);
  guint from = self->append ? g_list_model_get_n_items (G_LIST_MODEL (self->results)) : 0;

  if (!self->append && !self->marks)
    add_held (self, wanted);
  for (gsize i = 0; i < n; i++)
    {
      TrsSearchHit *hit = hits[i];
      g_autoptr (TrsProject) project = trs_history_take_data (self->history, hit->project);

      self->last_row = hit->row;
      g_ptr_array_add (wanted, trs_search_result_new (project, hit));
    }

  show (self, from, wanted);
  self->more = results->more;
}

static void ask (TrsSearcher *self,
                 guint        limit,
                 gint64       before_row);

/* As many as are shown. */
static void
ask_again (TrsSearcher *self)
{
  ask (self, MAX (PAGE, g_list_model_get_n_items (G_LIST_MODEL (self->results))), 0);
}

static void
searched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsSearcher) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsSearchResults) results = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  if (results != NULL)
    {
      take_results (self, results);
      trs_set_str (&self->answered, self->query);
    }
  else
    {
      clear (self);
      self->error = g_steal_pointer (&error);
    }
  notify (self, NULL);

  /* Whoever heard of it may have asked for more, which comes first. */
  if (self->stale && self->cancellable == NULL)
    {
      self->stale = FALSE;
      ask_again (self);
    }
}

static void
ask (TrsSearcher *self,
     guint        limit,
     gint64       before_row)
{
  self->cancellable = g_cancellable_new ();
  self->append = before_row != 0;
  trs_store_run_async (trs_library_get_store (self->library), self->marks ? &trs_store_search_marks : &trs_store_search,
                       &(TrsStoreArgs) { .account = trs_library_get_account (self->library), .query = self->query,
                                         .limit = limit, .before_row = before_row },
                       self->cancellable, searched_cb, g_object_ref (self));
  notify (self, NULL);
}

static void
refresh_cb (gpointer user_data)
{
  TrsSearcher *self = user_data;

  if (self->cancellable != NULL)
    self->stale = TRUE;
  else
    ask_again (self);
}

/* The history follows what the store writes. While a long list is being read, something changes all the time. */
static void
queue_refresh (TrsSearcher *self)
{
  if (trs_searcher_is_active (self) && trs_library_is_open (self->library) && self->refresh_id == 0)
    trs_clock_set_timeout (self->clock, &self->refresh_id, GATHERING, refresh_cb, self);
}

/* An account that is being opened is searched as soon as it is open. */
static void
run (TrsSearcher *self)
{
  stop (self);
  if (trs_searcher_is_active (self) && trs_library_is_open (self->library))
    ask (self, PAGE, 0);
  else
    clear (self);
}

/* Another account, or none: what was found belongs to the one before. */
static void
library_open_changed_cb (TrsSearcher *self)
{
  clear (self);
  run (self);
}

/* The object */

/* The only property is `marks`. */
static void
trs_searcher_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  g_value_set_boolean (value, TRS_SEARCHER (object)->marks);
}

static void
trs_searcher_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  TrsSearcher *self = TRS_SEARCHER (object);

  if (self->marks == g_value_get_boolean (value))
    return;

  /* What was found is of another kind. */
  self->marks = !self->marks;
  clear (self);
  run (self);
  g_object_notify_by_pspec (object, pspec);
  notify (self, "query");
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
  g_object_unref (self->history);
  g_object_unref (self->clock);

  G_OBJECT_CLASS (trs_searcher_parent_class)->finalize (object);
}

static void
trs_searcher_class_init (TrsSearcherClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_searcher_get_property;
  object_class->set_property = trs_searcher_set_property;
  object_class->finalize = trs_searcher_finalize;

  g_object_class_install_property (object_class, 1,
                                   g_param_spec_boolean ("marks", NULL, NULL, FALSE,
                                                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                             G_PARAM_STATIC_STRINGS));
  changed_signal = g_signal_new ("changed", TRS_TYPE_SEARCHER, G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
trs_searcher_init (TrsSearcher *self)
{
  self->query = g_strdup ("");
  self->results = g_list_store_new (TRS_TYPE_SEARCH_RESULT);
}

TrsSearcher *
trs_searcher_new (TrsLibrary *library,
                  TrsHistory *history,
                  TrsClock   *clock)
{
  TrsSearcher *self = g_object_new (TRS_TYPE_SEARCHER, NULL);

  self->library = g_object_ref (library);
  self->history = g_object_ref (history);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (library, "notify::open", G_CALLBACK (library_open_changed_cb), self, G_CONNECT_SWAPPED);
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

  run (self);
  notify (self, "query");
}

gboolean
trs_searcher_is_active (TrsSearcher *self)
{
  return *self->query != '\0' || self->marks;
}

/* Looks for nothing any more. */
void
trs_searcher_end (TrsSearcher *self)
{
  trs_searcher_set_query (self, "");
  g_object_set (self, "marks", FALSE, NULL);
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
    ask (self, PAGE, self->last_row);
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
 * trs_searcher_get_marks:
 * @self: a #TrsSearcher
 *
 * Returns: only marks of the user are looked for
 */
gboolean
trs_searcher_get_marks (TrsSearcher *self)
{
  return self->marks;
}
