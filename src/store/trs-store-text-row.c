/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-text-row.h"

#include "trs-search-query.h"
#include "trs-store-schema.h"
#include "trs-text-prefixes.h"
#include "trs-transcript.h"

static GBytes *
make_sha256 (GBytes *bytes)
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
      trs_sql_query (db, error, "SELECT flags, bytes FROM variant WHERE text = ?1", "x",
                     sqlite3_column_int64 (row_of_text, 0));
  GBytes *texts[TRS_TEXT_N_VARIANTS] = { NULL, };
  TrsTranscript *transcript = NULL;
  gboolean row = TRUE;

  texts[TRS_TEXT_BARE] = trs_sql_column_bytes (row_of_text, 4);
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
  g_autoptr (GBytes) bare_now = bare != NULL ? make_sha256 (bare) : NULL;
  g_autoptr (GBytes) full_now = full != NULL ? make_sha256 (full) : NULL;
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

/* How what is kept of a project compares with a text: nothing, the same, another. */
static gboolean
compare_with_kept (sqlite3             *db,
                   gint64               project,
                   GBytes              *bare_sha256,
                   GBytes              *full_sha256,
                   TrsStoreTextResult  *result,
                   GError             **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT count(*), coalesce(max(bare_sha256 = ?2 AND full_sha256 = ?3), 0) "
                     "FROM text WHERE project = ?1",
                     "xyy", project, bare_sha256, full_sha256);
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  if (!row || sqlite3_column_int (statement, 0) == 0)
    *result = TRS_STORE_TEXT_NEW;
  else
    *result = sqlite3_column_int (statement, 1) != 0 ? TRS_STORE_TEXT_SAME : TRS_STORE_TEXT_DIFFERENT;
  return TRUE;
}

/* A text that can be read no more makes room for the same one, fetched again. */
static gboolean
drop_unreadable (sqlite3   *db,
                 gint64     project,
                 gboolean  *dropped,
                 GError   **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error, "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text WHERE text = ?1", "x", project);
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) local_error = NULL;
  gboolean row = FALSE;

  *dropped = FALSE;
  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  if (row)
    transcript = trs_store_read_text (db, statement, &local_error);
  if (!row || transcript != NULL)
    return TRUE;
  if (trs_sql_is_damage (local_error))
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  sqlite3_reset (statement);
  *dropped = TRUE;
  /* Nobody can say any more which words the index has of it. */
  return trs_sql_execute (db, error, "DELETE FROM text WHERE text = ?1", "x", project) &&
         trs_store_schema_rebuild_index (db, error);
}

static gboolean
insert_variants (sqlite3        *db,
                 gint64          text,
                 TrsTranscript  *transcript,
                 GError        **error)
{
  /* The bare one stands in the row of the text, where it can be searched. */
  for (guint flags = TRS_TEXT_BARE + 1; flags < TRS_TEXT_N_VARIANTS; flags++)
    {
      g_autoptr (GBytes) bytes = trs_transcript_get_text (transcript, flags);
      g_autoptr (GBytes) sha256 = make_sha256 (bytes);

      if (!trs_sql_execute (db, error, "INSERT INTO variant (text, flags, bytes, sha256) VALUES (?1, ?2, ?3, ?4)",
                            "xiyy", text, flags, bytes, sha256))
        return FALSE;
    }

  return TRUE;
}

static gboolean
insert_text (sqlite3        *db,
             gint64          project,
             gboolean        superseded,
             TrsTranscript  *transcript,
             GBytes         *bare,
             GBytes         *bare_sha256,
             GBytes         *full_sha256,
             const char     *address,
             gint64          now,
             GError        **error)
{
  g_autoptr (GBytes) prefixes = trs_transcript_get_aligned (transcript) ? trs_text_prefixes_take (transcript) : NULL;
  TrsSplitRule split = TRS_SPLIT_FIRST;
  gboolean aligned = prefixes != NULL && trs_text_prefixes_find_split (transcript, prefixes, &split);
  gsize size;
  const char *data = g_bytes_get_data (bare, &size);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "INSERT INTO text (text, project, superseded, aligned, damaged, language, address, received_at, "
                     "prefixes, bare_sha256, full_sha256, split, unspaced, bare) VALUES "
                     "(iif (?2, (SELECT min (0, coalesce (min (text), 0)) - 1 FROM text), ?1), "
                     "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                     "xiiissxyyyii", project, superseded, aligned, trs_transcript_get_damaged (transcript),
                     trs_transcript_get_language (transcript), address, now, aligned ? prefixes : NULL, bare_sha256,
                     full_sha256, split, trs_search_has_unspaced (data != NULL ? data : "", size));

  if (statement == NULL)
    return FALSE;

  sqlite3_bind_text64 (statement, 13, data != NULL ? data : "", size, SQLITE_STATIC, SQLITE_UTF8);
  return trs_sql_run (statement, error) &&
         (aligned || insert_variants (db, sqlite3_last_insert_rowid (db), transcript, error));
}

/**
 * trs_store_put_text:
 * @db: a connection
 * @project: the row of a project
 * @transcript: its text as received
 * @address: where it came from
 * @now: when it came, in microseconds since the epoch
 * @error: return location for an error
 *
 * Keeps a text with its checksums. What is kept already is never replaced.
 *
 * Returns: how the text compares with what was kept before
 */
TrsStoreTextResult
trs_store_put_text (sqlite3        *db,
                    gint64          project,
                    TrsTranscript  *transcript,
                    const char     *address,
                    gint64          now,
                    GError        **error)
{
  g_autoptr (GBytes) bare = trs_transcript_get_text (transcript, TRS_TEXT_BARE);
  g_autoptr (GBytes) full = trs_transcript_get_text (transcript, TRS_TEXT_ALL);
  g_autoptr (GBytes) bare_sha256 = make_sha256 (bare);
  g_autoptr (GBytes) full_sha256 = make_sha256 (full);
  TrsStoreTextResult result = TRS_STORE_TEXT_FAILED;
  gboolean dropped = FALSE;

  if (!compare_with_kept (db, project, bare_sha256, full_sha256, &result, error))
    return TRS_STORE_TEXT_FAILED;

  if (result != TRS_STORE_TEXT_NEW && !drop_unreadable (db, project, &dropped, error))
    return TRS_STORE_TEXT_FAILED;
  if (dropped)
    result = TRS_STORE_TEXT_NEW;

  if (result != TRS_STORE_TEXT_SAME &&
      !insert_text (db, project, result == TRS_STORE_TEXT_DIFFERENT, transcript, bare, bare_sha256, full_sha256,
                    address, now, error))
    return TRS_STORE_TEXT_FAILED;
  /* A text that was removed from this computer and is fetched after all is here again. */
  if (result == TRS_STORE_TEXT_NEW &&
      !trs_sql_execute (db, error, "UPDATE project SET hidden = 0 WHERE row = ?1 AND hidden", "x", project))
    return TRS_STORE_TEXT_FAILED;

  return result;
}
