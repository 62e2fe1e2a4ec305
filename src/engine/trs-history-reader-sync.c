/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-reader-private.h"

/**
 * trs_history_reader_is_resting:
 * @self: a reader
 *
 * Returns: %TRUE while no walk is under way; what is known has no gap then
 */
gboolean
trs_history_reader_is_resting (TrsHistoryReader *self)
{
  return self->kind == TRS_READER_NONE;
}

/**
 * trs_history_reader_get_n_pushed:
 * @self: a reader
 *
 * Returns: how many new projects were found at the top so far, and pushed the others down
 */
guint
trs_history_reader_get_n_pushed (TrsHistoryReader *self)
{
  return self->n_pushed;
}

/**
 * trs_history_reader_update_reading:
 * @self: a reader
 *
 * Checks of the poller go on behind the user's back, and are neither shown nor
 * do they fail in view.
 */
void
trs_history_reader_update_reading (TrsHistoryReader *self)
{
  trs_history_set_reading (self->history, self->kind == TRS_READER_MORE || self->kind == TRS_READER_REFRESH ||
                                              self->syncing || self->want_more || self->want_top ||
                                              self->waiting[TRS_WALK_REFRESH]->len > 0);
}

/**
 * trs_history_reader_set_syncing:
 * @self: a reader
 * @syncing: whether the rest of the list is being read
 */
void
trs_history_reader_set_syncing (TrsHistoryReader *self,
                                gboolean          syncing)
{
  self->syncing = syncing;
  trs_history_reader_update_reading (self);
}

/**
 * trs_history_reader_set_tail:
 * @self: a reader
 * @page: the last page that is known
 */
void
trs_history_reader_set_tail (TrsHistoryReader *self,
                             guint             page)
{
  self->tail_page = MAX (self->tail_page, page);
}

/**
 * trs_history_reader_add_pushed:
 * @self: a reader
 *
 * Counts a project that came to the top without the list: the user submitted it.
 */
void
trs_history_reader_add_pushed (TrsHistoryReader *self)
{
  self->n_pushed++;
}

/**
 * trs_history_reader_has_read_top:
 * @self: a reader
 *
 * Returns: %TRUE if the newest page was read since the account is in use
 */
gboolean
trs_history_reader_has_read_top (TrsHistoryReader *self)
{
  return self->top_good;
}
