/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"

G_BEGIN_DECLS

/* Told of by name alone, so that ui/ can use this without knowing what sends and keeps. */
typedef struct _TrsArchive TrsArchive;
typedef struct _TrsLink TrsLink;

/**
 * TrsSync:
 *
 * Reads the list to its end, by itself, as long as this computer has not seen
 * it whole: several pages at once, and it goes on where it was after the
 * program was closed or killed. What the service has shown once and shows no
 * longer is called missing, and nothing is taken away.
 *
 * Property `active`, read-only and notifying: the rest of the list is being
 * read. Without a store nothing is read that nobody looks at.
 */
#define TRS_TYPE_SYNC (trs_sync_get_type ())
G_DECLARE_FINAL_TYPE (TrsSync, trs_sync, TRS, SYNC, GObject)

TrsSync  *trs_sync_new        (TrsLink    *link,
                               TrsHistory *history,
                               TrsArchive *archive,
                               TrsClock   *clock);

void      trs_sync_start      (TrsSync    *self);
void      trs_sync_cancel     (TrsSync    *self);
void      trs_sync_reset      (TrsSync    *self);
gboolean  trs_sync_get_active (TrsSync    *self);

G_END_DECLS
