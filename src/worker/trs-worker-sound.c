/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-sound.h"

#include "trs-media-encoder.h"
#include "trs-media.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* What stays free for the words and for everybody else. */
#define RESERVE (64ULL * 1024 * 1024)

#define NO_ROOM "There is no room for it."

struct _TrsWorkerSound
{
  int fd;
  TrsMediaEncoder *encoder;
  const char *fault; /* why it is not kept; %NULL as long as it is */
  char *message;
};

/**
 * trs_worker_sound_new:
 * @path: (type filename) (nullable): a file that is not there yet
 *
 * Makes the file, before the sandbox in which no file can be made.
 *
 * Returns: (transfer full) (nullable): the sound; %NULL if it is not to be kept
 */
TrsWorkerSound *
trs_worker_sound_new (const char *path)
{
  TrsWorkerSound *self;

  if (path == NULL)
    return NULL;
  self = g_new0 (TrsWorkerSound, 1);
  self->fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (self->fd < 0)
    self->fault = "Its file cannot be made.";
  return self;
}

/**
 * trs_worker_sound_check:
 * @error: return location for an error: a sentence
 *
 * Returns: whether sound can be kept at all: the parts of GStreamer that write it are installed
 */
gboolean
trs_worker_sound_check (GError **error)
{
  g_autoptr (TrsMediaEncoder) encoder = NULL;
  int fd;

  if (!trs_media_init (TRUE, error))
    return FALSE;
  fd = g_open ("/dev/null", O_WRONLY | O_CLOEXEC, 0);
  encoder = trs_media_encoder_new (fd, error);
  if (fd >= 0)
    close (fd);
  return encoder != NULL;
}

void
trs_worker_sound_free (TrsWorkerSound *self)
{
  g_clear_object (&self->encoder);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->message);
  g_free (self);
}

/* The room is given back at once, since somebody else may wait for it. */
static void
give_up (TrsWorkerSound *self,
         const char     *fault)
{
  if (self->fault != NULL)
    return;
  self->fault = fault;
  g_clear_object (&self->encoder);
  if (ftruncate (self->fd, 0) != 0)
    self->fault = "It cannot be written.";
}

static gboolean
has_room (TrsWorkerSound *self,
          double          seconds,
          guint64         beside)
{
  struct statvfs info;

  if (fstatvfs (self->fd, &info) != 0)
    return TRUE;
  return (guint64) info.f_bavail * info.f_frsize >= trs_media_encoder_get_room (seconds) + beside + RESERVE;
}

/**
 * trs_worker_sound_begin:
 * @self: (nullable): a sound
 * @seconds: how long the recording says to be
 * @beside: how many bytes are going to be written for something else meanwhile
 */
void
trs_worker_sound_begin (TrsWorkerSound *self,
                        double          seconds,
                        guint64         beside)
{
  g_autoptr (GError) error = NULL;

  if (self == NULL || self->fault != NULL)
    return;
  if (!has_room (self, seconds, beside))
    {
      give_up (self, NO_ROOM);
      return;
    }
  self->encoder = trs_media_encoder_new (self->fd, &error);
  if (self->encoder != NULL)
    return;
  self->message = g_strdup (error->message);
  give_up (self, self->message);
}

/* @self: (nullable): a sound that was begun */
void
trs_worker_sound_write (TrsWorkerSound *self,
                        const gint16   *samples,
                        gsize           n)
{
  if (self != NULL && self->fault == NULL && !trs_media_encoder_write (self->encoder, samples, n))
    give_up (self, NO_ROOM);
}

/**
 * trs_worker_sound_drop:
 * @self: (nullable): a sound
 *
 * Something else needs the room.
 *
 * Returns: whether there was anything to give back
 */
gboolean
trs_worker_sound_drop (TrsWorkerSound *self)
{
  if (self == NULL || self->fault != NULL)
    return FALSE;
  give_up (self, NO_ROOM);
  return TRUE;
}

/**
 * trs_worker_sound_finish:
 * @self: a sound of which all was written
 * @fault: (out): a sentence, if it is not kept
 *
 * Returns: whether it is whole, and on the disk
 */
gboolean
trs_worker_sound_finish (TrsWorkerSound  *self,
                         const char     **fault)
{
  if (self->fault == NULL && (!trs_media_encoder_finish (self->encoder) || fsync (self->fd) != 0))
    give_up (self, NO_ROOM);
  *fault = self->fault;
  return self->fault == NULL;
}
