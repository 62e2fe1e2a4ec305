/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-text-read.h"

#include "trs-error.h"
#include "trs-text-prefixes.h"
#include "trs-transcript-align.h"

/**
 * trs_store_make_sha256:
 * @bytes: some bytes
 *
 * Returns: (transfer full): their checksum
 */
GBytes *
trs_store_make_sha256 (GBytes *bytes)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize digest_size = sizeof digest;
  gsize size;
  const guchar *data = g_bytes_get_data (bytes, &size);

  g_checksum_update (checksum, data, (gssize) size);
  g_checksum_get_digest (checksum, digest, &digest_size);
  return g_bytes_new (digest, digest_size);
}

/* Only this text is wrong, and the rest of the file stays in use. */
static void
set_not_as_received (GError **error)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_FAILED, "A text is not what was received");
}

static TrsTranscript *
read_variants (sqlite3       *db,
               sqlite3_stmt  *row_of_text,
               const char    *language,
               GError       **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "SELECT flags, bytes FROM variant WHERE text = ?1", error);
  GBytes *texts[TRS_TEXT_N_VARIANTS] = { NULL, };
  TrsTranscript *transcript = NULL;
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

  texts[TRS_TEXT_BARE] = trs_sql_column_bytes (row_of_text, 4);
  sqlite3_bind_int64 (statement, 1, sqlite3_column_int64 (row_of_text, 0));
  while (trs_sql_step (statement, &row, error) && row)
    {
      guint flags = (guint) sqlite3_column_int (statement, 0);

      if (flags < TRS_TEXT_N_VARIANTS && texts[flags] == NULL)
        texts[flags] = trs_sql_column_bytes (statement, 1);
    }

  if (!row && texts[TRS_TEXT_BARE] != NULL)
    transcript = trs_transcript_new_unaligned (texts, language);
  else if (!row)
    set_not_as_received (error);

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_clear_pointer (&texts[i], g_bytes_unref);
  return transcript;
}

/* The two texts follow from what is kept, or the file is damaged: a text is
 * never shown that is not the one which was received. */
static TrsTranscript *
join_aligned (sqlite3_stmt  *statement,
              const char    *language,
              GError       **error)
{
  g_autoptr (GBytes) bare = trs_sql_column_bytes (statement, 4);
  g_autoptr (GBytes) prefixes = trs_sql_column_bytes (statement, 5);
  g_autoptr (GBytes) bare_sha256 = trs_sql_column_bytes (statement, 6);
  g_autoptr (GBytes) full_sha256 = trs_sql_column_bytes (statement, 7);
  TrsSplitRule split = (TrsSplitRule) sqlite3_column_int (statement, 8);
  g_autoptr (GBytes) full = bare != NULL && prefixes != NULL ? trs_text_prefixes_join (bare, prefixes, split) : NULL;
  g_autoptr (GBytes) bare_now = bare != NULL ? trs_store_make_sha256 (bare) : NULL;
  g_autoptr (GBytes) full_now = full != NULL ? trs_store_make_sha256 (full) : NULL;
  TrsTranscript *transcript = NULL;

  if (full != NULL && bare_sha256 != NULL && full_sha256 != NULL && g_bytes_equal (bare_now, bare_sha256) &&
      g_bytes_equal (full_now, full_sha256))
    transcript = trs_transcript_align (bare, full, language);

  if (transcript == NULL)
    set_not_as_received (error);
  return transcript;
}

/**
 * trs_store_read_text:
 * @db: a connection
 * @statement: a row with %TRS_STORE_TEXT_COLUMNS
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the text, byte for byte as it was received
 */
TrsTranscript *
trs_store_read_text (sqlite3       *db,
                     sqlite3_stmt  *statement,
                     GError       **error)
{
  g_autofree char *language = trs_sql_column_text (statement, 3);
  TrsTranscript *transcript = sqlite3_column_int (statement, 1) != 0
                                  ? join_aligned (statement, language, error)
                                  : read_variants (db, statement, language, error);

  if (transcript != NULL && sqlite3_column_int (statement, 2) != 0)
    trs_transcript_set_damaged (transcript);
  return transcript;
}
