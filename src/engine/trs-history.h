/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsHistory:
 *
 * The projects of the account, newest first: a #GListModel of #TrsProject,
 * read page by page. Rows are joined by id and updated in place. Properties,
 * all read-only and notifying: `reading` (a page is out), `complete` (the
 * empty array was seen), `n-read` (projects read from the service), `error`
 * (boxed #GError of the last attempt, or %NULL), `checked-at`.
 *
 * A project is an object while somebody holds it, always the same one; the
 * others are a few bytes. Signal `project-changed` (#TrsProject): something
 * of it that is kept has changed.
 */
#define TRS_TYPE_HISTORY (trs_history_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistory, trs_history, TRS, HISTORY, GObject)

gboolean      trs_history_get_reading    (TrsHistory          *self);
gboolean      trs_history_get_complete   (TrsHistory          *self);
guint         trs_history_get_n_read     (TrsHistory          *self);
const GError *trs_history_get_error      (TrsHistory          *self);
gint64        trs_history_get_checked_at (TrsHistory          *self);
gint64        trs_history_get_updated_at (TrsHistory          *self);

void          trs_history_load_more      (TrsHistory          *self);
void          trs_history_refresh_async  (TrsHistory          *self,
                                          GCancellable        *cancellable,
                                          GAsyncReadyCallback  callback,
                                          gpointer             user_data);
gboolean      trs_history_refresh_finish (TrsHistory          *self,
                                          GAsyncResult        *result,
                                          GError             **error);

TrsProject   *trs_history_find_by_id     (TrsHistory          *self,
                                          const char          *id);
TrsProject   *trs_history_find_by_video  (TrsHistory          *self,
                                          const char          *video_id);
GPtrArray    *trs_history_list_by_video  (TrsHistory          *self,
                                          const char          *video_id);

G_END_DECLS
