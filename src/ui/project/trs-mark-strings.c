/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-mark-strings.h"

#include "trs-display-text.h"
#include "trs-i18n.h"

/**
 * trs_mark_strings_name:
 * @colour: a colour
 *
 * Returns: (transfer none): what a mark of this colour means
 */
const char *
trs_mark_strings_name (TrsMarkColour colour)
{
  switch (colour)
    {
    case TRS_MARK_GREEN:
      return _("Fact");

    case TRS_MARK_BLUE:
      return _("Follow Up");

    case TRS_MARK_PINK:
      return _("Verify");

    default:
    case TRS_MARK_YELLOW:
      return _("Quote");
    }
}

/**
 * trs_mark_strings_label:
 * @mark: a mark
 *
 * Returns: (transfer full): the name of its colour, and the note on it
 */
char *
trs_mark_strings_label (const TrsAnnotation *mark)
{
  g_autofree char *note = mark->text != NULL ? trs_display_text_line (mark->text) : NULL;

  return g_strjoin ("\n", trs_mark_strings_name (mark->number), note, NULL);
}
