/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-language-tag.h"

/* A tag is refused, or has one canonical form, which differs from it in case alone. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *tag = g_strndup ((const char *) data, size);
  g_autofree char *canonical = trs_language_tag_canonicalize (tag);
  g_autofree char *name = trs_language_tag_get_name (tag);

  g_assert_nonnull (name);
  g_assert_true ((canonical != NULL) == trs_language_tag_is_well_formed (tag));
  if (canonical != NULL)
    {
      g_autofree char *again = trs_language_tag_canonicalize (canonical);
      g_autofree char *canonical_name = trs_language_tag_get_name (canonical);

      g_assert_cmpstr (again, ==, canonical);
      g_assert_cmpint (g_ascii_strcasecmp (tag, canonical), ==, 0);
      g_assert_true (trs_language_tag_is_rtl (tag) == trs_language_tag_is_rtl (canonical));
      if (*name != 'i' && *name != 'I')
        g_assert_cmpint (g_ascii_strcasecmp (canonical_name, name), ==, 0);
    }
  return 0;
}
