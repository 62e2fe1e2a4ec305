/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-intake.h"

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-local-folder.h"
#include "trs-local-sound.h"
#include "trs-local-ticket.h"
#include "trs-task.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define CHUNK (1024 * 1024)

/* Microseconds between two reports of progress. */
#define PROGRESS_GAP (100 * 1000)

/* What a folder that was dropped may hold: more is a mistake, such as the whole home. */
#define MAX_LISTED 10000
#define MAX_DEPTH 16

#define PREFIX "f-"

struct _TrsLocalIntake
{
  GObject parent_instance;

  char *folder;
  GHashTable *fresh; /* identifiers whose tickets were written here and not there before */
  GHashTable *held;  /* descriptors by identifier */
};

static guint sound_cleared_signal;

G_DEFINE_FINAL_TYPE (TrsLocalIntake, trs_local_intake, G_TYPE_OBJECT)

static void
trs_local_intake_finalize (GObject *object)
{
  TrsLocalIntake *self = TRS_LOCAL_INTAKE (object);

  g_free (self->folder);
  g_hash_table_unref (self->fresh);
  g_hash_table_unref (self->held);

  G_OBJECT_CLASS (trs_local_intake_parent_class)->finalize (object);
}

static void
trs_local_intake_class_init (TrsLocalIntakeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_local_intake_finalize;

  sound_cleared_signal =
      g_signal_new ("sound-cleared", TRS_TYPE_LOCAL_INTAKE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
close_held (gpointer fd)
{
  close (GPOINTER_TO_INT (fd));
}

static void
trs_local_intake_init (TrsLocalIntake *self)
{
  self->fresh = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->held = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, close_held);
}

/**
 * trs_local_intake_new:
 * @folder: (type filename): where everything of On This Computer lies
 *
 * Returns: (transfer full): the files of the user, of which nothing was read yet
 */
TrsLocalIntake *
trs_local_intake_new (const char *folder)
{
  TrsLocalIntake *self = g_object_new (TRS_TYPE_LOCAL_INTAKE, NULL);

  self->folder = g_strdup (folder);
  return self;
}

/**
 * trs_local_intake_is_medium:
 * @name: (type filename): a file name or a path
 *
 * Returns: %TRUE if its extension is one of recordings
 */
gboolean
trs_local_intake_is_medium (const char *name)
{
  static const char * const extensions[] = {
    "3gp",  "aac",  "ac3", "aif", "aiff", "amr", "au",  "avi", "caf", "flac", "flv",  "m2ts", "m4a",
    "m4b",  "m4v",  "mka", "mkv", "mov",  "mp2", "mp3", "mp4", "mpeg", "mpg", "mts",  "mxf",  "oga",
    "ogg",  "ogv",  "opus", "spx", "ts",  "vob", "wav", "weba", "webm", "wma", "wmv", "wv",   NULL,
  };
  const char *dot = strrchr (name, '.');
  g_autofree char *extension = NULL;

  if (dot == NULL || dot == name || strchr (dot, '/') != NULL)
    return FALSE;
  extension = g_ascii_strdown (dot + 1, -1);
  return g_strv_contains (extensions, extension);
}

/* Listing what was chosen */

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  g_autofree char *left = g_file_get_parse_name (*(GFile * const *) a);
  g_autofree char *right = g_file_get_parse_name (*(GFile * const *) b);
  g_autofree char *left_key = g_utf8_collate_key_for_filename (left, -1);
  g_autofree char *right_key = g_utf8_collate_key_for_filename (right, -1);

  return strcmp (left_key, right_key);
}

/* Links are not followed, so that no file is found twice and no ring is walked. */
static void
list_folder (GFile        *folder,
             guint         depth,
             GPtrArray    *found,
             GCancellable *cancellable)
{
  g_autoptr (GFileEnumerator) entries = g_file_enumerate_children (
      folder,
      G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN,
      G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, cancellable, NULL);
  GFileInfo *info;
  GFile *child;

  while (entries != NULL && found->len < MAX_LISTED &&
         g_file_enumerator_iterate (entries, &info, &child, cancellable, NULL) && info != NULL)
    {
      if (g_file_info_get_is_hidden (info))
        continue;
      if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY && depth < MAX_DEPTH)
        list_folder (child, depth + 1, found, cancellable);
      else if (g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR &&
               trs_local_intake_is_medium (g_file_info_get_name (info)))
        g_ptr_array_add (found, g_object_ref (child));
    }
}

static void
list_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GPtrArray *files = task_data;
  g_autoptr (GListStore) list = g_list_store_new (G_TYPE_FILE);

  for (guint i = 0; i < files->len; i++)
    {
      GFile *file = files->pdata[i];
      g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);

      if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_DIRECTORY)
        list_folder (file, 0, found, cancellable);
      else
        g_ptr_array_add (found, g_object_ref (file));
      g_ptr_array_sort (found, compare_names);
      g_list_store_splice (list, g_list_model_get_n_items (G_LIST_MODEL (list)), 0, found->pdata, found->len);
    }
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&list), g_object_unref);
}

/**
 * trs_local_intake_list_async:
 * @self: the files
 * @files: (element-type GFile): files and folders, as they were chosen or dropped
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the recordings that are meant, on a worker thread: each file of @files,
 * whatever it is, and what has the extension of a recording in its folders.
 */
void
trs_local_intake_list_async (TrsLocalIntake      *self,
                             GListModel          *files,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    g_ptr_array_add (copy, g_list_model_get_item (files, i));
  g_task_set_source_tag (task, trs_local_intake_list_async);
  g_task_set_task_data (task, copy, (GDestroyNotify) g_ptr_array_unref);
  g_task_run_in_thread (task, list_thread);
}

/**
 * trs_local_intake_list_finish:
 * @self: the files
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type GFile): them, those of a folder sorted by name
 */
GListModel *
trs_local_intake_list_finish (TrsLocalIntake  *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_intake_list_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Taking a file in */

typedef struct
{
  GFile *file;
  GFileProgressCallback progress;
  gpointer progress_data;
  gint64 reported_at;
  guint track;
  gboolean fresh; /* there was no ticket */
} Take;

static void
take_clear (Take *take)
{
  g_clear_object (&take->file);
}

TRS_DEFINE_TASK_STATE (Take, take)

typedef struct
{
  GTask *task;
  goffset done;
  goffset total;
} Report;

static gboolean
report_cb (gpointer user_data)
{
  Report *report = user_data;
  const Take *take = take_get (report->task);

  /* No progress is reported any more after the task has returned or was cancelled. */
  if (!g_task_get_completed (report->task) && !g_cancellable_is_cancelled (g_task_get_cancellable (report->task)))
    take->progress (report->done, report->total, take->progress_data);
  return G_SOURCE_REMOVE;
}

static void
report_free (gpointer data)
{
  Report *report = data;

  g_object_unref (report->task);
  g_free (report);
}

static void
report_progress (GTask   *task,
                 goffset  done,
                 goffset  total)
{
  Take *take = take_get (task);
  gint64 now = g_get_monotonic_time ();
  Report *report;

  if (take->progress == NULL || now - take->reported_at < PROGRESS_GAP)
    return;
  take->reported_at = now;
  report = g_new0 (Report, 1);
  report->task = g_object_ref (task);
  report->done = done;
  report->total = total;
  g_main_context_invoke_full (g_task_get_context (task), G_PRIORITY_DEFAULT, report_cb, report, report_free);
}

static gboolean
refuse (GError     **error,
        const char  *sentence)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, sentence);
  return FALSE;
}

static gboolean
fail_with_errno (GError **error,
                 int      code)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
  return FALSE;
}

/* Returns: (nullable): SHA-256 of what @fd reads, in hexadecimal digits; @stamp is what the file was */
static char *
read_digest (GTask                *task,
             int                   fd,
             const TrsLocalStamp  *stamp,
             GError              **error)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guchar *buffer = g_malloc (CHUNK);
  goffset done = 0;
  struct stat info;
  TrsLocalStamp now;
  gssize n;

  do
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      n = read (fd, buffer, CHUNK);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          fail_with_errno (error, errno);
          return NULL;
        }
      g_checksum_update (checksum, buffer, n);
      done += n;
      report_progress (task, done, stamp->size);
    }
  while (n != 0);

  if (fstat (fd, &info) == 0)
    trs_local_stamp_set (&now, &info);
  if (done != stamp->size || !trs_local_stamp_equal (&now, stamp))
    {
      refuse (error, _("The file changes while it is read."));
      return NULL;
    }
  return g_strdup (g_checksum_get_string (checksum));
}

/* Base 32 of RFC 4648 in lower case, without padding, of a digest in hexadecimal digits. Each sound track of a file but
 * the first has one of its own. */
static char *
make_id (const char *digest,
         guint       track)
{
  static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
  GString *id = g_string_new (PREFIX);
  guint bits = 0;
  guint n_bits = 0;

  for (const char *p = digest; *p != '\0'; p++)
    {
      bits = (bits << 4) | (guint) g_ascii_xdigit_value (*p);
      n_bits += 4;
      if (n_bits >= 5)
        {
          n_bits -= 5;
          g_string_append_c (id, digits[(bits >> n_bits) & 31]);
          bits &= (1u << n_bits) - 1;
        }
    }
  if (n_bits > 0)
    g_string_append_c (id, digits[(bits << (5 - n_bits)) & 31]);
  if (track > 1)
    g_string_append_printf (id, "-%u", track);
  return g_string_free (id, FALSE);
}

static gboolean
check_room (TrsLocalIntake  *self,
            GError         **error)
{
  struct statvfs info;

  if (statvfs (self->folder, &info) != 0 || info.f_bavail >= TRS_LOCAL_ROOM / MAX (info.f_frsize, 1))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                       _("There is too little room on this computer to transcribe a file."));
  return FALSE;
}

/* Opens what is a file with something in it. A pipe would be waited for without O_NONBLOCK. */
static int
open_file (const char     *path,
           TrsLocalStamp  *stamp,
           GError        **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat info;

  if (fd < 0 || fstat (fd, &info) != 0)
    fail_with_errno (error, errno);
  else if (!S_ISREG (info.st_mode))
    refuse (error, _("It is not a file."));
  else if (info.st_size == 0)
    refuse (error, _("The file is empty."));
  else
    {
      trs_local_stamp_set (stamp, &info);
      return fd;
    }
  if (fd >= 0)
    close (fd);
  return -1;
}

/* Returns: (transfer full) (nullable): the identifier */
static char *
take_in (TrsLocalIntake  *self,
         GTask           *task,
         GError         **error)
{
  g_autofree char *given = g_file_get_path (take_get (task)->file);
  g_autofree char *path = given != NULL ? g_canonicalize_filename (given, NULL) : NULL;
  g_autoptr (TrsLocalTicket) ticket = NULL;
  g_autofree char *id = NULL;
  TrsLocalStamp stamp;
  int fd;

  if (path == NULL)
    {
      refuse (error, _("The file is not on this computer."));
      return NULL;
    }
  if (!g_utf8_validate (path, -1, NULL))
    {
      refuse (error, _("The name of the file can’t be read. Rename it, or its folder."));
      return NULL;
    }
  fd = open_file (path, &stamp, error);
  if (fd < 0)
    return NULL;

  if (!trs_local_folder_make (self->folder, error) || !check_room (self, error))
    {
      close (fd);
      return NULL;
    }
  ticket = trs_local_ticket_new (path, &stamp, take_get (task)->track);
  ticket->digest = trs_local_ticket_find_digest (self->folder, &stamp);
  if (ticket->digest == NULL)
    ticket->digest = read_digest (task, fd, &stamp, error);
  close (fd);
  if (ticket->digest == NULL)
    return NULL;

  /* A cancelled take must leave nothing, so that it is looked at just before there is something. */
  id = make_id (ticket->digest, ticket->track);
  take_get (task)->fresh = !trs_local_intake_has (self, id);
  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), error) ||
      (!trs_local_ticket_is_good (self->folder, id) && !trs_local_ticket_write (ticket, self->folder, id, error)))
    return NULL;
  return g_steal_pointer (&id);
}

static void
take_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  char *id = take_in (source, task, &error);

  if (id != NULL)
    g_task_return_pointer (task, id, g_free);
  else
    g_task_return_error (task, error);
}

/**
 * trs_local_intake_take_async:
 * @self: the files
 * @file: a recording
 * @track: which of its sound tracks is meant, from 1
 * @progress: (nullable): called on the main context with the bytes that were read and all of them; not after @callback
 * @progress_data: (closure): for @progress
 * @cancellable: (nullable): to give up; nothing stays of it then
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the whole file to find its identifier, unless it is known to be the one
 * that was read before, and writes its ticket. A file with the same content has
 * the same identifier, and keeps its ticket as long as that one is still there.
 */
void
trs_local_intake_take_async (TrsLocalIntake        *self,
                             GFile                 *file,
                             guint                  track,
                             GFileProgressCallback  progress,
                             gpointer               progress_data,
                             GCancellable          *cancellable,
                             GAsyncReadyCallback    callback,
                             gpointer               user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Take *take = take_attach (task);

  g_task_set_source_tag (task, trs_local_intake_take_async);
  /* What got its ticket is said to have it. */
  g_task_set_check_cancellable (task, FALSE);
  take->file = g_object_ref (file);
  take->track = track;
  take->progress = progress;
  take->progress_data = progress_data;
  g_task_run_in_thread (task, take_thread);
}

/**
 * trs_local_intake_take_finish:
 * @self: the files
 * @result: what the callback got
 * @error: return location for an error: one of %G_IO_ERROR, or %TRS_ERROR_INVALID_INPUT in the user's words
 *
 * Returns: (transfer full) (nullable): the identifier, to be submitted as a video to the account %TRS_ACCOUNT_LOCAL
 */
char *
trs_local_intake_take_finish (TrsLocalIntake  *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  char *id;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_intake_take_async), NULL);

  id = g_task_propagate_pointer (G_TASK (result), error);
  if (id != NULL && take_get (G_TASK (result))->fresh)
    g_hash_table_add (self->fresh, g_strdup (id));
  return id;
}

/* Tickets */

/**
 * trs_local_intake_has:
 * @self: the files
 * @video_id: an identifier
 *
 * Returns: %TRUE if there is a ticket for it
 */
gboolean
trs_local_intake_has (TrsLocalIntake *self,
                      const char     *video_id)
{
  g_autofree char *path = trs_local_ticket_make_path (self->folder, video_id);

  return path != NULL && access (path, F_OK) == 0;
}

/**
 * trs_local_intake_hold:
 * @self: the files
 * @video_id: an identifier
 *
 * Locks the ticket, so that one program alone submits the file. The kernel gives
 * the lock back when the program ends, however it does.
 *
 * Returns: %TRUE if no other program holds it; also where there is no ticket, or the file system knows no locks
 */
gboolean
trs_local_intake_hold (TrsLocalIntake *self,
                       const char     *video_id)
{
  g_autofree char *path = trs_local_ticket_make_path (self->folder, video_id);
  int fd;

  if (path == NULL || g_hash_table_contains (self->held, video_id))
    return TRUE;
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0)
    return TRUE;
  if (flock (fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
      close (fd);
      return FALSE;
    }
  g_hash_table_insert (self->held, g_strdup (video_id), GINT_TO_POINTER (fd));
  return TRUE;
}

/**
 * trs_local_intake_release:
 * @self: the files
 * @video_id: an identifier, which may not be held
 *
 * Gives back what trs_local_intake_hold() has locked.
 */
void
trs_local_intake_release (TrsLocalIntake *self,
                          const char     *video_id)
{
  g_hash_table_remove (self->held, video_id);
}

/**
 * trs_local_intake_give_back:
 * @self: the files
 * @video_id: an identifier that was taken in
 *
 * It was not submitted after all, or not accepted. Its ticket is removed, unless
 * it was there before: then there may be a transcript.
 */
void
trs_local_intake_give_back (TrsLocalIntake *self,
                            const char     *video_id)
{
  if (g_hash_table_remove (self->fresh, video_id))
    trs_local_intake_drop (self, video_id, NULL);
}

/**
 * trs_local_intake_drop:
 * @self: the files
 * @video_id: an identifier
 * @error: return location for an error of the file system
 *
 * Removes its ticket, at which the service ends its job within a second and
 * removes what it has of it, and the sound that is kept. The user's file is not
 * touched.
 *
 * Returns: %TRUE if there is no ticket any more
 */
gboolean
trs_local_intake_drop (TrsLocalIntake  *self,
                       const char      *video_id,
                       GError         **error)
{
  g_autofree char *path = trs_local_ticket_make_path (self->folder, video_id);

  if (path != NULL && unlink (path) != 0 && errno != ENOENT && errno != ENOTDIR)
    return fail_with_errno (error, errno);
  trs_local_sound_drop (self->folder, video_id);
  return TRUE;
}

/* Returns: (transfer full) (type filename): where the tickets are, each of which is a file */
char *
trs_local_intake_dup_folder (TrsLocalIntake *self)
{
  return g_build_filename (self->folder, TRS_LOCAL_FOLDER_TICKETS, NULL);
}

/**
 * trs_local_intake_dup_ids:
 * @self: the files
 *
 * Returns: (transfer full): the identifiers for which there are tickets, in no order
 */
GStrv
trs_local_intake_dup_ids (TrsLocalIntake *self)
{
  return trs_local_ticket_list (self->folder);
}

/**
 * trs_local_intake_dup_path:
 * @self: the files
 * @video_id: an identifier
 *
 * To read it again: no path is ever shown or exported.
 *
 * Returns: (transfer full) (nullable) (type filename): where the file of the ticket lies; %NULL if there is no ticket,
 *   or the file is gone or another one by now
 */
char *
trs_local_intake_dup_path (TrsLocalIntake *self,
                           const char     *video_id)
{
  g_autoptr (TrsLocalTicket) ticket = trs_local_ticket_read (self->folder, video_id);

  return ticket != NULL && trs_local_ticket_is_current (ticket) ? g_steal_pointer (&ticket->path) : NULL;
}

/**
 * trs_local_intake_get_track:
 * @self: the files
 * @video_id: an identifier
 *
 * Returns: which sound track of the file is meant, from 1
 */
guint
trs_local_intake_get_track (TrsLocalIntake *self,
                            const char     *video_id)
{
  g_autoptr (TrsLocalTicket) ticket = trs_local_ticket_read (self->folder, video_id);

  return ticket != NULL ? ticket->track : 1;
}

/* The sound that is kept */

/**
 * trs_local_intake_dup_sound:
 * @self: the files
 * @video_id: an identifier
 * @track: (out) (optional): which sound track of that is to be heard, from 1
 *
 * For the player alone: no path is ever shown or exported.
 *
 * Returns: (transfer full) (nullable) (type filename): what can be heard of it: the sound that is kept, or its file as
 *   trs_local_intake_dup_path() has it; %NULL if there is neither, or no ticket
 */
char *
trs_local_intake_dup_sound (TrsLocalIntake *self,
                            const char     *video_id,
                            guint          *track)
{
  char *kept = trs_local_intake_has (self, video_id) ? trs_local_sound_find (self->folder, video_id) : NULL;

  if (track != NULL)
    *track = kept != NULL ? 1 : trs_local_intake_get_track (self, video_id);
  return kept != NULL ? kept : trs_local_intake_dup_path (self, video_id);
}

static void
measure_sound_thread (GTask        *task,
                      gpointer      source,
                      gpointer      task_data,
                      GCancellable *cancellable)
{
  g_task_return_int (task, (gssize) trs_local_sound_measure (TRS_LOCAL_INTAKE (source)->folder));
}

/**
 * trs_local_intake_measure_sound_async:
 * @self: the files
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds out how much room the sound takes that is kept.
 */
void
trs_local_intake_measure_sound_async (TrsLocalIntake      *self,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_local_intake_measure_sound_async);
  g_task_run_in_thread (task, measure_sound_thread);
}

/**
 * trs_local_intake_measure_sound_finish:
 * @self: the files
 * @result: what the callback got
 * @error: return location for %G_IO_ERROR_CANCELLED
 *
 * Returns: how many bytes; -1 on an error
 */
gint64
trs_local_intake_measure_sound_finish (TrsLocalIntake  *self,
                                       GAsyncResult    *result,
                                       GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), -1);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_intake_measure_sound_async), -1);

  return g_task_propagate_int (G_TASK (result), error);
}

static void
clear_sound_thread (GTask        *task,
                    gpointer      source,
                    gpointer      task_data,
                    GCancellable *cancellable)
{
  GError *error = NULL;

  if (trs_local_sound_clear (TRS_LOCAL_INTAKE (source)->folder, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_local_intake_clear_sound_async:
 * @self: the files
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes all sound that is kept. Transcripts and the files of the user stay.
 */
void
trs_local_intake_clear_sound_async (TrsLocalIntake      *self,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_local_intake_clear_sound_async);
  g_task_run_in_thread (task, clear_sound_thread);
}

/**
 * trs_local_intake_clear_sound_finish:
 * @self: the files
 * @result: what the callback got
 * @error: return location for an error of the file system
 *
 * Returns: whether none is left
 */
gboolean
trs_local_intake_clear_sound_finish (TrsLocalIntake  *self,
                                     GAsyncResult    *result,
                                     GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_local_intake_clear_sound_async), FALSE);

  /* Also where some could not be removed: others may be gone. */
  g_signal_emit (self, sound_cleared_signal, 0);
  return g_task_propagate_boolean (G_TASK (result), error);
}
