/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-sample.h"

/* Returns: (transfer full): a source of these paragraphs, without anything that the user added */
TrsExportSource *
trs_export_sample_new (const SampleParagraph *paragraphs,
                       guint                  n_paragraphs)
{
  g_autoptr (GString) bare = g_string_new (NULL);
  g_autoptr (GString) prefixed = g_string_new (NULL);
  g_autoptr (GBytes) bare_bytes = NULL;
  g_autoptr (GBytes) prefixed_bytes = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (TrsAnnotations) annotations = NULL;
  TrsExportSource *source = g_atomic_rc_box_new0 (TrsExportSource);

  for (guint i = 0; i < n_paragraphs; i++)
    {
      const SampleParagraph *it = &paragraphs[i];
      gint64 start = it->start;

      g_string_append_printf (bare, "%s%s", i > 0 ? "\n\n" : "", it->words);
      g_string_append (prefixed, i > 0 ? "\n\n" : "");
      if (start >= 0)
        g_string_append_printf (prefixed, "[%02d:%02d:%02d.%03d] ", (int) (start / 3600000),
                                (int) (start / 60000 % 60), (int) (start / 1000 % 60), (int) (start % 1000));
      if (it->speaker > 0)
        g_string_append_printf (prefixed, "Speaker %u: ", it->speaker);
      g_string_append (prefixed, it->words);
    }
  bare_bytes = g_bytes_new (bare->str, bare->len);
  prefixed_bytes = g_bytes_new (prefixed->str, prefixed->len);
  transcript = trs_transcript_align (bare_bytes, prefixed_bytes, "en", FALSE);
  g_assert_nonnull (transcript);
  g_assert_true (trs_transcript_is_aligned (transcript));
  annotations = trs_annotations_new ();

  source->document = trs_document_new (transcript, annotations);
  source->title = g_strdup ("City <council> & *budget*");
  source->project_id = g_strdup ("0f0e-1");
  source->video_id = g_strdup ("dQw4w9WgXcQ");
  source->video_length = -1;
  source->created_at = G_GINT64_CONSTANT (1764000000) * G_USEC_PER_SEC;
  source->received_at = G_GINT64_CONSTANT (1764000300) * G_USEC_PER_SEC;
  source->address = g_strdup ("https://service.example");
  source->language = g_strdup ("en");
  source->sha256 = g_strnfill (64, 'a');
  source->pattern = g_strdup ("https://video.example/watch?v={id}&t={t}s");
  return source;
}

void
trs_export_sample_annotate (TrsExportSource *source,
                            TrsAnnotations  *annotations)
{
  TrsDocument *document = trs_document_new (trs_document_get_transcript (source->document), annotations);

  g_object_unref (source->document);
  source->document = document;
}
