/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-query.h"

G_BEGIN_DECLS

/**
 * TrsSearchMatch:
 * @start: where it begins, in bytes
 * @length: in bytes, of the longest term that matches there
 * @terms: which terms match there, a bit each
 */
typedef struct
{
  gsize start;
  gsize length;
  guint64 terms;
} TrsSearchMatch;

/**
 * TrsSearchScan:
 *
 * Goes through the places of a text at which a term stands.
 */
typedef struct
{
  /*< private >*/
  const TrsSearchQuery *query;
  const char *text;
  const char *end;
  const char *next; /* where to look next */
} TrsSearchScan;

void     trs_search_scan_init    (TrsSearchScan        *self,
                                  const TrsSearchQuery *query,
                                  const char           *text,
                                  gsize                 length);
void     trs_search_scan_skip_to (TrsSearchScan        *self,
                                  gsize                 start);
gboolean trs_search_scan_next    (TrsSearchScan        *self,
                                  TrsSearchMatch       *match);

G_END_DECLS
