/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-template.h"

#include "trs-worker-error.h"

#include <string.h>

#define MAX_ARGUMENTS 200

#define INPUT "{input}"
#define LANGUAGE "{language}"

/* The program that takes English to be meant where it is told no language, and its word for finding it out. */
#define WHISPER_CPP "whisper-cli"
#define DETECT "auto"

/* Tags, by how they begin, whose first part is not the code by which recognisers know the language. */
static const struct
{
  const char *tag;
  const char *code;
} CODES[] = { { "zh-yue", "yue" }, { "cmn", "zh" }, { "nb", "no" }, { "fil", "tl" }, { "jv", "jw" } };

static const struct
{
  const char *word;
  gsize offset;
} WORDS[] = {
  { INPUT, G_STRUCT_OFFSET (TrsWorkerValues, input) },
  { "{stem}", G_STRUCT_OFFSET (TrsWorkerValues, stem) },
  { "{outdir}", G_STRUCT_OFFSET (TrsWorkerValues, outdir) },
  { LANGUAGE, G_STRUCT_OFFSET (TrsWorkerValues, language) },
  { "{model}", G_STRUCT_OFFSET (TrsWorkerValues, model) },
};

static int
find_word (const char *at)
{
  for (guint i = 0; i < G_N_ELEMENTS (WORDS); i++)
    if (g_str_has_prefix (at, WORDS[i].word))
      return (int) i;
  return -1;
}

/* A word in braces that nobody knows is a mistake, not an argument. */
static char *
find_unknown (const char *argument)
{
  for (const char *at = strchr (argument, '{'); at != NULL; at = strchr (at + 1, '{'))
    {
      gsize length = strspn (at + 1, "abcdefghijklmnopqrstuvwxyz_");

      if (length > 0 && at[length + 1] == '}' && find_word (at) < 0)
        return g_strndup (at, length + 2);
    }
  return NULL;
}

static gboolean
has_word (GStrv       template,
          const char *word)
{
  for (guint i = 0; template[i] != NULL; i++)
    if (strstr (template[i], word) != NULL)
      return TRUE;
  return FALSE;
}

/**
 * trs_worker_template_parse:
 * @text: a command, quoted as for a shell, which never sees it
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): its arguments with words in braces, or %NULL with %TRS_WORKER_ERROR_SETUP
 */
GStrv
trs_worker_template_parse (const char  *text,
                           GError     **error)
{
  g_auto (GStrv) template = NULL;
  g_autofree char *unknown = NULL;
  int n;

  if (!g_utf8_validate (text, -1, NULL) || !g_shell_parse_argv (text, &n, &template, NULL) || n > MAX_ARGUMENTS ||
      *template[0] == '\0')
    {
      g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP,
                           "The command of the recogniser cannot be read: is a quotation mark missing?");
      return NULL;
    }
  for (guint i = 0; template[i] != NULL && unknown == NULL; i++)
    unknown = find_unknown (template[i]);
  if (unknown != NULL)
    {
      g_set_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP, "The command of the recogniser has %s, which is "
                   "none of {input}, {stem}, {outdir}, {language} and {model}.", unknown);
      return NULL;
    }
  if (strchr (template[0], '{') != NULL || !has_word (template, INPUT))
    {
      g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP,
                           "The command of the recogniser has to begin with a program and to contain {input}.");
      return NULL;
    }
  return g_steal_pointer (&template);
}

static gboolean
begins_with_tag (const char *language,
                 const char *tag)
{
  gsize length = strlen (tag);

  return g_str_has_prefix (language, tag) && (language[length] == '\0' || language[length] == '-');
}

/* Returns the code in the form that recognisers take, which know neither regions nor scripts. */
static char *
make_code (const char *language)
{
  g_autofree char *tag = g_ascii_strdown (language, -1);

  g_strdelimit (tag, "_", '-');
  for (guint i = 0; i < G_N_ELEMENTS (CODES); i++)
    if (begins_with_tag (tag, CODES[i].tag))
      return g_strdup (CODES[i].code);
  return g_strndup (tag, strcspn (tag, "-"));
}

/* It may stand behind another program, such as nice. */
static gboolean
is_whisper_cpp (GStrv template)
{
  for (guint i = 0; template[i] != NULL; i++)
    {
      g_autofree char *name = g_path_get_basename (template[i]);

      if (g_str_equal (name, WHISPER_CPP))
        return TRUE;
    }
  return FALSE;
}

/* Whether an argument says nothing without a language: one with {input} has to stay. */
static gboolean
is_for_language (const char *argument,
                 const char *next)
{
  if (strstr (argument, LANGUAGE) != NULL)
    return strstr (argument, INPUT) == NULL;
  return *argument == '-' && strchr (argument, '=') == NULL && g_strcmp0 (next, LANGUAGE) == 0;
}

/* Returns the template without {language} and the options before it. */
static GStrv
drop_language (GStrv template)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; template[i] != NULL; i++)
    if (i == 0 || !is_for_language (template[i], template[i + 1]))
      g_strv_builder_add (builder, template[i]);
  return g_strv_builder_end (builder);
}

/* In one go: what was put in is not looked through again. */
static char *
expand (const char             *argument,
        const TrsWorkerValues  *values,
        GError                **error)
{
  g_autoptr (GString) expanded = g_string_new (NULL);

  while (*argument != '\0')
    {
      int i = find_word (argument);
      const char *value;

      if (i < 0)
        {
          g_string_append_c (expanded, *argument++);
          continue;
        }
      value = G_STRUCT_MEMBER (const char *, values, WORDS[i].offset);
      if (value == NULL)
        {
          g_set_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP, "The command of the recogniser needs %s, "
                       "which was not given.", WORDS[i].word);
          return NULL;
        }
      g_string_append (expanded, value);
      argument += strlen (WORDS[i].word);
    }
  return g_strdup (expanded->str);
}

/**
 * trs_worker_template_expand:
 * @template: what trs_worker_template_parse() returned
 * @values: what stands for the words
 * @error: return location for an error
 *
 * Without a language {language} becomes the word by which whisper-cli detects it, and is left out, with its option,
 * for every other program.
 *
 * Returns: (transfer full) (nullable): the arguments, or %NULL with %TRS_WORKER_ERROR_SETUP if one needs a value that
 *   there is not
 */
GStrv
trs_worker_template_expand (GStrv                   template,
                            const TrsWorkerValues  *values,
                            GError                **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean detects = values->language == NULL || *values->language == '\0';
  g_autofree char *code = detects ? g_strdup (DETECT) : make_code (values->language);
  g_auto (GStrv) kept = detects && !is_whisper_cpp (template) ? drop_language (template) : g_strdupv (template);
  TrsWorkerValues coded = *values;

  coded.language = code;
  for (guint i = 0; kept[i] != NULL; i++)
    {
      g_autofree char *argument = expand (kept[i], &coded, error);

      if (argument == NULL)
        return NULL;
      g_strv_builder_add (builder, argument);
    }
  return g_strv_builder_end (builder);
}
