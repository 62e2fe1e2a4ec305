/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The sound of a recording that is kept for listening. Nothing that goes wrong with it is of any harm to the words. */
typedef struct _TrsWorkerSound TrsWorkerSound;

gboolean        trs_worker_sound_check  (GError          **error);
TrsWorkerSound *trs_worker_sound_new    (const char       *path);
void            trs_worker_sound_free   (TrsWorkerSound   *self);
void            trs_worker_sound_begin  (TrsWorkerSound   *self,
                                         double            seconds,
                                         guint64           beside);
void            trs_worker_sound_write  (TrsWorkerSound   *self,
                                         const gint16     *samples,
                                         gsize             n);
gboolean        trs_worker_sound_drop   (TrsWorkerSound   *self);
gboolean        trs_worker_sound_finish (TrsWorkerSound   *self,
                                         const char      **fault);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsWorkerSound, trs_worker_sound_free)

G_END_DECLS
