/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-video-ref.h"

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
                           _("The pattern must have {id} where the identifier of the video belongs."));
      return FALSE;
    }

  example = fill_in (pattern, "x", "0");
  return trs_callback_address_check (example, error);
}

/**
 * trs_video_pattern_expand:
 * @pattern: address pattern of a video page
 * @video_id: (nullable): identifier of the video
 * @start: where to begin, in milliseconds, or -1 for the beginning
 *
 * Makes the address of a video page. The seconds are rounded down, as a link
 * must land before the words. A pattern without `{t}` leads to the beginning.
 *
 * Returns: (transfer full) (nullable): the address, or %NULL if none can be made
 */
char *
trs_video_pattern_expand (const char *pattern,
                          const char *video_id,
                          gint64      start)
{
  g_autofree char *id = NULL;
  g_autofree char *seconds = NULL;

  g_return_val_if_fail (pattern != NULL, NULL);

  if (video_id == NULL || *video_id == '\0' || !g_utf8_validate (video_id, -1, NULL) ||
      !trs_video_pattern_is_valid (pattern, NULL))
    return NULL;

  id = g_uri_escape_string (video_id, NULL, FALSE);
  seconds = g_strdup_printf ("%" G_GINT64_FORMAT, MAX (start, 0) / 1000);
  return fill_in (pattern, id, seconds);
}
