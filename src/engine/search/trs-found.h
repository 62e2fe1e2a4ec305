/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"
#include "trs-search-results.h"

G_BEGIN_DECLS

/**
 * TrsFound:
 *
 * A project in which was found what is looked for, and where. Never changes;
 * the project in it lives on.
 */
#define TRS_TYPE_FOUND (trs_found_get_type ())
G_DECLARE_FINAL_TYPE (TrsFound, trs_found, TRS, FOUND, GObject)

TrsFound           *trs_found_new            (TrsProject   *project,
                                              TrsSearchHit *hit);
TrsProject         *trs_found_get_project    (TrsFound     *self);
TrsSearchHitFields  trs_found_get_fields     (TrsFound     *self);
guint               trs_found_get_n_passages (TrsFound     *self);
gboolean            trs_found_get_many       (TrsFound     *self);
GPtrArray          *trs_found_get_passages   (TrsFound     *self);
gboolean            trs_found_is_equal       (TrsFound     *self,
                                              TrsFound     *other);

G_END_DECLS
