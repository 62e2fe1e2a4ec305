/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-text-rows.h"

#include "trs-search-query.h"
#include "trs-store-error.h"
#include "trs-store-file.h"
#include "trs-transcript-split.h"

/* All prefixes of an aligned transcript are stored as one block: for each paragraph the length (LEB128) and the
 * bytes. */

static void
append_prefix (GByteArray         *block,
               const TrsParagraph *paragraph)
{
  gsize length = paragraph->timecode_length + paragraph->label_length;
  gboolean from_label = paragraph->label_length > 0 && (paragraph->label_first || paragraph->timecode_length == 0);
  gsize rest = length;

  for (; rest >= 0x80; rest >>= 7)
    g_byte_array_append (block, &(guint8) { (guint8) (rest | 0x80) }, 1);
  g_byte_array_append (block, &(guint8) { (guint8) rest }, 1);

  /* The timecode and the label of a prefix are adjacent in the text. */
  if (length > 0)
    g_byte_array_append (block, (gconstpointer) (from_label ? paragraph->label : paragraph->timecode), (guint) length);
}

static GBytes *
make_prefixes (TrsTranscript *transcript)
{
  GByteArray *block = g_byte_array_new ();
  guint n = trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL);

  for (guint i = 0; i < n; i++)
    append_prefix (block, trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, i));
  return g_byte_array_free_to_bytes (block);
}

/* Moves @place to the next prefix. Returns FALSE at the end of the block or if it is malformed. */
static gboolean
next_prefix (const guint8 **place,
             const guint8  *end,
             gsize         *length)
{
  guint shift = 0;

  *length = 0;
  for (const guint8 *byte = *place; byte < end && shift < 63; byte++, shift += 7)
    {
      *length |= (gsize) (*byte & 0x7f) << shift;
      if ((*byte & 0x80) == 0)
        {
          *place = byte + 1;
          return *length <= (gsize) (end - *place);
        }
    }

  return FALSE;
}

/* Returns: (nullable): the text with both prefixes, byte for byte as received; NULL if text and prefixes do not
 * match */
static GBytes *
join_prefixes (GBytes       *bare,
               GBytes       *prefixes,
               TrsSplitRule  rule)
{
  gsize block_size;
  const guint8 *place = g_bytes_get_data (prefixes, &block_size);
  const guint8 *end = block_size > 0 ? place + block_size : place;
  g_autoptr (GByteArray) full = g_byte_array_new ();
  TrsSplitter splitter;
  const char *paragraph = NULL;
  gsize length = 0;
  gsize prefix;

  trs_splitter_init (&splitter, bare, rule);
  /* A text without words has no paragraphs, but may still have a prefix. */
  while (trs_splitter_step (&splitter, &paragraph, &length) || (paragraph == NULL && place != end))
    {
      if (!next_prefix (&place, end, &prefix))
        return NULL;
      g_byte_array_append (full, place, (guint) prefix);
      place += prefix;
      if (paragraph == NULL)
        break;
      if (splitter.next != NULL)
        length = (gsize) (splitter.next - paragraph);
      g_byte_array_append (full, (const guint8 *) paragraph, (guint) length);
    }

  return place == end ? g_byte_array_free_to_bytes (g_steal_pointer (&full)) : NULL;
}

/* Finds the rule that splits the words into paragraphs, given that both texts can be restored with it from the bare
 * one and @prefixes. */
static gboolean
find_split (GBytes       *bare,
            GBytes       *full,
            GBytes       *prefixes,
            TrsSplitRule *rule)
{
  for (TrsSplitRule each = TRS_SPLIT_FIRST; each <= TRS_SPLIT_CRLF; each++)
    {
      g_autoptr (GBytes) joined = join_prefixes (bare, prefixes, each);

      *rule = each;
      if (joined != NULL && g_bytes_equal (joined, full))
        return TRUE;
    }

  return FALSE;
}

/**
 * trs_store_next_prefix:
 * @prefixes: column `prefixes` of a text
 * @place: (inout): where the prefix stands in it, 0 for the first paragraph; then that of the next one
 * @length: (out): its length in bytes
 *
 * Returns: (nullable): the prefix, not terminated; %NULL after the last one
 */
const char *
trs_store_next_prefix (GBytes *prefixes,
                       gsize  *place,
                       gsize  *length)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (prefixes, &size);
  const guint8 *prefix;

  *length = 0;
  if (*place >= size)
    return NULL;
  prefix = data + *place;
  if (!next_prefix (&prefix, data + size, length))
    return NULL;
  *place = (gsize) (prefix - data) + *length;
  return (const char *) prefix;
}

/**
 * trs_store_find_prefix:
 * @prefixes: column `prefixes` of a text
 * @index: number of a paragraph, from 0
 * @length: (out): its length in bytes
 *
 * Returns: (nullable): the prefix of one paragraph, not terminated; %NULL if
 *   there is no such paragraph
 */
const char *
trs_store_find_prefix (GBytes *prefixes,
                       guint   index,
                       gsize  *length)
{
  gsize size;
  const guint8 *place = g_bytes_get_data (prefixes, &size);
  const guint8 *end = size > 0 ? place + size : place;

  while (next_prefix (&place, end, length))
    {
      if (index-- == 0)
        return (const char *) place;
      place += *length;
    }

  return NULL;
}

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

static gboolean
has_sha256 (GBytes *bytes,
            GBytes *sha256)
{
  g_autoptr (GBytes) digest = make_sha256 (bytes);

  return sha256 != NULL && g_bytes_equal (digest, sha256);
}

/* Returns: the text as received for each pair of flags; %NULL if a checksum does not match */
static TrsTranscript *
read_variants (sqlite3_stmt *statement,
               const char   *language,
               gboolean      damaged)
{
  GBytes *texts[TRS_TEXT_N_VARIANTS] = { trs_sql_column_bytes (statement, 3), };
  TrsTranscript *transcript = NULL;
  gboolean whole = TRUE;

  for (int flags = TRS_TEXT_BARE + 1; flags < TRS_TEXT_N_VARIANTS; flags++)
    texts[flags] = trs_sql_column_bytes (statement, 7 + flags);
  for (int flags = TRS_TEXT_BARE; flags < TRS_TEXT_N_VARIANTS && whole; flags++)
    {
      g_autoptr (GBytes) sha256 = trs_sql_column_bytes (statement, flags == TRS_TEXT_BARE ? 5 : 10 + flags);

      whole = texts[flags] != NULL && has_sha256 (texts[flags], sha256);
    }
  if (whole)
    transcript = trs_transcript_new_unaligned (texts, language, damaged);

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_clear_pointer (&texts[i], g_bytes_unref);
  return transcript;
}

static TrsTranscript *
join_aligned (sqlite3_stmt *statement,
              const char   *language,
              gboolean      damaged)
{
  g_autoptr (GBytes) bare = trs_sql_column_bytes (statement, 3);
  g_autoptr (GBytes) prefixes = trs_sql_column_bytes (statement, 4);
  g_autoptr (GBytes) bare_sha256 = trs_sql_column_bytes (statement, 5);
  g_autoptr (GBytes) full_sha256 = trs_sql_column_bytes (statement, 6);
  TrsSplitRule split = (TrsSplitRule) sqlite3_column_int (statement, 7);
  g_autoptr (GBytes) full = bare != NULL && prefixes != NULL ? join_prefixes (bare, prefixes, split) : NULL;

  if (full != NULL && has_sha256 (bare, bare_sha256) && has_sha256 (full, full_sha256))
    return trs_transcript_align (bare, full, language, damaged);
  return NULL;
}

/**
 * trs_store_read_text:
 * @statement: a row with %TRS_STORE_TEXT_COLUMNS
 * @error: return location for an error
 *
 * Fails rather than to return a text that is not the one which was received.
 *
 * Returns: (transfer full) (nullable): the text, byte for byte as it was received
 */
TrsTranscript *
trs_store_read_text (sqlite3_stmt  *statement,
                     GError       **error)
{
  const char *language = (const char *) sqlite3_column_text (statement, 2);
  gboolean aligned = sqlite3_column_int (statement, 0) != 0;
  gboolean damaged = sqlite3_column_int (statement, 1) != 0;
  TrsTranscript *transcript = aligned ? join_aligned (statement, language, damaged)
                                      : read_variants (statement, language, damaged);

  /* Only this text is damaged, so the rest of the file remains in use. */
  if (transcript == NULL)
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_FAILED, "A text is not what was received");
  return transcript;
}

/**
 * trs_store_take_text:
 * @statement: (transfer full) (nullable): a query for %TRS_STORE_TEXT_COLUMNS of one text, as for trs_sql_step()
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the text; %G_IO_ERROR_NOT_FOUND if there is none
 */
TrsTranscript *
trs_store_take_text (sqlite3_stmt  *statement,
                     GError       **error)
{
  g_autoptr (sqlite3_stmt) owned = statement;
  gboolean row = FALSE;

  if (!trs_sql_step (owned, &row, error))
    return NULL;
  if (row)
    return trs_store_read_text (owned, error);

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such text is kept here");
  return NULL;
}

/* Deletes a text that can no longer be read, so that the same one can be downloaded again. */
static gboolean
drop_unreadable (sqlite3   *db,
                 gint64     project,
                 gboolean  *dropped,
                 GError   **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_store_take_text (
      trs_sql_query (db, &local_error, "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text WHERE text = ?1", "x", project),
      &local_error);

  *dropped = FALSE;
  if (transcript != NULL || g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;
  if (trs_store_error_is_damage (local_error))
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  *dropped = TRUE;
  /* It is unknown which of its words the index holds, so the index is rebuilt. */
  return trs_sql_execute (db, error, "DELETE FROM text WHERE text = ?1", "x", project) &&
         trs_store_schema_rebuild_index (db, error);
}

/* Returns: how a text compares with the stored texts of its project */
static TrsStoreTextResult
compare_with_kept (sqlite3  *db,
                   gint64    project,
                   GBytes   *bare_sha256,
                   GBytes   *full_sha256,
                   GError  **error)
{
  TrsStoreTextResult result = TRS_STORE_TEXT_FAILED;
  gboolean dropped = FALSE;
  gint64 found;

  if (trs_sql_read_number (db, &found, error,
                           "SELECT CASE count (*) WHEN 0 THEN ?4 "
                           "ELSE iif (max (bare_sha256 = ?2 AND full_sha256 = ?3), ?5, ?6) END "
                           "FROM text WHERE project = ?1",
                           "xyyiii", project, bare_sha256, full_sha256, TRS_STORE_TEXT_NEW, TRS_STORE_TEXT_SAME,
                           TRS_STORE_TEXT_DIFFERENT))
    result = (TrsStoreTextResult) found;
  if (result == TRS_STORE_TEXT_FAILED || result == TRS_STORE_TEXT_NEW)
    return result;

  if (!drop_unreadable (db, project, &dropped, error))
    return TRS_STORE_TEXT_FAILED;
  return dropped ? TRS_STORE_TEXT_NEW : result;
}

static gboolean
insert_variants (sqlite3        *db,
                 gint64          text,
                 TrsTranscript  *transcript,
                 GError        **error)
{
  /* The bare text is in the main row, where it can be searched. */
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
  g_autoptr (GBytes) prefixes = NULL;
  TrsStoreTextResult result = compare_with_kept (db, project, bare_sha256, full_sha256, error);
  TrsSplitRule split = TRS_SPLIT_FIRST;
  gboolean aligned;
  gsize size;
  const char *data = g_bytes_get_data (bare, &size);

  if (result == TRS_STORE_TEXT_FAILED || result == TRS_STORE_TEXT_SAME)
    return result;

  prefixes = trs_transcript_is_aligned (transcript) ? make_prefixes (transcript) : NULL;
  aligned = prefixes != NULL && find_split (bare, full, prefixes, &split);
  if (!trs_sql_execute (db, error,
                        "INSERT INTO text (text, project, superseded, aligned, damaged, language, address, "
                        "received_at, prefixes, bare_sha256, full_sha256, split, unspaced, bare) VALUES "
                        "(iif (?2, (SELECT min (0, coalesce (min (text), 0)) - 1 FROM text), ?1), "
                        "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, CAST (?13 AS TEXT))",
                        "xiiissxyyyiiy", project, result == TRS_STORE_TEXT_DIFFERENT, aligned,
                        trs_transcript_is_damaged (transcript), trs_transcript_get_language (transcript), address, now,
                        aligned ? prefixes : NULL, bare_sha256, full_sha256, split,
                        size > 0 && trs_search_has_unsegmented (data, size), bare) ||
      (!aligned && !insert_variants (db, sqlite3_last_insert_rowid (db), transcript, error)))
    return TRS_STORE_TEXT_FAILED;
  /* The user removed the text of this project, but has downloaded it again. */
  if (result == TRS_STORE_TEXT_NEW &&
      !trs_sql_execute (db, error, "UPDATE project SET hidden = 0 WHERE row = ?1 AND hidden", "x", project))
    return TRS_STORE_TEXT_FAILED;

  return result;
}
