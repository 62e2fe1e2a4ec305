/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history.h"
#include "trs-link.h"
#include "trs-shelf.h"

G_BEGIN_DECLS

typedef struct _TrsHistoryReader TrsHistoryReader;

struct _TrsHistory
{
  GObject parent_instance;

  TrsShelf *shelf;
  TrsHistoryReader *reader;
  guint n_pending;
  gboolean reading;
  gboolean complete;
  GError *error;
  gint64 checked_at;
  gint64 updated_at;
};

/* What the engine does with a history and ui/ does not.
 *
 * Signal `page-read` (#GPtrArray of ids, #GPtrArray of #TrsProject): the
 * projects of the history that a page told of, already updated. Those that were
 * not known before and are final are not among the objects: `items-changed` told
 * of them, and there is nothing more to them than their rows.
 */

TrsHistory *trs_history_new                  (TrsLink             *link,
                                              TrsClock            *clock);

void        trs_history_poll_async           (TrsHistory          *self,
                                              GCancellable        *cancellable,
                                              GAsyncReadyCallback  callback,
                                              gpointer             user_data);
void        trs_history_poll_far_async       (TrsHistory          *self,
                                              GCancellable        *cancellable,
                                              GAsyncReadyCallback  callback,
                                              gpointer             user_data);
gboolean    trs_history_poll_finish          (TrsHistory          *self,
                                              GAsyncResult        *result,
                                              GError             **error);

void        trs_history_insert_on_top        (TrsHistory          *self,
                                              TrsProject          *project);
guint       trs_history_remove               (TrsHistory          *self,
                                              TrsProject          *project);
void        trs_history_put_back             (TrsHistory          *self,
                                              TrsProject          *project,
                                              guint                position);
void        trs_history_clear                (TrsHistory          *self);
void        trs_history_interrupt            (TrsHistory          *self);
gboolean    trs_history_knows_any            (TrsHistory          *self,
                                              GPtrArray           *records);
void        trs_history_append_kept          (TrsHistory          *self,
                                              GBytes              *block);
void        trs_history_take_first_page      (TrsHistory          *self,
                                              GPtrArray           *records);
GStrv       trs_history_dup_newest_ids       (TrsHistory          *self,
                                              guint                limit);

/* for the reader */
void        trs_history_insert_at            (TrsHistory          *self,
                                              guint                position,
                                              GPtrArray           *projects);
void        trs_history_insert_records       (TrsHistory          *self,
                                              guint                position,
                                              GPtrArray           *records,
                                              gint64               now);
void        trs_history_set_reading          (TrsHistory          *self,
                                              gboolean             reading);
void        trs_history_set_complete         (TrsHistory          *self,
                                              gboolean             complete);
void        trs_history_set_error            (TrsHistory          *self,
                                              const GError        *error);
void        trs_history_set_checked_at       (TrsHistory          *self,
                                              gint64               checked_at);
void        trs_history_set_updated_at       (TrsHistory          *self,
                                              gint64               updated_at);
void        trs_history_tell_page            (TrsHistory          *self,
                                              GPtrArray           *ids,
                                              GPtrArray           *projects);

G_END_DECLS
