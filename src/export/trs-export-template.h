/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-source.h"

#include <gio/gio.h>

/* Names of many files from one template, as `{date} {title}`. */

gboolean trs_export_template_check  (const char             *template,
                                     GError                **error);
char    *trs_export_template_expand (const char             *template,
                                     const TrsExportSource  *source,
                                     const char             *extension);
