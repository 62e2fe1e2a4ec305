/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsHandleTable:
 *
 * Finds numbers by something that they stand for. Keeps the numbers alone, at
 * five bytes a slot, because what they stand for is kept elsewhere.
 */
typedef struct _TrsHandleTable TrsHandleTable;

#define TRS_NO_HANDLE G_MAXUINT32

typedef guint    (*TrsHandleHash)  (gpointer       user_data,
                                    guint32        handle);
typedef gboolean (*TrsHandleEqual) (gpointer       user_data,
                                    guint32        handle,
                                    gconstpointer  key);

TrsHandleTable *trs_handle_table_new    (TrsHandleHash    hash,
                                         TrsHandleEqual   equal,
                                         gpointer         user_data);
void            trs_handle_table_free   (TrsHandleTable  *self);

guint32         trs_handle_table_find   (TrsHandleTable  *self,
                                         guint            hash,
                                         gconstpointer    key);
void            trs_handle_table_insert (TrsHandleTable  *self,
                                         guint32          handle);
void            trs_handle_table_remove (TrsHandleTable  *self,
                                         guint32          handle);
void            trs_handle_table_clear  (TrsHandleTable  *self);

G_END_DECLS
