/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"
#include "trs-library.h"

/**
 * TrsAnnotationEditor:
 *
 * Edits what the user adds to one transcript: saves each edit at once, can undo
 * and redo it, and follows what another program adds to the same transcript.
 *
 * Property `annotations` (read-only): notifies after each edit, here or
 * elsewhere, when it is known what can be undone and redone. An edit that could
 * not be saved stays in memory, is written with the next one, and is reported by
 * #TrsLibrary::edit-failed. Signal `overridden`: something that was edited here
 * was then edited by another program; undo brings it back.
 */
#define TRS_TYPE_ANNOTATION_EDITOR (trs_annotation_editor_get_type ())
G_DECLARE_FINAL_TYPE (TrsAnnotationEditor, trs_annotation_editor, TRS, ANNOTATION_EDITOR, GObject)

TrsAnnotations *trs_annotation_editor_get_annotations (TrsAnnotationEditor *self);
GPtrArray      *trs_annotation_editor_get_done        (TrsAnnotationEditor *self);
GPtrArray      *trs_annotation_editor_get_undone      (TrsAnnotationEditor *self);

TrsAnnotationEditor *trs_annotation_editor_new               (TrsLibrary          *library,
                                                              TrsProject          *project,
                                                              TrsAnnotations      *annotations);
void                 trs_annotation_editor_apply             (TrsAnnotationEditor *self,
                                                              TrsAnnotations      *annotations);
void                 trs_annotation_editor_undo              (TrsAnnotationEditor *self);
void                 trs_annotation_editor_redo              (TrsAnnotationEditor *self);
void                 trs_annotation_editor_list_names_async  (TrsAnnotationEditor *self,
                                                              GAsyncReadyCallback  callback,
                                                              gpointer             user_data);
GPtrArray           *trs_annotation_editor_list_names_finish (TrsAnnotationEditor *self,
                                                              GAsyncResult        *result,
                                                              GError             **error);
