/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program is killed while it makes an older file a new one: what is there is
 * the one or the other, and in the end everything, byte for byte. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "client.h"
#include "kept-file.h"
#include "trs-test-utils.h"

#define N_TEXTS 66u

/* Besides the one at the first write. */
#define N_DEATHS 4u

static FullService *service;

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

  self->path = client_make_path ("migrated");
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
  client_finish_texts (service, opening->path);
}

static void
migrate_from (const char *path,
              const char *schema)
{
  g_autofree char *aged = g_build_filename (g_get_user_data_dir (), "aged.db", NULL);
  g_autofree char *migrated = client_make_path ("migrated");
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
  g_autofree char *path = client_make_path ("to-be-aged");
  g_autofree char *folder = trs_test_data_path ("store");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (KeptFile) newest = NULL;
  guint n_schemas = 0;
  const char *name;

  client_finish_texts (service, path);
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
  service = full_service_new (N_TEXTS, N_TEXTS);
  g_test_add_func ("/journey/migration", test_migration);
  result = g_test_run ();
  full_service_free (service);
  return result;
}
