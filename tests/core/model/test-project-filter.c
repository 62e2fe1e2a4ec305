/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-filter.h"
#include "trs-test-utils.h"

static gboolean
matches (TrsProjectFilter *filter,
         TrsProject       *project)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();
  g_autoptr (TrsProjectSnapshot) snapshot = trs_project_snapshot_new (project);

  trs_packed_project_append (block, snapshot, trs_project_get_pending (project));
  return trs_project_filter_matches (filter, (const TrsPackedProject *) (gconstpointer) block->data);
}

static TrsProject *
make_project (const char      *title,
              const char      *video_id,
              TrsProjectState  state)
{
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
  g_autofree char *id = g_uuid_string_random ();
  TrsProject *project = trs_project_new (id);

  record->id = g_strdup (id);
  record->name = g_strdup (title);
  record->video_id = g_strdup (video_id);
  record->state = state;
  trs_project_update_from_record (project, record);
  return project;
}

static void
assert_found (const char *title,
              const char *text,
              gboolean    found)
{
  g_autoptr (TrsProjectFilter) filter = trs_project_filter_new ();
  g_autoptr (TrsProject) project = make_project (title, "dQw4w9WgXcQ", TRS_PROJECT_STATE_DONE);

  trs_project_filter_set_text (filter, text);
  if (matches (filter, project) != found)
    g_error ("“%s” in “%s”: expected %s", text, title, found ? "a match" : "none");
}

static void
test_text (void)
{
  assert_found ("City council, 12 March", "", TRUE);
  assert_found ("City council, 12 March", "   ", TRUE);
  assert_found ("City council, 12 March", "council", TRUE);
  assert_found ("City council, 12 March", "COUNCIL", TRUE);
  /* any order, and every word */
  assert_found ("City council, 12 March", "march city", TRUE);
  assert_found ("City council, 12 March", "city budget", FALSE);
  /* accents, sharp s, other scripts */
  assert_found ("Café on the quay", "cafe", TRUE);
  assert_found ("Straßenumfrage", "STRASSEN", TRUE);
  assert_found ("東京都議会 定例会", "議会", TRUE);
  assert_found ("Łódź", "łodz", TRUE);
  /* nothing is a pattern */
  assert_found ("100 % sure", "%", TRUE);
  assert_found ("City council", ".*", FALSE);
  assert_found ("City council", "_", FALSE);
  /* the identifier of the video, as it is */
  assert_found ("City council", "dQw4w9WgXcQ", TRUE);
  assert_found ("City council", "dqw4w9wgxcq", FALSE);
}

static void
test_show (void)
{
  static const struct
  {
    TrsProjectState state;
    gboolean shown[4];
  } cases[] = {
    { TRS_PROJECT_STATE_UPLOAD, { TRUE, TRUE, FALSE, FALSE } },
    { TRS_PROJECT_STATE_TRANSCRIPTION, { TRUE, TRUE, FALSE, FALSE } },
    { TRS_PROJECT_STATE_DONE, { TRUE, FALSE, TRUE, FALSE } },
    { TRS_PROJECT_STATE_ERROR, { TRUE, FALSE, FALSE, TRUE } },
    { TRS_PROJECT_STATE_UNKNOWN, { TRUE, TRUE, FALSE, FALSE } },
  };
  g_autoptr (TrsProjectFilter) filter = trs_project_filter_new ();
  g_autoptr (TrsProject) pending = trs_project_new_pending ("pending:1", "Kx81mQ4-tzA", NULL);

  for (int show = TRS_PROJECT_SHOW_ALL; show <= TRS_PROJECT_SHOW_FAILED; show++)
    {
      trs_project_filter_set_show (filter, show);
      for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
        {
          g_autoptr (TrsProject) project = make_project ("A", "dQw4w9WgXcQ", cases[i].state);

          g_assert_cmpint (matches (filter, project), ==, cases[i].shown[show]);
        }
      g_assert_cmpint (matches (filter, pending), ==, show <= TRS_PROJECT_SHOW_IN_PROGRESS);
    }
}

static void
count_cb (guint *changes)
{
  *changes += 1;
}

static void
test_changes (void)
{
  g_autoptr (TrsProjectFilter) filter = trs_project_filter_new ();
  guint changes = 0;

  g_signal_connect_swapped (filter, "changed", G_CALLBACK (count_cb), &changes);

  g_assert_true (trs_project_filter_is_open (filter));

  trs_project_filter_set_text (filter, "council");
  g_assert_cmpuint (changes, ==, 1);
  trs_project_filter_set_text (filter, " council ");
  g_assert_cmpuint (changes, ==, 1);
  g_assert_false (trs_project_filter_is_open (filter));
  trs_project_filter_set_text (filter, NULL);
  g_assert_cmpuint (changes, ==, 2);

  trs_project_filter_set_show (filter, TRS_PROJECT_SHOW_DONE);
  trs_project_filter_set_show (filter, TRS_PROJECT_SHOW_DONE);
  g_assert_cmpuint (changes, ==, 3);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/project-filter/text", test_text);
  g_test_add_func ("/project-filter/show", test_show);
  g_test_add_func ("/project-filter/changes", test_changes);
  return g_test_run ();
}
