/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program is killed while the list is read and while texts are brought here:
 * the next run goes on, and in the end everything is there, byte for byte. */
#include "client.h"
#include "kept-file.h"
#include "trs-test-utils.h"

#define N_LISTED 4000u
#define N_TEXTS 66u
#define PAGE 100u

/* Moments over the rows that are read, or over the texts that are kept. */
#define N_MOMENTS 5u

/* Two texts are fetched at a time, and the service may hear of their variants when the program is dead. */
#define N_LATE 4u

/* The first page, which proves the key, that on which a walk goes on, and the empty ones behind the ends. */
#define N_AROUND 5u

/* So far the killed ones have to come for the resuming to be worth a look. */
#define FEW_PAGES 5u

static FullService *service;

/* Reads the list to its end without being disturbed, from page @from on, and then all of it once more for what has
 * vanished meanwhile. Returns how long that took, in microseconds. */
static gint64
finish_list (const char *path,
             guint       from)
{
  guint before = full_service_count_log (service, "GET /api/list");
  g_autoptr (Client) client = client_new (service, "list", path, LIST_KEY);
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
  g_autoptr (Client) client = client_new (service, "list", path, LIST_KEY);
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
  g_autofree char *path = client_make_path (name);
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
  g_autofree char *path = client_make_path ("list");
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

static KeptFile *
kill_texts (const char *path,
            guint       n_kept)
{
  g_autoptr (Client) client = client_new (service, "texts", path, TEXT_KEY);
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
  g_autofree char *path = client_make_path (name);
  g_autoptr (KeptFile) first = kill_texts (path, n_first);
  g_autoptr (KeptFile) second = kill_texts (path, n_second);
  guint before = full_service_count_log (service, "GET /api/detail/");
  guint n_asked;

  g_assert_cmpuint (second->n_texts, >=, first->n_texts);
  client_finish_texts (service, path);
  /* Both variants of what was not here, and of nothing else. */
  n_asked = full_service_count_log (service, "GET /api/detail/") - before;
  g_assert_cmpuint (n_asked, >=, 2 * (N_TEXTS - second->n_texts));
  g_assert_cmpuint (n_asked, <=, 2 * (N_TEXTS - second->n_texts) + N_LATE);
  return second->n_texts;
}

static void
test_texts (void)
{
  g_autofree char *path = client_make_path ("texts");
  guint n_middle = 0;

  client_finish_texts (service, path);
  for (guint i = 0; i < N_MOMENTS; i++)
    {
      guint n_first = N_TEXTS * (i * 2 + 1) / (4 * N_MOMENTS);
      guint n_texts = fetch_texts_in_three_lives (n_first, 2 * n_first);

      n_middle += n_texts > 0 && n_texts < N_TEXTS;
    }

  g_test_message ("%u of %u died with a part of the texts", n_middle, N_MOMENTS);
  g_assert_cmpuint (n_middle, >, N_MOMENTS / 4);
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
  result = g_test_run ();
  full_service_free (service);
  return result;
}
