/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The recogniser that Debian ships with a model. Its calls cannot be interrupted, take seconds, and end the process
 * where they meet what they do not expect: it runs in a process of its own. */
#include "trs-worker-sphinx.h"

#include "trs-media.h"
#include "trs-worker-error.h"
#include "trs-worker-words.h"

#include <pocketsphinx.h>

/* Times are counted in frames of this many in a second. */
#define FRAME_RATE 100

struct _TrsWorkerSphinx
{
  ps_decoder_t *decoder;
};

typedef struct
{
  const char *name;
  const char *value;
} Option;

/* With these it makes about as few mistakes as with more work. Without them times shift within a segment. */
static const Option OPTIONS[] = {
  { "fwdflat", "no" },
  { "bestpath", "no" },
  { "ds", "2" },
  { "maxhmmpf", "3000" },
#if !TRS_SPHINX_5
  { "remove_silence", "no" },
#endif
};

#if TRS_SPHINX_5
static ps_decoder_t *
make_decoder (GPtrArray *options)
{
  ps_config_t *config = ps_config_init (NULL);
  ps_decoder_t *decoder;

  for (guint i = 0; i < options->len; i += 2)
    ps_config_set_str (config, g_ptr_array_index (options, i), g_ptr_array_index (options, i + 1));
  decoder = ps_init (config);
  ps_config_free (config);
  return decoder;
}
#else
static ps_decoder_t *
make_decoder (GPtrArray *options)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func (g_free);
  cmd_ln_t *config;
  ps_decoder_t *decoder;

  g_ptr_array_add (args, g_strdup (""));
  for (guint i = 0; i < options->len; i += 2)
    {
      g_ptr_array_add (args, g_strconcat ("-", (const char *) g_ptr_array_index (options, i), NULL));
      g_ptr_array_add (args, g_strdup (g_ptr_array_index (options, i + 1)));
    }
  config = cmd_ln_parse_r (NULL, ps_args (), (int32) args->len, (char **) args->pdata, TRUE);
  decoder = config != NULL ? ps_init (config) : NULL;
  if (config != NULL)
    cmd_ln_free_r (config);
  return decoder;
}
#endif

static void
add_option (GPtrArray  *options,
            const char *name,
            const char *value)
{
  g_ptr_array_add (options, g_strdup (name));
  g_ptr_array_add (options, g_strdup (value));
}

static gboolean
add_file (GPtrArray  *options,
          const char *name,
          const char *folder,
          const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);

  add_option (options, name, path);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/**
 * trs_worker_sphinx_new:
 * @model: (type filename) (nullable): a folder with `en-us`, `en-us.lm.bin` and `cmudict-en-us.dict`; %NULL for
 *   the one that comes with the library
 * @grammar: (type filename) (nullable): a grammar of which each utterance is a sentence, instead of the language model
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): a recogniser, or %NULL with %TRS_WORKER_ERROR_SETUP
 */
TrsWorkerSphinx *
trs_worker_sphinx_new (const char  *model,
                       const char  *grammar,
                       GError     **error)
{
  g_autoptr (GPtrArray) options = g_ptr_array_new_with_free_func (g_free);
  const char *folder = model != NULL ? model : TRS_SPHINX_MODEL;
  TrsWorkerSphinx *self;
  ps_decoder_t *decoder;
  gboolean there;

  there = add_file (options, "hmm", folder, "en-us");
  there = add_file (options, "dict", folder, "cmudict-en-us.dict") && there;
  if (grammar != NULL)
    add_option (options, "jsgf", grammar);
  else
    there = add_file (options, "lm", folder, "en-us.lm.bin") && there;
  if (!there)
    {
      g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP,
                           "The model of the built-in recogniser is not installed.");
      return NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (OPTIONS); i++)
    add_option (options, OPTIONS[i].name, OPTIONS[i].value);
  /* It writes hundreds of lines to standard error otherwise. */
  add_option (options, "logfn", "/dev/null");

  decoder = make_decoder (options);
  if (decoder == NULL)
    {
      g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_SETUP,
                           "The model of the built-in recogniser cannot be read.");
      return NULL;
    }
  self = g_new0 (TrsWorkerSphinx, 1);
  self->decoder = decoder;
  return self;
}

void
trs_worker_sphinx_free (TrsWorkerSphinx *self)
{
  ps_free (self->decoder);
  g_free (self);
}

static void
collect (TrsWorkerSphinx *self,
         double           start,
         TrsWorkerCues   *words)
{
  for (ps_seg_t *segment = ps_seg_iter (self->decoder); segment != NULL; segment = ps_seg_next (segment))
    {
      const char *token = ps_seg_word (segment);
      g_autofree char *word = token != NULL ? trs_worker_words_from_token (token) : NULL;
      int from, to;

      if (word == NULL)
        continue;
      ps_seg_frames (segment, &from, &to);
      trs_worker_cues_add (words, start + (double) from / FRAME_RATE, start + (double) (to + 1) / FRAME_RATE, word,
                           NULL, FALSE);
    }
}

/**
 * trs_worker_sphinx_recognize:
 * @self: a recogniser
 * @start: where the segment begins in the recording, in samples
 * @samples: (array length=n): a segment in which somebody may be speaking
 * @n: how many
 * @words: where they go, with their times in the recording
 *
 * Takes about a third of the time that the segment lasts.
 *
 * Returns: %FALSE if the library gave up on it
 */
gboolean
trs_worker_sphinx_recognize (TrsWorkerSphinx *self,
                             guint64          start,
                             const gint16    *samples,
                             gsize            n,
                             TrsWorkerCues   *words)
{
  gboolean good = ps_start_utt (self->decoder) >= 0;

  /* The whole at once: otherwise its times run on from one segment to the next. */
  good = good && ps_process_raw (self->decoder, samples, n, FALSE, TRUE) >= 0;
  good = good && ps_end_utt (self->decoder) >= 0;
  if (good)
    collect (self, (double) start / TRS_MEDIA_RATE, words);
  return good;
}
