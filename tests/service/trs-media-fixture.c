/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-fixture.h"

#include "trs-service-file.h"
#include "trs-sql.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <sys/wait.h>

void
media_fixture_set_up (MediaFixture  *self,
                      gconstpointer  data)
{
  fixture_set_up (&self->fixture, g_strcmp0 (data, MEDIA_MANUAL) == 0 ? data : NULL);
  self->fixture.media = g_build_filename (self->fixture.folder, "media", NULL);
  self->folder = g_strdup (self->fixture.media);
  self->fixture.worker = g_strdup (TRS_FAKE_WORKER);
  self->notes = g_build_filename (self->fixture.folder, "notes", NULL);
  g_mkdir (self->fixture.media, 0700);
  g_mkdir (self->notes, 0700);
  if (g_strcmp0 (data, MEDIA_STOPPED) != 0)
    media_fixture_restart (self);
}

static gboolean
has_children (void)
{
  siginfo_t info;

  return waitid (P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void
media_fixture_tear_down (MediaFixture  *self,
                         gconstpointer  data)
{
  g_autofree char *work = g_strconcat (self->fixture.data, ".work", NULL);

  if (self->fixture.service != NULL)
    fixture_stop (&self->fixture);
  /* Nothing of the service is left behind. */
  trs_test_poll_until (!has_children ());
  trs_test_settle ();
  trs_service_file_remove_tree (work);
  trs_service_file_remove_tree (self->folder);
  trs_service_file_remove_tree (self->notes);
  g_free (self->fixture.media);
  g_free (self->fixture.sound);
  g_free (self->fixture.worker);
  g_free (self->fixture.recognizer);
  g_free (self->fixture.fetch);
  g_free (self->fixture.fetch_url);
  g_free (self->folder);
  g_free (self->notes);
  fixture_tear_down (&self->fixture, NULL);
}

/* With what the fixture says by now. */
void
media_fixture_restart (MediaFixture *self)
{
  if (self->fixture.service != NULL)
    fixture_stop (&self->fixture);
  fixture_start (&self->fixture, TRUE);
}

/* In the folder that `@` stands for in scripts. */
char *
media_fixture_path (MediaFixture *self,
                    const char   *name)
{
  return g_build_filename (self->notes, name, NULL);
}

/* @name: a file of the folder of media, or a path */
void
media_fixture_write (MediaFixture *self,
                     const char   *name,
                     const char   *script)
{
  g_autofree char *path = g_path_is_absolute (name) ? g_strdup (name)
                                                    : g_build_filename (self->fixture.media, name, NULL);
  g_autoptr (GString) text = g_string_new (script);
  g_autofree char *folder = g_strconcat (self->notes, "/", NULL);

  g_string_replace (text, "@", folder, 0);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
}

void
media_fixture_touch (MediaFixture *self,
                     const char   *name)
{
  g_autofree char *path = media_fixture_path (self, name);

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

/* The arguments of the workers that have written them down. */
char *
media_fixture_notes (MediaFixture *self)
{
  g_autofree char *path = media_fixture_path (self, "notes");
  char *notes = NULL;

  return g_file_get_contents (path, &notes, NULL, NULL) ? notes : g_strdup ("");
}

Response *
media_fixture_detail (MediaFixture *self,
                      const char   *id,
                      const char   *query)
{
  g_autofree char *path = g_strconcat ("/api/detail/", id, query, NULL);

  return fixture_get (&self->fixture, path);
}

char *
media_fixture_get (MediaFixture *self,
                   const char   *id,
                   const char   *member)
{
  g_autoptr (Response) detail = media_fixture_detail (self, id, "");

  return detail->status == 200 ? g_strdup (response_text (detail, member)) : NULL;
}

gboolean
media_fixture_is (MediaFixture *self,
                  const char   *id,
                  const char   *member,
                  const char   *value)
{
  g_autofree char *text = media_fixture_get (self, id, member);

  return g_strcmp0 (text, value) == 0;
}

/* What is left of the credit of a user, by the file of a service that was stopped. */
gint64
media_fixture_credits (MediaFixture *self,
                       const char   *key)
{
  g_autoptr (sqlite3) database = NULL;
  gint64 credits = -1;

  g_assert_null (self->fixture.service);
  g_assert_cmpint (sqlite3_open (self->fixture.data, &database), ==, SQLITE_OK);
  g_assert_true (trs_sql_read_number (database, &credits, NULL, "SELECT credits FROM users WHERE key = ?", "s", key));
  return credits;
}

/* A ticket for a file as it is. Returns: (transfer full): path of the ticket */
char *
media_fixture_ticket (MediaFixture *self,
                      const char   *id,
                      const char   *path,
                      const char   *title)
{
  g_autofree char *name = g_strconcat (id, ".json", NULL);
  g_autofree char *ticket = g_build_filename (self->fixture.media, name, NULL);
  g_autofree char *bytes = NULL;
  g_autofree char *digest = NULL;
  g_autofree char *text = NULL;
  TrsServiceStamp stamp;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, length);
  g_assert_true (trs_service_file_read_stamp (path, &stamp, NULL));
  text = g_strdup_printf ("{\"path\":\"%s\",\"size\":%" G_GINT64_FORMAT ",\"time\":%" G_GINT64_FORMAT
                          ",\"digest\":\"%s\",\"title\":\"%s\"}",
                          path, stamp.size, stamp.modified_at, digest, title);
  g_assert_true (g_file_set_contents (ticket, text, -1, NULL));
  return g_steal_pointer (&ticket);
}
