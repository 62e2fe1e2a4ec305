/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-quote-sheet.h"

/* A quote sheet as a file. It is pure, and safe on any thread. */
GBytes *trs_quote_sheet_save (GPtrArray                  *sources,
                              const TrsQuoteSheetOptions *options,
                              const char                 *extension,
                              GError                    **error);
