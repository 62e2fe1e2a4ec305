/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-query.h"

G_BEGIN_DECLS

/* Words that follow each other: their folded characters, with
 * %TRS_SEARCH_SEPARATOR between two words. */
typedef struct
{
  char *words; /* as typed, a blank between two */
  GArray *folded;
  gboolean prefix; /* the last word may go on */
  gboolean unspaced;
} TrsSearchTerm;

/* With which bytes a term may begin, in lower case; 0 for any. Terms that begin
 * with a character outside ASCII have none: the first byte tells. */
typedef struct
{
  guint8 first;
  guint8 second;
  guint8 third;
} TrsSearchBeginning;

struct _TrsSearchQuery
{
  GPtrArray *terms;
  gboolean unspaced;
  TrsSearchBeginning beginnings[TRS_SEARCH_MAX_TERMS];
  guint n_beginnings;
};

G_END_DECLS
