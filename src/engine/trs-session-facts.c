/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-facts.h"

#include "trs-session-private.h"
#include "trs-session-shelf.h"

#include <libsoup/soup.h>
#include <sqlite3.h>

static guint
count_accounts (TrsSession *self)
{
  g_autoptr (GVariant) others = g_settings_get_value (self->settings, "other-accounts");

  return g_variant_n_children (others) + (self->state != TRS_SESSION_NO_ACCOUNT);
}

/* The words of an error may name a file; its code cannot. */
static char *
describe_store (TrsSession *self)
{
  const GError *error = trs_session_get_store_error (self);

  if (error != NULL)
    return g_strdup_printf ("%s %d", g_quark_to_string (error->domain), error->code);
  if (trs_session_get_moved_aside (self) != NULL)
    return g_strdup ("damaged file moved aside");
  return g_strdup (g_settings_get_boolean (self->settings, "keep-transcripts") ? "saved" : "not saved");
}

/**
 * trs_session_dup_facts:
 * @self: a session
 *
 * What somebody who looks for a fault wants to know of the program below the
 * window. It goes into a public report: no address, key, path, title or text.
 *
 * Returns: (transfer full): lines, not translated
 */
char *
trs_session_dup_facts (TrsSession *self)
{
  g_autoptr (GEnumClass) states = g_type_class_ref (TRS_TYPE_SESSION_STATE);
  g_autofree char *store = NULL;

  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  store = describe_store (self);
  return g_strdup_printf ("GLib: %u.%u.%u\n"
                          "libsoup: %u.%u.%u\n"
                          "SQLite: %s\n"
                          "Accounts: %u\n"
                          "Sample account: %s\n"
                          "State: %s\n"
                          "Transcripts: %s\n",
                          glib_major_version, glib_minor_version, glib_micro_version, soup_get_major_version (),
                          soup_get_minor_version (), soup_get_micro_version (), sqlite3_libversion (),
                          count_accounts (self), trs_account_get_sample (self->account) ? "yes" : "no",
                          g_enum_get_value (states, self->state)->value_nick, store);
}
