/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-searcher-private.h"

#include "trs-store-coverage.h"
#include "trs-store-search.h"

#include <string.h>

/* Projects at once: some screens full. */
#define PAGE 50

/* Milliseconds in which changes gather before they are searched, too. */
#define GATHERING 500

static void ask (TrsSearcher *self,
                 guint        limit,
                 gint64       before_row);

static void
set_more (TrsSearcher *self,
          gboolean     more)
{
  if (self->more == more)
    return;

  self->more = more;
  g_object_notify (G_OBJECT (self), "more");
}

static void
set_error (TrsSearcher  *self,
           const GError *error)
{
  if (self->error == NULL && error == NULL)
    return;

  g_clear_error (&self->error);
  self->error = error != NULL ? g_error_copy (error) : NULL;
  g_object_notify (G_OBJECT (self), "error");
}

static void
set_answered (TrsSearcher *self,
              const char  *query)
{
  if (g_strcmp0 (self->answered, query) == 0)
    return;

  g_free (self->answered);
  self->answered = g_strdup (query);
  g_object_notify (G_OBJECT (self), "answered");
}

static void
set_coverage (TrsSearcher *self,
              guint        n_kept,
              guint        n_finished)
{
  if (self->n_kept == n_kept && self->n_finished == n_finished)
    return;

  self->n_kept = n_kept;
  self->n_finished = n_finished;
  g_object_notify (G_OBJECT (self), "n-kept");
  g_object_notify (G_OBJECT (self), "n-finished");
}

/**
 * trs_searcher_stop:
 * @self: a searcher
 *
 * Gives up what is being searched.
 */
void
trs_searcher_stop (TrsSearcher *self)
{
  if (self->refresh_id != 0)
    trs_clock_remove_timeout (self->clock, self->refresh_id);
  self->refresh_id = 0;
  self->stale = FALSE;

  if (self->cancellable == NULL)
    return;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_object_notify (G_OBJECT (self), "searching");
}

/**
 * trs_searcher_clear:
 * @self: a searcher
 *
 * Forgets what was found.
 */
void
trs_searcher_clear (TrsSearcher *self)
{
  trs_searcher_stop (self);
  self->n_told = 0;
  self->last_row = 0;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->found)) > 0)
    g_list_store_remove_all (self->found);
  set_more (self, FALSE);
  set_error (self, NULL);
  set_answered (self, NULL);
}

static gboolean
is_same (TrsSearcher *self,
         guint        position,
         GPtrArray   *wanted,
         guint        index)
{
  g_autoptr (TrsSearchResult) found = g_list_model_get_item (G_LIST_MODEL (self->found), position);

  return trs_search_result_is_equal (found, g_ptr_array_index (wanted, index));
}

/* What is the same stays the same object, so that nothing on the screen moves without need. */
static void
show (TrsSearcher *self,
      guint        from,
      GPtrArray   *wanted)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->found)) - from;
  guint same = 0;
  guint same_at_end = 0;

  while (same < MIN (n, wanted->len) && is_same (self, from + same, wanted, same))
    same++;
  while (same + same_at_end < MIN (n, wanted->len) &&
         is_same (self, from + n - same_at_end - 1, wanted, wanted->len - same_at_end - 1))
    same_at_end++;

  if (same + same_at_end < MAX (n, wanted->len))
    g_list_store_splice (self->found, from + same, n - same - same_at_end,
                         wanted->pdata != NULL ? wanted->pdata + same : NULL, wanted->len - same - same_at_end);
}

/* How it was found; NULL if it does not have all that is looked for. */
static TrsSearchHit *
match (const TrsSearchQuery *query,
       TrsProject           *project)
{
  const char *texts[] = { trs_project_get_title (project), trs_project_get_local_title (project),
                          trs_project_get_video_id (project), trs_project_get_note (project) };
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

  self->n_held = held->len;
  for (guint i = 0; i < held->len; i++)
    {
      TrsSearchHit *hit = match (query, g_ptr_array_index (held, i));

      if (hit != NULL)
        g_ptr_array_add (wanted, trs_search_result_new (g_ptr_array_index (held, i), hit));
    }
}

static void
take_results (TrsSearcher      *self,
              TrsSearchResults *results,
              gboolean          append)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);
  gsize n;
  g_autofree gpointer *hits = g_ptr_array_steal (results->hits, &n);
  guint from = append ? g_list_model_get_n_items (G_LIST_MODEL (self->found)) : 0;

  if (!append)
    add_held (self, wanted);
  self->n_told = n + (append ? self->n_told : 0);
  for (gsize i = 0; i < n; i++)
    {
      TrsSearchHit *hit = hits[i];
      g_autoptr (TrsProject) project = trs_history_take_data (self->history, hit->project);

      self->last_row = hit->row;
      g_ptr_array_add (wanted, trs_search_result_new (project, hit));
    }

  show (self, from, wanted);
  set_more (self, results->more);
}

typedef struct
{
  TrsSearcher *searcher;
  gint64 account;
} Counting;

static void
coverage_read_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autofree Counting *counting = user_data;
  g_autoptr (TrsSearcher) self = counting->searcher;
  g_autofree TrsStoreCoverage *coverage = trs_store_pointer_finish (TRS_STORE (source), result, NULL);

  if (coverage != NULL && self->library != NULL &&
      trs_library_get_account (self->library) == counting->account)
    set_coverage (self, coverage->n_kept, coverage->n_finished);
}

static void
read_coverage (TrsSearcher *self)
{
  Counting *counting;

  if (self->coverage_known)
    return;

  self->coverage_known = TRUE;
  counting = g_new0 (Counting, 1);
  counting->searcher = g_object_ref (self);
  counting->account = trs_library_get_account (self->library);
  trs_store_read_coverage_async (trs_library_get_store (self->library), counting->account, NULL, coverage_read_cb,
                                 counting);
}

typedef struct
{
  TrsSearcher *searcher;
  GCancellable *cancellable;
  gboolean append;
} Asked;

static void
asked_free (Asked *asked)
{
  g_object_unref (asked->searcher);
  g_object_unref (asked->cancellable);
  g_free (asked);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asked, asked_free)

static void
searched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Asked) asked = user_data;
  TrsSearcher *self = asked->searcher;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsSearchResults) results = trs_store_pointer_finish (TRS_STORE (source), result, &error);

  /* An answer that came just before it was given up answers nothing any more. */
  if (g_cancellable_is_cancelled (asked->cancellable))
    return;

  g_object_freeze_notify (G_OBJECT (self));
  g_clear_object (&self->cancellable);
  if (results != NULL)
    {
      take_results (self, results, asked->append);
      set_answered (self, self->query);
    }
  else
    {
      trs_searcher_clear (self);
    }
  set_error (self, error);
  g_object_notify (G_OBJECT (self), "searching");
  g_object_thaw_notify (G_OBJECT (self));

  if (self->stale)
    {
      self->stale = FALSE;
      ask (self, MAX (PAGE, self->n_told), 0);
    }
}

static void
ask (TrsSearcher *self,
     guint        limit,
     gint64       before_row)
{
  Asked *asked = g_new0 (Asked, 1);

  self->cancellable = g_cancellable_new ();
  asked->searcher = g_object_ref (self);
  asked->cancellable = g_object_ref (self->cancellable);
  asked->append = before_row != 0;
  trs_store_search_async (trs_library_get_store (self->library), trs_library_get_account (self->library), self->query,
                          limit, before_row, self->cancellable, searched_cb, asked);
  read_coverage (self);
  g_object_notify (G_OBJECT (self), "searching");
}

static gboolean
refresh_cb (gpointer user_data)
{
  TrsSearcher *self = user_data;

  self->refresh_id = 0;
  if (self->cancellable != NULL)
    self->stale = TRUE;
  else
    ask (self, MAX (PAGE, self->n_told), 0);
  return G_SOURCE_REMOVE;
}

/* While a long list is being read, something changes all the time. */
static void
queue_refresh (TrsSearcher *self)
{
  if (trs_searcher_is_active (self) && trs_library_is_open (self->library) && self->refresh_id == 0)
    self->refresh_id = trs_clock_add_timeout (self->clock, GATHERING, refresh_cb, self, NULL);
}

static void
store_changed_cb (TrsSearcher *self)
{
  self->coverage_known = FALSE;
  queue_refresh (self);
}

/* The store tells of its own what it writes. */
static void
history_changed_cb (TrsSearcher *self)
{
  g_autoptr (GPtrArray) held = trs_history_get_held (self->history);

  if (held->len > 0 || self->n_held > 0)
    queue_refresh (self);
}

/* Another account, or none: what was found belongs to the one before. */
static void
library_open_changed_cb (TrsSearcher *self)
{
  trs_searcher_clear (self);
  self->coverage_known = FALSE;
  set_coverage (self, 0, 0);
  trs_searcher_run (self);
}

/**
 * trs_searcher_run:
 * @self: a searcher
 *
 * Looks for the query; where there is none, nothing is found. An account that
 * is being opened is searched as soon as it is open.
 */
void
trs_searcher_run (TrsSearcher *self)
{
  trs_searcher_stop (self);
  if (trs_searcher_is_active (self) && trs_library_is_open (self->library))
    ask (self, PAGE, 0);
  else
    trs_searcher_clear (self);
}

/**
 * trs_searcher_run_further:
 * @self: a searcher that searches nothing now
 *
 * Looks for older projects.
 */
void
trs_searcher_run_further (TrsSearcher *self)
{
  ask (self, PAGE, self->last_row);
}

/**
 * trs_searcher_watch:
 * @self: a searcher
 *
 * Begins to follow what is kept.
 */
void
trs_searcher_watch (TrsSearcher *self)
{
  g_signal_connect_object (self->library, "notify::open", G_CALLBACK (library_open_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history, "changed", G_CALLBACK (history_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_library_get_store (self->library), "changed", G_CALLBACK (store_changed_cb), self,
                           G_CONNECT_SWAPPED);
}
