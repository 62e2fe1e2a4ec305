/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-highlight-list.h"

struct _TrsHighlightList
{
  GObject parent_instance;

  GPtrArray *items;
};

static GType
trs_highlight_list_get_item_type (GListModel *model)
{
  return TRS_TYPE_HIGHLIGHT;
}

static guint
trs_highlight_list_get_n_items (GListModel *model)
{
  return TRS_HIGHLIGHT_LIST (model)->items->len;
}

static gpointer
trs_highlight_list_get_item (GListModel *model,
                             guint       position)
{
  GPtrArray *items = TRS_HIGHLIGHT_LIST (model)->items;

  return position < items->len ? g_object_ref (g_ptr_array_index (items, position)) : NULL;
}

static void
model_init (GListModelInterface *iface)
{
  iface->get_item_type = trs_highlight_list_get_item_type;
  iface->get_n_items = trs_highlight_list_get_n_items;
  iface->get_item = trs_highlight_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsHighlightList, trs_highlight_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, model_init))

static void
trs_highlight_list_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_HIGHLIGHT_LIST (object)->items);

  G_OBJECT_CLASS (trs_highlight_list_parent_class)->finalize (object);
}

static void
trs_highlight_list_class_init (TrsHighlightListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_highlight_list_finalize;
}

static void
trs_highlight_list_init (TrsHighlightList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * trs_highlight_list_new:
 *
 * Returns: (transfer full): an empty list
 */
TrsHighlightList *
trs_highlight_list_new (void)
{
  return g_object_new (TRS_TYPE_HIGHLIGHT_LIST, NULL);
}

/* Keeps the order: highlights first, then annotations of paragraphs, then those of speakers. */
static int
compare_lost (gconstpointer a,
              gconstpointer b)
{
  const TrsAnnotation *one = *(const TrsAnnotation **) a;
  const TrsAnnotation *other = *(const TrsAnnotation **) b;

  if (one->kind != other->kind)
    return one->kind > other->kind ? -1 : 1;
  if (one->version != other->version)
    return one->version > other->version ? -1 : 1;
  return trs_text_position_compare (one->start, other->start);
}

static GPtrArray *
make_items (TrsDocument *document,
            gboolean     exact_times)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) lost = NULL;

  if (document == NULL || trs_document_get_annotations (document) == NULL)
    return items;

  for (guint i = 0; i < trs_document_get_highlights (document)->len; i++)
    {
      const TrsPlacedHighlight *highlight =
          &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);

      g_ptr_array_add (items, trs_highlight_new (document, highlight->annotation, highlight, exact_times));
    }
  lost = g_ptr_array_copy (trs_document_get_lost (document), NULL, NULL);
  g_ptr_array_sort (lost, compare_lost);
  for (guint i = 0; i < lost->len; i++)
    g_ptr_array_add (items, trs_highlight_new (document, g_ptr_array_index (lost, i), NULL, exact_times));
  return items;
}

/* Reuse an existing object that looks the same, so that its row stays. */
static gboolean
reuse_items (GPtrArray *from,
             guint      old_index,
             GPtrArray *to,
             guint      new_index)
{
  TrsHighlight *known = g_ptr_array_index (from, old_index);
  TrsHighlight *made = g_ptr_array_index (to, new_index);

  if (!trs_highlight_rebase (known, made))
    return FALSE;

  g_object_unref (made);
  to->pdata[new_index] = g_object_ref (known);
  return TRUE;
}

/**
 * trs_highlight_list_set_document:
 * @self: a list
 * @document: (nullable): whose highlights it shows, and after them whatever else is lost of it
 * @exact_times: whether times have their milliseconds
 */
void
trs_highlight_list_set_document (TrsHighlightList *self,
                                 TrsDocument      *document,
                                 gboolean          exact_times)
{
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->items);
  guint same = 0;
  guint same_at_end = 0;

  self->items = make_items (document, exact_times);
  while (same < MIN (old->len, self->items->len) && reuse_items (old, same, self->items, same))
    same++;
  while (same + same_at_end < MIN (old->len, self->items->len) &&
         reuse_items (old, old->len - 1 - same_at_end, self->items, self->items->len - 1 - same_at_end))
    same_at_end++;
  if (same + same_at_end < MAX (old->len, self->items->len))
    g_list_model_items_changed (G_LIST_MODEL (self), same, old->len - same - same_at_end,
                                self->items->len - same - same_at_end);
}
