/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session-rig.h"

G_BEGIN_DECLS

/* Both are held until the rig is freed. */

TrsProject *trs_session_rig_find        (TrsSessionRig *self,
                                         const char    *id);
TrsProject *trs_session_rig_find_listed (TrsSessionRig *self,
                                         const char    *video_id);

G_END_DECLS
