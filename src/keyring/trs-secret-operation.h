/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-keyring-marker.h"

G_BEGIN_DECLS

typedef enum
{
  TRS_SECRET_LOOKUP,
  TRS_SECRET_STORE,
  TRS_SECRET_REMOVE,
} TrsSecretVerb;

void      trs_secret_operation_run_async  (TrsSecretVerb         verb,
                                           const char           *address,
                                           const char           *key,
                                           TrsKeyringMarker     *marker,
                                           guint                 patience,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
gboolean  trs_secret_operation_run_finish (GAsyncResult         *result,
                                           char                **key,
                                           GError              **error);

G_END_DECLS
