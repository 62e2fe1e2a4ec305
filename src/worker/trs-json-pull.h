/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Nothing that is read here is as deep. */
#define TRS_JSON_PULL_MAX_DEPTH 64

/**
 * TrsJsonPull:
 *
 * Reads JSON from its beginning to its end, without a tree: what a recogniser writes has a hundred thousand words, of
 * which none is wanted. Once something is wrong nothing more is read: trs_json_pull_is_whole() says it at the end.
 */
typedef struct
{
  /*< private >*/
  const char *at;
  const char *end;
  gboolean failed;
  guint depth;
  gboolean begun[TRS_JSON_PULL_MAX_DEPTH];
} TrsJsonPull;

/**
 * TrsJsonPullKind:
 * @TRS_JSON_PULL_NONE: no value begins here
 *
 * What comes next.
 */
typedef enum
{
  TRS_JSON_PULL_NONE,
  TRS_JSON_PULL_OBJECT,
  TRS_JSON_PULL_ARRAY,
  TRS_JSON_PULL_STRING,
  TRS_JSON_PULL_NUMBER,
  TRS_JSON_PULL_BOOLEAN,
  TRS_JSON_PULL_NULL,
} TrsJsonPullKind;

void            trs_json_pull_init         (TrsJsonPull *self,
                                            const char  *data,
                                            gsize        size);
TrsJsonPullKind trs_json_pull_peek         (TrsJsonPull *self);
gboolean        trs_json_pull_enter        (TrsJsonPull *self,
                                            char         bracket);
gboolean        trs_json_pull_next_member  (TrsJsonPull *self,
                                            GString     *name);
gboolean        trs_json_pull_next_element (TrsJsonPull *self);
gboolean        trs_json_pull_read_string  (TrsJsonPull *self,
                                            GString     *string);
gboolean        trs_json_pull_read_number  (TrsJsonPull *self,
                                            double      *number);
gboolean        trs_json_pull_read_boolean (TrsJsonPull *self,
                                            gboolean    *boolean);
gboolean        trs_json_pull_skip         (TrsJsonPull *self);
gboolean        trs_json_pull_is_whole     (TrsJsonPull *self);

G_END_DECLS
