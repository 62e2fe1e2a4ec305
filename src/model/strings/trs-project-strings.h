/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-loss.h"
#include "trs-project.h"

/* What is said of a project in every list and page that shows it. */

char *trs_project_strings_title       (TrsProject *project);
char *trs_project_strings_title_or_id (const char *title,
                                       const char *video_id);
char *trs_project_strings_titles      (TrsProject *project);
char *trs_project_strings_missing     (TrsProject *project,
                                       gboolean    has_text);
char *trs_project_strings_language    (TrsProject *project);
char *trs_project_strings_status      (TrsProject *project);
char *trs_project_strings_join        (const char *first,
                                       const char *second);
char *trs_project_strings_loss        (const TrsLoss *loss);
char *trs_project_strings_spoken_as   (const char *title,
                                       const char *status,
                                       gboolean    unread);

/**
 * TrsProjectLook:
 * @icon: (nullable): name of the icon that stands beside the status
 * @style_class: (nullable): the CSS class of both: `working`, `halted`, `failed`, or %NULL for the quiet rest
 *
 * How the status of a project is shown.
 */
typedef struct
{
  const char *icon;
  const char *style_class;
} TrsProjectLook;

TrsProjectLook trs_project_strings_look (TrsProject *project);
