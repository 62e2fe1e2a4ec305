/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-place.h"

G_BEGIN_DECLS

/**
 * TrsHistoryPlaces:
 *
 * The places of a list that somebody holds, by position. Of 100,000 that are
 * a few hundred, those with widgets.
 */
typedef struct _TrsHistoryPlaces TrsHistoryPlaces;

TrsHistoryPlaces *trs_history_places_new  (void);
void              trs_history_places_free (TrsHistoryPlaces *self);

TrsHistoryPlace  *trs_history_places_dup  (TrsHistoryPlaces *self,
                                           guint             position,
                                           TrsHistory       *history,
                                           guint32           handle);
void              trs_history_places_move (TrsHistoryPlaces *self,
                                           guint             position,
                                           guint             removed,
                                           guint             added);
void              trs_history_places_put  (TrsHistoryPlaces *self,
                                           const guint32    *handles,
                                           guint             n_handles);
void              trs_history_places_tell (TrsHistoryPlaces *self,
                                           guint             n);
gboolean          trs_history_places_know (TrsHistoryPlaces *self);
guint             trs_history_places_find (TrsHistoryPlaces *self,
                                           guint             position,
                                           guint            *first);

G_END_DECLS
