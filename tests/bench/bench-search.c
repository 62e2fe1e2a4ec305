/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bench-search [TRANSCRIPTS]
 *
 * Fills a store with transcripts of 45 kB, the words as frequent as in a
 * language, and searches them: against the bare query and the reading of the
 * found texts through the C interface of SQLite, and against rg on the same
 * texts in files; and as a user of a terminal does, from the start of the
 * program to its first line. The goals were set for 10,000 of them, 450 MB. Besides there
 * are some in a script without blanks, all of which have to be read. */
#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "trs-store-accounts.h"
#include "trs-store-passages.h"
#include "trs-store-projects.h"
#include "trs-store-search.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-transcript.h"

#define DEFAULT_N_TEXTS 10000
#define ADDRESS "http://127.0.0.1:9"
#define SETTINGS "[io/github/transcripts_app/Transcripts]\nserver-address='" ADDRESS "'\n"
#define N_WORDS 20000
#define TEXT_BYTES 45000
#define PARAGRAPH_BYTES 400
#define HITS 50
#define RUNS 51
#define LINES 9

/* Transcripts in a script without blanks, and the first of the characters that stand for the letters in them. */
#define N_UNSPACED 500
#define FIRST_IDEOGRAPH 0x5000

typedef struct
{
  char *folder;
  char *path;
  TrsStore *store;
  gint64 account;
  gint64 unsegmented_account;
  GPtrArray *words;
  double *until; /* how often the words up to each come, of 1 */
  GRand *rand;
  guint n_texts;
  gint64 bytes;
} Bench;

/* Microseconds of processor time that the main loop of the program was away at a stretch, at the worst. */
static gint64 loop_left_at;
static gint64 worst_stall;

static void
store_result_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static gint64
get_thread_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static int
poll_and_measure (GPollFD *fds,
                  guint    n_fds,
                  int      timeout)
{
  int result;

  worst_stall = MAX (worst_stall, get_thread_time () - loop_left_at);
  result = g_poll (fds, n_fds, timeout);
  loop_left_at = get_thread_time ();
  return result;
}

static void
make_words (Bench *bench)
{
  const char *letters = "eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrr"
                        "ddddllllcccuuummmwwffggyyppbbvk";
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  double sum = 0;

  bench->words = g_ptr_array_new_with_free_func (g_free);
  bench->until = g_new (double, N_WORDS);
  while (bench->words->len < N_WORDS)
    {
      guint length = 2 + (guint) (log2 (bench->words->len + 2) * g_rand_double_range (bench->rand, 0.3, 0.7));
      g_autoptr (GString) word = g_string_new (NULL);

      for (guint i = 0; i < length; i++)
        g_string_append_c (word, letters[g_rand_int_range (bench->rand, 0, (gint32) strlen (letters))]);
      if (g_rand_int_range (bench->rand, 0, 50) == 0)
        g_string_append (word, "é");
      if (!g_hash_table_contains (known, word->str))
        {
          g_ptr_array_add (bench->words, g_strdup (word->str));
          g_hash_table_add (known, g_ptr_array_index (bench->words, bench->words->len - 1));
        }
    }

  for (guint i = 0; i < N_WORDS; i++)
    bench->until[i] = sum += 1 / (i + 2.7);
  for (guint i = 0; i < N_WORDS; i++)
    bench->until[i] /= sum;
}

static const char *
draw_word (Bench *bench)
{
  double wanted = g_rand_double (bench->rand);
  guint low = 0;
  guint high = N_WORDS - 1;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (bench->until[middle] < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  return g_ptr_array_index (bench->words, low);
}

static void
add_word (Bench    *bench,
          GString  *text,
          gboolean  first,
          gboolean  unsegmented)
{
  const char *word = draw_word (bench);

  if (!unsegmented)
    g_string_append_printf (text, "%s%s", first ? "" : " ", word);
  else
    for (; *word != '\0'; word++)
      g_string_append_unichar (text, FIRST_IDEOGRAPH + (guchar) *word * 31);
}

static TrsTranscript *
make_transcript (Bench     *bench,
                 gboolean   unsegmented,
                 GString  **bare)
{
  g_autoptr (GString) full = g_string_new (NULL);
  g_autoptr (GBytes) bare_bytes = NULL;
  g_autoptr (GBytes) full_bytes = NULL;

  *bare = g_string_new (NULL);
  while ((*bare)->len < TEXT_BYTES)
    {
      gsize start = (*bare)->len;

      if (start > 0)
        {
          g_string_append (*bare, "\n\n");
          g_string_append (full, "\n\n");
        }
      g_string_append_printf (full, "[00:%02zu:00.000] Speaker %zu: ", start / 1000 % 60, 1 + start % 3);
      start = (*bare)->len;
      while ((*bare)->len - start < PARAGRAPH_BYTES)
        add_word (bench, *bare, (*bare)->len == start, unsegmented);
      g_string_append (full, (*bare)->str + start);
    }

  bare_bytes = g_bytes_new ((*bare)->str, (*bare)->len);
  full_bytes = g_bytes_new (full->str, full->len);
  return trs_transcript_align (bare_bytes, full_bytes, "en", FALSE);
}

static void
keep_transcript (Bench         *bench,
                 gint64         account,
                 guint          number,
                 TrsTranscript *transcript)
{
  g_autofree char *id = g_strdup_printf ("p%06u", number);
  g_autoptr (TrsProjectData) project = trs_project_data_new (id);
  g_autoptr (GPtrArray) projects = g_ptr_array_new ();
  g_autoptr (GAsyncResult) saved = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  project->title = g_strdup_printf ("Recording %u", number);
  project->state = TRS_PROJECT_STATE_DONE;
  project->state_word = g_strdup ("done");
  project->created_at = project->sort_at = (1000000000 + number * G_GINT64_CONSTANT (7200)) * G_USEC_PER_SEC;
  g_ptr_array_add (projects, project);

  trs_store_projects_save_async (bench->store, account, projects, NULL, store_result_cb, &saved);
  trs_store_texts_save_async (bench->store, account, id, transcript, "bench", 1, NULL, store_result_cb, &kept);
  wait_for (&saved);
  wait_for (&kept);
  g_assert (trs_store_texts_save_finish (bench->store, kept, NULL) == TRS_STORE_TEXT_NEW);
}

static void
add_transcript (Bench *bench,
                guint  number)
{
  g_autofree char *name = g_strdup_printf ("texts/p%06u.txt", number);
  g_autofree char *path = g_build_filename (bench->folder, name, NULL);
  g_autoptr (GString) bare = NULL;
  g_autoptr (TrsTranscript) transcript = make_transcript (bench, FALSE, &bare);

  keep_transcript (bench, bench->account, number, transcript);
  g_assert (g_file_set_contents_full (path, bare->str, (gssize) bare->len, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  bench->bytes += (gint64) bare->len;
}

static gint64
open_account (Bench      *bench,
              const char *address)
{
  g_autoptr (GAsyncResult) opened = NULL;

  trs_store_accounts_open_async (bench->store, address, 0, NULL, NULL, 1, NULL, store_result_cb, &opened);
  wait_for (&opened);
  return trs_store_accounts_open_finish (bench->store, opened, NULL);
}

static void
fill_unsegmented (Bench *bench)
{
  bench->unsegmented_account = open_account (bench, "unsegmented");
  for (guint i = 0; i < N_UNSPACED; i++)
    {
      g_autoptr (GString) bare = NULL;
      g_autoptr (TrsTranscript) transcript = make_transcript (bench, TRUE, &bare);

      keep_transcript (bench, bench->unsegmented_account, i, transcript);
    }
}

static void
fill (Bench *bench)
{
  g_autofree char *texts = g_build_filename (bench->folder, "texts", NULL);
  gint64 start = g_get_monotonic_time ();
  double seconds;

  g_mkdir (texts, 0700);
  bench->account = open_account (bench, ADDRESS);
  for (guint i = 0; i < bench->n_texts; i++)
    add_transcript (bench, i);
  seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  g_print ("%u transcripts, %.0f MB, kept in %.0f s (%.1f MB/s, each on the disk before the next)\n", bench->n_texts,
           (double) bench->bytes / 1e6, seconds, (double) bench->bytes / 1e6 / seconds);
}

/* Processor time in milliseconds: what else runs on the machine does not count. */
static double
get_cpu_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

static double
get_children_time (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

static double
time_search (Bench      *bench,
             gint64      account,
             const char *query,
             guint      *n_hits)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsSearchResults) results = NULL;
  double start = get_cpu_time ();

  loop_left_at = get_thread_time ();
  trs_store_search_projects_async (bench->store, account, query, HITS, 0, NULL, store_result_cb, &result);
  wait_for (&result);
  results = trs_store_search_projects_finish (bench->store, result, NULL);
  *n_hits = results->hits->len;
  worst_stall = MAX (worst_stall, get_thread_time () - loop_left_at);
  return get_cpu_time () - start;
}

/* As the command reads it: whole paragraphs, all of them. */
static double
time_passages (Bench      *bench,
               const char *query,
               guint      *n_passages)
{
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new (query);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsSearchResults) results = NULL;
  double start = get_cpu_time ();

  trs_store_passages_read_async (bench->store, bench->account, filter, HITS, G_MAXINT64, G_MAXINT64, NULL,
                                 store_result_cb, &result);
  wait_for (&result);
  results = trs_store_passages_read_finish (bench->store, result, NULL);
  *n_passages = 0;
  for (guint i = 0; i < results->hits->len; i++)
    *n_passages += ((TrsSearchHit *) g_ptr_array_index (results->hits, i))->passages->len;
  return get_cpu_time () - start;
}

static double
time_bare (sqlite3    *db,
           const char *match)
{
  double start = get_cpu_time ();
  sqlite3_stmt *query = NULL;
  sqlite3_stmt *body = NULL;
  g_autofree char *copy = g_malloc (TEXT_BYTES * 2);

  sqlite3_prepare_v2 (db, "SELECT rowid FROM text_index WHERE text_index MATCH ?1 ORDER BY rowid DESC LIMIT 50", -1,
                      &query, NULL);
  sqlite3_prepare_v2 (db, "SELECT bare, prefixes FROM text WHERE text = ?1", -1, &body, NULL);
  sqlite3_bind_text (query, 1, match, -1, SQLITE_STATIC);
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      sqlite3_bind_int64 (body, 1, sqlite3_column_int64 (query, 0));
      g_assert (sqlite3_step (body) == SQLITE_ROW);
      memcpy (copy, sqlite3_column_text (body, 0), (gsize) sqlite3_column_bytes (body, 0));
      memcpy (copy, sqlite3_column_blob (body, 1), (gsize) sqlite3_column_bytes (body, 1));
      sqlite3_reset (body);
    }
  sqlite3_finalize (query);
  sqlite3_finalize (body);
  return get_cpu_time () - start;
}

static double
time_rg (Bench      *bench,
         const char *pattern)
{
  char *argv[] = { (char *) "rg", (char *) "-j1", (char *) "-l", (char *) "-i", (char *) "-e", (char *) pattern,
                   bench->folder, NULL };
  g_autofree char *out = NULL;
  double start = get_children_time ();
  g_autoptr (GError) error = NULL;

  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out, NULL, NULL,
                     &error))
    return 0;
  return get_children_time () - start;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  const double *left = a;
  const double *right = b;

  return (*left > *right) - (*left < *right);
}

static double
get_median (double *values,
            guint   n)
{
  qsort (values, n, sizeof *values, compare_doubles);
  return values[n / 2];
}

static void
run_query (Bench      *bench,
           sqlite3    *db,
           const char *name,
           const char *query,
           const char *match,
           const char *pattern)
{
  double searches[RUNS];
  double passages[RUNS];
  double bare[RUNS];
  double scans[3];
  guint n_hits = 0;
  guint n_passages = 0;

  time_search (bench, bench->account, query, &n_hits);
  time_bare (db, match);
  time_rg (bench, pattern);
  for (guint i = 0; i < RUNS; i++)
    {
      searches[i] = time_search (bench, bench->account, query, &n_hits);
      bare[i] = time_bare (db, match);
      passages[i] = time_passages (bench, query, &n_passages);
    }
  for (guint i = 0; i < G_N_ELEMENTS (scans); i++)
    scans[i] = time_rg (bench, pattern);

  {
    double search = get_median (searches, RUNS);
    double floor = get_median (bare, RUNS);
    double scan = get_median (scans, G_N_ELEMENTS (scans));

    g_print ("%-14s %2u hits: %7.2f ms (goal 50), %5.2f times the bare query and the texts (%.2f ms)", name, n_hits,
             search, search / floor, floor);
    if (scan > 0)
      g_print (", 1/%.0f of rg (%.0f ms, goal 1/20)", scan / search, scan);
    g_print ("\n%-14s all %u passages of them: %.2f ms\n", "", n_passages, get_median (passages, RUNS));
  }
}

/* The account is the one that is used, as with a user. */
static void
write_settings (const char *config)
{
  g_autofree char *folder = g_build_filename (config, "glib-2.0", "settings", NULL);
  g_autofree char *path = g_build_filename (folder, "keyfile", NULL);

  g_mkdir_with_parents (folder, 0700);
  g_assert (g_file_set_contents (path, SETTINGS, -1, NULL));
}

/* Milliseconds of processor time, as all here, from the start of a program to its first line, or to its end; below zero
 * if it is not there. @kilobytes: (out) (optional): how much memory programs have needed at most so far */
static double
time_program (Bench              *bench,
              const char * const *argv,
              gboolean            to_the_end,
              long               *kilobytes)
{
  g_autofree char *config = g_build_filename (bench->folder, ".config", NULL);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autofree char *data = g_build_filename (bench->folder, ".store", NULL);
  double times[LINES];

  write_settings (config);
  g_subprocess_launcher_setenv (launcher, "GSETTINGS_BACKEND", "keyfile", TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_CONFIG_HOME", config, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_DATA_HOME", data, TRUE);
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  for (guint i = 0; i < LINES; i++)
    {
      double start = get_children_time ();
      g_autoptr (GSubprocess) process = g_subprocess_launcher_spawnv (launcher, argv, NULL);
      char bytes[4096];

      if (process == NULL)
        return -1;
      while (g_input_stream_read (g_subprocess_get_stdout_pipe (process), bytes, sizeof bytes, NULL, NULL) > 0)
        if (!to_the_end)
          break;
      if (!to_the_end)
        g_subprocess_force_exit (process);
      g_subprocess_wait (process, NULL, NULL);
      times[i] = get_children_time () - start;
    }
  if (kilobytes != NULL)
    {
      struct rusage usage;

      getrusage (RUSAGE_CHILDREN, &usage);
      *kilobytes = usage.ru_maxrss;
    }
  return get_median (times, LINES);
}

static void
run_program (Bench      *bench,
             const char *word,
             gboolean    to_the_end)
{
  g_autofree char *texts = g_build_filename (bench->folder, "texts", NULL);
  const char *ours[] = { TRS_PROGRAM, "search", word, NULL };
  const char *rg[] = { "rg", "--line-buffered", "-j1", "-l", "-i", "-e", word, texts, NULL };
  const char *grep[] = { "grep", "--line-buffered", "-r", "-l", "-i", "-e", word, texts, NULL };
  double time = time_program (bench, ours, to_the_end, NULL);
  double other = time_program (bench, rg, to_the_end, NULL);
  gboolean has_rg = other >= 0;

  if (!has_rg)
    other = time_program (bench, grep, to_the_end, NULL);
  g_print ("`transcripts search %s` %s: %.0f ms, %.2f times that of %s (%.0f ms)\n", word,
           to_the_end ? "to its end" : "to its first line", time, time / other, has_rg ? "rg" : "grep -r", other);
}

/* The same by the program of SQLite, which prints what it has read, or looks for the words in it as we do; all from
 * start to end. */
static void
run_sqlite (Bench      *bench,
            const char *word)
{
  static const char *const shown[] = { "bare", "snippet (text_index, 0, '', '', '…', 30)" };
  g_autofree char *ended = g_strdup_printf ("%s ", word);
  g_autofree char *limit = g_strdup_printf ("%d", HITS);
  const char *ours[] = { TRS_PROGRAM, "search", ended, "--limit", limit, "--max-per-video", "1", NULL };
  double time = time_program (bench, ours, TRUE, NULL);

  g_print ("`transcripts search %s --limit %d`: %.1f ms", word, HITS, time);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autofree char *sql = g_strdup_printf (
          "SELECT project.id, project.title, %s FROM text_index JOIN project ON project.row = text_index.rowid "
          "WHERE text_index MATCH '\"%s\"' ORDER BY text_index.rowid DESC LIMIT %d", shown[i], word, HITS);
      const char *theirs[] = { "sqlite3", "-readonly", bench->path, sql, NULL };
      double other = time_program (bench, theirs, TRUE, NULL);

      g_print (", %.2f times that of sqlite3 with %s (%.1f ms, goal 10)", time / other,
               i == 0 ? "the texts" : "snippets", other);
    }
  g_print ("\n");
}

/* The programs before have needed less than this one. */
static void
run_to_the_end (Bench      *bench,
                const char *word)
{
  g_autofree char *limit = g_strdup_printf ("%d", HITS);
  const char *few[] = { TRS_PROGRAM, "search", word, "--limit", limit, NULL };
  const char *all[] = { TRS_PROGRAM, "search", word, NULL };
  long first = 0;
  long whole = 0;
  double time;

  time_program (bench, few, TRUE, &first);
  time = time_program (bench, all, TRUE, &whole);
  g_print ("`transcripts search %s`, all of it: %.0f ms, %.2f times the memory of %d videos (%.0f MB)\n", word, time,
           (double) whole / (double) first, HITS, (double) first / 1000);
}

static double
time_reading (sqlite3 *db)
{
  double start = get_cpu_time ();
  sqlite3_stmt *texts = NULL;
  g_autofree char *copy = g_malloc (TEXT_BYTES * 2);

  sqlite3_prepare_v2 (db, "SELECT bare FROM text WHERE unspaced ORDER BY text DESC", -1, &texts, NULL);
  while (sqlite3_step (texts) == SQLITE_ROW)
    memcpy (copy, sqlite3_column_text (texts, 0), (gsize) sqlite3_column_bytes (texts, 0));
  sqlite3_finalize (texts);
  return get_cpu_time () - start;
}

/* Two characters that are there, and nowhere beside each other. */
static void
run_unsegmented (Bench   *bench,
                 sqlite3 *db)
{
  g_autoptr (GString) query = g_string_new (NULL);
  double searches[RUNS];
  double readings[RUNS];
  guint n_hits = 0;

  g_string_append_unichar (query, FIRST_IDEOGRAPH + 'k' * 31);
  g_string_append_unichar (query, FIRST_IDEOGRAPH + 'q' * 31);
  time_search (bench, bench->unsegmented_account, query->str, &n_hits);
  time_reading (db);
  for (guint i = 0; i < RUNS; i++)
    {
      searches[i] = time_search (bench, bench->unsegmented_account, query->str, &n_hits);
      readings[i] = time_reading (db);
    }

  {
    double search = get_median (searches, RUNS);
    double reading = get_median (readings, RUNS);

    g_print ("no blanks      %2u hits: %7.2f ms, %5.2f times the reading of %u texts (%.2f ms)\n", n_hits, search,
             search / reading, (guint) N_UNSPACED, reading);
  }
}

static void
print_index_size (Bench   *bench,
                  sqlite3 *db)
{
  sqlite3_stmt *statement = NULL;

  sqlite3_prepare_v2 (db,
                      "SELECT (SELECT sum (length (block)) FROM text_index_data) + "
                      "(SELECT sum (length (term) + 8) FROM text_index_idx) + "
                      "(SELECT sum (length (sz) + 8) FROM text_index_docsize)",
                      -1, &statement, NULL);
  if (sqlite3_step (statement) == SQLITE_ROW)
    g_print ("index: %.3f times the text (goal 0.55)\n", sqlite3_column_double (statement, 0) / (double) bench->bytes);
  sqlite3_finalize (statement);
}

static void
run_queries (Bench *bench)
{
  const char *rare = g_ptr_array_index (bench->words, N_WORDS - 100);
  const char *common = g_ptr_array_index (bench->words, 20);
  const char *middle = g_ptr_array_index (bench->words, 700);
  g_autofree char *ended_rare = g_strdup_printf ("%s ", rare);
  g_autofree char *ended_common = g_strdup_printf ("%s ", common);
  g_autofree char *two = g_strdup_printf ("%s %s ", common, middle);
  g_autofree char *phrase = g_strdup_printf ("\"%s %s\"", common, (char *) g_ptr_array_index (bench->words, 30));
  g_autofree char *phrase_pattern = g_strdup_printf ("%s %s", common, (char *) g_ptr_array_index (bench->words, 30));
  g_autofree char *prefix = g_strndup (middle, 4);
  g_autofree char *prefix_match = g_strdup_printf ("%s*", prefix);
  sqlite3 *db = NULL;

  sqlite3_open_v2 (bench->path, &db, SQLITE_OPEN_READONLY, NULL);
  g_main_context_set_poll_func (NULL, poll_and_measure);
  run_query (bench, db, "rare word", ended_rare, rare, rare);
  run_query (bench, db, "common word", ended_common, common, common);
  run_query (bench, db, "two words", two, two, middle);
  run_query (bench, db, "phrase", phrase, phrase, phrase_pattern);
  run_query (bench, db, "four letters", prefix, prefix_match, prefix);
  run_unsegmented (bench, db);
  run_program (bench, rare, FALSE);
  run_program (bench, rare, TRUE);
  run_program (bench, common, FALSE);
  run_sqlite (bench, common);
  run_sqlite (bench, rare);
  run_to_the_end (bench, common);
  g_print ("main loop: away for %.2f ms at the worst (goal 16.7)\n", (double) worst_stall / 1000);
  print_index_size (bench, db);
  sqlite3_close (db);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_folder (child);
    }
  g_remove (path);
}

int
main (int   argc,
      char *argv[])
{
  Bench bench = { 0, };

  bench.n_texts = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : DEFAULT_N_TEXTS;
  bench.folder = g_dir_make_tmp ("bench-search-XXXXXX", NULL);
  bench.path = g_build_filename (bench.folder, ".store", "transcripts", "transcripts.db", NULL);
  bench.store = trs_store_new (bench.path);
  bench.rand = g_rand_new_with_seed (1);
  make_words (&bench);
  fill (&bench);
  fill_unsegmented (&bench);
  run_queries (&bench);

  trs_store_close (bench.store, G_MAXINT32);
  g_object_unref (bench.store);
  remove_folder (bench.folder);
  g_ptr_array_unref (bench.words);
  g_rand_free (bench.rand);
  g_free (bench.until);
  g_free (bench.folder);
  g_free (bench.path);
  return 0;
}
