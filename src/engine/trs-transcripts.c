/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcripts-private.h"

#include "trs-error.h"
#include "trs-store-versions.h"
#include "trs-task.h"

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsTranscripts, trs_transcripts, G_TYPE_OBJECT)

static void
trs_transcripts_finalize (GObject *object)
{
  TrsTranscripts *self = TRS_TRANSCRIPTS (object);

  g_hash_table_unref (self->loads);
  g_clear_pointer (&self->cache, trs_text_cache_free);
  g_clear_object (&self->library);
  g_clear_object (&self->clock);
  g_clear_object (&self->link);

  G_OBJECT_CLASS (trs_transcripts_parent_class)->finalize (object);
}

static void
trs_transcripts_get_property (GObject    *object,
                              guint       property,
                              GValue     *value,
                              GParamSpec *pspec)
{
  g_value_set_boolean (value, TRS_TRANSCRIPTS (object)->busy);
}

static void
trs_transcripts_class_init (TrsTranscriptsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_transcripts_get_property;
  object_class->finalize = trs_transcripts_finalize;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
trs_transcripts_init (TrsTranscripts *self)
{
  self->loads = g_hash_table_new (g_str_hash, g_str_equal);
}

/**
 * trs_transcripts_new:
 * @link: the road to the service
 * @library: (nullable): what this computer keeps
 * @clock: the time
 * @capacity: how many bytes of text to keep
 *
 * Returns: (transfer full): transcripts, none of which is fetched yet
 */
TrsTranscripts *
trs_transcripts_new (TrsLink    *link,
                     TrsLibrary *library,
                     TrsClock   *clock,
                     gsize       capacity)
{
  TrsTranscripts *self = g_object_new (TRS_TYPE_TRANSCRIPTS, NULL);

  self->link = g_object_ref (link);
  g_set_object (&self->library, library);
  self->clock = g_object_ref (clock);
  self->cache = trs_text_cache_new (capacity);

  return self;
}

/**
 * trs_transcripts_update_busy:
 * @self: transcripts
 *
 * Sees whether somebody waits.
 */
void
trs_transcripts_update_busy (TrsTranscripts *self)
{
  GHashTableIter iter;
  gpointer load;
  gboolean busy = FALSE;

  g_hash_table_iter_init (&iter, self->loads);
  while (!busy && g_hash_table_iter_next (&iter, NULL, &load))
    busy = !((TrsTextLoad *) load)->background;

  if (self->busy == busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/**
 * trs_transcripts_load_async:
 * @self: transcripts
 * @project: a project that is done
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when there is a transcript
 * @user_data: (closure): for @callback
 *
 * Two times `GET /api/detail/{id}`, unless it was fetched before. If the
 * service says that the project is not done after all, @project tells so and
 * the error is %TRS_ERROR_FAILED.
 */
void
trs_transcripts_load_async (TrsTranscripts      *self,
                            TrsProject          *project,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  TrsTranscript *transcript = trs_text_cache_lookup (self->cache, trs_project_get_id (project));
  TrsTextLoad *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  g_task_set_source_tag (task, trs_transcripts_load_async);
  if (transcript != NULL)
    g_task_return_pointer (task, g_object_ref (transcript), g_object_unref);
  else if (trs_project_get_pending (project))
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, "It is not known whether there is such a project");
  else if (load != NULL)
    trs_text_load_join (load, task);
  else
    trs_text_load_begin (self, project, FALSE, task);
}

/**
 * trs_transcripts_load_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the transcript
 */
TrsTranscript *
trs_transcripts_load_finish (TrsTranscripts  *self,
                             GAsyncResult    *result,
                             GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_transcripts_fetch_async:
 * @self: transcripts
 * @project: a project that is done and whose transcript is not on this computer
 * @callback: called when the transcript is kept
 * @user_data: (closure): for @callback
 *
 * As trs_transcripts_load_async(), behind the user's back: to be kept, not to
 * be read. Finish with trs_transcripts_load_finish().
 */
void
trs_transcripts_fetch_async (TrsTranscripts      *self,
                             TrsProject          *project,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  TrsTextLoad *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  g_return_if_fail (self->library != NULL);

  g_task_set_source_tag (task, trs_transcripts_fetch_async);
  if (load != NULL)
    g_ptr_array_add (load->waiters, g_steal_pointer (&task));
  else
    trs_text_load_begin (self, project, TRUE, task);
}

/**
 * trs_transcripts_get_busy:
 * @self: transcripts
 *
 * Returns: %TRUE while somebody waits for a transcript
 */
gboolean
trs_transcripts_get_busy (TrsTranscripts *self)
{
  return self->busy;
}

/**
 * trs_transcripts_keep:
 * @self: transcripts
 * @project: (nullable): the project on the screen, whose transcript is kept
 */
void
trs_transcripts_keep (TrsTranscripts *self,
                      TrsProject     *project)
{
  trs_text_cache_keep (self->cache, project != NULL ? trs_project_get_id (project) : NULL);
}

static void
end_loads (TrsTranscripts *self,
           gboolean        found_here_too)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "No longer wanted");
  g_autoptr (GList) loads = g_hash_table_get_values (self->loads);

  for (GList *l = loads; l != NULL; l = l->next)
    {
      TrsTextLoad *load = l->data;

      if (found_here_too || !load->finding)
        trs_text_load_cancel (load, error);
    }
}

/**
 * trs_transcripts_interrupt:
 * @self: transcripts
 *
 * Gives up what is being fetched, and keeps what was. What is looked for on
 * this computer has nothing to do with the service yet, and goes on.
 */
void
trs_transcripts_interrupt (TrsTranscripts *self)
{
  end_loads (self, FALSE);
}

static void
keep_text_again (TrsProject    *project,
                 TrsTranscript *transcript,
                 gpointer       user_data)
{
  TrsTranscripts *self = user_data;

  trs_library_keep_text_async (self->library, project, transcript, trs_link_get_address (self->link), NULL, NULL);
}

/**
 * trs_transcripts_keep_again:
 * @self: transcripts
 *
 * Keeps what was read while nothing could be kept and is still in memory. What
 * is kept already is not kept twice.
 */
void
trs_transcripts_keep_again (TrsTranscripts *self)
{
  trs_text_cache_foreach (self->cache, keep_text_again, self);
}

/**
 * trs_transcripts_forget:
 * @self: transcripts
 * @project: a project
 *
 * Forgets one, and gives up what is being fetched of it.
 */
void
trs_transcripts_forget (TrsTranscripts *self,
                        TrsProject     *project)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "No longer wanted");
  TrsTextLoad *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  if (load != NULL)
    trs_text_load_cancel (load, error);
  trs_text_cache_remove (self->cache, trs_project_get_id (project));
}

/**
 * trs_transcripts_clear:
 * @self: transcripts
 *
 * Forgets all, for the projects of another user.
 */
void
trs_transcripts_clear (TrsTranscripts *self)
{
  end_loads (self, TRUE);
  trs_text_cache_clear (self->cache);
}

/* All texts that the service ever gave for a project, and the choice between them. */

typedef struct
{
  TrsProject *project;
  gboolean empty_text;
} VersionState;

static void
version_state_clear (VersionState *state)
{
  g_clear_object (&state->project);
}

TRS_DEFINE_TASK_STATE (VersionState, version_state)

static GTask *
begin (TrsTranscripts          *self,
       TrsProject          *project,
       gpointer             source_tag,
       GCancellable        *cancellable,
       GAsyncReadyCallback  callback,
       gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  VersionState *state = version_state_attach (task);

  g_task_set_source_tag (task, source_tag);
  state->project = g_object_ref (project);
  state->empty_text = trs_project_get_empty_text (project);
  return task;
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *versions = trs_store_list_versions_finish (TRS_STORE (source), result, &error);

  if (versions != NULL)
    g_task_return_pointer (task, versions, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_transcripts_list_versions_async:
 * @self: transcripts
 * @project: a project
 * @cancellable: (nullable): to give up
 * @callback: called when they are listed
 * @user_data: (closure): for @callback
 *
 * Lists the texts of a project that are kept on this computer: when each was
 * received, from where, and its checksums. Nothing is asked of the service.
 */
void
trs_transcripts_list_versions_async (TrsTranscripts          *self,
                                     TrsProject          *project,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_TRANSCRIPTS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  task = begin (self, project, trs_transcripts_list_versions_async, cancellable, callback, user_data);
  trs_store_list_versions_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                 trs_project_get_id (project), cancellable, listed_cb, task);
}

/**
 * trs_transcripts_list_versions_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error; %G_IO_ERROR_NOT_FOUND if nothing is kept here at all
 *
 * Returns: (transfer full) (nullable) (element-type TrsTextVersion): the texts, newest first
 */
GPtrArray *
trs_transcripts_list_versions_finish (TrsTranscripts    *self,
                                      GAsyncResult  *result,
                                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsTranscript *transcript = trs_store_load_version_finish (TRS_STORE (source), result, &error);

  if (transcript != NULL)
    g_task_return_pointer (task, transcript, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_transcripts_load_version_async:
 * @self: transcripts
 * @project: a project
 * @number: one of its texts, see #TrsTextVersion
 * @cancellable: (nullable): to give up
 * @callback: called when it is read
 * @user_data: (closure): for @callback
 *
 * Reads a text from this computer, as it was received.
 */
void
trs_transcripts_load_version_async (TrsTranscripts          *self,
                                    TrsProject          *project,
                                    gint64               number,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_TRANSCRIPTS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  task = begin (self, project, trs_transcripts_load_version_async, cancellable, callback, user_data);
  trs_store_load_version_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                trs_project_get_id (project), number, cancellable, loaded_cb, task);
}

/**
 * trs_transcripts_load_version_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the text
 */
TrsTranscript *
trs_transcripts_load_version_finish (TrsTranscripts    *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
chosen_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsTranscripts *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!trs_store_choose_version_finish (TRS_STORE (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  trs_transcripts_forget (self, version_state_get (task)->project);
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_transcripts_choose_version_async:
 * @self: transcripts
 * @project: a project
 * @number: one of its texts, see #TrsTextVersion
 * @callback: called when it is chosen
 * @user_data: (closure): for @callback
 *
 * Reads, searches and exports this text from now on. The others stay on this
 * computer, and can be chosen as well.
 */
void
trs_transcripts_choose_version_async (TrsTranscripts          *self,
                                      TrsProject          *project,
                                      gint64               number,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_TRANSCRIPTS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  task = begin (self, project, trs_transcripts_choose_version_async, NULL, callback, user_data);
  trs_store_choose_version_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                  trs_project_get_id (project), number, NULL, chosen_cb, task);
}

/**
 * trs_transcripts_choose_version_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the next trs_transcripts_load_async() gives this text
 */
gboolean
trs_transcripts_choose_version_finish (TrsTranscripts    *self,
                                       GAsyncResult  *result,
                                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsTranscripts *self = g_task_get_source_object (task);
  VersionState *state = version_state_get (task);
  GError *error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (transcript == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  /* What came is not what is read. */
  trs_project_set_empty_text (state->project, state->empty_text);
  trs_store_list_versions_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                 trs_project_get_id (state->project), NULL, listed_cb, g_steal_pointer (&task));
}

/**
 * trs_transcripts_fetch_again_async:
 * @self: transcripts
 * @project: a project whose text is on this computer
 * @callback: called when the service has answered
 * @user_data: (closure): for @callback
 *
 * Asks the service for the text once more. What is read stays as it is; a
 * text that differs is kept beside it. Finish with
 * trs_transcripts_list_versions_finish(), which then tells of it.
 */
void
trs_transcripts_fetch_again_async (TrsTranscripts          *self,
                                   TrsProject          *project,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_return_if_fail (TRS_IS_TRANSCRIPTS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  trs_transcripts_fetch_async (self, project, fetched_cb,
                               begin (self, project, trs_transcripts_fetch_again_async, NULL, callback, user_data));
}
