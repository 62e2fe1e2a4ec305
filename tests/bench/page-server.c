/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page-server: serves /api/list?page=1…1000 of 100 projects each and then the
 * empty array, and /api/detail/ID with a text of 3 MB for every ID, from
 * memory, so that a benchmark measures the client. Prints its address and ends
 * when its standard input does. */
#include <gio/gio.h>
#include <libsoup/soup.h>
#include <string.h>

#define N_PAGES 1000
#define PROJECTS_A_PAGE 100

/* What 50 hours of speech come to. */
#define N_PARAGRAPHS 7575

static GBytes *
make_page (guint page)
{
  GString *json = g_string_new ("[");

  for (guint i = 0; i < PROJECTS_A_PAGE; i++)
    {
      guint number = (page - 1) * PROJECTS_A_PAGE + i;
      g_autoptr (GDateTime) newest = g_date_time_new_utc (2026, 3, 28, 12, 0, 0);
      g_autoptr (GDateTime) created = g_date_time_add_minutes (newest, -(gint) number);
      g_autofree char *created_at = g_date_time_format (created, "%Y-%m-%dT%H:%M:%S.000Z");

      g_string_append_printf (json,
                              "%s{\"id\":\"%08x-0000-4000-8000-%012x\",\"name\":\"City council, session %u\","
                              "\"platformId\":\"v%010u\",\"state\":\"done\","
                              "\"createdAt\":\"%s\"}",
                              i > 0 ? "," : "", number * 2654435761u, number, number, number, created_at);
    }
  g_string_append_c (json, ']');

  return g_string_free_to_bytes (json);
}

static void
list_cb (SoupServer        *server,
         SoupServerMessage *message,
         const char        *path,
         GHashTable        *query,
         gpointer           user_data)
{
  GPtrArray *pages = user_data;
  const char *value = query != NULL ? g_hash_table_lookup (query, "page") : NULL;
  guint64 page = value != NULL ? g_ascii_strtoull (value, NULL, 10) : 1;
  GBytes *body = page >= 1 && page <= pages->len ? g_ptr_array_index (pages, page - 1) : NULL;
  gsize length = 2;
  const char *data = body != NULL ? g_bytes_get_data (body, &length) : "[]";

  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, data, length);
}

static GBytes *
make_detail (const char *id)
{
  GString *json = g_string_new (NULL);

  g_string_append_printf (json, "{\"id\":\"%s\",\"name\":\"City council\",\"platformId\":\"v1\",\"language\":\"en\","
                          "\"text\":\"", id);
  for (guint i = 0; i < N_PARAGRAPHS; i++)
    {
      guint second = i * 24;

      g_string_append_printf (json, "%s[%02u:%02u:%02u.345] Speaker %u: ", i > 0 ? "\\n\\n" : "", second / 3600,
                              second / 60 % 60, second % 60, i % 7);
      for (guint sentence = 0; sentence < 5; sentence++)
        g_string_append (json, "The next item on the agenda is the bridge over the river, as you all know. ");
    }
  g_string_append (json, "\"}");

  return g_string_free_to_bytes (json);
}

static void
detail_cb (SoupServer        *server,
           SoupServerMessage *message,
           const char        *path,
           GHashTable        *query,
           gpointer           user_data)
{
  GHashTable *details = user_data;
  const char *id = strrchr (path, '/') + 1;
  GBytes *body = g_hash_table_lookup (details, id);
  gsize length;
  const char *data;

  if (body == NULL)
    {
      body = make_detail (id);
      g_hash_table_insert (details, g_strdup (id), body);
    }

  data = g_bytes_get_data (body, &length);
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, data, length);
}

static gboolean
stdin_closed_cb (GIOChannel   *input,
                 GIOCondition  condition,
                 gpointer      user_data)
{
  g_main_loop_quit (user_data);
  return G_SOURCE_REMOVE;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (SoupServer) server = soup_server_new (NULL, NULL);
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GHashTable) details = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                          (GDestroyNotify) g_bytes_unref);
  g_autoptr (GIOChannel) input = g_io_channel_unix_new (0);
  g_autoptr (GError) error = NULL;
  GSList *uris;

  for (guint page = 1; page <= N_PAGES; page++)
    g_ptr_array_add (pages, make_page (page));

  soup_server_add_handler (server, "/api/list", list_cb, pages, NULL);
  soup_server_add_handler (server, "/api/detail", detail_cb, details, NULL);
  if (!soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error))
    g_error ("%s", error->message);

  uris = soup_server_get_uris (server);
  g_print ("http://127.0.0.1:%d\n", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);

  g_io_add_watch (input, G_IO_HUP | G_IO_ERR | G_IO_IN, stdin_closed_cb, loop);
  g_main_loop_run (loop);
  return 0;
}
