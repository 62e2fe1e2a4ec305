/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-composer.h"

/**
 * TrsWindow:
 *
 * The window: welcome page, or history and page of a project. It is the
 * #TrsErrorSink of everything in it. Property: `project` (read-only: the one that
 * is open, %NULL for none).
 */
#define TRS_TYPE_WINDOW (trs_window_get_type ())
G_DECLARE_FINAL_TYPE (TrsWindow, trs_window, TRS, WINDOW, AdwApplicationWindow)

TrsWindow   *trs_window_new          (GtkApplication *application,
                                      TrsSession     *session,
                                      GSettings      *settings);

TrsComposer *trs_window_get_composer (TrsWindow      *self);
TrsProject  *trs_window_get_project  (TrsWindow      *self);
void         trs_window_open_project (TrsWindow      *self,
                                      TrsProject     *project);
void         trs_window_open_at      (TrsWindow      *self,
                                      const char     *id,
                                      gint64          time);
void         trs_window_search       (TrsWindow      *self,
                                      const char     *words);
void         trs_window_quit         (TrsWindow      *self);
AdwToast    *trs_window_toast        (TrsWindow      *self,
                                      const char     *title,
                                      const char     *button_label,
                                      const char     *action_name,
                                      GVariant       *target);
