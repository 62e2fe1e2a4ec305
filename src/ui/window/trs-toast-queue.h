/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsToastQueue:
 *
 * Toasts that are shown one at a time, the newest first. None is dropped but
 * one that is said again. Property: `overlay` (construct only). Signal:
 * `undo-gone` (action name) when a toast that offered to undo something has
 * left for good.
 */
#define TRS_TYPE_TOAST_QUEUE (trs_toast_queue_get_type ())
G_DECLARE_FINAL_TYPE (TrsToastQueue, trs_toast_queue, TRS, TOAST_QUEUE, GObject)

TrsToastQueue *trs_toast_queue_new (AdwToastOverlay *overlay);

AdwToast *trs_toast_queue_add           (TrsToastQueue *self,
                                         const char    *title,
                                         const char    *button_label,
                                         const char    *action_name,
                                         GVariant      *target);
void      trs_toast_queue_add_undo      (TrsToastQueue *self,
                                         const char    *title,
                                         const char    *action_name,
                                         GVariant      *target,
                                         const char    *project_id);
void      trs_toast_queue_withdraw_undo (TrsToastQueue *self,
                                         const char    *action_name,
                                         const char    *project_id);
void      trs_toast_queue_clear         (TrsToastQueue *self);
