/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-cache.h"

#include "trs-compat.h"

struct _TrsTextCache
{
  gsize capacity;
  gsize size;
  char *kept;
  GQueue entries; /* used last first; so few that they are searched one by one */
};

typedef struct
{
  TrsProject *project;
  TrsTranscript *transcript;
  gsize size;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->project);
  g_object_unref (entry->transcript);
  g_free (entry);
}

/* @capacity: in bytes */
TrsTextCache *
trs_text_cache_new (gsize capacity)
{
  TrsTextCache *self = g_new0 (TrsTextCache, 1);

  self->capacity = capacity;
  g_queue_init (&self->entries);

  return self;
}

void
trs_text_cache_free (TrsTextCache *self)
{
  g_queue_clear_full (&self->entries, entry_free);
  g_free (self->kept);
  g_free (self);
}

static GList *
find (TrsTextCache *self,
      const char   *id)
{
  for (GList *link = self->entries.head; link != NULL; link = link->next)
    if (g_str_equal (trs_project_get_id (((Entry *) link->data)->project), id))
      return link;

  return NULL;
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
  GList *link = find (self, id);

  if (link == NULL)
    return NULL;

  g_queue_unlink (&self->entries, link);
  g_queue_push_head_link (&self->entries, link);
  return ((Entry *) link->data)->transcript;
}

static void
drop (TrsTextCache *self,
      GList        *link)
{
  self->size -= ((Entry *) link->data)->size;
  entry_free (link->data);
  g_queue_delete_link (&self->entries, link);
}

static void
shrink (TrsTextCache *self)
{
  GList *previous;

  for (GList *link = self->entries.tail; link != NULL && self->size > self->capacity; link = previous)
    {
      previous = link->prev;
      if (g_strcmp0 (trs_project_get_id (((Entry *) link->data)->project), self->kept) != 0)
        drop (self, link);
    }
}

/* @size: in bytes */
void
trs_text_cache_put (TrsTextCache  *self,
                    TrsProject    *project,
                    TrsTranscript *transcript,
                    gsize          size)
{
  Entry *entry = g_new0 (Entry, 1);

  trs_text_cache_remove (self, trs_project_get_id (project));
  entry->project = g_object_ref (project);
  entry->transcript = g_object_ref (transcript);
  entry->size = size;
  g_queue_push_head (&self->entries, entry);
  self->size += size;
  shrink (self);
}

void
trs_text_cache_remove (TrsTextCache *self,
                       const char   *id)
{
  GList *link = find (self, id);

  if (link != NULL)
    drop (self, link);
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

void
trs_text_cache_foreach (TrsTextCache     *self,
                        TrsTextCacheFunc  func,
                        gpointer          user_data)
{
  for (GList *link = self->entries.head; link != NULL; link = link->next)
    {
      Entry *entry = link->data;

      func (entry->project, entry->transcript, user_data);
    }
}

void
trs_text_cache_clear (TrsTextCache *self)
{
  g_queue_clear_full (&self->entries, entry_free);
  self->size = 0;
}
