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

/* With which bytes a term may begin, but for the bits of %TRS_SEARCH_CASE; 0 for any. */
typedef struct
{
  guint8 first;
  guint8 second;
  guint8 third;
  gboolean exact; /* these are the bytes of the first character, or the first of them */
} TrsSearchBeginning;

/* What tells capital letters of ASCII from small ones; it makes no difference where bytes are compared. */
#define TRS_SEARCH_CASE 0x20

/* A byte that is in no text. */
#define TRS_SEARCH_NO_LEAD 0xff

struct _TrsSearchQuery
{
  GPtrArray *terms;
  gboolean unspaced;
  TrsSearchBeginning beginnings[2 * TRS_SEARCH_MAX_TERMS];
  guint n_beginnings;
  gboolean exact; /* some of them */
  guint8 first_lead; /* of the bytes with which other characters outside ASCII may begin a term */
  guint8 n_more_leads;
};

/* Bytes that are looked at in one step. */
#define TRS_SEARCH_STEP 64

/* Goes on from *@p, step by step, to the first one in which a term may begin,
 * and returns where: a bit for each byte. 0 if there is none before what is left
 * is less than a step and the two bytes behind it. There is a byte before *@p. */
guint64 trs_search_look      (const TrsSearchQuery  *query,
                              const char           **p,
                              const char            *end);
guint64 trs_search_look_wide (const TrsSearchQuery  *query,
                              const char           **p,
                              const char            *end);

G_END_DECLS
