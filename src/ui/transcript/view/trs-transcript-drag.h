/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-selection-provider.h"

G_BEGIN_DECLS

void trs_transcript_drag_attach (GtkTextView      *view,
                                 TrsSelectionFunc  render);

G_END_DECLS
