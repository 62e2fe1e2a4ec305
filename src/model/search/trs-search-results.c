/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-results.h"

void
trs_search_hit_free (TrsSearchHit *self)
{
  g_clear_pointer (&self->project, trs_project_data_free);
  g_clear_pointer (&self->passages, g_ptr_array_unref);
  g_free (self);
}

void
trs_search_results_free (TrsSearchResults *self)
{
  g_ptr_array_unref (self->hits);
  g_free (self);
}
