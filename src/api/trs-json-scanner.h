/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-json-string.h"

G_BEGIN_DECLS

/* The only place that knows the grammar, and the bounds of what is read. */

#define TRS_JSON_MAX_DEPTH 32

/* The interface has about ten. json-glib looks for a member that is repeated among all those before it. */
#define TRS_JSON_MAX_MEMBERS 100

/* A page of the list at its largest has 11,000. A detail may carry the words one by one: those of a hearing of ten
 * hours are 90,000 objects of a few values each. The parser makes a tree of this many in about half a second. */
#define TRS_JSON_MAX_VALUES 500000

typedef enum
{
  TRS_JSON_TOKEN_FAILED,
  TRS_JSON_TOKEN_ENDED,
  TRS_JSON_TOKEN_OBJECT,
  TRS_JSON_TOKEN_OBJECT_END,
  TRS_JSON_TOKEN_ARRAY,
  TRS_JSON_TOKEN_ARRAY_END,
  TRS_JSON_TOKEN_NAME,
  TRS_JSON_TOKEN_STRING,
  TRS_JSON_TOKEN_NUMBER,
  TRS_JSON_TOKEN_WORD,
  TRS_JSON_TOKEN_PUNCTUATION, /* is passed over, never handed out */
} TrsJsonToken;

/**
 * TrsJsonScanner:
 * @text: the document, changed by the scan; ends with a NUL that does not count
 * @length: its length in bytes
 * @damaged: whether a string up to here held a NUL or a lone surrogate
 * @depth: how many arrays and objects are open
 *
 * The other members are private.
 */
typedef struct
{
  char *text;
  gsize length;
  gboolean damaged;
  guint depth;

  char *position;
  char *end;
  int expectation;
  guint n_values;
  char closers[TRS_JSON_MAX_DEPTH];
  guint n_members[TRS_JSON_MAX_DEPTH];
  char *string;
  char *string_end;
  TrsJsonStringFlags string_flags;
} TrsJsonScanner;

gboolean      trs_json_scanner_init       (TrsJsonScanner  *self,
                                           GBytes          *bytes,
                                           GError         **error);
void          trs_json_scanner_clear      (TrsJsonScanner  *self);
TrsJsonToken  trs_json_scanner_next       (TrsJsonScanner  *self,
                                           GError         **error);
const char   *trs_json_scanner_get_string (TrsJsonScanner  *self);
gboolean      trs_json_scanner_finish     (TrsJsonScanner  *self,
                                           GError         **error);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrsJsonScanner, trs_json_scanner_clear)

G_END_DECLS
