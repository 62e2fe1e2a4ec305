/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

/**
 * TrsBatchFailure:
 * @title: (not nullable): title of the project as the user knows it, or its identifier
 * @error: (not nullable): why it is not part of what was made of many
 */
typedef struct
{
  char *title;
  GError *error;
} TrsBatchFailure;

TrsBatchFailure *trs_batch_failure_new          (TrsProject      *project,
                                                 GError          *error);
void             trs_batch_failure_free         (TrsBatchFailure *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsBatchFailure, trs_batch_failure_free)

gboolean         trs_batch_failure_is_about_all (const GError    *error);
