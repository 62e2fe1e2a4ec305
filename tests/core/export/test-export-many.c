/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-target.h"
#include "trs-test-utils.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <string.h>

static TrsExportSource *
make_source (const char *title)
{
  g_autoptr (GBytes) text = g_bytes_new_static ("Words.", 6);
  g_autoptr (TrsTranscript) transcript = trs_transcript_align (text, text, "de", FALSE);
  g_autoptr (TrsDocument) document = trs_document_new (transcript, NULL);
  g_autoptr (GDateTime) noon = g_date_time_new_local (2026, 3, 12, 12, 0, 0);
  TrsExportSource *source = trs_export_source_new (document, NULL, NULL, NULL);

  source->title = g_strdup (title);
  source->project_id = g_strdup ("5b0c");
  source->video_id = g_strdup ("dQw4w9WgXcQ");
  source->created_at = g_date_time_to_unix (noon) * G_USEC_PER_SEC;
  return source;
}

static void
test_expand (void)
{
  static const struct
  {
    const char *template;
    const char *title;
    const char *name;
  } cases[] = {
    { "{title}", "City council", "City council.srt" },
    { "{date} {title} ({language})", "City council", "2026-03-12 City council (de).srt" },
    { "{video}-{id}", "x", "dQw4w9WgXcQ-5b0c.srt" },
    /* what a title says is no field, and leads nowhere */
    { "{title}", "{date}", "{date}.srt" },
    { "{title}", "../../etc/passwd", "etc passwd.srt" },
    { "../{title}", "a", "a.srt" },
    { "a/{title}", "b/c", "a b c.srt" },
    { "{title}", NULL, "5b0c.srt" },
    { "", "City council", "5b0c.srt" },
    { "{title", "City council", "{title.srt" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsExportSource) source = make_source (cases[i].title);
      g_autofree char *name = trs_export_template_expand (cases[i].template, source, "srt");

      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_null (strchr (name, '/'));
    }
}

static void
test_check (void)
{
  static const char * const good[] = { "", "{title}", "{date}{id} - {video} {language}", "a } b" };
  static const char * const bad[] = { "{titel}", "{title", "{}", "{{title}}", "{title} {" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (trs_export_template_check (good[i], NULL));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (trs_export_template_check (bad[i], &error));
      g_assert_nonnull (strstr (error->message, "{title}, {date}"));
    }
}

static GFile *
make_folder (void)
{
  g_autofree char *path = g_dir_make_tmp ("trs-many-XXXXXX", NULL);

  g_assert_nonnull (path);
  return g_file_new_for_path (path);
}

static void
add (TrsExportTarget *target,
     const char      *name,
     const char      *content,
     const char      *expected)
{
  g_autoptr (GBytes) bytes = g_bytes_new (content, strlen (content));
  g_autoptr (GError) error = NULL;
  g_autofree char *written =
      trs_export_target_add (target, name, bytes, G_GINT64_CONSTANT (1700000000000000), NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (written, ==, expected);
}

static void
assert_file (GFile      *folder,
             const char *name,
             const char *content)
{
  g_autoptr (GFile) file = g_file_get_child (folder, name);
  g_autofree char *found = NULL;

  g_assert_true (g_file_load_contents (file, NULL, &found, NULL, NULL, NULL));
  g_assert_cmpstr (found, ==, content);
}

/* Nothing is replaced: neither what was there, nor what came before, also where only the capitals or the accents are
 * written otherwise. */
static void
test_folder (void)
{
  g_autoptr (GFile) folder = make_folder ();
  g_autoptr (GFile) old = g_file_get_child (folder, "Council.txt");
  g_autoptr (TrsExportTarget) target = trs_export_target_new (folder, FALSE);

  g_assert_true (g_file_replace_contents (old, "old", 3, NULL, FALSE, 0, NULL, NULL, NULL));
  add (target, "Council.txt", "first", "Council (2).txt");
  add (target, "council.txt", "second", "council.txt");
  add (target, "Council.txt", "third", "Council (3).txt");
  add (target, "Caf\303\251.txt", "a", "Caf\303\251.txt");
  add (target, "Cafe\314\201.txt", "b", "Cafe\314\201 (2).txt");
  g_assert_true (trs_export_target_close (target, NULL));
  assert_file (folder, "Council.txt", "old");
  assert_file (folder, "Council (2).txt", "first");
  assert_file (folder, "council.txt", "second");
}

static void
test_folder_is_gone (void)
{
  g_autoptr (GFile) folder = make_folder ();
  g_autoptr (TrsExportTarget) target = trs_export_target_new (folder, FALSE);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_delete (folder, NULL, NULL));
  g_assert_null (trs_export_target_add (target, "a.txt", bytes, 0, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
assert_next_entry (struct archive *archive,
                   const char     *name,
                   const char     *content)
{
  struct archive_entry *entry;
  char buffer[64] = "";

  /* A warning where the locale cannot say the name. */
  g_assert_cmpint (archive_read_next_header (archive, &entry), >=, ARCHIVE_WARN);
  g_assert_cmpstr (archive_entry_pathname_utf8 (entry), ==, name);
  g_assert_cmpint (archive_entry_mtime (entry), ==, 1700000000);
  g_assert_cmpint (archive_read_data (archive, buffer, sizeof buffer - 1), ==, strlen (content));
  g_assert_cmpstr (buffer, ==, content);
}

/* @name: its extension says which kind it is */
static void
test_archive (gconstpointer name)
{
  g_autoptr (GFile) folder = make_folder ();
  g_autoptr (GFile) file = g_file_get_child (folder, name);
  g_autoptr (TrsExportTarget) target = trs_export_target_new (file, TRUE);
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;

  add (target, "\346\227\245\346\234\254 \303\244.txt", "first", "\346\227\245\346\234\254 \303\244.txt");
  add (target, "a.txt", "second", "a.txt");
  add (target, "A.txt", "third", "A (2).txt");
  /* It is there when it is complete. */
  g_assert_false (g_file_query_exists (file, NULL));
  g_assert_true (trs_export_target_close (target, NULL));

  if (g_str_has_suffix (name, "zip"))
    archive_read_support_format_zip (archive);
  else
    {
      archive_read_support_format_tar (archive);
      archive_read_support_filter_gzip (archive);
    }
  g_assert_cmpint (archive_read_open_filename (archive, g_file_peek_path (file), 4096), ==, ARCHIVE_OK);
  assert_next_entry (archive, "\346\227\245\346\234\254 \303\244.txt", "first");
  assert_next_entry (archive, "a.txt", "second");
  assert_next_entry (archive, "A (2).txt", "third");
  g_assert_cmpint (archive_read_next_header (archive, &entry), ==, ARCHIVE_EOF);
  archive_read_free (archive);
}

static void
test_archive_given_up (void)
{
  g_autoptr (GFile) folder = make_folder ();
  g_autoptr (GFile) file = g_file_get_child (folder, "all.zip");
  TrsExportTarget *target = trs_export_target_new (file, TRUE);

  g_assert_true (g_file_replace_contents (file, "old", 3, NULL, FALSE, 0, NULL, NULL, NULL));
  add (target, "a.txt", "first", "a.txt");
  trs_export_target_free (target);
  assert_file (folder, "all.zip", "old");
}

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "");
  trs_test_init (&argc, &argv);
  g_test_add_func ("/export-many/expand", test_expand);
  g_test_add_func ("/export-many/check", test_check);
  g_test_add_func ("/export-many/folder", test_folder);
  g_test_add_func ("/export-many/folder-is-gone", test_folder_is_gone);
  g_test_add_data_func ("/export-many/archive/zip", "all.zip", test_archive);
  g_test_add_data_func ("/export-many/archive/tar-gz", "all.TAR.gz", test_archive);
  g_test_add_data_func ("/export-many/archive/tgz", "all.tgz", test_archive);
  g_test_add_func ("/export-many/archive-given-up", test_archive_given_up);
  return g_test_run ();
}
