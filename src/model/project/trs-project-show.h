/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-state.h"

G_BEGIN_DECLS

/**
 * TrsProjectShow:
 * @TRS_PROJECT_SHOW_ALL: everything
 * @TRS_PROJECT_SHOW_IN_PROGRESS: neither done nor failed
 * @TRS_PROJECT_SHOW_DONE: what can be read
 * @TRS_PROJECT_SHOW_FAILED: what failed
 *
 * Which projects a list shows.
 */
typedef enum
{
  TRS_PROJECT_SHOW_ALL,
  TRS_PROJECT_SHOW_IN_PROGRESS,
  TRS_PROJECT_SHOW_DONE,
  TRS_PROJECT_SHOW_FAILED,
} TrsProjectShow;

/**
 * TrsProjectOrder:
 * @TRS_PROJECT_ORDER_DATE: newest first
 * @TRS_PROJECT_ORDER_TITLE: by title, of the same title newest first
 *
 * In which order a list shows projects.
 */
typedef enum
{
  TRS_PROJECT_ORDER_DATE,
  TRS_PROJECT_ORDER_TITLE,
} TrsProjectOrder;

GType    trs_project_show_get_type  (void);
#define TRS_TYPE_PROJECT_SHOW (trs_project_show_get_type ())
GType    trs_project_order_get_type (void);
#define TRS_TYPE_PROJECT_ORDER (trs_project_order_get_type ())

gboolean trs_project_show_includes  (TrsProjectShow  show,
                                     TrsProjectState state,
                                     gboolean        pending);

G_END_DECLS
