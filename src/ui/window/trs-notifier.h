/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsNotifier:
 *
 * The notifications about videos that are finished: one a video, for as long
 * as it is unread. It is withdrawn when the video was opened or removed.
 */
#define TRS_TYPE_NOTIFIER (trs_notifier_get_type ())
G_DECLARE_FINAL_TYPE (TrsNotifier, trs_notifier, TRS, NOTIFIER, GObject)

TrsNotifier *trs_notifier_new      (GApplication *application,
                                    TrsHistory   *history);
void         trs_notifier_notify   (TrsNotifier  *self,
                                    TrsProject   *project);
void         trs_notifier_withdraw (TrsNotifier  *self,
                                    TrsProject   *project);

void trs_notification_send (GApplication  *application,
                            const char    *id,
                            GNotification *notification);

G_END_DECLS
