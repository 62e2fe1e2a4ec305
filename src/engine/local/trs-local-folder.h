/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Everything of On This Computer lies in one folder, `local/` in that of the program. These are the names in it: */
#define TRS_LOCAL_FOLDER_LOCK "lock"           /* held by the service that runs */
#define TRS_LOCAL_FOLDER_NOTE "service.json"   /* its address and key */
#define TRS_LOCAL_FOLDER_LIFE_LINE "life-line" /* a pipe that it reads */
#define TRS_LOCAL_FOLDER_DATA "service.db"     /* its data, with SUFFIXes of SQLite, and what it is working on */
#define TRS_LOCAL_FOLDER_TICKETS "tickets"     /* a folder: one small file for each file of the user */
#define TRS_LOCAL_FOLDER_SOUND "sound"         /* a folder: the sound that is kept of them */

gboolean trs_local_folder_make         (const char  *folder,
                                        GError     **error);
int      trs_local_folder_lock         (const char  *folder,
                                        GError     **error);
void     trs_local_folder_drop_tickets (const char  *folder);
gboolean trs_local_folder_erase        (const char  *folder,
                                        GError     **error);
