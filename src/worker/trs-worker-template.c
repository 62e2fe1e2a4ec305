/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-template.h"

#include "trs-worker-error.h"

#include <string.h>

#define MAX_ARGUMENTS 200

static const struct
{
  const char *word;
  gsize offset;
} WORDS[] = {
  { "{input}", G_STRUCT_OFFSET (TrsWorkerValues, input) },
  { "{stem}", G_STRUCT_OFFSET (TrsWorkerValues, stem) },
  { "{outdir}", G_STRUCT_OFFSET (TrsWorkerValues, outdir) },
  { "{language}", G_STRUCT_OFFSET (TrsWorkerValues, language) },
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
  if (strchr (template[0], '{') != NULL || !has_word (template, "{input}"))
    {
      g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP,
                           "The command of the recogniser has to begin with a program and to contain {input}.");
      return NULL;
    }
  return g_steal_pointer (&template);
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
 * Returns: (transfer full) (nullable): the arguments, as many as before, or %NULL with %TRS_WORKER_ERROR_SETUP
 *   if one needs a value that there is not
 */
GStrv
trs_worker_template_expand (GStrv                   template,
                            const TrsWorkerValues  *values,
                            GError                **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; template[i] != NULL; i++)
    {
      g_autofree char *argument = expand (template[i], values, error);

      if (argument == NULL)
        return NULL;
      g_strv_builder_add (builder, argument);
    }
  return g_strv_builder_end (builder);
}
