/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transport.h"

G_BEGIN_DECLS

/**
 * TrsRecordingTransport:
 *
 * A network that does what the test wrote down before, and remembers what it
 * was asked.
 *
 * Each request takes the first scripted answer that fits it. Answers made with
 * `add_*_for` fit only requests whose `METHOD uri` contains a string. A
 * request without an answer waits until the test answers it by its index, or
 * until it is cancelled. Nothing is answered before the call returns.
 */
#define TRS_TYPE_RECORDING_TRANSPORT (trs_recording_transport_get_type ())
G_DECLARE_FINAL_TYPE (TrsRecordingTransport, trs_recording_transport, TRS, RECORDING_TRANSPORT, GObject)

TrsRecordingTransport *trs_recording_transport_new            (void);

void                   trs_recording_transport_add            (TrsRecordingTransport *self,
                                                               guint                  status,
                                                               const char            *body);
void                   trs_recording_transport_add_for        (TrsRecordingTransport *self,
                                                               const char            *part,
                                                               guint                  status,
                                                               const char            *body);
void                   trs_recording_transport_add_reply_for  (TrsRecordingTransport *self,
                                                               const char            *part,
                                                               TrsReply              *reply);
void                   trs_recording_transport_add_error_for  (TrsRecordingTransport *self,
                                                               const char            *part,
                                                               GError                *error);
void                   trs_recording_transport_forget         (TrsRecordingTransport *self);

guint                  trs_recording_transport_get_n_requests (TrsRecordingTransport *self);
guint                  trs_recording_transport_count          (TrsRecordingTransport *self,
                                                               const char            *part);
guint                  trs_recording_transport_get_n_waiting  (TrsRecordingTransport *self);
const TrsRequest      *trs_recording_transport_get_request    (TrsRecordingTransport *self,
                                                               guint                  index);
const char            *trs_recording_transport_get_line       (TrsRecordingTransport *self,
                                                               guint                  index);

void                   trs_recording_transport_answer         (TrsRecordingTransport *self,
                                                               guint                  index,
                                                               guint                  status,
                                                               const char            *body);
void                   trs_recording_transport_answer_reply   (TrsRecordingTransport *self,
                                                               guint                  index,
                                                               TrsReply              *reply);
void                   trs_recording_transport_answer_error   (TrsRecordingTransport *self,
                                                               guint                  index,
                                                               GError                *error);

G_END_DECLS
