/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsPage:
 *
 * The base class of the pages of the window and of their parts. Properties:
 * `session` (set once), `project` (notified also when something of the project
 * changed, so that a closure of the template needs nothing else), `folded` (the
 * page is shown alone), `back` (there is a way back), `compact` (the window is
 * narrow; the page has the style class of that name).
 */
#define TRS_TYPE_PAGE (trs_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (TrsPage, trs_page, TRS, PAGE, AdwBin)

/**
 * TrsPageClass:
 * @update: the project or any of the properties changed
 * @session_changed: the session is there
 * @project_changed: the project is another one, or %NULL
 *
 * All are optional.
 */
struct _TrsPageClass
{
  AdwBinClass parent_class;

  void (*update)          (TrsPage *self);
  void (*session_changed) (TrsPage *self);
  void (*project_changed) (TrsPage *self);
};

TrsSession *trs_page_get_session (TrsPage *self);
TrsProject *trs_page_get_project (TrsPage *self);
gboolean    trs_page_get_folded  (TrsPage *self);
gboolean    trs_page_get_compact (TrsPage *self);

gboolean trs_page_tell_pattern (TrsPage    *self,
                                const char *pattern);
