/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-tag.h"
#include "trs-test-utils.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "config.h"

static void
test_well_formed (void)
{
  /* Examples of RFC 5646, appendix A, in wrong case, and their canonical form. */
  const struct
  {
    const char *tag;
    const char *canonical;
  } cases[] = {
    { "DE", "de" },
    { "mas", "mas" },
    { "ZH-HANT", "zh-Hant" },
    { "sr-cyrl", "sr-Cyrl" },
    { "ZH-cmn-hans-cn", "zh-cmn-Hans-CN" },
    { "zh-yue-hk", "zh-yue-HK" },
    { "zh-min-nan", "zh-min-nan" },
    { "sr-latn-rs", "sr-Latn-RS" },
    { "sl-ROZAJ-biske", "sl-rozaj-biske" },
    { "de-ch-1901", "de-CH-1901" },
    { "hy-latn-it-AREVELA", "hy-Latn-IT-arevela" },
    { "es-419", "es-419" },
    { "de-CH-x-PHONEBK", "de-CH-x-phonebk" },
    { "az-Arab-x-AZE-derbend", "az-Arab-x-aze-derbend" },
    { "x-whatever", "x-whatever" },
    { "qaa-qaaa-qm-x-southern", "qaa-Qaaa-QM-x-southern" },
    { "en-us-u-islamcal", "en-US-u-islamcal" },
    { "zh-cn-a-myext-x-private", "zh-CN-a-myext-x-private" },
    { "en-a-myext-b-another", "en-a-myext-b-another" },
    { "art-lojban", "art-lojban" },
    { "abcd", "abcd" },
    { "abcdefgh-DE", "abcdefgh-DE" },
    { "en-x-a-b-c", "en-x-a-b-c" },
    { "sl-1994-biske", "sl-1994-biske" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *canonical = trs_language_tag_canonicalize (cases[i].tag);

      g_test_message ("case %u", i);
      g_assert_true (trs_language_tag_is_well_formed (cases[i].tag));
      g_assert_cmpstr (canonical, ==, cases[i].canonical);
    }
}

static void
test_refused (void)
{
  const char * const cases[] = {
    "", "a", "1", "en_US", "en-", "-en", "en--US", "en US", " en", "en\n", "abcdefghi", "a-DE", "de-419-DE",
    "i-klingon", "en-GB-oed", "en-a", "en-x", "x", "x-", "en-a-x-b", "en-a-b",
    "en-abcdefghi", "zh-abc-def-ghi-jkl", "abcd-abc", "en-Latn-Cyrl", "en-US-GB", "i-unknown", "en-x-abcdefghi",
    "en-é", "en\xff", "12-DE", "e1",
  };
  g_autofree char *endless = g_strnfill (10000, 'x');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("case %u", i);
      g_assert_false (trs_language_tag_is_well_formed (cases[i]));
      g_assert_null (trs_language_tag_canonicalize (cases[i]));
    }
  g_assert_false (trs_language_tag_is_well_formed (NULL));
  for (gsize i = 2; i < 10000; i += 3)
    endless[i] = '-';
  g_assert_false (trs_language_tag_is_well_formed (endless));
}

static void
test_name (void)
{
  const struct
  {
    const char *tag;
    const char *name;
  } cases[] = {
    { "de", "German" },
    { "DE", "German" },
    { "es", "Spanish" },
    { "el", "Greek" },
    { "nb", "Norwegian Bokmål" },
    { "yue", "Yue Chinese" },
    { "zh-yue", "Yue Chinese" },
    { "pt-br", "Portuguese (Brazil)" },
    { "zh-Hant", "Chinese (Traditional)" },
    { "zh-Hans-SG", "Chinese (Simplified, Singapore)" },
    { "sr-Latn", "Serbian (Latin)" },
    { "es-419", "Spanish (Latin America)" },
    { "de-CH-1901", "German (Switzerland, 1901)" },
    { "en-QQ", "English (QQ)" },
    { "qqq", "qqq" },
    { "QQQ-de", "qqq-DE" },
    { "x-private", "x-private" },
    { "i-klingon", "i-klingon" },
    { "not a tag", "not a tag" },
    { "", "" },
    { NULL, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = trs_language_tag_get_name (cases[i].tag);

      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

static void
test_rtl (void)
{
  const char * const rtl[] = { "ar", "he", "fa", "ur", "ps", "yi", "dv", "AR", "ckb", "az-Arab", "ku-Arab-IQ" };
  const char * const ltr[] = { "en", "de", "zh", "ar-Latn", "az", "ku", "x-ar", "", "not a tag" };

  for (guint i = 0; i < G_N_ELEMENTS (rtl); i++)
    g_assert_true (trs_language_tag_is_rtl (rtl[i]));
  for (guint i = 0; i < G_N_ELEMENTS (ltr); i++)
    g_assert_false (trs_language_tag_is_rtl (ltr[i]));
  g_assert_false (trs_language_tag_is_rtl (NULL));
}

static void
test_list (void)
{
  g_auto (GStrv) tags = trs_language_tag_list_known ();
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_cmpuint (g_strv_length (tags), >, 180);
  for (guint i = 0; tags[i] != NULL; i++)
    {
      g_autofree char *canonical = trs_language_tag_canonicalize (tags[i]);
      char *name = trs_language_tag_get_name (tags[i]);

      g_test_message ("%s: %s", tags[i], name);
      g_assert_cmpstr (canonical, ==, tags[i]);
      g_assert_cmpstr (name, !=, tags[i]);
      g_assert_true (g_unichar_isupper (g_utf8_get_char (name)) || g_utf8_get_char (name) >= 0x80 ||
                     *name == '\'');
      /* A choice between two equal names is none. */
      g_assert_true (g_hash_table_add (names, name));
    }
  g_assert_true (g_strv_contains ((const char * const *) tags, "en"));
  g_assert_true (g_strv_contains ((const char * const *) tags, "pt-BR"));
}

static void
append_word (GByteArray *file,
             guint32     word)
{
  g_byte_array_append (file, (const guint8 *) &word, sizeof word);
}

/* A translation of the program that says of itself which language it is, and no more. */
static char *
make_translation (const char *language)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-locale-XXXXXX", NULL);
  g_autofree char *messages = g_build_filename (folder, language, "LC_MESSAGES", NULL);
  g_autofree char *name = g_strdup_printf ("%s/" TRS_GETTEXT_PACKAGE ".mo", messages);
  g_autofree char *header = g_strdup_printf ("Content-Type: text/plain; charset=UTF-8\nLanguage: %s\n", language);
  g_autoptr (GByteArray) file = g_byte_array_new ();
  const guint32 words[] = { 0x950412de, 0, 1, 28, 36, 0, 44, 0, 44, strlen (header), 45 };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    append_word (file, words[i]);
  g_byte_array_append (file, (const guint8 *) "", 1);
  g_byte_array_append (file, (const guint8 *) header, strlen (header) + 1);

  g_assert_cmpint (g_mkdir_with_parents (messages, 0700), ==, 0);
  g_assert_true (g_file_set_contents (name, (const char *) file->data, file->len, NULL));
  return g_steal_pointer (&folder);
}

static void
assert_names (const char *german,
              const char *spanish,
              const char *brazil)
{
  g_autofree char *first = trs_language_tag_get_name ("de");
  g_autofree char *second = trs_language_tag_get_name ("es");
  g_autofree char *third = trs_language_tag_get_name ("pt-BR");

  g_assert_cmpstr (first, ==, german);
  g_assert_cmpstr (second, ==, spanish);
  g_assert_cmpstr (third, ==, brazil);
}

/* The names are in the language of the interface, and not in that of the rest of this computer. Small systems have no
 * translations installed, and newer ones use none in C.UTF-8: there they are English.
 */
static void
test_translated (void)
{
  g_autofree char *german = make_translation ("de");
  g_autofree char *french = make_translation ("fr");
  gboolean can_translate;

  g_setenv ("LANGUAGE", "de", TRUE);
  setlocale (LC_ALL, "");
  bindtextdomain ("iso_4217", TRS_ISO_CODES_PREFIX "/share/locale");
  can_translate = strcmp (dgettext ("iso_4217", "Norwegian Krone"), "Norwegian Krone") != 0;
  g_test_message ("%s", can_translate ? "translated" : "in English");

  /* The program is in English. */
  assert_names ("German", "Spanish", "Portuguese (Brazil)");

  bindtextdomain (TRS_GETTEXT_PACKAGE, german);
  if (can_translate)
    assert_names ("Deutsch", "Spanisch", "Portugiesisch (Brasilien)");
  else
    assert_names ("German", "Spanish", "Portuguese (Brazil)");

  /* It is in French, for want of German. */
  g_setenv ("LANGUAGE", "de:fr", TRUE);
  setlocale (LC_ALL, "");
  bindtextdomain (TRS_GETTEXT_PACKAGE, french);
  assert_names ("German", "Spanish", "Portuguese (Brazil)");

  g_unsetenv ("LANGUAGE");
  setlocale (LC_ALL, "C");
}

static void
test_matches (void)
{
  g_assert_true (trs_language_tag_matches ("pt", "pt"));
  g_assert_true (trs_language_tag_matches ("pt-BR", "pt"));
  g_assert_true (trs_language_tag_matches ("pt-BR", "PT-br"));
  g_assert_true (trs_language_tag_matches ("zh-Hant-TW", "zh-Hant"));
  g_assert_false (trs_language_tag_matches ("pt", "pt-BR"));
  g_assert_false (trs_language_tag_matches ("ptx", "pt"));
  g_assert_false (trs_language_tag_matches ("pt-PT", "pt-P"));
  g_assert_false (trs_language_tag_matches ("en", "pt"));
  g_assert_false (trs_language_tag_matches ("", "pt"));
  g_assert_false (trs_language_tag_matches (NULL, "pt"));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/language-tag/well-formed", test_well_formed);
  g_test_add_func ("/language-tag/refused", test_refused);
  g_test_add_func ("/language-tag/name", test_name);
  g_test_add_func ("/language-tag/rtl", test_rtl);
  g_test_add_func ("/language-tag/list", test_list);
  g_test_add_func ("/language-tag/matches", test_matches);
  g_test_add_func ("/language-tag/translated", test_translated);
  return g_test_run ();
}
