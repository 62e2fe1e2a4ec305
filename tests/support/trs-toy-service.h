/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-transport.h"

G_BEGIN_DECLS

/**
 * TrsToyService:
 *
 * The whole service as a transport, for tests of the engine: it has projects,
 * keys and pages of 100, and its only time is the clock of the test. What it
 * was asked is written down with the time. Nothing is answered before the
 * call returns; while it is held nothing is answered at all.
 */
#define TRS_TYPE_TOY_SERVICE (trs_toy_service_get_type ())
G_DECLARE_FINAL_TYPE (TrsToyService, trs_toy_service, TRS, TOY_SERVICE, GObject)

/**
 * TrsToyFault:
 * @TRS_TOY_STATUS: answers with a status, without doing anything
 * @TRS_TOY_OFFLINE: never left
 * @TRS_TOY_CUT: does what is asked, and the answer is lost
 * @TRS_TOY_CUT_BEFORE: the request is lost, without a sign that it was
 * @TRS_TOY_CUT_SHORT: does what is asked, and half of the answer is lost
 * @TRS_TOY_GARBAGE: does what is asked, and the answer is no JSON
 */
typedef enum
{
  TRS_TOY_STATUS,
  TRS_TOY_OFFLINE,
  TRS_TOY_CUT,
  TRS_TOY_CUT_BEFORE,
  TRS_TOY_CUT_SHORT,
  TRS_TOY_GARBAGE,
} TrsToyFault;

TrsToyService *trs_toy_service_new           (TrsClock      *clock);

void           trs_toy_service_set_key       (TrsToyService *self,
                                              const char    *key);
void           trs_toy_service_set_behind    (TrsToyService *self,
                                              gint64         behind);
void           trs_toy_service_add_user      (TrsToyService *self,
                                              const char    *key);
const char    *trs_toy_service_add           (TrsToyService *self,
                                              const char    *video_id,
                                              const char    *state);
const char    *trs_toy_service_add_for       (TrsToyService *self,
                                              const char    *key,
                                              const char    *video_id,
                                              const char    *state);
void           trs_toy_service_clear         (TrsToyService *self);
guint          trs_toy_service_get_n         (TrsToyService *self);
const char    *trs_toy_service_get_id        (TrsToyService *self,
                                              guint          index);
void           trs_toy_service_set_id        (TrsToyService *self,
                                              guint          index,
                                              const char    *id);
void           trs_toy_service_set_state     (TrsToyService *self,
                                              const char    *id,
                                              const char    *state);
const char    *trs_toy_service_get_state     (TrsToyService *self,
                                              const char    *id);
void           trs_toy_service_hide          (TrsToyService *self,
                                              const char    *id,
                                              gboolean       hidden);
gboolean       trs_toy_service_get_hidden    (TrsToyService *self,
                                              const char    *id);
void           trs_toy_service_set_text      (TrsToyService *self,
                                              const char    *id,
                                              const char    *bare,
                                              const char    *timecodes,
                                              const char    *speakers,
                                              const char    *full);

void           trs_toy_service_set_page_size (TrsToyService *self,
                                              guint          page_size);
void           trs_toy_service_repeat_pages  (TrsToyService *self,
                                              guint          n_pages);

void           trs_toy_service_fail          (TrsToyService *self,
                                              const char    *part,
                                              TrsToyFault    fault,
                                              guint          status,
                                              gint           retry_after,
                                              guint          times);
void           trs_toy_service_mend          (TrsToyService *self);
void           trs_toy_service_hold          (TrsToyService *self);
void           trs_toy_service_release       (TrsToyService *self);
guint          trs_toy_service_get_n_held    (TrsToyService *self);

guint          trs_toy_service_count         (TrsToyService *self,
                                              const char    *part);
guint          trs_toy_service_count_since   (TrsToyService *self,
                                              const char    *part,
                                              gint64         since);
gint64         trs_toy_service_shortest_gap  (TrsToyService *self,
                                              const char    *part);
const char    *trs_toy_service_get_line      (TrsToyService *self,
                                              guint          index);
const char    *trs_toy_service_get_body      (TrsToyService *self,
                                              guint          index);
const char    *trs_toy_service_get_sent_key  (TrsToyService *self,
                                              guint          index);
guint          trs_toy_service_get_n_asked   (TrsToyService *self);
gboolean       trs_toy_service_get_keep_open (TrsToyService *self);

G_END_DECLS
