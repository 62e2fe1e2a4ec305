/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-video-ref.h"

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

  address = trs_video_pattern_expand (line, "council-12-march", 61999);
  g_assert_true ((address != NULL) == trs_video_pattern_is_valid (line, NULL));
  if (address != NULL)
    g_assert_nonnull (g_strstr_len (address, -1, "council-12-march"));
  return 0;
}
