/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-tag.h"

#include <string.h>

#include "trs-i18n.h"
#include "trs-language-names.h"

/* No registered tag comes near; RFC 5646, 4.4.1 asks for 35. */
#define MAX_LENGTH 255

/* The subtags of a tag, split; an index is -1 where there is none. */
typedef struct
{
  GStrv subtags;
  gboolean grandfathered;
  int script;
  int region;
  int rest;
} Tag;

static void
tag_clear (Tag *tag)
{
  g_clear_pointer (&tag->subtags, g_strfreev);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tag, tag_clear)

/* RFC 5646, 2.1: those that the grammar does not cover, in their canonical form. */
static const char * const irregular[] = {
  "en-GB-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo",
  "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-BE-FR", "sgn-BE-NL", "sgn-CH-DE",
};

static const char * const rtl_scripts[] = {
  "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Syre", "Syrj", "Syrn", "Thaa",
  "Yezi",
};

/* Those whose usual script runs from right to left. */
static const char * const rtl_languages[] = {
  "acm", "aeb", "ajp", "apc", "ar", "ara", "arc", "ary", "arz", "azb", "bal", "bqi", "ckb", "div", "dv", "fa", "fas",
  "glk", "he", "heb", "iw", "ji", "kas", "khw", "ks", "lrc", "mzn", "nqo", "per", "pes", "pnb", "prs", "ps", "pus",
  "sd", "skr", "snd", "syr", "ug", "uig", "ur", "urd", "yi", "yid",
};

static gboolean
is_in (const char         *string,
       const char * const *list,
       gsize               n)
{
  for (gsize i = 0; i < n; i++)
    {
      if (g_ascii_strcasecmp (string, list[i]) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_alpha (const char *subtag,
          gsize       length)
{
  if (subtag == NULL || strlen (subtag) != length)
    return FALSE;
  for (; *subtag != '\0'; subtag++)
    {
      if (!g_ascii_isalpha (*subtag))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_alnum (const char *subtag,
          gsize       at_least,
          gsize       at_most)
{
  gsize length = subtag != NULL ? strlen (subtag) : 0;

  if (subtag == NULL || length < at_least || length > at_most)
    return FALSE;
  for (; *subtag != '\0'; subtag++)
    {
      if (!g_ascii_isalnum (*subtag))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_region (const char *subtag)
{
  return is_alpha (subtag, 2) ||
         (is_alnum (subtag, 3, 3) && strspn (subtag, "0123456789") == 3);
}

static gboolean
is_variant (const char *subtag)
{
  return is_alnum (subtag, 5, 8) || (is_alnum (subtag, 4, 4) && g_ascii_isdigit (subtag[0]));
}

static gboolean
occurs_before (const Tag *tag,
               int        from,
               int        position)
{
  for (int i = from; i < position; i++)
    {
      if (g_ascii_strcasecmp (tag->subtags[i], tag->subtags[position]) == 0)
        return TRUE;
    }
  return FALSE;
}

/* language [extlang] [script] [region] *variant; returns where the extensions begin, or -1 */
static int
parse_head (Tag *tag)
{
  char **subtags = tag->subtags;
  int i = 1;

  if (is_alpha (subtags[0], 2) || is_alpha (subtags[0], 3))
    {
      while (i <= 3 && is_alpha (subtags[i], 3))
        i++;
    }
  else if (!(is_alnum (subtags[0], 4, 8) && is_alpha (subtags[0], strlen (subtags[0]))))
    return -1;

  if (is_alpha (subtags[i], 4))
    tag->script = i++;
  if (is_region (subtags[i]))
    tag->region = i++;

  tag->rest = i;
  while (is_variant (subtags[i]))
    {
      if (occurs_before (tag, tag->rest, i))
        return -1;
      i++;
    }
  return i;
}

/* *("-" extension) ["-" privateuse] */
static gboolean
parse_extensions (Tag *tag,
                  int  i)
{
  gboolean seen[128] = { FALSE };

  while (tag->subtags[i] != NULL)
    {
      const char *subtag = tag->subtags[i++];
      int singleton = g_ascii_tolower (subtag[0]);
      gsize at_least = singleton == 'x' ? 1 : 2;

      if (!is_alnum (subtag, 1, 1) || seen[singleton] || !is_alnum (tag->subtags[i], at_least, 8))
        return FALSE;
      seen[singleton] = TRUE;
      while (is_alnum (tag->subtags[i], at_least, 8))
        i++;
      /* Private use reaches to the end. */
      if (singleton == 'x' && tag->subtags[i] != NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
tag_parse (Tag        *tag,
           const char *string)
{
  int extensions;

  tag->subtags = NULL;
  tag->script = tag->region = -1;
  tag->rest = 0;
  tag->grandfathered = FALSE;

  if (string == NULL || *string == '\0' || strnlen (string, MAX_LENGTH + 1) > MAX_LENGTH)
    return FALSE;

  tag->subtags = g_strsplit (string, "-", -1);
  if (is_in (string, irregular, G_N_ELEMENTS (irregular)))
    {
      tag->grandfathered = TRUE;
      return TRUE;
    }
  if (g_ascii_strcasecmp (tag->subtags[0], "x") == 0)
    return parse_extensions (tag, 0);

  extensions = parse_head (tag);
  return extensions > 0 && parse_extensions (tag, extensions);
}

/* RFC 5646, 2.1.1 */
static void
tag_fix_case (Tag *tag)
{
  for (int i = 0; tag->subtags[i] != NULL; i++)
    {
      char *subtag = tag->subtags[i];

      for (char *p = subtag; *p != '\0'; p++)
        *p = i == tag->region ? g_ascii_toupper (*p) : g_ascii_tolower (*p);
      if (i == tag->script)
        *subtag = g_ascii_toupper (*subtag);
    }
}

/**
 * trs_language_tag_is_well_formed:
 * @tag: (nullable): a tag
 *
 * Checks the grammar of RFC 5646 (BCP 47), 2.1 and 2.2.9; not whether the
 * subtags are registered, as the service decides what it understands.
 *
 * Returns: %TRUE if @tag can be sent as `language`
 */
gboolean
trs_language_tag_is_well_formed (const char *tag)
{
  g_auto (Tag) parsed = { NULL };

  return tag_parse (&parsed, tag);
}

/**
 * trs_language_tag_canonicalize:
 * @tag: a tag
 *
 * Returns: (transfer full) (nullable): @tag in the case that is usual, as in
 *   `zh-Hant-TW`; %NULL if it is not well-formed
 */
char *
trs_language_tag_canonicalize (const char *tag)
{
  g_auto (Tag) parsed = { NULL };

  if (!tag_parse (&parsed, tag))
    return NULL;

  for (gsize i = 0; parsed.grandfathered && i < G_N_ELEMENTS (irregular); i++)
    {
      if (g_ascii_strcasecmp (tag, irregular[i]) == 0)
        return g_strdup (irregular[i]);
    }
  tag_fix_case (&parsed);
  return g_strjoinv ("-", parsed.subtags);
}

static char *
get_qualifiers (Tag *tag)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) qualifiers = NULL;

  if (tag->script > 0)
    {
      g_autofree char *name = trs_language_names_get_script (tag->subtags[tag->script]);

      g_strv_builder_add (builder, name != NULL ? name : tag->subtags[tag->script]);
    }
  if (tag->region > 0)
    {
      g_autofree char *name = trs_language_names_get_region (tag->subtags[tag->region]);

      g_strv_builder_add (builder, name != NULL ? name : tag->subtags[tag->region]);
    }
  /* Two tags have two names. */
  if (tag->subtags[tag->rest] != NULL)
    {
      g_autofree char *rest = g_strjoinv ("-", tag->subtags + tag->rest);

      g_strv_builder_add (builder, rest);
    }

  qualifiers = g_strv_builder_end (builder);
  return g_strjoinv (", ", qualifiers);
}

/**
 * trs_language_tag_get_name:
 * @tag: (nullable): a tag
 *
 * Returns: (transfer full): its name in the user's language, as in "Portuguese
 *   (Brazil)"; what is not known, or no tag, as it is
 */
char *
trs_language_tag_get_name (const char *tag)
{
  g_auto (Tag) parsed = { NULL };
  g_autofree char *language = NULL;
  g_autofree char *qualifiers = NULL;

  if (!tag_parse (&parsed, tag) || parsed.grandfathered || parsed.rest == 0)
    return g_strdup (tag != NULL ? tag : "");

  tag_fix_case (&parsed);
  /* An extended language subtag is a language of its own: `zh-yue` is `yue`. */
  language = trs_language_names_get_language (parsed.subtags[is_alpha (parsed.subtags[1], 3) ? 1 : 0]);
  if (language == NULL)
    return g_strjoinv ("-", parsed.subtags);

  qualifiers = get_qualifiers (&parsed);
  if (*qualifiers == '\0')
    return g_steal_pointer (&language);
  /* Translators: a language and what sets it apart, as in "Portuguese (Brazil)". */
  return g_strdup_printf (C_("language", "%s (%s)"), language, qualifiers);
}

/**
 * trs_language_tag_is_rtl:
 * @tag: (nullable): a tag
 *
 * Returns: %TRUE if the language is written from right to left, in the script
 *   that @tag names or else in its usual one
 */
gboolean
trs_language_tag_is_rtl (const char *tag)
{
  g_auto (Tag) parsed = { NULL };

  if (!tag_parse (&parsed, tag) || parsed.grandfathered || parsed.rest == 0)
    return FALSE;
  if (parsed.script > 0)
    return is_in (parsed.subtags[parsed.script], rtl_scripts, G_N_ELEMENTS (rtl_scripts));
  return is_in (parsed.subtags[0], rtl_languages, G_N_ELEMENTS (rtl_languages));
}

/**
 * trs_language_tag_list_known:
 *
 * The languages that can be chosen by name, and some of their varieties; any
 * other well-formed tag can be typed. In no order that means anything.
 *
 * Returns: (transfer full): canonical tags
 */
GStrv
trs_language_tag_list_known (void)
{
  return trs_language_names_list ();
}
