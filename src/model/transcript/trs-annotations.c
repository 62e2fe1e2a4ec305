/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-annotations.h"

#include "trs-display-text.h"

/**
 * trs_annotation_copy:
 * @self: an annotation
 *
 * Returns: (transfer full): a copy
 */
TrsAnnotation *
trs_annotation_copy (const TrsAnnotation *self)
{
  TrsAnnotation *copy = g_memdup2 (self, sizeof *self);

  copy->words = g_strdup (self->words);
  copy->text = g_strdup (self->text);
  return copy;
}

void
trs_annotation_free (TrsAnnotation *self)
{
  g_free (self->words);
  g_free (self->text);
  g_free (self);
}

/**
 * trs_annotation_equal:
 * @self: an annotation
 * @other: another one
 *
 * Returns: %TRUE if they say the same, made at the same time
 */
gboolean
trs_annotation_equal (const TrsAnnotation *self,
                      const TrsAnnotation *other)
{
  return trs_annotation_is_about_same (self, other) && self->number == other->number && self->other == other->other &&
         self->at == other->at && self->version == other->version && g_strcmp0 (self->words, other->words) == 0 &&
         g_strcmp0 (self->text, other->text) == 0;
}

/**
 * trs_annotation_is_about_same:
 * @self: an annotation
 * @other: another one
 *
 * Returns: %TRUE if they are about the same label, or the same place: then one
 *   takes the place of the other
 */
gboolean
trs_annotation_is_about_same (const TrsAnnotation *self,
                              const TrsAnnotation *other)
{
  if (self->kind != other->kind || self->version != other->version)
    return FALSE;
  if (self->kind <= TRS_ANNOTATION_MERGE)
    return self->number == other->number;
  return trs_text_position_compare (self->start, other->start) == 0 &&
         trs_text_position_compare (self->end, other->end) == 0;
}

/* Returns: (transfer full): empty annotations */
TrsAnnotations *
trs_annotations_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) trs_annotation_free);
}

static const TrsAnnotation *
find_of_version (TrsAnnotations    *self,
                 TrsAnnotationKind  kind,
                 guint              number,
                 gint64             version)
{
  for (guint i = 0; i < self->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (self, i);

      if (item->kind == kind && item->number == number && item->version == version)
        return item;
    }
  return NULL;
}

/**
 * trs_annotations_find:
 * @self: annotations
 * @kind: a name or a merge
 * @number: the label
 *
 * Returns: (transfer none) (nullable): what was said of a label of the service
 */
const TrsAnnotation *
trs_annotations_find (TrsAnnotations    *self,
                      TrsAnnotationKind  kind,
                      guint              number)
{
  return find_of_version (self, kind, number, 0);
}

/* Returns the label of @item, or the label into which that was merged. */
static guint
get_merged (TrsAnnotations      *self,
            const TrsAnnotation *item)
{
  const TrsAnnotation *merge = find_of_version (self, TRS_ANNOTATION_MERGE, item->number, item->version);

  return merge != NULL ? merge->other : item->number;
}

/**
 * trs_annotations_find_given_name:
 * @self: annotations
 * @item: one of them, which gives a paragraph to a speaker
 *
 * The same label may be somebody else in another version of the text, so that
 * the names of the one that is shown do not tell who was meant.
 *
 * Returns: (transfer none) (nullable): what the user calls the speaker, in the
 *   version of the text in which it was done
 */
const char *
trs_annotations_find_given_name (TrsAnnotations      *self,
                                 const TrsAnnotation *item)
{
  const TrsAnnotation *name = find_of_version (self, TRS_ANNOTATION_NAME, get_merged (self, item), item->version);

  if (item->text != NULL)
    return item->text;
  return name != NULL ? name->text : NULL;
}

/**
 * trs_annotations_get_given:
 * @self: annotations
 * @item: one of them, which gives a paragraph to a speaker
 *
 * Returns: the number in the label of that speaker, or of the one with whom that was merged in the version of @item
 */
guint
trs_annotations_get_given (TrsAnnotations      *self,
                           const TrsAnnotation *item)
{
  return get_merged (self, item);
}

typedef gboolean (*MatchFunc) (const TrsAnnotation *item,
                               const TrsAnnotation *other);

static const TrsAnnotation *
find_annotation (TrsAnnotations      *self,
                 MatchFunc            matches,
                 const TrsAnnotation *other)
{
  for (guint i = 0; i < self->len; i++)
    if (matches (g_ptr_array_index (self, i), other))
      return g_ptr_array_index (self, i);

  return NULL;
}

/* Returns: (transfer none) (nullable): the annotation that is equal to @item */
const TrsAnnotation *
trs_annotations_find_equal (TrsAnnotations      *self,
                            const TrsAnnotation *item)
{
  return find_annotation (self, trs_annotation_equal, item);
}

/* Returns: (transfer none) (nullable): the annotation that @item would replace */
const TrsAnnotation *
trs_annotations_find_about_same (TrsAnnotations      *self,
                                 const TrsAnnotation *item)
{
  return find_annotation (self, trs_annotation_is_about_same, item);
}

/* Returns: (transfer full): copies of the annotations for which @others has no equal */
static TrsAnnotations *
copy_without (TrsAnnotations *self,
              TrsAnnotations *others)
{
  TrsAnnotations *rest = trs_annotations_new ();

  for (guint i = 0; i < self->len; i++)
    if (trs_annotations_find_equal (others, g_ptr_array_index (self, i)) == NULL)
      g_ptr_array_add (rest, trs_annotation_copy (g_ptr_array_index (self, i)));
  return rest;
}

/**
 * trs_annotations_compare:
 * @before: annotations
 * @after: those after an edit
 *
 * Returns: (transfer full): what the edit has done
 */
TrsAnnotationsChange *
trs_annotations_compare (TrsAnnotations *before,
                         TrsAnnotations *after)
{
  TrsAnnotationsChange *change = g_new (TrsAnnotationsChange, 1);

  change->removed = copy_without (before, after);
  change->added = copy_without (after, before);
  return change;
}

void
trs_annotations_change_free (TrsAnnotationsChange *change)
{
  g_ptr_array_unref (change->removed);
  g_ptr_array_unref (change->added);
  g_free (change);
}

/**
 * trs_annotations_apply:
 * @self: annotations
 * @change: an edit
 *
 * As the store does it: an added annotation replaces those of the same target,
 * in whichever window they were made.
 *
 * Returns: (transfer full): the annotations after the edit
 */
TrsAnnotations *
trs_annotations_apply (TrsAnnotations             *self,
                       const TrsAnnotationsChange *change)
{
  TrsAnnotations *applied = trs_annotations_new ();

  for (guint i = 0; i < self->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (self, i);

      if (trs_annotations_find_equal (change->removed, item) == NULL &&
          trs_annotations_find_about_same (change->added, item) == NULL)
        g_ptr_array_add (applied, trs_annotation_copy (item));
    }
  for (guint i = 0; i < change->added->len; i++)
    g_ptr_array_add (applied, trs_annotation_copy (g_ptr_array_index (change->added, i)));
  return applied;
}

/**
 * trs_annotations_take_back:
 * @self: annotations
 * @change: an edit that was made to them, before or after others
 *
 * What others have changed since is left as they have it.
 *
 * Returns: (transfer full): the annotations without the edit
 */
TrsAnnotations *
trs_annotations_take_back (TrsAnnotations             *self,
                           const TrsAnnotationsChange *change)
{
  TrsAnnotations *taken = copy_without (self, change->added);

  for (guint i = 0; i < change->removed->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (change->removed, i);

      if (trs_annotations_find_about_same (taken, item) == NULL)
        g_ptr_array_add (taken, trs_annotation_copy (item));
    }
  return taken;
}

/* Whether one annotation is replaced by another. */
typedef gboolean (*ReplacedFunc) (const TrsAnnotation *item,
                                  const TrsAnnotation *by);

static gboolean
is_of_speakers (const TrsAnnotation *item,
                const TrsAnnotation *by)
{
  return item->kind <= TRS_ANNOTATION_SPEAKER;
}

static gboolean
is_same (const TrsAnnotation *item,
         const TrsAnnotation *by)
{
  return item == by;
}

/* Returns the annotations without those that @by replaces, plus @by itself if it @stays. */
static TrsAnnotations *
replace_annotations (TrsAnnotations      *self,
                     ReplacedFunc         is_replaced,
                     const TrsAnnotation *by,
                     gboolean             stays)
{
  TrsAnnotations *edited = trs_annotations_new ();

  for (guint i = 0; i < self->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (self, i);

      if (!is_replaced (item, by))
        g_ptr_array_add (edited, trs_annotation_copy (item));
    }
  if (stays)
    g_ptr_array_add (edited, trs_annotation_copy (by));
  return edited;
}

/**
 * trs_annotations_rename:
 * @self: annotations
 * @number: a label of the service
 * @name: (nullable): what the speaker is called; it is made one line of text,
 *   and where nothing is left, the label of the service stands again
 *
 * Returns: (transfer full): the annotations after the edit
 */
TrsAnnotations *
trs_annotations_rename (TrsAnnotations *self,
                        guint           number,
                        const char     *name)
{
  g_autoptr (GArray) nowhere = g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));
  g_autoptr (GArray) marks = NULL;
  g_autofree char *valid = g_utf8_make_valid (name != NULL ? name : "", -1);
  g_autofree char *line = trs_display_text_marked (valid, nowhere, &marks);
  TrsAnnotation by = { .kind = TRS_ANNOTATION_NAME, .number = number, .text = line };

  return replace_annotations (self, trs_annotation_is_about_same, &by, *line != '\0');
}

/**
 * trs_annotations_merge:
 * @self: annotations
 * @number: a label of the service
 * @into: the label of the same person, or @number itself to part the two again
 *
 * Speakers that were merged into @number before follow it.
 *
 * Returns: (transfer full): the annotations after the edit
 */
TrsAnnotations *
trs_annotations_merge (TrsAnnotations *self,
                       guint           number,
                       guint           into)
{
  const TrsAnnotation *first = trs_annotations_find (self, TRS_ANNOTATION_MERGE, into);
  TrsAnnotation by = { .kind = TRS_ANNOTATION_MERGE, .number = number, .other = first != NULL ? first->other : into };
  TrsAnnotations *edited;

  if (by.other == number)
    by.other = into;
  edited = replace_annotations (self, trs_annotation_is_about_same, &by, number != into);
  for (guint i = 0; i < edited->len; i++)
    {
      TrsAnnotation *item = g_ptr_array_index (edited, i);

      if (item->kind == TRS_ANNOTATION_MERGE && item->version == 0 && item->other == number && number != into)
        item->other = by.other;
    }
  return edited;
}

/**
 * trs_annotations_reset_speakers:
 * @self: annotations
 *
 * Returns: (transfer full): the annotations with the labels of the service
 */
TrsAnnotations *
trs_annotations_reset_speakers (TrsAnnotations *self)
{
  return replace_annotations (self, is_of_speakers, NULL, FALSE);
}

/**
 * trs_annotations_assign:
 * @self: annotations
 * @transcript: the text, which is aligned
 * @paragraph: index of a paragraph
 * @speaker: the label of the speaker whose words these are
 * @at: the time, in microseconds since the epoch
 *
 * Returns: (transfer full): the annotations after the edit
 */
TrsAnnotations *
trs_annotations_assign (TrsAnnotations *self,
                        TrsTranscript  *transcript,
                        guint           paragraph,
                        guint           speaker,
                        gint64          at)
{
  const TrsParagraph *it = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, paragraph);
  g_autofree char *words = g_strndup (it->body, it->body_length);
  TrsAnnotation by = {
    .kind = TRS_ANNOTATION_SPEAKER, .number = speaker, .start = { paragraph, 0 }, .words = words, .at = at,
  };

  return replace_annotations (self, trs_annotation_is_about_same, &by, speaker != it->speaker);
}

/**
 * trs_annotations_highlight:
 * @self: annotations
 * @transcript: the text, which is aligned
 * @start: where the passage begins
 * @end: where it ends
 * @colour: the colour
 * @note: (nullable): a note on it
 * @at: the time, in microseconds since the epoch
 *
 * Highlights a passage. A highlight of the same passage is replaced.
 *
 * Returns: (transfer full): the annotations after the edit
 */
TrsAnnotations *
trs_annotations_highlight (TrsAnnotations     *self,
                           TrsTranscript      *transcript,
                           TrsTextPosition     start,
                           TrsTextPosition     end,
                           TrsHighlightColour  colour,
                           const char         *note,
                           gint64              at)
{
  g_autofree char *words = trs_transcript_dup_words (transcript, start, end);
  TrsAnnotation by = {
    .kind = TRS_ANNOTATION_HIGHLIGHT,
    .number = colour,
    .start = start,
    .end = end,
    .words = words,
    .text = (char *) note,
    .at = at,
  };

  return replace_annotations (self, trs_annotation_is_about_same, &by, TRUE);
}

/**
 * trs_annotations_remove:
 * @self: annotations
 * @item: one of them
 *
 * Returns: (transfer full): the annotations without it
 */
TrsAnnotations *
trs_annotations_remove (TrsAnnotations      *self,
                        const TrsAnnotation *item)
{
  return replace_annotations (self, is_same, item, FALSE);
}
