/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsDraft:
 * @lines: links and identifiers that were entered and not sent, one a line; empty if there are none
 * @language: (nullable): the language that was chosen for them
 * @refused: (element-type utf8 utf8): videos among them that the service refused, and why, in the user's words
 *
 * The links that are about to be submitted with an account. A draft never
 * changes and may go to any thread.
 */
typedef struct
{
  char *lines;
  char *language;
  GHashTable *refused;
} TrsDraft;

TrsDraft *trs_draft_new  (const char     *lines,
                          const char     *language);
TrsDraft *trs_draft_copy (const TrsDraft *self);
void      trs_draft_free (TrsDraft       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsDraft, trs_draft_free)
