/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-annotations.h"

#include "trs-display-text.h"

G_DEFINE_FINAL_TYPE (TrsAnnotations, trs_annotations, G_TYPE_OBJECT)

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

static void
trs_annotations_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_ANNOTATIONS (object)->items);

  G_OBJECT_CLASS (trs_annotations_parent_class)->finalize (object);
}

static void
trs_annotations_class_init (TrsAnnotationsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_annotations_finalize;
}

static void
trs_annotations_init (TrsAnnotations *self)
{
}

/**
 * trs_annotations_new:
 * @items: (element-type TrsAnnotation) (transfer full) (nullable): what the user added, %NULL for nothing
 *
 * Returns: (transfer full): annotations
 */
TrsAnnotations *
trs_annotations_new (GPtrArray *items)
{
  TrsAnnotations *self = g_object_new (TRS_TYPE_ANNOTATIONS, NULL);

  self->items = items != NULL ? items : g_ptr_array_new_with_free_func ((GDestroyNotify) trs_annotation_free);
  return self;
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
  for (guint i = 0; i < self->items->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (self->items, i);

      if (item->kind == kind && item->number == number)
        return item;
    }
  return NULL;
}

/* Whether an item is replaced by another one. */
typedef gboolean (*ReplacedFunc) (const TrsAnnotation *item,
                                  const TrsAnnotation *by);

static gboolean
has_label (const TrsAnnotation *item,
           const TrsAnnotation *by)
{
  return item->kind == by->kind && item->number == by->number;
}

static gboolean
has_paragraph (const TrsAnnotation *item,
               const TrsAnnotation *by)
{
  return item->kind == by->kind && item->start.paragraph == by->start.paragraph;
}

static gboolean
has_range (const TrsAnnotation *item,
           const TrsAnnotation *by)
{
  return has_paragraph (item, by) && item->start.byte == by->start.byte &&
         item->end.paragraph == by->end.paragraph && item->end.byte == by->end.byte;
}

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

/* The items without those that @by replaces, and with @by itself where it @stays. */
static TrsAnnotations *
edit (TrsAnnotations      *self,
      ReplacedFunc         is_replaced,
      const TrsAnnotation *by,
      gboolean             stays)
{
  TrsAnnotations *edited = trs_annotations_new (NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (self->items, i);

      if (!is_replaced (item, by))
        g_ptr_array_add (edited->items, trs_annotation_copy (item));
    }
  if (stays)
    g_ptr_array_add (edited->items, trs_annotation_copy (by));
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

  return edit (self, has_label, &by, *line != '\0');
}

/**
 * trs_annotations_merge:
 * @self: annotations
 * @number: a label of the service
 * @into: the label of the same person, or @number itself to part the two again
 *
 * What was merged into @number before goes along.
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
  edited = edit (self, has_label, &by, number != into);
  for (guint i = 0; i < edited->items->len; i++)
    {
      TrsAnnotation *item = g_ptr_array_index (edited->items, i);

      if (item->kind == TRS_ANNOTATION_MERGE && item->other == number && number != into)
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
  return edit (self, is_of_speakers, NULL, FALSE);
}

static char *
dup_paragraph (TrsTranscript *transcript,
               guint          paragraph)
{
  const TrsParagraph *it = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, paragraph);

  return g_strndup (it->body, it->body_length);
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
  g_autofree char *words = dup_paragraph (transcript, paragraph);
  TrsAnnotation by = {
    .kind = TRS_ANNOTATION_SPEAKER, .number = speaker, .start = { paragraph, 0 }, .words = words, .at = at,
  };

  return edit (self, has_paragraph, &by,
               speaker != trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, paragraph)->speaker);
}

/**
 * trs_annotations_mark:
 * @self: annotations
 * @transcript: the text, which is aligned
 * @start: where the passage begins
 * @end: where it ends
 * @colour: the colour
 * @note: (nullable): a note on it
 * @at: the time, in microseconds since the epoch
 *
 * Highlights a passage. A mark of just the same passage is replaced.
 *
 * Returns: (transfer full): the annotations after the edit
 */
TrsAnnotations *
trs_annotations_mark (TrsAnnotations  *self,
                      TrsTranscript   *transcript,
                      TrsTextPosition  start,
                      TrsTextPosition  end,
                      TrsMarkColour    colour,
                      const char      *note,
                      gint64           at)
{
  g_autofree char *words = trs_transcript_dup_words (transcript, start, end);
  TrsAnnotation by = {
    .kind = TRS_ANNOTATION_MARK,
    .number = colour,
    .start = start,
    .end = end,
    .words = words,
    .text = (char *) note,
    .at = at,
  };

  return edit (self, has_range, &by, TRUE);
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
  return edit (self, is_same, item, FALSE);
}
