/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-carry-over.h"

#include <string.h>

#include "trs-text-diff.h"

/* No such paragraph or label. */
#define NONE G_MAXUINT

/* Two labels belong to the same speaker if at least this share of the words under each is the same. The service may
 * assign a few paragraphs to somebody else and be right about the rest. */
#define MIN_SHARE 2 / 3

/* Two paragraphs that differ count as one that was corrected if this share of the longer one is in both. */
#define MIN_COMMON 1 / 2

struct _TrsCarryOver
{
  TrsTranscript *before;
  TrsTranscript *after;
  GHashTable *labels; /* of @before to those of @after */
  guint *same;        /* by paragraph of @before: the one of @after, or NONE */
  GArray *changed;    /* (element-type Changed) */
};

/* A corrected paragraph: its beginning and its end are unchanged. */
typedef struct
{
  guint before;
  guint after;
  gsize head;
  gsize tail;
} Changed;

static const TrsParagraph *
get_paragraph (TrsTranscript *transcript,
               guint          index)
{
  return trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, index);
}

static guint
get_n_paragraphs (TrsTranscript *transcript)
{
  return trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL);
}

/* Writes one line for each paragraph, for a comparison of texts in which empty lines do not count. A mark of fixed
 * length at the beginning keeps lines without words from being empty. @labels: (nullable): the numbers that replace
 * the labels; NULL leaves labels out */
#define MARK "%010u "
#define MARK_LENGTH 11

static GBytes *
make_lines (TrsTranscript *transcript,
            GHashTable    *labels,
            gboolean       use_labels,
            gboolean       backwards)
{
  guint n = get_n_paragraphs (transcript);
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const TrsParagraph *paragraph = get_paragraph (transcript, backwards ? n - 1 - i : i);
      guint label = paragraph->speaker;
      gsize start;

      if (!use_labels)
        label = 0;
      else if (labels != NULL && label != 0)
        label = g_hash_table_contains (labels, GUINT_TO_POINTER (label))
                    ? GPOINTER_TO_UINT (g_hash_table_lookup (labels, GUINT_TO_POINTER (label)))
                    : NONE;
      g_string_append_printf (lines, MARK, label);
      start = lines->len;
      g_string_append_len (lines, paragraph->body, (gssize) paragraph->body_length);
      g_strdelimit (lines->str + start, "\n", ' ');
      g_string_append_c (lines, '\n');
    }
  return g_string_free_to_bytes (lines);
}

typedef void (*RowFunc) (TrsCarryOver         *self,
                         const TrsTextDiffRow *row,
                         guint                 before,
                         guint                 after,
                         gpointer              user_data);

static void
compare (TrsCarryOver *self,
         GHashTable   *labels,
         gboolean      use_labels,
         gboolean      backwards,
         RowFunc       func,
         gpointer      user_data)
{
  g_autoptr (GBytes) before = make_lines (self->before, labels, use_labels, backwards);
  g_autoptr (GBytes) after = make_lines (self->after, NULL, use_labels, backwards);
  g_autoptr (GArray) rows = trs_text_diff (before, after);
  guint n_before = get_n_paragraphs (self->before);
  guint n_after = get_n_paragraphs (self->after);
  guint i = 0, j = 0;

  for (guint n = 0; n < rows->len; n++)
    {
      const TrsTextDiffRow *row = &g_array_index (rows, TrsTextDiffRow, n);

      func (self, row, backwards ? n_before - 1 - i : i, backwards ? n_after - 1 - j : j, user_data);
      i += row->kind != TRS_TEXT_DIFF_ADDED;
      j += row->kind != TRS_TEXT_DIFF_REMOVED;
    }
}

/* Counts how often the words of each paragraph occur in a text. */
static GHashTable *
count_words (TrsTranscript *transcript)
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < get_n_paragraphs (transcript); i++)
    {
      const TrsParagraph *paragraph = get_paragraph (transcript, i);
      char *words = g_strndup (paragraph->body, paragraph->body_length);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, words));

      g_hash_table_insert (counts, words, GUINT_TO_POINTER (n + 1));
    }
  return counts;
}

static gboolean
occurs_once (GHashTable         *counts,
             const TrsParagraph *paragraph)
{
  g_autofree char *words = g_strndup (paragraph->body, paragraph->body_length);

  return g_hash_table_lookup (counts, words) == GUINT_TO_POINTER (1);
}

typedef struct
{
  GHashTable *pairs;  /* (element-type gint64 gsize): both labels, and how many bytes */
  GHashTable *before; /* how often which words stand in each text */
  GHashTable *after;
} LabelCounts;

/* Counts the bytes that are spoken under one label in the first text and under another in the second. Short answers
 * that occur several times do not count, because they may be anybody's. */
static void
count_labels_cb (TrsCarryOver         *self,
                 const TrsTextDiffRow *row,
                 guint                 before,
                 guint                 after,
                 gpointer              user_data)
{
  LabelCounts *counts = user_data;
  const TrsParagraph *one, *other;
  gint64 key;
  gsize *count;

  if (row->kind != TRS_TEXT_DIFF_SAME)
    return;

  one = get_paragraph (self->before, before);
  other = get_paragraph (self->after, after);
  if (one->speaker == 0 || other->speaker == 0 || !occurs_once (counts->before, one) ||
      !occurs_once (counts->after, other))
    return;

  key = ((gint64) one->speaker << 32) | other->speaker;
  count = g_hash_table_lookup (counts->pairs, &key);
  if (count == NULL)
    {
      count = g_new0 (gsize, 1);
      g_hash_table_insert (counts->pairs, g_memdup2 (&key, sizeof key), count);
    }
  *count += one->body_length;
}

/* Maps a label to another one if most of the words under each are spoken under the other. */
static void
find_labels (TrsCarryOver *self)
{
  g_autoptr (GHashTable) pairs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (GHashTable) before = count_words (self->before);
  g_autoptr (GHashTable) after = count_words (self->after);
  LabelCounts counts = { pairs, before, after };
  GHashTableIter iter;
  gint64 *key, *other_key;
  gsize *count, *other_count;

  compare (self, NULL, FALSE, FALSE, count_labels_cb, &counts);
  g_hash_table_iter_init (&iter, pairs);
  while (g_hash_table_iter_next (&iter, (gpointer *) &key, (gpointer *) &count))
    {
      GHashTableIter others;
      gsize from = 0, to = 0;

      g_hash_table_iter_init (&others, pairs);
      while (g_hash_table_iter_next (&others, (gpointer *) &other_key, (gpointer *) &other_count))
        {
          from += *other_key >> 32 == *key >> 32 ? *other_count : 0;
          to += (guint32) *other_key == (guint32) *key ? *other_count : 0;
        }
      if (*count > from * MIN_SHARE && *count > to * MIN_SHARE)
        g_hash_table_insert (self->labels, GUINT_TO_POINTER ((guint) (*key >> 32)),
                             GUINT_TO_POINTER ((guint) (guint32) *key));
    }
}

/* Finds the common beginning and end of two paragraphs. Words that could belong to either, as one "said" of "said
 * and said", belong to neither. */
static void
find_common (TrsCarryOver *self,
             Changed      *changed)
{
  const TrsParagraph *before = get_paragraph (self->before, changed->before);
  const TrsParagraph *after = get_paragraph (self->after, changed->after);
  gsize shorter = MIN (before->body_length, after->body_length);
  gsize common;

  while (changed->head < shorter && before->body[changed->head] == after->body[changed->head])
    changed->head++;
  while (changed->tail < shorter && before->body[before->body_length - 1 - changed->tail] ==
                                        after->body[after->body_length - 1 - changed->tail])
    changed->tail++;
  common = changed->head + changed->tail > shorter ? changed->head + changed->tail - shorter : 0;
  changed->head -= common;
  changed->tail -= common;
}

static void
take_pair_cb (TrsCarryOver         *self,
              const TrsTextDiffRow *row,
              guint                 before,
              guint                 after,
              gpointer              user_data)
{
  Changed changed = { before, after, 0, 0 };
  gsize longer;

  if (row->kind == TRS_TEXT_DIFF_SAME)
    self->same[before] = after;
  if (row->kind != TRS_TEXT_DIFF_CHANGED || memcmp (row->before.text, row->after.text, MARK_LENGTH) != 0)
    return;

  find_common (self, &changed);
  longer = MAX (row->before.length, row->after.length) - MARK_LENGTH;
  if (changed.head + changed.tail > longer * MIN_COMMON)
    g_array_append_val (self->changed, changed);
}

/* If words are repeated, several alignments of the two texts may be possible. Only pairs that are found both
 * forwards and backwards are kept, so nothing is guessed. */
static void
keep_pair_cb (TrsCarryOver         *self,
              const TrsTextDiffRow *row,
              guint                 before,
              guint                 after,
              gpointer              user_data)
{
  gboolean *kept = user_data;

  if (row->kind == TRS_TEXT_DIFF_SAME)
    kept[before] = self->same[before] == after;
  if (row->kind == TRS_TEXT_DIFF_CHANGED)
    for (guint i = 0; i < self->changed->len; i++)
      {
        const Changed *changed = &g_array_index (self->changed, Changed, i);

        kept[before] |= changed->before == before && changed->after == after;
      }
}

static gboolean
has_same_words (TrsTranscript *transcript,
                guint          one,
                guint          other)
{
  const TrsParagraph *a = get_paragraph (transcript, one);
  const TrsParagraph *b = get_paragraph (transcript, other);

  return a->body_length == b->body_length && memcmp (a->body, b->body, a->body_length) == 0;
}

/* Counts for each paragraph how many side by side have its words, whoever they are said to be by. */
static guint *
count_runs (TrsTranscript *transcript)
{
  guint n = get_n_paragraphs (transcript);
  guint *runs = g_new0 (guint, n + 1);
  guint end;

  for (guint first = 0; first < n; first = end)
    {
      for (end = first + 1; end < n && has_same_words (transcript, first, end);)
        end++;
      for (guint i = first; i < end; i++)
        runs[i] = end - first;
    }
  return runs;
}

/* If one of several equal paragraphs side by side was added or removed, it may be any of them: the labels of the others
 * may be new. */
static void
drop_twins (TrsCarryOver *self)
{
  g_autofree guint *before = count_runs (self->before);
  g_autofree guint *after = count_runs (self->after);

  for (guint i = 0; i < get_n_paragraphs (self->before); i++)
    if (self->same[i] != NONE && before[i] != after[self->same[i]])
      self->same[i] = NONE;
}

static void
find_paragraphs (TrsCarryOver *self)
{
  guint n = get_n_paragraphs (self->before);
  g_autofree gboolean *kept = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    self->same[i] = NONE;
  compare (self, self->labels, TRUE, FALSE, take_pair_cb, NULL);
  compare (self, self->labels, TRUE, TRUE, keep_pair_cb, kept);
  for (guint i = 0; i < n; i++)
    if (!kept[i])
      self->same[i] = NONE;
  drop_twins (self);
  for (guint i = self->changed->len; i > 0; i--)
    if (!kept[g_array_index (self->changed, Changed, i - 1).before])
      g_array_remove_index (self->changed, i - 1);
}

/**
 * trs_carry_over_new:
 * @before: a version of a text
 * @after: another one
 *
 * Returns: (transfer full): what of the one is in the other
 */
TrsCarryOver *
trs_carry_over_new (TrsTranscript *before,
                    TrsTranscript *after)
{
  TrsCarryOver *self = g_new0 (TrsCarryOver, 1);

  self->before = g_object_ref (before);
  self->after = g_object_ref (after);
  self->labels = g_hash_table_new (NULL, NULL);
  self->same = g_new0 (guint, get_n_paragraphs (before) + 1);
  self->changed = g_array_new (FALSE, FALSE, sizeof (Changed));
  if (!trs_transcript_is_aligned (before) || !trs_transcript_is_aligned (after))
    {
      for (guint i = 0; i < get_n_paragraphs (before); i++)
        self->same[i] = NONE;
      return self;
    }

  find_labels (self);
  find_paragraphs (self);
  return self;
}

void
trs_carry_over_free (TrsCarryOver *self)
{
  g_object_unref (self->before);
  g_object_unref (self->after);
  g_hash_table_unref (self->labels);
  g_free (self->same);
  g_array_unref (self->changed);
  g_free (self);
}

static gboolean
has_label (TrsTranscript *transcript,
           guint          label)
{
  guint n = trs_transcript_is_aligned (transcript) ? get_n_paragraphs (transcript) : 0;

  for (guint i = 0; i < n; i++)
    if (get_paragraph (transcript, i)->speaker == label)
      return TRUE;
  return FALSE;
}

/**
 * trs_carry_over_get_label:
 * @self: what is carried over
 * @label: a label of the first text, or one that the user has made
 *
 * Returns: the label of the same speaker in the second text; 0 if that is not
 *   certain
 */
guint
trs_carry_over_get_label (TrsCarryOver *self,
                          guint         label)
{
  guint moved = GPOINTER_TO_UINT (g_hash_table_lookup (self->labels, GUINT_TO_POINTER (label)));

  if (moved != 0)
    return moved;
  /* A label that the user has created means the same in any text, unless the service uses it in one of them. */
  return has_label (self->before, label) || has_label (self->after, label) ? 0 : label;
}

/**
 * trs_carry_over_get_paragraph:
 * @self: what is carried over
 * @paragraph: index of a paragraph of the first text
 * @after: (out): index of the same one in the second text
 *
 * Returns: %FALSE if it is not certain that it has the same words there, spoken
 *   by the same speaker
 */
gboolean
trs_carry_over_get_paragraph (TrsCarryOver *self,
                              guint         paragraph,
                              guint        *after)
{
  *after = paragraph < get_n_paragraphs (self->before) ? self->same[paragraph] : NONE;
  return *after != NONE;
}

/* Finds a position in the second text. @behind: whether it is the end of a passage */
static gboolean
move_position (TrsCarryOver    *self,
               TrsTextPosition  position,
               gboolean         behind,
               TrsTextPosition *moved)
{
  if (trs_carry_over_get_paragraph (self, position.paragraph, &moved->paragraph))
    {
      moved->byte = position.byte;
      return TRUE;
    }

  for (guint i = 0; i < self->changed->len; i++)
    {
      const Changed *changed = &g_array_index (self->changed, Changed, i);
      gsize before = get_paragraph (self->before, position.paragraph)->body_length;
      gsize after = get_paragraph (self->after, changed->after)->body_length;

      if (changed->before != position.paragraph)
        continue;
      moved->paragraph = changed->after;
      moved->byte = position.byte;
      if (position.byte < changed->head || (behind && position.byte == changed->head))
        return TRUE;
      moved->byte = position.byte + after - before;
      return position.byte > before - changed->tail || (!behind && position.byte == before - changed->tail);
    }
  return FALSE;
}

/* Moves a highlight if the passage has the same words in the second text; otherwise it is lost there. */
static gboolean
move_highlight (TrsCarryOver  *self,
                TrsAnnotation *item)
{
  TrsTextPosition start, end;
  g_autofree char *words = NULL;

  if (item->start.paragraph >= get_n_paragraphs (self->before) ||
      item->end.paragraph >= get_n_paragraphs (self->before) ||
      !move_position (self, item->start, FALSE, &start) || !move_position (self, item->end, TRUE, &end) ||
      end.paragraph - start.paragraph != item->end.paragraph - item->start.paragraph ||
      trs_text_position_compare (start, end) > 0)
    return FALSE;

  for (guint i = item->start.paragraph + 1; i < item->end.paragraph; i++)
    if (self->same[i] != start.paragraph + i - item->start.paragraph)
      return FALSE;
  words = trs_transcript_dup_words (self->after, start, end);
  if (g_strcmp0 (words, item->words) != 0)
    return FALSE;

  item->start = start;
  item->end = end;
  return TRUE;
}

static gboolean
move_labels (TrsCarryOver  *self,
             TrsAnnotation *item)
{
  guint number = item->kind == TRS_ANNOTATION_HIGHLIGHT || item->kind == TRS_ANNOTATION_CHECKED
                     ? item->number
                     : trs_carry_over_get_label (self, item->number);
  guint other = item->kind == TRS_ANNOTATION_MERGE ? trs_carry_over_get_label (self, item->other) : item->other;

  if (item->kind != TRS_ANNOTATION_HIGHLIGHT && item->kind != TRS_ANNOTATION_CHECKED && number == 0)
    return FALSE;
  if (item->kind == TRS_ANNOTATION_MERGE && (other == 0 || other == number))
    return FALSE;
  item->number = number;
  item->other = other;
  return TRUE;
}

static gboolean
move_annotation (TrsCarryOver  *self,
                 TrsAnnotation *item)
{
  guint after;

  if (item->kind == TRS_ANNOTATION_HIGHLIGHT)
    return move_highlight (self, item);
  if (item->kind == TRS_ANNOTATION_SPEAKER || item->kind == TRS_ANNOTATION_CHECKED)
    {
      if (!trs_carry_over_get_paragraph (self, item->start.paragraph, &after) || !move_labels (self, item))
        return FALSE;
      item->start.paragraph = after;
      return TRUE;
    }
  return move_labels (self, item);
}

/**
 * trs_carry_over_moves_names:
 * @self: what is carried over
 * @annotations: what the user added to the first text
 *
 * Returns: %TRUE if a name, or a merge, belongs to another label there, or to
 *   none for certain: something to ask the user about
 */
gboolean
trs_carry_over_moves_names (TrsCarryOver   *self,
                            TrsAnnotations *annotations)
{
  for (guint i = 0; i < annotations->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (annotations, i);

      if (item->version == 0 && item->kind <= TRS_ANNOTATION_MERGE &&
          trs_carry_over_get_label (self, item->number) != item->number)
        return TRUE;
    }
  return FALSE;
}

/* Keeps an annotation with the place and label that it has in @version. Names may move on to another version, so the
 * name of the speaker is stored with it. */
static void
keep_in_version (TrsAnnotations *annotations,
                 TrsAnnotation  *item,
                 gint64          version)
{
  if (item->kind == TRS_ANNOTATION_SPEAKER && item->text == NULL)
    item->text = g_strdup (trs_annotations_find_given_name (annotations, item));
  item->version = version;
}

static void
bring_back (TrsAnnotation *item)
{
  if (item->kind == TRS_ANNOTATION_SPEAKER)
    g_clear_pointer (&item->text, g_free);
  item->version = 0;
}

/**
 * trs_carry_over_annotations:
 * @self: what is carried over
 * @annotations: what the user added, to the first text and to others
 * @before_version: the version of the first text, see #TrsAnnotation
 * @after_version: that of the second text, which is shown from now on
 *
 * Takes along what is certain. What is not keeps its place in the first text,
 * and is there again when that is shown again; what was left behind in the
 * second text before is placed there.
 *
 * Returns: (transfer full): the annotations of the second text
 */
TrsAnnotations *
trs_carry_over_annotations (TrsCarryOver   *self,
                            TrsAnnotations *annotations,
                            gint64          before_version,
                            gint64          after_version)
{
  TrsAnnotations *carried = trs_annotations_new ();

  for (guint i = 0; i < annotations->len; i++)
    {
      TrsAnnotation *item = trs_annotation_copy (g_ptr_array_index (annotations, i));

      if (item->version == after_version)
        bring_back (item);
      else if (item->version == 0 && !move_annotation (self, item))
        keep_in_version (annotations, item, before_version);
      g_ptr_array_add (carried, item);
    }
  return carried;
}
