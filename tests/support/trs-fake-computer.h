/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsFakeComputer:
 *
 * A computer whose power and network the test holds.
 */
#define TRS_TYPE_FAKE_COMPUTER (trs_fake_computer_get_type ())
G_DECLARE_FINAL_TYPE (TrsFakeComputer, trs_fake_computer, TRS, FAKE_COMPUTER, GObject)

TrsFakeComputer *trs_fake_computer_new (void);
void             trs_fake_computer_set (TrsFakeComputer *self,
                                        gboolean         saving,
                                        gboolean         metered);
