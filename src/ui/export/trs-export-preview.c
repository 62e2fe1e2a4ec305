/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-preview.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-export-blocks.h"
#include "trs-i18n.h"
#include "trs-task.h"

/* Some hundred lines; a view of all would keep the main loop for longer than a frame. */
#define MAX_SHOWN (16 * 1024)
#define BYTE_ORDER_MARK "\357\273\277"

struct _TrsExportPreview
{
  AdwBin parent_instance;

  GtkTextView *view;
  GtkTextBuffer *buffer;

  GCancellable *cancellable;
  GBytes *bytes;
  char *summary;
};

enum
{
  PROP_BYTES = 1,
  PROP_SUMMARY,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsExportPreview, trs_export_preview, ADW_TYPE_BIN)

typedef struct
{
  const TrsExportFormat *format;
  TrsExportSource *source;
  TrsExportOptions options;
  GBytes *bytes;
  GArray *blocks; /* of a format that is not text */
} RenderState;

static void
render_state_clear (RenderState *state)
{
  trs_export_source_free (state->source);
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
  GError *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;

  state->bytes = trs_export_format_render (state->format, state->source, &state->options, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (trs_export_preview_is_drawn (state->format))
    state->blocks = trs_export_blocks_new (state->source, &state->options);
  g_task_return_boolean (task, TRUE);
}

/* Returns: whether all of it had room */
static gboolean
append (TrsExportPreview *self,
        const char       *tag,
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
  gtk_text_buffer_insert_with_tags_by_name (self->buffer, &iter, valid, -1, tag, NULL);
  return length <= room;
}

static gboolean
append_line (TrsExportPreview *self,
             const char       *tag,
             const char       *text)
{
  g_autofree char *line = g_strconcat (text, "\n", NULL);

  return append (self, tag, line, strlen (line));
}

static void
draw_header (TrsExportPreview  *self,
             const RenderState *state)
{
  g_autoptr (GPtrArray) facts = state->options.provenance ? trs_export_source_list_facts (state->source) : NULL;
  g_autofree char *title = trs_display_text_title (state->source->title);
  g_autofree char *link = trs_export_source_dup_link (state->source, -1);

  if (state->options.header)
    append_line (self, "title", title);
  if (state->options.header && link != NULL)
    append_line (self, "fact", link);
  for (guint i = 0; facts != NULL && i < facts->len; i++)
    {
      const TrsExportFact *fact = g_ptr_array_index (facts, i);
      g_autofree char *line = g_strdup_printf ("%s: %s", fact->label, fact->value);

      append_line (self, "fact", line);
    }
}

/* What an office or a browser makes of the file. */
static gboolean
draw_blocks (TrsExportPreview  *self,
             const RenderState *state)
{
  gboolean complete = TRUE;

  draw_header (self, state);
  for (guint i = 0; complete && i < state->blocks->len; i++)
    {
      const TrsExportBlock *block = &g_array_index (state->blocks, TrsExportBlock, i);
      g_autofree char *time =
          block->show_time ? trs_export_options_format_time (&state->options, block->start) : g_strdup ("");

      if (block->show_name)
        append (self, "name", block->name, strlen (block->name));
      if (block->show_name && block->show_time)
        append (self, "name", "  ", 2);
      if (block->show_name || block->show_time)
        append_line (self, "time", time);
      complete = append (self, "text", block->text->str, block->text->len) && append_line (self, "text", "");
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

static void
rendered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  TrsExportPreview *self = TRS_EXPORT_PREVIEW (source);
  RenderState *state = render_state_get (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = NULL;
  g_autofree char *size = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  gtk_text_buffer_set_text (self->buffer, "", 0);
  g_clear_pointer (&self->summary, g_free);
  if (error != NULL)
    {
      problem = trs_error_text_in_place (error);
      append_line (self, "text", problem);
    }
  else
    {
      gboolean complete = state->blocks != NULL ? draw_blocks (self, state) : show_file (self, state);

      self->bytes = g_bytes_ref (state->bytes);
      size = g_format_size (g_bytes_get_size (self->bytes));
      /* Translators: %s is the size of a file of which the beginning is shown, "41 KB". */
      self->summary = complete ? g_steal_pointer (&size) : g_strdup_printf (_("Beginning of %s"), size);
    }
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SUMMARY]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BYTES]);
}

static void
trs_export_preview_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  TrsExportPreview *self = TRS_EXPORT_PREVIEW (object);

  if (id == PROP_BYTES)
    g_value_set_boxed (value, self->bytes);
  else
    g_value_set_string (value, self->summary);
}

static void
trs_export_preview_dispose (GObject *object)
{
  TrsExportPreview *self = TRS_EXPORT_PREVIEW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->summary, g_free);

  G_OBJECT_CLASS (trs_export_preview_parent_class)->dispose (object);
}

static void
trs_export_preview_class_init (TrsExportPreviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = trs_export_preview_get_property;
  object_class->dispose = trs_export_preview_dispose;

  props[PROP_BYTES] =
      g_param_spec_boxed ("bytes", NULL, NULL, G_TYPE_BYTES, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_SUMMARY] =
      g_param_spec_string ("summary", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-export-preview.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsExportPreview, view);
  gtk_widget_class_bind_template_child (widget_class, TrsExportPreview, buffer);
}

static void
trs_export_preview_init (TrsExportPreview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_export_preview_is_drawn:
 * @format: a format
 *
 * Returns: whether the preview shows what the file looks like; otherwise it
 *   shows what stands in it
 */
gboolean
trs_export_preview_is_drawn (const TrsExportFormat *format)
{
  return g_str_has_prefix (format->mime_type, "application/vnd.") || g_str_equal (format->mime_type, "text/html");
}

/**
 * trs_export_preview_render:
 * @self: a preview
 * @format: a format
 * @source: what to export; copied
 * @options: how
 *
 * Renders on a worker thread, in place of what was rendered before or still is.
 */
void
trs_export_preview_render (TrsExportPreview       *self,
                           const TrsExportFormat  *format,
                           const TrsExportSource  *source,
                           const TrsExportOptions *options)
{
  g_autoptr (GTask) task = NULL;
  RenderState *state;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->cancellable = g_cancellable_new ();

  task = g_task_new (self, self->cancellable, rendered_cb, NULL);
  g_task_set_source_tag (task, trs_export_preview_render);
  state = render_state_attach (task);
  state->format = format;
  state->source = trs_export_source_copy (source);
  state->options = *options;
  g_task_run_in_thread (task, render_in_thread);
}

/**
 * trs_export_preview_get_bytes:
 * @self: a preview
 *
 * Returns: (transfer none) (nullable): the file, %NULL while it is not rendered
 */
GBytes *
trs_export_preview_get_bytes (TrsExportPreview *self)
{
  return self->bytes;
}
