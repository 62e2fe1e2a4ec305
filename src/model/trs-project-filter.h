/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-packed-project.h"

G_BEGIN_DECLS

/**
 * TrsProjectShow:
 * @TRS_PROJECT_SHOW_ALL: everything
 * @TRS_PROJECT_SHOW_IN_PROGRESS: what has no end yet
 * @TRS_PROJECT_SHOW_DONE: what can be read
 * @TRS_PROJECT_SHOW_FAILED: what failed
 */
typedef enum
{
  TRS_PROJECT_SHOW_ALL,
  TRS_PROJECT_SHOW_IN_PROGRESS,
  TRS_PROJECT_SHOW_DONE,
  TRS_PROJECT_SHOW_FAILED,
} TrsProjectShow;

gboolean          trs_project_show_includes   (TrsProjectShow          show,
                                               TrsProjectState         state,
                                               gboolean                pending);

/**
 * TrsProjectFilter:
 *
 * Lets through the projects of one kind whose title contains every word that
 * is looked for, or whose video identifier is what is looked for. Signal
 * `changed`: it lets others through than before.
 */
#define TRS_TYPE_PROJECT_FILTER (trs_project_filter_get_type ())
G_DECLARE_FINAL_TYPE (TrsProjectFilter, trs_project_filter, TRS, PROJECT_FILTER, GObject)

TrsProjectFilter *trs_project_filter_new      (void);

gboolean          trs_project_filter_is_open  (TrsProjectFilter       *self);
gboolean          trs_project_filter_matches  (TrsProjectFilter       *self,
                                               const TrsPackedProject *packed);
void              trs_project_filter_set_show (TrsProjectFilter       *self,
                                               TrsProjectShow          show);
void              trs_project_filter_set_text (TrsProjectFilter       *self,
                                               const char             *text);

G_END_DECLS
