/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-worker-subtitles.h"

#include <string.h>

/* What is refused has an error; what is read is clean text, and no more of it than there was. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = g_utf8_make_valid ((const char *) data, (gssize) size);
  g_autoptr (TrsWorkerCues) cues = trs_worker_cues_new ();
  g_autoptr (GError) error = NULL;
  gboolean read = trs_worker_subtitles_read (text, cues, &error);
  size_t length = 0;

  g_assert_true (read == (error == NULL));
  trs_worker_subtitles_are (text);
  for (guint i = 0; i < trs_worker_cues_size (cues); i++)
    {
      const TrsWorkerCue *cue = trs_worker_cues_get (cues, i);

      g_assert_true (g_utf8_validate (cue->text, -1, NULL));
      g_assert_cmpuint (strlen (cue->text), >, 0);
      g_assert_null (strpbrk (cue->text, "\r\n\t"));
      g_assert_cmpuint (cue->speaker, <=, 1000);
      length += strlen (cue->text);
    }
  g_assert_cmpuint (length, <=, strlen (text));
  return 0;
}
