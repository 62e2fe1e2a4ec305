/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-ticket.h"

#include "trs-error.h"
#include "trs-service-json.h"
#include "trs-service-report.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_TICKET 65536
#define MAX_SIZE 9007199254740992.0
#define DIGEST_LENGTH 64

typedef struct
{
  const char *path;
  const char *title;
  const char *name;
  const char *digest;
  gint64 size;
  gint64 time;
  gint64 track;
} Members;

static gboolean
refuse (GError     **error,
        const char  *message)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, message);
  return FALSE;
}

static gboolean
is_absolute (const char *path)
{
  return path[0] == '/';
}

static gboolean
is_digest (const char *digest)
{
  return strlen (digest) == DIGEST_LENGTH && strspn (digest, "0123456789abcdef") == DIGEST_LENGTH;
}

/**
 * trs_service_ticket_check_folder:
 * @folder: where tickets are to be
 * @error: return location for an error
 *
 * A ticket lets the service read any file that its user can: nobody else may write one.
 *
 * Returns: whether the folder is that of this user, and of nobody else
 */
gboolean
trs_service_ticket_check_folder (const char  *folder,
                                 GError     **error)
{
  struct stat info;

  if (stat (folder, &info) != 0)
    return refuse (error, g_strerror (errno));
  if (info.st_uid != geteuid () || (info.st_mode & 0777) != 0700)
    return refuse (error, "with --tickets it has to belong to you, and to be of mode 0700");
  return TRUE;
}

/* @error: of the kind that is shown for a file that is left out */
static char *
read_bytes (const char  *path,
            gsize       *length,
            GError     **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat info;
  g_autofree char *bytes = NULL;
  gssize n = -1;

  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_uid == geteuid () &&
      info.st_size <= MAX_TICKET)
    {
      bytes = g_malloc (MAX_TICKET + 1);
      n = read (fd, bytes, MAX_TICKET);
    }
  if (fd >= 0)
    close (fd);
  if (n < 0)
    {
      refuse (error, "is not a small file of your own");
      return NULL;
    }
  *length = (gsize) n;
  return g_steal_pointer (&bytes);
}

/**
 * trs_service_ticket_read:
 * @path: path of a ticket
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what it says, or %NULL if it is no ticket
 */
TrsServiceTicket *
trs_service_ticket_read (const char  *path,
                         GError     **error)
{
  static const TrsServiceJsonMember table[] = {
    { "path", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (Members, path), .check = is_absolute, .required = TRUE,
      .fault = "has no absolute “path”" },
    { "size", TRS_SERVICE_JSON_INTEGER, G_STRUCT_OFFSET (Members, size), 0, MAX_SIZE, .required = TRUE,
      .fault = "has no “size” in bytes" },
    { "time", TRS_SERVICE_JSON_INTEGER, G_STRUCT_OFFSET (Members, time), -MAX_SIZE, MAX_SIZE, .required = TRUE,
      .fault = "has no “time” in microseconds" },
    { "digest", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (Members, digest), .check = is_digest, .required = TRUE,
      .fault = "has no “digest” of 64 hexadecimal digits" },
    { "title", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (Members, title), .fault = "has a “title” that is no text" },
    { "name", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (Members, name), .fault = "has a “name” that is no text" },
    { "track", TRS_SERVICE_JSON_INTEGER, G_STRUCT_OFFSET (Members, track), 1, TRS_SERVICE_REPORT_MAX_TRACKS,
      .fault = "has a “track” that is no number from 1 to " G_STRINGIFY (TRS_SERVICE_REPORT_MAX_TRACKS) },
    { NULL }
  };
  gsize length;
  g_autofree char *bytes = read_bytes (path, &length, error);
  g_autoptr (JsonNode) root = bytes != NULL ? trs_service_json_parse (bytes, length, error) : NULL;
  Members members = { .track = 1 };
  TrsServiceTicket *self;

  if (root == NULL || !trs_service_json_read_members (root, table, FALSE, &members, error))
    return NULL;

  self = g_new0 (TrsServiceTicket, 1);
  self->path = g_strdup (members.path);
  self->title = g_strdup (members.title);
  self->name = g_strdup (members.name);
  self->digest = g_strdup (members.digest);
  self->track = (guint) members.track;
  self->stamp = (TrsServiceStamp) { members.size, members.time };
  return self;
}

void
trs_service_ticket_free (TrsServiceTicket *self)
{
  g_free (self->path);
  g_free (self->title);
  g_free (self->name);
  g_free (self->digest);
  g_free (self);
}
