/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-list-reader.h"
#include "trs-local-intake.h"
#include "trs-local-keeper.h"
#include "trs-local-pause.h"
#include "trs-local-runner.h"
#include "trs-local-service.h"
#include "trs-poller.h"
#include "trs-storage.h"

/* Forward declarations, so that others can use this without the headers of api/ and store/. */
typedef struct _TrsStore TrsStore;
typedef struct _TrsTransport TrsTransport;

/**
 * TrsLocalAccount:
 *
 * *On This Computer*, whether it is the account in use or not. It creates the
 * parts that no other account has: the files of the user, the service, what
 * keeps the service and the store in agreement, what runs the service for
 * commands, and what lets it rest while power is saved. Callers get a part by
 * its getter and use it directly. What the service has is on this computer, so
 * that it is removed here, too.
 *
 * Signal `forgotten`: projects of the account are not known any more, and
 * others know less than before; who shows them has to read them again.
 */
#define TRS_TYPE_LOCAL_ACCOUNT (trs_local_account_get_type ())
G_DECLARE_FINAL_TYPE (TrsLocalAccount, trs_local_account, TRS, LOCAL_ACCOUNT, GObject)

TrsLocalAccount *trs_local_account_new                 (const char           *program,
                                                        const char           *folder,
                                                        const char           *worker,
                                                        GSettings            *settings,
                                                        TrsAccount           *account,
                                                        TrsStore             *store,
                                                        TrsProjects          *projects,
                                                        TrsListReader        *reader,
                                                        TrsPoller            *poller,
                                                        TrsStorage           *storage,
                                                        TrsTransport         *transport,
                                                        TrsClock             *clock);

/* its parts */
TrsLocalIntake  *trs_local_account_get_intake          (TrsLocalAccount      *self);
TrsLocalService *trs_local_account_get_service         (TrsLocalAccount      *self);
TrsLocalKeeper  *trs_local_account_get_keeper          (TrsLocalAccount      *self);
TrsLocalRunner  *trs_local_account_get_runner          (TrsLocalAccount      *self);
TrsLocalPause   *trs_local_account_get_pause           (TrsLocalAccount      *self);
const char      *trs_local_account_get_worker          (TrsLocalAccount      *self);

void             trs_local_account_set_thrift          (TrsLocalAccount      *self,
                                                        TrsThrift            *thrift);

/* whether it is in use */
void             trs_local_account_set_number          (TrsLocalAccount      *self,
                                                        gint64                number);
void             trs_local_account_take_up             (TrsLocalAccount      *self);
void             trs_local_account_stop                (TrsLocalAccount      *self);

char            *trs_local_account_dup_sound_path      (TrsLocalAccount      *self,
                                                        TrsProject           *project,
                                                        guint                *track);

/* removal */
void             trs_local_account_erase_async         (TrsLocalAccount      *self,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean         trs_local_account_erase_finish        (TrsLocalAccount      *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
void             trs_local_account_remove_texts_async  (TrsLocalAccount      *self,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean         trs_local_account_remove_texts_finish (TrsLocalAccount      *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
