/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/* `transcription-worker` as a script in a folder of its own: it answers by the name of the file, and needs neither
 * GStreamer nor a recogniser. */

char *trs_fake_worker_make       (const char  *folder);
void  trs_fake_worker_set_up     (TrsSession  *session,
                                  const char  *folder);
char *trs_fake_worker_make_file  (const char  *folder,
                                  const char  *name);
void  trs_fake_worker_remove     (const char  *folder);

G_END_DECLS
