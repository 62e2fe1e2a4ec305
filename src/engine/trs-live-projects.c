/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-live-projects.h"

struct _TrsLiveProjects
{
  TrsRowBlock *rows;
  TrsLiveProjectsChanged changed;
  gpointer user_data;

  GHashTable *entries;
  GByteArray *scratch;

  /* What was given away without a reference lives until the main loop turns, and has nothing better to do. */
  GPtrArray *lent;
  guint return_id;
};

typedef struct
{
  TrsLiveProjects *owner;
  TrsProject *project;
  guint32 handle;
  gulong notify_id;
  gboolean held;
} Entry;

static void
project_gone_cb (gpointer  data,
                 GObject  *project)
{
  Entry *entry = data;

  entry->project = NULL;
  g_hash_table_remove (entry->owner->entries, GUINT_TO_POINTER (entry->handle));
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  if (entry->project != NULL)
    {
      g_signal_handler_disconnect (entry->project, entry->notify_id);
      g_object_weak_unref (G_OBJECT (entry->project), project_gone_cb, entry);
      if (entry->held)
        g_object_unref (entry->project);
    }
  g_free (entry);
}

/**
 * trs_live_projects_new:
 * @rows: the rows of the projects
 * @changed: called when a row has changed with its object
 * @user_data: (closure): for @changed
 *
 * Returns: (transfer full): what makes objects of rows
 */
TrsLiveProjects *
trs_live_projects_new (TrsRowBlock            *rows,
                       TrsLiveProjectsChanged  changed,
                       gpointer                user_data)
{
  TrsLiveProjects *self = g_new0 (TrsLiveProjects, 1);

  self->rows = rows;
  self->changed = changed;
  self->user_data = user_data;
  self->entries = g_hash_table_new_full (NULL, NULL, NULL, entry_free);
  self->scratch = g_byte_array_new ();
  self->lent = g_ptr_array_new_with_free_func (g_object_unref);

  return self;
}

/**
 * trs_live_projects_free:
 * @self: (transfer full): what makes objects of rows
 *
 * Objects that others hold live on by themselves.
 */
void
trs_live_projects_free (TrsLiveProjects *self)
{
  g_clear_handle_id (&self->return_id, g_source_remove);
  g_hash_table_unref (self->entries);
  g_ptr_array_unref (self->lent);
  g_byte_array_unref (self->scratch);
  g_free (self);
}

static gboolean
return_cb (gpointer user_data)
{
  TrsLiveProjects *self = user_data;
  GPtrArray *lent = g_steal_pointer (&self->lent);

  /* What is given back may be lent again at once. */
  self->lent = g_ptr_array_new_with_free_func (g_object_unref);
  self->return_id = 0;
  g_ptr_array_unref (lent);
  return G_SOURCE_REMOVE;
}

static TrsProject *
lend (TrsLiveProjects *self,
      TrsProject      *project)
{
  g_ptr_array_add (self->lent, project);
  if (self->return_id == 0)
    self->return_id = g_idle_add_full (G_PRIORITY_LOW, return_cb, self, NULL);
  return project;
}

static const TrsPackedProject *
pack (TrsLiveProjects *self,
      TrsProject      *project)
{
  g_autoptr (TrsProjectSnapshot) snapshot = trs_project_snapshot_new (project);

  g_byte_array_set_size (self->scratch, 0);
  trs_packed_project_append (self->scratch, snapshot, trs_project_get_pending (project));
  return (const TrsPackedProject *) (gconstpointer) self->scratch->data;
}

static gboolean
is_worth_holding (TrsProject *project)
{
  return trs_project_get_pending (project) || !trs_project_state_is_final (trs_project_get_state (project));
}

static void
project_notify_cb (TrsProject *project,
                   GParamSpec *pspec,
                   gpointer    user_data)
{
  Entry *entry = user_data;
  TrsLiveProjects *self = entry->owner;

  if (entry->held && !is_worth_holding (project))
    {
      entry->held = FALSE;
      lend (self, project);
    }
  if (trs_row_block_replace (self->rows, entry->handle, pack (self, project)))
    self->changed (self->user_data, project);
}

static void
follow (TrsLiveProjects *self,
        TrsProject      *project,
        guint32          handle)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->owner = self;
  entry->project = project;
  entry->handle = handle;
  entry->held = is_worth_holding (project);
  if (entry->held)
    g_object_ref (project);
  entry->notify_id = g_signal_connect (project, "notify", G_CALLBACK (project_notify_cb), entry);
  g_object_weak_ref (G_OBJECT (project), project_gone_cb, entry);
  g_hash_table_insert (self->entries, GUINT_TO_POINTER (handle), entry);
}

/**
 * trs_live_projects_add:
 * @self: what makes objects of rows
 * @project: a project whose id is not among the rows
 *
 * Makes a row of an object. As long as somebody holds @project, it is the
 * object of that row.
 *
 * Returns: the handle of the row
 */
guint32
trs_live_projects_add (TrsLiveProjects *self,
                       TrsProject      *project)
{
  guint32 handle = trs_row_block_add (self->rows, pack (self, project));

  follow (self, project, handle);
  return handle;
}

/**
 * trs_live_projects_get:
 * @self: what makes objects of rows
 * @handle: the handle of a row
 *
 * Returns: (transfer full): the project
 */
TrsProject *
trs_live_projects_get (TrsLiveProjects *self,
                       guint32          handle)
{
  Entry *entry = g_hash_table_lookup (self->entries, GUINT_TO_POINTER (handle));
  g_autoptr (TrsProjectSnapshot) snapshot = NULL;
  TrsProject *project;

  if (entry != NULL)
    return g_object_ref (entry->project);

  snapshot = trs_packed_project_unpack (trs_row_block_get (self->rows, handle));
  project = trs_project_snapshot_wake (snapshot);
  follow (self, project, handle);
  return project;
}

/**
 * trs_live_projects_lend:
 * @self: what makes objects of rows
 * @handle: the handle of a row
 *
 * Returns: (transfer none): the project; valid until the main loop turns,
 *   unless a reference is taken
 */
TrsProject *
trs_live_projects_lend (TrsLiveProjects *self,
                        guint32          handle)
{
  Entry *entry = g_hash_table_lookup (self->entries, GUINT_TO_POINTER (handle));

  return entry != NULL && entry->held ? entry->project : lend (self, trs_live_projects_get (self, handle));
}

/**
 * trs_live_projects_remove:
 * @self: what makes objects of rows
 * @handle: the handle of a row
 *
 * Removes a row; its object is one like any other from now on.
 */
void
trs_live_projects_remove (TrsLiveProjects *self,
                          guint32          handle)
{
  g_hash_table_remove (self->entries, GUINT_TO_POINTER (handle));
  trs_row_block_remove (self->rows, handle);
}

/**
 * trs_live_projects_clear:
 * @self: what makes objects of rows
 *
 * Removes all rows.
 */
void
trs_live_projects_clear (TrsLiveProjects *self)
{
  g_hash_table_remove_all (self->entries);
  trs_row_block_clear (self->rows);
}

/**
 * trs_live_projects_count:
 * @self: what makes objects of rows
 *
 * Returns: how many objects there are
 */
guint
trs_live_projects_count (TrsLiveProjects *self)
{
  return g_hash_table_size (self->entries);
}
