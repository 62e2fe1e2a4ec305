/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-export-load.h"

#define BARE "Good evening."
#define FULL "[00:00:02.345] Speaker 1: Good evening."

static TrsExportSource *
load (Fixture      *fixture,
      TrsDocument  *document,
      GError      **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_export_load_async (trs_session_get_transcripts (fixture->session), trs_session_get_library (fixture->session),
                         fixture_get (fixture, 0), document, "https://video.example/{id}", NULL, trs_test_store_result,
                         &result);
  g_assert_null (result);
  fixture_pass_until (fixture, result != NULL);
  return trs_export_load_finish (result, error);
}

static void
add_done (Fixture *fixture)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "upload");

  trs_toy_service_set_text (fixture->toy, id, BARE, BARE, FULL, FULL);
  fixture_connect (fixture);
}

/* Of a project that was never read here, too; and of a document that is at hand, that one. */
static void
test_tells_where_it_is_from (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autofree char *sha256 = g_compute_checksum_for_string (G_CHECKSUM_SHA256, BARE, -1);
  g_autoptr (TrsExportSource) source = NULL;
  g_autoptr (TrsExportSource) again = NULL;
  g_autoptr (TrsDocument) document = NULL;
  g_autofree char *link = NULL;

  add_done (fixture);
  source = load (fixture, NULL, NULL);
  g_assert_nonnull (source);
  link = trs_export_source_dup_link (source, -1);
  g_assert_cmpstr (link, ==, "https://video.example/video");
  g_assert_cmpuint (trs_transcript_get_n_paragraphs (trs_document_get_transcript (source->document), TRS_TEXT_ALL), ==,
                    1);

  document = trs_document_new (trs_document_get_transcript (source->document), NULL);
  again = load (fixture, document, NULL);
  g_assert_true (again->document == document);
  g_assert_cmpstr (again->sha256, ==, sha256);
  g_assert_cmpint (again->received_at, >, 0);
  g_assert_nonnull (again->address);
}

static void
test_failure (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  add_done (fixture);
  trs_toy_service_fail (fixture->toy, "/api/detail/", TRS_TOY_STATUS, 404, -1, 2);
  g_assert_null (load (fixture, NULL, &error));
  g_assert_nonnull (error);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/export-load/tells-where-it-is-from", Fixture, NULL, fixture_set_up, test_tells_where_it_is_from,
              fixture_tear_down);
  g_test_add ("/export-load/failure", Fixture, NULL, fixture_set_up, test_failure, fixture_tear_down);
  return g_test_run ();
}
