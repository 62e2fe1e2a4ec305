/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-wav.h"

#include "trs-media.h"

#include <string.h>

#define SAMPLE_BYTES 2

/* Writes the lowest @n bytes of a number, little-endian. */
static void
put_le (guint8  *at,
        guint32  number,
        guint    n)
{
  for (guint i = 0; i < n; i++)
    at[i] = (guint8) (number >> (8 * i));
}

/**
 * trs_worker_wav_write_header:
 * @header: where it goes
 * @n_samples: how many samples follow, in one channel of %TRS_MEDIA_RATE
 *
 * The sizes of a recording of more than 37 hours are the largest there are: readers go on to the end of the file.
 */
void
trs_worker_wav_write_header (guint8  header[TRS_WORKER_WAV_HEADER],
                             guint64 n_samples)
{
  guint64 most = G_MAXUINT32 - TRS_WORKER_WAV_HEADER;
  guint32 size = (guint32) MIN (n_samples * SAMPLE_BYTES, most);

  memcpy (header, "RIFF....WAVEfmt ", 16);
  put_le (header + 4, size + TRS_WORKER_WAV_HEADER - 8, 4);
  put_le (header + 16, 16, 4);
  put_le (header + 20, 1, 2);
  put_le (header + 22, 1, 2);
  put_le (header + 24, TRS_MEDIA_RATE, 4);
  put_le (header + 28, TRS_MEDIA_RATE * SAMPLE_BYTES, 4);
  put_le (header + 32, SAMPLE_BYTES, 2);
  put_le (header + 34, SAMPLE_BYTES * 8, 2);
  memcpy (header + 36, "data", 4);
  put_le (header + 40, size, 4);
}
