/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

/* Seconds: after the start, so that it does not compete with it, and between two checks of a program that runs on. */
#define AFTER_START 20
#define DAY (24 * 60 * 60)

static void plan (TrsArchive *self,
                  guint       interval);

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* That a file was damaged is told by #TrsStore::moved-aside. */
  if (!trs_store_check_finish (TRS_STORE (source), result, &error))
    g_info ("The file could not be checked: %s", error->message);
}

static gboolean
check_cb (gpointer user_data)
{
  TrsArchive *self = user_data;

  self->check_id = 0;
  trs_store_check_async (self->store, NULL, checked_cb, NULL);
  plan (self, DAY);
  return G_SOURCE_REMOVE;
}

static void
plan (TrsArchive *self,
      guint       interval)
{
  trs_archive_cancel_check (self);
  self->check_id = g_timeout_add_seconds_full (G_PRIORITY_LOW, interval, check_cb, self, NULL);
}

/**
 * trs_archive_plan_check:
 * @self: an archive whose account is filled
 *
 * Has the store look for damage that nobody has met yet: soon if its last end
 * was not clean or the last look is a day ago, and once a day from then on.
 */
void
trs_archive_plan_check (TrsArchive *self)
{
  plan (self, trs_store_needs_check (self->store) ? AFTER_START : DAY);
}

/**
 * trs_archive_cancel_check:
 * @self: an archive
 *
 * Checks nothing that is not being checked yet.
 */
void
trs_archive_cancel_check (TrsArchive *self)
{
  g_clear_handle_id (&self->check_id, g_source_remove);
}
