/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-fuzz-file.h"
#include "trs-service-catalogue.h"

static void
check_video (const TrsServiceVideo *video)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *paragraphs = trs_service_catalogue_load (video, &error);
  g_autoptr (JsonNode) node = NULL;

  g_assert_no_error (error);
  g_assert_true (g_utf8_validate (video->title, -1, NULL));
  g_assert_cmpint (video->length, >=, 0);
  node = json_from_string (paragraphs, NULL);
  for (guint flags = 0; flags < 4; flags++)
    {
      g_autofree char *text = trs_service_paragraphs_to_text (node, flags & 1, flags >> 1, &error);

      g_assert_no_error (error);
      g_assert_true (g_utf8_validate (text, -1, NULL));
    }
}

/* A file is left out and its problem named, or its video has a title, a length and texts of four kinds. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const char *folder = trs_fuzz_file_get_folder ();
  g_autofree char *path = g_build_filename (folder, "video.json", NULL);
  g_autoptr (TrsServiceCatalogue) catalogue = NULL;
  const TrsServiceVideo *video;

  trs_fuzz_file_write (path, data, size);
  catalogue = trs_service_catalogue_new (folder, NULL);
  g_assert_nonnull (catalogue);
  g_assert_cmpuint (g_hash_table_size (catalogue->videos) + catalogue->problems->len, ==, 1);
  video = trs_service_catalogue_find (catalogue, "video");
  if (video != NULL)
    check_video (video);
  return 0;
}
