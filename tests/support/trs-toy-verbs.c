/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-toy-service-private.h"

#include <string.h>

/**
 * trs_toy_service_set_key:
 * @self: a toy
 * @key: the only key it accepts from now on
 */
void
trs_toy_service_set_key (TrsToyService *self,
                         const char    *key)
{
  g_free (self->key);
  self->key = g_strdup (key);
}

/**
 * trs_toy_service_set_page_size:
 * @self: a toy
 * @page_size: how many projects are on a page, 100 otherwise
 *
 * For whoever needs many pages and not many projects.
 */
void
trs_toy_service_set_page_size (TrsToyService *self,
                               guint          page_size)
{
  self->page_size = page_size;
}

/**
 * trs_toy_service_repeat_pages:
 * @self: a toy
 * @n_pages: after how many pages the list begins anew, for ever; 0 for a list that ends
 */
void
trs_toy_service_repeat_pages (TrsToyService *self,
                              guint          n_pages)
{
  self->n_pages = n_pages;
}

/**
 * trs_toy_service_add:
 * @self: a toy
 * @video_id: a video
 * @state: a state
 *
 * Returns: (transfer none): id of the new project, the newest one
 */
const char *
trs_toy_service_add (TrsToyService *self,
                     const char    *video_id,
                     const char    *state)
{
  return trs_toy_service_add_for (self, NULL, video_id, state);
}

/**
 * trs_toy_service_add_for:
 * @self: a toy
 * @key: (nullable): key of the user whose project it is; %NULL for the one of trs_toy_service_set_key()
 * @video_id: a video
 * @state: a state
 *
 * Returns: (transfer none): id of the new project, the newest one of its user
 */
const char *
trs_toy_service_add_for (TrsToyService *self,
                         const char    *key,
                         const char    *video_id,
                         const char    *state)
{
  ToyProject *project = g_new0 (ToyProject, 1);

  project->id = g_strdup_printf ("id-%u", ++self->last_id);
  project->key = g_strdup (key);
  project->video_id = g_strdup (video_id);
  project->state = g_strdup (state);
  self->last_created = MAX (trs_clock_get_time (self->clock) - self->behind, self->last_created + 1000);
  project->created_at = self->last_created;
  g_ptr_array_insert (self->projects, 0, project);

  return project->id;
}

/**
 * trs_toy_service_set_behind:
 * @self: a toy
 * @behind: by how many microseconds its clock is behind that of the computer
 *
 * Sets its clock, which dates new projects and what it answers.
 */
void
trs_toy_service_set_behind (TrsToyService *self,
                            gint64         behind)
{
  self->behind = behind;
}

/**
 * trs_toy_service_add_user:
 * @self: a toy
 * @key: a key that it accepts beside its own
 *
 * Another user: neither sees the projects of the other.
 */
void
trs_toy_service_add_user (TrsToyService *self,
                          const char    *key)
{
  g_ptr_array_add (self->users, g_strdup (key));
}

/**
 * trs_toy_service_clear:
 * @self: a toy
 *
 * Loses all its projects.
 */
void
trs_toy_service_clear (TrsToyService *self)
{
  g_ptr_array_set_size (self->projects, 0);
}

/**
 * trs_toy_service_get_n:
 * @self: a toy
 *
 * Returns: how many projects it has
 */
guint
trs_toy_service_get_n (TrsToyService *self)
{
  return self->projects->len;
}

/**
 * trs_toy_service_get_id:
 * @self: a toy
 * @index: from 0 for the newest
 *
 * Returns: (transfer none): id of a project
 */
const char *
trs_toy_service_get_id (TrsToyService *self,
                        guint          index)
{
  return ((ToyProject *) g_ptr_array_index (self->projects, index))->id;
}

/**
 * trs_toy_service_set_id:
 * @self: a toy
 * @index: from 0 for the newest
 * @id: how the id of that project is written from now on, and found
 */
void
trs_toy_service_set_id (TrsToyService *self,
                        guint          index,
                        const char    *id)
{
  ToyProject *project = g_ptr_array_index (self->projects, index);

  g_free (project->id);
  project->id = g_strdup (id);
}

/**
 * trs_toy_service_set_state:
 * @self: a toy
 * @id: id of a project
 * @state: its state from now on
 */
void
trs_toy_service_set_state (TrsToyService *self,
                           const char    *id,
                           const char    *state)
{
  ToyProject *project = trs_toy_find (self, id);

  g_free (project->state);
  project->state = g_strdup (state);
}

/**
 * trs_toy_service_get_state:
 * @self: a toy
 * @id: id of a project
 *
 * Returns: its state
 */
const char *
trs_toy_service_get_state (TrsToyService *self,
                           const char    *id)
{
  return trs_toy_find (self, id)->state;
}

/**
 * trs_toy_service_hide:
 * @self: a toy
 * @id: id of a project
 * @hidden: whether the list leaves it out
 */
void
trs_toy_service_hide (TrsToyService *self,
                      const char    *id,
                      gboolean       hidden)
{
  trs_toy_find (self, id)->hidden = hidden;
}

/**
 * trs_toy_service_get_hidden:
 * @self: a toy
 * @id: id of a project
 *
 * Returns: whether the list leaves it out
 */
gboolean
trs_toy_service_get_hidden (TrsToyService *self,
                            const char    *id)
{
  return trs_toy_find (self, id)->hidden;
}

/**
 * trs_toy_service_set_text:
 * @self: a toy
 * @id: id of a project, which is done from now on
 * @bare: its text
 * @timecodes: with timecodes
 * @speakers: with speakers
 * @full: with both
 */
void
trs_toy_service_set_text (TrsToyService *self,
                          const char    *id,
                          const char    *bare,
                          const char    *timecodes,
                          const char    *speakers,
                          const char    *full)
{
  ToyProject *project = trs_toy_find (self, id);
  const char *texts[] = { bare, timecodes, speakers, full };

  trs_toy_service_set_state (self, id, "done");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_free (project->texts[i]);
      project->texts[i] = g_strdup (texts[i]);
    }
}

/**
 * trs_toy_service_fail:
 * @self: a toy
 * @part: part of `METHOD uri`
 * @fault: what goes wrong
 * @status: for %TRS_TOY_STATUS
 * @retry_after: for %TRS_TOY_STATUS, in seconds, or -1
 * @times: how many times
 */
void
trs_toy_service_fail (TrsToyService *self,
                      const char    *part,
                      TrsToyFault    fault,
                      guint          status,
                      gint           retry_after,
                      guint          times)
{
  Fault *entry = g_new0 (Fault, 1);

  entry->part = g_strdup (part);
  entry->fault = fault;
  entry->status = status;
  entry->retry_after = retry_after;
  entry->times = times;
  g_ptr_array_add (self->faults, entry);
}

/**
 * trs_toy_service_mend:
 * @self: a toy
 *
 * Nothing goes wrong any more.
 */
void
trs_toy_service_mend (TrsToyService *self)
{
  g_ptr_array_set_size (self->faults, 0);
}

/**
 * trs_toy_service_count:
 * @self: a toy
 * @part: part of `METHOD uri`
 *
 * Returns: how many such requests there were
 */
guint
trs_toy_service_count (TrsToyService *self,
                       const char    *part)
{
  return trs_toy_service_count_since (self, part, 0);
}

/**
 * trs_toy_service_count_since:
 * @self: a toy
 * @part: part of `METHOD uri`
 * @since: a time
 *
 * Returns: how many such requests there were from that time on
 */
guint
trs_toy_service_count_since (TrsToyService *self,
                             const char    *part,
                             gint64         since)
{
  guint count = 0;

  for (guint i = 0; i < self->asked->len; i++)
    {
      Asked *asked = g_ptr_array_index (self->asked, i);

      if (asked->time >= since && strstr (asked->line, part) != NULL)
        count++;
    }

  return count;
}

/**
 * trs_toy_service_shortest_gap:
 * @self: a toy
 * @part: part of `METHOD uri`
 *
 * Returns: the shortest time between two such requests, %G_MAXINT64 if there are not two
 */
gint64
trs_toy_service_shortest_gap (TrsToyService *self,
                              const char    *part)
{
  gint64 shortest = G_MAXINT64;
  gint64 last = G_MININT64 / 2;

  for (guint i = 0; i < self->asked->len; i++)
    {
      Asked *asked = g_ptr_array_index (self->asked, i);

      if (strstr (asked->line, part) == NULL)
        continue;
      if (last > 0)
        shortest = MIN (shortest, asked->time - last);
      last = asked->time;
    }

  return shortest;
}

/**
 * trs_toy_service_get_n_asked:
 * @self: a toy
 *
 * Returns: how many requests there were
 */
guint
trs_toy_service_get_n_asked (TrsToyService *self)
{
  return self->asked->len;
}

/**
 * trs_toy_service_get_line:
 * @self: a toy
 * @index: of a request
 *
 * Returns: `METHOD uri`
 */
const char *
trs_toy_service_get_line (TrsToyService *self,
                          guint          index)
{
  return ((Asked *) g_ptr_array_index (self->asked, index))->line;
}

/**
 * trs_toy_service_get_body:
 * @self: a toy
 * @index: of a request
 *
 * Returns: (nullable): what it carried
 */
const char *
trs_toy_service_get_body (TrsToyService *self,
                          guint          index)
{
  return ((Asked *) g_ptr_array_index (self->asked, index))->body;
}

/**
 * trs_toy_service_get_sent_key:
 * @self: a toy
 * @index: of a request
 *
 * Returns: the key it carried
 */
const char *
trs_toy_service_get_sent_key (TrsToyService *self,
                              guint          index)
{
  return ((Asked *) g_ptr_array_index (self->asked, index))->key;
}
