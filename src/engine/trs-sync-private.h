/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sync.h"

#include "trs-archive.h"
#include "trs-detail-queue.h"
#include "trs-history-reader.h"
#include "trs-link.h"
#include "trs-page-merge.h"
#include "trs-page-window.h"

G_BEGIN_DECLS

/* Between when a walk is made and how. */

typedef enum
{
  TRS_SYNC_RESTING,
  TRS_SYNC_ASKING,
  TRS_SYNC_WALKING,
  TRS_SYNC_CHECKING,
  TRS_SYNC_COUNTING,
} TrsSyncState;

struct _TrsSync
{
  GObject parent_instance;

  TrsLink *link;
  TrsHistory *history;
  TrsArchive *archive;
  TrsClock *clock;
  TrsPageWindow *window;
  TrsDetailQueue *details;
  TrsPageMerge merge;

  gboolean wanted;
  gboolean settled;
  gboolean active;
  TrsSyncState state;
  guint serial;

  /* the whole list before */
  gint64 listed_at;
  GHashTable *seen; /* ids; NULL when nothing can be missing */
  gboolean confirming;

  /* the walk */
  guint page;
  guint width;
  guint n_ahead;
  gboolean groping;
  gboolean ended;
  char *anchor;
  guint failures;
  guint timer;

  /* what was read while others were under way, and has to be checked */
  guint unsure_page;
  guint sure_until;
  guint n_pushed;
  gint64 checked_at;
};

/**
 * TrsSyncTicket:
 * @self: a sync
 * @serial: its serial when something was asked
 */
typedef struct
{
  TrsSync *self;
  guint serial;
} TrsSyncTicket;

TrsSyncTicket *trs_sync_ticket_new  (TrsSync       *self);
void           trs_sync_ticket_free (TrsSyncTicket *ticket);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsSyncTicket, trs_sync_ticket_free)

void trs_sync_walk        (TrsSync      *self,
                           guint         page);
void trs_sync_step        (TrsSync      *self);
void trs_sync_check       (TrsSync      *self);
void trs_sync_note        (TrsSync      *self);
void trs_sync_end         (TrsSync      *self,
                           const GError *error);
void trs_sync_reached_end (TrsSync      *self);
void trs_sync_finish      (TrsSync      *self);
void trs_sync_saw         (TrsSync      *self,
                           GPtrArray    *ids,
                           GPtrArray    *projects);

G_END_DECLS
