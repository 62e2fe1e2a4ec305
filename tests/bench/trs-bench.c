/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-bench.h"

#include <glib/gstdio.h>
#include <stdlib.h>

/* Starts page-server, which ends with the last reference to it. */
GSubprocess *
trs_bench_start_server (const char  *program,
                        char       **address)
{
  g_autoptr (GDataInputStream) lines = NULL;
  g_autoptr (GError) error = NULL;
  GSubprocess *server;

  server = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, NULL);
  if (server == NULL)
    g_error ("%s", error->message);

  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (server));
  *address = g_data_input_stream_read_line (lines, NULL, NULL, &error);
  if (*address == NULL)
    g_error ("%s", error != NULL ? error->message : "The server has no address");
  return server;
}

/* Has curl fetch each of @uris to nowhere, one after the other, over one connection. */
char *
trs_bench_write_config (GPtrArray *uris)
{
  g_autoptr (GString) config = g_string_new ("header = \"api-key: benchmark-key\"\n");
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int fd = g_file_open_tmp ("bench-XXXXXX", &path, &error);

  if (fd < 0 || !g_close (fd, &error))
    g_error ("%s", error->message);
  for (guint i = 0; i < uris->len; i++)
    g_string_append_printf (config, "url = \"%s\"\noutput = /dev/null\n", (char *) g_ptr_array_index (uris, i));
  if (!g_file_set_contents (path, config->str, (gssize) config->len, &error))
    g_error ("%s", error->message);
  return path;
}

/* In milliseconds, from the start of the process to its end. */
double
trs_bench_time_curl (const char *config_path)
{
  const char *argv[] = { "curl", "-s", "-S", "-K", config_path, NULL };
  g_autoptr (GSubprocess) curl = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begin = g_get_monotonic_time ();

  curl = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_NONE, &error);
  if (curl == NULL || !g_subprocess_wait_check (curl, NULL, &error))
    g_error ("%s", error->message);
  return (double) (g_get_monotonic_time () - begin) / 1000.0;
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

double
trs_bench_median (double *times,
                  guint   n_times)
{
  qsort (times, n_times, sizeof *times, compare_times);
  return times[n_times / 2];
}
