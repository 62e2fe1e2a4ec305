/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsError:
 * @TRS_ERROR_FAILED: something inside this program or this computer failed
 * @TRS_ERROR_NO_KEY: there is no key for the address
 * @TRS_ERROR_UNAUTHORIZED: 401; the key is not, or no longer, accepted
 * @TRS_ERROR_NOT_ENOUGH_CREDIT: 402; nothing was spent
 * @TRS_ERROR_VIDEO_NOT_FOUND: 404 to a submission; nothing was spent
 * @TRS_ERROR_PROJECT_NOT_FOUND: 404 to a detail
 * @TRS_ERROR_INVALID_REQUEST: 400 and other 4xx, with the server's words
 * @TRS_ERROR_RATE_LIMITED: 429, see trs_error_get_retry_after()
 * @TRS_ERROR_SERVER: 5xx
 * @TRS_ERROR_NOT_THE_SERVICE: a redirect, a page, or anything else that the
 *   interface does not know: the address is wrong, or something stands between
 * @TRS_ERROR_CUT_SHORT: an answer that broke off before its end
 * @TRS_ERROR_ENDLESS_LIST: page after page of the list repeats what was on earlier ones
 * @TRS_ERROR_TOO_LARGE: a body beyond the limits
 * @TRS_ERROR_TLS: the connection could not be secured
 * @TRS_ERROR_OFFLINE: no name, no route, refused or broken connection
 * @TRS_ERROR_TIMED_OUT: a deadline passed
 * @TRS_ERROR_REFUSED_ADDRESS: the program refuses to send a key there
 * @TRS_ERROR_INVALID_KEY: the input cannot be an API key
 * @TRS_ERROR_INVALID_INPUT: the input of another field cannot be used
 * @TRS_ERROR_KEYRING_MISSING: no keyring service is running
 * @TRS_ERROR_KEYRING_LOCKED: the keyring is locked and was not unlocked
 * @TRS_ERROR_KEYRING_TIMED_OUT: the keyring did not answer
 * @TRS_ERROR_KEYRING_FAILED: the keyring failed otherwise
 * @TRS_ERROR_VIDEO_KNOWN: the video was paid for before; nothing was sent
 * @TRS_ERROR_LIST_UNCHECKED: the list of the account could not be read to its end, so that nobody knows whether the
 *   video was paid for before; nothing was sent
 * @TRS_ERROR_NOT_DURABLE: what has to outlive a crash cannot be written; nothing was sent
 * @TRS_ERROR_STORE_FAILED: the database on this computer cannot be used
 * @TRS_ERROR_STORE_FULL: there is no space left for the database
 * @TRS_ERROR_STORE_NEWER: the database was written by a newer version
 * @TRS_ERROR_STORE_READ_ONLY: the database or its folder may not be written to
 * @TRS_ERROR_STORE_OUTDATED: the database was written by an older version and cannot be migrated, so that it cannot be
 *   read either; see trs_error_get_room()
 * @TRS_ERROR_STORE_OUTDATED_READ_ONLY: as %TRS_ERROR_STORE_OUTDATED, because it may not be written to
 * @TRS_ERROR_STORE_FOREIGN: the file in the place of the database belongs to another program, or is
 *   not a regular file
 * @TRS_ERROR_STORE_MOVED: the database was moved or replaced while it was open
 *
 * One code for each cause that is treated differently; those of the store last.
 */
typedef enum
{
  TRS_ERROR_FAILED,
  TRS_ERROR_NO_KEY,
  TRS_ERROR_UNAUTHORIZED,
  TRS_ERROR_NOT_ENOUGH_CREDIT,
  TRS_ERROR_VIDEO_NOT_FOUND,
  TRS_ERROR_PROJECT_NOT_FOUND,
  TRS_ERROR_INVALID_REQUEST,
  TRS_ERROR_RATE_LIMITED,
  TRS_ERROR_SERVER,
  TRS_ERROR_NOT_THE_SERVICE,
  TRS_ERROR_CUT_SHORT,
  TRS_ERROR_ENDLESS_LIST,
  TRS_ERROR_TOO_LARGE,
  TRS_ERROR_TLS,
  TRS_ERROR_OFFLINE,
  TRS_ERROR_TIMED_OUT,
  TRS_ERROR_REFUSED_ADDRESS,
  TRS_ERROR_INVALID_KEY,
  TRS_ERROR_INVALID_INPUT,
  TRS_ERROR_KEYRING_MISSING,
  TRS_ERROR_KEYRING_LOCKED,
  TRS_ERROR_KEYRING_TIMED_OUT,
  TRS_ERROR_KEYRING_FAILED,
  TRS_ERROR_VIDEO_KNOWN,
  TRS_ERROR_LIST_UNCHECKED,
  TRS_ERROR_NOT_DURABLE,
  TRS_ERROR_STORE_FAILED,
  TRS_ERROR_STORE_FULL,
  TRS_ERROR_STORE_NEWER,
  TRS_ERROR_STORE_READ_ONLY,
  TRS_ERROR_STORE_OUTDATED,
  TRS_ERROR_STORE_OUTDATED_READ_ONLY,
  TRS_ERROR_STORE_FOREIGN,
  TRS_ERROR_STORE_MOVED,
} TrsError;

#define TRS_ERROR (trs_error_quark ())
GQuark      trs_error_quark              (void);

GError     *trs_error_new_http           (TrsError      code,
                                          guint         http_status,
                                          const char   *server_message,
                                          gint          retry_after,
                                          const char   *format,
                                          ...) G_GNUC_PRINTF (5, 6);
void        trs_error_set_not_sent       (GError       *error);
void        trs_error_set_room           (GError       *error,
                                          gint64        bytes);

guint       trs_error_get_http_status    (const GError *error);
gint        trs_error_get_retry_after    (const GError *error);
const char *trs_error_get_server_message (const GError *error);
gboolean    trs_error_get_not_sent       (const GError *error);
gint64      trs_error_get_room           (const GError *error);

char       *trs_error_dup_path_aside     (const char   *path);
