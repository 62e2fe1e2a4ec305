/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-names.h"

#include <stdlib.h>
#include <string.h>

#include "trs-i18n.h"

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

/**
 * trs_language_names_get_language:
 * @code: code of a language, in lower case
 *
 * Returns: (transfer full) (nullable): its name, capitalised
 */
char *
trs_language_names_get_language (const char *code)
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

/**
 * trs_language_names_get_script:
 * @code: code of a script, as `Latn`
 *
 * Returns: (transfer full) (nullable): its name
 */
char *
trs_language_names_get_script (const char *code)
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

/**
 * trs_language_names_get_region:
 * @code: code of a region, in upper case
 *
 * Returns: (transfer full) (nullable): its name
 */
char *
trs_language_names_get_region (const char *code)
{
  const char *name;

  /* Of the numbers of regions, this is the one that languages are named with. */
  if (strcmp (code, "419") == 0)
    return g_strdup (C_("region", "Latin America"));

  name = find_name (regions, G_N_ELEMENTS (regions), code);
  return name != NULL ? g_strdup (translate ("iso_3166-1", name)) : NULL;
}

/**
 * trs_language_names_list:
 *
 * Returns: (transfer full): the tags of languages that have a name
 */
GStrv
trs_language_names_list (void)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    g_strv_builder_add (builder, languages[i].code);
  for (guint i = 0; i < G_N_ELEMENTS (varieties); i++)
    g_strv_builder_add (builder, varieties[i]);
  return g_strv_builder_end (builder);
}
