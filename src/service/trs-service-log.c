/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-log.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

/* A pipe that takes anything takes this many bytes at once (PIPE_BUF is 4096). */
#define MAX_LINE 2000

/**
 * trs_service_log:
 * @format: one line, without key, query or text of a video
 * @...: arguments of @format
 *
 * Writes a line with the time to standard error. It is dropped when nobody
 * reads there, because a service may not hang on its log.
 */
void
trs_service_log (const char *format,
                 ...)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%S");
  g_autofree char *message = NULL;
  g_autofree char *line = NULL;
  struct pollfd target = { .fd = STDERR_FILENO, .events = POLLOUT };
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_strdelimit (message, "\r\n", ' ');

  line = g_strdup_printf ("%s.%03dZ %.*s\n", time, g_date_time_get_microsecond (now) / 1000, MAX_LINE, message);
  if (poll (&target, 1, 0) == 1 && (target.revents & POLLOUT) != 0 &&
      write (STDERR_FILENO, line, strlen (line)) < 0)
    return;
}
