/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsThriftReason:
 * @TRS_THRIFT_NONE: there is no need for it
 * @TRS_THRIFT_POWER: the user wants to save power
 * @TRS_THRIFT_NETWORK: what comes over the network may cost the user something
 *
 * Why what nobody has asked for waits.
 */
typedef enum
{
  TRS_THRIFT_NONE,
  TRS_THRIFT_POWER,
  TRS_THRIFT_NETWORK,
} TrsThriftReason;

GType trs_thrift_reason_get_type (void);
#define TRS_TYPE_THRIFT_REASON (trs_thrift_reason_get_type ())

/**
 * TrsThrift:
 *
 * Whether the computer is to be used sparingly. Properties, read-only: `reason`, and `saving-power`, whether the user
 * wants to save power, whatever the reason is.
 */
#define TRS_TYPE_THRIFT (trs_thrift_get_type ())
G_DECLARE_FINAL_TYPE (TrsThrift, trs_thrift, TRS, THRIFT, GObject)

TrsThrift       *trs_thrift_new              (void);
void             trs_thrift_start            (TrsThrift            *self);
void             trs_thrift_watch            (TrsThrift            *self,
                                              GPowerProfileMonitor *power,
                                              GNetworkMonitor      *network);
TrsThriftReason  trs_thrift_get_reason       (TrsThrift            *self);
gboolean         trs_thrift_get_saving_power (TrsThrift            *self);
