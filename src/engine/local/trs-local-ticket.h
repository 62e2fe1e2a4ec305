/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

/**
 * TrsLocalStamp:
 * @device: where the file lies
 * @inode: which one it is there
 * @size: bytes
 * @time: of its last change, in microseconds since the epoch
 *
 * Identifies a file as the one that was read before, without reading it again.
 */
typedef struct
{
  gint64 device;
  gint64 inode;
  gint64 size;
  gint64 time;
} TrsLocalStamp;

void     trs_local_stamp_set   (TrsLocalStamp       *self,
                                const struct stat   *info);
gboolean trs_local_stamp_equal (const TrsLocalStamp *one,
                                const TrsLocalStamp *other);

/**
 * TrsLocalTicket:
 * @path: absolute path of a file of the user
 * @stamp: the file as it was read
 * @digest: SHA-256 of all of it, in hexadecimal digits
 * @track: which of its sound tracks is transcribed, from 1
 *
 * The permission for the service to read a file, and all that it knows of it.
 */
typedef struct
{
  char *path;
  TrsLocalStamp stamp;
  char *digest;
  guint track;
} TrsLocalTicket;

TrsLocalTicket *trs_local_ticket_new         (const char            *path,
                                              const TrsLocalStamp   *stamp,
                                              guint                  track);
TrsLocalTicket *trs_local_ticket_read        (const char            *folder,
                                              const char            *id);
void            trs_local_ticket_free        (TrsLocalTicket        *self);
gboolean        trs_local_ticket_write       (const TrsLocalTicket  *self,
                                              const char            *folder,
                                              const char            *id,
                                              GError               **error);
gboolean        trs_local_ticket_is_current  (const TrsLocalTicket  *self);
gboolean        trs_local_ticket_is_good     (const char            *folder,
                                              const char            *id);
char           *trs_local_ticket_make_path   (const char            *folder,
                                              const char            *id);
char           *trs_local_ticket_find_digest (const char            *folder,
                                              const TrsLocalStamp   *stamp);
GStrv           trs_local_ticket_list        (const char            *folder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsLocalTicket, trs_local_ticket_free)
