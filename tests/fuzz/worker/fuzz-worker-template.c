/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-worker-template.h"

#include <string.h>

/* However it is quoted: as many arguments as before, and a value with blanks and braces stays one of them. */
static void
assert_sound (GStrv       argv,
              GStrv       template,
              const char *input)
{
  gboolean found = FALSE;

  for (guint i = 0; argv[i] != NULL; i++)
    found = found || strstr (argv[i], input) != NULL;
  g_assert_true (found);
  g_assert_cmpstr (argv[0], ==, template[0]);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  TrsWorkerValues values = { "/in put'.wav", "st;em", "/out{model}", "de", "/mo\"del" };
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) template = trs_worker_template_parse (text != NULL ? text : "", &error);
  g_auto (GStrv) argv = NULL;

  g_assert_true ((template == NULL) == (error != NULL));
  if (template == NULL)
    return 0;

  argv = trs_worker_template_expand (template, &values, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (argv), ==, g_strv_length (template));
  assert_sound (argv, template, values.input);

  /* Without a language no more is lost than that. */
  g_clear_pointer (&argv, g_strfreev);
  values.language = NULL;
  argv = trs_worker_template_expand (template, &values, &error);
  g_assert_no_error (error);
  assert_sound (argv, template, values.input);
  return 0;
}
