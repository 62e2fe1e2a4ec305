/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-target.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "trs-export.h"
#include "trs-file-save.h"
#include "trs-i18n.h"

/* How many files are synchronised with the disk together at most, and how long the first one waits, in microseconds. */
#define MAX_WAITING 64
#define MAX_WAITING_TIME (G_USEC_PER_SEC / 4)

/* A file of the folder that was written completely, and gets its name when it is on the disk. */
typedef struct
{
  TrsFilePart *part;
  GBytes *bytes; /* nullable: nothing is compared with them */
  char *wanted; /* the name it was added with */
  char *name;
} Waiting;

struct _TrsExportTarget
{
  GFile *file;
  GHashTable *taken;       /* case-folded names of the files added so far */
  GHashTable *numbers;     /* base name → last number appended to it */
  GPtrArray *waiting;      /* in the order in which they were added */
  gint64 waiting_since;
  GPtrArray *saved;        /* names that nobody was told yet */
  gboolean swept;
  gboolean skip_same;
  gboolean unsynced;       /* the folder has new names */
  struct archive *archive; /* NULL for a folder */
  int fd;                  /* of the archive: an unnamed file until it is complete */
};

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  trs_file_part_free (waiting->part);
  g_clear_pointer (&waiting->bytes, g_bytes_unref);
  g_free (waiting->wanted);
  g_free (waiting->name);
  g_free (waiting);
}

/**
 * trs_export_target_new:
 * @file: a folder, or where the archive is to be
 * @archive: whether it is an archive: a compressed tar if its name says so, else a zip
 *
 * Returns: (transfer full): a target; nothing is written yet
 */
TrsExportTarget *
trs_export_target_new (GFile    *file,
                       gboolean  archive)
{
  TrsExportTarget *self = g_new0 (TrsExportTarget, 1);

  self->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->waiting = g_ptr_array_new_with_free_func (waiting_free);
  self->saved = g_ptr_array_new_with_free_func (g_free);
  self->fd = -1;
  self->file = g_object_ref (file);
  if (archive)
    self->archive = archive_write_new ();
  return self;
}

/**
 * trs_export_target_set_skip_same:
 * @self: a target that is a folder
 * @skip_same: whether a file that would be added is left out if one of that name, or of that name with a number, has
 *   the same bytes already
 *
 * A run that was killed can be repeated then, and two processes can save the same, without a file being there twice.
 */
void
trs_export_target_set_skip_same (TrsExportTarget *self,
                                 gboolean         skip_same)
{
  self->skip_same = skip_same;
}

/* An archive that was not closed is discarded; an older one is kept. So are files that have no name yet, see
 * trs_export_target_flush(). */
void
trs_export_target_free (TrsExportTarget *self)
{
  g_clear_pointer (&self->archive, archive_write_free);
  if (self->fd >= 0)
    close (self->fd);
  g_ptr_array_unref (self->waiting);
  g_ptr_array_unref (self->saved);
  g_hash_table_unref (self->taken);
  g_hash_table_unref (self->numbers);
  g_object_unref (self->file);
  g_free (self);
}

static gboolean
fail (TrsExportTarget  *self,
      GError          **error)
{
  int code = archive_errno (self->archive);

  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code != 0 ? code : EIO),
                       "The archive could not be written");
  return FALSE;
}

static gboolean
set_format (TrsExportTarget *self)
{
  g_autofree char *name = g_file_get_basename (self->file);

  if (trs_export_target_find_archive (name) != TRS_EXPORT_ARCHIVE_TAR_GZ)
    return archive_write_set_format_zip (self->archive) == ARCHIVE_OK;
  return archive_write_set_format_pax_restricted (self->archive) == ARCHIVE_OK &&
         archive_write_add_filter_gzip (self->archive) == ARCHIVE_OK;
}

/* Not in /tmp, which may be in memory. */
static gboolean
open_archive (TrsExportTarget  *self,
              GError          **error)
{
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "transcripts-XXXXXX", NULL);

  if (self->fd >= 0)
    return TRUE;

  g_mkdir_with_parents (g_get_user_cache_dir (), 0700);
  self->fd = g_mkstemp (path);
  if (self->fd < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), "No file for the archive");
      return FALSE;
    }
  unlink (path);
  return (set_format (self) &&
          archive_write_set_options (self->archive, "hdrcharset=UTF-8") >= ARCHIVE_WARN &&
          archive_write_open_fd (self->archive, self->fd) == ARCHIVE_OK) ||
         fail (self, error);
}

static gboolean
add_to_archive (TrsExportTarget  *self,
                const char       *name,
                GBytes           *bytes,
                gint64            time,
                GError          **error)
{
  struct archive_entry *entry;
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  gboolean added;

  if (!open_archive (self, error))
    return FALSE;

  entry = archive_entry_new ();
  archive_entry_set_pathname_utf8 (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) size);
  archive_entry_set_mtime (entry, time / G_USEC_PER_SEC, 0);
  added = archive_write_header (self->archive, entry) >= ARCHIVE_WARN &&
          archive_write_data (self->archive, data, size) == (la_ssize_t) size;
  archive_entry_free (entry);
  return added || fail (self, error);
}

static char *
fold_name (const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  return g_utf8_normalize (folded, -1, G_NORMALIZE_ALL_COMPOSE);
}

/* Returns: "name (2).txt" and so on; the name itself for 1 */
static char *
number_name (const char *name,
             guint       number)
{
  const char *dot = strrchr (name, '.');
  int stem = (int) (dot != NULL ? (gsize) (dot - name) : strlen (name));

  return number == 1 ? g_strdup (name) : g_strdup_printf ("%.*s (%u)%s", stem, name, number, name + stem);
}

static gboolean
has_bytes (GFile  *file,
           GBytes *bytes)
{
  gboolean regular = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR;
  g_autoptr (GMappedFile) mapped = regular ? g_mapped_file_new (g_file_peek_path (file), FALSE, NULL) : NULL;
  g_autoptr (GBytes) there = mapped != NULL ? g_mapped_file_get_bytes (mapped) : NULL;

  return there != NULL && g_bytes_equal (there, bytes);
}

/* Returns: (nullable): the name of a file of the folder that has these bytes already */
static char *
find_same (TrsExportTarget *self,
           const char      *name,
           GBytes          *bytes)
{
  for (guint number = 1;; number++)
    {
      g_autofree char *numbered = number_name (name, number);
      g_autoptr (GFile) child = g_file_get_child (self->file, numbered);

      if (g_file_peek_path (child) == NULL || !g_file_query_exists (child, NULL))
        return NULL;
      if (has_bytes (child, bytes))
        return g_steal_pointer (&numbered);
    }
}

/* Returns: a name that is not in use yet, such as "name (2).txt". Remembers the last number for each title, so that
 * thousands of equal titles do not each count from 1. */
static char *
choose_name (TrsExportTarget *self,
             const char      *name)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, name));

  while (TRUE)
    {
      g_autofree char *numbered = number_name (name, ++number);
      g_autofree char *folded = fold_name (numbered);
      g_autoptr (GFile) child = g_file_get_child (self->file, numbered);

      if (g_hash_table_contains (self->taken, folded) || (self->archive == NULL && g_file_query_exists (child, NULL)))
        continue;
      g_hash_table_add (self->taken, g_steal_pointer (&folded));
      g_hash_table_insert (self->numbers, g_strdup (name), GUINT_TO_POINTER (number));
      return g_steal_pointer (&numbered);
    }
}

/* Returns: %FALSE if the file could not be given a name. @waiting: its name may become another one */
static gboolean
publish (TrsExportTarget  *self,
         Waiting          *waiting,
         GError          **error)
{
  while (TRUE)
    {
      g_autoptr (GFile) child = g_file_get_child (self->file, waiting->name);
      g_autoptr (GError) local = NULL;

      if (trs_file_part_publish (waiting->part, g_file_peek_path (child), FALSE, &local))
        return TRUE;
      if (!g_error_matches (local, G_IO_ERROR, G_IO_ERROR_EXISTS))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      /* It has been created since we looked: maybe by another process that had the same to save. */
      if (self->skip_same && has_bytes (child, waiting->bytes))
        return TRUE;
      g_free (waiting->name);
      waiting->name = choose_name (self, waiting->wanted);
    }
}

/**
 * trs_export_target_flush:
 * @self: a target
 * @error: return location for an error, see trs_export_save()
 *
 * Waits until the files that were added are on the disk, and gives those in a folder their names. To be called before
 * something that takes long; trs_export_target_add() does it from time to time, and trs_export_target_close() at the
 * end.
 *
 * Returns: %FALSE if one could not be given its name; those after it are discarded
 */
gboolean
trs_export_target_flush (TrsExportTarget  *self,
                         GError          **error)
{
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);
  TrsFilePart *parts[MAX_WAITING];

  g_assert (waiting->len <= G_N_ELEMENTS (parts));
  self->waiting = g_ptr_array_new_with_free_func (waiting_free);
  for (guint i = 0; i < waiting->len; i++)
    parts[i] = ((Waiting *) g_ptr_array_index (waiting, i))->part;
  trs_file_part_sync_all (parts, waiting->len);
  for (guint i = 0; i < waiting->len; i++)
    {
      Waiting *one = g_ptr_array_index (waiting, i);

      if (!publish (self, one, error))
        return FALSE;
      self->unsynced = TRUE;
      g_ptr_array_add (self->saved, g_steal_pointer (&one->name));
    }
  return TRUE;
}

/**
 * trs_export_target_take_saved:
 * @self: a target
 *
 * Returns: (transfer full) (element-type utf8): the names of the files that were saved since this was called last, in
 *   the order in which they were added
 */
GPtrArray *
trs_export_target_take_saved (TrsExportTarget *self)
{
  GPtrArray *saved = g_steal_pointer (&self->saved);

  self->saved = g_ptr_array_new_with_free_func (g_free);
  return saved;
}

/**
 * trs_export_target_get_n_waiting:
 * @self: a target
 *
 * Returns: how many files were added and have no name yet
 */
guint
trs_export_target_get_n_waiting (TrsExportTarget *self)
{
  return self->waiting->len;
}

static gboolean
add_to_folder (TrsExportTarget  *self,
               const char       *wanted,
               const char       *name,
               GBytes           *bytes,
               GCancellable     *cancellable,
               GError          **error)
{
  const char *folder = g_file_peek_path (self->file);
  TrsFilePart *part;
  Waiting *waiting;

  if (!self->swept)
    trs_file_save_sweep (folder);
  self->swept = TRUE;
  part = trs_file_part_new (folder, bytes, 0, cancellable, error);
  if (part == NULL)
    return FALSE;

  waiting = g_new0 (Waiting, 1);
  waiting->part = part;
  waiting->bytes = self->skip_same ? g_bytes_ref (bytes) : NULL;
  waiting->wanted = g_strdup (wanted);
  waiting->name = g_strdup (name);
  if (self->waiting->len == 0)
    self->waiting_since = g_get_monotonic_time ();
  g_ptr_array_add (self->waiting, waiting);
  return (self->waiting->len < MAX_WAITING &&
          g_get_monotonic_time () - self->waiting_since < MAX_WAITING_TIME) ||
         trs_export_target_flush (self, error);
}

/**
 * trs_export_target_add:
 * @self: a target
 * @name: a safe file name, see trs_export_template_expand()
 * @bytes: content of the file
 * @time: when its content was made, in microseconds since the epoch
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error of this file or of one before it, see trs_export_save()
 *
 * Adds a file. If there is one of that name, a number is appended. What trs_export_target_take_saved() returns is
 * saved; in a folder, a few files wait for the disk together.
 *
 * Returns: (transfer full) (nullable): the name it gets, unless another program takes it meanwhile
 */
char *
trs_export_target_add (TrsExportTarget  *self,
                       const char       *name,
                       GBytes           *bytes,
                       gint64            time,
                       GCancellable     *cancellable,
                       GError          **error)
{
  char *same = self->skip_same ? find_same (self, name, bytes) : NULL;
  g_autofree char *chosen = NULL;
  g_autoptr (GFile) child = NULL;

  if (same != NULL)
    return same;
  chosen = choose_name (self, name);
  child = g_file_get_child (self->file, chosen);

  if (self->archive == NULL && trs_file_save_can_be_atomic (child))
    return add_to_folder (self, name, chosen, bytes, cancellable, error) ? g_steal_pointer (&chosen) : NULL;
  if (self->archive != NULL ? !add_to_archive (self, chosen, bytes, time, error)
                            : !trs_export_save (bytes, child, cancellable, error))
    return NULL;
  g_ptr_array_add (self->saved, g_strdup (chosen));
  return g_steal_pointer (&chosen);
}

/**
 * trs_export_target_find_archive:
 * @name: the name of a file
 *
 * Returns: of which kind of archive its extension is, in capitals or not
 */
TrsExportArchive
trs_export_target_find_archive (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  if (g_str_has_suffix (lower, ".tar.gz") || g_str_has_suffix (lower, ".tgz"))
    return TRS_EXPORT_ARCHIVE_TAR_GZ;
  return g_str_has_suffix (lower, ".zip") ? TRS_EXPORT_ARCHIVE_ZIP : TRS_EXPORT_ARCHIVE_NONE;
}

/**
 * trs_export_target_close:
 * @self: a target
 * @error: return location for an error, see trs_export_save()
 *
 * Completes the archive, or the names in the folder, after all files were added. Then all that was saved survives a
 * power cut.
 *
 * Returns: %FALSE on an error; an older archive stays as it was then
 */
gboolean
trs_export_target_close (TrsExportTarget  *self,
                         GError          **error)
{
  g_autoptr (GMappedFile) mapped = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (self->archive == NULL)
    return trs_export_target_flush (self, error) &&
           (!self->unsynced || trs_file_save_sync_folder (g_file_peek_path (self->file), error));
  if (!open_archive (self, error))
    return FALSE;
  if (archive_write_close (self->archive) != ARCHIVE_OK)
    return fail (self, error);

  mapped = g_mapped_file_new_from_fd (self->fd, FALSE, error);
  if (mapped == NULL)
    return FALSE;
  bytes = g_mapped_file_get_bytes (mapped);
  return trs_export_save (bytes, self->file, NULL, error);
}

/* Returns: (nullable): the date of the project in local time */
static char *
dup_date (const TrsExportSource *source)
{
  gint64 seconds = source->created_at / G_USEC_PER_SEC;
  g_autoptr (GDateTime) date = seconds != 0 ? g_date_time_new_from_unix_local (seconds) : NULL;

  return date != NULL ? g_date_time_format (date, "%Y-%m-%d") : NULL;
}

static const char * const fields[] = { "title", "date", "language", "video", "id" };

/* Returns: the field with the name from @place to @end; -1 if there is none */
static int
find_field (const char *place,
            const char *end)
{
  g_autofree char *name = g_strndup (place, (gsize) (end - place));

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (g_str_equal (fields[i], name))
      return (int) i;
  return -1;
}

/**
 * trs_export_template_check:
 * @template: what the user typed
 * @error: return location for an error: a sentence that says what is wrong with it
 *
 * Returns: %FALSE if the template is not valid
 */
gboolean
trs_export_template_check (const char  *template,
                           GError     **error)
{
  for (const char *open = strchr (template, '{'); open != NULL; open = strchr (open + 1, '{'))
    {
      const char *close = strchr (open, '}');
      g_autofree char *name = g_strndup (open, close != NULL ? (gsize) (close + 1 - open) : strlen (open));

      if (close != NULL && find_field (open + 1, close) >= 0)
        continue;
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   /* Translators: %s is what was typed; do not translate what stands in braces. */
                   _("“%s” is not a field. There are {title}, {date}, {language}, {video} and {id}."), name);
      return FALSE;
    }
  return TRUE;
}

/**
 * trs_export_template_expand:
 * @template: a template, see trs_export_template_check()
 * @source: what is exported
 * @extension: with or without its dot
 *
 * Fills in the fields. The values cannot leave the folder, nor make a field of
 * what is not one: see trs_export_make_name().
 *
 * Returns: (transfer full): a file name
 */
char *
trs_export_template_expand (const char            *template,
                            const TrsExportSource *source,
                            const char            *extension)
{
  g_autofree char *date = dup_date (source);
  /* In the order of their names. */
  const char *values[] = { source->title, date, source->language, source->video_id, source->project_id };
  g_autoptr (GString) stem = g_string_new (NULL);

  for (const char *place = template; *place != '\0';)
    {
      const char *close = *place == '{' ? strchr (place, '}') : NULL;
      int field = close != NULL ? find_field (place + 1, close) : -1;

      if (field >= 0)
        g_string_append (stem, values[field] != NULL ? values[field] : "");
      else
        g_string_append_c (stem, *place);
      place = field >= 0 ? close + 1 : place + 1;
    }
  return trs_export_make_name (stem->str, source->project_id, extension);
}
