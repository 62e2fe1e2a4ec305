/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-video-ref.h"

/* A draft, whose lines are text, is split again when it comes back. */
static void
split (const char *line)
{
  g_auto (GStrv) links = trs_pasted_links_split (line);

  for (guint i = 0; links[i] != NULL && g_utf8_validate (line, -1, NULL) && strpbrk (line, "\r\n") == NULL; i++)
    {
      g_auto (GStrv) again = trs_pasted_links_split (links[i]);

      g_assert_cmpuint (g_strv_length (again), ==, 1);
      g_assert_cmpstr (again[0], ==, links[i]);
    }
}

/* Whatever is pasted, what comes out is an identifier or nothing, and an
 * identifier is understood again as itself. The other half of the input is a
 * pattern; an address made of it still holds the identifier.
 */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *line = g_strndup ((const char *) data, size);
  g_autofree char *id = NULL;
  g_autofree char *address = NULL;
  TrsVideoRefKind kind = trs_video_ref_parse (line, &id);

  g_assert_true ((kind == TRS_VIDEO_REF_NONE) == (id == NULL));
  g_assert_true (trs_video_ref_parse (line, NULL) == kind);
  if (id != NULL)
    {
      g_autofree char *again = NULL;

      g_assert_true (trs_video_ref_id_is_valid (id));
      g_assert_true (trs_video_ref_parse (id, &again) == TRS_VIDEO_REF_ID);
      g_assert_cmpstr (again, ==, id);
    }

  split (line);
  address = trs_video_pattern_expand (line, "council-12-march", 61999);
  g_assert_true ((address != NULL) == trs_video_pattern_is_valid (line, NULL));
  if (address != NULL)
    g_assert_nonnull (g_strstr_len (address, -1, "council-12-march"));
  return 0;
}
