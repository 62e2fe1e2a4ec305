/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-version.h"

void
trs_text_version_free (TrsTextVersion *self)
{
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_free (self->sha256[i]);
  g_free (self->address);
  g_free (self->language);
  g_free (self);
}

/**
 * trs_text_versions_get_shown:
 * @versions: (element-type TrsTextVersion): the texts of a project
 *
 * Returns: (transfer none) (nullable): the one that is read
 */
const TrsTextVersion *
trs_text_versions_get_shown (GPtrArray *versions)
{
  for (guint i = 0; i < versions->len; i++)
    {
      const TrsTextVersion *version = g_ptr_array_index (versions, i);

      if (version->shown)
        return version;
    }

  return NULL;
}

/**
 * trs_text_versions_get_news:
 * @versions: (element-type TrsTextVersion): the texts of a project, newest first
 *
 * Returns: (transfer none) (nullable): the newest one beside the shown one
 *   about which the user has not decided
 */
const TrsTextVersion *
trs_text_versions_get_news (GPtrArray *versions)
{
  for (guint i = 0; i < versions->len; i++)
    {
      const TrsTextVersion *version = g_ptr_array_index (versions, i);

      if (!version->shown && !version->decided)
        return version;
    }

  return NULL;
}
