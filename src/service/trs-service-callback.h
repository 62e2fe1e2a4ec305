/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-projects.h"

/**
 * TrsServiceCallback:
 *
 * "Events" of the interface: one POST for each finished project, tried once.
 * What the interface leaves open: the body is the finished detail without
 * prefixes, nothing signs it, and a project in state `error` has none.
 */
typedef struct _TrsServiceCallback TrsServiceCallback;

TrsServiceCallback *trs_service_callback_new  (TrsServiceProjects  *projects);
void                trs_service_callback_free (TrsServiceCallback  *self);
