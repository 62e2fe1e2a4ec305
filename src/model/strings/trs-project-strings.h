/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

/* What is said of a project in every list and page that shows it. */

char       *trs_project_strings_title       (TrsProject *project);
char       *trs_project_strings_titles      (TrsProject *project);
char       *trs_project_strings_missing     (TrsProject *project,
                                             gboolean    has_text);
char       *trs_project_strings_language    (TrsProject *project);
char       *trs_project_strings_status      (TrsProject *project);
char       *trs_project_strings_join        (const char *first,
                                             const char *second);
char       *trs_project_strings_spoken_as   (const char *title,
                                             const char *status,
                                             gboolean    unread);
const char *trs_project_strings_icon        (TrsProject *project);
const char *trs_project_strings_style_class (TrsProject *project);
