/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-link.h"

G_BEGIN_DECLS

/* What the calls of the link share with its state. */

TrsApiClient *trs_link_get_client    (TrsLink      *self);
GCancellable *trs_link_begin_request (TrsLink      *self,
                                      GTask        *task,
                                      GCancellable *outer,
                                      gboolean      spends);
GError       *trs_link_end_request   (TrsLink      *self,
                                      GTask        *task,
                                      GError       *error);

G_END_DECLS
