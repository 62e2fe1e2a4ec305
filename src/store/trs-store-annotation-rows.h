/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotations.h"
#include "trs-sql.h"

/* Annotations as they stand in the database, within a job. */

/* The columns that trs_store_read_annotation() reads. */
#define TRS_STORE_ANNOTATION_COLUMNS \
  "kind, number, other, from_paragraph, from_byte, to_paragraph, to_byte, words, annotation.text, at, "  \
  "version"

gpointer        trs_store_read_annotation     (sqlite3_stmt         *statement);
TrsAnnotations *trs_store_list_annotations    (sqlite3              *db,
                                               gint64                project,
                                               GError              **error);
gboolean        trs_store_insert_annotation   (sqlite3              *db,
                                               gint64                project,
                                               const TrsAnnotation  *it,
                                               GError              **error);
gboolean        trs_store_replace_annotations (sqlite3              *db,
                                               gint64                project,
                                               TrsAnnotations       *annotations,
                                               GError              **error);
