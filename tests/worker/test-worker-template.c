/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-template.h"
#include "trs-test-utils.h"
#include "trs-worker-error.h"

static const TrsWorkerValues values = { "/s/sound.wav", "sound", "/s/out; rm -rf {model}", "de", "/m/a b.bin" };

static void
assert_language (const char         *text,
                 const char         *language,
                 const char * const *expected)
{
  const TrsWorkerValues spoken = { "/s.wav", "s", "/o", language, "/m" };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) template = trs_worker_template_parse (text, &error);
  g_auto (GStrv) argv = NULL;

  g_assert_no_error (error);
  argv = trs_worker_template_expand (template, &spoken, &error);
  g_assert_no_error (error);
  g_assert_cmpstrv (argv, expected);
}

/* Recognisers know no regions and no scripts, and refuse what they do not know, one of them with success. */
static void
test_language (void)
{
  static const char * const codes[][2] = { { "pt-BR", "pt" },      { "de-CH", "de" },  { "zh-Hans", "zh" },
                                           { "zh-Hant-HK", "zh" }, { "yue-HK", "yue" }, { "zh-yue", "yue" },
                                           { "cmn-Hans", "zh" },   { "EN_us", "en" },   { "nb", "no" },
                                           { "haw", "haw" } };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    assert_language ("a -l {language} {input}", codes[i][0],
                     (const char * const[]) { "a", "-l", codes[i][1], "/s.wav", NULL });
}

/* Where none was chosen the recogniser has to find it out: whisper-cli takes English to be meant if nothing is said. */
static void
test_no_language (void)
{
  assert_language ("whisper-cli -l {language} -f {input}", NULL,
                   (const char * const[]) { "whisper-cli", "-l", "auto", "-f", "/s.wav", NULL });
  assert_language ("nice /opt/whisper/whisper-cli --language={language} {input}", "",
                   (const char * const[]) { "nice", "/opt/whisper/whisper-cli", "--language=auto", "/s.wav", NULL });
  assert_language ("whisperx --language {language} --model {model} {input}", NULL,
                   (const char * const[]) { "whisperx", "--model", "/m", "/s.wav", NULL });
  assert_language ("whisperx --language={language} {input}", NULL,
                   (const char * const[]) { "whisperx", "/s.wav", NULL });
  assert_language ("-a {language} {language}:{input}", NULL, (const char * const[]) { "-a", "auto:/s.wav", NULL });
  assert_language ("a {input} -x y {language}", NULL, (const char * const[]) { "a", "/s.wav", "-x", "y", NULL });
}

static void
assert_expanded (const char         *text,
                 const char * const *expected)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) template = trs_worker_template_parse (text, &error);
  g_auto (GStrv) argv = NULL;

  g_assert_no_error (error);
  argv = trs_worker_template_expand (template, &values, &error);
  g_assert_no_error (error);
  g_assert_cmpstrv (argv, expected);
}

/* Each argument stays one, and what is put in is not looked through again. */
static void
test_expand (void)
{
  assert_expanded ("whisper-cli -m {model} -l {language} -f {input} -oj -of {outdir}/{stem} -pp",
                   (const char * const[]) { "whisper-cli", "-m", "/m/a b.bin", "-l", "de", "-f", "/s/sound.wav", "-oj",
                                            "-of", "/s/out; rm -rf {model}/sound", "-pp", NULL });
  assert_expanded ("'my prog' \"{input} x\" '$HOME' `a` {} {A} {\"a\":1}",
                   (const char * const[]) { "my prog", "/s/sound.wav x", "$HOME", "`a`", "{}", "{A}", "{a:1}", NULL });
}

static void
assert_refused (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) template = trs_worker_template_parse (text, &error);
  g_autofree char *escaped = g_strescape (text, NULL);

  g_test_message ("%s", escaped);
  g_assert_null (template);
  g_assert_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP);
}

static void
test_refused (void)
{
  assert_refused ("");
  assert_refused ("   ");
  assert_refused ("'' {input}");
  assert_refused ("whisper");
  assert_refused ("whisper '{input}");
  assert_refused ("whisper {input} {inptu}");
  assert_refused ("whisper {input} x{a_b}y");
  assert_refused ("{input}");
  assert_refused ("{model} {input}");
  assert_refused ("whisper {input} \xff");
}

static void
test_missing_value (void)
{
  const TrsWorkerValues without = { "/s/sound.wav", "sound", "/s", "de", NULL };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) template = trs_worker_template_parse ("a {input} {model}", &error);

  g_assert_no_error (error);
  g_assert_null (trs_worker_template_expand (template, &without, &error));
  g_assert_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/template/expand", test_expand);
  g_test_add_func ("/worker/template/language", test_language);
  g_test_add_func ("/worker/template/no-language", test_no_language);
  g_test_add_func ("/worker/template/refused", test_refused);
  g_test_add_func ("/worker/template/missing-value", test_missing_value);
  return g_test_run ();
}
