/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-document.h"

#include <string.h>

struct _TrsDocument
{
  GObject parent_instance;

  TrsTranscript *transcript;
  TrsAnnotations *annotations;
  GArray *highlights;
  GPtrArray *lost;

  /* private, NULL where there is nothing */
  GHashTable *merged;   /* label to label */
  GHashTable *names;    /* label to name */
  GHashTable *assigned; /* paragraph to TrsAnnotation */
  GHashTable *checked;  /* paragraph to TrsAnnotation */
};

/* Separates paragraphs in the words of a highlight. */
#define SEPARATOR "\n\n"

G_DEFINE_FINAL_TYPE (TrsDocument, trs_document, G_TYPE_OBJECT)

static void
trs_document_finalize (GObject *object)
{
  TrsDocument *self = TRS_DOCUMENT (object);

  g_object_unref (self->transcript);
  g_clear_pointer (&self->annotations, g_ptr_array_unref);
  g_array_unref (self->highlights);
  g_ptr_array_unref (self->lost);
  g_hash_table_unref (self->merged);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->assigned);
  g_hash_table_unref (self->checked);

  G_OBJECT_CLASS (trs_document_parent_class)->finalize (object);
}

static void
trs_document_class_init (TrsDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_document_finalize;
}

static void
trs_document_init (TrsDocument *self)
{
  self->highlights = g_array_new (FALSE, FALSE, sizeof (TrsPlacedHighlight));
  self->lost = g_ptr_array_new ();
  self->merged = g_hash_table_new (NULL, NULL);
  self->names = g_hash_table_new (NULL, NULL);
  self->assigned = g_hash_table_new (NULL, NULL);
  self->checked = g_hash_table_new (NULL, NULL);
}

static const TrsParagraph *
get_paragraph (TrsDocument *self,
               guint        index)
{
  return trs_transcript_get_paragraph (self->transcript, TRS_TEXT_ALL, index);
}

/* Sets the range that begins at @start if its words are @words. */
static gboolean
match_highlight (TrsDocument     *self,
                 TrsTextPosition  start,
                 const char      *words,
                 TrsTextPosition *end)
{
  const char *last = words;
  const char *next;
  g_autofree char *found = NULL;

  *end = start;
  for (; (next = strstr (last, SEPARATOR)) != NULL; last = next + strlen (SEPARATOR))
    end->paragraph++;
  end->byte = strlen (last) + (end->paragraph == start.paragraph ? start.byte : 0);
  if (end->paragraph >= trs_transcript_get_n_paragraphs (self->transcript, TRS_TEXT_ALL) ||
      end->byte > get_paragraph (self, end->paragraph)->body_length)
    return FALSE;

  found = trs_transcript_dup_words (self->transcript, start, *end);
  return g_str_equal (found, words);
}

static gboolean
place_highlight (TrsDocument         *self,
                 const TrsAnnotation *annotation)
{
  TrsPlacedHighlight highlight = { annotation->start, annotation->end, annotation };

  if (annotation->start.paragraph >= trs_transcript_get_n_paragraphs (self->transcript, TRS_TEXT_ALL) ||
      annotation->start.byte > get_paragraph (self, annotation->start.paragraph)->body_length ||
      annotation->words == NULL || !match_highlight (self, annotation->start, annotation->words, &highlight.end))
    return FALSE;
  g_array_append_val (self->highlights, highlight);
  return TRUE;
}

static gboolean
place_paragraph (TrsDocument         *self,
                 GHashTable          *table,
                 const TrsAnnotation *annotation)
{
  guint index = annotation->start.paragraph;
  const TrsParagraph *paragraph;

  if (index >= trs_transcript_get_n_paragraphs (self->transcript, TRS_TEXT_ALL) || annotation->words == NULL)
    return FALSE;
  paragraph = get_paragraph (self, index);
  if (paragraph->body_length != strlen (annotation->words) ||
      memcmp (paragraph->body, annotation->words, paragraph->body_length) != 0)
    return FALSE;
  g_hash_table_insert (table, GUINT_TO_POINTER (index), (gpointer) annotation);
  return TRUE;
}

static gboolean
place_annotation (TrsDocument         *self,
                  const TrsAnnotation *annotation)
{
  switch (annotation->kind)
    {
    case TRS_ANNOTATION_NAME:
      g_hash_table_insert (self->names, GUINT_TO_POINTER (annotation->number), annotation->text);
      return TRUE;

    case TRS_ANNOTATION_MERGE:
      g_hash_table_insert (self->merged, GUINT_TO_POINTER (annotation->number), GUINT_TO_POINTER (annotation->other));
      return TRUE;

    case TRS_ANNOTATION_SPEAKER:
      return place_paragraph (self, self->assigned, annotation);

    case TRS_ANNOTATION_CHECKED:
      return place_paragraph (self, self->checked, annotation);

    case TRS_ANNOTATION_HIGHLIGHT:
      return place_highlight (self, annotation);

    default:
      return FALSE;
    }
}

static int
compare_highlights (gconstpointer a,
                    gconstpointer b)
{
  const TrsPlacedHighlight *one = a;
  const TrsPlacedHighlight *other = b;
  int order = trs_text_position_compare (one->start, other->start);

  return order != 0 ? order : trs_text_position_compare (one->end, other->end);
}

/**
 * trs_document_new:
 * @transcript: the text
 * @annotations: (nullable): what the user added, %NULL if that is not known
 *
 * To a text that is not aligned nothing can be added: what was added is @lost there.
 *
 * Returns: (transfer full): a document
 */
TrsDocument *
trs_document_new (TrsTranscript  *transcript,
                  TrsAnnotations *annotations)
{
  TrsDocument *self = g_object_new (TRS_TYPE_DOCUMENT, NULL);

  self->transcript = g_object_ref (transcript);
  if (annotations == NULL)
    return self;

  self->annotations = g_ptr_array_ref (annotations);
  for (guint i = 0; i < annotations->len; i++)
    {
      TrsAnnotation *annotation = g_ptr_array_index (annotations, i);

      if (!trs_transcript_is_aligned (transcript) || annotation->version != 0 || !place_annotation (self, annotation))
        g_ptr_array_add (self->lost, annotation);
    }
  g_array_sort (self->highlights, compare_highlights);
  return self;
}

/**
 * trs_document_get_speaker:
 * @self: a document
 * @paragraph: index of a paragraph
 *
 * Returns: the label of the person who speaks it, as far as the service or the
 *   user say, else 0
 */
guint
trs_document_get_speaker (TrsDocument *self,
                          guint        paragraph)
{
  const TrsAnnotation *assigned = g_hash_table_lookup (self->assigned, GUINT_TO_POINTER (paragraph));
  guint speaker = assigned != NULL ? assigned->number : get_paragraph (self, paragraph)->speaker;
  guint merged = GPOINTER_TO_UINT (g_hash_table_lookup (self->merged, GUINT_TO_POINTER (speaker)));

  return merged != 0 ? merged : speaker;
}

/**
 * trs_document_get_name:
 * @self: a document
 * @speaker: a label
 *
 * Returns: (transfer none) (nullable): the name that the user gave the speaker
 */
const char *
trs_document_get_name (TrsDocument *self,
                       guint        speaker)
{
  return g_hash_table_lookup (self->names, GUINT_TO_POINTER (speaker));
}

/**
 * trs_document_dup_label:
 * @self: a document
 * @speaker: a label, not 0
 *
 * Returns: (transfer full): the name of the speaker, or the label as the service writes it, without the colon
 */
char *
trs_document_dup_label (TrsDocument *self,
                        guint        speaker)
{
  const char *name = trs_document_get_name (self, speaker);

  return name != NULL ? g_strdup (name) : g_strdup_printf ("Speaker %u", speaker);
}

/**
 * trs_document_count_speakers:
 * @self: a document
 *
 * Returns: how many persons speak, as the user has it; 0 if that is not known
 */
guint
trs_document_count_speakers (TrsDocument *self)
{
  guint n = trs_transcript_get_n_paragraphs (self->transcript, TRS_TEXT_ALL);
  g_autoptr (GHashTable) speakers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n; i++)
    g_hash_table_add (speakers, GUINT_TO_POINTER (trs_document_get_speaker (self, i)));
  g_hash_table_remove (speakers, GUINT_TO_POINTER (0));
  return g_hash_table_size (speakers);
}

/**
 * trs_document_get_new_speaker:
 * @self: a document
 *
 * Returns: a label that neither the service nor the user has used
 */
guint
trs_document_get_new_speaker (TrsDocument *self)
{
  guint n = trs_transcript_get_n_paragraphs (self->transcript, TRS_TEXT_ALL);
  guint highest = 0;

  for (guint i = 0; i < n; i++)
    highest = MAX (highest, get_paragraph (self, i)->speaker);
  for (guint i = 0; i < self->annotations->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (self->annotations, i);

      if (item->kind <= TRS_ANNOTATION_SPEAKER)
        highest = MAX (highest, item->number);
    }
  return highest + 1;
}

/**
 * trs_document_get_merged:
 * @self: a document
 *
 * Returns: (transfer none) (element-type guint guint): the labels that were
 *   merged into others, with the label that each was merged into
 */
GHashTable *
trs_document_get_merged (TrsDocument *self)
{
  return self->merged;
}

/**
 * trs_document_get_n_checked:
 * @self: a document
 *
 * Returns: how many paragraphs were compared with the video
 */
guint
trs_document_get_n_checked (TrsDocument *self)
{
  return g_hash_table_size (self->checked);
}

/**
 * trs_document_get_checked:
 * @self: a document
 * @paragraph: index of a paragraph
 *
 * Returns: (transfer none) (nullable): when and that the paragraph was compared with the video
 */
const TrsAnnotation *
trs_document_get_checked (TrsDocument *self,
                          guint        paragraph)
{
  return g_hash_table_lookup (self->checked, GUINT_TO_POINTER (paragraph));
}

/**
 * trs_document_set_checked:
 * @self: a document that is aligned and has annotations
 * @first: index of a paragraph
 * @last: index of the last of several
 * @checked: whether they were compared with the video
 * @at: the time, in microseconds since the epoch
 *
 * What was checked before keeps its time.
 *
 * Returns: (transfer full): its annotations after the edit
 */
TrsAnnotations *
trs_document_set_checked (TrsDocument *self,
                          guint        first,
                          guint        last,
                          gboolean     checked,
                          gint64       at)
{
  TrsAnnotations *edited = trs_annotations_new ();
  g_autoptr (GHashTable) removed = g_hash_table_new (NULL, NULL);

  for (guint i = first; i <= last && !checked; i++)
    g_hash_table_add (removed, (gpointer) trs_document_get_checked (self, i));
  for (guint i = 0; i < self->annotations->len; i++)
    {
      const TrsAnnotation *item = g_ptr_array_index (self->annotations, i);

      if (!g_hash_table_contains (removed, item))
        g_ptr_array_add (edited, trs_annotation_copy (item));
    }
  for (guint i = first; i <= last && checked; i++)
    {
      const TrsParagraph *it = get_paragraph (self, i);
      g_autofree char *words = g_strndup (it->body, it->body_length);
      TrsAnnotation check = { .kind = TRS_ANNOTATION_CHECKED, .start = { i, 0 }, .words = words, .at = at };

      if (trs_document_get_checked (self, i) == NULL)
        g_ptr_array_add (edited, trs_annotation_copy (&check));
    }
  return edited;
}

/**
 * trs_document_append_prefix:
 * @self: a document
 * @flags: which prefixes are on
 * @paragraph: index of a paragraph
 * @string: where to write them
 *
 * Writes what stands before the words: as the service wrote it, but with the
 * speaker whom the user named.
 */
void
trs_document_append_prefix (TrsDocument  *self,
                            TrsTextFlags  flags,
                            guint         paragraph,
                            GString      *string)
{
  const TrsParagraph *it = trs_transcript_get_paragraph (self->transcript, flags, paragraph);
  guint speaker = trs_transcript_is_aligned (self->transcript) ? trs_document_get_speaker (self, paragraph) : 0;
  g_autofree char *label = NULL;

  if (speaker != it->speaker || trs_document_get_name (self, speaker) != NULL)
    label = trs_document_dup_label (self, speaker);
  trs_paragraph_append_prefix (it, flags, label, string);
}

/**
 * trs_document_get_text:
 * @self: a document
 * @flags: which prefixes are on
 *
 * Returns: (transfer full): the whole text as the service writes it for these
 *   flags, but with the speakers whom the user named; valid UTF-8
 */
GBytes *
trs_document_get_text (TrsDocument  *self,
                       TrsTextFlags  flags)
{
  guint n = trs_transcript_get_n_paragraphs (self->transcript, flags);
  GString *string;

  if ((flags & TRS_TEXT_SPEAKERS) == 0 || g_hash_table_size (self->names) + g_hash_table_size (self->merged) +
                                              g_hash_table_size (self->assigned) == 0)
    return trs_transcript_get_text (self->transcript, flags);

  string = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (self->transcript, flags, i);

      if (i > 0)
        g_string_append (string, trs_transcript_get_separator (self->transcript, flags));
      trs_document_append_prefix (self, flags, i, string);
      g_string_append_len (string, paragraph->body, (gssize) paragraph->body_length);
    }
  return g_string_free_to_bytes (string);
}

/**
 * trs_document_get_transcript:
 * @self: a #TrsDocument
 *
 * Returns: (transfer none) (not nullable): the text of the service
 */
TrsTranscript *
trs_document_get_transcript (TrsDocument *self)
{
  return self->transcript;
}

/**
 * trs_document_get_annotations:
 * @self: a #TrsDocument
 *
 * Returns: (transfer none) (nullable): what the user added; %NULL if that is
 *   not known, and nothing can be added
 */
TrsAnnotations *
trs_document_get_annotations (TrsDocument *self)
{
  return self->annotations;
}

/**
 * trs_document_get_highlights:
 * @self: a #TrsDocument
 *
 * Returns: (transfer none) (element-type TrsPlacedHighlight): the highlights that are found in
 *   the text, by their places
 */
GArray *
trs_document_get_highlights (TrsDocument *self)
{
  return self->highlights;
}

/**
 * trs_document_find_highlight:
 * @self: a document
 * @at: a place in its text
 *
 * Returns: (transfer none) (nullable): the innermost highlight at @at, one of
 *   trs_document_get_highlights()
 */
const TrsPlacedHighlight *
trs_document_find_highlight (TrsDocument     *self,
                             TrsTextPosition  at)
{
  const TrsPlacedHighlight *found = NULL;

  for (guint i = 0; i < self->highlights->len; i++)
    {
      const TrsPlacedHighlight *placed = &g_array_index (self->highlights, TrsPlacedHighlight, i);

      if (trs_text_position_compare (placed->start, at) <= 0 && trs_text_position_compare (at, placed->end) < 0)
        found = placed;
    }
  return found;
}

/**
 * trs_document_get_lost:
 * @self: a #TrsDocument
 *
 * Returns: (transfer none) (element-type TrsAnnotation): what is bound to words
 *   that this text does not have
 */
GPtrArray *
trs_document_get_lost (TrsDocument *self)
{
  return self->lost;
}
