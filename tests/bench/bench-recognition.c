/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How well and how fast recordings are read: speech that humans have read aloud (pocketsphinx-testdata), in the files
 * people have. Prints each figure with its bar; --minutes says how long the long recording is. */
#include "trs-media-decoder.h"
#include "trs-media-discover.h"
#include "trs-media-segmenter.h"
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-worker-line.h"
#include "trs-worker-sphinx.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LIBRIVOX TRS_SPEECH "/librivox"
#define CARDS TRS_SPEECH "/cards"
#define N_UTTERANCES 14
#define ROOM_DB -46

static int minutes = 60;

static const GOptionEntry options[] = {
  { "minutes", 'm', 0, G_OPTION_ARG_INT, &minutes, "Length of the long recording", "N" },
  { NULL }
};

static char *folder;

static void
print_result (const char *what,
              gboolean    good,
              const char *format,
              ...) G_GNUC_PRINTF (3, 4);

static void
print_result (const char *what,
              gboolean    good,
              const char *format,
              ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_print ("%-34s %-60s %s\n", what, text, good ? "holds" : "MISSED");
}

static GArray *
decode (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsMediaInfo) info = trs_media_discover (path, &error);
  g_autoptr (TrsMediaDecoder) decoder = NULL;
  GArray *all = g_array_new (FALSE, FALSE, sizeof (gint16));
  gint16 samples[16384];
  gssize n;

  g_assert_no_error (error);
  decoder = trs_media_decoder_new (path, info->length);
  g_assert_true (trs_media_decoder_start (decoder, &error));
  while ((n = trs_media_decoder_read (decoder, samples, G_N_ELEMENTS (samples), &error)) > 0)
    g_array_append_vals (all, samples, (guint) n);
  g_assert_no_error (error);
  return all;
}

/* The lines of a file of the test data: what was read aloud, without marks, and the name in brackets behind it. */
static GPtrArray *
read_references (const char *path,
                 GPtrArray  *names)
{
  GPtrArray *references = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (g_strstrip (text), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GString) words = g_string_new (lines[i]);
      char *name = strrchr (words->str, '(');

      g_assert_nonnull (name);
      g_ptr_array_add (names, g_strndup (name + 1, strcspn (name + 1, " )")));
      g_string_truncate (words, (gsize) (name - words->str));
      g_string_replace (words, "<s>", "", 0);
      g_string_replace (words, "</s>", "", 0);
      g_ptr_array_add (references, g_strdup (g_strstrip (words->str)));
    }
  return references;
}

/* Words that were replaced, left out or put in, as NIST counts them. */
static guint
count_errors (const char *reference,
              const char *said,
              guint      *n_words)
{
  g_auto (GStrv) a = g_strsplit (reference, " ", -1);
  g_auto (GStrv) b = g_strsplit (said, " ", -1);
  guint n = g_strv_length (a), m = *said != '\0' ? g_strv_length (b) : 0;
  g_autofree guint *row = g_new (guint, m + 1);

  for (guint j = 0; j <= m; j++)
    row[j] = j;
  for (guint i = 1; i <= n; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= m; j++)
        {
          guint above = row[j];

          row[j] = MIN (MIN (above, row[j - 1]) + 1, diagonal + (g_ascii_strcasecmp (a[i - 1], b[j - 1]) != 0));
          diagonal = above;
        }
    }
  *n_words += n;
  return row[m];
}

typedef struct
{
  GString *words;
  double speech;
  double wall;
  double processor;
  long memory;
  long growth;
} Run;

static long
read_status (const char *pid,
             const char *field)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/status", pid);
  g_autofree char *text = NULL;
  const char *at;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  at = strstr (text, field);
  return at != NULL ? strtol (at + strlen (field), NULL, 10) : 0;
}

/* The process below that of the worker, which does the work. */
static char *
find_child (const char *pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/task/%s/children", pid, pid);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  text[strcspn (text, " ")] = '\0';
  return text;
}

static void
take_line (Run                 *run,
           const TrsWorkerLine *line,
           const char          *child,
           long                *early)
{
  long resident = child != NULL ? read_status (child, "VmRSS:") : 0;

  if (child != NULL)
    run->memory = MAX (run->memory, read_status (child, "VmHWM:"));
  if (line->type == TRS_WORKER_LINE_PROGRESS && line->transcribing && line->percent >= 30 && resident > 0)
    {
      *early = *early == 0 ? resident : *early;
      run->growth = resident - *early;
    }
  if (line->type != TRS_WORKER_LINE_PARAGRAPH)
    return;
  run->speech += line->seconds - line->start;
  g_string_append_printf (run->words, "%s%s", run->words->len > 0 ? " " : "", line->text);
}

static double
get_processor_time (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (double) usage.ru_utime.tv_sec + (double) usage.ru_utime.tv_usec / 1e6 + (double) usage.ru_stime.tv_sec +
         (double) usage.ru_stime.tv_usec / 1e6;
}

static void
run_worker (const char *path,
            Run        *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GDataInputStream) output = NULL;
  gint64 since = g_get_monotonic_time ();
  double before = get_processor_time ();
  long early = 0;
  char *text;

  run->words = g_string_new (NULL);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                              TRS_WORKER_PROGRAM, "transcribe", path, NULL);
  g_assert_no_error (error);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  while ((text = g_data_input_stream_read_line (output, NULL, NULL, NULL)) != NULL)
    {
      g_autoptr (TrsWorkerLine) line = trs_worker_line_parse (text, strlen (text));
      g_autofree char *child = find_child (g_subprocess_get_identifier (process));

      g_assert_nonnull (line);
      g_assert_cmpint (line->type, !=, TRS_WORKER_LINE_FAULT);
      take_line (run, line, child, &early);
      g_free (text);
    }
  g_subprocess_wait (process, NULL, NULL);
  run->wall = (double) (g_get_monotonic_time () - since) / G_USEC_PER_SEC;
  run->processor = get_processor_time () - before;
}

/* Each sentence in an MP4 of its own. */
static void
measure_words (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) references = read_references (LIBRIVOX "/transcription", names);
  guint errors = 0, n_words = 0;

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *wav = g_strdup_printf (LIBRIVOX "/%s.wav", (char *) g_ptr_array_index (names, i));
      g_autofree char *path = g_build_filename (folder, "sentence.mp4", NULL);
      g_autofree char *description =
          g_strdup_printf ("filesrc location=\"%s\" ! wavparse ! audioconvert ! audioresample ! avenc_aac ! mp4mux ! "
                           "filesink location=\"%s\"", wav, path);
      Run run = { NULL };

      trs_test_media_launch (description);
      run_worker (path, &run);
      errors += count_errors (g_ptr_array_index (references, i), run.words->str, &n_words);
      g_string_free (run.words, TRUE);
    }
  print_result ("words of LibriVox in MP4", errors * 100.0 / n_words <= 38, "%.1f %% wrong, n = %u (bar: 38 %%)",
                errors * 100.0 / n_words, n_words);
}

static void
measure_cards (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) references = read_references (CARDS "/cards.hyp", names);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsWorkerSphinx) sphinx = trs_worker_sphinx_new (NULL, CARDS "/cards.gram", &error);
  guint errors = 0, n_words = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_strdup_printf (CARDS "/%s.wav", (char *) g_ptr_array_index (names, i));
      g_autoptr (GArray) samples = decode (path);
      g_autoptr (TrsWorkerCues) words = trs_worker_cues_new ();
      g_autoptr (GString) said = g_string_new (NULL);

      trs_worker_sphinx_recognize (sphinx, 0, (const gint16 *) (gpointer) samples->data, samples->len, words);
      for (guint j = 0; j < trs_worker_cues_size (words); j++)
        g_string_append_printf (said, "%s%s", j > 0 ? " " : "", trs_worker_cues_get (words, j)->text);
      errors += count_errors (g_ptr_array_index (references, i), said->str, &n_words);
    }
  print_result ("cards with their grammar", errors == 0, "%.1f %% wrong, n = %u (bar: 0 %%)", errors * 100.0 / n_words,
                n_words);
}

/* Where it becomes loud: the first 10 ms within 25 dB of the loudest. */
static double
find_onset (GArray *samples)
{
  const guint frame = TRS_MEDIA_RATE / 100;
  double loudest = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i + frame <= samples->len; i += frame)
      {
        double sum = 0;

        for (guint j = 0; j < frame; j++)
          sum += pow (g_array_index (samples, gint16, i + j), 2);
        if (pass == 0)
          loudest = MAX (loudest, sum);
        else if (sum > loudest * pow (10, -2.5))
          return (double) i / TRS_MEDIA_RATE;
      }
  return 0;
}

static GPtrArray *
load_speech (void)
{
  GPtrArray *speech = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  static const char * const folders[] = { LIBRIVOX, CARDS };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (GDir) dir = g_dir_open (folders[i], 0, NULL);
      const char *name;

      g_assert_nonnull (dir);
      while ((name = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (name, ".wav"))
          {
            g_autofree char *path = g_build_filename (folders[i], name, NULL);

            g_ptr_array_add (speech, decode (path));
          }
    }
  return speech;
}

static gboolean
segment_cb (guint64       start,
            const gint16 *samples,
            gsize         n,
            gpointer      user_data)
{
  double at = (double) start / TRS_MEDIA_RATE;

  g_array_append_val ((GArray *) user_data, at);
  return TRUE;
}

/* Utterances one to three seconds apart. Each has a hiss of its own, which would be heard to begin with it: the one
 * that is added is as loud, as if all had been recorded in one room. */
static void
measure_segments (GPtrArray *speech)
{
  g_autoptr (GArray) recording = trs_test_media_new_samples (1.5);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (TrsMediaSegmenter) segmenter = trs_media_segmenter_new (0, segment_cb, found);
  double onsets[N_UTTERANCES], worst = 0, seconds;
  guint n_found = 0;
  gint64 since;

  for (guint i = 0; i < N_UTTERANCES; i++)
    {
      GArray *utterance = g_ptr_array_index (speech, i % speech->len);
      g_autoptr (GArray) pause = trs_test_media_new_samples (1 + i % 5 * 0.5);

      onsets[i] = (double) recording->len / TRS_MEDIA_RATE + find_onset (utterance);
      g_array_append_vals (recording, utterance->data, utterance->len);
      g_array_append_vals (recording, pause->data, pause->len);
    }
  trs_test_media_add_noise (recording, 0, 1e6, ROOM_DB);

  since = g_get_monotonic_time ();
  trs_media_segmenter_push (segmenter, (const gint16 *) (gpointer) recording->data, recording->len);
  trs_media_segmenter_finish (segmenter);
  seconds = (double) (g_get_monotonic_time () - since) / G_USEC_PER_SEC;
  for (guint i = 0; i < N_UTTERANCES; i++)
    {
      double nearest = 1e6;

      for (guint j = 0; j < found->len; j++)
        nearest = MIN (nearest, fabs (g_array_index (found, double, j) - onsets[i]));
      n_found += nearest <= 0.3;
      worst = MAX (worst, nearest);
    }
  print_result ("segments", n_found == N_UTTERANCES, "%u of %d within 0.3 s, worst %.2f s, %u found, %.0f × real time",
                n_found, N_UTTERANCES, worst, found->len, (double) recording->len / TRS_MEDIA_RATE / seconds);
}

/* The sentences of LibriVox again and again, two seconds apart. */
static char *
make_long (GPtrArray *speech)
{
  g_autoptr (GArray) recording = trs_test_media_new_samples (1);
  char *path;

  for (guint i = 0; recording->len < (guint) minutes * 60 * TRS_MEDIA_RATE; i++)
    {
      GArray *utterance = g_ptr_array_index (speech, i % 5);
      g_autoptr (GArray) pause = trs_test_media_new_samples (i % 3 == 2 ? 2.5 : 0.6);

      g_array_append_vals (recording, utterance->data, utterance->len);
      g_array_append_vals (recording, pause->data, pause->len);
    }
  trs_test_media_add_noise (recording, 0, 1e6, -65);
  path = trs_test_media_write ("long", &trs_test_media_kinds[1], recording, NULL);
  return path;
}

static void
measure_decoding (const char *path)
{
  gint64 since = g_get_monotonic_time ();
  g_autoptr (GArray) samples = decode (path);
  double seconds = (double) (g_get_monotonic_time () - since) / G_USEC_PER_SEC;
  double times = (double) samples->len / TRS_MEDIA_RATE / seconds;

  print_result ("decoding MP4", times >= 100, "%.0f × real time (bar: 100)", times);
}

static void
measure_long (const char *path)
{
  Run run = { NULL };

  run_worker (path, &run);
  print_result ("time", run.speech / run.processor >= 2,
                "%d minutes, %.0f s of speech: %.2f × speech by processor, %.2f by clock (bar: 2)", minutes, run.speech,
                run.speech / run.processor, run.speech / run.wall);
  print_result ("memory", run.memory <= 220 * 1024 && run.growth <= 2048,
                "%.0f MB at most, %+.2f MB from 30 %% on (bars: 220, 2)", (double) run.memory / 1024,
                (double) run.growth / 1024);
  g_string_free (run.words, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GPtrArray) speech = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || !trs_media_init (TRUE, &error))
    g_error ("%s", error->message);
  folder = g_dir_make_tmp ("trs-recognition-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", folder, TRUE);

  speech = load_speech ();
  measure_words ();
  measure_cards ();
  measure_segments (speech);
  path = make_long (speech);
  measure_decoding (path);
  measure_long (path);

  g_unlink (path);
  return 0;
}
