/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-annotation-editor.h"

#include "trs-store.h"

#define MAX_NAMES 100

static guint changed_signal;

G_DEFINE_FINAL_TYPE (TrsAnnotationEditor, trs_annotation_editor, G_TYPE_OBJECT)

static void
trs_annotation_editor_finalize (GObject *object)
{
  TrsAnnotationEditor *self = TRS_ANNOTATION_EDITOR (object);

  g_object_unref (self->library);
  g_object_unref (self->project);
  g_ptr_array_unref (self->annotations);
  g_ptr_array_unref (self->done);
  g_ptr_array_unref (self->undone);

  G_OBJECT_CLASS (trs_annotation_editor_parent_class)->finalize (object);
}

static void
trs_annotation_editor_class_init (TrsAnnotationEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_annotation_editor_finalize;

  changed_signal = g_signal_new ("changed", TRS_TYPE_ANNOTATION_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
trs_annotation_editor_init (TrsAnnotationEditor *self)
{
  self->done = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  self->undone = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
}

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
  self->account = library->account;
  self->annotations = g_ptr_array_ref (annotations);
  return self;
}

/* An edit that is being saved. */
typedef struct
{
  TrsLibrary *library;
  TrsProject *project;
  TrsAnnotationKind kind;
} Saving;

static gboolean
is_same (const TrsAnnotation *one,
         const TrsAnnotation *other)
{
  return one->kind == other->kind && one->number == other->number && one->other == other->other &&
         trs_text_position_compare (one->start, other->start) == 0 &&
         trs_text_position_compare (one->end, other->end) == 0 && g_strcmp0 (one->text, other->text) == 0;
}

/* What the edit that led from one to the other was about: the first that differs; 0 if nothing does. */
static TrsAnnotationKind
find_kind (TrsAnnotations *before,
           TrsAnnotations *after)
{
  guint i = 0;

  while (i < before->len && i < after->len && is_same (before->pdata[i], after->pdata[i]))
    i++;
  if (i < MAX (before->len, after->len))
    return ((const TrsAnnotation *) (after->len >= before->len ? after : before)->pdata[i])->kind;
  return 0;
}

/* Whoever made the edit may have left the page since, so that it is the library that reports it. */
static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Saving *saving = user_data;
  g_autoptr (GError) error = NULL;

  if (trs_store_run_finish (TRS_STORE (source), result, &error) == NULL)
    trs_library_report_edit (saving->library, saving->project, saving->kind, error);
  g_object_unref (saving->library);
  g_object_unref (saving->project);
  g_free (saving);
}

/* Shows and keeps @annotations (transfer full); what was before goes onto @stack. */
static void
step (TrsAnnotationEditor *self,
      TrsAnnotations      *annotations,
      GPtrArray           *stack)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->library = g_object_ref (self->library);
  saving->project = g_object_ref (self->project);
  saving->kind = find_kind (self->annotations, annotations);
  g_ptr_array_add (stack, self->annotations);
  self->annotations = annotations;
  trs_store_run_async (self->library->store, &trs_store_save_annotations,
                       &(TrsStoreArgs) { .account = self->account, .id = trs_project_get_id (self->project),
                                         .annotations = annotations },
                       NULL, saved_cb, saving);
  g_signal_emit (self, changed_signal, 0);
}

/**
 * trs_annotation_editor_apply:
 * @self: an editor
 * @annotations: (transfer full): what comes of an edit of the annotations it has
 *
 * Makes an edit that can be undone.
 */
void
trs_annotation_editor_apply (TrsAnnotationEditor *self,
                             TrsAnnotations      *annotations)
{
  g_ptr_array_set_size (self->undone, 0);
  step (self, annotations, self->done);
}

/* Takes back the last edit, if there is one. */
void
trs_annotation_editor_undo (TrsAnnotationEditor *self)
{
  if (self->done->len > 0)
    step (self, g_ptr_array_steal_index (self->done, self->done->len - 1), self->undone);
}

/* Makes the edit again that was taken back last. */
void
trs_annotation_editor_redo (TrsAnnotationEditor *self)
{
  if (self->undone->len > 0)
    step (self, g_ptr_array_steal_index (self->undone, self->undone->len - 1), self->done);
}

/**
 * trs_annotation_editor_list_names_async:
 * @self: an editor
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the names that the user gave to speakers in transcripts of the account.
 * The result is a task with a #GPtrArray of utf8, the one given last first.
 */
void
trs_annotation_editor_list_names_async (TrsAnnotationEditor *self,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data)
{
  trs_store_run_async (self->library->store, &trs_store_list_names,
                       &(TrsStoreArgs) { .account = self->account, .limit = MAX_NAMES }, NULL, callback, user_data);
}
