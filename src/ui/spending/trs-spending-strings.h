/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-spending.h"

G_BEGIN_DECLS

/* Labels of the spending, never with a number that is not known. All results
 * are (transfer full), and not markup. */

char *trs_spending_strings_sum          (TrsSpending            *spending);
char *trs_spending_strings_undecided    (TrsSpending            *spending);
char *trs_spending_strings_month        (const TrsSpendingMonth *month);
char *trs_spending_strings_month_facts  (const TrsSpendingMonth *month);
char *trs_spending_strings_month_amount (const TrsSpendingMonth *month);
char *trs_spending_strings_item         (const TrsSpendingItem  *item);
char *trs_spending_strings_item_facts   (const TrsSpendingItem  *item);
char *trs_spending_strings_item_amount  (const TrsSpendingItem  *item);

G_END_DECLS
