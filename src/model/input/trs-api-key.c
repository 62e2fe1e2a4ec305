/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-key.h"

#include <string.h>

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-trim.h"

/* Many servers close connections whose headers are longer than 8 KiB in all. */
#define MAX_LENGTH 4096

#define QUOTES "\"'`“”„‘’«»"

static gboolean
is_quote (gunichar c)
{
  return c != 0 && c < (gunichar) -2 && g_utf8_strchr (QUOTES, -1, c) != NULL;
}

static gboolean
is_quoted (const char *key,
           gsize       length)
{
  const char *end = key + length;
  const char *last = g_utf8_find_prev_char (key, end);

  return is_quote (g_utf8_get_char_validated (key, end - key)) ||
         (last != NULL && is_quote (g_utf8_get_char_validated (last, end - last)));
}

static gboolean
has_header_name (const char *key,
                 gsize       length)
{
  const char *name = "api-key";
  gsize n = strlen (name);

  if (length <= n || g_ascii_strncasecmp (key, name, n) != 0)
    return FALSE;
  while (n < length && g_ascii_isspace (key[n]))
    n++;
  return n < length && (key[n] == ':' || key[n] == '=');
}

/* Names the invalid character without showing any part of the key. */
static const char *
describe_character (gunichar c)
{
  if (c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029 || c == 0x85)
    return _("There is a line break inside the key. Paste the key alone, in one line.");
  if (c == ' ' || c == '\t')
    return _("There is a space inside the key. Paste the key alone, without spaces.");
  if (c == 0xa0 || c == 0x202f)
    return _("There is a non-breaking space inside the key. Copy the key again from where it is shown.");
  if (c == 0xfeff)
    return _("There is a byte order mark inside the key. Copy the key again from where it is shown.");
  if (c < 0x20 || c == 0x7f)
    return _("There is a control character inside the key. Copy the key again from where it is shown.");
  if (trs_trim_is_invisible (c))
    return _("There is an invisible character, such as a zero-width space, inside the key. "
             "Copy the key again from where it is shown.");
  return _("There is a character inside the key that no key can have. "
           "A key has only unaccented letters, digits and signs.");
}

static const char *
find_fault (const char *key,
            gsize       length)
{
  const char *end = key + length;

  if (length == 0)
    return _("Enter the API key.");
  if (has_header_name (key, length))
    return _("The key has “api-key:” in front of it. Paste only what comes after it.");
  if (is_quoted (key, length))
    return _("There are quotation marks around the key. Paste the key without them.");
  if (length > MAX_LENGTH)
    return _("This is too long for an API key.");

  for (const char *p = key; p < end; p++)
    if (*p < 0x21 || *p > 0x7e)
      return describe_character (g_utf8_get_char_validated (p, end - p));
  return NULL;
}

/**
 * trs_api_key_clean:
 * @input: what was typed or pasted
 * @error: return location for a #GError
 *
 * Takes off the white space, line breaks and invisible characters around a
 * key, and refuses what could not be sent in a header: such a key would be
 * answered with a puzzling 401, or not be sent at all ("Authentication").
 *
 * Errors: %TRS_ERROR_INVALID_KEY with a sentence that says what is wrong.
 *
 * Returns: (transfer full) (nullable): the key; free with trs_api_key_free()
 */
char *
trs_api_key_clean (const char  *input,
                   GError     **error)
{
  gsize length;
  const char *key = trs_trim (input, &length);
  const char *fault = find_fault (key, length);

  if (fault != NULL)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_KEY, fault);
      return NULL;
    }

  return g_strndup (key, length);
}

/**
 * trs_api_key_free:
 * @key: (transfer full) (nullable): a key
 *
 * Wipes a key from memory and frees it.
 */
void
trs_api_key_free (char *key)
{
  if (key == NULL)
    return;

  explicit_bzero (key, strlen (key));
  g_free (key);
}
