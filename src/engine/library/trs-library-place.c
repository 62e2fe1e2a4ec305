/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-library.h"

#include "trs-store.h"

/**
 * trs_library_set_place:
 * @self: a library
 * @project: a project
 * @place: bytes of words above the view
 * @caret: bytes of words before the caret
 *
 * Keeps where the user reads, if it is another place. Written at once, and not
 * tried again: it changes too often to be worth an error.
 */
void
trs_library_set_place (TrsLibrary *self,
                       TrsProject *project,
                       gint64      place,
                       gint64      caret)
{
  if (!trs_project_set_place (project, place, caret) || self->account == 0)
    return;

  trs_store_run_async (self->store, &trs_store_set_place,
                       &(TrsStoreArgs) { .account = self->account, .id = trs_project_get_id (project),
                                         .place = place, .caret = caret, .quiet = TRUE },
                       NULL, NULL, NULL);
}
