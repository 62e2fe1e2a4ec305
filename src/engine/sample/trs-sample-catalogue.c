/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sample-catalogue.h"

#include <string.h>

#include "trs-json-reader.h"

#define SUFFIX ".json"

/**
 * trs_sample_video_free:
 * @video: (transfer full): a video
 */
void
trs_sample_video_free (TrsSampleVideo *video)
{
  g_free (video->id);
  g_free (video->title);
  g_free (video->language);
  g_free (video);
}

/* Characters that cannot be seen, and change how others are. */
static gboolean
plays_tricks (const char *title)
{
  for (const char *p = title; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)) || g_unichar_type (g_utf8_get_char (p)) == G_UNICODE_FORMAT)
      return TRUE;
  return FALSE;
}

/* The catalogue also has what goes wrong, for tests and for who writes a client: that is no example. */
static gboolean
is_example (JsonObject *object,
            const char *title)
{
  gboolean private = FALSE;

  return !plays_tricks (title) && !trs_json_reader_has (object, "fails") &&
         trs_json_reader_get_array (object, "paragraphs", NULL) != NULL &&
         (!trs_json_reader_get_boolean (object, "private", &private, NULL) || !private);
}

/* NULL for a file that is no video: the service reports those itself. */
static TrsSampleVideo *
read_video (const char *folder,
            const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  g_autoptr (GBytes) bytes = file != NULL ? g_mapped_file_get_bytes (file) : NULL;
  g_autoptr (JsonNode) root = bytes != NULL ? trs_json_reader_parse (bytes, NULL, NULL) : NULL;
  JsonObject *object = root != NULL ? trs_json_reader_as_object (root, NULL) : NULL;
  const char *title = object != NULL ? trs_json_reader_get_string (object, "title", NULL) : NULL;
  TrsSampleVideo *video;

  if (title == NULL || !is_example (object, title))
    return NULL;

  video = g_new0 (TrsSampleVideo, 1);
  video->id = g_strndup (name, strlen (name) - strlen (SUFFIX));
  video->title = g_strdup (title);
  video->language = g_strdup (trs_json_reader_get_string (object, "language", NULL));
  trs_json_reader_get_integer (object, "length", 0, G_MAXINT32, &video->length, NULL);
  return video;
}

static int
compare_titles (gconstpointer a,
                gconstpointer b)
{
  const TrsSampleVideo *left = *(TrsSampleVideo * const *) a;
  const TrsSampleVideo *right = *(TrsSampleVideo * const *) b;

  return g_utf8_collate (left->title, right->title);
}

static void
list_in_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const char *folder = task_data;
  g_autoptr (GPtrArray) videos = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_sample_video_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  if (dir == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  while ((name = g_dir_read_name (dir)) != NULL && !g_cancellable_is_cancelled (cancellable))
    {
      TrsSampleVideo *video = g_str_has_suffix (name, SUFFIX) ? read_video (folder, name) : NULL;

      if (video != NULL)
        g_ptr_array_add (videos, video);
    }

  g_ptr_array_sort (videos, compare_titles);
  g_task_return_pointer (task, g_steal_pointer (&videos), (GDestroyNotify) g_ptr_array_unref);
}

/**
 * trs_sample_catalogue_list_async:
 * @folder: the catalogue of the sample service
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the examples among what can be submitted to the sample service, on a
 * worker thread.
 */
void
trs_sample_catalogue_list_async (const char          *folder,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_sample_catalogue_list_async);
  g_task_set_task_data (task, g_strdup (folder), g_free);
  g_task_run_in_thread (task, list_in_thread);
}

/**
 * trs_sample_catalogue_list_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsSampleVideo): the
 *   videos, sorted by title
 */
GPtrArray *
trs_sample_catalogue_list_finish (GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
