/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsServiceProcess:
 *
 * The built transcription-service in a process of its own, with a data file and
 * a file of faults in a folder that is gone afterwards. Without arguments it
 * serves the sample catalogue, a hundred times faster than usual.
 */
typedef struct _TrsServiceProcess TrsServiceProcess;

TrsServiceProcess *trs_service_process_new         (const char * const *extra_args);
void               trs_service_process_free        (TrsServiceProcess  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceProcess, trs_service_process_free)

const char        *trs_service_process_get_program (void);
const char        *trs_service_process_get_address (TrsServiceProcess  *self);
const char        *trs_service_process_get_key     (TrsServiceProcess  *self);
const char        *trs_service_process_get_log     (TrsServiceProcess  *self);
void               trs_service_process_kill        (TrsServiceProcess  *self);
int                trs_service_process_terminate   (TrsServiceProcess  *self);
void               trs_service_process_restart     (TrsServiceProcess  *self);
void               trs_service_process_set_faults  (TrsServiceProcess  *self,
                                                    const char         *json);

G_END_DECLS
