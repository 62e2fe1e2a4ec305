/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-preview.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"
#include "trs-palette.h"
#include "trs-task.h"
#include "trs-widget-utils.h"

struct _TrsExportPreview
{
  AdwBin parent_instance;

  GBytes *bytes;
  gboolean complete;
  TrsExportTally tally;

  GtkTextBuffer *buffer;
  GCancellable *cancellable;
  GTask *rendered; /* rendered, but not shown yet */
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

typedef struct
{
  const TrsExportFormat *format;
  TrsExportSource *source;
  TrsExportOptions options;
  GBytes *bytes;
  GArray *blocks; /* set for formats that are not text */
  TrsExportTally tally;
} RenderState;

static void
render_state_clear (RenderState *state)
{
  trs_export_source_unref (state->source);
  g_clear_pointer (&state->bytes, g_bytes_unref);
  g_clear_pointer (&state->blocks, g_array_unref);
}

TRS_DEFINE_TASK_STATE (RenderState, render_state)

static void
render_in_thread (GTask        *task,
                  gpointer      source,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  RenderState *state = task_data;
  g_autoptr (GArray) blocks = NULL;
  GError *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;

  state->bytes = trs_export_format_render (state->format, state->source, &state->options, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  blocks = trs_export_blocks_new (state->source, &state->options);
  if ((state->format->known & TRS_EXPORT_NOTES) != 0)
    state->tally = trs_export_blocks_count (state->source, &state->options, blocks);
  if (g_str_has_prefix (state->format->mime_type, "application/vnd.") ||
      g_str_equal (state->format->mime_type, "text/html"))
    state->blocks = g_steal_pointer (&blocks);
  g_task_return_boolean (task, TRUE);
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
draw_header (TrsExportPreview  *self,
             const RenderState *state)
{
  g_autoptr (GPtrArray) facts = trs_export_source_list_page_facts (state->source, &state->options);

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
draw_legend (TrsExportPreview  *self,
             const RenderState *state)
{
  guint colours = trs_export_blocks_get_colours (&state->options, state->blocks);

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
draw_blocks (TrsExportPreview  *self,
             const RenderState *state)
{
  static const TrsExportVisitor visitor = { .words = words_cb, .end = highlight_ended_cb, .check = checked_cb };
  gboolean complete = TRUE;

  draw_header (self, state);
  draw_legend (self, state);
  for (guint i = 0; complete && i < state->blocks->len; i++)
    {
      const TrsExportBlock *block = &g_array_index (state->blocks, TrsExportBlock, i);
      Drawing drawing = { self, &state->options, TRUE };

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
      trs_export_block_visit (block, &state->options, &visitor, &drawing);
      complete = drawing.complete && append_string (self, "text", "\n");
    }
  return complete;
}

static gboolean
show_file (TrsExportPreview  *self,
           const RenderState *state)
{
  gsize size;
  const char *data = g_bytes_get_data (state->bytes, &size);
  gsize mark = size >= 3 && memcmp (data, BYTE_ORDER_MARK, 3) == 0 ? 3 : 0;

  return append (self, "file", data + mark, size - mark);
}

static gboolean
render_finish (TrsExportPreview  *self,
               GAsyncResult      *result,
               GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_export_preview_render), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
show (GtkWidget *widget)
{
  TrsExportPreview *self = TRS_EXPORT_PREVIEW (widget);
  g_autoptr (GTask) task = g_steal_pointer (&self->rendered);
  RenderState *state = task != NULL ? render_state_get (task) : NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = NULL;

  if (state == NULL)
    return;

  gtk_text_buffer_set_text (self->buffer, "", 0);
  if (render_finish (self, G_ASYNC_RESULT (task), &error))
    {
      self->complete = state->blocks != NULL ? draw_blocks (self, state) : show_file (self, state);
      self->bytes = g_bytes_ref (state->bytes);
      self->tally = state->tally;
    }
  else
    {
      problem = trs_error_text_in_place (error);
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

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;

  g_set_object (&self->rendered, G_TASK (result));
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    trs_after_frame (GTK_WIDGET (self), show);
  else
    show (GTK_WIDGET (self));
}

static void
trs_export_preview_dispose (GObject *object)
{
  TrsExportPreview *self = TRS_EXPORT_PREVIEW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->rendered);
  g_clear_pointer (&self->bytes, g_bytes_unref);

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
  RenderState *state;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->rendered);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->cancellable = g_cancellable_new ();

  task = g_task_new (self, self->cancellable, rendered_cb, NULL);
  g_task_set_source_tag (task, trs_export_preview_render);
  state = render_state_attach (task);
  state->format = format;
  state->source = trs_export_source_ref (source);
  state->options = *options;
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
