/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help-messages PAGE…: prints what is looked up in the catalogue for pages of the help, with a NUL after each. */
#include "trs-help-page.h"

#include <stdio.h>

static const char *
print_message (const char *message)
{
  fputs (message, stdout);
  fputc ('\0', stdout);
  return message;
}

int
main (int   argc,
      char *argv[])
{
  for (int i = 1; i < argc; i++)
    {
      g_autofree char *text = NULL;
      gsize length;
      TrsHelpPage *page = g_file_get_contents (argv[i], &text, &length, NULL)
                              ? trs_help_page_parse (text, length, print_message)
                              : NULL;

      if (page == NULL)
        {
          g_printerr ("%s cannot be read\n", argv[i]);
          return 1;
        }
      trs_help_page_free (page);
    }
  return 0;
}
