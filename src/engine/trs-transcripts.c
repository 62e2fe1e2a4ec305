/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcripts-private.h"

#include "trs-error.h"

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

/**
 * trs_transcripts_foreach:
 * @self: transcripts
 * @func: called for each transcript in memory
 * @user_data: for @func
 */
void
trs_transcripts_foreach (TrsTranscripts   *self,
                         TrsTextCacheFunc  func,
                         gpointer          user_data)
{
  trs_text_cache_foreach (self->cache, func, user_data);
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
