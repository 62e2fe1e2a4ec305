/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-database.h"

G_BEGIN_DECLS

/* The keys in the database, and the credit behind each: "Authentication" and "Limits" of the interface. */

#define TRS_SERVICE_GENERATED_CREDITS 1000

gboolean            trs_service_accounts_parse       (const char          *text,
                                                      char               **key,
                                                      gint64              *credits,
                                                      GError             **error);
gboolean            trs_service_accounts_add         (TrsServiceDatabase  *self,
                                                      const char          *key,
                                                      gint64               credits,
                                                      GError             **error);
char               *trs_service_accounts_generate    (TrsServiceDatabase  *self,
                                                      GError             **error);
gboolean            trs_service_accounts_find        (TrsServiceDatabase  *self,
                                                      const char          *key,
                                                      gint64              *user,
                                                      GError             **error);
gboolean            trs_service_accounts_spend       (TrsServiceDatabase  *self,
                                                      gint64               user,
                                                      gint64               credits,
                                                      GError             **error);
gint64              trs_service_accounts_cost        (gint64               seconds);

G_END_DECLS
