/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-known-account.h"
#include "trs-search-results.h"

/**
 * TrsProviderResult:
 * @account: number of its account in the store
 * @id: identifier of the project
 * @time: where it was found, in milliseconds of the video; -1 if in what is written about it
 *
 * What the search of the desktop shows, and where it leads.
 */
typedef struct
{
  gint64 account;
  char *id;
  gint64 time;
} TrsProviderResult;

void      trs_provider_result_clear (TrsProviderResult      *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrsProviderResult, trs_provider_result_clear)

char    *trs_provider_result_format   (gint64                  account,
                                       const char             *id,
                                       gint64                  time);
gboolean trs_provider_result_parse    (const char             *identifier,
                                       TrsProviderResult      *result);
char    *trs_provider_result_name     (const TrsProjectData   *project);
char    *trs_provider_result_describe (const TrsProjectData   *project,
                                       const TrsSearchPassage *passage,
                                       const TrsKnownAccount  *account);
