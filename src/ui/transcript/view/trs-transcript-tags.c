/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-tags.h"

#include "trs-palette.h"
#include "trs-text-tag.h"

/* All of it stands above the lines: below the words of a line in which
 * something is hidden, GTK 4.8 takes hidden bytes for visible ones, looks for
 * them in the next line, and aborts if that is too short. */
#define SPACE 9
#define SPACE_BARE 13
#define SPACE_ABOVE_NAME (SPACE + 12)
#define SPACE_AT_TOP 15

struct _TrsTranscriptTags
{
  GObject parent_instance;

  GtkTextTagTable *table;
  GtkTextTag *tags[TRS_TRANSCRIPT_N_TAGS];
  TrsTranscriptTagState state;
  gboolean batching;
};

G_DEFINE_FINAL_TYPE (TrsTranscriptTags, trs_transcript_tags, G_TYPE_OBJECT)

static const char *const tag_names[TRS_TRANSCRIPT_N_TAGS] = {
  "all",       "more",      "after-name",     "name",             "speaker-0",     "speaker-1",       "speaker-2",
  "speaker-3", "speaker-4", "speaker-5",      "speaker-6",        "speaker-7",     "speaker-again",   "speaker-unknown",
  "time-name-wide",         "time-name-narrow", "time-first",     "time-body",     "body-first",      "no-time",
  "top",       "top-name",  "link",           "hit",              "current",
};

/* Each property that is set on a tag would walk over all lines from its first
 * to its last use. Connected before any buffer uses the table, this handler
 * runs first and keeps the walks back. */
static void
tag_changed_cb (TrsTranscriptTags *self,
                GtkTextTag        *tag,
                gboolean           size_changed,
                GtkTextTagTable   *table)
{
  if (self->batching)
    g_signal_stop_emission_by_name (table, "tag-changed");
}

static void
trs_transcript_tags_dispose (GObject *object)
{
  TrsTranscriptTags *self = TRS_TRANSCRIPT_TAGS (object);

  if (self->table != NULL)
    g_signal_handlers_disconnect_by_data (self->table, self);
  g_clear_object (&self->table);

  G_OBJECT_CLASS (trs_transcript_tags_parent_class)->dispose (object);
}

static void
trs_transcript_tags_class_init (TrsTranscriptTagsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_transcript_tags_dispose;
}

static void
set_constants (TrsTranscriptTags *self)
{
  static const TrsTranscriptTag times[] = {
    TRS_TRANSCRIPT_TAG_TIME_NAME_WIDE,
    TRS_TRANSCRIPT_TAG_TIME_NAME_NARROW,
    TRS_TRANSCRIPT_TAG_TIME_FIRST,
    TRS_TRANSCRIPT_TAG_TIME_BODY,
  };

  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_ALL], "accumulative-margin", TRUE, "line-height", 1.32f, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_MORE], "pixels-above-lines", 0, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_NAME], "weight", PANGO_WEIGHT_BOLD, "pixels-above-lines",
                SPACE_ABOVE_NAME, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_SPEAKER_AGAIN], "underline", PANGO_UNDERLINE_SINGLE, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_SPEAKER_UNKNOWN], "weight", PANGO_WEIGHT_NORMAL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_object_set (self->tags[times[i]], "scale", 0.86, "weight", PANGO_WEIGHT_NORMAL, "font-features", "tnum", NULL);

  /* GTK takes the indent of the whole paragraph from its first character, once indent is set on it at all. */
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_BODY_FIRST], "accumulative-margin", TRUE, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_NO_TIME], "accumulative-margin", TRUE, "indent", 0, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_TOP_NAME], "pixels-above-lines", SPACE_AT_TOP, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_LINK], "underline", PANGO_UNDERLINE_SINGLE, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_CURRENT], "weight", PANGO_WEIGHT_BOLD, NULL);
}

static void
trs_transcript_tags_init (TrsTranscriptTags *self)
{
  self->table = gtk_text_tag_table_new ();
  g_signal_connect_swapped (self->table, "tag-changed", G_CALLBACK (tag_changed_cb), self);

  for (guint i = 0; i < TRS_TRANSCRIPT_N_TAGS; i++)
    {
      g_autoptr (GtkTextTag) tag = trs_text_tag_new (tag_names[i]);

      gtk_text_tag_table_add (self->table, tag);
      self->tags[i] = tag;
    }

  set_constants (self);
  trs_transcript_tags_set_colours (self, FALSE, FALSE);
  self->state.gutter = -1;
  trs_transcript_tags_set_state (self, &(TrsTranscriptTagState) { .wide = TRUE, .scale = 1.0 });
}

/**
 * trs_transcript_tags_new:
 *
 * Returns: (transfer full): tags in the state of bare words
 */
TrsTranscriptTags *
trs_transcript_tags_new (void)
{
  return g_object_new (TRS_TYPE_TRANSCRIPT_TAGS, NULL);
}

/**
 * trs_transcript_tags_get_table:
 * @self: the tags
 *
 * Returns: (transfer none): the table for the buffers
 */
GtkTextTagTable *
trs_transcript_tags_get_table (TrsTranscriptTags *self)
{
  return self->table;
}

/**
 * trs_transcript_tags_get:
 * @self: the tags
 * @tag: which one
 *
 * Returns: (transfer none): the tag
 */
GtkTextTag *
trs_transcript_tags_get (TrsTranscriptTags *self,
                         TrsTranscriptTag   tag)
{
  return self->tags[tag];
}

/* Sets and compares, because a property that is set to what it is counts as a change all the same. */
static void
set_int (GtkTextTag *tag,
         const char *property,
         int         value)
{
  g_autofree char *set_name = g_strconcat (property, "-set", NULL);
  gboolean set;
  int old;

  g_object_get (tag, property, &old, set_name, &set, NULL);
  if (!set || old != value)
    g_object_set (tag, property, value, NULL);
}

static void
set_invisible (GtkTextTag *tag,
               gboolean    invisible)
{
  gboolean old;
  gboolean set;

  g_object_get (tag, "invisible", &old, "invisible-set", &set, NULL);
  if (!set || !old != !invisible)
    g_object_set (tag, "invisible", invisible, NULL);
}

/* A line collapses only if no tag that says anything of visibility begins or ends inside it. */
static void
unset_invisible (GtkTextTag *tag)
{
  gboolean set;

  g_object_get (tag, "invisible-set", &set, NULL);
  if (set)
    g_object_set (tag, "invisible-set", FALSE, NULL);
}

static void
apply_visibility (TrsTranscriptTags *self)
{
  const TrsTranscriptTagState *s = &self->state;
  GtkTextTag *wide = self->tags[TRS_TRANSCRIPT_TAG_TIME_NAME_WIDE];
  GtkTextTag *narrow = self->tags[TRS_TRANSCRIPT_TAG_TIME_NAME_NARROW];

  set_invisible (self->tags[TRS_TRANSCRIPT_TAG_NAME], !s->speakers);
  if (s->speakers)
    {
      set_invisible (wide, !(s->timecodes && s->wide));
      set_invisible (narrow, !(s->timecodes && !s->wide));
    }
  else
    {
      unset_invisible (wide);
      unset_invisible (narrow);
    }
  set_invisible (self->tags[TRS_TRANSCRIPT_TAG_TIME_FIRST], !(s->timecodes && !s->speakers));
  set_invisible (self->tags[TRS_TRANSCRIPT_TAG_TIME_BODY], !s->timecodes);
}

static void
set_margin (GtkTextTag *tag,
            gboolean    rtl,
            int         margin)
{
  set_int (tag, "left-margin", rtl ? 0 : margin);
  set_int (tag, "right-margin", rtl ? margin : 0);
}

static void
apply_geometry (TrsTranscriptTags *self)
{
  const TrsTranscriptTagState *s = &self->state;
  gboolean gutter = s->wide && s->timecodes;
  int space = s->timecodes || s->speakers ? SPACE : SPACE_BARE;
  GtkTextTag *all = self->tags[TRS_TRANSCRIPT_TAG_ALL];
  GtkTextTag *first = self->tags[TRS_TRANSCRIPT_TAG_BODY_FIRST];

  set_int (all, "indent", gutter ? -s->gutter : 0);
  set_int (all, "pixels-above-lines", space);
  set_int (self->tags[TRS_TRANSCRIPT_TAG_AFTER_NAME], "pixels-above-lines", s->speakers ? 0 : space);
  set_int (first, "indent", gutter && !s->speakers ? -s->gutter : 0);
  set_margin (first, s->rtl, gutter && s->speakers ? s->gutter : 0);
  set_margin (self->tags[TRS_TRANSCRIPT_TAG_NO_TIME], s->rtl, gutter ? s->gutter : 0);

  /* The space at the top belongs to the first visible line: GtkTextView of
   * GTK 4.8 loses a top margin at every step of its background validation. */
  set_int (self->tags[TRS_TRANSCRIPT_TAG_TOP], "pixels-above-lines", s->speakers && s->top_is_name ? 0 : SPACE_AT_TOP);
}

static void
apply_tabs (TrsTranscriptTags *self)
{
  const TrsTranscriptTagState *s = &self->state;
  PangoTabArray *tabs =
      pango_tab_array_new_with_positions (1, TRUE, PANGO_TAB_LEFT, s->wide ? s->gutter : s->narrow_tab);

  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_ALL], "tabs", tabs, NULL);
  pango_tab_array_free (tabs);
}

static gboolean
state_equal (const TrsTranscriptTagState *a,
             const TrsTranscriptTagState *b)
{
  return !a->timecodes == !b->timecodes && !a->speakers == !b->speakers && !a->wide == !b->wide && !a->rtl == !b->rtl
         && !a->top_is_name == !b->top_is_name && a->gutter == b->gutter && a->narrow_tab == b->narrow_tab
         && ABS (a->scale - b->scale) < 0.001;
}

/**
 * trs_transcript_tags_set_state:
 * @self: the tags
 * @state: what is to be shown
 *
 * Changes only what differs, and lays all lines out anew by one change of the
 * tag that covers them. Never to be called while GTK measures lines: it aborts
 * over lines that change then.
 *
 * Returns: %TRUE if anything differs
 */
gboolean
trs_transcript_tags_set_state (TrsTranscriptTags           *self,
                               const TrsTranscriptTagState *state)
{
  TrsTranscriptTagState old = self->state;
  GtkTextTag *all = self->tags[TRS_TRANSCRIPT_TAG_ALL];

  if (state_equal (&old, state))
    return FALSE;

  self->state = *state;
  self->batching = TRUE;
  apply_visibility (self);
  apply_geometry (self);
  if (!old.wide != !state->wide || old.gutter != state->gutter || old.narrow_tab != state->narrow_tab)
    apply_tabs (self);
  if (ABS (old.scale - state->scale) >= 0.001)
    g_object_set (all, "scale", state->scale, NULL);
  self->batching = FALSE;
  gtk_text_tag_changed (all, TRUE);
  return TRUE;
}

static void
set_colour (GtkTextTag *tag,
            const char *property,
            const char *colour)
{
  GdkRGBA rgba;
  gboolean parsed = colour != NULL && gdk_rgba_parse (&rgba, colour);

  g_object_set (tag, property, parsed ? &rgba : NULL, NULL);
}

/**
 * trs_transcript_tags_set_colours:
 * @self: the tags
 * @dark: for a dark background
 * @high_contrast: names and times in the colour of the text
 *
 * Follows the style of the desktop.
 */
void
trs_transcript_tags_set_colours (TrsTranscriptTags *self,
                                 gboolean           dark,
                                 gboolean           high_contrast)
{
  const TrsPalette *palette = trs_palette_get (dark);

  self->batching = TRUE;
  for (guint i = 0; i < TRS_PALETTE_N_SPEAKERS; i++)
    set_colour (self->tags[TRS_TRANSCRIPT_TAG_SPEAKER_0 + i], "foreground-rgba",
                high_contrast ? NULL : palette->speakers[i]);
  set_colour (self->tags[TRS_TRANSCRIPT_TAG_SPEAKER_UNKNOWN], "foreground-rgba",
              high_contrast ? NULL : palette->time);
  for (guint i = TRS_TRANSCRIPT_TAG_TIME_NAME_WIDE; i <= TRS_TRANSCRIPT_TAG_TIME_BODY; i++)
    set_colour (self->tags[i], "foreground-rgba", high_contrast ? NULL : palette->time);
  set_colour (self->tags[TRS_TRANSCRIPT_TAG_HIT], "background-rgba", palette->hit);
  set_colour (self->tags[TRS_TRANSCRIPT_TAG_CURRENT], "background-rgba", palette->current);
  self->batching = FALSE;

  gtk_text_tag_changed (self->tags[TRS_TRANSCRIPT_TAG_ALL], FALSE);
}
