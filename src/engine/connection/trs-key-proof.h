/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Forward declarations, so that others can use this without the headers of api/ and store/. */
typedef struct _TrsApiClient TrsApiClient;
typedef struct _TrsStore TrsStore;

/**
 * TrsPageVerdict:
 * @TRS_PAGE_VERDICT_PROVED: the key is that of the account
 * @TRS_PAGE_VERDICT_OPEN: that is not known; the page is not to be used
 * @TRS_PAGE_VERDICT_FOREIGN: it is another user's, and not used any more
 *
 * What a page of the list proves about the key that it was read with.
 */
typedef enum
{
  TRS_PAGE_VERDICT_PROVED,
  TRS_PAGE_VERDICT_OPEN,
  TRS_PAGE_VERDICT_FOREIGN,
} TrsPageVerdict;

/**
 * TrsKeyProof:
 *
 * Finds out whose a key is that the service accepts. A key that was proved before
 * is known again by its fingerprint. Of any other one, the service does not name
 * the user: users differ by their projects, which it shows to nobody else. So the
 * newest page of the list is compared with what is stored of the accounts at the
 * same service; where the page is full, and what is known may be below it, the
 * service is asked for the newest project that is known, which it answers with
 * 404 for anybody but its user. Any other failure proves nothing, and is an
 * error.
 *
 * A key that was entered may be anybody's: trs_key_proof_compare_async(). A key
 * that was looked up is that of the account or it is not:
 * trs_key_proof_judge_async().
 *
 * It owns nothing but the comparison. It knows neither keyring nor settings, and
 * writes nothing. What is asked goes out by the client that it was made with, so
 * that nothing is asked any more once that is stopped.
 */
#define TRS_TYPE_KEY_PROOF (trs_key_proof_get_type ())
G_DECLARE_FINAL_TYPE (TrsKeyProof, trs_key_proof, TRS, KEY_PROOF, GObject)

TrsKeyProof    *trs_key_proof_new            (TrsApiClient         *client,
                                              TrsStore             *store,
                                              const char           *name);

void            trs_key_proof_compare_async  (TrsKeyProof          *self,
                                              const char           *key,
                                              GPtrArray            *page,
                                              gint64                account,
                                              const char * const   *held_ids,
                                              gboolean              was_proved,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
GStrv           trs_key_proof_compare_finish (TrsKeyProof          *self,
                                              GAsyncResult         *result,
                                              gboolean             *someone_else,
                                              GError              **error);
void            trs_key_proof_judge_async    (TrsKeyProof          *self,
                                              gint64                account,
                                              gboolean              empty,
                                              gboolean              full,
                                              gboolean              named,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
TrsPageVerdict  trs_key_proof_judge_finish   (TrsKeyProof          *self,
                                              GAsyncResult         *result,
                                              GError              **error);
