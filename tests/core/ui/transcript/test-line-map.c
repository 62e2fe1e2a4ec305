/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-line-map.h"
#include "trs-test-utils.h"

#define SIGN_LENGTH 6

/* Two paragraphs: the first has a name, and breaks into two lines with a line end of one byte between them.
 *   0  "NAME"
 *   1  "00:00:01\tabcd"
 *   2  "efg"
 *   3  "00:00:02\thij" */
static const TrsBufferLine name = { .paragraph = 0, .speaker = 1 };
static const TrsBufferLine first = { .paragraph = 0, .byte = 0, .length = 4, .prefix = 9 };
static const TrsBufferLine more = { .paragraph = 0, .byte = 5, .length = 3 };
static const TrsBufferLine second = { .paragraph = 1, .byte = 0, .length = 3, .prefix = 9 };

static TrsLineMap *
make_map (void)
{
  TrsLineMap *map = trs_line_map_new (SIGN_LENGTH);

  trs_line_map_insert_line (map, 0, &name);
  trs_line_map_insert_line (map, 1, &first);
  trs_line_map_insert_line (map, 2, &more);
  trs_line_map_insert_line (map, 3, &second);
  return map;
}

static void
assert_position (TrsLineMap *map,
                 guint       line,
                 guint       index,
                 guint       paragraph,
                 gsize       byte)
{
  TrsTextPosition position = trs_line_map_get_position (map, line, index);

  g_assert_cmpuint (position.paragraph, ==, paragraph);
  g_assert_cmpuint (position.byte, ==, byte);
}

static void
assert_sign (TrsLineMap *map,
             guint       paragraph,
             gsize       byte,
             guint       line,
             guint       index)
{
  guint found;

  g_assert_cmpuint (trs_line_map_locate_sign (map, (TrsTextPosition) { paragraph, byte }, &found), ==, line);
  g_assert_cmpuint (found, ==, index);
}

static void
test_empty (void)
{
  g_autoptr (TrsLineMap) map = trs_line_map_new (SIGN_LENGTH);

  g_assert_cmpuint (trs_line_map_get_n_lines (map), ==, 0);
  g_assert_cmpuint (trs_line_map_find_line (map, (TrsTextPosition) { 3, 1 }), ==, 0);
  assert_position (map, 2, 5, 0, 0);
}

static void
test_find_line (void)
{
  static const struct
  {
    TrsTextPosition position;
    guint line;
  } cases[] = {
    { { 0, 0 }, 1 }, /* not the name above */
    { { 0, 3 }, 1 },
    { { 0, 4 }, 1 }, /* the line end in the paragraph */
    { { 0, 5 }, 2 }, /* the next line rather than the end of the one above */
    { { 0, 8 }, 2 },
    { { 1, 0 }, 3 },
    { { 7, 0 }, 3 },
  };
  g_autoptr (TrsLineMap) map = make_map ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (trs_line_map_find_line (map, cases[i].position), ==, cases[i].line);
}

static void
test_prefix (void)
{
  g_autoptr (TrsLineMap) map = make_map ();

  assert_position (map, 0, 2, 0, 0);
  assert_position (map, 1, 4, 0, 0);
  assert_position (map, 1, 9, 0, 0);
  assert_position (map, 1, 11, 0, 2);
  assert_position (map, 2, 1, 0, 6);
  assert_position (map, 3, 10, 1, 1);
  g_assert_cmpuint (trs_line_map_get_index (map, 1, 2), ==, 11);
  g_assert_cmpuint (trs_line_map_get_index (map, 2, 6), ==, 1);
  /* the nearest byte of the line */
  g_assert_cmpuint (trs_line_map_get_index (map, 1, 7), ==, 13);
  g_assert_cmpuint (trs_line_map_get_index (map, 2, 3), ==, 0);
  g_assert_cmpuint (trs_line_map_get_index_behind_signs (map, 3, G_MAXSIZE), ==, 12);
}

/* What stands behind the words, such as the sign of a check, is none of them; nor is the line behind the last one. */
static void
test_behind_words (void)
{
  g_autoptr (TrsLineMap) map = make_map ();
  TrsTextPosition end = trs_line_map_get_end (map);

  assert_position (map, 1, 40, 0, 4);
  assert_position (map, 3, 40, 1, 3);
  assert_position (map, 4, 0, 1, 3);
  g_assert_cmpuint (end.paragraph, ==, 1);
  g_assert_cmpuint (end.byte, ==, 3);
}

static void
test_edit (void)
{
  const TrsBufferLine other_name = { .paragraph = 1, .speaker = 2 };
  g_autoptr (TrsLineMap) map = make_map ();

  trs_line_map_insert_line (map, 3, &other_name);
  g_assert_cmpuint (trs_line_map_get_n_lines (map), ==, 5);
  g_assert_cmpuint (trs_line_map_find_line (map, (TrsTextPosition) { 1, 0 }), ==, 4);
  assert_position (map, 3, 4, 1, 0);

  trs_line_map_remove_line (map, 0);
  g_assert_cmpuint (trs_line_map_get_line (map, 0)->length, ==, 4);
  g_assert_cmpuint (trs_line_map_find_line (map, (TrsTextPosition) { 0, 6 }), ==, 1);

  trs_line_map_replace_line (map, 2, &(TrsBufferLine) { .paragraph = 1, .speaker = 3 });
  g_assert_cmpuint (trs_line_map_get_line (map, 2)->speaker, ==, 3);
  g_assert_cmpuint (trs_line_map_get_n_lines (map), ==, 4);
}

static void
test_signs (void)
{
  g_autoptr (TrsLineMap) map = make_map ();

  assert_sign (map, 0, 2, 1, 11);
  trs_line_map_insert_sign (map, 0, (TrsTextPosition) { 0, 2 });
  trs_line_map_insert_sign (map, 1, (TrsTextPosition) { 0, 8 });
  g_assert_cmpuint (trs_line_map_get_n_signs (map), ==, 2);

  /* "00:00:01\tab######cd" */
  g_assert_cmpuint (trs_line_map_get_index (map, 1, 1), ==, 10);
  g_assert_cmpuint (trs_line_map_get_index (map, 1, 2), ==, 11);
  g_assert_cmpuint (trs_line_map_get_index_behind_signs (map, 1, 2), ==, 17);
  g_assert_cmpuint (trs_line_map_get_index (map, 1, 3), ==, 18);
  assert_position (map, 1, 11, 0, 2);
  assert_position (map, 1, 14, 0, 2);
  assert_position (map, 1, 17, 0, 2);
  assert_position (map, 1, 18, 0, 3);

  /* at the end of a paragraph: nothing in front of the next one */
  g_assert_cmpuint (trs_line_map_get_index (map, 2, 8), ==, 3);
  g_assert_cmpuint (trs_line_map_get_index_behind_signs (map, 2, G_MAXSIZE), ==, 3 + SIGN_LENGTH);
  g_assert_cmpuint (trs_line_map_get_index (map, 3, 1), ==, 10);
  assert_position (map, 2, 3 + SIGN_LENGTH, 0, 8);
  assert_position (map, 3, 10, 1, 1);

  trs_line_map_remove_sign (map, 0);
  g_assert_cmpuint (trs_line_map_get_sign (map, 0).byte, ==, 8);
  g_assert_cmpuint (trs_line_map_get_index (map, 1, 3), ==, 12);
}

/* A highlight may end right before the first word of a line: its sign stands behind its own last word. */
static void
test_sign_at_line_start (void)
{
  g_autoptr (TrsLineMap) map = make_map ();

  assert_sign (map, 0, 5, 1, 13);
  trs_line_map_insert_sign (map, 0, (TrsTextPosition) { 0, 5 });
  assert_sign (map, 0, 5, 1, 13);
  g_assert_cmpuint (trs_line_map_get_index (map, 2, 5), ==, 0);
  g_assert_cmpuint (trs_line_map_get_index_behind_signs (map, 2, 5), ==, 0);
  g_assert_cmpuint (trs_line_map_get_index (map, 2, 6), ==, 1);
  assert_position (map, 1, 13 + SIGN_LENGTH, 0, 4);
  assert_position (map, 2, 1, 0, 6);
}

/* One line of a made-up buffer, byte by byte. */
typedef struct
{
  TrsBufferLine line;
  GArray *offsets;   /* of each byte of the buffer, that in the words */
  guint front[8];    /* of each byte of the words, that of the buffer in front of its sign */
  guint behind[8];
} Model;

static void
fill_model (Model        *model,
            gsize         next_byte,
            const guint8 *has_sign)
{
  guint zero = 0;

  for (guint i = 0; i < model->line.prefix; i++)
    g_array_append_val (model->offsets, zero);
  for (guint offset = 0; offset <= model->line.length; offset++)
    {
      gsize last = offset < model->line.length ? model->line.byte + offset : next_byte;

      model->front[offset] = model->offsets->len;
      model->behind[offset] = model->offsets->len;
      for (gsize byte = model->line.byte + offset; byte <= last; byte++)
        if (has_sign[byte] && byte > model->line.byte)
          {
            for (guint i = 0; i < SIGN_LENGTH; i++)
              g_array_append_val (model->offsets, offset);
            if (byte == model->line.byte + offset)
              model->behind[offset] = model->offsets->len;
          }
      g_array_append_val (model->offsets, offset);
    }
}

static void
check_model (TrsLineMap *map,
             guint       number,
             Model      *model)
{
  for (guint index = 0; index < model->offsets->len; index++)
    assert_position (map, number, index, model->line.paragraph,
                     model->line.byte + g_array_index (model->offsets, guint, index));
  for (guint offset = 0; offset <= model->line.length; offset++)
    {
      gsize byte = model->line.byte + offset;

      g_assert_cmpuint (trs_line_map_get_index (map, number, byte), ==, model->front[offset]);
      g_assert_cmpuint (trs_line_map_get_index_behind_signs (map, number, byte), ==, model->behind[offset]);
      if (offset > 0)
        assert_sign (map, model->line.paragraph, byte, number, model->front[offset]);
    }
}

/* Paragraphs of many lines, with line ends of up to two bytes, and signs anywhere. */
static void
test_random (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (TrsLineMap) map = trs_line_map_new (SIGN_LENGTH);
      guint8 has_sign[3][64] = { { 0 } };
      Model models[12] = { { { 0 } } };
      guint n_signs = 0;

      for (guint i = 0; i < G_N_ELEMENTS (models); i++)
        {
          TrsBufferLine *line = &models[i].line;
          gboolean begins = i % 4 == 0;

          line->paragraph = i / 4;
          line->prefix = begins ? g_test_rand_int_range (0, 12) : 0;
          line->length = g_test_rand_int_range (1, 7);
          if (!begins)
            line->byte = models[i - 1].line.byte + models[i - 1].line.length + g_test_rand_int_range (0, 3);
          trs_line_map_insert_line (map, i, line);
        }
      for (guint paragraph = 0; paragraph < 3; paragraph++)
        {
          const TrsBufferLine *last = &models[4 * paragraph + 3].line;

          for (gsize byte = 1; byte <= last->byte + last->length; byte++)
            if (g_test_rand_int_range (0, 4) == 0)
              {
                has_sign[paragraph][byte] = TRUE;
                trs_line_map_insert_sign (map, n_signs++, (TrsTextPosition) { paragraph, byte });
              }
        }

      for (guint i = 0; i < G_N_ELEMENTS (models); i++)
        {
          const TrsBufferLine *line = &models[i].line;
          gsize next_byte = i % 4 == 3 ? line->byte + line->length : models[i + 1].line.byte;

          models[i].offsets = g_array_new (FALSE, FALSE, sizeof (guint));
          fill_model (&models[i], next_byte, has_sign[line->paragraph]);
          check_model (map, i, &models[i]);
          g_array_unref (models[i].offsets);
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/line-map/empty", test_empty);
  g_test_add_func ("/line-map/find-line", test_find_line);
  g_test_add_func ("/line-map/prefix", test_prefix);
  g_test_add_func ("/line-map/behind-words", test_behind_words);
  g_test_add_func ("/line-map/edit", test_edit);
  g_test_add_func ("/line-map/signs", test_signs);
  g_test_add_func ("/line-map/sign-at-line-start", test_sign_at_line_start);
  g_test_add_func ("/line-map/random", test_random);
  return g_test_run ();
}
