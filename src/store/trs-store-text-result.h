/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/**
 * TrsStoreTextResult:
 * @TRS_STORE_TEXT_FAILED: nothing was stored, see the error
 * @TRS_STORE_TEXT_NEW: the first text of the project
 * @TRS_STORE_TEXT_SAME: the same words as the stored ones
 * @TRS_STORE_TEXT_DIFFERENT: other words than the stored ones; both are
 *   stored, and the one that is shown stays
 */
typedef enum
{
  TRS_STORE_TEXT_FAILED,
  TRS_STORE_TEXT_NEW,
  TRS_STORE_TEXT_SAME,
  TRS_STORE_TEXT_DIFFERENT,
} TrsStoreTextResult;
