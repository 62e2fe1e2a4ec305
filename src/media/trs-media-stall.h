/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsMediaStall:
 * @limit: in microseconds: for so long it may neither read nor use processor time; 0 for ever
 * @may_compute: whether it may use more processor time than @limit without reading meanwhile
 *
 * Tells work that hangs from work that is slow, or on a busy computer: by what it does, never by the clock alone.
 * Zeroed at first.
 */
typedef struct
{
  gint64 limit;
  gboolean may_compute;

  /*< private >*/
  gint64 looked;
  gint64 since;
  guint64 bytes;
  gint64 cpu;
  gint64 cpu_at_bytes;
  guint64 own_bytes;
} TrsMediaStall;

void     trs_media_stall_reset     (TrsMediaStall *self);
gboolean trs_media_stall_look      (TrsMediaStall *self,
                                    gint64         now,
                                    guint64        bytes,
                                    gint64         cpu,
                                    gboolean       ready);
gboolean trs_media_stall_look_here (TrsMediaStall *self);

G_END_DECLS
