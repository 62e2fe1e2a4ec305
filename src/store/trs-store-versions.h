/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/**
 * TrsStoreVersions:
 * @shown: the text that is shown
 * @shown_at: when it was received, in microseconds since the epoch
 * @later: (nullable): another text that the service gave afterwards
 * @later_at: when that was
 *
 * The text of a project, and what the service says by now.
 */
typedef struct
{
  TrsTranscript *shown;
  gint64 shown_at;
  TrsTranscript *later;
  gint64 later_at;
} TrsStoreVersions;

void              trs_store_versions_free        (TrsStoreVersions     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreVersions, trs_store_versions_free)

void              trs_store_load_versions_async  (TrsStore             *self,
                                                  gint64                account,
                                                  const char           *project_id,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
TrsStoreVersions *trs_store_load_versions_finish (TrsStore             *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);

void              trs_store_accept_later_async   (TrsStore             *self,
                                                  gint64                account,
                                                  const char           *project_id,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
gboolean          trs_store_accept_later_finish  (TrsStore             *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);

G_END_DECLS
