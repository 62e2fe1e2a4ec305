/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-api-client.h"
#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsDetailQueue:
 *
 * Asks for details, at most two at a time and never twice within three
 * seconds for the same project, and takes the answers into the projects.
 *
 * Signal `answered` (#TrsProject, boxed #GError or %NULL).
 */
#define TRS_TYPE_DETAIL_QUEUE (trs_detail_queue_get_type ())
G_DECLARE_FINAL_TYPE (TrsDetailQueue, trs_detail_queue, TRS, DETAIL_QUEUE, GObject)

TrsDetailQueue *trs_detail_queue_new            (TrsApiClient   *client,
                                                 TrsClock       *clock);

gboolean        trs_detail_queue_ask            (TrsDetailQueue *self,
                                                 TrsProject     *project,
                                                 gboolean        background);
void            trs_detail_queue_ask_some       (TrsDetailQueue *self,
                                                 GPtrArray      *projects,
                                                 guint           max);
gint64          trs_detail_queue_get_asked_at   (TrsDetailQueue *self,
                                                 TrsProject     *project);
void            trs_detail_queue_reset          (TrsDetailQueue *self);

G_END_DECLS
