/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-database.h"

G_BEGIN_DECLS

/**
 * TrsServiceAccounts:
 *
 * The keys, and the credit behind each: "Authentication" and "Limits" of the interface.
 */
#define TRS_TYPE_SERVICE_ACCOUNTS (trs_service_accounts_get_type ())
G_DECLARE_FINAL_TYPE (TrsServiceAccounts, trs_service_accounts, TRS, SERVICE_ACCOUNTS, GObject)

#define TRS_SERVICE_GENERATED_CREDITS 1000

TrsServiceAccounts *trs_service_accounts_new         (TrsServiceDatabase  *database);
gboolean            trs_service_accounts_parse       (const char          *text,
                                                      char               **key,
                                                      gint64              *credits,
                                                      GError             **error);
gboolean            trs_service_accounts_add         (TrsServiceAccounts  *self,
                                                      const char          *key,
                                                      gint64               credits,
                                                      GError             **error);
char               *trs_service_accounts_generate    (TrsServiceAccounts  *self,
                                                      GError             **error);
gboolean            trs_service_accounts_find        (TrsServiceAccounts  *self,
                                                      const char          *key,
                                                      gint64              *user,
                                                      GError             **error);
gboolean            trs_service_accounts_get_credits (TrsServiceAccounts  *self,
                                                      gint64               user,
                                                      gint64              *credits,
                                                      GError             **error);
gboolean            trs_service_accounts_spend       (TrsServiceAccounts  *self,
                                                      gint64               user,
                                                      gint64               credits,
                                                      GError             **error);
gint64              trs_service_accounts_cost        (gint64               seconds);

G_END_DECLS
