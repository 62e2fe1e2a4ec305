/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-result.h"

#include "trs-worker-error.h"
#include "trs-worker-segments.h"
#include "trs-worker-subtitles.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a recogniser writes several of, the one that says most. */
static const char * const SUFFIXES[] = { ".json", ".vtt", ".srt" };

#define MAX_FILES 1000

/**
 * trs_worker_result_parse:
 * @data: (array length=size): what a recogniser has written
 * @size: its bytes
 * @length: the length of the recording, in seconds
 * @error: return location for an error
 *
 * Looks at what it is, not at how it is called.
 *
 * Returns: (transfer full) (nullable): what was said, perhaps nothing, or %NULL with %TRS_WORKER_ERROR_RESULT
 */
TrsWorkerCues *
trs_worker_result_parse (const char  *data,
                         gsize        size,
                         double       length,
                         GError     **error)
{
  g_autoptr (TrsWorkerCues) cues = trs_worker_cues_new ();
  g_autofree char *text = NULL;
  const char *at;

  if (size == 0 || size > TRS_WORKER_RESULT_MAX || memchr (data, '\0', size) != NULL)
    {
      g_set_error_literal (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT,
                           size == 0 ? "The recogniser has written an empty file."
                                     : "What the recogniser has written is no text, or too long.");
      return NULL;
    }

  text = g_utf8_make_valid (data, (gssize) size);
  at = g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text;
  if (trs_worker_subtitles_are (at))
    {
      if (!trs_worker_subtitles_read (at, cues, error))
        return NULL;
    }
  else if (!trs_worker_segments_read (at, strlen (at), cues, error))
    {
      return NULL;
    }
  return trs_worker_cues_check (cues, length, error) ? g_steal_pointer (&cues) : NULL;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* The names in it, in a fixed order. */
static GPtrArray *
list_files (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && names->len < MAX_FILES && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

static gboolean
read_all (int     fd,
          char   *data,
          gsize   size)
{
  for (gsize done = 0; done < size;)
    {
      gssize n = read (fd, data + done, size - done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      done += (gsize) n;
    }
  return TRUE;
}

/* Opens no link, which could lead out of the folder, and does not wait for a pipe, which nobody may write to. */
static char *
read_file (const char *folder,
           const char *name,
           gsize      *size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0);
  g_autofree char *data = NULL;
  struct stat status;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode))
    {
      *size = (gsize) status.st_size;
      data = g_malloc (MIN (*size, TRS_WORKER_RESULT_MAX) + 1);
      /* One that is too long is refused by its size. */
      if (*size <= TRS_WORKER_RESULT_MAX && !read_all (fd, data, *size))
        g_clear_pointer (&data, g_free);
    }
  g_close (fd, NULL);
  return g_steal_pointer (&data);
}

/**
 * trs_worker_result_find:
 * @folder: (type filename): where a recogniser was to write
 * @length: the length of the recording, in seconds
 * @error: return location for an error
 *
 * That it ended well proves nothing: what counts is a file that can be read.
 *
 * Returns: (transfer full) (nullable): what was said, or %NULL with %TRS_WORKER_ERROR_RESULT
 */
TrsWorkerCues *
trs_worker_result_find (const char  *folder,
                        double       length,
                        GError     **error)
{
  g_autoptr (GPtrArray) names = list_files (folder);
  g_autoptr (GError) first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (SUFFIXES); i++)
    for (guint j = 0; j < names->len; j++)
      {
        const char *name = g_ptr_array_index (names, j);
        g_autofree char *data = NULL;
        gsize size = 0;
        TrsWorkerCues *cues;

        if (!g_str_has_suffix (name, SUFFIXES[i]) || (data = read_file (folder, name, &size)) == NULL)
          continue;
        cues = trs_worker_result_parse (data, size, length, first == NULL ? &first : NULL);
        if (cues != NULL)
          return cues;
      }
  if (first == NULL)
    g_set_error_literal (&first, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT,
                         "The recogniser has written no file that can be read.");
  g_propagate_error (error, g_steal_pointer (&first));
  return NULL;
}
