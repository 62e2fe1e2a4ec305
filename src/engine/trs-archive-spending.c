/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

#include "trs-error.h"
#include "trs-store-coverage.h"

static void
spending_read_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsSpending *spending = trs_store_read_spending_finish (TRS_STORE (source), result, &error);

  if (spending != NULL)
    g_task_return_pointer (task, spending, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_read_spending_async:
 * @self: an archive
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads what the projects of the account cost.
 */
void
trs_archive_read_spending_async (TrsArchive          *self,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_archive_read_spending_async);
  /* Only a part of the list may be there: a sum of that would be wrong. */
  if (trs_archive_is_in_memory (self))
    {
      if (self->error != NULL)
        g_task_return_error (task, g_error_copy (self->error));
      else
        g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_STORE_FAILED, "Nothing is kept on this computer");
      return;
    }

  /* What was seen a moment ago counts as well. */
  trs_archive_flush (self);
  trs_store_read_spending_async (self->store, self->account, cancellable, spending_read_cb, g_steal_pointer (&task));
}

/**
 * trs_archive_read_spending_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the spending
 */
TrsSpending *
trs_archive_read_spending_finish (TrsArchive    *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
