/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"

G_BEGIN_DECLS

/* What the user and this computer add to a project. The service knows none of
 * it, and keeping what the service tells never touches it. */

void     trs_store_set_local_title_async (TrsStore             *self,
                                          gint64                account,
                                          const char           *id,
                                          const char           *title,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
void     trs_store_set_note_async        (TrsStore             *self,
                                          gint64                account,
                                          const char           *id,
                                          const char           *note,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
gboolean trs_store_set_finish            (TrsStore             *self,
                                          GAsyncResult         *result,
                                          GError              **error);

G_END_DECLS
