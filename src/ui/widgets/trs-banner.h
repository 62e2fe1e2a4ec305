/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"

/**
 * TrsBanner:
 *
 * The strip under a header bar that says why the service cannot be used or
 * nothing can be saved, with one button. Property `session`.
 */
#define TRS_TYPE_BANNER (trs_banner_get_type ())
G_DECLARE_FINAL_TYPE (TrsBanner, trs_banner, TRS, BANNER, TrsPage)

/**
 * TrsBannerContent:
 * @label: (nullable): one sentence or two, or %NULL when there is nothing to show
 * @icon_name: icon that stands before it
 * @key: whether something is to be done about the key or the store (amber), else grey
 * @button_label: label of the button
 * @action_name: its action
 * @help: (nullable): the part of the help that explains it
 *
 * What a banner shows. The strings are static.
 */
typedef struct
{
  const char *label;
  const char *icon_name;
  gboolean key;
  const char *button_label;
  const char *action_name;
  const char *help;
} TrsBannerContent;

TrsBannerContent trs_banner_content_for        (TrsSessionState  state,
                                                const GError    *key_error,
                                                gint64           offline_since,
                                                gboolean         without_network,
                                                const GError    *store_error,
                                                gboolean         readable,
                                                gboolean         moved_aside,
                                                gboolean         settings_lost,
                                                gboolean         account_lost);
char            *trs_banner_missed_label       (const char      *title,
                                                guint            n_missed,
                                                const char      *folder,
                                                gboolean         gone);
char            *trs_banner_left_account_label (guint            n_texts,
                                                guint            n_projects,
                                                const char      *name);
