/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-since.h"

#define NOW G_GINT64_CONSTANT (1795694400000000)

/* An argument of a command, which is UTF-8 by then. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  gint64 since = -1;

  if (!g_utf8_validate (text, -1, NULL) || !trs_since_parse (text, NOW, &since))
    return 0;

  g_assert_cmpint (since, >=, 0);
  return 0;
}
