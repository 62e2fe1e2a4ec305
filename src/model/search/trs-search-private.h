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

struct _TrsSearchQuery
{
  GPtrArray *terms;
  gboolean unspaced;
};

G_END_DECLS
