/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-files.h"

#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-local-worker.h"
#include "trs-strings.h"

struct _TrsSubmitFiles
{
  GObject parent_instance;

  TrsSession *session;
  GListStore *files;
  GCancellable *cancellable;
  gboolean busy;
  TrsSubmitFile *looked_at; /* the one that is being looked at */

  /* a run */
  GTask *task;
  char *language;
  TrsSubmitFile *current;
  TrsSubmission *submission;
  char *video_id;
  TrsProject *first;
};

enum
{
  PROP_0,
  PROP_BUSY,
  N_PROPS
};

enum
{
  CHANGED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSubmitFiles, trs_submit_files, G_TYPE_OBJECT)

static void
changed (TrsSubmitFiles *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_busy (TrsSubmitFiles *self,
          gboolean        busy)
{
  if (self->busy == busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  changed (self);
}

static TrsLocalIntake *
get_intake (TrsSubmitFiles *self)
{
  return trs_local_account_get_intake (trs_session_get_local (self->session));
}

static TrsSubmitFile *
find_file (TrsSubmitFiles *self,
           GFile          *file)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->files)); i++)
    {
      g_autoptr (TrsSubmitFile) known = g_list_model_get_item (G_LIST_MODEL (self->files), i);

      if (g_file_equal (trs_submit_file_get_file (known), file))
        return known;
    }
  return NULL;
}

static TrsSubmitFile *
find_in_state (TrsSubmitFiles     *self,
               TrsSubmitFileState  state)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->files)); i++)
    {
      g_autoptr (TrsSubmitFile) file = g_list_model_get_item (G_LIST_MODEL (self->files), i);

      if (trs_submit_file_get_state (file) == state)
        return file;
    }
  return NULL;
}

/* The words of an error: those of a fault that was written for the user, else its title. */
static char *
dup_words (const GError *error)
{
  g_autoptr (TrsErrorText) text = NULL;

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT) || error->domain == G_IO_ERROR)
    return g_strdup (error->message);
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND))
    return trs_strings_local_refused (trs_error_get_server_message (error));
  text = trs_error_text_new (error);
  return g_strdup (text->title);
}

static void
set_problem (TrsSubmitFile      *file,
             const GError       *error,
             TrsSubmitFileState  state)
{
  g_autofree char *words = dup_words (error);

  trs_submit_file_set_problem (file, words);
  trs_submit_file_set_state (file, state);
}

static void look_at_next (TrsSubmitFiles *self);

static void
discovered_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (TrsSubmitFiles) self = user_data;
  g_autoptr (TrsSubmitFile) file = g_steal_pointer (&self->looked_at);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsLocalMedium) medium = trs_local_worker_discover_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (medium != NULL)
    {
      trs_submit_file_set_facts (file, medium->title, medium->length, medium->tracks);
      trs_submit_file_set_state (file, TRS_SUBMIT_FILE_READY);
    }
  else
    {
      trs_submit_file_set_problem (file, error->message);
      trs_submit_file_set_state (file, TRS_SUBMIT_FILE_UNUSABLE);
    }
  changed (self);
  look_at_next (self);
}

/* One at a time: a folder may have hundreds. */
static void
look_at_next (TrsSubmitFiles *self)
{
  TrsSubmitFile *file = self->looked_at == NULL ? find_in_state (self, TRS_SUBMIT_FILE_LOOKING) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (trs_submit_file_get_file (file)) : NULL;

  if (file == NULL)
    return;
  if (path == NULL)
    {
      g_autoptr (GError) error =
          g_error_new_literal (TRS_ERROR, TRS_ERROR_INVALID_INPUT, _("This file is not on this computer"));

      set_problem (file, error, TRS_SUBMIT_FILE_UNUSABLE);
      changed (self);
      look_at_next (self);
      return;
    }
  self->looked_at = g_object_ref (file);
  trs_local_worker_discover_async (trs_local_account_get_worker (trs_session_get_local (self->session)), path,
                                   self->cancellable, discovered_cb, g_object_ref (self));
}

/* User data of a listing. */
typedef struct
{
  TrsSubmitFiles *self;
  guint again;
} Addition;

static void
add_listed (TrsSubmitFiles *self,
            GListModel     *listed,
            guint           again)
{
  for (guint i = 0; i < g_list_model_get_n_items (listed); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (listed, i);
      TrsSubmitFile *item = find_file (self, file);

      if (item == NULL)
        {
          g_autoptr (TrsSubmitFile) added = trs_submit_file_new (file);

          item = added;
          g_list_store_append (self->files, added);
        }
      if (again == 0)
        continue;
      trs_submit_file_set_track (item, again);
      trs_submit_file_set_again (item, TRUE);
    }
  changed (self);
  look_at_next (self);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autofree Addition *addition = user_data;
  g_autoptr (TrsSubmitFiles) self = addition->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) listed = trs_local_intake_list_finish (TRS_LOCAL_INTAKE (source), result, &error);

  if (listed != NULL)
    add_listed (self, listed, addition->again);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_info ("The files could not be listed: %s", error->message);
}

/**
 * trs_submit_files_add:
 * @self: the files
 * @files: (element-type GFile): files and folders
 * @again: 0, or the sound track that is to be transcribed even if it was transcribed before
 *
 * Adds files, and the recordings of folders, which are listed on a worker.
 */
void
trs_submit_files_add (TrsSubmitFiles *self,
                      GListModel     *files,
                      guint           again)
{
  Addition *addition = g_new0 (Addition, 1);

  addition->self = g_object_ref (self);
  addition->again = again;
  trs_local_intake_list_async (get_intake (self), files, self->cancellable, listed_cb, addition);
}

/**
 * trs_submit_files_remove:
 * @self: the files
 * @file: one that is not being submitted
 */
void
trs_submit_files_remove (TrsSubmitFiles *self,
                         TrsSubmitFile  *file)
{
  guint position;

  if (file == self->current || !g_list_store_find (self->files, file, &position))
    return;
  g_list_store_remove (self->files, position);
  changed (self);
}

/**
 * trs_submit_files_stop:
 * @self: the files
 *
 * Stops looking at files and reading them. What was submitted goes on.
 */
void
trs_submit_files_stop (TrsSubmitFiles *self)
{
  g_cancellable_cancel (self->cancellable);
}

static void run_next (TrsSubmitFiles *self);

/* @error: (nullable): why the run ended early */
static void
end_run (TrsSubmitFiles *self,
         const GError   *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  g_autoptr (TrsProject) first = g_steal_pointer (&self->first);

  g_clear_object (&self->current);
  g_clear_object (&self->submission);
  g_clear_pointer (&self->video_id, g_free);
  set_busy (self, FALSE);
  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_pointer (task, g_steal_pointer (&first), g_object_unref);
}

static gboolean
is_withheld (TrsSubmission *submission)
{
  return trs_submission_get_outcome (submission) == TRS_SUBMISSION_NOT_SENT &&
         g_error_matches (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
}

static void
submitted_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsSubmitFiles) self = user_data;
  TrsSubmission *submission = self->submission;
  TrsSubmissionOutcome outcome = trs_submission_get_outcome (submission);
  TrsProject *project = trs_submission_get_project (submission);

  trs_submitter_run_finish (TRS_SUBMITTER (source), result, NULL);
  trs_submit_file_set_project (self->current, project);
  if (is_withheld (submission))
    {
      trs_submit_file_set_again (self->current, FALSE);
      trs_submit_file_set_state (self->current, TRS_SUBMIT_FILE_KNOWN);
    }
  else if (outcome == TRS_SUBMISSION_ACCEPTED || outcome == TRS_SUBMISSION_UNKNOWN)
    {
      if (self->first == NULL)
        g_set_object (&self->first, project);
      trs_submit_file_set_state (self->current, TRS_SUBMIT_FILE_DONE);
    }
  else
    {
      g_autoptr (GError) error = trs_submission_get_error (submission) != NULL
                                     ? g_error_copy (trs_submission_get_error (submission))
                                     /* Translators: what became of a recording. */
                                     : g_error_new_literal (TRS_ERROR, TRS_ERROR_INVALID_INPUT, _("Not submitted"));

      /* A file that was not accepted leaves no ticket. */
      trs_local_intake_give_back (get_intake (self), self->video_id);
      set_problem (self->current, error, TRS_SUBMIT_FILE_UNUSABLE);
    }
  g_clear_object (&self->submission);
  g_clear_pointer (&self->video_id, g_free);
  changed (self);
  run_next (self);
}

static void
submit (TrsSubmitFiles *self)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);

  self->submission = trs_submission_new (self->video_id, self->language);
  trs_submission_set_again (self->submission, trs_submit_file_get_again (self->current));
  g_list_store_append (submissions, self->submission);
  trs_submit_file_set_state (self->current, TRS_SUBMIT_FILE_SENDING);
  trs_submitter_run_async (trs_session_get_submitter (self->session), G_LIST_MODEL (submissions), NULL, submitted_cb,
                           g_object_ref (self));
}

static void
taken_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (TrsSubmitFiles) self = user_data;
  g_autoptr (GError) error = NULL;

  self->video_id = trs_local_intake_take_finish (TRS_LOCAL_INTAKE (source), result, &error);
  if (self->video_id != NULL)
    {
      submit (self);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      trs_submit_file_set_state (self->current, TRS_SUBMIT_FILE_READY);
      end_run (self, error);
      return;
    }
  set_problem (self->current, error, TRS_SUBMIT_FILE_UNUSABLE);
  run_next (self);
}

static void
progress_cb (goffset  done,
             goffset  total,
             gpointer user_data)
{
  TrsSubmitFiles *self = user_data;

  if (self->current != NULL && total > 0)
    trs_submit_file_set_percent (self->current, (guint) CLAMP (done * 100 / total, 0, 100));
}

static TrsSubmitFile *
find_next (TrsSubmitFiles *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->files)); i++)
    {
      g_autoptr (TrsSubmitFile) file = g_list_model_get_item (G_LIST_MODEL (self->files), i);

      if (trs_submit_file_get_will_send (file))
        return file;
    }
  return NULL;
}

static void
run_next (TrsSubmitFiles *self)
{
  g_autoptr (GError) error = NULL;

  g_set_object (&self->current, find_next (self));
  if (self->current == NULL || g_cancellable_set_error_if_cancelled (self->cancellable, &error))
    {
      end_run (self, error);
      return;
    }
  trs_submit_file_set_problem (self->current, NULL);
  trs_submit_file_set_percent (self->current, 0);
  trs_submit_file_set_state (self->current, TRS_SUBMIT_FILE_READING);
  trs_local_intake_take_async (get_intake (self), trs_submit_file_get_file (self->current),
                               trs_submit_file_get_track (self->current), progress_cb, self, self->cancellable,
                               taken_cb, g_object_ref (self));
}

static void
connected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsSubmitFiles) self = user_data;
  g_autoptr (GError) error = NULL;

  if (trs_sign_in_connect_service_finish (TRS_SIGN_IN (source), result, &error))
    run_next (self);
  else
    end_run (self, error);
}

/**
 * trs_submit_files_run_async:
 * @self: the files
 * @language: (nullable): of what is spoken
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Submits all that are ready, to *On This Computer*, which becomes the account in use. No cancellable: see
 * trs_submit_files_stop().
 */
void
trs_submit_files_run_async (TrsSubmitFiles      *self,
                            const char          *language,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_return_if_fail (!self->busy);

  self->task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (self->task, trs_submit_files_run_async);
  g_free (self->language);
  self->language = g_strdup (language);
  set_busy (self, TRUE);
  if (trs_account_get_local (trs_session_get_account (self->session)) &&
      trs_session_get_state (self->session) == TRS_SESSION_READY)
    run_next (self);
  else
    trs_sign_in_connect_service_async (trs_session_get_sign_in (self->session), TRS_ACCOUNT_LOCAL, self->cancellable,
                                       connected_cb, g_object_ref (self));
}

/**
 * trs_submit_files_run_finish:
 * @self: the files
 * @result: what the callback got
 * @error: return location for an error: why none was submitted, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the first project that was made; each file says what became of it
 */
TrsProject *
trs_submit_files_run_finish (TrsSubmitFiles  *self,
                             GAsyncResult    *result,
                             GError         **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_submit_files_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
trs_submit_files_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  if (id == PROP_BUSY)
    g_value_set_boolean (value, TRS_SUBMIT_FILES (object)->busy);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_submit_files_finalize (GObject *object)
{
  TrsSubmitFiles *self = TRS_SUBMIT_FILES (object);

  g_object_unref (self->session);
  g_object_unref (self->files);
  g_object_unref (self->cancellable);
  g_free (self->language);

  G_OBJECT_CLASS (trs_submit_files_parent_class)->finalize (object);
}

static void
trs_submit_files_class_init (TrsSubmitFilesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_submit_files_get_property;
  object_class->finalize = trs_submit_files_finalize;

  props[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CHANGED] = g_signal_new ("changed", TRS_TYPE_SUBMIT_FILES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
trs_submit_files_init (TrsSubmitFiles *self)
{
  self->files = g_list_store_new (TRS_TYPE_SUBMIT_FILE);
  self->cancellable = g_cancellable_new ();
}

/**
 * trs_submit_files_new:
 * @session: a session for which files can be transcribed on this computer
 *
 * Returns: (transfer full): an empty list of files
 */
TrsSubmitFiles *
trs_submit_files_new (TrsSession *session)
{
  TrsSubmitFiles *self = g_object_new (TRS_TYPE_SUBMIT_FILES, NULL);

  self->session = g_object_ref (session);
  return self;
}

/**
 * trs_submit_files_get_files:
 * @self: the files
 *
 * Returns: (transfer none): #TrsSubmitFile objects, in the order in which they were chosen
 */
GListModel *
trs_submit_files_get_files (TrsSubmitFiles *self)
{
  return G_LIST_MODEL (self->files);
}

gboolean
trs_submit_files_get_busy (TrsSubmitFiles *self)
{
  return self->busy;
}

/**
 * trs_submit_files_get_n_ready:
 * @self: the files
 * @seconds: (out) (optional): how long they last together, as far as that is known
 *
 * Returns: how many files "Transcribe" means
 */
guint
trs_submit_files_get_n_ready (TrsSubmitFiles *self,
                              double         *seconds)
{
  guint n_ready = 0;
  double sum = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->files)); i++)
    {
      g_autoptr (TrsSubmitFile) file = g_list_model_get_item (G_LIST_MODEL (self->files), i);

      if (!trs_submit_file_get_will_send (file))
        continue;
      n_ready++;
      sum += trs_submit_file_get_length (file);
    }
  if (seconds != NULL)
    *seconds = sum;
  return n_ready;
}
