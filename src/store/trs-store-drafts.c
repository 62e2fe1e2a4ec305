/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-drafts.h"

#include "trs-store-account-rows.h"
#include "trs-store-job.h"

typedef struct
{
  gint64 account;
  TrsDraft *draft;
} Write;

static Write *
write_new (gint64          account,
           const TrsDraft *draft)
{
  Write *write = g_new0 (Write, 1);

  write->account = account;
  write->draft = trs_draft_copy (draft);
  return write;
}

static void
write_free (gpointer data)
{
  Write *write = data;

  trs_draft_free (write->draft);
  g_free (write);
}

static gpointer
read_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  context->quiet = TRUE;
  return trs_store_read_draft (context->db, *(const gint64 *) data, error);
}

/**
 * trs_store_drafts_read_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the draft of an account.
 */
void
trs_store_drafts_read_async (TrsStore            *self,
                             gint64               account,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = read_run,
    .free_result = (GDestroyNotify) trs_draft_free,
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_drafts_read_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, g_memdup2 (&account, sizeof account), g_free);
}

/**
 * trs_store_drafts_read_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the draft, which is empty if there is none; %NULL with @error set
 */
TrsDraft *
trs_store_drafts_read_finish (TrsStore      *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_drafts_read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
write_run (TrsStoreContext  *context,
           gconstpointer     data,
           GError          **error)
{
  const Write *write = data;

  context->quiet = TRUE;
  return GINT_TO_POINTER (trs_store_write_draft (context->db, write->account, write->draft, error));
}

/**
 * trs_store_drafts_write_async:
 * @self: a store
 * @account: an account
 * @draft: its draft from now on, empty for none
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes the draft of an account. An account that is not there has none.
 */
void
trs_store_drafts_write_async (TrsStore            *self,
                              gint64               account,
                              const TrsDraft      *draft,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = write_run,
    .flags = TRS_STORE_DURABLE,
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_drafts_write_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, write_new (account, draft), write_free);
}

/**
 * trs_store_drafts_write_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_drafts_write_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_drafts_write_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static gpointer
add_run (TrsStoreContext  *context,
         gconstpointer     data,
         GError          **error)
{
  const Write *write = data;

  context->quiet = TRUE;
  return GINT_TO_POINTER (trs_store_add_draft (context->db, write->account, write->draft, error));
}

/**
 * trs_store_drafts_add_async:
 * @self: a store
 * @account: an account
 * @draft: what is added to its draft
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Adds lines below those that the draft of an account has, unless it has them
 * already.
 */
void
trs_store_drafts_add_async (TrsStore            *self,
                            gint64               account,
                            const TrsDraft      *draft,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = add_run,
    .flags = TRS_STORE_DURABLE,
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_drafts_add_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, write_new (account, draft), write_free);
}

/**
 * trs_store_drafts_add_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_drafts_add_finish (TrsStore      *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_drafts_add_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
