/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TrsInvitation:
 *
 * Invites to transcribe the first video.
 */
#define TRS_TYPE_INVITATION (trs_invitation_get_type ())
G_DECLARE_FINAL_TYPE (TrsInvitation, trs_invitation, TRS, INVITATION, AdwBin)

GtkWidget *trs_invitation_new (void);

G_END_DECLS
