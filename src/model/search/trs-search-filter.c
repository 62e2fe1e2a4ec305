/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-filter.h"

/**
 * trs_search_filter_new:
 * @query: (nullable): what is looked for; made valid UTF-8
 *
 * Returns: (transfer full): what has @query, without any other condition
 */
TrsSearchFilter *
trs_search_filter_new (const char *query)
{
  TrsSearchFilter *self = g_new0 (TrsSearchFilter, 1);

  self->query = g_utf8_make_valid (query != NULL ? query : "", -1);
  return self;
}

TrsSearchFilter *
trs_search_filter_copy (const TrsSearchFilter *self)
{
  TrsSearchFilter *copy = g_memdup2 (self, sizeof *self);

  copy->query = g_strdup (self->query);
  copy->speaker = g_strdup (self->speaker);
  copy->language = g_strdup (self->language);
  return copy;
}

void
trs_search_filter_free (TrsSearchFilter *self)
{
  g_free (self->query);
  g_free (self->speaker);
  g_free (self->language);
  g_free (self);
}
