/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-claims.h"

#include "trs-store-job.h"
#include "trs-store-rows.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <gio/gio.h>
#include <unistd.h>

#define SUFFIX ".downloads"

struct _TrsStoreClaim
{
  int fd; /* -1 if nobody else can have the file */
};

void
trs_store_claim_free (TrsStoreClaim *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

/* Returns: a descriptor of its own for the byte, so that closing it releases this lock alone; -1 without one */
static int
open_locks (sqlite3 *db)
{
  const char *path = sqlite3_db_filename (db, "main");
  g_autofree char *locks = NULL;

  if (path == NULL || *path == '\0')
    return -1;

  locks = g_strconcat (path, SUFFIX, NULL);
  return g_open (locks, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/* A file system without locks, or a folder that cannot be written, does not keep anybody from reading. */
static gboolean
lock_row (int       fd,
          gint64    row,
          GError  **error)
{
#ifdef F_OFD_SETLK
  struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = row, .l_len = 1 };

  if (fd >= 0 && fcntl (fd, F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, "Another process downloads this transcript");
      return FALSE;
    }
#endif
  return TRUE;
}

/* What another process has saved is seen, because a claim is released after the text was committed. */
static gpointer
take_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  g_autoptr (TrsStoreClaim) claim = g_new0 (TrsStoreClaim, 1);
  gint64 row = 0;
  gint64 n_texts = 0;

  claim->fd = -1;
  if (!trs_store_context_read_number (context, "SELECT " TRS_STORE_ROW_OF_ID, &row, error))
    return NULL;
  if (row == 0)
    return g_steal_pointer (&claim);

  claim->fd = open_locks (context->db);
  if (!lock_row (claim->fd, row, error) ||
      !trs_store_context_read_number (context, "SELECT count(*) FROM text WHERE superseded = 0 AND project = "
                                      TRS_STORE_ROW_OF_ID, &n_texts, error))
    return NULL;
  if (n_texts == 0)
    return g_steal_pointer (&claim);

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "This transcript is here");
  return NULL;
}

/**
 * trs_store_claims_take_async:
 * @self: a store
 * @account: an account
 * @id: a project
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Claims the download of a transcript.
 */
void
trs_store_claims_take_async (TrsStore            *self,
                             gint64               account,
                             const char          *id,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = take_run,
    .free_result = (GDestroyNotify) trs_store_claim_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_TEXT (":id", id),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_claims_take_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_claims_take_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the claim, to be held until the text is saved; %NULL with @error set,
 *   %G_IO_ERROR_BUSY if another process has it, %G_IO_ERROR_EXISTS if the text is here
 */
TrsStoreClaim *
trs_store_claims_take_finish (TrsStore      *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_claims_take_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
