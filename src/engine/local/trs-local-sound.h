/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* The sound that the service keeps of recordings, one file each, so that they can be heard without their files. Whether
 * more is to be kept, the service sees by a file, too: it is one for all programs, and runs while that changes. */

gboolean trs_local_sound_set_kept (const char  *folder,
                                   gboolean     kept,
                                   GError     **error);
char    *trs_local_sound_find     (const char  *folder,
                                   const char  *id);
void     trs_local_sound_drop     (const char  *folder,
                                   const char  *id);
guint64  trs_local_sound_measure  (const char  *folder);
gboolean trs_local_sound_clear    (const char  *folder,
                                   GError     **error);
