/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"

#include <gio/gio.h>

/**
 * TrsHighlight:
 *
 * A highlight as a row of a list.
 */
#define TRS_TYPE_HIGHLIGHT (trs_highlight_get_type ())
G_DECLARE_FINAL_TYPE (TrsHighlight, trs_highlight, TRS, HIGHLIGHT, GObject)

TrsHighlight        *trs_highlight_new            (TrsDocument              *document,
                                                   const TrsAnnotation      *annotation,
                                                   const TrsPlacedHighlight *placed,
                                                   gboolean                  exact_times);
gboolean             trs_highlight_rebase         (TrsHighlight             *self,
                                                   TrsHighlight             *on);
const TrsAnnotation *trs_highlight_get_annotation (TrsHighlight             *self);
TrsTextPosition      trs_highlight_get_start      (TrsHighlight             *self);
TrsTextPosition      trs_highlight_get_end        (TrsHighlight             *self);
gboolean             trs_highlight_is_lost        (TrsHighlight             *self);
const char          *trs_highlight_get_what       (TrsHighlight             *self);
const char          *trs_highlight_get_facts      (TrsHighlight             *self);
