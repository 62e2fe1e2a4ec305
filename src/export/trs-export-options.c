/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-options.h"

#include "trs-time-input.h"

#include <stddef.h>
#include <string.h>

/* Type of a member: 'b' for a boolean, 'u' for a number up to @last, 'x' for one from -@last to @last. */
typedef struct
{
  const char *name;
  char type;
  gsize offset;
  gint64 last;
} Member;

#define MEMBER(name, type, member, last) { name, type, offsetof (TrsExportOptions, member), last }

/* In the order of TrsExportOptionFlags. */
static const Member members[] = {
  MEMBER ("timecodes", 'b', timecodes, TRUE),
  MEMBER ("time-marks", 'u', time_marks, TRS_TIME_MARKS_LAST),
  MEMBER ("fraction", 'u', fraction, TRS_TIME_FRACTION_LAST),
  MEMBER ("interval", 'u', interval, TRS_EXPORT_INTERVAL_MAX),
  MEMBER ("offset", 'x', offset, TRS_EXPORT_OFFSET_MAX),
  MEMBER ("speakers", 'b', speakers, TRUE),
  MEMBER ("header", 'b', header, TRUE),
  MEMBER ("provenance", 'b', provenance, TRUE),
  MEMBER ("merge", 'b', merge, TRUE),
  MEMBER ("only-marked", 'b', only_highlights, TRUE),
  MEMBER ("only-checked", 'b', only_checked, TRUE),
  MEMBER ("bom", 'b', bom, TRUE),
  MEMBER ("links", 'b', links, TRUE),
  MEMBER ("highlights", 'b', highlights, TRUE),
  MEMBER ("notes", 'b', notes, TRUE),
};

G_STATIC_ASSERT (sizeof (gboolean) == sizeof (guint) && sizeof (TrsTimeMarks) == sizeof (guint) &&
                 sizeof (TrsTimeFraction) == sizeof (guint));

static gint64
get_member (const TrsExportOptions *self,
            const Member           *member)
{
  gconstpointer place = (const char *) self + member->offset;

  return member->type == 'x' ? *(const gint64 *) place : *(const guint *) place;
}

static void
set_member (TrsExportOptions *self,
            const Member     *member,
            gint64            value)
{
  gpointer place = (char *) self + member->offset;

  if (member->type == 'x')
    *(gint64 *) place = CLAMP (value, -member->last, member->last);
  else if (value >= 0 && value <= member->last)
    *(guint *) place = (guint) value;
}

/**
 * trs_export_options_to_variant:
 * @self: options
 *
 * Returns: (transfer floating): all members, of type `a{sv}`
 */
GVariant *
trs_export_options_to_variant (const TrsExportOptions *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      gint64 value = get_member (self, &members[i]);
      GVariant *variant = members[i].type == 'b'   ? g_variant_new_boolean (value != 0)
                          : members[i].type == 'u' ? g_variant_new_uint32 ((guint) value)
                                                   : g_variant_new_int64 (value);

      g_variant_builder_add (&builder, "{sv}", members[i].name, variant);
    }
  return g_variant_builder_end (&builder);
}

/**
 * trs_export_options_from_variant:
 * @self: (inout): options; members that @variant lacks are unchanged
 * @variant: of type `a{sv}`; values of another type or out of range are ignored
 *
 * Reads saved options, also those of another version of the program.
 */
void
trs_export_options_from_variant (TrsExportOptions *self,
                                 GVariant         *variant)
{
  g_return_if_fail (g_variant_is_of_type (variant, G_VARIANT_TYPE_VARDICT));

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const char type[] = { members[i].type, '\0' };
      g_autoptr (GVariant) value = g_variant_lookup_value (variant, members[i].name, G_VARIANT_TYPE (type));

      if (value != NULL)
        set_member (self, &members[i],
                    members[i].type == 'b'   ? g_variant_get_boolean (value)
                    : members[i].type == 'u' ? g_variant_get_uint32 (value)
                                             : g_variant_get_int64 (value));
    }
}

/**
 * trs_export_options_take:
 * @self: (inout): options
 * @other: other options
 * @which: the members to take from @other
 *
 * Copies some members, for example those that a format supports.
 */
void
trs_export_options_take (TrsExportOptions       *self,
                         const TrsExportOptions *other,
                         TrsExportOptionFlags    which)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if ((which & (1u << i)) != 0)
      set_member (self, &members[i], get_member (other, &members[i]));
}

/**
 * trs_export_options_format_time:
 * @self: options
 * @milliseconds: a time in the video
 *
 * Writes a timecode as the user wants it, with the offset: always two digits or
 * more of hours, rounded down.
 *
 * Returns: (transfer full): the timecode with what stands around it
 */
char *
trs_export_options_format_time (const TrsExportOptions *self,
                                gint64                  milliseconds)
{
  static const char * const marks[][2] = { { "[", "]" }, { "(", ")" }, { "#", "#" }, { "", "" } };
  gint64 time = MAX (milliseconds + self->offset, 0);
  int rest = (int) (time % 1000);
  g_autofree char *clock = g_strdup_printf ("%02" G_GINT64_FORMAT ":%02d:%02d", time / 3600000,
                                            (int) (time / 60000 % 60), (int) (time / 1000 % 60));
  char fraction[8] = "";

  if (self->fraction == TRS_TIME_FRACTION_TENTHS)
    g_snprintf (fraction, sizeof fraction, "%c%d", self->time_marks == TRS_TIME_MARKS_HASHES ? '-' : '.', rest / 100);
  else if (self->fraction == TRS_TIME_FRACTION_MILLISECONDS)
    g_snprintf (fraction, sizeof fraction, ".%03d", rest);
  return g_strconcat (marks[self->time_marks][0], clock, fraction, marks[self->time_marks][1], NULL);
}

/**
 * trs_export_options_parse_offset:
 * @text: a time, with a minus sign to subtract it; nothing for none
 * @offset: (out): milliseconds, in whole seconds; unchanged on an error
 *
 * Returns: %FALSE if @text is neither empty nor `[-]HH:MM:SS` within a day
 */
gboolean
trs_export_options_parse_offset (const char *text,
                                 gint64     *offset)
{
  gboolean negative = *text == '-' || g_str_has_prefix (text, "−");
  gint64 time = 0;

  if (*text != '\0' && !trs_time_input_parse (negative ? g_utf8_next_char (text) : text, &time))
    return FALSE;

  if (time > TRS_EXPORT_OFFSET_MAX)
    return FALSE;

  time -= time % 1000;
  *offset = negative ? -time : time;
  return TRUE;
}
