/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-live-projects.h"

struct _TrsLiveProjects
{
  TrsLiveProjectsChanged changed;
  gpointer user_data;

  GHashTable *by_id;
  GHashTable *by_row;
};

typedef struct
{
  TrsLiveProjects *owner;
  TrsProject *project;
  char *id;
  gint64 row;
  gulong changed_id;
} Entry;

static void
set_row (Entry  *entry,
         gint64  row)
{
  if (entry->row == row)
    return;

  if (entry->row != 0)
    g_hash_table_remove (entry->owner->by_row, &entry->row);
  entry->row = row;
  if (row != 0)
    g_hash_table_replace (entry->owner->by_row, &entry->row, entry);
}

static void
project_gone_cb (gpointer  data,
                 GObject  *project)
{
  Entry *entry = data;

  entry->project = NULL;
  g_hash_table_remove (entry->owner->by_id, entry->id);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  set_row (entry, 0);
  if (entry->project != NULL)
    {
      g_signal_handler_disconnect (entry->project, entry->changed_id);
      g_object_weak_unref (G_OBJECT (entry->project), project_gone_cb, entry);
    }
  g_free (entry->id);
  g_free (entry);
}

/**
 * trs_live_projects_new:
 * @changed: called when something of a project was changed that is kept
 * @user_data: (closure): for @changed
 *
 * Returns: (transfer full): an empty table
 */
TrsLiveProjects *
trs_live_projects_new (TrsLiveProjectsChanged changed,
                       gpointer               user_data)
{
  TrsLiveProjects *self = g_new0 (TrsLiveProjects, 1);

  self->changed = changed;
  self->user_data = user_data;
  self->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);
  self->by_row = g_hash_table_new (g_int64_hash, g_int64_equal);
  return self;
}

/**
 * trs_live_projects_free:
 * @self: (transfer full): a table
 *
 * Objects that others hold live on by themselves.
 */
void
trs_live_projects_free (TrsLiveProjects *self)
{
  g_hash_table_unref (self->by_id);
  g_hash_table_unref (self->by_row);
  g_free (self);
}

static void
project_changed_cb (TrsProject *project,
                    gboolean    unsaved,
                    gpointer    user_data)
{
  Entry *entry = user_data;

  if (unsaved)
    entry->owner->changed (entry->owner->user_data, project);
}

/**
 * trs_live_projects_add:
 * @self: a table
 * @project: a project whose id is not in the table
 *
 * From now on it is the object of its id.
 */
void
trs_live_projects_add (TrsLiveProjects *self,
                       TrsProject      *project)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->owner = self;
  entry->project = project;
  entry->id = g_strdup (trs_project_get_id (project));
  entry->changed_id = g_signal_connect (project, "changed", G_CALLBACK (project_changed_cb), entry);
  g_object_weak_ref (G_OBJECT (project), project_gone_cb, entry);
  g_hash_table_insert (self->by_id, entry->id, entry);
  set_row (entry, trs_project_get_data (project)->row);
}

/**
 * trs_live_projects_peek:
 * @self: a table
 * @id: identifier of a project
 *
 * Returns: (transfer none) (nullable): its object, if somebody holds it
 */
TrsProject *
trs_live_projects_peek (TrsLiveProjects *self,
                        const char      *id)
{
  Entry *entry = g_hash_table_lookup (self->by_id, id);

  return entry != NULL ? entry->project : NULL;
}

/**
 * trs_live_projects_peek_row:
 * @self: a table
 * @row: number of a row in the store
 *
 * Returns: (transfer none) (nullable): its object, if somebody holds it
 */
TrsProject *
trs_live_projects_peek_row (TrsLiveProjects *self,
                            gint64           row)
{
  Entry *entry = g_hash_table_lookup (self->by_row, &row);

  return entry != NULL ? entry->project : NULL;
}

/**
 * trs_live_projects_take:
 * @self: a table
 * @data: a row of the store
 *
 * Brings the object of the row up to date, or makes it. What is the user's own
 * is left alone in an object that is there: the store may not have been told of
 * it yet.
 *
 * Returns: (transfer full): the object
 */
TrsProject *
trs_live_projects_take (TrsLiveProjects      *self,
                        const TrsProjectData *data)
{
  Entry *entry = g_hash_table_lookup (self->by_id, data->id);
  TrsProject *project;

  if (entry == NULL)
    {
      project = trs_project_new_from_data (data);
      trs_live_projects_add (self, project);
      return project;
    }

  project = g_object_ref (entry->project);
  trs_project_take_data (project, data);
  /* Whoever was notified may have emptied the table. */
  entry = g_hash_table_lookup (self->by_id, data->id);
  if (entry != NULL)
    set_row (entry, data->row);
  return project;
}

/**
 * trs_live_projects_remove:
 * @self: a table
 * @id: identifier of a project
 *
 * Its object is one like any other from now on.
 */
void
trs_live_projects_remove (TrsLiveProjects *self,
                          const char      *id)
{
  g_hash_table_remove (self->by_id, id);
}

/**
 * trs_live_projects_clear:
 * @self: a table
 *
 * Removes all.
 */
void
trs_live_projects_clear (TrsLiveProjects *self)
{
  g_hash_table_remove_all (self->by_id);
}
