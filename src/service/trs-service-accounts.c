/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-accounts.h"

#include "trs-error.h"

#include <string.h>
#include <sys/random.h>

#define KEY_BYTES 20
#define MAX_CREDITS G_GINT64_CONSTANT (1000000000000)

static gboolean
insert (TrsServiceDatabase  *self,
        const char          *key,
        gint64               credits,
        gboolean             generated,
        GError             **error)
{
  return trs_service_database_run (self, error,
                                   "INSERT INTO users (key, credits, generated) VALUES (?, ?, ?)"
                                   " ON CONFLICT (key) DO NOTHING",
                                   "sii", key, credits, (gint64) generated);
}

static char *
make_key (GError **error)
{
  guint8 bytes[KEY_BYTES];
  GString *key;

  if (getrandom (bytes, sizeof bytes, 0) != (gssize) sizeof bytes)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, "There are no random numbers for a key");
      return NULL;
    }

  key = g_string_sized_new (2 * sizeof bytes);
  for (gsize i = 0; i < sizeof bytes; i++)
    g_string_append_printf (key, "%02x", bytes[i]);
  return g_string_free (key, FALSE);
}

/**
 * trs_service_accounts_parse:
 * @text: `KEY:CREDITS` as on the command line
 * @key: (out) (transfer full): the key
 * @credits: (out): the credit
 * @error: return location for an error, which never repeats @text
 *
 * Returns: %TRUE if it can be used
 */
gboolean
trs_service_accounts_parse (const char  *text,
                            char       **key,
                            gint64      *credits,
                            GError     **error)
{
  const char *colon = strrchr (text, ':');
  gboolean good = colon != NULL && colon > text;

  for (const char *p = text; good && p < colon; p++)
    good = *p > 0x20 && *p < 0x7F;

  if (!good || !g_ascii_string_to_unsigned (colon + 1, 10, 0, MAX_CREDITS, (guint64 *) credits, NULL))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           "--user wants KEY:CREDITS, a key of visible ASCII characters and a whole number");
      return FALSE;
    }

  *key = g_strndup (text, (gsize) (colon - text));
  return TRUE;
}

/**
 * trs_service_accounts_add:
 * @self: where the users are
 * @key: a key
 * @credits: its credit, if the user is new; one that is known keeps what is left
 * @error: return location for an error
 *
 * Returns: %TRUE if there is such a user now
 */
gboolean
trs_service_accounts_add (TrsServiceDatabase  *self,
                          const char          *key,
                          gint64               credits,
                          GError             **error)
{
  return insert (self, key, credits, FALSE, error);
}

/**
 * trs_service_accounts_generate:
 * @self: where the users are
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the key that this program made up; the same one for ever
 */
char *
trs_service_accounts_generate (TrsServiceDatabase  *self,
                               GError             **error)
{
  g_autoptr (TrsServiceStatement) statement =
      trs_service_database_prepare (self, "SELECT key FROM users WHERE generated ORDER BY number", "");
  g_autofree char *key = NULL;
  gboolean row;

  if (!trs_service_database_step (self, statement, &row, error))
    return NULL;
  if (row)
    return g_strdup (trs_service_statement_text (statement, 0));

  key = make_key (error);
  if (key == NULL || !insert (self, key, TRS_SERVICE_GENERATED_CREDITS, TRUE, error))
    return NULL;
  return g_steal_pointer (&key);
}

/**
 * trs_service_accounts_find:
 * @self: where the users are
 * @key: (nullable): what the request brought
 * @user: (out): the number of the user, or 0 if nobody has that key
 * @error: return location for an error
 *
 * Returns: %TRUE if that is known
 */
gboolean
trs_service_accounts_find (TrsServiceDatabase  *self,
                           const char          *key,
                           gint64              *user,
                           GError             **error)
{
  g_autoptr (TrsServiceStatement) statement =
      trs_service_database_prepare (self, "SELECT number FROM users WHERE key = ?", "s", key);
  gboolean row;

  if (!trs_service_database_step (self, statement, &row, error))
    return FALSE;
  *user = row ? sqlite3_column_int64 (statement, 0) : 0;
  return TRUE;
}

/**
 * trs_service_accounts_spend:
 * @self: where the users are
 * @user: number of a user
 * @credits: the price
 * @error: return location for an error
 *
 * Takes the price in one step, or nothing at all. 402 of the interface.
 *
 * Returns: %FALSE with %TRS_ERROR_NOT_ENOUGH_CREDIT if there is less
 */
gboolean
trs_service_accounts_spend (TrsServiceDatabase  *self,
                            gint64               user,
                            gint64               credits,
                            GError             **error)
{
  if (!trs_service_database_run (self, error,
                                 "UPDATE users SET credits = credits - ?1 WHERE number = ?2 AND credits >= ?1", "ii",
                                 credits, user))
    return FALSE;

  if (trs_service_database_changes (self) == 0)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT, "NOT_ENOUGH_CREDIT");
      return FALSE;
    }
  return TRUE;
}

/**
 * trs_service_accounts_cost:
 * @seconds: length of a video
 *
 * Returns: the price in credits: whole minutes, rounded down, at least 1
 */
gint64
trs_service_accounts_cost (gint64 seconds)
{
  return MAX (1, seconds / 60);
}
