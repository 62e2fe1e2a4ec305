/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "full-service.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <libsoup/soup.h>
#include <sqlite3.h>
#include <string.h>

#include "trs-test-utils.h"

static const char * const videos[] = {
  "harbour-clip",          "assembly-morning", "conference-ferry", "council-12-march",  "hiwar-almina",
  "interview-kapitaenin",  "leccion-mareas",   "lecture-evidence", "sonda-targ-rybny",  "street-poll-no-labels",
  "togikai-shitsumon",
};

static char *
ask (FullService *self,
     const char  *method,
     const char  *path,
     const char  *body)
{
  g_autoptr (SoupSession) session = soup_session_new_with_options ("proxy-resolver", NULL, "timeout", 60, NULL);
  g_autofree char *address = g_strconcat (trs_service_process_get_address (self->process), path, NULL);
  g_autoptr (SoupMessage) message = soup_message_new (method, address);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) reply = NULL;

  soup_message_headers_append (soup_message_get_request_headers (message), "api-key", TEXT_KEY);
  if (body != NULL)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));

      soup_message_set_request_body_from_bytes (message, "application/json", bytes);
    }
  reply = soup_session_send_and_read (session, message, NULL, &error);
  g_assert_no_error (error);
  if (soup_message_get_status (message) >= 300)
    g_error ("%s: %u", path, soup_message_get_status (message));
  return g_strndup (g_bytes_get_data (reply, NULL), g_bytes_get_size (reply));
}

static void
transcribe (FullService *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (videos); i++)
    {
      g_autofree char *body = g_strdup_printf ("{\"platformVideoId\":\"%s\",\"webhookUrl\":\"http://x.invalid/\"}",
                                               videos[i]);

      g_free (ask (self, "POST", "/api/transcribeVideo", body));
    }
}

static gboolean
is_done (FullService *self)
{
  g_autofree char *list = ask (self, "GET", "/api/list?page=1", NULL);

  return strstr (list, "\"transcription\"") == NULL && strstr (list, "\"upload\"") == NULL;
}

/* The id and the video of number %d are those that full_service_get_checksums() expects. */
#define MULTIPLY                                                                                            \
  "WITH RECURSIVE number (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i + 1 < %u),"            \
  "  seed AS (SELECT row_number () OVER (ORDER BY number) - 1 AS k, * FROM projects WHERE id NOT LIKE '%%-key-%%')" \
  "INSERT INTO projects (id, user, video, name, language, webhook, length, digest, fails, state, created_at,"    \
  "                      uploaded_at, ends_at, callback)"                                                   \
  "  SELECT printf ('%s-%%06d', i), (SELECT number FROM users WHERE key = '%s'), video, name, language, '', length,"   \
  "         digest, fails, state, 1700000000000000 - i * 7200000000, 0, 0, 0"                               \
  "  FROM number JOIN seed ON k = i %% %u"

static void
multiply (FullService *self)
{
  sqlite3 *db = NULL;
  g_autofree char *listed =
      g_strdup_printf (MULTIPLY, self->n_listed, LIST_KEY, LIST_KEY, (guint) G_N_ELEMENTS (videos));
  g_autofree char *texts =
      g_strdup_printf (MULTIPLY, self->n_texts, TEXT_KEY, TEXT_KEY, (guint) G_N_ELEMENTS (videos));
  const char *steps[] = { listed, texts, "DELETE FROM projects WHERE id NOT LIKE '%-key-%'" };

  g_assert_cmpint (sqlite3_open (self->data, &db), ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (sqlite3_exec (db, steps[i], NULL, NULL, NULL) != SQLITE_OK)
      g_error ("%s", sqlite3_errmsg (db));
  sqlite3_close (db);
}

static char *
fetch_checksum (FullService *self,
                guint        number,
                const char  *query)
{
  g_autofree char *path = g_strdup_printf ("/api/detail/" TEXT_KEY "-%06u%s", number, query);
  g_autofree char *reply = ask (self, "GET", path, NULL);
  g_autoptr (JsonNode) root = json_from_string (reply, NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256,
                                        json_object_get_string_member (json_node_get_object (root), "text"), -1);
}

/**
 * full_service_new:
 * @n_listed: how many projects one user has
 * @n_texts: and the other, at least as many as there are videos
 *
 * Returns: (transfer full): the service, in a process of its own
 */
FullService *
full_service_new (guint n_listed,
                  guint n_texts)
{
  FullService *self = g_new0 (FullService, 1);
  const char *args[] = { "--user", LIST_KEY ":0", "--user", TEXT_KEY ":100000", "--speed", "100000", "--data", NULL,
                         NULL };

  self->n_listed = n_listed;
  self->n_texts = n_texts;
  self->folder = g_dir_make_tmp ("full-service-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  self->data = g_build_filename (self->folder, "data.db", NULL);
  args[7] = self->data;
  self->process = trs_service_process_new (args);

  transcribe (self);
  trs_test_wait_until (is_done (self));
  trs_service_process_terminate (self->process);
  multiply (self);
  trs_service_process_restart (self->process);

  self->checksums = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (videos); i++)
    {
      g_autofree char *bare = fetch_checksum (self, i, "");
      g_autofree char *full = fetch_checksum (self, i, "?showTimecode=true&showSpeaker=true");

      g_ptr_array_add (self->checksums, g_strdup_printf ("%s %s", bare, full));
    }
  return self;
}

static void
remove_file (FullService *self,
             const char  *suffix)
{
  g_autofree char *path = g_strconcat (self->data, suffix, NULL);

  g_unlink (path);
}

/**
 * full_service_free:
 * @self: (transfer full): a service
 */
void
full_service_free (FullService *self)
{
  trs_service_process_free (self->process);
  remove_file (self, "");
  remove_file (self, "-wal");
  remove_file (self, "-shm");
  g_rmdir (self->folder);
  g_ptr_array_unref (self->checksums);
  g_free (self->data);
  g_free (self->folder);
  g_free (self);
}

/* The newest ones, above all others. */
#define GROW                                                                                              \
  "WITH RECURSIVE number (i) AS (SELECT %u UNION ALL SELECT i + 1 FROM number WHERE i + 1 < %u)"          \
  "INSERT INTO projects (id, user, video, name, language, webhook, length, digest, fails, state, created_at," \
  "                      uploaded_at, ends_at, callback)"                                                 \
  "  SELECT printf ('%s-%%06d', i), user, video, name, language, webhook, length, digest, fails, state,"  \
  "         1700000000000000 + i * 7200000000, uploaded_at, ends_at, callback"                            \
  "  FROM number JOIN projects ON id = printf ('%s-%%06d', i %% %u)"

/**
 * full_service_grow:
 * @self: a service
 * @n_listed: how many projects `LIST_KEY` has from now on
 *
 * The new ones stand above the others.
 */
void
full_service_grow (FullService *self,
                   guint        n_listed)
{
  g_autofree char *sql =
      g_strdup_printf (GROW, self->n_listed, n_listed, LIST_KEY, LIST_KEY, (guint) G_N_ELEMENTS (videos));
  sqlite3 *db = NULL;

  trs_service_process_terminate (self->process);
  g_assert_cmpint (sqlite3_open (self->data, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s", sqlite3_errmsg (db));
  sqlite3_close (db);
  trs_service_process_restart (self->process);
  self->n_listed = n_listed;
}

/**
 * full_service_get_checksums:
 * @self: a service
 * @id: the id of a project
 *
 * Returns: the SHA-256 of the text without prefixes and of the one with both, as the service itself gave them
 */
const char *
full_service_get_checksums (FullService *self,
                            const char  *id)
{
  guint64 number = g_ascii_strtoull (strrchr (id, '-') + 1, NULL, 10);

  return g_ptr_array_index (self->checksums, number % self->checksums->len);
}

/**
 * full_service_count_log:
 * @self: a service
 * @part: a part of lines
 *
 * Returns: how many lines of the log of the service say so, up to now
 */
guint
full_service_count_log (FullService *self,
                        const char  *part)
{
  const char *place;
  guint n = 0;

  /* The word about the faults stands behind what the log has to say so far. */
  trs_service_process_set_faults (self->process, NULL);
  for (place = trs_service_process_get_log (self->process); (place = strstr (place, part)) != NULL;
       place += strlen (part))
    n++;
  return n;
}
