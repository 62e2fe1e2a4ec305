/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

#include "trs-store-notes.h"

typedef struct
{
  TrsArchive *archive;
  TrsProject *project;
  guint generation;
} NoteSave;

static NoteSave *
note_save_new (TrsArchive *self,
               TrsProject *project)
{
  NoteSave *save = g_new0 (NoteSave, 1);

  save->archive = g_object_ref (self);
  save->project = g_object_ref (project);
  save->generation = self->generation;
  return save;
}

static void
note_save_free (NoteSave *save)
{
  g_object_unref (save->archive);
  g_object_unref (save->project);
  g_free (save);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (NoteSave, note_save_free)

static void
note_saved_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (NoteSave) save = user_data;
  TrsArchive *self = save->archive;
  g_autoptr (GError) error = NULL;

  /* What could not be kept goes with what is kept next, as it is by then. */
  if (!trs_store_set_finish (TRS_STORE (source), result, &error) && save->generation == self->generation)
    g_hash_table_add (self->noted, g_object_ref (save->project));
  trs_archive_set_error (self, error);
}

/**
 * trs_archive_write_notes:
 * @self: an archive
 *
 * Writes the titles and notes that have gathered. Their projects must be in
 * the store, or on the way there.
 */
void
trs_archive_write_notes (TrsArchive *self)
{
  GHashTableIter iter;
  gpointer project;

  g_hash_table_iter_init (&iter, self->noted);
  while (g_hash_table_iter_next (&iter, &project, NULL))
    {
      if (self->account != 0)
        {
          trs_store_set_local_title_async (self->store, self->account, trs_project_get_id (project),
                                           trs_project_get_local_title (project), NULL, note_saved_cb,
                                           note_save_new (self, project));
          trs_store_set_note_async (self->store, self->account, trs_project_get_id (project),
                                    trs_project_get_note (project), NULL, note_saved_cb, note_save_new (self, project));
        }
      g_hash_table_iter_remove (&iter);
    }
}

/**
 * trs_archive_keep_notes:
 * @self: an archive
 * @project: a project of the account
 *
 * Keeps the user's title and note of @project, soon. Both change by every
 * letter, so that they gather first.
 */
void
trs_archive_keep_notes (TrsArchive *self,
                        TrsProject *project)
{
  if (self->account == 0 || trs_project_get_pending (project))
    return;

  /* There is no row to write them to before the project itself was kept. */
  trs_archive_keep_project (self, project);
  g_hash_table_add (self->noted, g_object_ref (project));
}
