/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program is killed while the list is read, while texts are brought here
 * and while an older file is made a new one: the next run goes on, and in the
 * end everything is there, byte for byte. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "full-service.h"
#include "kept-file.h"
#include "trs-test-utils.h"

#define N_LISTED 4000u
#define N_TEXTS 66u
#define PAGE 100u

/* Moments over the rows that are read, or over the texts that are kept. */
#define N_MOMENTS 5u

/* Two texts are fetched at a time, and the service may hear of their variants when the program is dead. */
#define N_LATE 4u

/* Of those that make an older file a new one, besides the one at the first write. */
#define N_DEATHS 4u

/* The first page, which proves the key, that on which a walk goes on, and the empty ones behind the ends. */
#define N_AROUND 5u

/* So far the killed ones have to come for the resuming to be worth a look. */
#define FEW_PAGES 5u

typedef struct
{
  GSubprocess *process;
  GDataInputStream *words;
  gint64 started;
  guint n_kept;
  guint n_rows;
  gboolean listed;
} Client;

static FullService *service;

static char *
make_path (const char *name)
{
  return g_build_filename (g_get_user_data_dir (), name, "transcripts.db", NULL);
}

static void
client_free (Client *self)
{
  g_object_unref (self->words);
  g_object_unref (self->process);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Client, client_free)

static char *
client_read (Client *self)
{
  char *line = g_data_input_stream_read_line (self->words, NULL, NULL, NULL);

  if (line != NULL && g_str_has_prefix (line, "kept "))
    self->n_kept = (guint) g_ascii_strtoull (line + strlen ("kept "), NULL, 10);
  if (line != NULL && g_str_has_prefix (line, "rows "))
    self->n_rows = (guint) g_ascii_strtoull (line + strlen ("rows "), NULL, 10);
  self->listed |= line == NULL || g_str_has_prefix (line, "listed");
  return line;
}

static void
client_read_until (Client     *self,
                   const char *word)
{
  for (;;)
    {
      g_autofree char *line = client_read (self);

      g_assert_nonnull (line);
      if (g_str_has_prefix (line, word))
        return;
    }
}

static Client *
client_new (const char *mode,
            const char *path,
            const char *key)
{
  Client *self = g_new0 (Client, 1);
  g_autoptr (GError) error = NULL;

  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, TRS_KEEP_CLIENT, mode, path,
                                    trs_service_process_get_address (service->process), key, NULL);
  g_assert_no_error (error);
  self->words = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  client_read_until (self, "connected");
  self->started = g_get_monotonic_time ();
  return self;
}

/* What it told before its death counts. */
static void
client_kill (Client *self)
{
  char *line;

  g_subprocess_send_signal (self->process, SIGKILL);
  g_subprocess_wait (self->process, NULL, NULL);
  while ((line = client_read (self)) != NULL)
    g_free (line);
}

/* Reads the list to its end without being disturbed, from page @from on, and then all of it once more for what has
 * vanished meanwhile. Returns how long that took, in microseconds. */
static gint64
finish_list (const char *path,
             guint       from)
{
  guint before = full_service_count_log (service, "GET /api/list");
  g_autoptr (Client) client = client_new ("list", path, LIST_KEY);
  g_autoptr (KeptFile) file = NULL;
  gint64 duration;
  guint n_asked;

  client_read_until (client, "listed");
  duration = g_get_monotonic_time () - client->started;
  g_assert_true (g_subprocess_wait_check (client->process, NULL, NULL));
  n_asked = full_service_count_log (service, "GET /api/list") - before;
  g_assert_cmpuint (n_asked, <=, 2 * N_LISTED / PAGE - from + N_AROUND);
  file = kept_file_new (path, service);
  g_assert_cmpuint (file->n_projects, ==, N_LISTED);
  g_assert_cmpuint (file->cursor, ==, 0);
  return duration;
}

/* What it told of is kept. */
static KeptFile *
kill_list (const char *path,
           guint       n_rows)
{
  g_autoptr (Client) client = client_new ("list", path, LIST_KEY);
  KeptFile *file;

  while (client->n_rows < n_rows && !client->listed)
    g_free (client_read (client));
  client_kill (client);
  file = kept_file_new (path, service);
  g_assert_cmpuint (file->n_projects, >=, client->n_rows);
  return file;
}

/* Returns from where the third life went on. */
static guint
read_list_in_three_lives (guint n_rows)
{
  g_autofree char *name = g_strdup_printf ("list-%u", n_rows);
  g_autofree char *path = make_path (name);
  g_autoptr (KeptFile) first = kill_list (path, n_rows);
  g_autoptr (KeptFile) second = kill_list (path, (n_rows + N_LISTED) / 2);

  g_assert_cmpuint (second->n_projects, >=, first->n_projects);
  /* Without a cursor it has come to the end. */
  g_assert_true (second->cursor == 0 || second->cursor >= first->cursor);
  finish_list (path, second->cursor);
  return second->cursor;
}

static void
test_list (void)
{
  g_autofree char *path = make_path ("list");
  gint64 duration = finish_list (path, 0);
  guint lowest = 0;

  for (guint i = 0; i < N_MOMENTS; i++)
    {
      guint cursor = read_list_in_three_lives (N_LISTED * (i * 2 + 1) / (2 * N_MOMENTS));

      lowest = MAX (lowest, cursor);
    }

  g_test_message ("%.0f ms undisturbed; the lowest page to go on from was %u of %u", (double) duration / 1000, lowest,
                  N_LISTED / PAGE);
  g_assert_cmpuint (lowest, >, FEW_PAGES);
}

/* Every text as the program would show it, exactly once. */
static void
assert_all_texts (Client *client)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char *line;

  for (; (line = client_read (client)) != NULL; g_free (line))
    {
      g_auto (GStrv) words = g_strsplit (line, " ", 3);

      if (!g_str_equal (words[0], "text"))
        continue;
      g_assert_cmpstr (words[2], ==, full_service_get_checksums (service, words[1]));
      g_assert_true (g_hash_table_add (seen, g_strdup (words[1])));
    }
  g_assert_cmpuint (g_hash_table_size (seen), ==, N_TEXTS);
}

static void
finish_texts (const char *path)
{
  g_autoptr (Client) client = client_new ("texts", path, TEXT_KEY);
  g_autoptr (KeptFile) file = NULL;

  client_read_until (client, "downloaded");
  assert_all_texts (client);
  g_assert_true (g_subprocess_wait_check (client->process, NULL, NULL));
  file = kept_file_new (path, service);
  g_assert_cmpuint (file->n_projects, ==, N_TEXTS);
  g_assert_cmpuint (file->n_texts, ==, N_TEXTS);
}

static KeptFile *
kill_texts (const char *path,
            guint       n_kept)
{
  g_autoptr (Client) client = client_new ("texts", path, TEXT_KEY);
  KeptFile *file;

  while (client->n_kept < n_kept)
    client_read_until (client, "kept");
  client_kill (client);
  file = kept_file_new (path, service);
  g_assert_cmpuint (file->n_texts, >=, client->n_kept);
  return file;
}

static guint
fetch_texts_in_three_lives (guint n_first,
                            guint n_second)
{
  g_autofree char *name = g_strdup_printf ("texts-%u", n_first);
  g_autofree char *path = make_path (name);
  g_autoptr (KeptFile) first = kill_texts (path, n_first);
  g_autoptr (KeptFile) second = kill_texts (path, n_second);
  guint before = full_service_count_log (service, "GET /api/detail/");
  guint n_asked;

  g_assert_cmpuint (second->n_texts, >=, first->n_texts);
  finish_texts (path);
  /* Both variants of what was not here, and of nothing else. */
  n_asked = full_service_count_log (service, "GET /api/detail/") - before;
  g_assert_cmpuint (n_asked, >=, 2 * (N_TEXTS - second->n_texts));
  g_assert_cmpuint (n_asked, <=, 2 * (N_TEXTS - second->n_texts) + N_LATE);
  return second->n_texts;
}

static void
test_texts (void)
{
  g_autofree char *path = make_path ("texts");
  guint n_middle = 0;

  finish_texts (path);
  for (guint i = 0; i < N_MOMENTS; i++)
    {
      guint n_first = N_TEXTS * (i * 2 + 1) / (4 * N_MOMENTS);
      guint n_texts = fetch_texts_in_three_lives (n_first, 2 * n_first);

      n_middle += n_texts > 0 && n_texts < N_TEXTS;
    }

  g_test_message ("%u of %u died with a part of the texts", n_middle, N_MOMENTS);
  g_assert_cmpuint (n_middle, >, N_MOMENTS / 4);
}

/* Returns how many writes an opening takes. */
static guint
open_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, TRS_KEEP_CLIENT, "open", path, NULL);
  g_autofree char *words = NULL;

  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &words, NULL, &error));
  g_assert_true (g_str_has_prefix (words, "writes "));
  return (guint) g_ascii_strtoull (words + strlen ("writes "), NULL, 10);
}

/* An older file that is opened, and waits before each write. */
typedef struct
{
  GSubprocess *process;
  GDataInputStream *words;
  char *path;
  guint from;
  guint to;
  GBytes *seen;
} Opening;

static Opening *
opening_new (const char *aged,
             guint       from,
             guint       to)
{
  Opening *self = g_new0 (Opening, 1);
  g_autoptr (GError) error = NULL;

  self->path = make_path ("migrated");
  self->from = from;
  self->to = to;
  kept_file_copy (aged, self->path);
  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                                    TRS_KEEP_CLIENT, "step", self->path, NULL);
  g_assert_no_error (error);
  self->words = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  return self;
}

static void
opening_free (Opening *self)
{
  g_clear_pointer (&self->seen, g_bytes_unref);
  g_object_unref (self->words);
  g_object_unref (self->process);
  g_free (self->path);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

static void
opening_expect (Opening    *self,
                const char *word,
                guint       number)
{
  g_autofree char *expected = g_strdup_printf ("%s %u", word, number);
  g_autofree char *line = g_data_input_stream_read_line (self->words, NULL, NULL, NULL);

  g_assert_cmpstr (line, ==, expected);
}

static void
opening_write (Opening *self)
{
  g_assert_true (g_output_stream_write_all (g_subprocess_get_stdin_pipe (self->process), ".", 1, NULL, NULL, NULL));
}

/* What would be there if it were killed now: the one or the other, and nothing in between. Most writes go to a file
 * beside it; what is the same as before need not be looked at again. */
static void
opening_look (Opening *self)
{
  g_autoptr (GBytes) bytes = kept_file_read (self->path);
  g_autoptr (KeptFile) file = NULL;

  if (self->seen != NULL && g_bytes_equal (bytes, self->seen))
    return;

  g_clear_pointer (&self->seen, g_bytes_unref);
  self->seen = g_bytes_ref (bytes);
  file = kept_file_new (self->path, service);
  g_assert_true (file->version == self->from || file->version == self->to);
  g_assert_cmpuint (file->n_projects, ==, N_TEXTS);
  g_assert_cmpuint (file->n_texts, ==, N_TEXTS);
}

static void
migrate_step_by_step (const char *aged,
                      guint       from,
                      guint       to,
                      guint       n_writes)
{
  g_autoptr (Opening) opening = opening_new (aged, from, to);

  for (guint i = 1; i <= n_writes; i++)
    {
      opening_expect (opening, "write", i);
      opening_look (opening);
      opening_write (opening);
    }
  opening_expect (opening, "writes", n_writes);
  g_assert_true (g_subprocess_wait_check (opening->process, NULL, NULL));
  opening_look (opening);
}

static void
migrate_and_die (const char *aged,
                 guint       from,
                 guint       to,
                 guint       last)
{
  g_autoptr (Opening) opening = opening_new (aged, from, to);

  for (guint i = 1; i < last; i++)
    {
      opening_expect (opening, "write", i);
      opening_write (opening);
    }
  opening_expect (opening, "write", last);
  g_subprocess_send_signal (opening->process, SIGKILL);
  g_subprocess_wait (opening->process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_signaled (opening->process));
  opening_look (opening);
  finish_texts (opening->path);
}

static void
migrate_from (const char *path,
              const char *schema)
{
  g_autofree char *aged = g_build_filename (g_get_user_data_dir (), "aged.db", NULL);
  g_autofree char *migrated = make_path ("migrated");
  g_autoptr (KeptFile) old = NULL;
  g_autoptr (KeptFile) new = NULL;
  guint before = full_service_count_log (service, "GET /api/detail/");
  guint n_writes;

  kept_file_age (path, schema, aged);
  old = kept_file_new (aged, service);
  kept_file_copy (aged, migrated);
  n_writes = open_file (migrated);
  g_assert_cmpuint (n_writes, >, 0);
  new = kept_file_new (migrated, service);
  g_assert_cmpuint (new->version, >, old->version);
  migrate_step_by_step (aged, old->version, new->version, n_writes);
  for (guint i = 0; i <= N_DEATHS; i++)
    migrate_and_die (aged, old->version, new->version, MAX (1, n_writes * i / N_DEATHS));
  g_test_message ("%s: looked at before each of %u writes", schema, n_writes);
  /* All texts were there all the time. */
  g_assert_cmpuint (full_service_count_log (service, "GET /api/detail/"), ==, before);
}

static void
test_migration (void)
{
  g_autofree char *path = make_path ("to-be-aged");
  g_autofree char *folder = trs_test_data_path ("store");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (KeptFile) newest = NULL;
  guint n_schemas = 0;
  const char *name;

  finish_texts (path);
  newest = kept_file_new (path, service);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *schema = g_build_filename (folder, name, NULL);

      g_assert_true (g_str_has_prefix (name, "schema-"));
      /* The newest one is kept for the version after it. */
      if (g_ascii_strtoull (name + strlen ("schema-"), NULL, 10) == newest->version)
        continue;
      migrate_from (path, schema);
      n_schemas++;
    }
  g_assert_cmpuint (n_schemas, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  trs_test_init (&argc, &argv);
  service = full_service_new (N_LISTED, N_TEXTS);
  g_test_add_func ("/journey/kill/list", test_list);
  g_test_add_func ("/journey/kill/texts", test_texts);
  g_test_add_func ("/journey/kill/migration", test_migration);
  result = g_test_run ();
  full_service_free (service);
  return result;
}
