/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-error.h"

#include <errno.h>
#include <gio/gio.h>

#include "trs-sql.h"

/**
 * trs_store_error_from_errno:
 * @number: an errno
 *
 * Returns: the error code for it
 */
TrsError
trs_store_error_from_errno (int number)
{
  if (number == ENOSPC || number == EDQUOT)
    return TRS_ERROR_STORE_FULL;
  if (number == EROFS || number == EACCES || number == EPERM)
    return TRS_ERROR_STORE_READ_ONLY;
  return TRS_ERROR_STORE_FAILED;
}

static TrsError
get_code (const GError *error)
{
  switch (error->code)
    {
    case SQLITE_FULL:
      return TRS_ERROR_STORE_FULL;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return TRS_ERROR_STORE_READ_ONLY;
    case SQLITE_IOERR:
      /* A full disk is reported like this if SQLite maps or extends a file instead of writing it. */
      return trs_store_error_from_errno (trs_sql_error_get_errno (error));
    default:
      return TRS_ERROR_STORE_FAILED;
    }
}

/**
 * trs_store_error_translate:
 * @error: (inout): an error; one that is not of SQLite stays
 *
 * Says in the words of the program what SQLite reported, before the error leaves the store: %TRS_ERROR_STORE_FULL,
 * %TRS_ERROR_STORE_READ_ONLY, %TRS_ERROR_STORE_FAILED, or %G_IO_ERROR_CANCELLED of what was interrupted.
 */
void
trs_store_error_translate (GError **error)
{
  g_autoptr (GError) sql = NULL;

  if (*error == NULL || (*error)->domain != TRS_SQL_ERROR)
    return;

  sql = g_steal_pointer (error);
  if (sql->code == SQLITE_INTERRUPT)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, sql->message);
  else if (trs_store_error_is_damage (sql))
    g_set_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED, "database damaged: %s", sql->message);
  else
    g_set_error_literal (error, TRS_ERROR, (int) get_code (sql), sql->message);
}

/**
 * trs_store_error_set_damaged:
 * @error: return location for an error
 * @message: what was found, for logs
 *
 * Says that the file itself is damaged, as SQLite does.
 */
void
trs_store_error_set_damaged (GError     **error,
                             const char  *message)
{
  g_set_error_literal (error, TRS_SQL_ERROR, SQLITE_CORRUPT, message);
}

/**
 * trs_store_error_is_damage:
 * @error: (nullable): an error that was not translated
 *
 * Returns: %TRUE if the file itself is damaged, so that nothing can be read from it
 */
gboolean
trs_store_error_is_damage (const GError *error)
{
  return g_error_matches (error, TRS_SQL_ERROR, SQLITE_CORRUPT) ||
         g_error_matches (error, TRS_SQL_ERROR, SQLITE_NOTADB);
}
