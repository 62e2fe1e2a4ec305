/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-line-map.h"

struct _TrsLineMap
{
  GObject parent_instance;

  gsize sign_length;
  GArray *lines;
  GArray *signs; /* positions of the words that a sign follows, sorted */
};

G_DEFINE_FINAL_TYPE (TrsLineMap, trs_line_map, G_TYPE_OBJECT)

static void
trs_line_map_finalize (GObject *object)
{
  TrsLineMap *self = TRS_LINE_MAP (object);

  g_array_unref (self->lines);
  g_array_unref (self->signs);

  G_OBJECT_CLASS (trs_line_map_parent_class)->finalize (object);
}

static void
trs_line_map_class_init (TrsLineMapClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_line_map_finalize;
}

static void
trs_line_map_init (TrsLineMap *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (TrsBufferLine));
  self->signs = g_array_new (FALSE, FALSE, sizeof (TrsTextPosition));
}

/**
 * trs_line_map_new:
 * @sign_length: bytes of each sign
 *
 * Returns: (transfer full): a map without lines
 */
TrsLineMap *
trs_line_map_new (gsize sign_length)
{
  TrsLineMap *self = g_object_new (TRS_TYPE_LINE_MAP, NULL);

  self->sign_length = sign_length;
  return self;
}

/* Returns: the number of signs before a place, or up to and with it */
static guint
count_signs (TrsLineMap      *self,
             TrsTextPosition  position,
             gboolean         with_it)
{
  guint low = 0;
  guint high = self->signs->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      int order = trs_text_position_compare (trs_line_map_get_sign (self, middle), position);

      if (order < (with_it ? 1 : 0))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* A sign follows the words before it: one at the start of a line stands at the end of the line above. */
static guint
count_signs_above (TrsLineMap          *self,
                   const TrsBufferLine *line)
{
  return count_signs (self, (TrsTextPosition) { line->paragraph, line->byte }, TRUE);
}

/* Converts a byte of the paragraph to one of the line, in front of a sign there or behind it. */
static guint
find_index (TrsLineMap *self,
            guint       number,
            gsize       byte,
            gboolean    behind_sign)
{
  const TrsBufferLine *line = trs_line_map_get_line (self, number);
  gsize offset = MIN (byte - MIN (byte, line->byte), line->length);
  gsize index = line->prefix + offset;

  if (offset > 0 && self->signs->len > 0)
    {
      TrsTextPosition position = { line->paragraph, line->byte + offset };

      index += self->sign_length * (count_signs (self, position, behind_sign) - count_signs_above (self, line));
    }
  return (guint) index;
}

/**
 * trs_line_map_get_n_lines:
 * @self: a map
 *
 * Returns: the number of lines
 */
guint
trs_line_map_get_n_lines (TrsLineMap *self)
{
  return self->lines->len;
}

/**
 * trs_line_map_get_line:
 * @self: a map
 * @number: number of a line that there is
 *
 * Returns: (transfer none): the line; valid until a line is added or removed
 */
const TrsBufferLine *
trs_line_map_get_line (TrsLineMap *self,
                       guint       number)
{
  return &g_array_index (self->lines, TrsBufferLine, number);
}

/**
 * trs_line_map_insert_line:
 * @self: a map
 * @number: the number that the line gets, at most that of all lines
 * @line: a line
 */
void
trs_line_map_insert_line (TrsLineMap          *self,
                          guint                number,
                          const TrsBufferLine *line)
{
  g_array_insert_vals (self->lines, number, line, 1);
}

/**
 * trs_line_map_replace_line:
 * @self: a map
 * @number: number of a line that there is
 * @line: what it is now
 */
void
trs_line_map_replace_line (TrsLineMap          *self,
                           guint                number,
                           const TrsBufferLine *line)
{
  g_array_index (self->lines, TrsBufferLine, number) = *line;
}

/**
 * trs_line_map_remove_line:
 * @self: a map
 * @number: number of a line that there is
 */
void
trs_line_map_remove_line (TrsLineMap *self,
                          guint       number)
{
  g_array_remove_index (self->lines, number);
}

/**
 * trs_line_map_find_line:
 * @self: a map that has lines
 * @position: a place in the transcript
 *
 * Returns: the number of the line of words with that place: the last line that
 *   begins there or before; where a line ends and the next one begins, the next
 */
guint
trs_line_map_find_line (TrsLineMap      *self,
                        TrsTextPosition  position)
{
  guint low = 0;
  guint high = self->lines->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const TrsBufferLine *line = trs_line_map_get_line (self, middle);

      if (trs_text_position_compare ((TrsTextPosition) { line->paragraph, line->byte }, position) > 0)
        high = middle;
      else
        low = middle + 1;
    }
  return low - MIN (low, 1);
}

/**
 * trs_line_map_get_position:
 * @self: a map
 * @number: number of a line; behind the last one, the end of the words is meant
 * @index: a byte of the line
 *
 * Returns: the place in the transcript. In the prefix it is where the words
 *   begin, in a sign, the end of the words that it follows, and behind the words
 *   of a line, their end.
 */
TrsTextPosition
trs_line_map_get_position (TrsLineMap *self,
                           guint       number,
                           guint       index)
{
  const TrsBufferLine *line;
  gsize offset;

  if (number >= self->lines->len)
    return trs_line_map_get_end (self);

  line = trs_line_map_get_line (self, number);
  offset = index - MIN (index, line->prefix);
  for (guint i = count_signs_above (self, line); i < self->signs->len; i++)
    {
      TrsTextPosition sign = trs_line_map_get_sign (self, i);

      if (sign.paragraph != line->paragraph || line->byte + offset <= sign.byte)
        break;
      offset = MAX (offset - MIN (offset, self->sign_length), sign.byte - line->byte);
    }
  return (TrsTextPosition) { line->paragraph, line->byte + MIN (offset, line->length) };
}

/**
 * trs_line_map_get_index:
 * @self: a map
 * @number: number of a line that there is
 * @byte: a byte of its paragraph; the nearest one in the line counts
 *
 * Returns: the byte of the line, in front of the signs that stand there
 */
guint
trs_line_map_get_index (TrsLineMap *self,
                        guint       number,
                        gsize       byte)
{
  return find_index (self, number, byte, FALSE);
}

/**
 * trs_line_map_get_index_behind_signs:
 * @self: a map
 * @number: number of a line that there is
 * @byte: a byte of its paragraph; the nearest one in the line counts
 *
 * Returns: the byte of the line, behind the signs that stand there
 */
guint
trs_line_map_get_index_behind_signs (TrsLineMap *self,
                                     guint       number,
                                     gsize       byte)
{
  return find_index (self, number, byte, TRUE);
}

/**
 * trs_line_map_get_end:
 * @self: a map
 *
 * Returns: where the words of the last line end
 */
TrsTextPosition
trs_line_map_get_end (TrsLineMap *self)
{
  const TrsBufferLine *last;

  if (self->lines->len == 0)
    return (TrsTextPosition) { 0, 0 };

  last = trs_line_map_get_line (self, self->lines->len - 1);
  return (TrsTextPosition) { last->paragraph, last->byte + last->length };
}

/**
 * trs_line_map_get_n_signs:
 * @self: a map
 *
 * Returns: the number of signs
 */
guint
trs_line_map_get_n_signs (TrsLineMap *self)
{
  return self->signs->len;
}

/**
 * trs_line_map_get_sign:
 * @self: a map
 * @i: number of a sign that there is
 *
 * Returns: the end of the words that it follows
 */
TrsTextPosition
trs_line_map_get_sign (TrsLineMap *self,
                       guint       i)
{
  return g_array_index (self->signs, TrsTextPosition, i);
}

/**
 * trs_line_map_insert_sign:
 * @self: a map
 * @i: the number that the sign gets: signs are in the order of the transcript
 * @sign: the end of the words that it follows; its byte is not 0
 */
void
trs_line_map_insert_sign (TrsLineMap      *self,
                          guint            i,
                          TrsTextPosition  sign)
{
  g_array_insert_val (self->signs, i, sign);
}

/**
 * trs_line_map_remove_sign:
 * @self: a map
 * @i: number of a sign that there is
 */
void
trs_line_map_remove_sign (TrsLineMap *self,
                          guint       i)
{
  g_array_remove_index (self->signs, i);
}

/**
 * trs_line_map_locate_sign:
 * @self: a map that has lines
 * @sign: the end of the words that a sign follows; its byte is not 0
 * @index: (out): the byte of the line at which the sign begins, or would begin
 *
 * Returns: the number of the line with those words
 */
guint
trs_line_map_locate_sign (TrsLineMap      *self,
                          TrsTextPosition  sign,
                          guint           *index)
{
  guint number = trs_line_map_find_line (self, (TrsTextPosition) { sign.paragraph, sign.byte - 1 });

  *index = trs_line_map_get_index (self, number, sign.byte);
  return number;
}
