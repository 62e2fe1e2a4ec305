/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-list-reader.h"

#include "trs-deep-walk.h"
#include "trs-error.h"
#include "trs-api-client.h"
#include "trs-poll-schedule.h"
#include "trs-store-listing.h"
#include "trs-task.h"

/* How many pages a check reads to find projects under way; also how many a refresh reads if the store is read-only. */
#define MAX_FAR_PAGES 20

/* How many pages of a long walk are written in one transaction. More would spare a few percent of the time, but the
 * main loop handles and frees all of them at once, and should not miss a frame meanwhile. */
#define MAX_BATCH 40

/* Failures of the service in a row after which a walk ends. */
#define MAX_FAILURES 6

/* The service returns this many entries on each page but the last. */
#define FULL_PAGE 100

#define N_TOPS (TRS_LIST_READ_REFRESH + 1)

typedef struct _Step Step;

struct _TrsListReader
{
  GObject parent_instance;

  TrsApiClient *client;
  TrsStore *store;
  TrsProjects *projects;
  TrsHistory *history;
  TrsClock *clock;

  /* one request and one job of the store at a time */
  GCancellable *cancellable;
  gboolean asking;
  gboolean writing;
  guint timer;

  /* reading from the top: those who wait, and those who are served by what is read */
  GPtrArray *waiting[N_TOPS];
  GPtrArray *tasks;
  TrsListRead top;
  guint top_page; /* 0 while it rests */
  gint64 top_asked_at;
  gboolean top_good;
  Step *unproved; /* (nullable): waits until it is known whose key it was read with */

  /* reading further, which gives way to the top between two pages */
  gboolean wanted;
  TrsDeepWalk deep;
  GPtrArray *batch; /* pages that are waiting to be written, as arrays of records */
  guint batch_page; /* the first of them */
  guint failures;
};

/* A batch of pages on its way from the service into the store. */
struct _Step
{
  TrsListReader *self;
  GCancellable *cancellable; /* that of the reader when it was made; another one there means that it was reset */
  TrsListWalk walk;
  guint page;
  GPtrArray *pages; /* arrays of records */
  gboolean dry;
  gboolean prove;
};

enum
{
  NOT_WRITTEN,
  JUDGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsListReader, trs_list_reader, G_TYPE_OBJECT)

static void continue_reading (TrsListReader *self);
static void write_batch (TrsListReader *self);

static GPtrArray *
new_pages (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
}

static Step *
step_new (TrsListReader *self,
          TrsListWalk    walk,
          guint          page,
          GPtrArray     *pages)
{
  Step *step = g_new0 (Step, 1);

  step->self = g_object_ref (self);
  step->cancellable = g_object_ref (self->cancellable);
  step->walk = walk;
  step->page = page;
  step->pages = pages;
  return step;
}

static void
step_free (Step *step)
{
  g_object_unref (step->self);
  g_object_unref (step->cancellable);
  g_ptr_array_unref (step->pages);
  g_free (step);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Step, step_free)

/* Counts the entries of the last page of the batch. */
static guint
count_records (Step *step)
{
  return ((GPtrArray *) g_ptr_array_index (step->pages, step->pages->len - 1))->len;
}

static void
update_reading (TrsListReader *self)
{
  gboolean refreshing = (self->top_page != 0 && self->top == TRS_LIST_READ_REFRESH) ||
                        self->waiting[TRS_LIST_READ_REFRESH]->len > 0;
  gboolean walking = self->deep.kind != TRS_DEEP_NONE;

  trs_history_set_reading (self->history, refreshing || walking, walking);
}

static void
stop_deep (TrsListReader *self)
{
  self->deep = (TrsDeepWalk) { TRS_DEEP_NONE };
  self->failures = 0;
  g_ptr_array_set_size (self->batch, 0);
  update_reading (self);
}

static gboolean
can_write (TrsListReader *self)
{
  return trs_store_get_mode (self->store) != TRS_STORE_READ_ONLY;
}

static void
end_top (TrsListReader *self,
         const GError  *error)
{
  gboolean refresh = self->top == TRS_LIST_READ_REFRESH;

  self->top_page = 0;
  if (refresh && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_history_set_error (self->history, error);
  update_reading (self);
  trs_task_return_all (&self->tasks, error);
}

static void
continue_later (TrsListReader *self,
                gint64         wait)
{
  if (self->timer == 0)
    trs_clock_set_timeout (self->clock, &self->timer, (guint) ((wait + 999) / 1000),
                         (GSourceOnceFunc) continue_reading, self);
}

/* Backs off for a while when the service is overloaded. */
static void
fail_deep (TrsListReader *self,
           const GError  *error)
{
  gboolean passes = g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED) ||
                    g_error_matches (error, TRS_ERROR, TRS_ERROR_SERVER) ||
                    g_error_matches (error, TRS_ERROR, TRS_ERROR_CUT_SHORT);

  if (passes && ++self->failures <= MAX_FAILURES)
    {
      continue_later (self, trs_poll_schedule_get_backoff (self->failures, trs_error_get_retry_after (error)));
      return;
    }

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_history_set_error (self->history, error);
  stop_deep (self);
}

static gboolean
is_walk_needed (TrsListReader       *self,
                const TrsStoredPage *stored,
                guint                n_records,
                guint                n_new)
{
  if (n_records == 0 || self->top == TRS_LIST_READ_CHECK || self->top_page >= MAX_FAR_PAGES)
    return FALSE;
  if (self->top == TRS_LIST_READ_FAR)
    return !stored->settled;
  return !stored->written && n_new > 0;
}

static void
handle_top (TrsListReader *self,
            TrsStoredPage *stored,
            guint          n_records)
{
  guint n_new;

  if (self->top_page == 1)
    {
      self->top_good = TRUE;
      trs_history_set_updated_at (self->history, trs_clock_get_time (self->clock), TRUE);
    }
  trs_history_set_complete (self->history, !stored->listing.gap);
  n_new = trs_projects_take_page (self->projects, stored->projects, stored->missing, stored->n_new);
  /* A signal handler may have stopped the reader while the page was handled. */
  if (self->top_page == 0)
    return;

  if (self->top_page == 1 && n_records > 0 && self->wanted && can_write (self) &&
      trs_deep_walk_begin (&self->deep, stored, self->top == TRS_LIST_READ_REFRESH, trs_clock_get_time (self->clock)))
    self->failures = 0;
  if (is_walk_needed (self, stored, n_records, n_new))
    {
      self->top_page++;
      return;
    }

  end_top (self, NULL);
}

/* Ends a walk whose pages repeat each other. A gap stays open, because its contents are still unknown. A walk over
 * the whole list ends with an empty page one further down: with that page skipped, projects that it has not shown
 * are not taken for missing. */
static void
end_endless_walk (TrsListReader *self)
{
  g_autoptr (GError) error =
      g_error_new_literal (TRS_ERROR, TRS_ERROR_ENDLESS_LIST, "The pages of the list repeat each other");

  trs_history_set_error (self->history, error);
  if (self->deep.kind == TRS_DEEP_GAP)
    {
      stop_deep (self);
      return;
    }

  self->deep.ended = TRUE;
  g_ptr_array_set_size (self->batch, 0);
  self->batch_page = self->deep.page + 1;
  g_ptr_array_add (self->batch, g_ptr_array_new ());
}

static void
handle_deep (TrsListReader *self,
             TrsStoredPage *stored,
             Step          *step)
{
  TrsDeepStep next;

  trs_history_set_complete (self->history, !stored->listing.gap);
  trs_projects_take_page (self->projects, stored->projects, stored->missing, stored->n_new);
  /* Without a writable store, a walk ends after the top pages. */
  if (!stored->written)
    stop_deep (self);
  if (self->deep.kind == TRS_DEEP_NONE)
    return;

  next = trs_deep_walk_take (&self->deep, stored, step->pages->len, count_records (step),
                             trs_clock_get_time (self->clock));
  if (next == TRS_DEEP_ENDLESS)
    end_endless_walk (self);
  else if (next == TRS_DEEP_AGAIN)
    g_ptr_array_set_size (self->batch, 0);
  else if (next == TRS_DEEP_END)
    stop_deep (self);
}

static void write_step (Step *step);

/* Returns: %TRUE if the page is the account's own and was written; otherwise @step may be taken, and waits */
static gboolean
report_owner (TrsListReader  *self,
              Step          **step,
              TrsStoredPage  *stored)
{
  g_autoptr (GCancellable) cancellable = g_object_ref (self->cancellable);
  gboolean ours = stored->owner == TRS_PAGE_OURS;
  gboolean full = count_records (*step) >= FULL_PAGE;

  if (!ours)
    {
      self->writing = TRUE;
      self->unproved = g_steal_pointer (step);
    }
  g_signal_emit (self, signals[JUDGED], 0, (int) stored->owner, full);
  return ours && cancellable == self->cancellable;
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Step) step = user_data;
  TrsListReader *self = step->self;
  gboolean top = step->walk == TRS_LIST_WALK_TOP;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsStoredPage) stored = trs_store_listing_write_pages_finish (TRS_STORE (source), result, &error);

  if (g_cancellable_is_cancelled (step->cancellable))
    return;

  self->writing = FALSE;
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !step->dry)
    {
      g_signal_emit (self, signals[NOT_WRITTEN], 0, error);
      if (top)
        {
          step->dry = TRUE;
          write_step (g_steal_pointer (&step));
          return;
        }
    }

  if (stored != NULL && step->prove && !report_owner (self, &step, stored))
    return;
  if (top && stored != NULL)
    handle_top (self, stored, count_records (step));
  else if (top)
    end_top (self, error);
  else if (stored != NULL && self->deep.kind != TRS_DEEP_NONE)
    handle_deep (self, stored, step);
  else
    stop_deep (self);
  write_batch (self);
  continue_reading (self);
}

static void
write_step (Step *step)
{
  TrsListReader *self = step->self;
  TrsListingFlags flags;

  self->writing = TRUE;
  step->dry = step->dry || !can_write (self);
  step->prove = trs_api_client_is_on_probation (self->client);
  flags = (step->dry ? TRS_LISTING_DRY_RUN : 0) | (step->prove ? TRS_LISTING_PROVE_OWNER : 0);
  trs_store_listing_write_pages_async (self->store, trs_projects_get_account (self->projects), step->walk, step->page,
                                       step->pages, trs_clock_get_time (self->clock), flags, step->cancellable,
                                       written_cb, step);
}

static TrsListWalk
get_deep_walk (TrsListReader *self)
{
  return self->deep.kind == TRS_DEEP_GAP ? TRS_LIST_WALK_GAP : TRS_LIST_WALK_WHOLE;
}

static void
write_batch (TrsListReader *self)
{
  Step *step;

  if (self->writing || self->batch->len == 0 || self->deep.kind == TRS_DEEP_NONE)
    return;

  step = step_new (self, get_deep_walk (self), self->batch_page, g_steal_pointer (&self->batch));
  self->batch = new_pages ();
  write_step (step);
}

static void
handle_page (TrsListReader *self,
             Step          *step,
             GPtrArray     *records)
{
  if (step->walk == TRS_LIST_WALK_TOP)
    {
      g_ptr_array_add (step->pages, g_ptr_array_ref (records));
      write_step (step);
      return;
    }

  /* The walk that asked for the page may have ended or restarted. */
  if (self->deep.kind != TRS_DEEP_NONE && step->walk == get_deep_walk (self) && step->page == self->deep.page)
    {
      if (self->batch->len == 0)
        self->batch_page = step->page;
      g_ptr_array_add (self->batch, g_ptr_array_ref (records));
      self->failures = 0;
      self->deep.page++;
      self->deep.n_pages++;
      self->deep.ended = records->len == 0;
      write_batch (self);
    }
  step_free (step);
}

static void
got_page_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Step *step = user_data;
  g_autoptr (TrsListReader) self = g_object_ref (step->self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = trs_api_client_list_finish (TRS_API_CLIENT (source), result, &error);

  if (g_cancellable_is_cancelled (step->cancellable))
    {
      step_free (step);
      return;
    }

  self->asking = FALSE;
  if (records != NULL)
    handle_page (self, step, records);
  else
    {
      if (step->walk == TRS_LIST_WALK_TOP)
        end_top (self, error);
      else if (self->deep.kind != TRS_DEEP_NONE)
        fail_deep (self, error);
      step_free (step);
    }
  continue_reading (self);
}

static void
read_page (TrsListReader *self,
           TrsListWalk    walk,
           guint          number,
           gboolean       background)
{
  Step *step = step_new (self, walk, number, new_pages ());

  self->asking = TRUE;
  trs_api_client_list_async (self->client, number, background, step->cancellable, got_page_cb, step);
}

/* However often the user refreshes, the same page is not read again within the shortest gap. */
static gint64
time_to_wait (TrsListReader *self)
{
  gint64 wait = self->top_asked_at + TRS_POLL_MIN_GAP - trs_clock_get_time (self->clock);

  if (self->top_asked_at == 0 || wait <= 0 || wait > TRS_POLL_MIN_GAP || !trs_api_client_is_open (self->client))
    return 0;
  return wait;
}

static gboolean
is_top_wanted (TrsListReader *self)
{
  for (guint i = 0; i < N_TOPS; i++)
    if (self->waiting[i]->len > 0)
      return TRUE;

  return FALSE;
}

static void
begin_top (TrsListReader *self)
{
  self->top = TRS_LIST_READ_CHECK;
  for (guint i = 0; i < N_TOPS; i++)
    {
      if (self->waiting[i]->len > 0)
        self->top = (TrsListRead) i;
      g_ptr_array_extend_and_steal (self->tasks, self->waiting[i]);
      self->waiting[i] = g_ptr_array_new_with_free_func (g_object_unref);
    }
  self->top_page = 1;
  self->top_asked_at = trs_clock_get_time (self->clock);
  self->top_good = FALSE;
}

/* Whether a refresh has to continue below the first page. If no walk is under way, only reading that page again
 * shows where to continue. */
static gboolean
needs_deep_walk (TrsListReader *self)
{
  return !trs_history_get_complete (self->history) && self->deep.kind == TRS_DEEP_NONE && can_write (self);
}

/* Answers from a page that was read a moment ago, without another request. */
static void
serve_from_memory (TrsListReader *self)
{
  if (!self->top_good || time_to_wait (self) == 0)
    return;

  /* The page that a check read answers a waiting refresh as well, so an earlier error no longer counts. */
  if (self->waiting[TRS_LIST_READ_REFRESH]->len > 0 && !needs_deep_walk (self))
    {
      trs_history_set_error (self->history, NULL);
      trs_task_return_all (&self->waiting[TRS_LIST_READ_REFRESH], NULL);
    }
  trs_task_return_all (&self->waiting[TRS_LIST_READ_CHECK], NULL);
}

/* Reads the first page before any others, as soon as the pages in memory are written. */
static gboolean
continue_top (TrsListReader *self)
{
  gint64 wait;

  if (self->top_page == 0)
    serve_from_memory (self);
  if (self->top_page == 0 && is_top_wanted (self))
    {
      wait = time_to_wait (self);
      if (wait > 0)
        {
          continue_later (self, wait);
          return FALSE;
        }
      if (self->writing || self->batch->len > 0)
        return TRUE;
      begin_top (self);
    }

  if (self->top_page != 0 && !self->writing)
    read_page (self, TRS_LIST_WALK_TOP, self->top_page, self->top != TRS_LIST_READ_REFRESH);
  return self->top_page != 0;
}

static gboolean
can_read_deep (TrsListReader *self)
{
  gboolean idle = !self->writing && self->batch->len == 0;

  return self->deep.kind != TRS_DEEP_NONE && !self->deep.ended && self->timer == 0 &&
         (idle || (self->batch->len < MAX_BATCH && trs_deep_walk_reads_ahead (&self->deep)));
}

static void
continue_reading (TrsListReader *self)
{
  if (self->asking)
    return;

  if (!continue_top (self) && !self->asking && can_read_deep (self))
    read_page (self, get_deep_walk (self), self->deep.page, FALSE);
  update_reading (self);
}

/* The object */

static void
trs_list_reader_finalize (GObject *object)
{
  TrsListReader *self = TRS_LIST_READER (object);

  trs_clock_clear_timeout (self->clock, &self->timer);
  for (guint i = 0; i < N_TOPS; i++)
    g_ptr_array_unref (self->waiting[i]);
  g_ptr_array_unref (self->tasks);
  g_assert (self->unproved == NULL);
  g_ptr_array_unref (self->batch);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->client);
  g_clear_object (&self->store);
  g_clear_object (&self->projects);
  g_clear_object (&self->history);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_list_reader_parent_class)->finalize (object);
}

static void
trs_list_reader_class_init (TrsListReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_list_reader_finalize;

  signals[NOT_WRITTEN] = g_signal_new ("not-written", TRS_TYPE_LIST_READER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[JUDGED] = g_signal_new ("judged", TRS_TYPE_LIST_READER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_BOOLEAN);
}

static void
trs_list_reader_init (TrsListReader *self)
{
  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  self->batch = new_pages ();
  for (guint i = 0; i < N_TOPS; i++)
    self->waiting[i] = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
}

/**
 * trs_list_reader_new:
 * @client: what asks the service
 * @store: where pages are written
 * @projects: the projects of the account in use
 * @history: what shows them, and knows which account is open
 * @clock: the time
 *
 * Returns: (transfer full): a reader that rests
 */
TrsListReader *
trs_list_reader_new (TrsApiClient *client,
                     TrsStore     *store,
                     TrsProjects  *projects,
                     TrsHistory   *history,
                     TrsClock     *clock)
{
  TrsListReader *self = g_object_new (TRS_TYPE_LIST_READER, NULL);

  self->client = g_object_ref (client);
  self->store = g_object_ref (store);
  self->projects = g_object_ref (projects);
  self->history = g_object_ref (history);
  self->clock = g_object_ref (clock);
  return self;
}

static gboolean
remove_task (GPtrArray *tasks,
             GTask     *task)
{
  g_autoptr (GTask) held = g_object_ref (task);

  return g_ptr_array_remove (tasks, held);
}

/* Returns at once to a caller that has cancelled; the page is still read for the others. */
static void
read_cancelled_cb (GCancellable *cancellable,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  TrsListReader *self = g_task_get_source_object (task);
  gboolean waits = remove_task (self->tasks, task);

  for (guint i = 0; i < G_N_ELEMENTS (self->waiting); i++)
    waits |= remove_task (self->waiting[i], task);
  if (waits)
    g_task_return_error_if_cancelled (task);
}

/**
 * trs_list_reader_read_async:
 * @self: a reader
 * @what: how far to read
 * @cancellable: (nullable): to stop waiting for it
 * @callback: (nullable): called when it was read and written; of a refresh, when
 *   the first page was, and what is missing below it is read afterwards
 * @user_data: (closure): for @callback
 *
 * Reads at least the first page, unless that was read less than three seconds
 * ago.
 */
void
trs_list_reader_read_async (TrsListReader       *self,
                            TrsListRead          what,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_list_reader_read_async);
  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (read_cancelled_cb), task, 0);
  if (what == TRS_LIST_READ_REFRESH)
    self->wanted = TRUE;
  g_ptr_array_add (self->waiting[what], task);
  continue_reading (self);
}

/**
 * trs_list_reader_read_finish:
 * @self: a reader
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it was read; else @error is one of the request, or of the store
 */
gboolean
trs_list_reader_read_finish (TrsListReader  *self,
                             GAsyncResult   *result,
                             GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_list_reader_read_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_list_reader_take_page:
 * @self: a reader
 * @records: (element-type TrsProjectRecord): the first page, which somebody else has read just now
 *
 * As a refresh, without its first request.
 */
void
trs_list_reader_take_page (TrsListReader *self,
                           GPtrArray     *records)
{
  g_autoptr (GPtrArray) pages = new_pages ();

  trs_list_reader_reset (self);
  self->wanted = TRUE;
  begin_top (self);
  self->top = TRS_LIST_READ_REFRESH;
  update_reading (self);
  g_ptr_array_add (pages, g_ptr_array_ref (records));
  write_step (step_new (self, TRS_LIST_WALK_TOP, 1, g_steal_pointer (&pages)));
}

/**
 * trs_list_reader_resume:
 * @self: a reader
 * @error: (nullable): what those who wait for the page get, if it is dropped
 *
 * Goes on with the page that was not the account's own as far as the store can
 * tell: if the client is not on probation any more, its user was recognised
 * otherwise and the page is written, else it is dropped.
 */
void
trs_list_reader_resume (TrsListReader *self,
                        const GError  *error)
{
  Step *step = g_steal_pointer (&self->unproved);

  if (step == NULL)
    return;

  if (error == NULL && !trs_api_client_is_on_probation (self->client))
    {
      write_step (step);
      return;
    }

  self->writing = FALSE;
  step_free (step);
  end_top (self, error);
  continue_reading (self);
}

/**
 * trs_list_reader_cancel:
 * @self: a reader
 *
 * The user wants no more of it for now. What was read stays; another refresh
 * goes on.
 */
void
trs_list_reader_cancel (TrsListReader *self)
{
  self->wanted = FALSE;
  self->top_good = FALSE;
  stop_deep (self);
}

/**
 * trs_list_reader_reset:
 * @self: a reader
 *
 * Gives up what is under way, for another account or another key. The callbacks
 * of requests that are out do nothing after it.
 */
void
trs_list_reader_reset (TrsListReader *self)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was changed");

  self->asking = FALSE;
  self->writing = FALSE;
  g_clear_pointer (&self->unproved, step_free);
  self->top_page = 0;
  self->top_good = FALSE;
  self->top_asked_at = 0;
  self->wanted = FALSE;
  trs_clock_clear_timeout (self->clock, &self->timer);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  stop_deep (self);
  trs_task_return_all (&self->tasks, error);
  for (guint i = 0; i < N_TOPS; i++)
    trs_task_return_all (&self->waiting[i], error);
}
