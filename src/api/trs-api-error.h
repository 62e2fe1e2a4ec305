/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-error.h"
#include "trs-transport.h"

/**
 * TrsApiEndpoint:
 * @TRS_API_SUBMIT: `POST /api/transcribeVideo`
 * @TRS_API_LIST: `GET /api/list`
 * @TRS_API_DETAIL: `GET /api/detail/{id}`
 */
typedef enum
{
  TRS_API_SUBMIT,
  TRS_API_LIST,
  TRS_API_DETAIL,
  TRS_API_N_ENDPOINTS
} TrsApiEndpoint;

GError *trs_api_error_from_reply (TrsApiEndpoint  endpoint,
                                  const TrsReply *reply,
                                  const char     *key);
