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
#define TRS_PAGE(page) (G_TYPE_CHECK_INSTANCE_CAST ((page), TRS_TYPE_PAGE, TrsPage))
#define TRS_PAGE_CLASS(klass) (G_TYPE_CHECK_CLASS_CAST ((klass), TRS_TYPE_PAGE, TrsPageClass))
#define TRS_PAGE_GET_CLASS(page) (G_TYPE_INSTANCE_GET_CLASS ((page), TRS_TYPE_PAGE, TrsPageClass))

typedef struct
{
  AdwBin parent_instance;

  TrsSession *session;
  TrsProject *project;
  gboolean folded;
  gboolean back;
  gboolean compact;

  /*< private >*/
  char *told_pattern;
} TrsPage;

/**
 * TrsPageClass:
 * @update: the project or any of the properties changed
 * @session_changed: the session is there
 * @project_changed: the project is another one, or %NULL
 *
 * All are optional.
 */
typedef struct
{
  AdwBinClass parent_class;

  void (*update)          (TrsPage *self);
  void (*session_changed) (TrsPage *self);
  void (*project_changed) (TrsPage *self);
} TrsPageClass;

GType trs_page_get_type (void);

gboolean trs_page_tell_pattern (TrsPage    *self,
                                const char *pattern);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsPage, g_object_unref)
