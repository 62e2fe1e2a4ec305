/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-tag.h"

#include <stdlib.h>
#include <string.h>

#include "trs-i18n.h"

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

/* Names, in the user's language */

typedef struct
{
  const char *code;
  const char *name;
} Name;

/* Made of iso-codes, in the order of strcmp(): the tables languages, scripts and regions. */
#include "trs-language-names-data.h"

/* What is worth choosing beside the plain languages. */
static const char * const varieties[] = {
  "ar-EG", "de-AT", "de-CH", "en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-NZ", "en-US", "en-ZA", "es-419", "es-AR",
  "es-ES", "es-MX", "es-US", "fr-BE", "fr-CA", "fr-CH", "fr-FR", "nl-BE", "pt-BR", "pt-PT", "sr-Cyrl", "sr-Latn",
  "zh-HK", "zh-Hans", "zh-Hant", "zh-TW",
};

static int
compare_names (const void *a,
               const void *b)
{
  return strcmp (((const Name *) a)->code, ((const Name *) b)->code);
}

static const char *
find_name (const Name *names,
           gsize       n_names,
           const char *code)
{
  const Name key = { code, NULL };
  const Name *found = bsearch (&key, names, n_names, sizeof (Name), compare_names);

  return found != NULL ? found->name : NULL;
}

/* As the header of a translation says, up to what sets "de_AT" apart; empty where there is none. */
static char *
dup_language_of (const char *domain)
{
  const char *header = dgettext (domain, "");
  const char *field = strstr (header, "Language: ");

  if (field == NULL || (field != header && field[-1] != '\n'))
    return g_strdup ("");
  field += strlen ("Language: ");
  return g_strndup (field, strcspn (field, "_@-.\n"));
}

/* Names in one language among words in another would belong to neither. */
static gboolean
speaks_as_the_interface (const char *domain)
{
  g_autofree char *ours = dup_language_of (TRS_GETTEXT_PACKAGE);
  g_autofree char *theirs = dup_language_of (domain);

  return *ours != '\0' && strcmp (ours, theirs) == 0;
}

static const char *
translate (const char *domain,
           const char *name)
{
  static gsize bound;

  if (g_once_init_enter (&bound))
    {
      const char *domains[] = { "iso_639-2", "iso_639-3", "iso_3166-1", "iso_15924" };

      for (guint i = 0; i < G_N_ELEMENTS (domains); i++)
        {
          bindtextdomain (domains[i], TRS_ISO_CODES_PREFIX "/share/locale");
          bind_textdomain_codeset (domains[i], "UTF-8");
        }
      g_once_init_leave (&bound, 1);
    }
  return speaks_as_the_interface (domain) ? dgettext (domain, name) : name;
}

static char *
capitalize (const char *name)
{
  char first[6];
  gunichar c = g_utf8_get_char (name);
  gunichar title = g_unichar_totitle (c);

  /* Georgian has capitals only for whole words of them. */
  if (g_unichar_get_script (c) == G_UNICODE_SCRIPT_GEORGIAN)
    title = c;
  return g_strdup_printf ("%.*s%s", g_unichar_to_utf8 (title, first), first, g_utf8_next_char (name));
}

/* "Spanish; Castilian" and "Modern Greek (1453-)" are exact, and more than anyone looks for. */
static char *
shorten (const char *name)
{
  static const char * const semicolons[] = { ";", "；", "؛" };
  g_autofree char *first = g_strdup (name);
  char *bracket;

  for (guint i = 0; i < G_N_ELEMENTS (semicolons); i++)
    {
      char *found = strstr (first, semicolons[i]);

      if (found != NULL && found > first)
        *found = '\0';
    }
  bracket = strstr (first, " (");
  if (bracket != NULL && strpbrk (bracket, "0123456789") != NULL)
    *bracket = '\0';
  g_strstrip (first);

  if (*first == '\0')
    return g_strdup (name);
  return capitalize (first);
}

/* Returns: (transfer full) (nullable): the name of a language by its code in lower case, capitalised */
static char *
get_language_name (const char *code)
{
  static const char * const domains[] = { "iso_639-3", "iso_639-2" };
  const char *names = find_name (languages, G_N_ELEMENTS (languages), code);
  g_auto (GStrv) keys = NULL;

  if (names == NULL)
    return NULL;

  keys = g_strsplit (names, "|", -1);
  for (guint i = 0; keys[i] != NULL; i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (domains); j++)
        {
          const char *translated = translate (domains[j], keys[i]);

          if (strcmp (translated, keys[i]) != 0)
            return shorten (translated);
        }
    }
  return shorten (keys[0]);
}

/* Returns: (transfer full) (nullable): the name of a script by its code, as `Latn` */
static char *
get_script_name (const char *code)
{
  const char *name;
  g_autofree char *translated = NULL;
  char *bracket;

  /* Translators: a way to write Chinese, as in "Chinese (Simplified)". */
  if (strcmp (code, "Hans") == 0)
    return g_strdup (C_("script", "Simplified"));
  /* Translators: a way to write Chinese, as in "Chinese (Traditional)". */
  if (strcmp (code, "Hant") == 0)
    return g_strdup (C_("script", "Traditional"));

  name = find_name (scripts, G_N_ELEMENTS (scripts), code);
  if (name == NULL)
    return NULL;

  translated = g_strdup (translate ("iso_15924", name));
  bracket = strstr (translated, " (");
  if (bracket != NULL && bracket > translated)
    *bracket = '\0';
  return shorten (translated);
}

/* Returns: (transfer full) (nullable): the name of a region by its code in upper case */
static char *
get_region_name (const char *code)
{
  const char *name;

  /* Of the numbers of regions, this is the one that languages are named with. */
  if (strcmp (code, "419") == 0)
    return g_strdup (C_("region", "Latin America"));

  name = find_name (regions, G_N_ELEMENTS (regions), code);
  return name != NULL ? g_strdup (translate ("iso_3166-1", name)) : NULL;
}

static char *
get_qualifiers (Tag *tag)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) qualifiers = NULL;

  if (tag->script > 0)
    {
      g_autofree char *name = get_script_name (tag->subtags[tag->script]);

      g_strv_builder_add (builder, name != NULL ? name : tag->subtags[tag->script]);
    }
  if (tag->region > 0)
    {
      g_autofree char *name = get_region_name (tag->subtags[tag->region]);

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
  language = get_language_name (parsed.subtags[is_alpha (parsed.subtags[1], 3) ? 1 : 0]);
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
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    g_strv_builder_add (builder, languages[i].code);
  for (guint i = 0; i < G_N_ELEMENTS (varieties); i++)
    g_strv_builder_add (builder, varieties[i]);
  return g_strv_builder_end (builder);
}
