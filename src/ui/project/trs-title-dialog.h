/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TrsTitleDialog:
 *
 * Asks what a project is called on this computer. Empty means: as the service
 * calls it.
 */
#define TRS_TYPE_TITLE_DIALOG (trs_title_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsTitleDialog, trs_title_dialog, TRS, TITLE_DIALOG, AdwWindow)

TrsTitleDialog *trs_title_dialog_new (TrsSession *session,
                                      TrsProject *project);

G_END_DECLS
