/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-annotation-editor.h"

#include "trs-store-annotations.h"
#include "trs-store.h"

struct _TrsAnnotationEditor
{
  GObject parent_instance;

  TrsAnnotations *annotations;
  GPtrArray *done;
  GPtrArray *undone;

  TrsAnnotations *stored;
  guint n_saving;
  GCancellable *cancellable; /* of what is read again */
  gboolean reading;
  gboolean stale; /* to be read once more */
  TrsLibrary *library;
  TrsProject *project;
  gint64 account; /* of the project, whichever is in use later */
};

#define MAX_NAMES 100

enum
{
  PROP_0,
  PROP_ANNOTATIONS,
  N_PROPS
};

enum
{
  OVERRIDDEN,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsAnnotationEditor, trs_annotation_editor, G_TYPE_OBJECT)

static void
trs_annotation_editor_get_property (GObject    *object,
                                    guint       prop_id,
                                    GValue     *value,
                                    GParamSpec *pspec)
{
  TrsAnnotationEditor *self = TRS_ANNOTATION_EDITOR (object);

  switch (prop_id)
    {
    case PROP_ANNOTATIONS:
      g_value_set_boxed (value, self->annotations);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_annotation_editor_finalize (GObject *object)
{
  TrsAnnotationEditor *self = TRS_ANNOTATION_EDITOR (object);

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_object_unref (self->library);
  g_object_unref (self->project);
  g_ptr_array_unref (self->annotations);
  g_ptr_array_unref (self->stored);
  g_ptr_array_unref (self->done);
  g_ptr_array_unref (self->undone);

  G_OBJECT_CLASS (trs_annotation_editor_parent_class)->finalize (object);
}

static void
trs_annotation_editor_class_init (TrsAnnotationEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_annotation_editor_get_property;
  object_class->finalize = trs_annotation_editor_finalize;

  props[PROP_ANNOTATIONS] = g_param_spec_boxed ("annotations", NULL, NULL, G_TYPE_PTR_ARRAY,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[OVERRIDDEN] = g_signal_new ("overridden", TRS_TYPE_ANNOTATION_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 0);
}

static void
trs_annotation_editor_init (TrsAnnotationEditor *self)
{
  self->cancellable = g_cancellable_new ();
  self->done = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_annotations_change_free);
  self->undone = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_annotations_change_free);
}

static void read_again (TrsAnnotationEditor *self);

/**
 * trs_annotation_editor_new:
 * @library: what this computer keeps
 * @project: a project of its account
 * @annotations: what the user has added to its transcript
 *
 * Returns: (transfer full): an editor
 */
TrsAnnotationEditor *
trs_annotation_editor_new (TrsLibrary     *library,
                           TrsProject     *project,
                           TrsAnnotations *annotations)
{
  TrsAnnotationEditor *self = g_object_new (TRS_TYPE_ANNOTATION_EDITOR, NULL);

  self->library = g_object_ref (library);
  self->project = g_object_ref (project);
  self->account = trs_library_get_account (library);
  self->annotations = g_ptr_array_ref (annotations);
  self->stored = g_ptr_array_ref (annotations);
  g_signal_connect_object (trs_library_get_store (library), "changed-elsewhere", G_CALLBACK (read_again), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* An edit that is being saved, which may outlive the editor. */
typedef struct
{
  GWeakRef editor;
  TrsLibrary *library;
  TrsProject *project;
  TrsAnnotationsChange *change;
} Saving;

static void
saving_free (Saving *saving)
{
  g_weak_ref_clear (&saving->editor);
  g_object_unref (saving->library);
  g_object_unref (saving->project);
  trs_annotations_change_free (saving->change);
  g_free (saving);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saving, saving_free)

/* Sets the annotations that the store holds once all edits given to it are written. Other programs may have added
 * some. */
static void
set_stored (TrsAnnotationEditor *self,
            TrsAnnotations      *stored)
{
  g_ptr_array_unref (self->stored);
  self->stored = stored;
}

/* The kind of annotation that an edit changes. */
static TrsAnnotationKind
get_kind (const TrsAnnotationsChange *change)
{
  TrsAnnotations *items = change->added->len > 0 ? change->added : change->removed;

  return items->len > 0 ? ((const TrsAnnotation *) g_ptr_array_index (items, 0))->kind : 0;
}

/* Errors go to the library, because the page of the editor may have been closed. The edit stays in memory, and is
 * written together with the next one. */
static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Saving) saving = user_data;
  g_autoptr (TrsAnnotationEditor) self = g_weak_ref_get (&saving->editor);
  g_autoptr (GError) error = NULL;

  if (!trs_store_annotations_edit_finish (TRS_STORE (source), result, &error))
    trs_library_report_edit (saving->library, saving->project, get_kind (saving->change), error);
  if (self == NULL)
    return;

  self->n_saving--;
  if (error != NULL)
    set_stored (self, trs_annotations_take_back (self->stored, saving->change));
  if (self->stale)
    read_again (self);
}

/* Saves the difference between the current annotations and those in the store. */
static void
save (TrsAnnotationEditor *self)
{
  Saving *saving = g_new0 (Saving, 1);

  g_weak_ref_init (&saving->editor, self);
  saving->library = g_object_ref (self->library);
  saving->project = g_object_ref (self->project);
  saving->change = trs_annotations_compare (self->stored, self->annotations);
  set_stored (self, g_ptr_array_ref (self->annotations));
  self->n_saving++;
  trs_store_annotations_edit_async (trs_library_get_store (self->library), self->account,
                                    trs_project_get_id (self->project), saving->change->added, saving->change->removed,
                                    NULL, saved_cb, saving);
}

/* Shows and saves @annotations (transfer full), and pushes the change that reverts this onto @stack. */
static void
apply_edit (TrsAnnotationEditor *self,
            TrsAnnotations      *annotations,
            GPtrArray           *stack)
{
  g_ptr_array_add (stack, trs_annotations_compare (self->annotations, annotations));
  g_ptr_array_unref (self->annotations);
  self->annotations = annotations;
  save (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ANNOTATIONS]);
}

/* Reverts the last edit on a stack, except where somebody else has changed the same annotations since. */
static void
revert_edit (TrsAnnotationEditor *self,
             GPtrArray           *from,
             GPtrArray           *to)
{
  g_autoptr (TrsAnnotationsChange) change = g_ptr_array_steal_index (from, from->len - 1);

  apply_edit (self, trs_annotations_take_back (self->annotations, change), to);
}

/* Another program */

static gboolean
was_made_here (TrsAnnotationEditor *self,
               const TrsAnnotation *item)
{
  for (guint i = 0; i < self->done->len; i++)
    {
      const TrsAnnotationsChange *change = g_ptr_array_index (self->done, i);

      if (trs_annotations_find_equal (change->added, item) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Makes it possible to undo that another program replaced edits made here. Returns: whether there were any */
static gboolean
keep_overridden (TrsAnnotationEditor        *self,
                 const TrsAnnotationsChange *elsewhere)
{
  gboolean any = FALSE;

  for (guint i = 0; i < elsewhere->removed->len; i++)
    {
      const TrsAnnotation *mine = g_ptr_array_index (elsewhere->removed, i);
      const TrsAnnotation *other = trs_annotations_find_about_same (elsewhere->added, mine);
      TrsAnnotationsChange *change;

      if (other == NULL || !was_made_here (self, mine))
        continue;
      change = g_new (TrsAnnotationsChange, 1);
      change->removed = trs_annotations_new ();
      change->added = trs_annotations_new ();
      g_ptr_array_add (change->removed, trs_annotation_copy (mine));
      g_ptr_array_add (change->added, trs_annotation_copy (other));
      g_ptr_array_add (self->done, change);
      any = TRUE;
    }
  return any;
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  TrsAnnotationEditor *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsAnnotations) read = trs_store_annotations_read_finish (TRS_STORE (source), result, &error);
  g_autoptr (TrsAnnotationsChange) elsewhere = NULL;
  TrsAnnotations *annotations;
  gboolean overridden;

  /* The editor that started the read is gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  self->reading = FALSE;
  if (read == NULL)
    return;
  /* The result does not contain edits that were made during the read. */
  if (self->stale || self->n_saving > 0)
    {
      self->stale = TRUE;
      if (self->n_saving == 0)
        read_again (self);
      return;
    }

  elsewhere = trs_annotations_compare (self->stored, read);
  if (elsewhere->removed->len == 0 && elsewhere->added->len == 0)
    return;

  annotations = trs_annotations_apply (self->annotations, elsewhere);
  overridden = keep_overridden (self, elsewhere);
  set_stored (self, g_steal_pointer (&read));
  g_ptr_array_unref (self->annotations);
  self->annotations = annotations;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ANNOTATIONS]);
  if (overridden)
    g_signal_emit (self, signals[OVERRIDDEN], 0);
}

/* Reads only when all edits given to the store are written; before that, the store has fewer than this editor. */
static void
read_again (TrsAnnotationEditor *self)
{
  self->stale = self->n_saving > 0 || self->reading;
  if (self->stale)
    return;

  self->reading = TRUE;
  trs_store_annotations_read_async (trs_library_get_store (self->library), self->account,
                                    trs_project_get_id (self->project), self->cancellable, read_cb, self);
}

/**
 * trs_annotation_editor_apply:
 * @self: an editor
 * @annotations: (transfer full): the result of an edit of the current annotations
 *
 * Makes an edit that can be undone.
 */
void
trs_annotation_editor_apply (TrsAnnotationEditor *self,
                             TrsAnnotations      *annotations)
{
  g_ptr_array_set_size (self->undone, 0);
  apply_edit (self, annotations, self->done);
}

/* Reverts the last edit, if there is one. */
void
trs_annotation_editor_undo (TrsAnnotationEditor *self)
{
  if (self->done->len > 0)
    revert_edit (self, self->done, self->undone);
}

/* Repeats the edit that was undone last. */
void
trs_annotation_editor_redo (TrsAnnotationEditor *self)
{
  if (self->undone->len > 0)
    revert_edit (self, self->undone, self->done);
}

static void
names_listed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *names = trs_store_annotations_list_names_finish (TRS_STORE (source), result, &error);

  if (names != NULL)
    g_task_return_pointer (task, names, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_annotation_editor_list_names_async:
 * @self: an editor
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the names that the user gave to speakers in transcripts of the account.
 */
void
trs_annotation_editor_list_names_async (TrsAnnotationEditor *self,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_annotation_editor_list_names_async);
  trs_store_annotations_list_names_async (trs_library_get_store (self->library), self->account, MAX_NAMES, NULL,
                                          names_listed_cb, task);
}

/**
 * trs_annotation_editor_list_names_finish:
 * @self: an editor
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type utf8): them, the one given last
 *   first; %NULL with @error set
 */
GPtrArray *
trs_annotation_editor_list_names_finish (TrsAnnotationEditor  *self,
                                         GAsyncResult         *result,
                                         GError              **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_annotation_editor_list_names_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_annotation_editor_get_annotations:
 * @self: a #TrsAnnotationEditor
 *
 * Returns: (transfer none): what the user has added so far
 */
TrsAnnotations *
trs_annotation_editor_get_annotations (TrsAnnotationEditor *self)
{
  return self->annotations;
}

/**
 * trs_annotation_editor_get_done:
 * @self: a #TrsAnnotationEditor
 *
 * Returns: (transfer none) (element-type TrsAnnotationsChange): the edits that
 *   can be undone, the next one last
 */
GPtrArray *
trs_annotation_editor_get_done (TrsAnnotationEditor *self)
{
  return self->done;
}

/**
 * trs_annotation_editor_get_undone:
 * @self: a #TrsAnnotationEditor
 *
 * Returns: (transfer none) (element-type TrsAnnotationsChange): those that can
 *   be made again, likewise
 */
GPtrArray *
trs_annotation_editor_get_undone (TrsAnnotationEditor *self)
{
  return self->undone;
}
