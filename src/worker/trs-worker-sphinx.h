/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-worker-cues.h"

G_BEGIN_DECLS

typedef struct _TrsWorkerSphinx TrsWorkerSphinx;

TrsWorkerSphinx *trs_worker_sphinx_new       (const char       *model,
                                              const char       *grammar,
                                              GError          **error);
void             trs_worker_sphinx_free      (TrsWorkerSphinx  *self);
gboolean         trs_worker_sphinx_recognize (TrsWorkerSphinx  *self,
                                              guint64           start,
                                              const gint16     *samples,
                                              gsize             n,
                                              TrsWorkerCues    *words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsWorkerSphinx, trs_worker_sphinx_free)

G_END_DECLS
