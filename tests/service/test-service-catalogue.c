/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-service-catalogue.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

static TrsServiceCatalogue *
open_catalogue (const char *name)
{
  g_autofree char *folder = trs_test_data_path (name);
  g_autoptr (GError) error = NULL;
  TrsServiceCatalogue *catalogue = trs_service_catalogue_new (folder, &error);

  g_assert_no_error (error);
  return catalogue;
}

static void
test_reads_everything (void)
{
  g_autoptr (TrsServiceCatalogue) catalogue = open_catalogue ("catalogue-small");
  const TrsServiceVideo *video = trs_service_catalogue_find (catalogue, "dialogue");
  const TrsServiceVideo *silent = trs_service_catalogue_find (catalogue, "silent");

  g_assert_cmpuint (catalogue->problems->len, ==, 0);
  g_assert_cmpuint (g_hash_table_size (catalogue->videos), ==, 9);
  g_assert_cmpstr (video->id, ==, "dialogue");
  g_assert_cmpstr (video->title, ==, "Two at the harbour");
  g_assert_cmpstr (video->language, ==, "de");
  g_assert_cmpstr (video->fails, ==, "");
  g_assert_cmpint (video->length, ==, 120);
  g_assert_cmpstr (silent->language, ==, "en");
  g_assert_cmpint (silent->length, ==, 0);
  g_assert_cmpstr (trs_service_catalogue_find (catalogue, "lost")->fails, ==, "upload");
  g_assert_cmpstr (trs_service_catalogue_find (catalogue, "garbled")->fails, ==, "transcription");
}

static void
test_hides_what_is_not_there (void)
{
  g_autoptr (TrsServiceCatalogue) catalogue = open_catalogue ("catalogue-small");
  static const char * const none[] = { "", "hidden", "Dialogue", "dialogue.json", "../catalogue-small/dialogue",
                                       "dialogue ", "." };

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_null (trs_service_catalogue_find (catalogue, none[i]));
}

static void
test_leaves_out_what_is_wrong (void)
{
  g_autoptr (TrsServiceCatalogue) catalogue = open_catalogue ("catalogue-broken");
  g_autofree char *folder = trs_test_data_path ("catalogue-broken");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GString) all = g_string_new (NULL);
  const char *name;
  guint n_bad = 0;

  g_assert_nonnull (trs_service_catalogue_find (catalogue, "good"));
  g_assert_cmpuint (g_hash_table_size (catalogue->videos), ==, 1);
  for (guint i = 0; i < catalogue->problems->len; i++)
    g_string_append_printf (all, "%s\n", (const char *) catalogue->problems->pdata[i]);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json") && !g_str_equal (name, "good.json"))
      {
        n_bad++;
        g_assert_nonnull (strstr (all->str, name));
      }
  g_assert_cmpuint (catalogue->problems->len, ==, n_bad);
  g_assert_cmpuint (n_bad, >, 20);
}

static void
test_needs_a_folder (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = trs_test_data_path ("catalogue-small/dialogue.json");

  g_assert_null (trs_service_catalogue_new ("/nowhere/at/all", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_assert_null (trs_service_catalogue_new (file, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR);
}

static void
test_loads_anew (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-catalogue-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "v.json", NULL);
  g_autoptr (TrsServiceCatalogue) catalogue = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *none = NULL;
  g_autofree char *some = NULL;
  const TrsServiceVideo *video;

  g_file_set_contents (path, "{\"title\":\"x\",\"length\":1}", -1, NULL);
  catalogue = trs_service_catalogue_new (folder, NULL);
  video = trs_service_catalogue_find (catalogue, "v");
  none = trs_service_catalogue_load (video, NULL);
  g_assert_cmpstr (none, ==, "[]");

  g_file_set_contents (path, "{\"title\":\"x\",\"length\":1,"
                             "\"paragraphs\":[{\"start\":0,\"text\":\"new\"}]}", -1, NULL);
  some = trs_service_catalogue_load (video, NULL);
  g_assert_nonnull (strstr (some, "new"));

  g_file_set_contents (path, "[]", -1, NULL);
  g_assert_null (trs_service_catalogue_load (video, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
  g_clear_error (&error);

  g_unlink (path);
  g_assert_null (trs_service_catalogue_load (video, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/service/catalogue/reads-everything", test_reads_everything);
  g_test_add_func ("/service/catalogue/hides-what-is-not-there", test_hides_what_is_not_there);
  g_test_add_func ("/service/catalogue/leaves-out-what-is-wrong", test_leaves_out_what_is_wrong);
  g_test_add_func ("/service/catalogue/needs-a-folder", test_needs_a_folder);
  g_test_add_func ("/service/catalogue/loads-anew", test_loads_anew);
  return g_test_run ();
}
