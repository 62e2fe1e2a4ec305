/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-view.h"

G_BEGIN_DECLS

/**
 * TrsSelectionProvider:
 *
 * Content for the primary selection: what is selected in a transcript view,
 * rendered when somebody asks for it.
 */
#define TRS_TYPE_SELECTION_PROVIDER (trs_selection_provider_get_type ())
G_DECLARE_FINAL_TYPE (TrsSelectionProvider, trs_selection_provider, TRS, SELECTION_PROVIDER, GdkContentProvider)

GdkContentProvider *trs_selection_provider_new (TrsTranscriptView *view);

G_END_DECLS
