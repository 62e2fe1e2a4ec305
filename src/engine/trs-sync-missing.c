/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sync-private.h"

#include "trs-archive-private.h"
#include "trs-store-listed.h"
#include "trs-store-notes.h"

/**
 * trs_sync_ticket_new:
 * @self: a sync
 *
 * Returns: (transfer full): what a callback needs to know whether it is still waited for
 */
TrsSyncTicket *
trs_sync_ticket_new (TrsSync *self)
{
  TrsSyncTicket *ticket = g_new0 (TrsSyncTicket, 1);

  ticket->self = g_object_ref (self);
  ticket->serial = self->serial;
  return ticket;
}

/**
 * trs_sync_ticket_free:
 * @ticket: (transfer full): a ticket
 */
void
trs_sync_ticket_free (TrsSyncTicket *ticket)
{
  g_object_unref (ticket->self);
  g_free (ticket);
}

static void
marked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsArchive) archive = user_data;
  g_autoptr (GError) error = NULL;

  trs_store_set_finish (TRS_STORE (source), result, &error);
  if (error != NULL)
    trs_archive_set_error (archive, error);
}

static void
mark (TrsSync             *self,
      const char * const  *ids,
      gint64               since)
{
  for (guint i = 0; ids[i] != NULL; i++)
    {
      TrsProject *project = trs_history_find_by_id (self->history, ids[i]);

      if (project != NULL)
        trs_project_set_missing_since (project, since);
    }
  trs_archive_flush (self->archive);
  trs_store_set_missing_async (self->archive->store, self->archive->account, ids, since, NULL, marked_cb,
                               g_object_ref (self->archive));
}

static void
confirmed_top_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsSyncTicket) ticket = user_data;
  TrsSync *self = ticket->self;
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (ticket->serial != self->serial)
    return;

  if (error != NULL)
    trs_sync_end (self, error);
  else
    trs_sync_walk (self, 2);
}

/* What left the list while it was read has pulled others up, past the page that was read next. So whoever is to be
 * called missing has to be missing twice.
 */
static void
unseen_listed_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsSyncTicket) ticket = user_data;
  TrsSync *self = ticket->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GTask) task = NULL;
  g_auto (GStrv) ids = trs_store_list_ids_finish (TRS_STORE (source), result, &error);

  if (ticket->serial != self->serial)
    return;

  if (ids == NULL || ids[0] == NULL)
    {
      if (error != NULL)
        trs_archive_set_error (self->archive, error);
      trs_sync_finish (self);
      return;
    }
  if (self->confirming)
    {
      mark (self, (const char * const *) ids, trs_clock_get_time (self->clock));
      trs_sync_finish (self);
      return;
    }

  self->confirming = TRUE;
  self->state = TRS_SYNC_ASKING;
  task = g_task_new (NULL, NULL, confirmed_top_cb, trs_sync_ticket_new (self));
  g_task_set_source_tag (task, unseen_listed_cb);
  trs_history_reader_walk (self->history->reader, TRS_WALK_CHECK, task);
}

/**
 * trs_sync_reached_end:
 * @self: a sync that has seen the empty array, and everything before it
 *
 * Sees what the list did not show.
 */
void
trs_sync_reached_end (TrsSync *self)
{
  if (self->seen == NULL)
    {
      trs_sync_finish (self);
      return;
    }

  self->state = TRS_SYNC_COUNTING;
  trs_archive_flush (self->archive);
  trs_store_list_unseen_async (self->archive->store, self->archive->account, self->seen, unseen_listed_cb,
                               trs_sync_ticket_new (self));
}

/**
 * trs_sync_saw:
 * @self: a sync
 * @ids: (element-type utf8): the ids of those that a page told of
 * @projects: (element-type TrsProject): those of them that were known before
 *
 * Whatever is in the list is not missing.
 */
void
trs_sync_saw (TrsSync   *self,
              GPtrArray *ids,
              GPtrArray *projects)
{
  g_autoptr (GPtrArray) back = g_ptr_array_new ();

  for (guint i = 0; i < ids->len && self->seen != NULL && self->state != TRS_SYNC_COUNTING; i++)
    g_hash_table_add (self->seen, g_strdup (g_ptr_array_index (ids, i)));
  for (guint i = 0; i < projects->len; i++)
    {
      TrsProject *project = g_ptr_array_index (projects, i);

      if (trs_project_get_missing_since (project) != 0)
        g_ptr_array_add (back, (gpointer) trs_project_get_id (project));
    }

  if (back->len == 0 || !trs_archive_is_open (self->archive))
    return;
  g_ptr_array_add (back, NULL);
  mark (self, (const char * const *) back->pdata, 0);
}
