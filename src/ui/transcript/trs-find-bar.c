/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-find-bar.h"

#include <string.h>

#include "config.h"
#include "trs-search-results.h"
#include "trs-transcript-strings.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

/* Margins of the page header: small below the header bar, larger below the find bar. */
#define SPACE_BELOW 10

#define FINAL_SIGMA 0x3c2
#define SIGMA 0x3c3
#define NO_BREAK_SPACE 0xa0

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
  GArray *hits;
  int current; /* index of the current hit, or -1 */
  guint update_id;

  /* the query of the search in all transcripts, until the user edits it, and the place to go to first */
  char *query;
  TrsTextPosition place;
  gboolean place_wanted;
};

G_DEFINE_FINAL_TYPE (TrsFindBar, trs_find_bar, ADW_TYPE_BIN)

static gunichar
fold_character (gunichar c)
{
  c = g_unichar_tolower (c);
  if (c == FINAL_SIGMA)
    return SIGMA;
  return c == NO_BREAK_SPACE ? ' ' : c;
}

/* Folds character by character. ASCII is folded in place, which is five times as fast. */
static void
fold (const char *words,
      gsize       length,
      GString    *folded)
{
  g_string_truncate (folded, 0);
  g_string_append_len (folded, words, length);
  if (g_str_is_ascii (folded->str))
    {
      g_string_ascii_down (folded);
      return;
    }

  g_string_truncate (folded, 0);
  for (const char *p = words; p < words + length; p = g_utf8_next_char (p))
    g_string_append_unichar (folded, fold_character (g_utf8_get_char (p)));
}

/* What is looked for in one of the ways in which the same letters can be written, and where it stands next. */
typedef struct
{
  GString *folded;
  glong n_characters;
  const char *next; /* NULL if there is no more */
} Spelling;

static void
spelling_clear (gpointer data)
{
  g_string_free (((Spelling *) data)->folded, TRUE);
}

static void
add_spelling (GArray     *spellings,
              const char *words)
{
  Spelling spelling = { g_string_new (NULL), g_utf8_strlen (words, -1), NULL };

  fold (words, strlen (words), spelling.folded);
  for (guint i = 0; i < spellings->len; i++)
    if (g_string_equal (g_array_index (spellings, Spelling, i).folded, spelling.folded))
      {
        g_string_free (spelling.folded, TRUE);
        return;
      }
  g_array_append_val (spellings, spelling);
}

/* An é can be one character or two, in what is typed and in what is said. To look for each spelling is much faster than
 * to normalize the text; for most words there is only one. */
static GArray *
make_spellings (const char *words)
{
  GArray *spellings = g_array_new (FALSE, FALSE, sizeof (Spelling));
  g_autofree char *composed = g_utf8_normalize (words, -1, G_NORMALIZE_DEFAULT_COMPOSE);
  g_autofree char *decomposed = g_utf8_normalize (words, -1, G_NORMALIZE_DEFAULT);

  g_array_set_clear_func (spellings, spelling_clear);
  add_spelling (spellings, words);
  if (composed != NULL)
    add_spelling (spellings, composed);
  if (decomposed != NULL)
    add_spelling (spellings, decomposed);
  return spellings;
}

/* @from: from where on in @text; its beginning, if it is looked through from anew
 *
 * Returns: (nullable): the spelling that stands next */
static Spelling *
find_next (GArray        *spellings,
           const GString *text,
           const char    *from)
{
  const char *end = text->str + text->len;
  Spelling *first = NULL;

  for (guint i = 0; i < spellings->len; i++)
    {
      Spelling *spelling = &g_array_index (spellings, Spelling, i);

      if (from == text->str || (spelling->next != NULL && spelling->next < from))
        spelling->next = memmem (from, end - from, spelling->folded->str, spelling->folded->len);
      if (spelling->next != NULL && (first == NULL || spelling->next < first->next))
        first = spelling;
    }
  return first;
}

/**
 * trs_find_words:
 * @transcript: a transcript
 * @flags: which of its texts, for one that is not aligned
 * @words: what to look for, in any case, and with accents in either form of Unicode
 *
 * Finds all places, in their order; they do not overlap.
 *
 * Returns: (transfer full) (element-type TrsFindHit): the hits
 */
GArray *
trs_find_words (TrsTranscript *transcript,
                TrsTextFlags   flags,
                const char    *words)
{
  guint n = *words != '\0' ? trs_transcript_get_n_paragraphs (transcript, flags) : 0;
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (TrsFindHit));
  g_autoptr (GArray) spellings = make_spellings (words);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, flags, i);
      const char *raw = paragraph->body;
      const char *from;
      Spelling *spelling;

      fold (paragraph->body, paragraph->body_length, text);
      from = text->str;
      while ((spelling = find_next (spellings, text, from)) != NULL)
        {
          /* Folding may change the number of bytes of a character. */
          const char *start = g_utf8_offset_to_pointer (raw, g_utf8_pointer_to_offset (from, spelling->next));
          TrsFindHit hit = { { i, start - paragraph->body } };

          raw = g_utf8_offset_to_pointer (start, spelling->n_characters);
          hit.length = raw - start;
          g_array_append_val (hits, hit);
          from = spelling->next + spelling->folded->len;
        }
    }

  return hits;
}

/**
 * trs_find_query:
 * @transcript: a transcript
 * @flags: which of its texts, for one that is not aligned
 * @query: a query of the search across all transcripts, see trs_search_query_new()
 *
 * Returns: (transfer full) (element-type TrsFindHit): the hits, as the search
 *   across every transcript understands the words
 */
GArray *
trs_find_query (TrsTranscript *transcript,
                TrsTextFlags   flags,
                const char    *query)
{
  guint n = trs_transcript_get_n_paragraphs (transcript, flags);
  g_autoptr (TrsSearchQuery) parsed = trs_search_query_new (query);
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (TrsFindHit));

  for (guint i = 0; i < n; i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, flags, i);
      g_autoptr (GArray) ranges = trs_search_find_ranges (parsed, paragraph->body, paragraph->body_length);

      for (guint j = 0; j < ranges->len; j++)
        {
          const TrsSearchRange *range = &g_array_index (ranges, TrsSearchRange, j);
          TrsFindHit hit = { { i, range->start }, range->length };

          g_array_append_val (hits, hit);
        }
    }

  return hits;
}

static gboolean
is_searching (TrsFindBar *self)
{
  return gtk_search_bar_get_search_mode (self->bar) && trs_transcript_view_get_document (self->view) != NULL;
}

/* Returns: the first hit at or after @place; the number of hits if there is none */
static guint
find_hit (TrsFindBar      *self,
          TrsTextPosition  place)
{
  for (guint i = 0; i < self->hits->len; i++)
    if (trs_text_position_compare (g_array_index (self->hits, TrsFindHit, i).start, place) >= 0)
      return i;
  return self->hits->len;
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
  return trs_transcript_buffer_to_position (trs_transcript_view_get_buffer (self->view), &iter);
}

static void
get_bounds (TrsFindBar       *self,
            const TrsFindHit *hit,
            GtkTextIter      *start,
            GtkTextIter      *end)
{
  trs_transcript_buffer_get_range (trs_transcript_view_get_buffer (self->view), hit->start,
                                   (TrsTextPosition) { hit->start.paragraph, hit->start.byte + hit->length }, start,
                                   end);
}

static void
mark_hit (TrsFindBar *self,
          guint       index)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  const TrsFindHit *hit = &g_array_index (self->hits, TrsFindHit, index);
  const char *tag = (int) index == self->current ? "current" : "hit";
  GtkTextIter start;
  GtkTextIter end;

  get_bounds (self, hit, &start, &end);
  gtk_text_buffer_apply_tag_by_name (buffer, tag, &start, &end);
}

static gboolean
update_cb (gpointer user_data)
{
  TrsFindBar *self = user_data;
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  GdkRectangle visible;
  guint end;

  self->update_id = 0;
  if (buffer == NULL)
    return G_SOURCE_REMOVE;

  trs_text_buffer_clear_tag (GTK_TEXT_BUFFER (buffer), "hit");
  trs_text_buffer_clear_tag (GTK_TEXT_BUFFER (buffer), "current");
  if (self->hits->len == 0)
    return G_SOURCE_REMOVE;

  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self->view), &visible);
  end = find_hit (self, position_at (self, visible.y + visible.height, TRUE));
  for (guint i = find_hit (self, position_at (self, visible.y, FALSE)); i < end; i++)
    mark_hit (self, i);
  return G_SOURCE_REMOVE;
}

/* Runs once per frame, after scrolling and before painting. */
static void
queue_update (TrsFindBar *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (GTK_PRIORITY_RESIZE, update_cb, self, NULL);
}

static void
set_current (TrsFindBar *self,
             int         current)
{
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *count = NULL;

  self->current = current;
  count = trs_transcript_strings_hits (self->hits->len, current, is_searching (self) ? words : "");
  if (*count != '\0' && g_strcmp0 (gtk_label_get_label (self->count), count) != 0)
    trs_ui_compat_announce (GTK_WIDGET (self->count), count);
  gtk_label_set_label (self->count, count);
  gtk_widget_set_sensitive (self->previous, self->hits->len > 0);
  gtk_widget_set_sensitive (self->next, self->hits->len > 0);
}

/* Goes to a hit, wrapping around at the ends of the text. The caret is placed before it. */
static void
go_to (TrsFindBar *self,
       int         index)
{
  int n = self->hits->len;

  if (n == 0)
    return;

  set_current (self, (index % n + n) % n);
  trs_transcript_view_go_to (self->view, g_array_index (self->hits, TrsFindHit, self->current).start);
  queue_update (self);
}

/* Returns: where to start: the caret, or once the requested place; the focus moves to the text then. */
static TrsTextPosition
get_start_position (TrsFindBar *self)
{
  if (!self->place_wanted)
    return trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view));

  self->place_wanted = FALSE;
  if (trs_has_focus_within (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
  return self->place;
}

/* Selects the hit that the user was led to, ready to be copied, quoted or highlighted. */
static void
select_current (TrsFindBar *self)
{
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  GtkTextIter start;
  GtkTextIter end;

  if (buffer == NULL || self->current < 0)
    return;

  get_bounds (self, &g_array_index (self->hits, TrsFindHit, self->current), &start, &end);
  gtk_text_buffer_select_range (GTK_TEXT_BUFFER (buffer), &end, &start);
}

/* Searches for the typed text, and goes to the first hit after the caret. */
static void
search (TrsFindBar *self)
{
  TrsDocument *document = trs_transcript_view_get_document (self->view);
  TrsTextFlags flags = trs_transcript_view_get_flags (self->view);

  /* GtkSearchBar clears its entry before it notifies that it is closed. */
  if (!gtk_search_bar_get_search_mode (self->bar))
    select_current (self);
  g_array_unref (self->hits);
  if (!is_searching (self))
    self->hits = g_array_new (FALSE, FALSE, sizeof (TrsFindHit));
  else if (self->query != NULL)
    self->hits = trs_find_query (trs_document_get_transcript (document), flags, self->query);
  else
    self->hits = trs_find_words (trs_document_get_transcript (document), flags,
                                 gtk_editable_get_text (GTK_EDITABLE (self->entry)));

  set_current (self, -1);
  queue_update (self);
  if (is_searching (self))
    go_to (self, find_hit (self, get_start_position (self)));
}

static void
mode_changed_cb (TrsFindBar *self)
{
  gboolean open = gtk_search_bar_get_search_mode (self->bar);

  gtk_widget_set_margin_bottom (GTK_WIDGET (self), open ? SPACE_BELOW : 0);
  search (self);
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
  g_clear_object (&self->view);
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

/* Sets the view of the page; to be called once. */
void
trs_find_bar_set_view (TrsFindBar        *self,
                       TrsTranscriptView *view)
{
  self->view = g_object_ref (view);
  g_signal_connect_object (view, "notify::buffer", G_CALLBACK (search), self, G_CONNECT_SWAPPED);
  g_object_bind_property (view, "vadjustment", self->scrolled, "target", G_BINDING_SYNC_CREATE);
}

/**
 * trs_find_bar_open:
 * @self: a find bar
 *
 * Opens the bar, or focuses it.
 */
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
  /* Setting the text empties the entry for a moment, which would count as another query. */
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

/**
 * trs_find_bar_has_hit:
 * @self: a find bar
 *
 * Returns: whether there is a current hit
 */
gboolean
trs_find_bar_has_hit (TrsFindBar *self)
{
  return self->current >= 0;
}

/**
 * trs_find_bar_close:
 * @self: a find bar
 *
 * Closes the bar and focuses the text.
 *
 * Returns: whether the bar was open
 */
gboolean
trs_find_bar_close (TrsFindBar *self)
{
  gboolean open = gtk_search_bar_get_search_mode (self->bar);

  gtk_search_bar_set_search_mode (self->bar, FALSE);
  return open;
}
