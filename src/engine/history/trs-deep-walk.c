/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-deep-walk.h"

/* Pages in a row without a project that is new to the walk, after which the list counts as endless. */
#define MAX_STALE_PAGES 5

/* A walk is long from here on: pages are asked for while those before are written. */
#define LONG_WALK 5

/* Where known projects are still open, a refresh reads on that far to see whether others have changed. */
#define MAX_OPEN_PAGES 20

/* Only a walk of the whole list shows that a project has left it. */
#define WHOLE_AGAIN_AFTER (7 * G_TIME_SPAN_DAY)

static void
start_walk (TrsDeepWalk *self,
            TrsDeepKind  kind,
            guint        page)
{
  *self = (TrsDeepWalk) { .kind = kind, .page = page };
}

static gboolean
is_whole_due (const TrsListing *listing,
              gint64            now)
{
  gint64 age = now - listing->listed_at;

  return listing->listed_at == 0 || age < 0 || age >= WHOLE_AGAIN_AFTER;
}

static void
start_gap_walk (TrsDeepWalk         *self,
                const TrsStoredPage *top)
{
  guint resume_page = MAX (self->kind == TRS_DEEP_GAP ? self->page : 0, top->listing.cursor);

  start_walk (self, TRS_DEEP_GAP, 2);
  if (top->inner && resume_page > 2)
    {
      self->page = resume_page;
      self->resuming = TRUE;
    }
  else
    {
      self->resume_page = resume_page;
    }
}

/**
 * trs_deep_walk_begin:
 * @self: a walk
 * @top: the result of storing the first page of the list
 * @refresh: whether it was read for the user, and not for a check
 * @now: microseconds since the epoch
 *
 * Sees whether anything is left to be read below the top. A walk that is under
 * way goes on, unless something new has come above all that it knows.
 *
 * Returns: whether a walk begins here
 */
gboolean
trs_deep_walk_begin (TrsDeepWalk         *self,
                     const TrsStoredPage *top,
                     gboolean             refresh,
                     gint64               now)
{
  if (self->kind == TRS_DEEP_WHOLE || (self->kind == TRS_DEEP_GAP && (top->inner || !top->listing.gap)))
    return FALSE;

  if (top->listing.gap)
    start_gap_walk (self, top);
  else if (refresh && !(top->ground && top->settled))
    start_walk (self, TRS_DEEP_GAP, 2);
  else if (refresh && is_whole_due (&top->listing, now))
    start_walk (self, TRS_DEEP_WHOLE, 1);
  else
    return FALSE;

  return TRUE;
}

/* The walk has reached the end of the list or known ground. If projects have vanished, a walk over the whole list
 * follows; if something was added above such a walk, a walk through that gap. */
static TrsDeepStep
end_walk (TrsDeepWalk         *self,
          const TrsStoredPage *stored,
          gint64               now)
{
  gboolean whole = self->kind == TRS_DEEP_WHOLE;
  gboolean gap = stored->listing.gap;

  if (stored->vanished || (!whole && !gap && is_whole_due (&stored->listing, now)))
    start_walk (self, TRS_DEEP_WHOLE, 1);
  else if (whole && gap)
    start_walk (self, TRS_DEEP_GAP, 2);
  else
    start_walk (self, TRS_DEEP_NONE, 0);
  return self->kind == TRS_DEEP_NONE ? TRS_DEEP_END : TRS_DEEP_AGAIN;
}

/* Continues in a gap: first down to the page where the interrupted walk stopped, back up if the list has become
 * shorter, then on until known ground. */
static TrsDeepStep
choose_page_in_gap (TrsDeepWalk         *self,
                    const TrsStoredPage *stored,
                    guint                n_records,
                    gint64               now)
{
  if (!stored->listing.gap && stored->ground && (stored->settled || self->page >= MAX_OPEN_PAGES))
    return end_walk (self, stored, now);

  if (self->resuming && stored->n_new == n_records && self->page > 3)
    {
      self->page -= 2;
    }
  else if (stored->listing.gap && stored->inner && self->resume_page > self->page)
    {
      self->page = self->resume_page;
      self->resume_page = 0;
      self->resuming = TRUE;
    }
  else
    {
      self->resuming = FALSE;
      if (self->page >= self->resume_page)
        self->resume_page = 0;
    }
  return TRS_DEEP_GO_ON;
}

/**
 * trs_deep_walk_take:
 * @self: a walk that has moved @page past the pages that were read
 * @stored: the result of storing the pages
 * @n_pages: how many they were
 * @n_records: how many entries the last one had, 0 at the end of the list
 * @now: microseconds since the epoch
 *
 * Decides which page is next.
 *
 * Returns: what follows
 */
TrsDeepStep
trs_deep_walk_take (TrsDeepWalk         *self,
                    const TrsStoredPage *stored,
                    guint                n_pages,
                    guint                n_records,
                    gint64               now)
{
  if (n_records == 0)
    return end_walk (self, stored, now);

  self->n_stale = stored->n_fresh == 0 ? self->n_stale + n_pages : 0;
  if (self->n_stale >= MAX_STALE_PAGES)
    return TRS_DEEP_ENDLESS;
  return self->kind == TRS_DEEP_GAP ? choose_page_in_gap (self, stored, n_records, now) : TRS_DEEP_GO_ON;
}

/**
 * trs_deep_walk_reads_ahead:
 * @self: a walk
 *
 * Returns: whether the next page is certain before the ones before are written
 */
gboolean
trs_deep_walk_reads_ahead (const TrsDeepWalk *self)
{
  return self->n_pages >= LONG_WALK && self->n_stale == 0 && self->resume_page == 0 && !self->resuming;
}
