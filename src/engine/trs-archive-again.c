/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

#include "trs-store-shelves.h"

static void
tried_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (TrsArchive) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_store_prefer_shelf_finish (TRS_STORE (source), result, &error);
  trs_archive_set_error (self, error);
}

/**
 * trs_archive_try_to_write:
 * @self: an archive on which an account is open
 *
 * Notes that the account is used now, and so sees whether anything can be kept.
 */
void
trs_archive_try_to_write (TrsArchive *self)
{
  trs_store_prefer_shelf_async (self->store, self->account, trs_clock_get_time (self->clock), NULL, tried_cb,
                                g_object_ref (self));
}

/**
 * trs_archive_keep_again:
 * @self: an archive
 *
 * Tries to keep what could not be kept, and sees whether anything can be.
 */
void
trs_archive_keep_again (TrsArchive *self)
{
  if (self->account == 0)
    return;

  trs_store_try_again (self->store);
  trs_archive_flush (self);
  trs_archive_try_to_write (self);
}

/**
 * trs_archive_use_file_again:
 * @self: an archive
 *
 * Leaves the account. The next one is opened in the file that is there then,
 * in place of one that was moved or of memory.
 */
void
trs_archive_use_file_again (TrsArchive *self)
{
  trs_archive_close (self);
  trs_store_try_again (self->store);
}

/**
 * trs_archive_is_in_memory:
 * @self: an archive
 *
 * Returns: %TRUE while no file can be used, and everything is gone with the
 *   program
 */
gboolean
trs_archive_is_in_memory (TrsArchive *self)
{
  return trs_store_get_mode (self->store) == TRS_STORE_MEMORY;
}

/**
 * trs_archive_get_error:
 * @self: an archive
 *
 * Returns: (nullable): why nothing can be kept
 */
const GError *
trs_archive_get_error (TrsArchive *self)
{
  return self->error;
}

/**
 * trs_archive_is_filled:
 * @self: an archive
 *
 * Returns: %TRUE once all that is kept of the open account stands in the history
 */
gboolean
trs_archive_is_filled (TrsArchive *self)
{
  return self->filled;
}
