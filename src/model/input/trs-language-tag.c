/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-tag.h"

#include <stdlib.h>
#include <string.h>

#include "trs-i18n.h"

/* No registered tag comes near; RFC 5646, 4.4.1 asks for 35. */
#define MAX_LENGTH 255

/* RFC 5646, 2.1 */
#define LANGUAGE "(?<language>[a-z]{2,3}(?:-(?<extlang>[a-z]{3})(?:-[a-z]{3}){0,2})?|[a-z]{4,8})"
#define SCRIPT "(?:-(?<script>[a-z]{4}))?"
#define REGION "(?:-(?<region>[a-z]{2}|[0-9]{3}))?"
#define VARIANTS "(?<variants>(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*)"
#define EXTENSIONS "(?<extensions>(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*)"
#define PRIVATE_USE "x(?:-[a-z0-9]{1,8})+"
#define GRAMMAR "^(?:" LANGUAGE SCRIPT REGION "(?<rest>" VARIANTS EXTENSIONS "(?:-" PRIVATE_USE ")?)|" PRIVATE_USE ")$"

/* The parts of a tag, in their usual case; empty where there is none. */
typedef struct
{
  char *language;
  char *extlang;
  char *script;
  char *region;
  char *rest;
} Tag;

static void
tag_clear (Tag *tag)
{
  g_free (tag->language);
  g_free (tag->extlang);
  g_free (tag->script);
  g_free (tag->region);
  g_free (tag->rest);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tag, tag_clear)

/* RFC 5646, 2.1: those that the grammar does not cover, in their canonical form. */
static const char * const irregular[] = {
  "en-GB-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo",
  "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-BE-FR", "sgn-BE-NL", "sgn-CH-DE",
};

static const char * const rtl_scripts[] = {
  "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Syre", "Syrj", "Syrn", "Thaa",
  "Yezi", NULL,
};

/* Those whose usual script runs from right to left. */
static const char * const rtl_languages[] = {
  "acm", "aeb", "ajp", "apc", "ar", "ara", "arc", "ary", "arz", "azb", "bal", "bqi", "ckb", "div", "dv", "fa", "fas",
  "glk", "he", "heb", "iw", "ji", "kas", "khw", "ks", "lrc", "mzn", "nqo", "per", "pes", "pnb", "prs", "ps", "pus",
  "sd", "skr", "snd", "syr", "ug", "uig", "ur", "urd", "yi", "yid", NULL,
};

static const char *
find_irregular (const char *string)
{
  for (gsize i = 0; i < G_N_ELEMENTS (irregular); i++)
    if (g_ascii_strcasecmp (string, irregular[i]) == 0)
      return irregular[i];

  return NULL;
}

static GRegex *
get_grammar (void)
{
  static GRegex *grammar;

  if (g_once_init_enter (&grammar))
    g_once_init_leave (&grammar, g_regex_new (GRAMMAR, G_REGEX_CASELESS | G_REGEX_RAW | G_REGEX_DOLLAR_ENDONLY, 0,
                                              NULL));
  return grammar;
}

/* Whether two subtags of at most @max_length are the same. */
static gboolean
repeats (const char *part,
         gsize       max_length)
{
  g_auto (GStrv) subtags = g_strsplit (part, "-", -1);

  for (guint i = 0; subtags[i] != NULL; i++)
    for (guint j = 0; j < i; j++)
      if (*subtags[i] != '\0' && strlen (subtags[i]) <= max_length &&
          g_ascii_strcasecmp (subtags[i], subtags[j]) == 0)
        return TRUE;

  return FALSE;
}

static GMatchInfo *
match_tag (const char *string)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *variants = NULL;
  g_autofree char *extensions = NULL;

  if (string == NULL || strnlen (string, MAX_LENGTH + 1) > MAX_LENGTH ||
      !g_regex_match (get_grammar (), string, 0, &match))
    return NULL;

  /* 2.2.5 and 2.2.6: neither a variant nor a singleton occurs twice. */
  variants = g_match_info_fetch_named (match, "variants");
  extensions = g_match_info_fetch_named (match, "extensions");
  if ((variants != NULL && repeats (variants, MAX_LENGTH)) || (extensions != NULL && repeats (extensions, 1)))
    return NULL;
  return g_steal_pointer (&match);
}

/* Returns: (transfer full): a part of a tag in lower case, empty if it has none */
static char *
dup_part (GMatchInfo *match,
          const char *name)
{
  g_autofree char *part = g_match_info_fetch_named (match, name);

  return g_ascii_strdown (part != NULL ? part : "", -1);
}

/* 2.1.1. Returns: %FALSE if it is not well-formed, or has no language */
static gboolean
tag_parse (Tag        *tag,
           const char *string)
{
  g_autoptr (GMatchInfo) match = match_tag (string);

  if (match == NULL || find_irregular (string) != NULL)
    return FALSE;

  tag->language = dup_part (match, "language");
  tag->extlang = dup_part (match, "extlang");
  tag->script = dup_part (match, "script");
  tag->region = dup_part (match, "region");
  tag->rest = dup_part (match, "rest");
  *tag->script = g_ascii_toupper (*tag->script);
  for (char *p = tag->region; *p != '\0'; p++)
    *p = g_ascii_toupper (*p);
  return *tag->language != '\0';
}

static char *
tag_to_string (const Tag *tag)
{
  return g_strconcat (tag->language, *tag->script != '\0' ? "-" : "", tag->script,
                      *tag->region != '\0' ? "-" : "", tag->region, tag->rest, NULL);
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
  g_autoptr (GMatchInfo) match = match_tag (tag);

  return match != NULL || (tag != NULL && find_irregular (tag) != NULL);
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

  if (tag_parse (&parsed, tag))
    return tag_to_string (&parsed);
  if (!trs_language_tag_is_well_formed (tag))
    return NULL;
  /* Private use is all in lower case. */
  return find_irregular (tag) != NULL ? g_strdup (find_irregular (tag)) : g_ascii_strdown (tag, -1);
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
get_qualifiers (const Tag *tag)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) qualifiers = NULL;

  if (*tag->script != '\0')
    {
      g_autofree char *name = get_script_name (tag->script);

      g_strv_builder_add (builder, name != NULL ? name : tag->script);
    }
  if (*tag->region != '\0')
    {
      g_autofree char *name = get_region_name (tag->region);

      g_strv_builder_add (builder, name != NULL ? name : tag->region);
    }
  /* Two tags have two names. */
  if (*tag->rest != '\0')
    g_strv_builder_add (builder, tag->rest + 1);

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

  if (!tag_parse (&parsed, tag))
    return g_strdup (tag != NULL ? tag : "");

  /* An extended language subtag is a language of its own: `zh-yue` is `yue`. */
  language = get_language_name (*parsed.extlang != '\0' ? parsed.extlang : parsed.language);
  if (language == NULL)
    return tag_to_string (&parsed);

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

  if (!tag_parse (&parsed, tag))
    return FALSE;
  if (*parsed.script != '\0')
    return g_strv_contains (rtl_scripts, parsed.script);
  parsed.language[strcspn (parsed.language, "-")] = '\0';
  return g_strv_contains (rtl_languages, parsed.language);
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
