/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Downloads and reads 1,000 pages of 100 projects through the client, and has
 * curl fetch the same pages to nowhere, in turns: prints the ratio of the
 * medians. */
#include <glib/gstdio.h>

#include "trs-api-client.h"
#include "trs-bench.h"
#include "trs-soup-transport.h"
#include "trs-clock.h"

#define N_PAGES 1000
#define N_IN_FLIGHT 6
#define N_ROUNDS 7
#define GOAL 3.0

typedef struct
{
  TrsApiClient *client;
  guint next_page;
  guint in_flight;
  guint n_projects;
  gboolean complete;
} Walk;

static void ask_for_pages (Walk *walk);

static void
got_page_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Walk *walk = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) page = trs_api_client_list_finish (walk->client, result, &error);

  if (page == NULL)
    g_error ("%s", error->message);

  walk->in_flight--;
  walk->n_projects += page->len;
  if (page->len == 0)
    walk->complete = TRUE;
  ask_for_pages (walk);
}

static void
ask_for_pages (Walk *walk)
{
  while (!walk->complete && walk->in_flight < N_IN_FLIGHT)
    {
      walk->in_flight++;
      trs_api_client_list_async (walk->client, walk->next_page++, FALSE, NULL, got_page_cb, walk);
    }
}

static double
time_client (const char *address)
{
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autoptr (TrsApiClient) client = trs_api_client_new (transport, clock);
  Walk walk = { .client = client, .next_page = 1 };
  gint64 begin;

  trs_api_client_open (client, address, "benchmark-key");
  begin = g_get_monotonic_time ();
  ask_for_pages (&walk);
  while (!walk.complete || walk.in_flight > 0)
    g_main_context_iteration (NULL, TRUE);

  if (walk.n_projects != N_PAGES * 100u)
    g_error ("%u projects came instead of %u", walk.n_projects, N_PAGES * 100u);
  return (double) (g_get_monotonic_time () - begin) / 1000.0;
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *address = NULL;
  g_autoptr (GSubprocess) server = trs_bench_start_server (argv[1], &address);
  g_autoptr (GPtrArray) uris = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *config_path = NULL;
  double client[N_ROUNDS];
  double curl[N_ROUNDS];
  double client_median, curl_median;

  for (guint page = 1; page <= N_PAGES + 1; page++)
    g_ptr_array_add (uris, g_strdup_printf ("%s/api/list?page=%u", address, page));
  config_path = trs_bench_write_config (uris);

  time_client (address);
  trs_bench_time_curl (config_path);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      client[i] = time_client (address);
      curl[i] = trs_bench_time_curl (config_path);
    }
  client_median = trs_bench_median (client, N_ROUNDS);
  curl_median = trs_bench_median (curl, N_ROUNDS);

  g_print ("download-1000-pages: client %.0f ms, curl %.0f ms, ratio %.2f (goal %.1f)\n", client_median, curl_median,
           client_median / curl_median, GOAL);
  g_remove (config_path);
  g_subprocess_force_exit (server);
  return 0;
}
