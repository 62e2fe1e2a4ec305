/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-preview.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"
#include "trs-palette.h"
#include "trs-widget-utils.h"

/* What is rendered, which the worker fills in. */
typedef struct
{
  const TrsExportFormat *format;
  TrsExportSource *source;
  TrsExportOptions options;
  GBytes *bytes;
  GArray *blocks; /* set for formats that are not text */
  TrsExportTally tally;
} Rendering;

struct _TrsExportPreview
{
  AdwBin parent_instance;

  GBytes *bytes;
  gboolean complete;
  TrsExportTally tally;

  GtkTextBuffer *buffer;
  GCancellable *cancellable;

  /* What is shown with the next frame: one of them, or neither. */
  Rendering *rendering;
  GError *failure;
};

/* Some hundred lines: showing more would block the main loop for longer than a frame. */
#define MAX_SHOWN (16 * 1024)
#define RTL_MARK "\342\200\217"
#define BYTE_ORDER_MARK "\357\273\277"

enum
{
  RENDERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsExportPreview, trs_export_preview, ADW_TYPE_BIN)

static void
rendering_clear (Rendering *rendering)
{
  trs_export_source_unref (rendering->source);
  g_clear_pointer (&rendering->bytes, g_bytes_unref);
  g_clear_pointer (&rendering->blocks, g_array_unref);
}

static void
rendering_unref (Rendering *rendering)
{
  g_atomic_rc_box_release_full (rendering, (GDestroyNotify) rendering_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rendering, rendering_unref)

static void
render_in_thread (GTask        *task,
                  gpointer      source,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  Rendering *rendering = task_data;
  g_autoptr (GArray) blocks = NULL;
  GError *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;

  rendering->bytes = trs_export_format_render (rendering->format, rendering->source, &rendering->options, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  blocks = trs_export_blocks_new (rendering->source, &rendering->options);
  if ((rendering->format->known & TRS_EXPORT_NOTES) != 0)
    rendering->tally = trs_export_blocks_count (rendering->source, &rendering->options, blocks);
  if (g_str_has_prefix (rendering->format->mime_type, "application/vnd.") ||
      g_str_equal (rendering->format->mime_type, "text/html"))
    rendering->blocks = g_steal_pointer (&blocks);
  g_task_return_pointer (task, g_atomic_rc_box_acquire (rendering), (GDestroyNotify) rendering_unref);
}

/* @highlight, @below: (nullable): further tags. Returns: FALSE if the preview is full and the text was cut */
static gboolean
append_with_tags (TrsExportPreview *self,
                  const char       *tag,
                  const char       *highlight,
                  const char       *below,
                  const char       *text,
                  gsize             length)
{
  gsize room = MAX_SHOWN - MIN ((gsize) gtk_text_buffer_get_char_count (self->buffer), MAX_SHOWN);
  const char *end = text + MIN (length, room);
  g_autofree char *valid = NULL;
  GtkTextIter iter;

  while (end > text && end < text + length && (*end & 0xc0) == 0x80)
    end--;
  valid = g_utf8_make_valid (text, end - text);
  gtk_text_buffer_get_end_iter (self->buffer, &iter);
  gtk_text_buffer_insert_with_tags_by_name (self->buffer, &iter, valid, -1, tag, highlight,
                                            highlight != NULL ? below : NULL, NULL);
  return length <= room;
}

static gboolean
append (TrsExportPreview *self,
        const char       *tag,
        const char       *text,
        gsize             length)
{
  return append_with_tags (self, tag, NULL, NULL, text, length);
}

static gboolean
append_string (TrsExportPreview *self,
               const char       *tag,
               const char       *text)
{
  return append (self, tag, text, strlen (text));
}

static void
draw_header (TrsExportPreview *self,
             const Rendering  *rendering)
{
  g_autoptr (GPtrArray) facts = trs_export_source_list_page_facts (rendering->source, &rendering->options);

  for (guint i = 0; i < facts->len; i++)
    {
      const TrsExportFact *fact = g_ptr_array_index (facts, i);

      append_string (self, g_str_equal (fact->key, "title") ? "title" : "fact", fact->line);
      append_string (self, "text", "\n");
    }
}

static const char *const highlight_tags[TRS_HIGHLIGHT_N_COLOURS] = { "highlight-0", "highlight-1", "highlight-2",
                                                                     "highlight-3" };
static const char * const below_tags[TRS_HIGHLIGHT_N_COLOURS] = { "below-0", "below-1", "below-2", "below-3" };

typedef struct
{
  TrsExportPreview *preview;
  const TrsExportOptions *options;
  gboolean complete;
} Drawing;

static void
words_cb (const char               *text,
          gsize                     length,
          const TrsExportHighlight *top,
          const TrsExportHighlight *below,
          gpointer                  user_data)
{
  Drawing *self = user_data;

  self->complete =
      self->complete &&
      append_with_tags (
          self->preview, "text", top != NULL ? highlight_tags[top->annotation->number % TRS_HIGHLIGHT_N_COLOURS] : NULL,
          below != NULL ? below_tags[below->annotation->number % TRS_HIGHLIGHT_N_COLOURS] : NULL, text, length);
}

/* The file has notes at the side or at the foot of the page; the preview shows them in place. */
static void
highlight_ended_cb (const TrsExportHighlight *highlight,
                    gpointer                  user_data)
{
  Drawing *self = user_data;
  g_autofree char *note = trs_export_highlight_dup_note (highlight, self->options);
  g_autofree char *label = note != NULL ? trs_export_highlight_dup_label (highlight, self->options) : NULL;
  g_autofree char *shown = label != NULL ? g_strconcat (" ", label, NULL) : NULL;

  if (shown != NULL)
    self->complete = self->complete && append_string (self->preview, "note", shown);
}

static void
checked_cb (gpointer user_data)
{
  Drawing *self = user_data;

  self->complete = self->complete && append_string (self->preview, "check", "\302\240" TRS_EXPORT_CHECK);
}

static void
draw_legend (TrsExportPreview *self,
             const Rendering  *rendering)
{
  guint colours = trs_export_blocks_get_colours (&rendering->options, rendering->blocks);

  if (colours == 0)
    return;
  append_string (self, "fact", _("Highlights"));
  append_string (self, "fact", ":");
  for (guint i = 0; i < TRS_HIGHLIGHT_N_COLOURS; i++)
    if ((colours & 1u << i) != 0)
      {
        const char *name = trs_highlight_strings_name (i);

        append_string (self, "fact", " ");
        append_with_tags (self, "fact", highlight_tags[i], NULL, name, strlen (name));
      }
  append_string (self, "text", "\n");
}

/* Draws roughly what an office program or a browser would show. */
static gboolean
draw_blocks (TrsExportPreview *self,
             const Rendering  *rendering)
{
  static const TrsExportVisitor visitor = { .words = words_cb, .end = highlight_ended_cb, .check = checked_cb };
  gboolean complete = TRUE;

  draw_header (self, rendering);
  draw_legend (self, rendering);
  for (guint i = 0; complete && i < rendering->blocks->len; i++)
    {
      const TrsExportBlock *block = &g_array_index (rendering->blocks, TrsExportBlock, i);
      Drawing drawing = { self, &rendering->options, TRUE };

      /* Set the direction of the paragraph by its words, not by the time or name before them. */
      if (trs_bidi_get_first_direction (block->text->str, block->text->len) < 0)
        append_string (self, "text", RTL_MARK);
      if (block->time != NULL)
        {
          append_string (self, block->link != NULL ? "link" : "time", block->time);
          append_string (self, "time", " ");
        }
      if (block->heading != NULL)
        {
          append_string (self, "name", block->heading);
          append_string (self, "text", ": ");
        }
      trs_export_block_visit (block, &rendering->options, &visitor, &drawing);
      complete = drawing.complete && append_string (self, "text", "\n");
    }
  return complete;
}

static gboolean
show_file (TrsExportPreview *self,
           const Rendering  *rendering)
{
  gsize size;
  const char *data = g_bytes_get_data (rendering->bytes, &size);
  gsize mark = size >= 3 && memcmp (data, BYTE_ORDER_MARK, 3) == 0 ? 3 : 0;

  return append (self, "file", data + mark, size - mark);
}

static Rendering *
render_finish (TrsExportPreview  *self,
               GAsyncResult      *result,
               GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_export_preview_render), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
show (GtkWidget *widget)
{
  TrsExportPreview *self = TRS_EXPORT_PREVIEW (widget);
  g_autoptr (Rendering) rendering = g_steal_pointer (&self->rendering);
  g_autoptr (GError) failure = g_steal_pointer (&self->failure);

  if (rendering == NULL && failure == NULL)
    return;

  gtk_text_buffer_set_text (self->buffer, "", 0);
  if (rendering != NULL)
    {
      self->complete = rendering->blocks != NULL ? draw_blocks (self, rendering) : show_file (self, rendering);
      self->bytes = g_bytes_ref (rendering->bytes);
      self->tally = rendering->tally;
    }
  else
    {
      g_autofree char *problem = trs_error_text_in_place (failure);

      append_string (self, "text", problem);
    }
  g_signal_emit (self, signals[RENDERED], 0);
}

/* Wait for a frame: GTK 4.8 would draw the scrollbar before it is laid out.
 * floor: try without it with GTK ≥ 4.10 */
static void
rendered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  TrsExportPreview *self = TRS_EXPORT_PREVIEW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (Rendering) rendering = render_finish (self, result, &error);

  /* Another rendering has taken its place. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  self->rendering = g_steal_pointer (&rendering);
  self->failure = g_steal_pointer (&error);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    trs_after_frame (GTK_WIDGET (self), show);
  else
    show (GTK_WIDGET (self));
}

/* Gives up what is being rendered, and what was. */
static void
cancel (TrsExportPreview *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->rendering, rendering_unref);
  g_clear_error (&self->failure);
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

static void
trs_export_preview_dispose (GObject *object)
{
  TrsExportPreview *self = TRS_EXPORT_PREVIEW (object);

  cancel (self);

  G_OBJECT_CLASS (trs_export_preview_parent_class)->dispose (object);
}

static void
trs_export_preview_class_init (TrsExportPreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_export_preview_dispose;

  signals[RENDERED] =
      g_signal_new ("rendered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-export-preview.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsExportPreview, buffer);
}

static void
colour_tag (GtkTextTagTable *tags,
            const char      *name,
            const char      *property,
            const char      *colour)
{
  GdkRGBA rgba;

  gdk_rgba_parse (&rgba, colour);
  g_object_set (gtk_text_tag_table_lookup (tags, name), property, &rgba, NULL);
}

/* The same colours as on the page. */
static void
update_colours (TrsExportPreview *self)
{
  static const char * const lines[] = TRS_HIGHLIGHT_LINES;
  const TrsPalette *palette = trs_palette_get (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (self->buffer);

  for (guint i = 0; i < TRS_HIGHLIGHT_N_COLOURS; i++)
    {
      colour_tag (tags, highlight_tags[i], "background-rgba", palette->highlights[i]);
      colour_tag (tags, below_tags[i], "underline-rgba", lines[i]);
    }
  colour_tag (tags, "check", "foreground-rgba", palette->checked);
}

static void
trs_export_preview_init (TrsExportPreview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_colours), self,
                           G_CONNECT_SWAPPED);
  update_colours (self);
}

/**
 * trs_export_preview_render:
 * @self: a preview
 * @format: a format
 * @source: what to export
 * @options: how
 *
 * Renders on a worker thread. Cancels a rendering that is still running.
 */
void
trs_export_preview_render (TrsExportPreview       *self,
                           const TrsExportFormat  *format,
                           TrsExportSource        *source,
                           const TrsExportOptions *options)
{
  g_autoptr (GTask) task = NULL;
  Rendering *rendering = g_atomic_rc_box_new0 (Rendering);

  cancel (self);
  self->cancellable = g_cancellable_new ();

  task = g_task_new (self, self->cancellable, rendered_cb, NULL);
  g_task_set_source_tag (task, trs_export_preview_render);
  rendering->format = format;
  rendering->source = trs_export_source_ref (source);
  rendering->options = *options;
  g_task_set_task_data (task, rendering, (GDestroyNotify) rendering_unref);
  g_task_run_in_thread (task, render_in_thread);
}

/**
 * trs_export_preview_get_bytes:
 * @self: a #TrsExportPreview
 *
 * Returns: (transfer none) (nullable): the file, %NULL until it is rendered
 */
GBytes *
trs_export_preview_get_bytes (TrsExportPreview *self)
{
  return self->bytes;
}

/**
 * trs_export_preview_get_complete:
 * @self: a #TrsExportPreview
 *
 * Returns: whether the preview shows the whole file
 */
gboolean
trs_export_preview_get_complete (TrsExportPreview *self)
{
  return self->complete;
}

/**
 * trs_export_preview_get_tally:
 * @self: a #TrsExportPreview
 *
 * Returns: (transfer none): the numbers of annotations in the file
 */
const TrsExportTally *
trs_export_preview_get_tally (TrsExportPreview *self)
{
  return &self->tally;
}
