/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rounds.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "kept-file.h"
#include "trs-test-utils.h"

typedef struct
{
  GSubprocess *process;
  GDataInputStream *words;
  GPtrArray *kept; /* lines of what it holds for kept */
  guint n_rows;
  guint n_texts;
  guint n_writes;
  gboolean merged;
} Life;

static char *
make_path (const char *name)
{
  return g_build_filename (g_get_user_data_dir (), name, "transcripts.db", NULL);
}

static void
life_free (Life *self)
{
  g_ptr_array_unref (self->kept);
  g_object_unref (self->words);
  g_object_unref (self->process);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Life, life_free)

static gboolean
read_number (const char *line,
             const char *word,
             guint      *number)
{
  if (!g_str_has_prefix (line, word))
    return FALSE;

  *number = (guint) g_ascii_strtoull (line + strlen (word), NULL, 10);
  return TRUE;
}

static gboolean
life_read (Life *self)
{
  g_autofree char *line = g_data_input_stream_read_line (self->words, NULL, NULL, NULL);

  if (line == NULL)
    return FALSE;
  if (g_str_equal (line, "merged"))
    self->merged = TRUE;
  else if (!read_number (line, "rows ", &self->n_rows) && !read_number (line, "kept ", &self->n_texts) &&
           !read_number (line, "writes ", &self->n_writes))
    g_ptr_array_add (self->kept, g_steal_pointer (&line));
  return TRUE;
}

static void
life_wait_until_begun (Life *self)
{
  do
    g_assert_true (life_read (self));
  while (self->kept->len == 0 || !g_str_equal (g_ptr_array_index (self->kept, self->kept->len - 1), "begun"));
}

/* @write: the number of the write that it does not survive, or 0 */
static Life *
life_new (const Series *series,
          const char   *mode,
          guint         write)
{
  Life *self = g_new0 (Life, 1);
  g_autofree char *last = g_strdup_printf ("%u", write);
  g_autoptr (GError) error = NULL;

  self->kept = g_ptr_array_new_with_free_func (g_free);
  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, TRS_KEEP_CLIENT, mode, series->path,
                                    trs_service_process_get_address (series->service->process), series->key, last,
                                    NULL);
  g_assert_no_error (error);
  self->words = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  return self;
}

/* Returns whether it was killed; otherwise it has come to its end. */
static gboolean
life_end (Life *self)
{
  while (life_read (self))
    continue;
  g_subprocess_wait (self->process, NULL, NULL);
  if (g_subprocess_get_if_signaled (self->process))
    {
      g_assert_cmpint (g_subprocess_get_term_sig (self->process), ==, SIGKILL);
      return TRUE;
    }
  g_assert_true (g_subprocess_get_successful (self->process));
  return FALSE;
}

static Life *
live (Series   *series,
      gboolean *killed)
{
  gboolean by_write = g_test_rand_bit ();
  guint write = (guint) g_test_rand_int_range (1, (gint32) series->n_writes + 1);
  gulong time = (gulong) g_test_rand_int_range (0, (gint32) series->duration);
  Life *self = life_new (series, series->mode, by_write ? write : 0);

  if (!by_write)
    {
      life_wait_until_begun (self);
      g_usleep (time);
      g_subprocess_send_signal (self->process, SIGKILL);
    }
  *killed = life_end (self);
  return self;
}

static void
check_line (KeptFile   *file,
            const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);

  if (g_str_equal (words[0], "own"))
    g_assert_cmpuint (kept_file_count (file,
                                       "SELECT count(*) FROM project WHERE id = '%s' AND "
                                       "CAST (note AS INTEGER) >= %s AND CAST (local_title AS INTEGER) >= %s",
                                       words[1], words[2], words[2]),
                      ==, 1);
  else if (g_str_equal (words[0], "removed") || g_str_equal (words[0], "back"))
    g_assert_cmpuint (kept_file_count (file, "SELECT count(*) FROM project WHERE id = '%s' AND hidden = %d", words[1],
                                       g_str_equal (words[0], "removed")),
                      ==, 1);
}

/* What is removed is so altogether. */
static void
check_removals (KeptFile *file)
{
  g_assert_cmpuint (kept_file_count (file, "SELECT count(*) FROM project WHERE hidden <> (note = '') OR "
                                           "hidden <> (local_title IS NULL) OR "
                                           "hidden <> (row NOT IN (SELECT project FROM text))"),
                    ==, 0);
}

/* All of memory or nothing of it, beside all that was in the file. */
static void
check_merged (Series   *series,
              Life     *life,
              KeptFile *file)
{
  guint n_own = kept_file_count (file, "SELECT count(*) FROM project WHERE note <> ''");
  guint n_before = series->base != NULL ? ROUNDS_N_BEFORE : 0;

  if (life->merged || n_own > 0)
    {
      g_assert_cmpuint (n_own, ==, 5);
      g_assert_cmpuint (file->n_projects, ==, ROUNDS_N_LISTED);
    }
  else
    g_assert_cmpuint (file->n_projects, ==, n_before);
}

/* What was told before its death is there. */
static void
check_file (Series *series,
            Life   *life)
{
  g_autoptr (KeptFile) file = kept_file_new (series->path, series->service);

  g_assert_cmpuint (file->n_texts, >=, life->n_texts);
  for (guint i = 0; i < life->kept->len; i++)
    check_line (file, g_ptr_array_index (life->kept, i));
  if (g_str_equal (series->mode, "remove"))
    check_removals (file);
  if (series->in_memory)
    check_merged (series, life, file);
  else
    g_assert_cmpuint (file->n_projects, >=, life->n_rows);
}

/* The list of the service, no more and no less. */
static void
check_list (Series *series)
{
  g_autoptr (KeptFile) file = kept_file_new (series->path, series->service);

  g_assert_cmpuint (file->n_projects, ==, series->n_listed);
  g_assert_cmpuint (file->cursor, ==, 0);
  g_assert_cmpuint (kept_file_count (file,
                                     "SELECT count(*) FROM project WHERE NOT missing AND id GLOB '%s-[0-9]*' AND "
                                     "CAST (substr (id, -6) AS INTEGER) < %u",
                                     series->key, series->n_listed),
                    ==, series->n_listed);
}

static void
remove_file (const char *path)
{
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  g_autofree char *memory = g_strconcat (path, "-shm", NULL);

  g_unlink (path);
  g_unlink (log);
  g_unlink (memory);
}

static void
begin_anew (Series *self)
{
  g_autofree char *kept = g_strconcat (self->path, ".kept", NULL);
  const char *path = self->in_memory ? kept : self->path;

  remove_file (self->path);
  remove_file (kept);
  g_rmdir (self->path);
  if (self->base != NULL)
    kept_file_copy (self->base, path);
  if (self->in_memory)
    g_assert_cmpint (g_mkdir_with_parents (self->path, 0700), ==, 0);
}

static void
live_on (Series *self)
{
  g_autoptr (Life) life = life_new (self, "list", 0);

  g_assert_false (life_end (life));
  check_file (&(Series) { .service = self->service, .mode = "list", .path = self->path }, life);
  check_list (self);
}

/* How long an undisturbed life is, in writes and in microseconds. */
static void
measure (Series *self)
{
  g_autoptr (Life) life = NULL;
  gint64 begun;

  begin_anew (self);
  life = life_new (self, self->mode, 0);
  life_wait_until_begun (life);
  begun = g_get_monotonic_time ();
  g_assert_false (life_end (life));
  self->duration = MAX (g_get_monotonic_time () - begun, 1);
  self->n_writes = life->n_writes;
  g_assert_cmpuint (self->n_writes, >, 0);
  check_file (self, life);
  check_list (self);
}

/**
 * rounds_run:
 * @series: what lives
 * @n_deaths: how many lives end too early
 *
 * Every other death comes before a certain write to the file, the others after a certain time; the seed of the test
 * repeats them. After each the file is whole, and has what the program held for kept. Then the next life goes on with
 * it: one file has to go through several deaths, and come to life in the end, when the list is what the service has,
 * to the last project.
 */
void
rounds_run (Series series,
            guint  n_deaths)
{
  g_autofree char *path = make_path (g_test_get_path ());
  guint n_lives = 0;
  guint n_files = 0;
  guint deaths = 0;

  series.path = path;
  measure (&series);
  for (guint n = 0; n < n_deaths;)
    {
      gboolean killed;
      g_autoptr (Life) life = NULL;

      if (deaths == 0)
        begin_anew (&series);
      life = live (&series, &killed);
      check_file (&series, life);
      n_lives++;
      n += killed;
      deaths = killed && series.goes_on && deaths < 4 && n < n_deaths ? deaths + 1 : 0;
      if (deaths > 0)
        continue;
      live_on (&series);
      n_files++;
    }
  g_test_message ("%u deaths in %u lives of %u files; undisturbed, it is %u writes and %.0f ms", n_deaths, n_lives,
                  n_files, series.n_writes, (double) series.duration / 1000);
}

/**
 * rounds_make_base:
 * @service: which has the list
 * @name: of the folder for the file
 * @mode: of the client that makes it
 * @key: whose projects
 * @from: (nullable): a file to begin with
 *
 * Returns: (transfer full): the path of a file as an undisturbed life leaves it
 */
char *
rounds_make_base (FullService *service,
                  const char  *name,
                  const char  *mode,
                  const char  *key,
                  const char  *from)
{
  g_autofree char *path = make_path (name);
  g_autoptr (Life) life = NULL;

  if (from != NULL)
    kept_file_copy (from, path);
  life = life_new (&(Series) { .service = service, .path = path, .key = key }, mode, 0);
  g_assert_false (life_end (life));
  return g_steal_pointer (&path);
}
