/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-media-sniff.h"

#include <sys/mman.h>
#include <unistd.h>

/* An answer, and one that is the same the second time. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  int fd = memfd_create ("boxes", MFD_CLOEXEC);
  TrsMediaBoxes boxes;

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  boxes = trs_media_sniff_boxes (fd);
  g_assert_cmpint (boxes, <=, TRS_MEDIA_BOXES_HEADLESS);
  g_assert_cmpint (trs_media_sniff_boxes (fd), ==, (int) boxes);
  close (fd);
  trs_media_sniff_is_playlist (data, size);
  return 0;
}
