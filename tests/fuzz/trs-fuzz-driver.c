/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs a fuzz target without libFuzzer: every file of the corpus, and then
 * mutations of them from a seed, until the count or the time is used up. So
 * every ordinary test run fuzzes a little, with any compiler. Given files
 * instead of a folder, it runs only them: `fuzz-x crash-x`.
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "trs-fuzz.h"

#define MAX_MUTATIONS 8

/* One input that takes as long as this hangs. */
#define HANG_SECONDS 20

static struct
{
  const guint8 *data;
  gsize size;
  char *crash_path;
} current;

static int seconds = 2;
static int runs = 200000;
static int seed = 1;
static int max_bytes = 8192;
static char **inputs;

static const GOptionEntry options[] = {
  { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "Stop mutating after so many seconds", "N" },
  { "runs", 0, 0, G_OPTION_ARG_INT, &runs, "Stop mutating after so many inputs", "N" },
  { "max-bytes", 0, 0, G_OPTION_ARG_INT, &max_bytes, "Make no mutation longer than this", "N" },
  { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "Begin with this seed", "N" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &inputs, NULL, "CORPUS|FILE…" },
  { NULL }
};

/* Only what is safe in a signal handler. */
static void
keep_crash (int signal_number)
{
  int fd = open (current.crash_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const char *message = "# The input that did it is in ";

  if (fd >= 0 && write (fd, current.data, current.size) == (gssize) current.size &&
      write (STDERR_FILENO, message, strlen (message)) > 0 &&
      write (STDERR_FILENO, current.crash_path, strlen (current.crash_path)) > 0)
    (void) !write (STDERR_FILENO, "\n", 1);

  signal (signal_number, SIG_DFL);
  raise (signal_number);
}

static void
run_input (const guint8 *data,
           gsize         size)
{
  /* An own block of just this size, so that a sanitizer sees every byte read past it. */
  guint8 *copy = g_malloc (size + (size == 0));

  if (size > 0)
    memcpy (copy, data, size);
  current.data = copy;
  current.size = size;

  alarm (HANG_SECONDS);
  LLVMFuzzerTestOneInput (copy, size);
  alarm (0);

  g_free (copy);
}

static void
add_file (GPtrArray  *corpus,
          const char *path)
{
  g_autoptr (GError) error = NULL;
  char *data;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, &error))
    g_error ("%s", error->message);
  g_ptr_array_add (corpus, g_bytes_new_take (data, size));
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static gboolean
add_folder (GPtrArray  *corpus,
            const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (folder == NULL)
    return FALSE;

  /* In a fixed order, or the same seed would not mean the same inputs. */
  while ((name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    add_file (corpus, g_ptr_array_index (names, i));
  return TRUE;
}

static guint8
random_byte (GRand *rand)
{
  static const guint8 telling[] = "\n\n\r\t []{}()\":;,.%/?&=#-_'\\0\x00\x7f\x80\xc2\xa0\xe2\x80\x8b\xef\xbb\xbf\xff";

  if (g_rand_boolean (rand))
    return telling[g_rand_int_range (rand, 0, sizeof telling - 1)];
  return (guint8) g_rand_int_range (rand, 0, 256);
}

static void
insert_part (GByteArray *input,
             GPtrArray  *corpus,
             GRand      *rand)
{
  GBytes *other = g_ptr_array_index (corpus, g_rand_int_range (rand, 0, (gint32) corpus->len));
  gsize size;
  const guint8 *data = g_bytes_get_data (other, &size);
  guint at = (guint) g_rand_int_range (rand, 0, (gint32) input->len + 1);
  gsize from, length;
  g_autofree guint8 *tail = NULL;
  guint tail_length = input->len - at;

  if (size == 0)
    return;

  from = (gsize) g_rand_int_range (rand, 0, (gint32) MIN (size, G_MAXINT32));
  length = (gsize) g_rand_int_range (rand, 1, (gint32) MIN (size - from, 256) + 1);
  tail = g_memdup2 (input->data + at, tail_length);
  g_byte_array_set_size (input, at);
  g_byte_array_append (input, data + from, (guint) length);
  g_byte_array_append (input, tail, tail_length);
}

static void
mutate (GByteArray *input,
        GPtrArray  *corpus,
        GRand      *rand)
{
  guint at = input->len > 0 ? (guint) g_rand_int_range (rand, 0, (gint32) input->len) : 0;
  guint8 byte = random_byte (rand);
  int kind = input->len > 0 ? g_rand_int_range (rand, 0, 6) : 4 + g_rand_int_range (rand, 0, 2);

  switch (kind)
    {
    case 0:
      input->data[at] ^= (guint8) (1 << g_rand_int_range (rand, 0, 8));
      break;
    case 1:
      input->data[at] = byte;
      break;
    case 2:
      g_byte_array_remove_range (input, at, (guint) g_rand_int_range (rand, 1, (gint32) MIN (input->len - at, 32) + 1));
      break;
    case 3:
      g_byte_array_set_size (input, at);
      break;
    case 4:
      g_byte_array_append (input, &byte, 1);
      if (input->len > 1)
        memmove (input->data + at + 1, input->data + at, input->len - 1 - at);
      input->data[at] = byte;
      break;
    default:
      insert_part (input, corpus, rand);
      break;
    }

  if (input->len > (guint) max_bytes)
    g_byte_array_set_size (input, (guint) max_bytes);
}

static int
run_mutations (GPtrArray *corpus)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) seed);
  g_autoptr (GByteArray) input = g_byte_array_new ();
  gint64 end = g_get_monotonic_time () + seconds * G_USEC_PER_SEC;
  int done = 0;

  for (; done < runs && g_get_monotonic_time () < end; done++)
    {
      GBytes *origin = g_ptr_array_index (corpus, g_rand_int_range (rand, 0, (gint32) corpus->len));
      gsize size;
      const guint8 *data = g_bytes_get_data (origin, &size);
      int n = g_rand_int_range (rand, 1, MAX_MUTATIONS + 1);

      g_byte_array_set_size (input, 0);
      g_byte_array_append (input, data, (guint) MIN (size, (gsize) max_bytes));
      for (int i = 0; i < n; i++)
        mutate (input, corpus, rand);
      run_input (input->data, input->len);
    }
  return done;
}

static void
catch_crashes (const char *program)
{
  const int signals[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGALRM };
  g_autofree char *name = g_path_get_basename (program);

  current.crash_path = g_strdup_printf ("%s/crash-%s", g_get_tmp_dir (), name);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], keep_crash);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GPtrArray) corpus = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;
  gboolean mutating = FALSE;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);

  for (guint i = 0; inputs != NULL && inputs[i] != NULL; i++)
    {
      if (add_folder (corpus, inputs[i]))
        mutating = TRUE;
      else
        add_file (corpus, inputs[i]);
    }
  if (corpus->len == 0)
    g_error ("There is nothing to run");

  catch_crashes (argv[0]);
  g_print ("1..%d\n", mutating ? 2 : 1);
  for (guint i = 0; i < corpus->len; i++)
    {
      gsize size;
      const guint8 *data = g_bytes_get_data (g_ptr_array_index (corpus, i), &size);

      run_input (data, size);
    }
  g_print ("ok 1 corpus of %u\n", corpus->len);
  if (mutating)
    {
      int done = run_mutations (corpus);

      g_print ("%s 2 %d mutations from seed %d\n", done > 0 ? "ok" : "not ok", done, seed);
    }

  g_free (current.crash_path);
  g_strfreev (inputs);
  return 0;
}
