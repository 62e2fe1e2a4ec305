/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-video-ref.h"

#include <string.h>

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-server-address.h"

#define ID_PLACE "{id}"
#define TIME_PLACE "{t}"

static char *
fill_in (const char *pattern,
         const char *id,
         const char *seconds)
{
  g_autoptr (GString) address = g_string_new (pattern);

  /* The time first: an identifier has no braces once it is escaped. */
  g_string_replace (address, TIME_PLACE, seconds, 0);
  g_string_replace (address, ID_PLACE, id, 0);
  return g_string_free (g_steal_pointer (&address), FALSE);
}

/* Without a moment, what would tell one is left out: a parameter or a fragment, unless it says more than that. */
static char *
leave_out_time (const char *pattern)
{
  g_autoptr (GString) address = g_string_new (pattern);
  char *place;

  while ((place = strstr (address->str, TIME_PLACE)) != NULL)
    {
      gsize from = place - address->str;
      gsize to = from + strcspn (place, "&#");

      while (from > 0 && strchr ("?&#", address->str[from]) == NULL)
        from--;
      if (from == 0 || g_strstr_len (address->str + from, to - from, ID_PLACE) != NULL)
        break;

      /* The mark that begins them all stays for those that follow. */
      if (address->str[from] != '&' && address->str[to] == '&')
        g_string_erase (address, from + 1, to - from);
      else
        g_string_erase (address, from, to - from);
    }

  return g_string_free (g_steal_pointer (&address), FALSE);
}

/**
 * trs_video_pattern_has_time:
 * @pattern: address pattern of a video page
 *
 * Returns: whether links to a moment can be made of @pattern
 */
gboolean
trs_video_pattern_has_time (const char *pattern)
{
  g_return_val_if_fail (pattern != NULL, FALSE);

  return strstr (pattern, TIME_PLACE) != NULL;
}

/**
 * trs_video_pattern_is_valid:
 * @pattern: address pattern of a video page
 * @error: return location for a #GError
 *
 * A pattern is a web address with `{id}` in it, and perhaps `{t}` for seconds.
 *
 * Errors: %TRS_ERROR_INVALID_INPUT or %TRS_ERROR_REFUSED_ADDRESS, with a
 * sentence for the user.
 *
 * Returns: %TRUE if links can be made of @pattern
 */
gboolean
trs_video_pattern_is_valid (const char  *pattern,
                            GError     **error)
{
  g_autofree char *example = NULL;

  g_return_val_if_fail (pattern != NULL, FALSE);

  if (g_strstr_len (pattern, -1, ID_PLACE) == NULL)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           /* Translators: do not translate {id}. */
                           _("The address must contain {id}"));
      return FALSE;
    }

  example = fill_in (pattern, "x", "0");
  return trs_callback_address_check (example, error);
}

/**
 * trs_video_pattern_expand:
 * @pattern: address pattern of a video page
 * @video_id: (nullable): identifier of the video
 * @start: where to begin, in milliseconds, or -1 for no moment
 *
 * Makes the address of a video page. The seconds are rounded down, as a link
 * must land before the words. A pattern without `{t}` leads to the beginning;
 * without a moment, a parameter that would tell it is left out.
 *
 * Returns: (transfer full) (nullable): the address, or %NULL if none can be made
 */
char *
trs_video_pattern_expand (const char *pattern,
                          const char *video_id,
                          gint64      start)
{
  g_autofree char *timeless = NULL;
  g_autofree char *id = NULL;
  g_autofree char *seconds = NULL;

  g_return_val_if_fail (pattern != NULL, NULL);

  if (video_id == NULL || *video_id == '\0' || !g_utf8_validate (video_id, -1, NULL) ||
      !trs_video_pattern_is_valid (pattern, NULL))
    return NULL;

  id = g_uri_escape_string (video_id, NULL, FALSE);
  seconds = g_strdup_printf ("%" G_GINT64_FORMAT, MAX (start, 0) / 1000);
  timeless = start < 0 ? leave_out_time (pattern) : NULL;
  return fill_in (timeless != NULL ? timeless : pattern, id, seconds);
}
