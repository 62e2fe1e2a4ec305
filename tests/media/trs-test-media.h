/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsTestMediaKind:
 * @suffix: what the file is named for
 * @tail: how GStreamer makes it of samples, up to the muxer
 *
 * A kind of file that recordings come in.
 */
typedef struct
{
  const char *suffix;
  const char *tail;
} TrsTestMediaKind;

#define TRS_TEST_MEDIA_N_KINDS 8
extern const TrsTestMediaKind trs_test_media_kinds[TRS_TEST_MEDIA_N_KINDS];

GArray     *trs_test_media_new_samples (double                  seconds);
void        trs_test_media_add_noise   (GArray                 *samples,
                                        double                  from,
                                        double                  to,
                                        double                  decibel);
void        trs_test_media_add_speech  (GArray                 *samples,
                                        double                  from,
                                        double                  to,
                                        double                  decibel);
char       *trs_test_media_write       (const char             *name,
                                        const TrsTestMediaKind *kind,
                                        GArray                 *samples,
                                        const char             *title);
void        trs_test_media_write_wav   (const char             *path,
                                        GArray                 *samples);
void        trs_test_media_write_channels (const char      *path,
                                           GArray          *samples,
                                           const double    *gains,
                                           guint            n);
char       *trs_test_media_write_tracks (const char            *name,
                                         gboolean               turned);
void        trs_test_media_launch      (const char             *description);
char       *trs_test_media_path        (const char             *name);
void        trs_test_media_cut         (const char             *path,
                                        double                  part);

G_END_DECLS
