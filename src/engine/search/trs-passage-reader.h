/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-projects.h"
#include "trs-search-filter.h"
#include "trs-search-result.h"

typedef struct _TrsLibrary TrsLibrary;

/**
 * TrsPassageReader:
 *
 * Reads every passage in which something is found in the data of the account in
 * use, once and from the newest video on, as for a file; a #TrsSearcher has
 * what a window shows. Page after page is handed out, and nothing of it is
 * kept. Needs neither network nor key.
 */
#define TRS_TYPE_PASSAGE_READER (trs_passage_reader_get_type ())
G_DECLARE_FINAL_TYPE (TrsPassageReader, trs_passage_reader, TRS, PASSAGE_READER, GObject)

TrsPassageReader *trs_passage_reader_new                 (TrsLibrary             *library,
                                                          TrsProjects            *projects,
                                                          const TrsSearchFilter  *filter);

void              trs_passage_reader_read_async          (TrsPassageReader       *self,
                                                          guint                   limit,
                                                          GCancellable           *cancellable,
                                                          GAsyncReadyCallback     callback,
                                                          gpointer                user_data);
GPtrArray        *trs_passage_reader_read_finish         (TrsPassageReader       *self,
                                                          GAsyncResult           *result,
                                                          GError                **error);
void              trs_passage_reader_count_absent_async  (TrsPassageReader       *self,
                                                          GCancellable           *cancellable,
                                                          GAsyncReadyCallback     callback,
                                                          gpointer                user_data);
gint64            trs_passage_reader_count_absent_finish (TrsPassageReader       *self,
                                                          GAsyncResult           *result,
                                                          GError                **error);
