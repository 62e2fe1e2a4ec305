/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-worker-line.h"
#include "trs-worker-paragraphs.h"
#include "trs-worker-result.h"

#include <string.h>

#define LENGTH 3600

static void
paragraph_cb (double      start,
              double      end,
              guint       speaker,
              const char *text,
              gpointer    user_data)
{
  double *last = user_data;
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_PARAGRAPH, .start = start, .seconds = end, .speaker = speaker,
                         .text = (char *) text };
  g_autofree char *written = trs_worker_line_write (&line);
  g_autoptr (TrsWorkerLine) read = trs_worker_line_parse (written, strlen (written));

  g_assert_nonnull (read);
  g_assert_cmpstr (read->text, ==, text);
  g_assert_cmpfloat (start, >=, *last);
  g_assert_cmpfloat (end, <=, LENGTH + 2);
  *last = start;
}

/* What is refused has an error; what is read becomes paragraphs in order, inside the recording, each of them a line. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsWorkerCues) cues = trs_worker_result_parse ((const char *) data, size, LENGTH, &error);
  g_autoptr (TrsWorkerParagraphs) paragraphs = NULL;
  double last = 0;

  g_assert_true ((cues == NULL) == (error != NULL));
  if (cues == NULL)
    return 0;

  paragraphs = trs_worker_paragraphs_new (FALSE, paragraph_cb, &last);
  for (guint i = 0; i < trs_worker_cues_size (cues); i++)
    trs_worker_paragraphs_add (paragraphs, trs_worker_cues_get (cues, i));
  trs_worker_paragraphs_finish (paragraphs);
  return 0;
}
