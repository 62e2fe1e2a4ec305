/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TRS_WORKER_ERROR (trs_worker_error_quark ())

/**
 * TrsWorkerError:
 * @TRS_WORKER_ERROR_SETUP: a recogniser, a model or a folder is missing: each job would fail
 * @TRS_WORKER_ERROR_RECOGNIZER: the recogniser failed
 * @TRS_WORKER_ERROR_RESULT: the recogniser said that it is done, and has written nothing usable
 * @TRS_WORKER_ERROR_DISK: there is no room
 * @TRS_WORKER_ERROR_LANGUAGE: the recogniser does not know the language
 * @TRS_WORKER_ERROR_CRASHED: what decodes or recognises died
 * @TRS_WORKER_ERROR_TIMEOUT: it takes too long
 */
typedef enum
{
  TRS_WORKER_ERROR_SETUP,
  TRS_WORKER_ERROR_RECOGNIZER,
  TRS_WORKER_ERROR_RESULT,
  TRS_WORKER_ERROR_DISK,
  TRS_WORKER_ERROR_LANGUAGE,
  TRS_WORKER_ERROR_CRASHED,
  TRS_WORKER_ERROR_TIMEOUT,
} TrsWorkerError;

GQuark      trs_worker_error_quark      (void);
const char *trs_worker_error_get_reason (const GError *error);

G_END_DECLS
