/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-stall.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Whoever waits wakes up now and then to look: that part of the limit is not work. */
#define IDLE_PART 500

/* The part of the limit that may pass between two looks. After more, this process itself was held up. */
#define HELD_UP_PART 4

#define BYTES "rchar: "

/**
 * trs_media_stall_reset:
 * @self: a watch
 *
 * Begins anew: something has come.
 */
void
trs_media_stall_reset (TrsMediaStall *self)
{
  self->looked = 0;
}

/**
 * trs_media_stall_look:
 * @self: a watch
 * @now: monotonic microseconds
 * @bytes: how many were read so far
 * @cpu: microseconds of processor time so far
 * @ready: whether it waits for nothing but a processor or a disk, as on a computer that has too much to do
 *
 * Returns: whether nothing has been done for the limit, or that much was computed and nothing read
 */
gboolean
trs_media_stall_look (TrsMediaStall *self,
                      gint64         now,
                      guint64        bytes,
                      gint64         cpu,
                      gboolean       ready)
{
  gint64 gap = now - self->looked;
  gboolean is_first = self->looked == 0;

  self->looked = now;
  if (is_first || bytes != self->bytes)
    {
      self->bytes = bytes;
      self->cpu = self->cpu_at_bytes = cpu;
      self->since = now;
      return FALSE;
    }
  if (self->limit <= 0)
    return FALSE;
  if (!self->may_compute && cpu - self->cpu_at_bytes >= self->limit)
    return TRUE;
  if (ABS (cpu - self->cpu) > self->limit / IDLE_PART)
    {
      self->cpu = cpu;
      self->since = now;
    }
  else if (gap > self->limit / HELD_UP_PART)
    {
      self->since += gap;
    }
  return !ready && now - self->since >= self->limit;
}

/* What is read to find out is not counted. */
static guint64
read_bytes_here (TrsMediaStall *self)
{
  char text[512] = "";
  int fd = open ("/proc/self/io", O_RDONLY | O_CLOEXEC);
  gssize n = fd >= 0 ? read (fd, text, sizeof text - 1) : -1;
  const char *at = n > 0 ? strstr (text, BYTES) : NULL;
  guint64 bytes = at != NULL ? strtoull (at + strlen (BYTES), NULL, 10) - self->own_bytes : 0;

  self->own_bytes += n > 0 ? (guint64) n : 0;
  if (fd >= 0)
    close (fd);
  return bytes;
}

/**
 * trs_media_stall_look_here:
 * @self: a watch
 *
 * Returns: as trs_media_stall_look(), of this process
 */
gboolean
trs_media_stall_look_here (TrsMediaStall *self)
{
  struct rusage usage = { 0 };

  getrusage (RUSAGE_SELF, &usage);
  return trs_media_stall_look (self, g_get_monotonic_time (), read_bytes_here (self),
                               (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC +
                                   usage.ru_utime.tv_usec + usage.ru_stime.tv_usec,
                               FALSE);
}
