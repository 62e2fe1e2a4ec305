/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript.h"

G_BEGIN_DECLS

/**
 * TrsTextVersion:
 * @number: what it is called in the store
 * @received_at: when it came, in microseconds since the epoch
 * @address: (not nullable): the service it came from
 * @language: (nullable): what was told of it
 * @shown: whether it is the one that is read, searched and exported
 * @decided: whether the user has chosen between it and the others
 * @sha256: (array): hexadecimal checksums of the bytes received, by
 *   #TrsTextFlags; %NULL for what was not received
 *
 * One of the texts that the service gave for a project, at one time or another.
 */
typedef struct
{
  gint64 number;
  gint64 received_at;
  char *address;
  char *language;
  gboolean shown;
  gboolean decided;
  char *sha256[TRS_TEXT_N_VARIANTS];
} TrsTextVersion;

void                  trs_text_version_free       (TrsTextVersion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsTextVersion, trs_text_version_free)

const TrsTextVersion *trs_text_versions_get_shown (GPtrArray      *versions);
const TrsTextVersion *trs_text_versions_get_news  (GPtrArray      *versions);

G_END_DECLS
