/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-tags.h"

#include "trs-palette.h"

/* All of it stands above the lines: below the words of a line in which
 * something is hidden, GTK 4.8 takes hidden bytes for visible ones, looks for
 * them in the next line, and aborts if that is too short. */
#define SPACE 9
#define SPACE_BARE 13
#define SPACE_ABOVE_NAME (SPACE + 12)
#define SPACE_AT_TOP 15

/* GTK 4.8 answers an assistive technology that asks for text attributes by
 * reading the write-only `foreground` and `background` of a tag, and crashes.
 * Here both can be read; colours are set by their `-rgba` twins only. */
#define TRS_TYPE_TEXT_TAG (trs_text_tag_get_type ())
G_DECLARE_FINAL_TYPE (TrsTextTag, trs_text_tag, TRS, TEXT_TAG, GtkTextTag)

struct _TrsTextTag
{
  GtkTextTag parent_instance;
};

G_DEFINE_FINAL_TYPE (TrsTextTag, trs_text_tag, GTK_TYPE_TEXT_TAG)

static void
trs_text_tag_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  g_autofree char *twin = g_strconcat (pspec->name, "-rgba", NULL);

  g_object_get_property (object, twin, value);
}

static void
trs_text_tag_class_init (TrsTextTagClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_text_tag_get_property;
  g_object_class_install_property (object_class, 1,
                                   g_param_spec_boxed ("background", NULL, NULL, GDK_TYPE_RGBA, flags));
  g_object_class_install_property (object_class, 2,
                                   g_param_spec_boxed ("foreground", NULL, NULL, GDK_TYPE_RGBA, flags));
}

static void
trs_text_tag_init (TrsTextTag *self)
{
}

struct _TrsTranscriptTags
{
  GtkTextTagTable *table;
  GtkTextTag *tags[TRS_TRANSCRIPT_N_TAGS];
  TrsTranscriptTagState state;
  gboolean batching;
};

static const char *const tag_names[TRS_TRANSCRIPT_N_TAGS] = {
  "all",       "more",      "after-name",     "name",             "speaker-0",     "speaker-1",       "speaker-2",
  "speaker-3", "speaker-4", "speaker-5",      "speaker-6",        "speaker-7",     "speaker-again",   "speaker-unknown",
  "time-name-wide",         "time-name-narrow", "time-first",     "time-body",     "body-first",      "no-time",
  "top",       "top-name",  "link",           "hit",              "current",
};

/* Each property that is set on a tag invalidates all lines from its first to
 * its last use. Connected before any buffer uses the table, this handler runs
 * first and stops the emission while several are set. */
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

/**
 * trs_transcript_tags_new:
 *
 * Returns: (transfer full): tags in the state of bare words
 */
TrsTranscriptTags *
trs_transcript_tags_new (void)
{
  TrsTranscriptTags *self = g_rc_box_new0 (TrsTranscriptTags);

  self->table = gtk_text_tag_table_new ();
  g_signal_connect_swapped (self->table, "tag-changed", G_CALLBACK (tag_changed_cb), self);

  for (guint i = 0; i < TRS_TRANSCRIPT_N_TAGS; i++)
    {
      g_autoptr (GtkTextTag) tag = g_object_new (TRS_TYPE_TEXT_TAG, "name", tag_names[i], NULL);

      gtk_text_tag_table_add (self->table, tag);
      self->tags[i] = tag;
    }

  set_constants (self);
  trs_transcript_tags_set_colours (self, FALSE, FALSE);
  trs_transcript_tags_set_state (self, &(TrsTranscriptTagState) { .wide = TRUE, .scale = 1.0 });
  return self;
}

TrsTranscriptTags *
trs_transcript_tags_ref (TrsTranscriptTags *self)
{
  return g_rc_box_acquire (self);
}

static void
tags_clear (gpointer data)
{
  TrsTranscriptTags *self = data;

  g_signal_handlers_disconnect_by_data (self->table, self);
  g_object_unref (self->table);
}

void
trs_transcript_tags_unref (TrsTranscriptTags *self)
{
  g_rc_box_release_full (self, tags_clear);
}

GtkTextTagTable *
trs_transcript_tags_get_table (TrsTranscriptTags *self)
{
  return self->table;
}

GtkTextTag *
trs_transcript_tags_get (TrsTranscriptTags *self,
                         TrsTranscriptTag   tag)
{
  return self->tags[tag];
}

/* A line collapses only if no tag that says anything about visibility begins or ends inside it. */
static void
apply_visibility (TrsTranscriptTags *self)
{
  const TrsTranscriptTagState *s = &self->state;

  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_NAME], "invisible", !s->speakers, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_TIME_NAME_WIDE], "invisible", !(s->timecodes && s->wide),
                "invisible-set", s->speakers, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_TIME_NAME_NARROW], "invisible", !(s->timecodes && !s->wide),
                "invisible-set", s->speakers, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_TIME_FIRST], "invisible", !(s->timecodes && !s->speakers), NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_TIME_BODY], "invisible", !s->timecodes, NULL);
}

static void
set_margin (GtkTextTag *tag,
            gboolean    rtl,
            int         margin)
{
  g_object_set (tag, "left-margin", rtl ? 0 : margin, "right-margin", rtl ? margin : 0, NULL);
}

static void
apply_geometry (TrsTranscriptTags *self)
{
  const TrsTranscriptTagState *s = &self->state;
  gboolean gutter = s->wide && s->timecodes;
  int space = s->timecodes || s->speakers ? SPACE : SPACE_BARE;
  PangoTabArray *tabs =
      pango_tab_array_new_with_positions (1, TRUE, PANGO_TAB_LEFT, s->wide ? s->gutter : s->narrow_tab);

  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_ALL], "indent", gutter ? -s->gutter : 0, "pixels-above-lines", space,
                "tabs", tabs, "scale", s->scale, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_AFTER_NAME], "pixels-above-lines", s->speakers ? 0 : space, NULL);
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_BODY_FIRST], "indent", gutter && !s->speakers ? -s->gutter : 0, NULL);
  set_margin (self->tags[TRS_TRANSCRIPT_TAG_BODY_FIRST], s->rtl, gutter && s->speakers ? s->gutter : 0);
  set_margin (self->tags[TRS_TRANSCRIPT_TAG_NO_TIME], s->rtl, gutter ? s->gutter : 0);

  /* The space at the top belongs to the first visible line: GtkTextView of
   * GTK 4.8 loses a top margin at every step of its background validation. */
  g_object_set (self->tags[TRS_TRANSCRIPT_TAG_TOP], "pixels-above-lines",
                s->speakers && s->top_is_name ? 0 : SPACE_AT_TOP, NULL);
  pango_tab_array_free (tabs);
}

static gboolean
state_equal (const TrsTranscriptTagState *a,
             const TrsTranscriptTagState *b)
{
  return a->timecodes == b->timecodes && a->speakers == b->speakers && a->wide == b->wide && a->rtl == b->rtl
         && a->top_is_name == b->top_is_name && a->gutter == b->gutter && a->narrow_tab == b->narrow_tab
         && ABS (a->scale - b->scale) < 0.001;
}

/**
 * trs_transcript_tags_set_state:
 * @self: the tags
 * @state: what is to be shown
 *
 * Invalidates all lines once, by a change of the tag that covers them; not if
 * the state is the same. Must not be called while GTK validates lines: it aborts
 * if lines change then.
 *
 * Returns: %TRUE if anything differs
 */
gboolean
trs_transcript_tags_set_state (TrsTranscriptTags           *self,
                               const TrsTranscriptTagState *state)
{
  if (state_equal (&self->state, state))
    return FALSE;

  self->state = *state;
  self->batching = TRUE;
  apply_visibility (self);
  apply_geometry (self);
  self->batching = FALSE;
  gtk_text_tag_changed (self->tags[TRS_TRANSCRIPT_TAG_ALL], TRUE);
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
