/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsToastQueue:
 *
 * Toasts that are shown one at a time. A toast that is shown or waits already
 * is not added twice, and no more wait than can be read. Property: `overlay`
 * (construct only).
 */
#define TRS_TYPE_TOAST_QUEUE (trs_toast_queue_get_type ())
G_DECLARE_FINAL_TYPE (TrsToastQueue, trs_toast_queue, TRS, TOAST_QUEUE, GObject)

TrsToastQueue *trs_toast_queue_new (AdwToastOverlay *overlay);

AdwToast *trs_toast_queue_add           (TrsToastQueue *self,
                                         const char    *title,
                                         const char    *button_label,
                                         const char    *action_name,
                                         GVariant      *target);
AdwToast *trs_toast_queue_add_undo      (TrsToastQueue *self,
                                         const char    *title,
                                         const char    *action_name,
                                         GVariant      *target,
                                         const char    *project_id);
void      trs_toast_queue_withdraw_undo (TrsToastQueue *self,
                                         const char    *action_name,
                                         const char    *project_id);
void      trs_toast_queue_clear         (TrsToastQueue *self);
