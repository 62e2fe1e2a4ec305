/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-highlight.h"

#include "trs-highlight-strings.h"

struct _TrsHighlight
{
  GObject parent_instance;

  TrsAnnotations *annotations; /* those that own the annotation */
  const TrsAnnotation *annotation;
  TrsTextPosition start;
  TrsTextPosition end;
  gboolean lost;
  char *what;
  char *facts;
};

G_DEFINE_FINAL_TYPE (TrsHighlight, trs_highlight, G_TYPE_OBJECT)

static void
trs_highlight_finalize (GObject *object)
{
  TrsHighlight *self = TRS_HIGHLIGHT (object);

  g_clear_pointer (&self->annotations, g_ptr_array_unref);
  g_free (self->what);
  g_free (self->facts);

  G_OBJECT_CLASS (trs_highlight_parent_class)->finalize (object);
}

static void
trs_highlight_class_init (TrsHighlightClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_highlight_finalize;
}

static void
trs_highlight_init (TrsHighlight *self)
{
}

/**
 * trs_highlight_new:
 * @document: a document
 * @annotation: one of its highlights, or any other annotation that is lost
 * @placed: (nullable): where it is in the text; %NULL if the text does not have its words
 * @exact_times: whether its time has its milliseconds
 *
 * Returns: (transfer full): the highlight
 */
TrsHighlight *
trs_highlight_new (TrsDocument              *document,
                   const TrsAnnotation      *annotation,
                   const TrsPlacedHighlight *placed,
                   gboolean                  exact_times)
{
  TrsHighlight *self = g_object_new (TRS_TYPE_HIGHLIGHT, NULL);

  self->annotations = g_ptr_array_ref (trs_document_get_annotations (document));
  self->annotation = annotation;
  self->lost = placed == NULL;
  self->start = placed != NULL ? placed->start : annotation->start;
  self->end = placed != NULL ? placed->end : annotation->end;
  self->what = trs_highlight_strings_what (trs_document_get_annotations (document), annotation);
  self->facts =
      placed != NULL ? trs_highlight_strings_facts (document, placed->start.paragraph, exact_times) : g_strdup ("");
  return self;
}

/* Returns: whether a row looks the same with either of them */
static gboolean
looks_same (TrsHighlight *a,
            TrsHighlight *b)
{
  return a->lost == b->lost && a->annotation->kind == b->annotation->kind &&
         g_strcmp0 (a->what, b->what) == 0 && a->annotation->number == b->annotation->number &&
         a->annotation->at == b->annotation->at && trs_text_position_compare (a->start, b->start) == 0 &&
         trs_text_position_compare (a->end, b->end) == 0 && g_strcmp0 (a->facts, b->facts) == 0 &&
         g_strcmp0 (a->annotation->words, b->annotation->words) == 0 &&
         g_strcmp0 (a->annotation->text, b->annotation->text) == 0;
}

/**
 * trs_highlight_rebase:
 * @self: a highlight
 * @on: that of a later document
 *
 * Makes it one of the annotations of @on, if it looks the same.
 *
 * Returns: whether it did
 */
gboolean
trs_highlight_rebase (TrsHighlight *self,
                      TrsHighlight *on)
{
  if (!looks_same (self, on))
    return FALSE;

  g_ptr_array_unref (self->annotations);
  self->annotations = g_ptr_array_ref (on->annotations);
  self->annotation = on->annotation;
  return TRUE;
}

/**
 * trs_highlight_get_annotation:
 * @self: a highlight
 *
 * Returns: (transfer none): the highlight as the user made it, one of the annotations of the document
 */
const TrsAnnotation *
trs_highlight_get_annotation (TrsHighlight *self)
{
  return self->annotation;
}

/**
 * trs_highlight_get_start:
 * @self: a highlight that is not lost
 *
 * Returns: where it begins in the text
 */
TrsTextPosition
trs_highlight_get_start (TrsHighlight *self)
{
  return self->start;
}

/**
 * trs_highlight_get_end:
 * @self: a highlight that is not lost
 *
 * Returns: where it ends in the text
 */
TrsTextPosition
trs_highlight_get_end (TrsHighlight *self)
{
  return self->end;
}

/**
 * trs_highlight_is_lost:
 * @self: a highlight
 *
 * Returns: whether the text does not have its words
 */
gboolean
trs_highlight_is_lost (TrsHighlight *self)
{
  return self->lost;
}

/**
 * trs_highlight_get_facts:
 * @self: a highlight
 *
 * Returns: (transfer none): who says it, and when, as far as that is known
 */
const char *
trs_highlight_get_facts (TrsHighlight *self)
{
  return self->facts;
}

/**
 * trs_highlight_get_what:
 * @self: a highlight
 *
 * Returns: (transfer none): what it means, or what else it is that is lost
 */
const char *
trs_highlight_get_what (TrsHighlight *self)
{
  return self->what;
}
