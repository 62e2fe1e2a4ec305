/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsNotice:
 * @words: (nullable): one sentence or two, or %NULL when there is nothing to say
 * @icon_name: icon that stands before it
 * @key: whether something is to be done about the key or the store (amber), else grey
 * @action_label: label of the button
 * @action_name: its action
 *
 * What keeps the program from the service, or from keeping anything, at the
 * moment. The strings are static.
 */
typedef struct
{
  const char *words;
  const char *icon_name;
  gboolean key;
  const char *action_label;
  const char *action_name;
} TrsNotice;

TrsNotice trs_notice_for (TrsSessionState  state,
                          const GError    *key_error,
                          gint64           offline_since,
                          gboolean         without_network,
                          const GError    *store_error,
                          gboolean         readable,
                          gboolean         moved_aside);
char     *trs_notice_left_words_new (guint       n_texts,
                                     guint       n_projects,
                                     const char *name);

G_END_DECLS
