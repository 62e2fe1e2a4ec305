/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sync-private.h"

#include "trs-error.h"
#include "trs-poll-schedule.h"
#include "trs-store-listed.h"

/* Pages under way at once. More is no faster where the line is fast, and unkind where it is slow. */
#define MAX_WIDTH 6

/* How long pages are read before they are checked and noted. */
#define CHECK_AFTER (5 * G_TIME_SPAN_SECOND)

/* How many times in a row the service may fail. */
#define MAX_FAILURES 6

/* A service that does not sort its list must not be read for ever. */
#define MAX_AHEAD 4

#define PAGE_SIZE 100

static gboolean
timer_cb (gpointer user_data)
{
  TrsSync *self = user_data;

  self->timer = 0;
  trs_sync_step (self);
  return G_SOURCE_REMOVE;
}

/* A service that has too much to do is left alone, and then asked one by one. */
static void
take_error (TrsSync      *self,
            const GError *error)
{
  gboolean passes = g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED) ||
                    g_error_matches (error, TRS_ERROR, TRS_ERROR_SERVER) ||
                    g_error_matches (error, TRS_ERROR, TRS_ERROR_CUT_SHORT);

  if (!passes || ++self->failures > MAX_FAILURES)
    {
      trs_sync_end (self, error);
      return;
    }

  trs_page_window_reset (self->window);
  self->width = 1;
  self->timer = trs_clock_add_timeout (self->clock,
                                       (guint) (trs_poll_schedule_get_backoff (self->failures,
                                                                               trs_error_get_retry_after (error)) /
                                                1000),
                                       timer_cb, self, NULL);
}

/* New projects have pushed the others down while pages were under way. What may have slipped away between two of them
 * is read again, one after another, which lets nothing slip.
 */
static gboolean
look_for_movement (TrsSync *self)
{
  guint n_pushed = trs_history_reader_get_n_pushed (self->history->reader);
  guint moved = n_pushed - self->n_pushed;

  self->n_pushed = n_pushed;
  if (moved > 0)
    trs_page_merge_count_anew (&self->merge);
  if (moved == 0 || (self->unsure_page == 0 && trs_page_window_is_idle (self->window)))
    return FALSE;

  trs_page_window_reset (self->window);
  g_clear_pointer (&self->anchor, g_free);
  self->sure_until = self->page + moved / PAGE_SIZE + 1;
  self->ended = FALSE;
  self->width = 1;
  if (self->unsure_page != 0)
    self->page = self->unsure_page;
  self->unsure_page = 0;
  return TRUE;
}

static TrsProject *
find_anchor (TrsSync *self)
{
  return self->anchor != NULL ? trs_history_find_by_id (self->history, self->anchor) : NULL;
}

/* A whole page of new ones has come above all that is known: the top has to be read first. */
static gboolean
is_ahead (TrsSync   *self,
          GPtrArray *records)
{
  return self->n_ahead < MAX_AHEAD && trs_page_merge_is_ahead (&self->merge, records, find_anchor (self));
}

static void
merge_page (TrsSync   *self,
            GPtrArray *records)
{
  const TrsProjectRecord *last = g_ptr_array_index (records, records->len - 1);
  guint serial = self->serial;

  self->merge.now = trs_clock_get_time (self->clock);
  trs_page_merge_take (&self->merge, records, TRUE, find_anchor (self));
  g_free (self->anchor);
  self->anchor = g_strdup (last->id);
  if (self->merge.seen_ids->len > 0)
    trs_history_tell_page (self->history, self->merge.seen_ids, self->merge.seen);
  if (serial == self->serial)
    trs_history_reader_set_tail (self->history->reader, self->page);
}

static void
take_page (TrsSync   *self,
           GPtrArray *records,
           gboolean   sure)
{
  guint serial = self->serial;

  /* Something has left the list since, so that the known part ends higher up. */
  if (self->groping && !trs_history_knows_any (self->history, records))
    {
      trs_page_window_reset (self->window);
      self->page = MAX (self->page / 2, 2);
      self->groping = self->page > 2;
      return;
    }
  if (is_ahead (self, records))
    {
      self->n_ahead++;
      trs_page_window_reset (self->window);
      self->unsure_page = self->unsure_page != 0 ? self->unsure_page : self->page;
      trs_sync_check (self);
      return;
    }

  self->groping = FALSE;
  self->failures = 0;
  if (!sure && self->unsure_page == 0)
    self->unsure_page = self->page;
  if (records->len == 0)
    {
      self->ended = TRUE;
      return;
    }

  merge_page (self, records);
  if (serial != self->serial)
    return;
  self->page++;
  self->width = self->page > self->sure_until ? MIN (self->width * 2, MAX_WIDTH) : 1;
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsSync) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean good = g_task_propagate_boolean (G_TASK (result), &error);

  if (GPOINTER_TO_UINT (g_task_get_task_data (G_TASK (result))) != self->serial ||
      self->state != TRS_SYNC_CHECKING)
    return;

  self->state = TRS_SYNC_WALKING;
  self->checked_at = trs_clock_get_time (self->clock);
  if (!good)
    {
      take_error (self, error);
      return;
    }

  if (!look_for_movement (self))
    {
      if (!trs_page_merge_check_end (&self->merge, &error))
        {
          trs_sync_end (self, error);
          return;
        }
      self->unsure_page = 0;
      trs_sync_note (self);
    }
  trs_sync_step (self);
}

/**
 * trs_sync_check:
 * @self: a sync that walks
 *
 * Reads the newest page: if nothing new is on it, nothing has moved.
 */
void
trs_sync_check (TrsSync *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, checked_cb, g_object_ref (self));

  g_task_set_source_tag (task, trs_sync_check);
  g_task_set_task_data (task, GUINT_TO_POINTER (self->serial), NULL);
  self->state = TRS_SYNC_CHECKING;
  trs_history_reader_walk (self->history->reader, TRS_WALK_CHECK, task);
}

/* Pages that tell of more than there is may be moved ones: an end that does not come is checked, too. */
static gboolean
must_check (TrsSync *self)
{
  if (!trs_page_merge_check_end (&self->merge, NULL))
    return TRUE;
  if (self->unsure_page == 0)
    return FALSE;

  return self->ended || trs_clock_get_time (self->clock) - self->checked_at >= CHECK_AFTER;
}

/* Takes one page if it has come. Returns FALSE if there is nothing to be done now. */
static gboolean
step_once (TrsSync *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = NULL;
  gboolean sure = FALSE;

  if (self->state != TRS_SYNC_WALKING || self->timer != 0 || !trs_history_reader_is_resting (self->history->reader))
    return FALSE;

  look_for_movement (self);
  if (must_check (self))
    {
      trs_sync_check (self);
      return FALSE;
    }
  if (self->ended)
    {
      trs_sync_reached_end (self);
      return FALSE;
    }

  trs_page_window_ask (self->window, self->page, self->width);
  records = trs_page_window_take (self->window, self->page, &sure, &error);
  if (records == NULL && error == NULL)
    return FALSE;

  if (error != NULL)
    take_error (self, error);
  else
    take_page (self, records, sure);
  return TRUE;
}

/**
 * trs_sync_step:
 * @self: a sync
 *
 * Does what can be done now.
 */
void
trs_sync_step (TrsSync *self)
{
  g_autoptr (TrsSync) held = g_object_ref (self);

  while (step_once (held))
    continue;
}

/**
 * trs_sync_walk:
 * @self: a sync
 * @page: where to begin
 *
 * Begins to walk down to the empty array.
 */
void
trs_sync_walk (TrsSync *self,
               guint    page)
{
  trs_page_window_reset (self->window);
  self->state = TRS_SYNC_WALKING;
  self->page = page;
  self->width = 1;
  trs_page_merge_count_anew (&self->merge);
  self->n_ahead = 0;
  self->groping = page > 2;
  self->ended = FALSE;
  self->failures = 0;
  self->unsure_page = 0;
  self->sure_until = 0;
  self->n_pushed = trs_history_reader_get_n_pushed (self->history->reader);
  self->checked_at = trs_clock_get_time (self->clock);
  g_clear_pointer (&self->anchor, g_free);
  trs_sync_step (self);
}
