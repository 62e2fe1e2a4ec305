/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-marks.h"

#include <string.h>

#include "trs-display-text.h"
#include "trs-palette.h"

#define ELLIPSIS "…"

static void
move_marks (GArray *marks,
            gsize   by)
{
  for (guint i = 0; i < marks->len; i++)
    g_array_index (marks, TrsSearchRange, i).start += by;
}

/**
 * trs_search_marks_passage:
 * @passage: a passage
 * @marks: (out) (transfer full) (element-type TrsSearchRange): what is to be marked
 *
 * Returns: (transfer full): its words, safe to show, with an ellipsis where
 *   words were cut off
 */
char *
trs_search_marks_passage (const TrsSearchPassage  *passage,
                          GArray                 **marks)
{
  g_autoptr (GArray) ranges = g_array_copy (passage->ranges);
  g_autofree char *words = NULL;

  /* The passage counts from the beginning of its paragraph. */
  for (guint i = 0; i < ranges->len; i++)
    g_array_index (ranges, TrsSearchRange, i).start -= passage->offset;

  words = trs_display_text_marked (passage->excerpt, ranges, marks);
  if (passage->offset > 0)
    move_marks (*marks, strlen (ELLIPSIS));
  return g_strconcat (passage->offset > 0 ? ELLIPSIS : "", words, passage->cut ? ELLIPSIS : "", NULL);
}

/**
 * trs_search_marks_find:
 * @query: what is looked for
 * @shown: a text that is shown
 *
 * Returns: (transfer full) (element-type TrsSearchRange): what is to be marked in it
 */
GArray *
trs_search_marks_find (const char *query,
                       const char *shown)
{
  g_autoptr (TrsSearchQuery) parsed = trs_search_query_new (query);

  return trs_search_find_ranges (parsed, shown, strlen (shown));
}

static void
insert (PangoAttrList        *list,
        PangoAttribute       *attribute,
        const TrsSearchRange *range)
{
  attribute->start_index = (guint) range->start;
  attribute->end_index = (guint) (range->start + range->length);
  pango_attr_list_insert (list, attribute);
}

/**
 * trs_search_marks_attributes:
 * @marks: (element-type TrsSearchRange): what is to be marked
 * @dark: whether the background is dark
 *
 * Returns: (transfer full): attributes for a label
 */
PangoAttrList *
trs_search_marks_attributes (const GArray *marks,
                             gboolean      dark)
{
  PangoAttrList *list = pango_attr_list_new ();
  PangoColor colour;

  pango_color_parse (&colour, trs_palette_get (dark)->hit);
  for (guint i = 0; i < marks->len; i++)
    {
      const TrsSearchRange *range = &g_array_index (marks, TrsSearchRange, i);

      if (range->length == 0)
        continue;
      insert (list, pango_attr_background_new (colour.red, colour.green, colour.blue), range);
      insert (list, pango_attr_weight_new (PANGO_WEIGHT_BOLD), range);
    }
  return list;
}
