/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-catalogue.h"

#include "trs-error.h"
#include "trs-service-json.h"
#include "trs-service-text.h"

#define SUFFIX ".json"
#define MAX_LENGTH 10000000
#define DEFAULT_LANGUAGE "en"

struct _TrsServiceCatalogue
{
  GObject parent_instance;

  GHashTable *videos;
  GPtrArray *problems;
};

G_DEFINE_FINAL_TYPE (TrsServiceCatalogue, trs_service_catalogue, G_TYPE_OBJECT)

static void
video_free (TrsServiceVideo *video)
{
  g_free (video->id);
  g_free (video->title);
  g_free (video->language);
  g_free (video->fails);
  g_free (video->path);
  g_free (video);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceVideo, video_free)

static void
trs_service_catalogue_finalize (GObject *object)
{
  TrsServiceCatalogue *self = TRS_SERVICE_CATALOGUE (object);

  g_hash_table_unref (self->videos);
  g_ptr_array_unref (self->problems);

  G_OBJECT_CLASS (trs_service_catalogue_parent_class)->finalize (object);
}

static void
trs_service_catalogue_class_init (TrsServiceCatalogueClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_service_catalogue_finalize;
}

static void
trs_service_catalogue_init (TrsServiceCatalogue *self)
{
  self->videos = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) video_free);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->problems, NULL);
}

static const char *
find_fault (JsonObject      *object,
            TrsServiceVideo *video)
{
  const char *title = trs_service_json_get_string (object, "title");
  const char *language = trs_service_json_get_string (object, "language");
  const char *fails = trs_service_json_get_string (object, "fails");

  video->length = -1;
  if (title == NULL)
    return "has no “title”";
  if (!trs_service_json_get_integer (object, "length", 0, MAX_LENGTH, &video->length) || video->length < 0)
    return "has no “length” in whole seconds";
  if (json_object_has_member (object, "language") && (language == NULL || *language == '\0'))
    return "has a “language” that is not a language code";
  if (!trs_service_json_get_boolean (object, "private", &video->is_private))
    return "has a “private” that is neither true nor false";
  if (json_object_has_member (object, "fails") && g_strcmp0 (fails, "upload") != 0 &&
      g_strcmp0 (fails, "transcription") != 0)
    return "has a “fails” that is neither “upload” nor “transcription”";

  video->title = g_strdup (title);
  video->language = g_strdup (language != NULL ? language : DEFAULT_LANGUAGE);
  video->fails = g_strdup (fails != NULL ? fails : "");
  return NULL;
}

static gboolean
add_video (TrsServiceCatalogue  *self,
           const char           *folder,
           const char           *name,
           GError              **error)
{
  static const char * const known[] = { "title", "length", "language", "private", "fails", "paragraphs", NULL };
  g_autoptr (TrsServiceVideo) video = g_new0 (TrsServiceVideo, 1);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (TrsServiceText) text = NULL;
  const char *unknown;
  const char *fault;

  video->path = g_build_filename (folder, name, NULL);
  video->id = g_strndup (name, strlen (name) - strlen (SUFFIX));
  root = trs_service_json_read (video->path, error);
  if (root == NULL)
    return FALSE;

  fault = find_fault (json_node_get_object (root), video);
  if (fault != NULL)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, fault);
      return FALSE;
    }
  unknown = trs_service_json_find_unknown (json_node_get_object (root), known);
  if (unknown != NULL)
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "has a member “%s” that means nothing", unknown);
      return FALSE;
    }
  text = trs_service_text_new (json_object_get_member (json_node_get_object (root), "paragraphs"), error);
  if (text == NULL)
    return FALSE;

  g_hash_table_insert (self->videos, video->id, video);
  g_steal_pointer (&video);
  return TRUE;
}

static void
add_problem (TrsServiceCatalogue *self,
             const char          *name,
             const GError        *error)
{
  g_autofree char *shown = g_filename_display_name (name);

  g_ptr_array_insert (self->problems, (gint) self->problems->len - 1,
                      g_strdup_printf ("%s is left out: %s", shown, error->message));
}

/**
 * trs_service_catalogue_new:
 * @folder: the folder
 * @error: return location for an error
 *
 * Reads what is needed to accept submissions. A file that is wrong is left out
 * and named in trs_service_catalogue_get_problems(); the others serve.
 *
 * Returns: (transfer full) (nullable): the catalogue, or %NULL if the folder cannot be read
 */
TrsServiceCatalogue *
trs_service_catalogue_new (const char  *folder,
                           GError     **error)
{
  g_autoptr (TrsServiceCatalogue) self = g_object_new (TRS_TYPE_SERVICE_CATALOGUE, NULL);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  dir = g_dir_open (folder, 0, error);
  if (dir == NULL)
    {
      g_prefix_error (error, "The catalogue cannot be read: ");
      return NULL;
    }

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (GError) local = NULL;

      if (name[0] != '.' && g_str_has_suffix (name, SUFFIX) && !add_video (self, folder, name, &local))
        add_problem (self, name, local);
    }

  return g_steal_pointer (&self);
}

/**
 * trs_service_catalogue_get_problems:
 * @self: a catalogue
 *
 * Returns: (array zero-terminated=1): a sentence for each file that was left out
 */
const char * const *
trs_service_catalogue_get_problems (TrsServiceCatalogue *self)
{
  return (const char * const *) self->problems->pdata;
}

guint
trs_service_catalogue_get_n_videos (TrsServiceCatalogue *self)
{
  return g_hash_table_size (self->videos);
}

/**
 * trs_service_catalogue_find:
 * @self: a catalogue
 * @id: an identifier
 *
 * Returns: (nullable): the video that the platform shows for it, %NULL for a private one
 */
const TrsServiceVideo *
trs_service_catalogue_find (TrsServiceCatalogue *self,
                            const char          *id)
{
  const TrsServiceVideo *video;

  video = g_hash_table_lookup (self->videos, id);
  return video != NULL && !video->is_private ? video : NULL;
}

/**
 * trs_service_catalogue_load:
 * @self: a catalogue
 * @video: one of its videos
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the paragraphs as a JSON array, read from the file anew
 */
char *
trs_service_catalogue_load (TrsServiceCatalogue    *self,
                            const TrsServiceVideo  *video,
                            GError                **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (TrsServiceText) text = NULL;
  JsonNode *paragraphs;

  root = trs_service_json_read (video->path, error);
  if (root == NULL)
    return NULL;
  paragraphs = json_object_get_member (json_node_get_object (root), "paragraphs");
  text = trs_service_text_new (paragraphs, error);
  if (text == NULL)
    return NULL;

  return paragraphs != NULL ? json_to_string (paragraphs, FALSE) : g_strdup ("[]");
}
