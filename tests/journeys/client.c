/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "client.h"

#include <signal.h>
#include <string.h>

#include "kept-file.h"

/**
 * client_make_path:
 * @name: of a folder
 *
 * Returns: (transfer full): where a client has its store in that folder
 */
char *
client_make_path (const char *name)
{
  return g_build_filename (g_get_user_data_dir (), name, "transcripts.db", NULL);
}

void
client_free (Client *self)
{
  g_object_unref (self->words);
  g_object_unref (self->process);
  g_free (self);
}

/**
 * client_read:
 * @self: a client
 *
 * Returns: (transfer full) (nullable): the next line that it tells; %NULL at its end
 */
char *
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

/**
 * client_read_until:
 * @self: a client
 * @word: what a line begins with, which has to come
 */
void
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

/**
 * client_new:
 * @service: the service that it asks
 * @mode: what it does, see keep-client.c
 * @path: of its store
 * @key: which the user types
 *
 * Returns: (transfer full): a client that is connected
 */
Client *
client_new (FullService *service,
            const char  *mode,
            const char  *path,
            const char  *key)
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

/**
 * client_kill:
 * @self: a client
 *
 * Kills it. What it told before its death counts.
 */
void
client_kill (Client *self)
{
  char *line;

  g_subprocess_send_signal (self->process, SIGKILL);
  g_subprocess_wait (self->process, NULL, NULL);
  while ((line = client_read (self)) != NULL)
    g_free (line);
}

/* Every text as the program would show it, exactly once. */
static void
assert_all_texts (FullService *service,
                  Client      *client)
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
  g_assert_cmpuint (g_hash_table_size (seen), ==, service->n_texts);
}

/**
 * client_finish_texts:
 * @service: the service
 * @path: of a store
 *
 * Brings all texts there, without being disturbed, and ends the test unless all of them are there, byte for byte.
 */
void
client_finish_texts (FullService *service,
                     const char  *path)
{
  g_autoptr (Client) client = client_new (service, "texts", path, TEXT_KEY);
  g_autoptr (KeptFile) file = NULL;

  client_read_until (client, "downloaded");
  assert_all_texts (service, client);
  g_assert_true (g_subprocess_wait_check (client->process, NULL, NULL));
  file = kept_file_new (path, service);
  g_assert_cmpuint (file->n_projects, ==, service->n_texts);
  g_assert_cmpuint (file->n_texts, ==, service->n_texts);
}
