/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is asked before a window is left, and of a window that is no other than any. */
#include "trs-leave-guard.h"

#include "trs-display-test.h"
#include "trs-fake-worker.h"
#include "trs-message-dialog.h"
#include "trs-session-rig.h"
#include "trs-test-store.h"

typedef struct
{
  TrsSessionRig *rig;
  char *folder;
  GtkWindow *window;
  TrsLeaveGuard *guard;
  GString *told; /* q for the end of the program, c for that of the window */
} Fixture;

static void
leave_cb (Fixture  *fixture,
          gboolean  quit)
{
  g_string_append_c (fixture->told, quit ? 'q' : 'c');
}

/* @data: whether On This Computer is the account in use */
static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->rig = trs_session_rig_new_waiting (FALSE);
  fixture->folder = g_dir_make_tmp ("trs-leave-XXXXXX", NULL);
  trs_fake_worker_set_up (fixture->rig->session, fixture->folder);
  g_settings_set_boolean (fixture->rig->settings, "local-service", GPOINTER_TO_INT (data));
  fixture->window = trs_display_test_present (gtk_label_new ("To be left"), 300, 200);
  fixture->guard = trs_leave_guard_new (fixture->window, fixture->rig->session);
  fixture->told = g_string_new (NULL);
  g_signal_connect_swapped (fixture->guard, "leave", G_CALLBACK (leave_cb), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  if (fixture->window != NULL)
    trs_display_test_destroy (fixture->window);
  trs_test_settle ();
  g_assert_finalize_object (fixture->guard);
  trs_session_rig_free (fixture->rig);
  trs_fake_worker_remove (fixture->folder);
  g_free (fixture->folder);
  g_string_free (fixture->told, TRUE);
}

/* What the store has no row of yet. */
static void
hold_project (Fixture         *fixture,
              TrsProjectState  state)
{
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  detail->name = g_strdup ("hearing.wav");
  detail->video_id = g_strdup ("f-abc");
  detail->state = state;
  trs_project_update_from_detail (project, detail, TRS_SESSION_RIG_NOW);
  trs_projects_hold (trs_session_get_projects (fixture->rig->session), project);
}

/* Returns: (nullable): the question, of which there is one at most */
static GtkWindow *
find_question (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  GtkWindow *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (!TRS_IS_MESSAGE_DIALOG (toplevel) || !gtk_widget_get_visible (GTK_WIDGET (toplevel)))
        continue;
      g_assert_null (found);
      found = toplevel;
    }
  return found;
}

static void
answer (void)
{
  gtk_widget_activate_action (GTK_WIDGET (find_question ()), "message.answer", "s", "close");
  trs_test_settle ();
}

static void
test_nothing_here (Fixture       *fixture,
                   gconstpointer  data)
{
  hold_project (fixture, TRS_PROJECT_STATE_TRANSCRIPTION);
  g_assert_false (trs_leave_guard_ask (fixture->guard, FALSE));
  g_assert_false (trs_leave_guard_ask (fixture->guard, TRUE));
  trs_test_settle ();
  g_assert_null (find_question ());
  g_assert_cmpstr (fixture->told->str, ==, "");
}

/* It is left without a question, as soon as that is known. */
static void
test_nothing_under_way (Fixture       *fixture,
                        gconstpointer  data)
{
  hold_project (fixture, TRS_PROJECT_STATE_DONE);
  g_assert_true (trs_leave_guard_ask (fixture->guard, FALSE));
  g_assert_cmpstr (fixture->told->str, ==, "");
  trs_test_wait_until (fixture->told->len > 0);
  g_assert_null (find_question ());
  g_assert_cmpstr (fixture->told->str, ==, "c");

  g_assert_true (trs_leave_guard_ask (fixture->guard, TRUE));
  trs_test_wait_until (fixture->told->len > 1);
  g_assert_cmpstr (fixture->told->str, ==, "cq");
}

static void
test_under_way (Fixture       *fixture,
                gconstpointer  data)
{
  hold_project (fixture, TRS_PROJECT_STATE_TRANSCRIPTION);
  g_assert_true (trs_leave_guard_ask (fixture->guard, FALSE));
  trs_test_wait_until (find_question () != NULL);
  g_assert_true (gtk_window_get_transient_for (find_question ()) == fixture->window);
  gtk_window_close (find_question ());
  trs_test_settle ();
  g_assert_null (find_question ());
  g_assert_cmpstr (fixture->told->str, ==, "");

  /* The user stays, and is asked again the next time. */
  g_assert_true (trs_leave_guard_ask (fixture->guard, FALSE));
  trs_test_wait_until (find_question () != NULL);
  answer ();
  g_assert_cmpstr (fixture->told->str, ==, "c");
  g_assert_null (find_question ());
}

/* Close and Quit, each more than once, while it is found out and while the user is asked. */
static void
test_asked_again (Fixture       *fixture,
                  gconstpointer  data)
{
  hold_project (fixture, TRS_PROJECT_STATE_TRANSCRIPTION);
  g_assert_true (trs_leave_guard_ask (fixture->guard, FALSE));
  g_assert_true (trs_leave_guard_ask (fixture->guard, TRUE));
  trs_test_wait_until (find_question () != NULL);
  g_assert_true (trs_leave_guard_ask (fixture->guard, FALSE));
  g_assert_true (trs_leave_guard_ask (fixture->guard, TRUE));
  trs_test_settle ();
  g_assert_nonnull (find_question ());
  answer ();
  trs_test_settle ();
  g_assert_cmpstr (fixture->told->str, ==, "q");
  g_assert_null (find_question ());

  /* The user has stayed, and wants something else. */
  g_assert_true (trs_leave_guard_ask (fixture->guard, FALSE));
  trs_test_wait_until (find_question () != NULL);
  answer ();
  g_assert_cmpstr (fixture->told->str, ==, "qc");
}

/* The window is closed by somebody else before it is known: there is nothing to ask about, and nobody to tell. */
static void
test_window_goes (Fixture       *fixture,
                  gconstpointer  data)
{
  hold_project (fixture, GPOINTER_TO_INT (data) > 1 ? TRS_PROJECT_STATE_TRANSCRIPTION : TRS_PROJECT_STATE_DONE);
  g_assert_true (trs_leave_guard_ask (fixture->guard, TRUE));
  gtk_window_destroy (g_steal_pointer (&fixture->window));
  trs_test_flush_store (fixture->rig->store);
  trs_test_settle ();
  g_assert_null (find_question ());
  g_assert_cmpstr (fixture->told->str, ==, "");
}

#define ADD(path, data, function) \
  g_test_add ("/leave-guard/" path, Fixture, GINT_TO_POINTER (data), set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("nothing-here", FALSE, test_nothing_here);
  ADD ("nothing-under-way", TRUE, test_nothing_under_way);
  ADD ("under-way", TRUE, test_under_way);
  ADD ("asked-again", TRUE, test_asked_again);
  ADD ("window-goes/nothing-under-way", TRUE, test_window_goes);
  ADD ("window-goes/under-way", 2, test_window_goes);
  return g_test_run ();
}
