/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-secret-thread.h"

/* libsecret asks some things synchronously even in its asynchronous calls (the
 * version of the portal, the folder of the file), and its proxies live on the
 * main context that was there when its one instance was made. So all of it
 * happens on one thread with a main loop, which a GTask cannot give, and which
 * lives as long as that instance: to the end of the process. */

static gpointer
thread_main (gpointer data)
{
  GMainContext *context = data;
  g_autoptr (GMainLoop) loop = g_main_loop_new (context, FALSE);

  g_main_context_push_thread_default (context);
  g_main_loop_run (loop);
  g_main_context_pop_thread_default (context);
  return NULL;
}

/**
 * trs_secret_thread_get_context:
 *
 * Starts the thread of the keyring when it is first asked for.
 *
 * Returns: (transfer none): the main context that runs there
 */
GMainContext *
trs_secret_thread_get_context (void)
{
  static GMainContext *context;

  if (g_once_init_enter (&context))
    {
      GMainContext *made = g_main_context_new ();

      g_thread_unref (g_thread_new ("trs-keyring", thread_main, made));
      g_once_init_leave (&context, made);
    }

  return context;
}
