/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-damaged-file.h"

void
trs_damaged_file_free (TrsDamagedFile *self)
{
  g_free (self->path);
  g_free (self);
}
