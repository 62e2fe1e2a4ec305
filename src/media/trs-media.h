/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is decoded for: a recogniser takes one channel of this rate. */
#define TRS_MEDIA_RATE 16000

/* The longest recording there is: what says that it is longer is not what it says. */
#define TRS_MEDIA_MAX_SECONDS (48 * 3600)

#define TRS_MEDIA_ERROR (trs_media_error_quark ())

/**
 * TrsMediaError:
 * @TRS_MEDIA_ERROR_EMPTY: the file has no byte
 * @TRS_MEDIA_ERROR_UNREADABLE: it cannot be opened, is no regular file, or is damaged
 * @TRS_MEDIA_ERROR_NO_DECODER: nothing here decodes its sound
 * @TRS_MEDIA_ERROR_NOT_MEDIA: it is something else than a recording
 * @TRS_MEDIA_ERROR_NO_SOUND: it has pictures alone
 * @TRS_MEDIA_ERROR_PROTECTED: it is encrypted
 * @TRS_MEDIA_ERROR_PLAYLIST: it names recordings elsewhere
 * @TRS_MEDIA_ERROR_CUT: it ends before what it takes to read its beginning
 * @TRS_MEDIA_ERROR_SETUP: GStreamer, or a part of it that everything needs, is not there
 */
typedef enum
{
  TRS_MEDIA_ERROR_EMPTY,
  TRS_MEDIA_ERROR_UNREADABLE,
  TRS_MEDIA_ERROR_NO_DECODER,
  TRS_MEDIA_ERROR_NOT_MEDIA,
  TRS_MEDIA_ERROR_NO_SOUND,
  TRS_MEDIA_ERROR_PROTECTED,
  TRS_MEDIA_ERROR_PLAYLIST,
  TRS_MEDIA_ERROR_CUT,
  TRS_MEDIA_ERROR_SETUP,
} TrsMediaError;

GQuark      trs_media_error_quark      (void);
const char *trs_media_error_get_reason (TrsMediaError   code);
gboolean    trs_media_init             (gboolean        sound_alone,
                                        GError        **error);

G_END_DECLS
