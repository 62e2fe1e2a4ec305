/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-error.h"

#include "trs-media.h"

G_DEFINE_QUARK (trs-worker-error, trs_worker_error)

/**
 * trs_worker_error_get_reason:
 * @error: an error of the worker or of a medium
 *
 * Returns: the word for it in a line
 */
const char *
trs_worker_error_get_reason (const GError *error)
{
  if (error->domain == TRS_MEDIA_ERROR)
    return trs_media_error_get_reason ((TrsMediaError) error->code);
  if (error->domain != TRS_WORKER_ERROR)
    return "unreadable";

  switch ((TrsWorkerError) error->code)
    {
    case TRS_WORKER_ERROR_SETUP:
      return "setup";
    case TRS_WORKER_ERROR_DISK:
      return "disk";
    case TRS_WORKER_ERROR_LANGUAGE:
      return "language";
    case TRS_WORKER_ERROR_CRASHED:
      return "crashed";
    case TRS_WORKER_ERROR_TIMEOUT:
      return "timeout";
    case TRS_WORKER_ERROR_RECOGNIZER:
    case TRS_WORKER_ERROR_RESULT:
    default:
      return "recognizer";
    }
}
