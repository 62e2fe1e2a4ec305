/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-ticket.h"

#include "trs-i18n.h"
#include "trs-json-reader.h"
#include "trs-local-folder.h"
#include "trs-local-worker.h"

#include <stdio.h>
#include <string.h>

#define SUFFIX ".json"
#define MAX_ID 200

/* Device and inode use all their bits, which a number of JSON has not. */
#define PLACE "%" G_GINT64_MODIFIER "d:%" G_GINT64_MODIFIER "d"

/* Numbers of JSON that every reader takes as they are. */
#define MAX_NUMBER (G_GINT64_CONSTANT (1) << 53)

void
trs_local_stamp_set (TrsLocalStamp     *self,
                     const struct stat *info)
{
  self->device = (gint64) info->st_dev;
  self->inode = (gint64) info->st_ino;
  self->size = info->st_size;
  self->time = info->st_mtim.tv_sec * G_USEC_PER_SEC + info->st_mtim.tv_nsec / 1000;
}

gboolean
trs_local_stamp_equal (const TrsLocalStamp *one,
                       const TrsLocalStamp *other)
{
  return one->device == other->device && one->inode == other->inode && one->size == other->size &&
         one->time == other->time;
}

TrsLocalTicket *
trs_local_ticket_new (const char          *path,
                      const TrsLocalStamp *stamp,
                      guint                track)
{
  TrsLocalTicket *self = g_new0 (TrsLocalTicket, 1);

  self->path = g_strdup (path);
  self->stamp = *stamp;
  self->track = track;
  return self;
}

void
trs_local_ticket_free (TrsLocalTicket *self)
{
  g_free (self->path);
  g_free (self->digest);
  g_free (self);
}

/* Returns: (transfer full) (nullable): %NULL for what is not an identifier, and may be a path to elsewhere */
char *
trs_local_ticket_make_path (const char *folder,
                            const char *id)
{
  g_autofree char *name = NULL;

  if (*id == '\0' || strlen (id) > MAX_ID || id[strspn (id, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_")] != '\0')
    return NULL;
  name = g_strconcat (id, SUFFIX, NULL);
  return g_build_filename (folder, TRS_LOCAL_FOLDER_TICKETS, name, NULL);
}

static gboolean
read_number (JsonObject *object,
             const char *name,
             gint64     *value)
{
  return trs_json_reader_get_integer (object, name, -MAX_NUMBER, MAX_NUMBER, value);
}

/* Returns: (transfer full) (nullable): %NULL if there is none */
TrsLocalTicket *
trs_local_ticket_read (const char *folder,
                       const char *id)
{
  g_autofree char *path = trs_local_ticket_make_path (folder, id);
  g_autofree char *data = NULL;
  gsize length;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object;
  const char *place;
  gint64 track = 1;
  g_autoptr (TrsLocalTicket) self = NULL;

  if (path == NULL || !g_file_get_contents (path, &data, &length, NULL))
    return NULL;
  bytes = g_bytes_new_take (g_steal_pointer (&data), length);
  root = trs_json_reader_parse (bytes, NULL, NULL);
  object = root != NULL ? trs_json_reader_as_object (root, NULL) : NULL;
  if (object == NULL)
    return NULL;

  place = trs_json_reader_get_string (object, "place");
  self = g_new0 (TrsLocalTicket, 1);
  self->path = g_strdup (trs_json_reader_get_string (object, "path"));
  self->digest = g_strdup (trs_json_reader_get_string (object, "digest"));
  if (self->path == NULL || self->digest == NULL || !read_number (object, "size", &self->stamp.size) ||
      !read_number (object, "time", &self->stamp.time) ||
      (trs_json_reader_has (object, "track") &&
       !trs_json_reader_get_integer (object, "track", 1, TRS_LOCAL_MAX_TRACKS, &track)))
    return NULL;
  self->track = (guint) track;
  /* Without device and inode, the stamp equals that of no file. */
  if (place != NULL)
    sscanf (place, PLACE, &self->stamp.device, &self->stamp.inode);
  return g_steal_pointer (&self);
}

/**
 * trs_local_ticket_write:
 * @self: a ticket
 * @folder: (type filename): where everything of On This Computer lies
 * @id: the identifier of the file
 * @error: return location for an error of the file system
 *
 * The path stays in this file, which this user alone can read. What has no
 * title in its tags is called as the file is, and as the track where that is not
 * the first.
 *
 * Returns: %TRUE if the service may read the file from now on
 */
gboolean
trs_local_ticket_write (const TrsLocalTicket  *self,
                        const char            *folder,
                        const char            *id,
                        GError               **error)
{
  g_autofree char *path = trs_local_ticket_make_path (folder, id);
  g_autofree char *base = g_path_get_basename (self->path);
  g_autofree char *file_name = g_filename_display_name (base);
  /* Translators: the name of a file, and the number of one of its sound tracks; the title of a transcript. */
  g_autofree char *name = self->track > 1 ? g_strdup_printf (_("%s (track %'u)"), file_name, self->track)
                                          : g_steal_pointer (&file_name);
  g_autofree char *place = g_strdup_printf (PLACE, self->stamp.device, self->stamp.inode);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  g_autofree char *text = NULL;

  json_object_set_string_member (object, "path", self->path);
  json_object_set_int_member (object, "size", self->stamp.size);
  json_object_set_int_member (object, "time", self->stamp.time);
  json_object_set_string_member (object, "place", place);
  json_object_set_string_member (object, "digest", self->digest);
  json_object_set_string_member (object, "name", name);
  if (self->track > 1)
    json_object_set_int_member (object, "track", self->track);
  json_node_take_object (root, object);
  text = json_to_string (root, FALSE);
  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

/* Returns: %TRUE if its file is there, and is the one that was read */
gboolean
trs_local_ticket_is_current (const TrsLocalTicket *self)
{
  struct stat info;
  TrsLocalStamp now;

  if (stat (self->path, &info) != 0 || !S_ISREG (info.st_mode))
    return FALSE;
  trs_local_stamp_set (&now, &info);
  return now.size == self->stamp.size && now.time == self->stamp.time;
}

/* Returns: %TRUE if there is a ticket for @id with a file behind it */
gboolean
trs_local_ticket_is_good (const char *folder,
                          const char *id)
{
  g_autoptr (TrsLocalTicket) ticket = trs_local_ticket_read (folder, id);

  return ticket != NULL && trs_local_ticket_is_current (ticket);
}

/* Returns: (transfer full): the identifiers, in no order */
GStrv
trs_local_ticket_list (const char *folder)
{
  g_autofree char *tickets = g_build_filename (folder, TRS_LOCAL_FOLDER_TICKETS, NULL);
  g_autoptr (GDir) dir = g_dir_open (tickets, 0, NULL);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, SUFFIX))
      {
        g_autofree char *id = g_strndup (name, strlen (name) - strlen (SUFFIX));

        g_strv_builder_add (ids, id);
      }
  return g_strv_builder_end (ids);
}

/**
 * trs_local_ticket_find_digest:
 * @folder: (type filename): where everything of On This Computer lies
 * @stamp: a file
 *
 * What was read once is not read again. It is remembered in the tickets alone, so
 * that nothing stays of a file whose ticket is removed.
 *
 * Returns: (transfer full) (nullable): its digest, if a ticket has it
 */
char *
trs_local_ticket_find_digest (const char          *folder,
                              const TrsLocalStamp *stamp)
{
  g_auto (GStrv) ids = trs_local_ticket_list (folder);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (TrsLocalTicket) ticket = trs_local_ticket_read (folder, ids[i]);

      if (ticket != NULL && trs_local_stamp_equal (&ticket->stamp, stamp))
        return g_steal_pointer (&ticket->digest);
    }
  return NULL;
}
