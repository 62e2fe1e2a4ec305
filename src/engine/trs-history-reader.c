/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-reader-private.h"

#include "trs-poll-schedule.h"

/* A service that does not sort its list must not be read for ever. */
#define MAX_RESTARTS 4
/* How far a check goes to see what is under way. */
#define MAX_FAR_PAGES 20

enum
{
  RESTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  TrsHistoryReader *self;
  guint serial;
} Step;

G_DEFINE_FINAL_TYPE (TrsHistoryReader, trs_history_reader, G_TYPE_OBJECT)

static void kick (TrsHistoryReader *self);
static void read_page (TrsHistoryReader *self);

static void
trs_history_reader_finalize (GObject *object)
{
  TrsHistoryReader *self = TRS_HISTORY_READER (object);

  trs_page_merge_clear (&self->merge);
  g_ptr_array_unref (self->tasks);
  for (guint i = 0; i < TRS_N_WALKS; i++)
    g_ptr_array_unref (self->waiting[i]);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->link);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_history_reader_parent_class)->finalize (object);
}

static void
trs_history_reader_class_init (TrsHistoryReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_history_reader_finalize;

  signals[RESTED] = g_signal_new ("rested", TRS_TYPE_HISTORY_READER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
trs_history_reader_init (TrsHistoryReader *self)
{
  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < TRS_N_WALKS; i++)
    self->waiting[i] = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
}

static void
insert_cb (gpointer   insert_data,
           guint      position,
           GPtrArray *records,
           gint64     now)
{
  trs_history_insert_records (TRS_HISTORY_READER (insert_data)->history, position, records, now);
}

/**
 * trs_history_reader_new:
 * @history: (transfer none): what to read into; not referenced
 * @link: the road to the service
 * @clock: the time
 *
 * Returns: (transfer full): a reader
 */
TrsHistoryReader *
trs_history_reader_new (TrsHistory *history,
                        TrsLink    *link,
                        TrsClock   *clock)
{
  TrsHistoryReader *self = g_object_new (TRS_TYPE_HISTORY_READER, NULL);

  self->history = history;
  self->link = g_object_ref (link);
  self->clock = g_object_ref (clock);
  self->merge.shelf = history->shelf;
  self->merge.insert = insert_cb;
  self->merge.insert_data = self;
  trs_page_merge_init (&self->merge);

  return self;
}

/* A callback may come back here at once, so that the array is taken away first. */
static void
return_tasks (GPtrArray    **place,
              const GError  *error)
{
  g_autoptr (GPtrArray) tasks = g_steal_pointer (place);

  *place = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < tasks->len; i++)
    {
      if (error != NULL)
        g_task_return_error (g_ptr_array_index (tasks, i), g_error_copy (error));
      else
        g_task_return_boolean (g_ptr_array_index (tasks, i), TRUE);
    }
}

/* For the poller, and not for the user. */
static gboolean
is_check (TrsReaderKind kind)
{
  return kind == TRS_READER_POLL || kind == TRS_READER_FAR;
}

static void
end_walk (TrsHistoryReader *self,
          const GError     *error)
{
  TrsReaderKind kind = self->kind;

  self->kind = TRS_READER_NONE;
  self->serial++;
  trs_page_merge_reset (&self->merge);
  /* A poll on behalf of the next page fails in its place. */
  if (is_check (kind) && error != NULL && self->want_more && self->restarts > 0)
    kind = TRS_READER_MORE;
  if (kind == TRS_READER_MORE)
    self->want_more = FALSE;
  if (!is_check (kind) && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_history_set_error (self->history, error);

  return_tasks (&self->tasks, error);
  kick (self);
  if (self->kind == TRS_READER_NONE)
    g_signal_emit (self, signals[RESTED], 0, kind == TRS_READER_REFRESH && error == NULL);
}

static void
restart_from_top (TrsHistoryReader *self)
{
  self->restarts++;
  self->kind = TRS_READER_NONE;
  self->serial++;
  self->top_good = FALSE;
  self->want_top = TRUE;
  kick (self);
}

static gboolean
walk_is_over (TrsHistoryReader *self)
{
  if (self->merge.carry->len > 0)
    return FALSE;
  if (self->kind == TRS_READER_MORE)
    return self->merge.n_new > 0;
  if (self->kind == TRS_READER_POLL)
    return TRUE;
  if (self->kind == TRS_READER_FAR && self->page >= MAX_FAR_PAGES)
    return TRUE;
  return self->merge.settled || self->page >= self->tail_page;
}

static void
take_records (TrsHistoryReader *self,
              GPtrArray        *records)
{
  guint tail_before = self->tail_page;

  if (self->page == 1)
    {
      self->top_good = TRUE;
      trs_history_set_checked_at (self->history, trs_clock_get_time (self->clock));
    }

  self->merge.now = trs_clock_get_time (self->clock);
  if (records->len == 0)
    {
      trs_page_merge_finish (&self->merge);
      trs_history_set_complete (self->history, TRUE);
    }
  else
    {
      /* What is below the first page of all is not known, whatever an empty list said before. */
      if (trs_history_get_n_read (self->history) == 0)
        {
          tail_before = 0;
          trs_history_set_complete (self->history, FALSE);
        }
      trs_page_merge_take (&self->merge, records, self->kind == TRS_READER_MORE, NULL);
    }
  if (self->kind != TRS_READER_MORE)
    self->n_pushed += self->merge.n_new;

  if (self->merge.carry->len == 0)
    self->tail_page = MAX (tail_before, self->page);
  if (self->merge.seen_ids->len > 0)
    trs_history_tell_page (self->history, self->merge.seen_ids, self->merge.seen);
}

/* Nobody knows what is between those that wait and those that were known; they are shown all the same. */
static void
end_endless (TrsHistoryReader *self,
             const GError     *error)
{
  guint serial = self->serial;

  trs_page_merge_finish (&self->merge);
  if (self->merge.seen_ids->len > 0)
    trs_history_tell_page (self->history, self->merge.seen_ids, self->merge.seen);
  if (serial == self->serial)
    end_walk (self, error);
}

static void
walk_got_page_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  Step *step = user_data;
  g_autoptr (TrsHistoryReader) self = step->self;
  gboolean stale = step->serial != self->serial;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = trs_link_list_finish (TRS_LINK (source), result, &error);
  guint serial = self->serial;

  g_free (step);
  if (stale)
    return;

  if (error != NULL)
    {
      end_walk (self, error);
      return;
    }
  if (self->kind == TRS_READER_MORE && self->restarts < MAX_RESTARTS &&
      trs_page_merge_is_ahead (&self->merge, records, NULL))
    {
      restart_from_top (self);
      return;
    }

  take_records (self, records);
  /* Whoever was told of the page may have stopped everything. */
  if (serial != self->serial)
    return;
  if (records->len == 0 || walk_is_over (self))
    {
      end_walk (self, NULL);
      return;
    }
  if (!trs_page_merge_check_end (&self->merge, &error))
    {
      end_endless (self, error);
      return;
    }

  self->page++;
  read_page (self);
}

static void
read_page (TrsHistoryReader *self)
{
  Step *step = g_new0 (Step, 1);

  step->self = g_object_ref (self);
  step->serial = self->serial;
  if (self->page == 1)
    {
      self->top_asked_at = trs_clock_get_time (self->clock);
      self->top_good = FALSE;
    }
  trs_link_list_async (self->link, self->page, is_check (self->kind), self->cancellable,
                       walk_got_page_cb, step);
}

static gboolean
timer_cb (gpointer user_data)
{
  TrsHistoryReader *self = user_data;

  self->timer = 0;
  kick (self);
  return G_SOURCE_REMOVE;
}

/* Whatever the user clicks: never the same page twice within the shortest gap. */
static gint64
time_to_wait (TrsHistoryReader *self,
              gint64            asked_at)
{
  gint64 wait = asked_at + TRS_POLL_MIN_GAP - trs_clock_get_time (self->clock);

  if (asked_at == 0 || wait <= 0 || wait > TRS_POLL_MIN_GAP || !trs_link_is_open (self->link))
    return 0;
  return wait;
}

static void
kick_later (TrsHistoryReader *self,
            gint64            wait)
{
  if (self->timer == 0)
    self->timer = trs_clock_add_timeout (self->clock, (guint) ((wait + 999) / 1000), timer_cb, self, NULL);
}

static void
begin_top (TrsHistoryReader *self)
{
  if (self->waiting[TRS_WALK_REFRESH]->len > 0 || (self->want_top && self->tail_page == 0))
    self->kind = TRS_READER_REFRESH;
  else
    self->kind = self->waiting[TRS_WALK_FAR]->len > 0 ? TRS_READER_FAR : TRS_READER_POLL;
  self->want_top = FALSE;
  for (guint i = 0; i < TRS_N_WALKS; i++)
    {
      g_ptr_array_extend_and_steal (self->tasks, self->waiting[i]);
      self->waiting[i] = g_ptr_array_new_with_free_func (g_object_unref);
    }
  self->page = 1;
}

static gboolean
begin_walk (TrsHistoryReader *self)
{
  gboolean want_top = self->want_top;
  gboolean same_page = self->more_page == self->tail_page + 1;
  gint64 wait;

  for (guint i = 0; i < TRS_N_WALKS; i++)
    want_top = want_top || self->waiting[i]->len > 0;
  wait = time_to_wait (self, want_top ? self->top_asked_at : same_page ? self->more_asked_at : 0);
  if (!want_top && !self->want_more)
    return FALSE;
  if (wait > 0)
    {
      kick_later (self, wait);
      return FALSE;
    }
  trs_page_merge_count_anew (&self->merge);

  if (want_top)
    {
      begin_top (self);
      return TRUE;
    }

  self->kind = TRS_READER_MORE;
  self->page = self->tail_page + 1;
  self->more_page = self->page;
  self->more_asked_at = trs_clock_get_time (self->clock);
  return TRUE;
}

/* What was read a moment ago is as good as what would be read now. */
static void
serve_from_memory (TrsHistoryReader *self)
{
  gboolean refresh = self->waiting[TRS_WALK_REFRESH]->len > 0;

  if (!self->top_good || time_to_wait (self, self->top_asked_at) == 0)
    return;

  self->want_top = FALSE;
  /* A refresh that is answered by the page of a check has not failed, whatever the one before did. */
  if (refresh)
    trs_history_set_error (self->history, NULL);
  return_tasks (&self->waiting[TRS_WALK_REFRESH], NULL);
  return_tasks (&self->waiting[TRS_WALK_POLL], NULL);
  if (refresh)
    g_signal_emit (self, signals[RESTED], 0, TRUE);
}

static void
kick (TrsHistoryReader *self)
{
  gboolean begun;

  if (self->kind != TRS_READER_NONE)
    return;

  serve_from_memory (self);
  if (self->kind != TRS_READER_NONE)
    return;

  begun = begin_walk (self);
  trs_history_reader_update_reading (self);
  if (begun)
    read_page (self);
}

/**
 * trs_history_reader_load_more:
 * @self: a reader
 *
 * Reads the next page, unless that is under way already or there is none.
 */
void
trs_history_reader_load_more (TrsHistoryReader *self)
{
  if (trs_history_get_complete (self->history) || self->want_more || self->want_top || self->syncing)
    return;

  if (self->tail_page != 0)
    {
      self->want_more = TRUE;
      self->restarts = 0;
    }
  else if (self->kind == TRS_READER_NONE)
    {
      self->want_top = TRUE;
    }
  kick (self);
}

/**
 * trs_history_reader_walk:
 * @self: a reader
 * @walk: how far
 * @task: (transfer none): is returned when it is done
 *
 * Reads from the top. What was read less than three seconds ago is not read again.
 */
void
trs_history_reader_walk (TrsHistoryReader *self,
                         TrsWalk           walk,
                         GTask            *task)
{
  g_ptr_array_add (self->waiting[walk], g_object_ref (task));
  kick (self);
}

/**
 * trs_history_reader_take_page:
 * @self: a reader
 * @records: (element-type TrsProjectRecord): the newest page, which someone else has read just now
 */
void
trs_history_reader_take_page (TrsHistoryReader *self,
                              GPtrArray        *records)
{
  trs_history_reader_reset (self);
  self->kind = TRS_READER_REFRESH;
  self->page = 1;
  self->top_asked_at = trs_clock_get_time (self->clock);
  take_records (self, records);

  if (self->merge.carry->len == 0)
    {
      end_walk (self, NULL);
      return;
    }
  self->page++;
  trs_history_reader_update_reading (self);
  read_page (self);
}

/**
 * trs_history_reader_reset:
 * @self: a reader
 *
 * Gives up what is under way. After it, the callbacks of requests that were out do nothing.
 */
void
trs_history_reader_reset (TrsHistoryReader *self)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was changed");

  self->serial++;
  self->kind = TRS_READER_NONE;
  self->want_more = FALSE;
  self->want_top = FALSE;
  if (self->timer != 0)
    trs_clock_remove_timeout (self->clock, self->timer);
  self->timer = 0;
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  trs_page_merge_reset (&self->merge);
  if (trs_shelf_get_length (self->merge.shelf) == 0)
    {
      self->tail_page = 0;
      self->top_good = FALSE;
      self->top_asked_at = 0;
      self->more_asked_at = 0;
    }

  return_tasks (&self->tasks, error);
  for (guint i = 0; i < TRS_N_WALKS; i++)
    return_tasks (&self->waiting[i], error);
  trs_history_reader_update_reading (self);
}
