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

static const char *const tag_names[TRS_N_TAGS] = {
  "all",       "more",      "after-name",     "name",             "speaker-0",     "speaker-1",       "speaker-2",
  "speaker-3", "speaker-4", "speaker-5",      "speaker-6",        "speaker-7",     "speaker-again",   "speaker-unknown",
  "time-name-wide",         "time-name-narrow", "time-first",     "time-body",     "body-first",      "no-time",
  "top",       "top-name",  "link",           "hit",              "current",
};

/* Each property that is set on a tag invalidates all lines from its first to
 * its last use. Connected before any buffer uses the table, this handler runs
 * first; it stops the emission while it is not blocked. */
static void
stop_cb (GtkTextTagTable *self)
{
  g_signal_stop_emission_by_name (self, "tag-changed");
}

static void
begin_batch (GtkTextTagTable *self)
{
  g_signal_handlers_unblock_by_func (self, stop_cb, NULL);
}

static void
end_batch (GtkTextTagTable *self,
           gboolean         size_changed)
{
  g_signal_handlers_block_by_func (self, stop_cb, NULL);
  gtk_text_tag_changed (trs_transcript_tags_get (self, TRS_TAG_ALL), size_changed);
}

static void
set_constants (GtkTextTagTable *self)
{
  static const TrsTranscriptTag times[] = {
    TRS_TAG_TIME_NAME_WIDE,
    TRS_TAG_TIME_NAME_NARROW,
    TRS_TAG_TIME_FIRST,
    TRS_TAG_TIME_BODY,
  };

  g_object_set (trs_transcript_tags_get (self, TRS_TAG_ALL), "accumulative-margin", TRUE, "line-height", 1.32f, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_MORE), "pixels-above-lines", 0, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_NAME), "weight", PANGO_WEIGHT_BOLD, "pixels-above-lines",
                SPACE_ABOVE_NAME, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_SPEAKER_AGAIN), "underline", PANGO_UNDERLINE_SINGLE, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_SPEAKER_UNKNOWN), "weight", PANGO_WEIGHT_NORMAL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_object_set (trs_transcript_tags_get (self, times[i]), "scale", 0.86, "weight", PANGO_WEIGHT_NORMAL,
                  "font-features", "tnum", NULL);

  /* GTK takes the indent of the whole paragraph from its first character, once indent is set on it at all. */
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_BODY_FIRST), "accumulative-margin", TRUE, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_NO_TIME), "accumulative-margin", TRUE, "indent", 0, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_TOP_NAME), "pixels-above-lines", SPACE_AT_TOP, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_LINK), "underline", PANGO_UNDERLINE_SINGLE, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_CURRENT), "weight", PANGO_WEIGHT_BOLD, NULL);
}

/**
 * trs_transcript_tags_new:
 *
 * Returns: (transfer full): tags in the state of bare words
 */
GtkTextTagTable *
trs_transcript_tags_new (void)
{
  GtkTextTagTable *self = gtk_text_tag_table_new ();

  g_signal_connect (self, "tag-changed", G_CALLBACK (stop_cb), NULL);
  for (guint i = 0; i < TRS_N_TAGS; i++)
    {
      g_autoptr (GtkTextTag) tag = g_object_new (TRS_TYPE_TEXT_TAG, "name", tag_names[i], NULL);

      gtk_text_tag_table_add (self, tag);
    }

  set_constants (self);
  end_batch (self, TRUE);
  return self;
}

GtkTextTag *
trs_transcript_tags_get (GtkTextTagTable  *self,
                         TrsTranscriptTag  tag)
{
  return gtk_text_tag_table_lookup (self, tag_names[tag]);
}

/* A line collapses only if no tag that says anything about visibility begins or ends inside it. */
static void
apply_visibility (GtkTextTagTable             *self,
                  const TrsTranscriptTagState *s)
{
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_NAME), "invisible", !s->speakers, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_TIME_NAME_WIDE), "invisible", !(s->timecodes && s->wide),
                "invisible-set", s->speakers, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_TIME_NAME_NARROW), "invisible", !(s->timecodes && !s->wide),
                "invisible-set", s->speakers, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_TIME_FIRST), "invisible", !(s->timecodes && !s->speakers), NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_TIME_BODY), "invisible", !s->timecodes, NULL);
}

static void
set_margin (GtkTextTag *tag,
            gboolean    rtl,
            int         margin)
{
  g_object_set (tag, "left-margin", rtl ? 0 : margin, "right-margin", rtl ? margin : 0, NULL);
}

static void
apply_geometry (GtkTextTagTable             *self,
                const TrsTranscriptTagState *s)
{
  gboolean gutter = s->wide && s->timecodes;
  int space = s->timecodes || s->speakers ? SPACE : SPACE_BARE;
  PangoTabArray *tabs =
      pango_tab_array_new_with_positions (1, TRUE, PANGO_TAB_LEFT, s->wide ? s->gutter : s->narrow_tab);

  g_object_set (trs_transcript_tags_get (self, TRS_TAG_ALL), "indent", gutter ? -s->gutter : 0,
                "pixels-above-lines", space, "tabs", tabs, "scale", s->scale, NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_AFTER_NAME), "pixels-above-lines", s->speakers ? 0 : space,
                NULL);
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_BODY_FIRST), "indent",
                gutter && !s->speakers ? -s->gutter : 0, NULL);
  set_margin (trs_transcript_tags_get (self, TRS_TAG_BODY_FIRST), s->rtl, gutter && s->speakers ? s->gutter : 0);
  set_margin (trs_transcript_tags_get (self, TRS_TAG_NO_TIME), s->rtl, gutter ? s->gutter : 0);

  /* The space at the top belongs to the first visible line: GtkTextView of
   * GTK 4.8 loses a top margin at every step of its background validation. */
  g_object_set (trs_transcript_tags_get (self, TRS_TAG_TOP), "pixels-above-lines", s->speakers ? 0 : SPACE_AT_TOP,
                NULL);
  pango_tab_array_free (tabs);
}

/**
 * trs_transcript_tags_set_state:
 * @self: the tags
 * @state: what is to be shown
 *
 * Invalidates all lines once, by a change of the tag that covers them. Must not
 * be called while GTK validates lines: it aborts if lines change then.
 */
void
trs_transcript_tags_set_state (GtkTextTagTable             *self,
                               const TrsTranscriptTagState *state)
{
  begin_batch (self);
  apply_visibility (self, state);
  apply_geometry (self, state);
  end_batch (self, TRUE);
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
trs_transcript_tags_set_colours (GtkTextTagTable *self,
                                 gboolean         dark,
                                 gboolean         high_contrast)
{
  const TrsPalette *palette = trs_palette_get (dark);

  begin_batch (self);
  for (guint i = 0; i < TRS_PALETTE_N_SPEAKERS; i++)
    set_colour (trs_transcript_tags_get (self, TRS_TAG_SPEAKER_0 + i), "foreground-rgba",
                high_contrast ? NULL : palette->speakers[i]);
  set_colour (trs_transcript_tags_get (self, TRS_TAG_SPEAKER_UNKNOWN), "foreground-rgba",
              high_contrast ? NULL : palette->time);
  for (guint i = TRS_TAG_TIME_NAME_WIDE; i <= TRS_TAG_TIME_BODY; i++)
    set_colour (trs_transcript_tags_get (self, i), "foreground-rgba", high_contrast ? NULL : palette->time);
  set_colour (trs_transcript_tags_get (self, TRS_TAG_HIT), "background-rgba", palette->hit);
  set_colour (trs_transcript_tags_get (self, TRS_TAG_CURRENT), "background-rgba", palette->current);
  end_batch (self, FALSE);
}
