/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-media.h"

#include "trs-error.h"
#include "trs-service-ticket.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TICKET_SUFFIX ".json"
#define MAX_ID 200

struct _TrsServiceMedia
{
  char *folder; /* its path without symbolic links */
  gboolean tickets;
  TrsServiceDiscovery *discovery;
  GFileMonitor *monitor;
  GSourceOnceFunc ticket_gone;
  gpointer ticket_gone_data;
  struct timespec checked; /* the last change of the folder that was looked at */
};

/* Returns: (transfer full) (nullable): NAME, if the file is called NAME.EXT and can be a video */
static char *
name_to_id (const char *name)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *id = dot != NULL && dot[1] != '\0' ? g_strndup (name, (gsize) (dot - name)) : NULL;

  if (id == NULL || !trs_service_medium_is_id (id, MAX_ID) || g_ascii_strcasecmp (dot, TICKET_SUFFIX) == 0)
    return NULL;
  return g_steal_pointer (&id);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* Returns: (transfer full) (element-type filename) (nullable): sorted, so that the same one is always the first */
static GPtrArray *
read_names (TrsServiceMedia  *self,
            GError          **error)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (name[0] != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return g_steal_pointer (&names);
}

static gboolean
not_found (GError     **error,
           const char  *message)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, message);
  return FALSE;
}

/* A symbolic link in the folder may lead to a file in it, and nowhere else. */
static char *
resolve (TrsServiceMedia  *self,
         const char       *name,
         GError          **error)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *prefix = g_strconcat (self->folder, g_str_equal (self->folder, "/") ? "" : "/", NULL);
  char *real = realpath (path, NULL);
  g_autofree char *copy = g_strdup (real);
  TrsServiceStamp stamp;

  free (real);
  if (copy == NULL)
    not_found (error, "It leads nowhere");
  else if (!g_str_has_prefix (copy, prefix))
    not_found (error, "It leads out of the folder");
  else if (trs_service_file_read_stamp (copy, &stamp, error))
    return g_steal_pointer (&copy);
  return NULL;
}

/* Returns: (transfer full) (nullable): path of the first file that is the video @id */
static char *
find_file (TrsServiceMedia  *self,
           const char       *id,
           GError          **error)
{
  g_autoptr (GPtrArray) names = read_names (self, error);

  if (names == NULL)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *other = name_to_id (names->pdata[i]);

      if (g_strcmp0 (other, id) == 0)
        return resolve (self, names->pdata[i], error);
    }
  not_found (error, "There is no such file");
  return NULL;
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autofree char *shown = user_data;
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;
  TrsServiceStamp stamp;
  double length;

  if (!trs_service_discovery_find_finish (result, &stamp, &length, &title, &error) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_message ("Media: %s is left out: %s", shown, error->message);
}

static void
list_file (TrsServiceMedia *self,
           const char      *name,
           GHashTable      *seen)
{
  g_autofree char *printable = g_filename_display_name (name);
  g_autofree char *shown = g_strescape (printable, NULL);
  g_autofree char *id = name_to_id (name);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_has_suffix (name, TICKET_SUFFIX))
    return;
  if (id == NULL)
    {
      g_message ("Media: %s is left out: a file is called NAME.EXT, of letters, digits, “-” and “_”", shown);
      return;
    }
  if (g_hash_table_contains (seen, id))
    {
      g_message ("Media: %s is left out: another file is the video “%s”", shown, id);
      return;
    }
  g_hash_table_add (seen, g_strdup (id));
  path = resolve (self, name, &error);
  if (path == NULL)
    g_message ("Media: %s is left out: %s", shown, error->message);
  else
    trs_service_discovery_find_async (self->discovery, path, FALSE, listed_cb, g_steal_pointer (&shown));
}

/**
 * trs_service_media_list:
 * @self: a folder of media
 *
 * Looks into each file, and logs those that cannot be transcribed.
 */
void
trs_service_media_list (TrsServiceMedia *self)
{
  g_autoptr (GPtrArray) names = read_names (self, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; names != NULL && i < names->len; i++)
    list_file (self, names->pdata[i], seen);
}

static char *
get_ticket_path (TrsServiceMedia *self,
                 const char      *id)
{
  g_autofree char *name = g_strconcat (id, TICKET_SUFFIX, NULL);

  return g_build_filename (self->folder, name, NULL);
}

/**
 * trs_service_media_has_ticket:
 * @self: a folder of media
 * @id: an identifier
 *
 * Returns: %FALSE only if the folder can be read and there is no such ticket
 */
gboolean
trs_service_media_has_ticket (TrsServiceMedia *self,
                              const char      *id)
{
  g_autofree char *path = get_ticket_path (self, id);
  struct stat info;

  if (lstat (path, &info) == 0 || errno != ENOENT)
    return TRUE;
  /* The whole folder may be on a disk that was taken out: nobody has asked for a removal. */
  return lstat (self->folder, &info) != 0;
}

static void
monitor_cb (GFileMonitor      *monitor,
            GFile             *file,
            GFile             *other_file,
            GFileMonitorEvent  event,
            gpointer           user_data)
{
  TrsServiceMedia *self = user_data;
  g_autofree char *name = g_file_get_basename (file);

  if (g_str_has_suffix (name, TICKET_SUFFIX) &&
      (event == G_FILE_MONITOR_EVENT_DELETED || event == G_FILE_MONITOR_EVENT_MOVED_OUT ||
       event == G_FILE_MONITOR_EVENT_RENAMED))
    self->ticket_gone (self->ticket_gone_data);
}

/* @ticket_gone: called when a ticket may have been removed */
void
trs_service_media_watch (TrsServiceMedia *self,
                         GSourceOnceFunc  ticket_gone,
                         gpointer         user_data)
{
  g_autoptr (GFile) folder = g_file_new_for_path (self->folder);
  g_autoptr (GError) error = NULL;

  if (!self->tickets)
    return;
  self->ticket_gone = ticket_gone;
  self->ticket_gone_data = user_data;
  self->monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, &error);
  if (self->monitor != NULL)
    g_signal_connect (self->monitor, "changed", G_CALLBACK (monitor_cb), self);
  else
    g_message ("Tickets that are removed are only seen at the next start: %s", error->message);
}

/**
 * trs_service_media_check_tickets:
 * @self: a folder
 *
 * Does what the monitor does, if the folder has changed since the last call: for who cannot wait until it is told.
 */
void
trs_service_media_check_tickets (TrsServiceMedia *self)
{
  struct stat info;

  if (self->ticket_gone == NULL || stat (self->folder, &info) != 0 ||
      memcmp (&info.st_mtim, &self->checked, sizeof self->checked) == 0)
    return;

  self->checked = info.st_mtim;
  self->ticket_gone (self->ticket_gone_data);
}

static void
discovered_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsServiceMedium *medium = g_task_get_task_data (task);
  g_autoptr (TrsServiceMedium) found = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;
  TrsServiceStamp stamp;
  double length;

  if (!trs_service_discovery_find_finish (result, &stamp, &length, &title, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  found = trs_service_medium_new (medium->kind, medium->id, medium->title, medium->path);
  if (title != NULL && (medium->kind == TRS_SERVICE_MEDIUM_FILE || g_str_equal (medium->title, "")))
    trs_service_medium_set_title (found, title);
  if (g_str_equal (found->title, "") && medium->name != NULL)
    trs_service_medium_set_title (found, medium->name);
  if (g_str_equal (found->title, ""))
    trs_service_medium_set_title (found, medium->id);
  g_free (found->digest);
  found->digest = g_strdup (medium->digest);
  found->track = medium->track;
  found->stamp = stamp;
  found->length = (gint64) length;
  g_task_return_pointer (task, g_steal_pointer (&found), (GDestroyNotify) trs_service_medium_free);
}

/* Returns: (nullable) (transfer full): the file of the ticket, %NULL if it can never be transcribed */
static TrsServiceMedium *
read_ticket (TrsServiceMedia  *self,
             const char       *id,
             GError          **error)
{
  g_autofree char *path = get_ticket_path (self, id);
  g_autoptr (TrsServiceTicket) ticket = trs_service_ticket_read (path, error);
  g_autoptr (TrsServiceMedium) medium = NULL;
  TrsServiceStamp stamp;

  if (ticket == NULL || !trs_service_file_read_stamp (ticket->path, &stamp, error))
    return NULL;
  medium = trs_service_medium_new (TRS_SERVICE_MEDIUM_TICKET, id, ticket->title != NULL ? ticket->title : "",
                                   ticket->path);
  g_free (medium->digest);
  medium->digest = g_strdup (ticket->digest);
  medium->track = ticket->track;
  medium->stamp = ticket->stamp;
  medium->changed = !trs_service_file_check_stamp (ticket->path, &ticket->stamp, NULL);
  medium->name = g_strdup (ticket->name);
  if (medium->changed && g_str_equal (medium->title, ""))
    trs_service_medium_set_title (medium, ticket->name != NULL ? ticket->name : id);
  return g_steal_pointer (&medium);
}

/**
 * trs_service_media_find_async:
 * @self: a folder of media
 * @id: an identifier
 * @callback: called when it is known
 * @user_data: for @callback
 */
void
trs_service_media_find_async (TrsServiceMedia     *self,
                              const char          *id,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  g_autofree char *ticket = get_ticket_path (self, id);
  g_autofree char *path = NULL;
  TrsServiceMedium *medium = NULL;
  GError *error = NULL;

  g_task_set_source_tag (task, trs_service_media_find_async);
  if (!trs_service_medium_is_id (id, MAX_ID))
    not_found (&error, "It is no name of a file");
  else if (self->tickets && g_file_test (ticket, G_FILE_TEST_EXISTS))
    medium = read_ticket (self, id, &error);
  else if ((path = find_file (self, id, &error)) != NULL)
    medium = trs_service_medium_new (TRS_SERVICE_MEDIUM_FILE, id, id, path);

  if (medium == NULL)
    {
      g_task_return_error (task, error);
    }
  else if (medium->changed)
    {
      g_task_return_pointer (task, medium, (GDestroyNotify) trs_service_medium_free);
    }
  else
    {
      g_task_set_task_data (task, medium, (GDestroyNotify) trs_service_medium_free);
      trs_service_discovery_find_async (self->discovery, medium->path, TRUE, discovered_cb, g_steal_pointer (&task));
    }
}

/* Returns: (transfer full) (nullable): the video; otherwise a sentence, or %G_IO_ERROR_CANCELLED */
TrsServiceMedium *
trs_service_media_find_finish (GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_service_media_find_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_service_media_new:
 * @folder: the folder
 * @tickets: whether `ID.json` in it is a ticket
 * @discovery: what looks into files; borrowed
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the media, or %NULL if the folder cannot be used
 */
TrsServiceMedia *
trs_service_media_new (const char           *folder,
                       gboolean              tickets,
                       TrsServiceDiscovery  *discovery,
                       GError              **error)
{
  g_autoptr (TrsServiceMedia) self = g_new0 (TrsServiceMedia, 1);
  g_autoptr (GPtrArray) names = NULL;
  char *real = realpath (folder, NULL);

  self->folder = g_strdup (real);
  self->tickets = tickets;
  self->discovery = discovery;
  free (real);
  if (self->folder == NULL)
    not_found (error, g_strerror (errno));
  else if (!tickets || trs_service_ticket_check_folder (self->folder, error))
    names = read_names (self, error);
  if (names != NULL)
    return g_steal_pointer (&self);
  g_prefix_error (error, "The folder of media cannot be used: ");
  return NULL;
}

void
trs_service_media_free (TrsServiceMedia *self)
{
  if (self->monitor != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->monitor, self);
      g_file_monitor_cancel (self->monitor);
    }
  g_clear_object (&self->monitor);
  g_free (self->folder);
  g_free (self);
}
