/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-words.h"

#include <string.h>

/* What stands for silence where there should be words. */
static const char * const NO_WORDS[] = { "[BLANK_AUDIO]", "[SILENCE]", "[NO_SPEECH]", "(silence)", NULL };

/**
 * trs_worker_words_clean:
 * @text: words as they were written: valid UTF-8
 *
 * Returns: (transfer full): one line with single blanks and no control characters; empty if no word is among them
 */
char *
trs_worker_words_clean (const char *text)
{
  g_autoptr (GString) clean = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isspace (c) || c == 0x2028 || c == 0x2029)
        {
          if (clean->len > 0 && clean->str[clean->len - 1] != ' ')
            g_string_append_c (clean, ' ');
        }
      else if (!g_unichar_iscntrl (c) && c != 0xfeff)
        {
          g_string_append_unichar (clean, c);
        }
    }
  g_strchomp (clean->str);
  return g_strdup (g_strv_contains (NO_WORDS, clean->str) ? "" : clean->str);
}

static gboolean
is_highlight (const char *token)
{
  return strchr ("<[(+", token[0]) != NULL;
}

/**
 * trs_worker_words_from_token:
 * @token: what PocketSphinx calls a word: `read(2)`, `<sil>`, `[SPEECH]`
 *
 * Returns: (transfer full) (nullable): the word, or %NULL if it is none
 */
char *
trs_worker_words_from_token (const char *token)
{
  g_autofree char *word = NULL;
  const char *variant;

  if (*token == '\0' || is_highlight (token) || !g_utf8_validate (token, -1, NULL))
    return NULL;

  /* The number says which of several pronunciations was heard. */
  variant = strrchr (token, '(');
  word = variant != NULL && variant > token ? g_strndup (token, (gsize) (variant - token)) : g_strdup (token);
  /* The only word of English that is never written as it is in the dictionary. */
  if (g_str_equal (word, "i") || g_str_has_prefix (word, "i'"))
    word[0] = 'I';
  return g_steal_pointer (&word);
}

static gboolean
needs_no_blank (gunichar c)
{
  return g_unichar_iswide (c) && g_unichar_get_script (c) != G_UNICODE_SCRIPT_HANGUL;
}

/**
 * trs_worker_words_join:
 * @text: a paragraph so far
 * @more: the words that follow
 *
 * Puts a blank between them, but in Chinese and Japanese.
 */
void
trs_worker_words_join (GString    *text,
                       const char *more)
{
  if (text->len > 0)
    {
      const char *last = g_utf8_find_prev_char (text->str, text->str + text->len);

      if (last == NULL || !needs_no_blank (g_utf8_get_char (last)) || !needs_no_blank (g_utf8_get_char (more)))
        g_string_append_c (text, ' ');
    }
  g_string_append (text, more);
}

/**
 * trs_worker_words_capitalize:
 * @text: a paragraph
 *
 * Returns: (transfer full): with its first letter in upper case
 */
char *
trs_worker_words_capitalize (const char *text)
{
  GString *upper = g_string_new (NULL);

  if (*text != '\0')
    {
      g_string_append_unichar (upper, g_unichar_totitle (g_utf8_get_char (text)));
      g_string_append (upper, g_utf8_next_char (text));
    }
  return g_string_free (upper, FALSE);
}

/**
 * trs_worker_words_end_here:
 * @text: words
 *
 * Returns: whether they end a sentence
 */
gboolean
trs_worker_words_end_here (const char *text)
{
  const char *last = *text != '\0' ? g_utf8_find_prev_char (text, text + strlen (text)) : NULL;
  gunichar c = last != NULL ? g_utf8_get_char (last) : 0;

  return c == '.' || c == '?' || c == '!' || c == 0x2026 || c == 0x3002 || c == 0xff1f || c == 0xff01 || c == 0x061f ||
         c == 0x0964;
}
