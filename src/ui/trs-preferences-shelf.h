/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsPreferencesShelf:
 *
 * The group about what is kept on this computer: whether transcripts are, the
 * space that is used, and removing everything of the account in use. Nothing
 * is removed without asking.
 */
#define TRS_TYPE_PREFERENCES_SHELF (trs_preferences_shelf_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesShelf, trs_preferences_shelf, TRS, PREFERENCES_SHELF, AdwPreferencesGroup)

void trs_preferences_shelf_set_session (TrsPreferencesShelf *self,
                                        TrsSession          *session,
                                        GSettings           *settings);

G_END_DECLS
