/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-tags.h"

#include <adwaita.h>

#include "config.h"
#include "trs-palette.h"

/* All of it stands above the lines: below the words of a line in which
 * something is hidden, GTK 4.8 takes hidden bytes for visible ones, looks for
 * them in the next line, and aborts if that is too short.
 * floor: try without it with GTK ≥ 4.10 */
static const struct
{
  double line_height;
  int paragraph;
} spacings[] = {
  [TRS_LINE_SPACING_COMPACT] = { 1.14, 6 },
  [TRS_LINE_SPACING_NORMAL] = { 1.32, 9 },
  [TRS_LINE_SPACING_WIDE] = { 1.52, 13 },
};

/* Extra space in pixels above a name, or above words with neither time nor name. */
#define MORE_ABOVE_NAME 12
#define MORE_ABOVE_BARE 4
#define SPACE_AT_TOP 15

/* Pixels between the time and the words, with and without a gutter. */
#define GUTTER_SPACE 28
#define NARROW_SPACE 6

G_DEFINE_ENUM_TYPE (TrsLineSpacing, trs_line_spacing,
                    G_DEFINE_ENUM_VALUE (TRS_LINE_SPACING_COMPACT, "compact"),
                    G_DEFINE_ENUM_VALUE (TRS_LINE_SPACING_NORMAL, "normal"),
                    G_DEFINE_ENUM_VALUE (TRS_LINE_SPACING_WIDE, "wide"))

/* GTK 4.8 answers an assistive technology that asks for text attributes by
 * reading the write-only `foreground` and `background` of a tag, and crashes.
 * Here both can be read; colours are set by their `-rgba` twins only.
 * floor: try without it with GTK ≥ 4.10 */
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
  gtk_text_tag_changed (gtk_text_tag_table_lookup (self, "all"), size_changed);
}

/* Sets properties of one tag. */
static void G_GNUC_NULL_TERMINATED
set (GtkTextTagTable *self,
     const char      *tag,
     const char      *property,
     ...)
{
  va_list properties;

  va_start (properties, property);
  g_object_set_valist (G_OBJECT (gtk_text_tag_table_lookup (self, tag)), property, properties);
  va_end (properties);
}

/**
 * trs_transcript_tags_set_state:
 * @self: the tags
 * @s: what is to be shown
 *
 * Invalidates all lines once, by a change of the tag that covers them. Must not
 * be called while GTK validates lines: it aborts if lines change then.
 */
void
trs_transcript_tags_set_state (GtkTextTagTable             *self,
                               const TrsTranscriptTagState *s)
{
  gboolean has_gutter = s->wide && s->timecodes;
  int gutter = s->time_width + GUTTER_SPACE;
  int margin = has_gutter ? gutter : 0;
  const char *start = s->rtl ? "right-margin" : "left-margin";
  const char *end = s->rtl ? "left-margin" : "right-margin";
  int paragraph = spacings[s->spacing].paragraph;
  int space = paragraph + (s->timecodes || s->speakers ? 0 : MORE_ABOVE_BARE);
  PangoTabArray *tabs =
      pango_tab_array_new_with_positions (1, TRUE, PANGO_TAB_LEFT, s->wide ? gutter : s->time_width + NARROW_SPACE);

  begin_batch (self);
  /* A line collapses only if no tag with a visibility property begins or ends inside it. */
  set (self, "name", "invisible", !s->speakers, NULL);
  set (self, "time-name-wide", "invisible", !has_gutter, "invisible-set", s->speakers, NULL);
  set (self, "time-name-narrow", "invisible", !s->timecodes || s->wide, "invisible-set", s->speakers, NULL);
  set (self, "time-first", "invisible", !s->timecodes || s->speakers, NULL);
  set (self, "time-body", "invisible", !s->timecodes, NULL);

  set (self, "all", "indent", -margin, "pixels-above-lines", space, "tabs", tabs, "scale", s->scale, "line-height",
       spacings[s->spacing].line_height, "family", s->family, NULL);
  set (self, "name", "pixels-above-lines", paragraph + MORE_ABOVE_NAME, NULL);
  set (self, "after-name", "pixels-above-lines", s->speakers ? 0 : space, NULL);
  set (self, "body-first", "indent", s->speakers ? 0 : -margin, start, s->speakers ? margin : 0, end, 0, NULL);
  set (self, "no-time", start, margin, end, 0, NULL);

  /* The space at the top belongs to the first visible line: GtkTextView of
   * GTK 4.8 loses a top margin at every step of its background validation.
   * floor: try without it with GTK ≥ 4.10 */
  set (self, "top", "pixels-above-lines", s->speakers ? 0 : SPACE_AT_TOP, NULL);
  end_batch (self, TRUE);
  pango_tab_array_free (tabs);
}

static void
set_colour (GtkTextTagTable *self,
            const char      *tag,
            const char      *property,
            const char      *colour)
{
  GdkRGBA rgba;
  gboolean parsed = colour != NULL && gdk_rgba_parse (&rgba, colour);

  set (self, tag, property, parsed ? &rgba : NULL, NULL);
}

/* In high contrast, names and times have the text colour. */
static void
update_colours (GtkTextTagTable *self)
{
  static const char *const quiet[] = { "speaker-unknown", "time-name-wide", "time-name-narrow", "time-first",
                                       "time-body" };
  AdwStyleManager *style = adw_style_manager_get_default ();
  const TrsPalette *palette = trs_palette_get (adw_style_manager_get_dark (style));
  gboolean high_contrast = adw_style_manager_get_high_contrast (style);

  begin_batch (self);
  for (guint i = 0; i < TRS_PALETTE_N_SPEAKERS; i++)
    {
      g_autofree char *tag = g_strdup_printf ("speaker-%u", i);

      set_colour (self, tag, "foreground-rgba", high_contrast ? NULL : palette->speakers[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (quiet); i++)
    set_colour (self, quiet[i], "foreground-rgba", high_contrast ? NULL : palette->time);
  for (guint i = 0; i < TRS_PALETTE_N_HIGHLIGHTS; i++)
    {
      g_autofree char *tag = g_strdup_printf ("highlight-%u", i);

      set_colour (self, tag, "background-rgba", palette->highlights[i]);
    }
  for (guint i = 1; i < 1u << TRS_PALETTE_N_HIGHLIGHTS; i++)
    {
      g_autofree char *tag = g_strdup_printf ("highlights-%u", i);
      g_autofree char *colour = trs_palette_dup_mixed (adw_style_manager_get_dark (style), i);

      /* The line above is in the colour of the words: GTK 4.8 frees an overline-rgba twice.
       * floor: try without it with GTK ≥ 4.10 */
      set_colour (self, tag, "background-rgba", colour);
    }
  /* Set a colour: the default underline of this kind is red, as for a spelling mistake. */
  set_colour (self, "highlight-2", "underline-rgba", palette->speakers[0]);
  /* The yellow background is pale: an underline shows where it ends. */
  set (self, "highlight-0", "underline", high_contrast ? PANGO_UNDERLINE_SINGLE : PANGO_UNDERLINE_NONE, NULL);
  set_colour (self, "checked", "foreground-rgba", high_contrast ? NULL : palette->checked);
  set_colour (self, "hit", "background-rgba", palette->hit);
  /* Otherwise only the shade tells it from a highlight. */
  set (self, "hit", "underline", high_contrast ? PANGO_UNDERLINE_LOW : PANGO_UNDERLINE_NONE, NULL);
  set_colour (self, "current", "background-rgba", palette->current);
  set_colour (self, "playing", "paragraph-background-rgba", palette->playing);
  end_batch (self, FALSE);
}

/**
 * trs_transcript_tags_new:
 *
 * Returns: (transfer full): tags in the state of bare words, which follow the
 *   style of the desktop
 */
GtkTextTagTable *
trs_transcript_tags_new (void)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  g_autoptr (GtkBuilder) builder = NULL;
  GtkTextTagTable *self;

  g_type_ensure (TRS_TYPE_TEXT_TAG);
  builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-transcript-tags.ui");
  self = g_object_ref (GTK_TEXT_TAG_TABLE (gtk_builder_get_object (builder, "tags")));
  g_signal_connect (self, "tag-changed", G_CALLBACK (stop_cb), NULL);
  end_batch (self, TRUE);

  g_signal_connect_object (style, "notify::dark", G_CALLBACK (update_colours), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (update_colours), self, G_CONNECT_SWAPPED);
  update_colours (self);
  return self;
}
