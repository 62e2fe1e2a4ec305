/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/* What is kept on this computer, and what the user decides about it. */

const GError *trs_session_get_store_error          (TrsSession           *self);
const char   *trs_session_get_moved_aside          (TrsSession           *self);
void          trs_session_dismiss_moved_aside      (TrsSession           *self);
void          trs_session_retry_keeping            (TrsSession           *self);

void          trs_session_remove_project_async     (TrsSession           *self,
                                                    TrsProject           *project,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
gboolean      trs_session_remove_project_finish    (TrsSession           *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);

G_END_DECLS
