/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-project-data.h"

/* Only the codec knows the field names of the interface. */

#define TRS_API_DEFAULT_SUBMIT_FIELD "platformVideoId"
#define TRS_API_DEFAULT_PROJECT_FIELD "platformId"

GBytes           *trs_api_codec_write_submission (const char  *video_field,
                                                  const char  *video_id,
                                                  const char  *webhook_url,
                                                  const char  *language);
char             *trs_api_codec_read_submission  (GBytes      *body,
                                                  GError     **error);
GPtrArray        *trs_api_codec_read_list        (GBytes      *body,
                                                  const char  *video_field,
                                                  GError     **error);
TrsProjectRecord *trs_api_codec_read_detail      (GBytes      *body,
                                                  const char  *video_field,
                                                  GError     **error);
char             *trs_api_codec_read_error       (GBytes      *body,
                                                  char       **error_word);
