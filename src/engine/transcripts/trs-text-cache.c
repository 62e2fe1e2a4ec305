/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-cache.h"

#include "trs-compat.h"

struct _TrsTextCache
{
  gsize capacity;
  gsize size;
  char *kept;
  GHashTable *by_id;
  GQueue by_use;
};

typedef struct
{
  TrsProject *project;
  TrsTranscript *transcript;
  gsize size;
  GList link;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->project);
  g_object_unref (entry->transcript);
  g_free (entry);
}

/**
 * trs_text_cache_new:
 * @capacity: in bytes
 *
 * Returns: (transfer full): an empty cache
 */
TrsTextCache *
trs_text_cache_new (gsize capacity)
{
  TrsTextCache *self = g_new0 (TrsTextCache, 1);

  self->capacity = capacity;
  self->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);
  g_queue_init (&self->by_use);

  return self;
}

/**
 * trs_text_cache_free:
 * @self: (transfer full): a cache
 */
void
trs_text_cache_free (TrsTextCache *self)
{
  g_hash_table_unref (self->by_id);
  g_free (self->kept);
  g_free (self);
}

/**
 * trs_text_cache_lookup:
 * @self: a cache
 * @id: id of a project
 *
 * Returns: (transfer none) (nullable): its transcript
 */
TrsTranscript *
trs_text_cache_lookup (TrsTextCache *self,
                       const char   *id)
{
  Entry *entry = g_hash_table_lookup (self->by_id, id);

  if (entry == NULL)
    return NULL;

  g_queue_unlink (&self->by_use, &entry->link);
  g_queue_push_head_link (&self->by_use, &entry->link);
  return entry->transcript;
}

static void
drop (TrsTextCache *self,
      Entry        *entry)
{
  self->size -= entry->size;
  g_queue_unlink (&self->by_use, &entry->link);
  g_hash_table_remove (self->by_id, trs_project_get_id (entry->project));
}

static void
shrink (TrsTextCache *self)
{
  GList *link = self->by_use.tail;

  while (link != NULL && self->size > self->capacity)
    {
      Entry *entry = link->data;

      link = link->prev;
      if (g_strcmp0 (trs_project_get_id (entry->project), self->kept) != 0)
        drop (self, entry);
    }
}

/**
 * trs_text_cache_put:
 * @self: a cache
 * @project: a project
 * @transcript: its transcript
 * @size: its size in bytes
 */
void
trs_text_cache_put (TrsTextCache  *self,
                    TrsProject    *project,
                    TrsTranscript *transcript,
                    gsize          size)
{
  Entry *entry = g_hash_table_lookup (self->by_id, trs_project_get_id (project));

  if (entry != NULL)
    drop (self, entry);

  entry = g_new0 (Entry, 1);
  entry->project = g_object_ref (project);
  entry->transcript = g_object_ref (transcript);
  entry->size = size;
  entry->link.data = entry;
  g_hash_table_insert (self->by_id, (gpointer) trs_project_get_id (project), entry);
  g_queue_push_head_link (&self->by_use, &entry->link);
  self->size += size;
  shrink (self);
}

/**
 * trs_text_cache_remove:
 * @self: a cache
 * @id: the project whose transcript is to leave, if it is here
 */
void
trs_text_cache_remove (TrsTextCache *self,
                       const char   *id)
{
  Entry *entry = g_hash_table_lookup (self->by_id, id);

  if (entry != NULL)
    drop (self, entry);
}

/**
 * trs_text_cache_keep:
 * @self: a cache
 * @id: (nullable): the project whose transcript never leaves
 */
void
trs_text_cache_keep (TrsTextCache *self,
                     const char   *id)
{
  trs_set_str (&self->kept, id);
  shrink (self);
}

/**
 * trs_text_cache_foreach:
 * @self: a cache
 * @func: called for each transcript
 * @user_data: for @func
 */
void
trs_text_cache_foreach (TrsTextCache     *self,
                        TrsTextCacheFunc  func,
                        gpointer          user_data)
{
  for (GList *link = self->by_use.head; link != NULL; link = link->next)
    {
      Entry *entry = link->data;

      func (entry->project, entry->transcript, user_data);
    }
}

/**
 * trs_text_cache_clear:
 * @self: a cache
 */
void
trs_text_cache_clear (TrsTextCache *self)
{
  g_queue_init (&self->by_use);
  g_hash_table_remove_all (self->by_id);
  self->size = 0;
}
