/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * CutProxy:
 *
 * Stands between the program and the service and lets bytes through, until a
 * request that begins as told, or its answer, has had its share of them.
 */
#define CUT_TYPE_PROXY (cut_proxy_get_type ())
G_DECLARE_FINAL_TYPE (CutProxy, cut_proxy, CUT, PROXY, GObject)

CutProxy   *cut_proxy_new         (const char *target);
const char *cut_proxy_get_address (CutProxy   *self);
void        cut_proxy_cut_answer  (CutProxy   *self,
                                   const char *beginning,
                                   gssize      after);
void        cut_proxy_cut_request (CutProxy   *self,
                                   const char *beginning,
                                   gssize      after);
void        cut_proxy_cut_nothing (CutProxy   *self);

G_END_DECLS
