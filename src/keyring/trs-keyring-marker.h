/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsKeyringMarker:
 *
 * libsecret's file backend ends the whole program when its file is damaged. A
 * marker that stands only while that file is first read shows at the next
 * start that the last one died there. Only the worker thread of the keyring
 * may use it, but for trs_keyring_marker_discard() and
 * trs_keyring_marker_take_moved().
 */
typedef struct _TrsKeyringMarker TrsKeyringMarker;

TrsKeyringMarker *trs_keyring_marker_new        (const char       *marker_path,
                                                 const char       *file_path);
TrsKeyringMarker *trs_keyring_marker_ref        (TrsKeyringMarker *self);
void              trs_keyring_marker_unref      (TrsKeyringMarker *self);

void              trs_keyring_marker_before     (TrsKeyringMarker *self);
void              trs_keyring_marker_after      (TrsKeyringMarker *self,
                                                 gboolean          was_read);
gboolean          trs_keyring_marker_move_aside (TrsKeyringMarker *self);
void              trs_keyring_marker_discard    (TrsKeyringMarker *self);
char             *trs_keyring_marker_take_moved (TrsKeyringMarker *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsKeyringMarker, trs_keyring_marker_unref)
