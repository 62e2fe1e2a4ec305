/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-tag.h"

#include <string.h>

#include "trs-i18n.h"

/* Longer than any registered tag; RFC 5646, 4.4.1 asks for at least 35. */
#define MAX_LENGTH 255

/* RFC 5646, 2.1, without tags that its rules do not cover, such as `i-klingon` */
#define LANGUAGE "(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})"
#define SCRIPT "(?:-[a-z]{4})?"
#define REGION "(?:-(?:[a-z]{2}|[0-9]{3}))?"
#define VARIANTS "(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*"
#define EXTENSIONS "(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*"
#define PRIVATE_USE "x(?:-[a-z0-9]{1,8})+"
#define GRAMMAR "^(?:" LANGUAGE SCRIPT REGION VARIANTS EXTENSIONS "(?:-" PRIVATE_USE ")?|" PRIVATE_USE ")$"

/* The parts of a tag, in their usual case; %NULL where there is none. */
typedef struct
{
  char **subtags;
  const char *language;
  const char *extlang;
  const char *script;
  const char *region;
  char **rest;
} Tag;

static void
tag_clear (Tag *tag)
{
  g_strfreev (tag->subtags);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tag, tag_clear)

static const char * const rtl_scripts[] = {
  "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Syre", "Syrj", "Syrn", "Thaa",
  "Yezi", NULL,
};

/* Languages whose usual script runs from right to left. */
static const char * const rtl_languages[] = {
  "acm", "aeb", "ajp", "apc", "ar", "ara", "arc", "ary", "arz", "azb", "bal", "bqi", "ckb", "div", "dv", "fa", "fas",
  "glk", "he", "heb", "iw", "ji", "kas", "khw", "ks", "lrc", "mzn", "nqo", "per", "pes", "pnb", "prs", "ps", "pus",
  "sd", "skr", "snd", "syr", "ug", "uig", "ur", "urd", "yi", "yid", NULL,
};

/**
 * trs_language_tag_is_well_formed:
 * @tag: (nullable): a tag
 *
 * Checks the grammar of RFC 5646 (BCP 47), 2.1; not whether the subtags are
 * registered, as the service decides what it understands.
 *
 * Returns: %TRUE if @tag can be sent as `language`
 */
gboolean
trs_language_tag_is_well_formed (const char *tag)
{
  return tag != NULL && strnlen (tag, MAX_LENGTH + 1) <= MAX_LENGTH &&
         g_regex_match_simple (GRAMMAR, tag, G_REGEX_CASELESS | G_REGEX_RAW | G_REGEX_DOLLAR_ENDONLY, 0);
}

static gboolean
is_word (const char *subtag,
         gsize       length)
{
  return subtag != NULL && strlen (subtag) == length && g_ascii_isalpha (*subtag);
}

/* 2.1.1: the usual case */
static gboolean
tag_parse (Tag        *tag,
           const char *string)
{
  g_autofree char *lower = NULL;
  char **p;

  if (!trs_language_tag_is_well_formed (string))
    return FALSE;

  lower = g_ascii_strdown (string, -1);
  p = tag->subtags = g_strsplit (lower, "-", -1);
  tag->language = *p++;
  if (g_str_equal (tag->language, "x"))
    {
      tag->rest = p;
      return TRUE;
    }

  if (is_word (*p, 3))
    tag->extlang = *p;
  while (is_word (*p, 3))
    p++;
  if (is_word (*p, 4))
    {
      tag->script = *p;
      **p = g_ascii_toupper (**p);
      p++;
    }
  if (is_word (*p, 2) || (*p != NULL && strlen (*p) == 3))
    {
      tag->region = *p;
      for (char *c = *p; *c != '\0'; c++)
        *c = g_ascii_toupper (*c);
      p++;
    }
  tag->rest = p;
  return TRUE;
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

  return tag_parse (&parsed, tag) ? g_strjoinv ("-", parsed.subtags) : NULL;
}

/**
 * trs_language_tag_matches:
 * @tag: (nullable): the language of something
 * @range: what is wanted: a tag, or the beginning of one
 *
 * Basic filtering of RFC 4647: `pt` matches `pt` and `pt-BR`, `pt-BR` does not match `pt`, and neither matches `ptx`.
 *
 * Returns: %TRUE if @tag is one of those that are wanted
 */
gboolean
trs_language_tag_matches (const char *tag,
                          const char *range)
{
  gsize length = strlen (range);

  return tag != NULL && g_ascii_strncasecmp (tag, range, length) == 0 && (tag[length] == '\0' || tag[length] == '-');
}

/* Names, in the user's language */

typedef struct
{
  const char *code;
  const char *name;
} Name;

/* Made of iso-codes: the tables languages, scripts and regions. */
#include "trs-language-names-data.h"

/* Regional varieties that are offered besides the plain languages. */
static const char * const varieties[] = {
  "ar-EG", "de-AT", "de-CH", "en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-NZ", "en-US", "en-ZA", "es-419", "es-AR",
  "es-ES", "es-MX", "es-US", "fr-BE", "fr-CA", "fr-CH", "fr-FR", "nl-BE", "pt-BR", "pt-PT", "sr-Cyrl", "sr-Latn",
  "zh-HK", "zh-Hans", "zh-Hant", "zh-TW",
};

static const char *
find_name (const Name *names,
           gsize       n_names,
           const char *code)
{
  for (gsize i = 0; i < n_names; i++)
    if (g_str_equal (names[i].code, code))
      return names[i].name;

  return NULL;
}

/* The header of a translation is that of an empty string, which is none to be translated. */
#define HEADER ""

/* Returns the language that the header of a translation names, without the country; empty if there is no
 * translation. */
static char *
dup_language_of (const char *domain)
{
  const char *header = dgettext (domain, HEADER);
  const char *field = strstr (header, "Language: ");

  if (field == NULL || (field != header && field[-1] != '\n'))
    return g_strdup ("");
  field += strlen ("Language: ");
  return g_strndup (field, strcspn (field, "_@-.\n"));
}

/* Whether translations of names are in the language of the interface; a name in another language would fit neither. */
static gboolean
is_in_interface_language (const char *domain)
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
  return is_in_interface_language (domain) ? dgettext (domain, name) : name;
}

static char *
capitalize (const char *name)
{
  char first[6];
  gunichar c = g_utf8_get_char (name);
  gunichar title = g_unichar_totitle (c);

  /* Georgian uses capitals for whole words only. */
  if (g_unichar_get_script (c) == G_UNICODE_SCRIPT_GEORGIAN)
    title = c;
  return g_strdup_printf ("%.*s%s", g_unichar_to_utf8 (title, first), first, g_utf8_next_char (name));
}

/* Shortens names such as "Spanish; Castilian" and "Modern Greek (1453-)", which are more exact than a list needs. */
static char *
shorten (const char *name)
{
  g_autoptr (GRegex) exact = g_regex_new ("(?<=.)[;；؛].*| \\(.*[0-9].*", G_REGEX_DOTALL, 0, NULL);
  g_autofree char *usual = g_strstrip (g_regex_replace_literal (exact, name, -1, 0, "", 0, NULL));

  return *usual != '\0' ? capitalize (usual) : g_strdup (name);
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

  /* The only numeric region that languages are commonly named with. */
  if (strcmp (code, "419") == 0)
    return g_strdup (C_("region", "Latin America"));

  name = find_name (regions, G_N_ELEMENTS (regions), code);
  return name != NULL ? g_strdup (translate ("iso_3166-1", name)) : NULL;
}

static char *
get_qualifiers (const Tag *tag)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *script = tag->script != NULL ? get_script_name (tag->script) : NULL;
  g_autofree char *region = tag->region != NULL ? get_region_name (tag->region) : NULL;
  g_autofree char *rest = g_strjoinv ("-", tag->rest);
  g_auto (GStrv) qualifiers = NULL;

  if (tag->script != NULL)
    g_strv_builder_add (builder, script != NULL ? script : tag->script);
  if (tag->region != NULL)
    g_strv_builder_add (builder, region != NULL ? region : tag->region);
  /* Different tags must have different names, so what is left over is appended. */
  if (*rest != '\0')
    g_strv_builder_add (builder, rest);

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
  language = get_language_name (parsed.extlang != NULL ? parsed.extlang : parsed.language);
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

  if (!tag_parse (&parsed, tag))
    return FALSE;
  if (parsed.script != NULL)
    return g_strv_contains (rtl_scripts, parsed.script);
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

/**
 * trs_language_tag_add_recent:
 * @recent: (nullable) (array zero-terminated=1): tags used lately, the last one first
 * @tag: the one that is used now
 *
 * Returns: (transfer full): the tags used lately now
 */
GStrv
trs_language_tag_add_recent (const char * const *recent,
                          const char         *tag)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint count = 1;

  g_strv_builder_add (builder, tag);
  for (gsize i = 0; recent != NULL && recent[i] != NULL && count < TRS_LANGUAGE_TAG_N_RECENT; i++)
    if (g_ascii_strcasecmp (recent[i], tag) != 0)
      {
        g_strv_builder_add (builder, recent[i]);
        count++;
      }
  return g_strv_builder_end (builder);
}
