/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"
#include "trs-library.h"

/**
 * TrsAnnotationEditor:
 * @annotations: what the user has added so far
 * @done: (element-type TrsAnnotations): the states that can be gone back to, the next one last
 * @undone: (element-type TrsAnnotations): those that can be gone forward to, likewise
 *
 * Edits what the user adds to one transcript: keeps each edit at once, and can
 * undo and redo it.
 *
 * Signal `changed`: after each edit. One that could not be saved stays in memory,
 * is written with the next one, and is reported by #TrsLibrary::edit-failed.
 */
#define TRS_TYPE_ANNOTATION_EDITOR (trs_annotation_editor_get_type ())
G_DECLARE_FINAL_TYPE (TrsAnnotationEditor, trs_annotation_editor, TRS, ANNOTATION_EDITOR, GObject)

struct _TrsAnnotationEditor
{
  GObject parent_instance;

  TrsAnnotations *annotations;
  GPtrArray *done;
  GPtrArray *undone;

  /*< private >*/
  TrsLibrary *library;
  TrsProject *project;
  gint64 account; /* of the project, whichever is in use later */
};

TrsAnnotationEditor *trs_annotation_editor_new             (TrsLibrary          *library,
                                                            TrsProject          *project,
                                                            TrsAnnotations      *annotations);
void                 trs_annotation_editor_apply           (TrsAnnotationEditor *self,
                                                            TrsAnnotations      *annotations);
void                 trs_annotation_editor_undo            (TrsAnnotationEditor *self);
void                 trs_annotation_editor_redo            (TrsAnnotationEditor *self);
void                 trs_annotation_editor_list_names_async
                                                           (TrsAnnotationEditor *self,
                                                            GAsyncReadyCallback  callback,
                                                            gpointer             user_data);
