/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-reader.h"

/**
 * trs_history_insert_at:
 * @self: a history
 * @position: where the first one is to stand
 * @projects: (element-type TrsProject): new ones, in their order
 */
void
trs_history_insert_at (TrsHistory *self,
                       guint       position,
                       GPtrArray  *projects)
{
  trs_shelf_insert (self->shelf, position, projects);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, projects->len);
  g_object_notify (G_OBJECT (self), "n-read");
}

/* Whether it came, and was finished, after the newest that is known here: then the user has not seen it. What is
 * older was there when the history was read for the first time, and a first history is not all news.
 */
static gboolean
is_news (TrsHistory               *self,
         const TrsProjectSnapshot *snapshot)
{
  gint64 newest = 0;

  if (snapshot->created_at == 0 || !trs_project_state_is_final (snapshot->state))
    return FALSE;

  for (guint i = 0; i < trs_shelf_get_length (self->shelf) && newest == 0; i++)
    newest = trs_shelf_get_created_at (self->shelf, i);

  return newest != 0 && snapshot->created_at > newest;
}

/* What most projects take at most. */
#define USUAL_BYTES 128

static GBytes *
pack_records (TrsHistory *self,
              GPtrArray  *records)
{
  g_autoptr (GByteArray) block = g_byte_array_sized_new (records->len * USUAL_BYTES);

  for (guint i = 0; i < records->len; i++)
    {
      TrsProjectSnapshot snapshot;

      trs_project_snapshot_view (&snapshot, g_ptr_array_index (records, i));
      snapshot.unread = is_news (self, &snapshot);
      trs_packed_project_append (block, &snapshot, FALSE);
    }

  /* Rows stay where they are for as long as the program runs: without the room that was not needed. */
  return g_bytes_new (block->data, block->len);
}

/**
 * trs_history_insert_records:
 * @self: a history
 * @position: where the first one is to stand
 * @records: (element-type TrsProjectRecord): new ones, in their order
 * @now: the time, in microseconds since the epoch
 */
void
trs_history_insert_records (TrsHistory *self,
                            guint       position,
                            GPtrArray  *records,
                            gint64      now)
{
  g_autoptr (GBytes) block = pack_records (self, records);

  trs_shelf_insert_packed (self->shelf, position, block);
  for (guint i = 0; i < records->len; i++)
    {
      const TrsProjectRecord *record = g_ptr_array_index (records, i);

      if (!trs_project_state_is_final (record->state))
        trs_project_set_checked (trs_shelf_get (self->shelf, position + i), now, 0);
    }
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, records->len);
  g_object_notify (G_OBJECT (self), "n-read");
}

/**
 * trs_history_insert_on_top:
 * @self: a history
 * @project: a project that was submitted just now
 */
void
trs_history_insert_on_top (TrsHistory *self,
                           TrsProject *project)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new ();

  g_return_if_fail (!trs_shelf_contains (self->shelf, trs_project_get_id (project)));

  if (trs_project_get_pending (project))
    self->n_pending++;
  else
    trs_history_reader_add_pushed (self->reader);
  g_ptr_array_add (projects, project);
  trs_history_insert_at (self, 0, projects);
}

/**
 * trs_history_remove:
 * @self: a history
 * @project: a project
 *
 * Takes a project out; does nothing if it is not there.
 *
 * Returns: where it stood
 */
guint
trs_history_remove (TrsHistory *self,
                    TrsProject *project)
{
  guint position = 0;

  if (!trs_shelf_index_of (self->shelf, project, &position))
    return 0;

  if (trs_project_get_pending (project))
    self->n_pending--;
  trs_shelf_remove (self->shelf, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  g_object_notify (G_OBJECT (self), "n-read");
  return position;
}

/**
 * trs_history_put_back:
 * @self: a history
 * @project: a project that was taken out
 * @position: where it stood
 */
void
trs_history_put_back (TrsHistory *self,
                      TrsProject *project,
                      guint       position)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new ();

  g_ptr_array_add (projects, project);
  trs_history_insert_at (self, MIN (position, trs_shelf_get_length (self->shelf)), projects);
}

/**
 * trs_history_clear:
 * @self: a history
 *
 * Empties it, for the projects of another user.
 */
void
trs_history_clear (TrsHistory *self)
{
  guint length = trs_shelf_get_length (self->shelf);

  trs_shelf_clear (self->shelf);
  self->n_pending = 0;
  trs_history_reader_reset (self->reader);
  if (length > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, length, 0);
  g_object_notify (G_OBJECT (self), "n-read");
  trs_history_set_complete (self, FALSE);
  trs_history_set_error (self, NULL);
  trs_history_set_checked_at (self, 0);
}

/**
 * trs_history_interrupt:
 * @self: a history
 *
 * Gives up what is being read, and keeps what has been.
 */
void
trs_history_interrupt (TrsHistory *self)
{
  trs_history_reader_reset (self->reader);
}

/**
 * trs_history_knows_any:
 * @self: a history
 * @records: (element-type TrsProjectRecord): a page
 *
 * Returns: %TRUE if any of them is in the history
 */
gboolean
trs_history_knows_any (TrsHistory *self,
                       GPtrArray  *records)
{
  for (guint i = 0; i < records->len; i++)
    {
      const TrsProjectRecord *record = g_ptr_array_index (records, i);

      if (trs_shelf_contains (self->shelf, record->id))
        return TRUE;
    }

  return FALSE;
}

/**
 * trs_history_append_kept:
 * @self: a history
 * @block: packed projects: what this computer kept, newest first
 *
 * Appends those that are not known yet. The service may tell more of them
 * later; it is asked as if they were not there. Those that it was quicker to
 * tell of get what only this computer knows.
 */
void
trs_history_append_kept (TrsHistory *self,
                         GBytes     *block)
{
  guint position = trs_shelf_get_length (self->shelf);
  guint n_new = trs_shelf_append_packed (self->shelf, block);

  if (n_new == 0)
    return;

  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, n_new);
  g_object_notify (G_OBJECT (self), "n-read");
}

/**
 * trs_history_take_first_page:
 * @self: a history
 * @records: (element-type TrsProjectRecord): the newest page, read just now to prove the key
 */
void
trs_history_take_first_page (TrsHistory *self,
                             GPtrArray  *records)
{
  trs_history_reader_take_page (self->reader, records);
}

/**
 * trs_history_dup_newest_ids:
 * @self: a history
 * @limit: how many at most
 *
 * Returns: (transfer full): the ids of the newest projects that the service has told of
 */
GStrv
trs_history_dup_newest_ids (TrsHistory *self,
                            guint       limit)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  TrsProject *project;

  for (guint i = 0; limit > 0 && (project = trs_shelf_get (self->shelf, i)) != NULL; i++)
    {
      if (trs_project_get_pending (project))
        continue;
      g_strv_builder_add (builder, trs_project_get_id (project));
      limit--;
    }

  return g_strv_builder_end (builder);
}

/**
 * trs_history_set_reading:
 * @self: a history
 * @reading: whether a page is read for the user
 */
void
trs_history_set_reading (TrsHistory *self,
                         gboolean    reading)
{
  if (self->reading == reading)
    return;

  self->reading = reading;
  g_object_notify (G_OBJECT (self), "reading");
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
 * @updated_at: when the service told of a project that is watched, in the list or by itself
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
