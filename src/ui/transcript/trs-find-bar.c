/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-find-bar.h"

#include "config.h"
#include "trs-transcript-find.h"
#include "trs-transcript-strings.h"

/* The head of the page keeps little distance from the header bar, and more from a bar. */
#define SPACE_BELOW 10

struct _TrsFindBar
{
  AdwBin parent_instance;

  GtkSearchBar *bar;
  GtkSearchEntry *entry;
  GtkLabel *count;
  GtkWidget *previous;
  GtkWidget *next;

  TrsTranscriptView *view;
  GSignalGroup *scrolled;
  TrsTranscriptFind *find;
  GArray *hits;
  int current;

  /* which hits are marked in which buffer */
  TrsTranscriptBuffer *buffer;
  guint marked_from;
  guint marked_to;
  guint update_id;

  /* what was looked for in every transcript, as long as it is not changed here, and where to go first */
  char *query;
  TrsTextPosition place;
  gboolean place_wanted;
};

G_DEFINE_FINAL_TYPE (TrsFindBar, trs_find_bar, ADW_TYPE_BIN)

static const TrsFindHit *
get_hit (TrsFindBar *self,
         guint       index)
{
  return &g_array_index (self->hits, TrsFindHit, index);
}

static void
set_tag (TrsFindBar       *self,
         guint             index,
         TrsTranscriptTag  name,
         gboolean          applied)
{
  const TrsFindHit *hit = get_hit (self, index);
  TrsTextPosition stop = { hit->start.paragraph, hit->start.byte + hit->length };
  GtkTextTag *tag = trs_transcript_buffer_get_tag (self->buffer, name);
  GtkTextIter start;
  GtkTextIter end;

  trs_transcript_buffer_get_iter (self->buffer, hit->start, &start);
  trs_transcript_buffer_get_iter (self->buffer, stop, &end);
  if (applied)
    gtk_text_buffer_apply_tag (GTK_TEXT_BUFFER (self->buffer), tag, &start, &end);
  else
    gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->buffer), tag, &start, &end);
}

static void
unmark (TrsFindBar *self)
{
  /* A buffer that was replaced is being taken apart. */
  gboolean same = self->buffer != NULL && trs_transcript_view_get_buffer (self->view) == self->buffer;

  for (guint i = self->marked_from; same && i < self->marked_to; i++)
    {
      set_tag (self, i, TRS_TRANSCRIPT_TAG_HIT, FALSE);
      set_tag (self, i, TRS_TRANSCRIPT_TAG_CURRENT, FALSE);
    }
  self->marked_to = self->marked_from;
  g_clear_object (&self->buffer);
}

static TrsTextPosition
position_at (TrsFindBar *self,
             double      y,
             gboolean    end)
{
  GtkTextIter iter;

  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self->view), &iter, y, NULL);
  if (end && !gtk_text_iter_ends_line (&iter))
    gtk_text_iter_forward_to_line_end (&iter);
  return trs_transcript_buffer_to_position (self->buffer, &iter);
}

static int
compare_positions (TrsTextPosition a,
                   TrsTextPosition b)
{
  if (a.paragraph != b.paragraph)
    return a.paragraph < b.paragraph ? -1 : 1;
  return a.byte < b.byte ? -1 : a.byte > b.byte;
}

/* The first hit that is not before the position; their number, if there is none. */
static guint
find_hit (TrsFindBar      *self,
          TrsTextPosition  position)
{
  guint low = 0;
  guint high = self->hits->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (compare_positions (get_hit (self, middle)->start, position) < 0)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

static void
mark_visible (TrsFindBar *self)
{
  GdkRectangle visible;

  if (self->hits->len == 0)
    return;

  self->buffer = g_object_ref (trs_transcript_view_get_buffer (self->view));
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self->view), &visible);
  self->marked_from = find_hit (self, position_at (self, visible.y, FALSE));
  self->marked_to = find_hit (self, position_at (self, visible.y + visible.height, TRUE));
  for (guint i = self->marked_from; i < self->marked_to; i++)
    set_tag (self, i, (int) i == self->current ? TRS_TRANSCRIPT_TAG_CURRENT : TRS_TRANSCRIPT_TAG_HIT, TRUE);
}

static gboolean
update_cb (gpointer user_data)
{
  TrsFindBar *self = user_data;

  self->update_id = 0;
  unmark (self);
  mark_visible (self);
  return G_SOURCE_REMOVE;
}

/* Once a frame, after what scrolls and before it is painted. */
static void
queue_update (TrsFindBar *self)
{
  if (self->update_id == 0 && self->hits->len > 0)
    self->update_id = g_idle_add_full (GTK_PRIORITY_RESIZE, update_cb, self, NULL);
}

static void
update_count (TrsFindBar *self)
{
  int n_hits = self->find != NULL ? (int) self->hits->len : -1;
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *count = trs_transcript_strings_hits (n_hits, self->current, words);

  gtk_label_set_label (self->count, count);
  gtk_widget_set_sensitive (self->previous, n_hits > 0);
  gtk_widget_set_sensitive (self->next, n_hits > 0);
}

/* Goes to a hit, round the ends of the text. The caret stands before it. */
static void
go_to (TrsFindBar *self,
       int         index)
{
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  int n = self->hits->len;
  GtkTextIter iter;

  if (n == 0)
    return;

  self->current = (index % n + n) % n;
  trs_transcript_buffer_get_iter (buffer, get_hit (self, self->current)->start, &iter);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (buffer), &iter);
  trs_transcript_view_scroll_to (self->view, get_hit (self, self->current)->start);
  queue_update (self);
  update_count (self);
}

/* Where to begin: at the caret, or once where the reader wanted to be, who is in the text then, not in the bar. */
static TrsTextPosition
take_place (TrsFindBar *self)
{
  if (!self->place_wanted)
    return trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view));

  self->place_wanted = FALSE;
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
  return self->place;
}

/* Searches for what is typed, and goes to the first hit from the caret on. */
static void
search (TrsFindBar *self)
{
  unmark (self);
  g_array_set_size (self->hits, 0);
  self->current = -1;
  if (self->find != NULL)
    {
      g_array_unref (self->hits);
      self->hits = self->query != NULL
                       ? trs_transcript_find_search_query (self->find, self->query)
                       : trs_transcript_find_search (self->find, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
      go_to (self, find_hit (self, take_place (self)));
    }
  update_count (self);
}

/* The bar was opened or closed, or the view has another text. */
static void
refresh (TrsFindBar *self)
{
  TrsTranscript *transcript = trs_transcript_view_get_transcript (self->view);

  g_clear_pointer (&self->find, trs_transcript_find_free);
  if (gtk_search_bar_get_search_mode (self->bar) && transcript != NULL)
    self->find = trs_transcript_find_new (transcript, trs_transcript_view_get_flags (self->view));
  search (self);
}

static void
mode_changed_cb (TrsFindBar *self)
{
  gboolean open = gtk_search_bar_get_search_mode (self->bar);

  gtk_widget_set_margin_bottom (GTK_WIDGET (self), open ? SPACE_BELOW : 0);
  refresh (self);
  if (!open)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
search_changed_cb (TrsFindBar *self)
{
  if (g_strcmp0 (self->query, gtk_editable_get_text (GTK_EDITABLE (self->entry))) != 0)
    g_clear_pointer (&self->query, g_free);
  search (self);
}

static void
next_cb (TrsFindBar *self)
{
  trs_find_bar_step (self, 1);
}

static void
previous_cb (TrsFindBar *self)
{
  trs_find_bar_step (self, -1);
}

static void
trs_find_bar_dispose (GObject *object)
{
  TrsFindBar *self = TRS_FIND_BAR (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_object (&self->scrolled);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->buffer);
  g_clear_object (&self->view);
  g_clear_pointer (&self->find, trs_transcript_find_free);
  g_clear_pointer (&self->hits, g_array_unref);
  g_clear_pointer (&self->query, g_free);

  G_OBJECT_CLASS (trs_find_bar_parent_class)->dispose (object);
}

static void
trs_find_bar_class_init (TrsFindBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_find_bar_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-find-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, bar);
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, entry);
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, count);
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, previous);
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, next);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
  gtk_widget_class_bind_template_callback (widget_class, previous_cb);
  gtk_widget_class_bind_template_callback (widget_class, mode_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, trs_find_bar_close);
}

static void
trs_find_bar_init (TrsFindBar *self)
{
  self->hits = g_array_new (FALSE, FALSE, sizeof (TrsFindHit));
  self->current = -1;
  self->scrolled = g_signal_group_new (GTK_TYPE_ADJUSTMENT);
  g_signal_group_connect_swapped (self->scrolled, "value-changed", G_CALLBACK (queue_update), self);
  g_signal_group_connect_swapped (self->scrolled, "changed", G_CALLBACK (queue_update), self);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->bar, GTK_EDITABLE (self->entry));
}

/* The view of the page, set once. */
void
trs_find_bar_set_view (TrsFindBar        *self,
                       TrsTranscriptView *view)
{
  self->view = g_object_ref (view);
  g_signal_connect_object (view, "notify::buffer", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_object_bind_property (view, "vadjustment", self->scrolled, "target", G_BINDING_SYNC_CREATE);
}

/* Opens the bar, or gives the focus to it. */
void
trs_find_bar_open (TrsFindBar *self)
{
  gtk_search_bar_set_search_mode (self->bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

/**
 * trs_find_bar_show:
 * @self: a find bar
 * @query: what was looked for in every transcript
 * @place: where in this one
 *
 * Opens the bar filled in, and goes to the first hit from @place on, as soon
 * as the view has its text. Until something else is typed, the hits are those
 * of the search across every transcript.
 */
void
trs_find_bar_show (TrsFindBar      *self,
                   const char      *query,
                   TrsTextPosition  place)
{
  /* The entry is empty for a moment, which counts as another query. */
  gtk_editable_set_text (GTK_EDITABLE (self->entry), query);
  g_free (self->query);
  self->query = g_strdup (query);
  self->place = place;
  self->place_wanted = TRUE;
  if (gtk_search_bar_get_search_mode (self->bar))
    search (self);
  else
    gtk_search_bar_set_search_mode (self->bar, TRUE);
}

/**
 * trs_find_bar_step:
 * @self: a find bar
 * @step: 1 for the next hit, -1 for the one before
 *
 * Goes to another hit, round the ends of the text. Opens the bar if it is
 * closed.
 */
void
trs_find_bar_step (TrsFindBar *self,
                   int         step)
{
  if (!gtk_search_bar_get_search_mode (self->bar))
    trs_find_bar_open (self);
  else
    go_to (self, self->current + step);
}

/* Returns whether it was open. */
gboolean
trs_find_bar_close (TrsFindBar *self)
{
  gboolean open = gtk_search_bar_get_search_mode (self->bar);

  gtk_search_bar_set_search_mode (self->bar, FALSE);
  return open;
}
