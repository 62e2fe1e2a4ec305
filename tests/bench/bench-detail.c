/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Downloads a transcript of 3 MB several times, one after the other: through
 * the transport alone, through the client, which reads it too, and with curl,
 * to nowhere. In turns; prints the ratios of the medians and the memory that
 * is in use at the most. */
#include <glib/gstdio.h>
#include <sys/resource.h>

#include "trs-api-client.h"
#include "trs-bench.h"
#include "trs-soup-transport.h"
#include "trs-clock.h"

#define N_DETAILS 30
#define N_ROUNDS 9
#define GOAL 2.0
#define ID "7c9e6679-7425-40de-944b-e07fc1f90ae7"

static void
store_result (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
wait_result (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
fetch_body (TrsTransport *transport,
            const char   *uri)
{
  g_autoptr (TrsRequest) request = trs_request_new ("GET", uri, "benchmark-key");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsReply) reply = NULL;
  g_autoptr (GError) error = NULL;

  trs_transport_send_async (transport, request, NULL, store_result, &result);
  wait_result (&result);
  reply = trs_transport_send_finish (transport, result, &error);
  if (reply == NULL)
    g_error ("%s", error->message);
}

static void
fetch_detail (TrsApiClient *client)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsProjectRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  trs_api_client_detail_async (client, ID, 0, FALSE, NULL, store_result, &result);
  wait_result (&result);
  record = trs_api_client_detail_finish (client, result, &error);
  if (record == NULL)
    g_error ("%s", error->message);
}

static double
time_bodies (TrsTransport *transport,
             const char   *uri)
{
  gint64 begin = g_get_monotonic_time ();

  for (guint i = 0; i < N_DETAILS; i++)
    fetch_body (transport, uri);
  return (double) (g_get_monotonic_time () - begin) / 1000.0;
}

static double
time_details (TrsApiClient *client)
{
  gint64 begin = g_get_monotonic_time ();

  for (guint i = 0; i < N_DETAILS; i++)
    fetch_detail (client);
  return (double) (g_get_monotonic_time () - begin) / 1000.0;
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *address = NULL;
  g_autoptr (GSubprocess) server = trs_bench_start_server (argv[1], &address);
  g_autofree char *uri = g_strdup_printf ("%s/api/detail/" ID, address);
  g_autoptr (GPtrArray) uris = g_ptr_array_new ();
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autoptr (TrsApiClient) client = trs_api_client_new (transport, clock);
  g_autofree char *config_path = NULL;
  double bodies[N_ROUNDS], details[N_ROUNDS], curl[N_ROUNDS];
  double bodies_median, details_median, curl_median;
  struct rusage usage;

  for (guint i = 0; i < N_DETAILS; i++)
    g_ptr_array_add (uris, uri);
  config_path = trs_bench_write_config (uris);
  trs_api_client_open (client, address, "benchmark-key");

  fetch_detail (client);
  trs_bench_time_curl (config_path);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      bodies[i] = time_bodies (transport, uri);
      details[i] = time_details (client);
      curl[i] = trs_bench_time_curl (config_path);
    }
  bodies_median = trs_bench_median (bodies, N_ROUNDS) / N_DETAILS;
  details_median = trs_bench_median (details, N_ROUNDS) / N_DETAILS;
  curl_median = trs_bench_median (curl, N_ROUNDS) / N_DETAILS;
  getrusage (RUSAGE_SELF, &usage);

  g_print ("detail-3-mb: download %.2f ms, curl %.2f ms, ratio %.2f (goal %.1f)\n", bodies_median, curl_median,
           bodies_median / curl_median, GOAL);
  g_print ("detail-3-mb: downloaded and read %.2f ms, curl %.2f ms, ratio %.2f; at most %ld MB in use\n",
           details_median, curl_median, details_median / curl_median, usage.ru_maxrss / 1024);
  g_remove (config_path);
  g_subprocess_force_exit (server);
  return 0;
}
