/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-api-client.h"
#include "trs-project.h"

/**
 * TrsDetailQueue:
 *
 * Asks for details, at most two at a time and never twice within three
 * seconds for the same project, and takes the answers into the projects.
 */
typedef struct _TrsDetailQueue TrsDetailQueue;

/**
 * TrsDetailAnswered:
 * @project: what was asked about; it has taken in the answer, if there was one
 * @error: (nullable): why there was no answer, or %NULL
 * @user_data: (closure): what the queue was made with
 *
 * Called once for each request, unless trs_detail_queue_reset() or
 * trs_detail_queue_free() has given it up.
 */
typedef void (*TrsDetailAnswered) (TrsProject   *project,
                                   const GError *error,
                                   gpointer      user_data);

TrsDetailQueue *trs_detail_queue_new            (TrsApiClient      *client,
                                                 TrsClock          *clock,
                                                 TrsDetailAnswered  answered,
                                                 gpointer           user_data);
void            trs_detail_queue_free           (TrsDetailQueue    *self);

gboolean        trs_detail_queue_ask            (TrsDetailQueue *self,
                                                 TrsProject     *project,
                                                 gboolean        background);
void            trs_detail_queue_ask_some       (TrsDetailQueue *self,
                                                 GPtrArray      *projects,
                                                 guint           max);
gint64          trs_detail_queue_get_asked_at   (TrsDetailQueue *self,
                                                 TrsProject     *project);
void            trs_detail_queue_reset          (TrsDetailQueue *self);
