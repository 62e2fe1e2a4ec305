/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What SQLite reports, in the words of the program. */
#include <errno.h>
#include <gio/gio.h>

#include "trs-sql.h"
#include "trs-store-error.h"
#include "trs-test-utils.h"

static void
test_codes (void)
{
  static const struct
  {
    int code;
    TrsError error;
    gboolean is_damage;
  } cases[] = {
    { SQLITE_FULL, TRS_ERROR_STORE_FULL, FALSE },         { SQLITE_READONLY, TRS_ERROR_STORE_READ_ONLY, FALSE },
    { SQLITE_PERM, TRS_ERROR_STORE_READ_ONLY, FALSE },    { SQLITE_CANTOPEN, TRS_ERROR_STORE_READ_ONLY, FALSE },
    { SQLITE_IOERR, TRS_ERROR_STORE_FAILED, FALSE },      { SQLITE_CORRUPT, TRS_ERROR_STORE_FAILED, TRUE },
    { SQLITE_NOTADB, TRS_ERROR_STORE_FAILED, TRUE },      { SQLITE_BUSY, TRS_ERROR_STORE_FAILED, FALSE },
    { SQLITE_CONSTRAINT, TRS_ERROR_STORE_FAILED, FALSE }, { SQLITE_ERROR, TRS_ERROR_STORE_FAILED, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = g_error_new_literal (TRS_SQL_ERROR, cases[i].code, "what SQLite says");

      g_assert_cmpint (trs_store_error_is_damage (error), ==, cases[i].is_damage);
      trs_store_error_translate (&error);
      g_assert_error (error, TRS_ERROR, (int) cases[i].error);
      g_assert_true (g_str_has_suffix (error->message, "what SQLite says"));
    }
}

static void
test_others (void)
{
  g_autoptr (GError) error = NULL;

  trs_store_error_translate (&error);
  g_assert_no_error (error);
  g_assert_false (trs_store_error_is_damage (error));

  error = g_error_new_literal (TRS_SQL_ERROR, SQLITE_INTERRUPT, "interrupted");
  trs_store_error_translate (&error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  trs_store_error_set_damaged (&error, "a page is missing");
  g_assert_true (trs_store_error_is_damage (error));
  trs_store_error_translate (&error);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED);
  g_clear_error (&error);

  error = g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_NEWER, "newer");
  g_assert_false (trs_store_error_is_damage (error));
  trs_store_error_translate (&error);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_NEWER);
}

static void
test_errno (void)
{
  static const struct
  {
    int number;
    TrsError error;
  } cases[] = {
    { ENOSPC, TRS_ERROR_STORE_FULL },       { EDQUOT, TRS_ERROR_STORE_FULL },      { EROFS, TRS_ERROR_STORE_READ_ONLY },
    { EACCES, TRS_ERROR_STORE_READ_ONLY },  { EPERM, TRS_ERROR_STORE_READ_ONLY },  { EIO, TRS_ERROR_STORE_FAILED },
    { 0, TRS_ERROR_STORE_FAILED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (trs_store_error_from_errno (cases[i].number), ==, cases[i].error);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/store/error/codes", test_codes);
  g_test_add_func ("/store/error/others", test_others);
  g_test_add_func ("/store/error/errno", test_errno);
  return g_test_run ();
}
