/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a program inside a process that watches its first window:
 * start-probe-* START [ARGUMENT…], START being the monotonic time, in
 * microseconds, at which the process was started. Prints the milliseconds to
 * the end of the first frame, those of them that the processor worked, and in
 * kB at rest the resident memory and how much of it is shared memory, by which
 * the X server gets the pictures. */
#include <gtk/gtk.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

int program_main (int   argc,
                  char *argv[]);

static gint64 started;

static void
print_status_line (const char *name)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, name);
  g_assert_nonnull (line);
  g_print (" %d", atoi (line + strlen (name)));
}

static gboolean
at_rest_cb (gpointer user_data)
{
  print_status_line ("VmRSS:");
  print_status_line ("RssShmem:");
  g_print ("\n");
  exit (0);
}

static void
painted_cb (GdkFrameClock *clock,
            gpointer       user_data)
{
  static gboolean painted;
  struct timespec used;

  if (painted)
    return;

  painted = TRUE;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &used);
  g_print ("%.2f %.2f", (double) (g_get_monotonic_time () - started) / 1000,
           (double) used.tv_sec * 1000 + (double) used.tv_nsec / 1e6);
  /* a long history is read behind the first frame */
  g_timeout_add (3000, at_rest_cb, NULL);
}

static gboolean
mapped_cb (GSignalInvocationHint *hint,
           guint                  n_values,
           const GValue          *values,
           gpointer               user_data)
{
  GtkWidget *widget = g_value_get_object (values);

  if (GTK_IS_WINDOW (widget))
    g_signal_connect (gtk_widget_get_frame_clock (widget), "after-paint", G_CALLBACK (painted_cb), NULL);
  return TRUE;
}

int
main (int   argc,
      char *argv[])
{
  g_assert_cmpint (argc, >, 1);
  started = g_ascii_strtoll (argv[1], NULL, 10);
  argv[1] = argv[0];

  g_type_class_unref (g_type_class_ref (GTK_TYPE_WINDOW));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, mapped_cb, NULL, NULL);
  return program_main (argc - 1, argv + 1);
}
