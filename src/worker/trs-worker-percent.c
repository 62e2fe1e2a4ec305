/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-percent.h"

#include <string.h>

/* The number before the percent sign at @at, or −1. */
static double
read_number (const char *line,
             const char *at)
{
  const char *from = at;

  while (from > line && from[-1] == ' ')
    from--;
  while (from > line && (g_ascii_isdigit (from[-1]) || from[-1] == '.'))
    from--;
  return g_ascii_isdigit (*from) && (from == line || from[-1] != '-') ? g_ascii_strtod (from, NULL) : -1;
}

static void
read_line (TrsWorkerPercent *self)
{
  self->line[self->length] = '\0';
  for (const char *at = self->line; (at = strchr (at, '%')) != NULL; at++)
    {
      double number = read_number (self->line, at);

      if (number >= 0 && number <= 100)
        self->percent = MAX (self->percent, MIN ((guint) number, 99));
    }
  self->length = 0;
}

/**
 * trs_worker_percent_push:
 * @self: zeroed at first
 * @data: (array length=size): what was printed
 * @size: its bytes
 *
 * Returns: how far it is, from 0 to 99
 */
guint
trs_worker_percent_push (TrsWorkerPercent *self,
                         const char       *data,
                         gsize             size)
{
  for (gsize i = 0; i < size; i++)
    {
      if (data[i] == '\r' || data[i] == '\n')
        read_line (self);
      /* Of a line without an end the beginning is enough. */
      else if (self->length < sizeof self->line - 1)
        self->line[self->length++] = data[i] != '\0' ? data[i] : ' ';
    }
  return self->percent;
}
