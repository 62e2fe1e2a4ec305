/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-name-dialog.h"
#include "trs-session.h"

G_BEGIN_DECLS

/* Asks what a project is called on this computer. Empty means: as the service calls it. */
TrsNameDialog *trs_title_dialog_new (TrsSession *session,
                                     TrsProject *project);

G_END_DECLS
