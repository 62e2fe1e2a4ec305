/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-private.h"

/* How far the list of the service has been read, as the list reader reports. */

/**
 * trs_history_get_reading:
 * @self: a history
 *
 * Returns: %TRUE while pages are read for the user; checks of the poller do not count
 */
gboolean
trs_history_get_reading (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), FALSE);

  return self->reading;
}

/**
 * trs_history_get_complete:
 * @self: a history
 *
 * Returns: %TRUE if the list is known to its end, without a gap
 */
gboolean
trs_history_get_complete (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), FALSE);

  return self->complete;
}

/**
 * trs_history_get_error:
 * @self: a history
 *
 * Returns: (transfer none) (nullable): why the last page could not be read
 */
const GError *
trs_history_get_error (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), NULL);

  return self->error;
}

/**
 * trs_history_get_checked_at:
 * @self: a history
 *
 * Returns: when the newest page was read last, in microseconds since the epoch, or 0
 */
gint64
trs_history_get_checked_at (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), 0);

  return self->checked_at;
}

/**
 * trs_history_get_updated_at:
 * @self: a history
 *
 * While one project alone is watched, the service is asked about it and not for the list; the user reads of one time
 * for both.
 *
 * Returns: when the service was heard of what is watched or of the newest page last, in microseconds since the
 *   epoch, or 0
 */
gint64
trs_history_get_updated_at (TrsHistory *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY (self), 0);

  return self->updated_at;
}

/**
 * trs_history_set_complete:
 * @self: a history
 * @complete: whether there is nothing more to read
 */
void
trs_history_set_complete (TrsHistory *self,
                          gboolean    complete)
{
  if (self->complete == complete)
    return;

  self->complete = complete;
  g_object_notify (G_OBJECT (self), "complete");
}

/**
 * trs_history_set_error:
 * @self: a history
 * @error: (nullable): why a page could not be read
 */
void
trs_history_set_error (TrsHistory   *self,
                       const GError *error)
{
  GError *copy;

  if (self->error == NULL && error == NULL)
    return;

  copy = error != NULL ? g_error_copy (error) : NULL;
  g_clear_error (&self->error);
  self->error = copy;
  g_object_notify (G_OBJECT (self), "error");
}

/**
 * trs_history_set_checked_at:
 * @self: a history
 * @checked_at: when the newest page was read
 */
void
trs_history_set_checked_at (TrsHistory *self,
                            gint64      checked_at)
{
  trs_history_set_updated_at (self, checked_at);
  if (self->checked_at == checked_at)
    return;

  self->checked_at = checked_at;
  g_object_notify (G_OBJECT (self), "checked-at");
}

/**
 * trs_history_set_updated_at:
 * @self: a history
 * @updated_at: when the service reported a project that is watched, in the list or by itself
 */
void
trs_history_set_updated_at (TrsHistory *self,
                            gint64      updated_at)
{
  if (self->updated_at == updated_at)
    return;

  self->updated_at = updated_at;
  g_object_notify (G_OBJECT (self), "updated-at");
}
