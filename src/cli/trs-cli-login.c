/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-settings.h"
#include "trs-error.h"
#include "trs-i18n.h"

static gboolean
check_saved (GSettings  *settings,
             GError    **error)
{
  if (trs_cli_settings_wait_saved (settings))
    return TRUE;

  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_DURABLE,
                       _("The account can’t be saved in the settings. Give the key to each command, by --key-stdin, "
                         "--key-fd or --key-credential."));
  return FALSE;
}

/* The keyring holds one key of a server. */
static gboolean
may_replace (TrsCli      *self,
             const char  *name,
             GError     **error)
{
  gint64 number = trs_library_get_account (trs_session_get_library (self->session));

  if (self->options->yes || !trs_connector_is_keyless (trs_session_get_connector (self->session), name, number))
    return TRUE;
  if (!trs_cli_can_ask ())
    g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                 /* Translators: %s is the address of a server. */
                 _("The keyring holds the key of another user of %s. To replace it, use --yes."), name);
  else if (trs_cli_ask (self, _("The keyring holds the key of another user of this server. Replace it?")))
    return TRUE;
  else if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_FAILED, _("The key was not saved"));
  return FALSE;
}

static const char *
explain_keeping (TrsCli *self)
{
  return _("The keyring may still save the key; see “transcripts status”");
}

/* The session waits for a keyring that was asked to save something, because only its answer says whether it has. Ctrl+C
 * does not. Returns: (nullable): the result, %NULL after Ctrl+C */
static GAsyncResult *
wait_for_keyring (TrsCli *self)
{
  /* It may be answered after this. */
  GAsyncResult **result = g_new0 (GAsyncResult *, 1);
  g_autofree GAsyncResult **done = NULL;

  trs_sign_in_keep_key_async (trs_session_get_sign_in (self->session), self->cancellable, trs_cli_done_cb, result);
  self->explain = explain_keeping;
  while (*result == NULL && !g_cancellable_is_cancelled (self->cancellable))
    g_main_context_iteration (NULL, TRUE);
  self->explain = NULL;
  if (*result != NULL)
    done = result;
  return *result;
}

/* Returns: whether the keyring has taken the key */
static gboolean
keep_key (TrsCli  *self,
          GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_connector_set_keep_keys (trs_session_get_connector (self->session), TRUE);
  result = wait_for_keyring (self);
  if (result == NULL)
    return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
  if (!trs_sign_in_keep_key_finish (trs_session_get_sign_in (self->session), result, error))
    return FALSE;
  if (trs_session_get_key_in_keyring (self->session))
    return TRUE;

  if (trs_session_get_key_error (self->session) != NULL)
    g_propagate_error (error, g_error_copy (trs_session_get_key_error (self->session)));
  else
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_KEYRING_FAILED, "The keyring has not taken the key");
  return FALSE;
}

/* Returns: (nullable): the account that commands use from now on, if it was known before the login: the one that was
 * named for them, else that of the window */
static const TrsKnownAccount *
find_used (TrsCli *self)
{
  g_autofree char *word = trs_cli_dup_account_word (self, NULL);
  g_autoptr (GSettings) settings = trs_cli_settings_open ();
  g_autoptr (TrsAccount) window = trs_account_new (settings);

  if (word != NULL)
    return trs_cli_find_account (self, word, NULL);
  for (guint i = 0; i < self->known->len; i++)
    if (g_str_equal (((TrsKnownAccount *) self->known->pdata[i])->name, trs_account_get_name (window)))
      return self->known->pdata[i];
  return NULL;
}

/* Returns: (transfer full) (nullable): that commands stay with another account, whose key this is not */
static char *
explain_account (TrsCli     *self,
                 const char *name)
{
  gint64 number = trs_library_get_account (trs_session_get_library (self->session));
  g_autofree char *shown = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  const TrsKnownAccount *used = find_used (self);

  if (used == NULL || number == 0 || (g_str_equal (used->name, name) && (used->id == number || used->id == 0)))
    return NULL;
  /* Translators: %s is the number of an account; “transcripts accounts” is typed so in every language. */
  return g_strdup_printf (_("Commands still use another account. To change that: transcripts accounts --use %s"),
                          shown);
}

static TrsCliExit
report_login (TrsCli     *self,
              const char *name)
{
  /* Translators: %s is the address of a server. */
  g_autofree char *sentence = g_strdup_printf (_("Connected with %s. The key is in the keyring."), name);
  g_autofree char *account = explain_account (self, name);

  if (self->records != NULL)
    {
      JsonObject *record = trs_cli_record_new ("login");

      json_object_set_string_member (record, "server", name);
      trs_cli_json_set_number (record, "number",
                               trs_library_get_account (trs_session_get_library (self->session)));
      trs_cli_add_record (self, record);
    }
  trs_cli_note (sentence);
  if (account != NULL)
    trs_cli_note (account);
  return TRS_CLI_DONE;
}

/* Whose key it is has to be saved where the window reads it, before the keyring takes it and after. */
static gboolean
store_key (TrsCli      *self,
           const char  *name,
           GError     **error)
{
  g_autoptr (GSettings) settings = trs_cli_settings_open ();
  g_autoptr (TrsAccount) account = trs_account_new (settings);

  trs_account_add (account, name);
  trs_account_set_shared (trs_session_get_account (self->session), account);
  return check_saved (settings, error) && keep_key (self, error) && check_saved (settings, error);
}

/* Returns: (transfer full): the address that was given, or else that of the window; it was checked before the key was
 * read */
static char *
dup_address (TrsCli *self)
{
  const char *address = self->options->words[0];

  return g_strdup (address != NULL ? address
                                   : trs_account_get_server_address (trs_session_get_account (self->session)));
}

static TrsCliExit
run_login (TrsCli *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *address = dup_address (self);
  g_autofree char *name = NULL;

  if (!trs_cli_prove (self, address, &error))
    return trs_cli_report (self, address, error);

  name = g_strdup (trs_account_get_name (trs_session_get_account (self->session)));
  if (may_replace (self, name, &error) && store_key (self, name, &error))
    return report_login (self, name);

  if (trs_cli_get_exit (error) == TRS_CLI_NO_KEY || trs_cli_get_exit (error) == TRS_CLI_NOT_DURABLE)
    trs_cli_note (_("The service accepts the key, but it can’t be saved"));
  return trs_cli_report (self, NULL, error);
}

const TrsCliCommand trs_cli_login_command = {
  .name = "login",
  /* Translators: arguments of a command, in its help: the address of a server, which may be left out. */
  .parameters = N_("[ADDRESS]"),
  .n_max = 1,
  .groups = TRS_CLI_OPTIONS_LOGIN,
  .options = (const char * const[]) { "yes", NULL },
  .fields = "server number",
  .account = TRS_CLI_ACCOUNT_LEFT,
  .asks_key = TRUE,
  .run = run_login,
};

/* logout */

/* With one user there is nobody else whose key it could be. Without its file nothing is known of any. */
static gboolean
may_be_of_another (TrsCli     *self,
                   const char *name)
{
  TrsConnector *connector = trs_session_get_connector (self->session);
  gint64 number = trs_library_get_account (trs_session_get_library (self->session));
  g_autoptr (GPtrArray) accounts = NULL;
  guint n_users = 0;

  if (trs_library_is_in_memory (trs_session_get_library (self->session)))
    return TRUE;
  if (trs_connector_knows_owner (connector, name) || trs_connector_is_keyless (connector, name, number))
    return FALSE;
  accounts = trs_cli_list_accounts (self);
  for (guint i = 0; i < accounts->len; i++)
    n_users += g_str_equal (((TrsKnownAccount *) accounts->pdata[i])->name, name);
  return n_users > 1;
}

static gboolean
may_forget (TrsCli      *self,
            const char  *name,
            GError     **error)
{
  gint64 number = trs_library_get_account (trs_session_get_library (self->session));
  gboolean may_be = may_be_of_another (self, name);

  if (g_str_equal (name, TRS_ACCOUNT_SAMPLE))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("The sample account has no key"));
  else if (!may_be && trs_connector_is_keyless (trs_session_get_connector (self->session), name, number))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY,
                         _("The key in the keyring is that of another user of this server; it was not removed"));
  else if (!may_be || self->options->yes)
    return TRUE;
  else if (!trs_cli_can_ask ())
    g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                 /* Translators: %s is the address of a server. */
                 _("The key in the keyring may be that of another user of %s. To remove it, use --yes."), name);
  else if (trs_cli_ask (self, _("The key in the keyring may be that of another user of this server. Remove it?")))
    return TRUE;
  else if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_FAILED, _("The key was not removed"));
  return FALSE;
}

/* Removes the key, if it is that of the account. */
static gboolean
forget_key (TrsCli      *self,
            const char  *name,
            GError     **error)
{
  gint64 number = trs_library_get_account (trs_session_get_library (self->session));
  g_autoptr (GAsyncResult) result = NULL;

  if (!may_forget (self, name, error))
    return FALSE;
  trs_connector_forget_async (trs_session_get_connector (self->session), name, number, self->cancellable,
                              trs_cli_done_cb, &result);
  return trs_connector_forget_finish (trs_session_get_connector (self->session), trs_cli_wait (&result), error);
}

static TrsCliExit
run_logout (TrsCli *self)
{
  g_autoptr (GSettings) settings = trs_cli_settings_open ();
  g_autoptr (TrsAccount) account = trs_account_new (settings);
  const char *name = trs_account_get_name (trs_session_get_account (self->session));
  g_autofree char *sentence = NULL;
  g_autoptr (GError) error = NULL;

  trs_account_set_shared (trs_session_get_account (self->session), account);
  if (!forget_key (self, name, &error))
    return trs_cli_report (self, NULL, error);

  /* Whether it was saved does not matter: the next program finds that the keyring is empty. */
  trs_cli_settings_wait_saved (settings);
  /* Translators: %s is the address of a server. */
  sentence = g_strdup_printf (_("The key of %s is not in the keyring any more. Videos and transcripts stay."), name);
  trs_cli_note (sentence);
  return TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_logout_command = {
  .name = "logout",
  .options = (const char * const[]) { "yes", NULL },
  .account = TRS_CLI_ACCOUNT_OPENED,
  .needs_no_file = TRUE,
  .run = run_logout,
};

/* status */

/* What is known of the key, never translated. @error: (nullable): why it is not used */
static const char *
get_key_word (TrsCli       *self,
              const GError *error)
{
  if (self->options->offline)
    return "unchecked";
  if (error == NULL)
    return "accepted";
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED))
    return "refused";
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY) ||
      g_error_matches (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY))
    return "missing";
  return trs_cli_get_exit (error) == TRS_CLI_NO_KEY ? "no-keyring" : "unchecked";
}

/* The newest page of the list proves the key, and is all that is read. */
static gboolean
check_key (TrsCli  *self,
           GError **error)
{
  TrsListReader *reader = trs_session_get_reader (self->session);
  g_autoptr (GAsyncResult) result = NULL;

  if (self->options->offline)
    return TRUE;
  if (!trs_cli_connect (self, error))
    return FALSE;
  trs_list_reader_read_async (reader, TRS_LIST_READ_REFRESH, self->cancellable, trs_cli_done_cb, &result);
  return trs_list_reader_read_finish (reader, trs_cli_wait (&result), error) && trs_cli_check_session (self, error);
}

/* Returns: (nullable): what is known on this computer of the account that is open */
static const TrsKnownAccount *
find_open_account (TrsCli    *self,
                   GPtrArray *accounts)
{
  const char *name = trs_account_get_name (trs_session_get_account (self->session));
  gint64 number = trs_library_get_account (trs_session_get_library (self->session));
  const TrsKnownAccount *found = NULL;

  for (guint i = 0; i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];

      if (g_str_equal (account->name, name) && (found == NULL || account->id == number))
        found = account;
    }
  return found;
}

static const TrsCliColumn status_columns[] = {
  { "NAME" },
  { "VALUE", .minimum = 20 },
};

static void
print_fact (TrsCliTable *table,
            const char  *name,
            const char  *value)
{
  trs_cli_table_add (table, (const TrsCliCell[]) { { name }, { value } });
}

static void
print_status (TrsCliTable           *table,
              const TrsKnownAccount *account,
              const char            *server,
              const char            *key)
{
  const struct
  {
    const char *name;
    guint value;
  } numbers[] = {
    { "videos", account != NULL ? account->n_projects : 0 },
    { "transcripts", account != NULL ? account->n_texts : 0 },
    { "unconfirmed", account != NULL ? account->n_undecided : 0 },
  };

  print_fact (table, "server", server);
  if (account != NULL && account->id > 0)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, account->id);

      print_fact (table, "number", number);
    }
  if (account != NULL && account->label != NULL)
    print_fact (table, "name", account->label);
  print_fact (table, "key", key);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *value = g_strdup_printf ("%u", numbers[i].value);

      print_fact (table, numbers[i].name, value);
    }
}

static void
record_status (TrsCli                *self,
               const TrsKnownAccount *account,
               const char            *server,
               const char            *key)
{
  JsonObject *record = trs_cli_record_new ("status");

  json_object_set_string_member (record, "server", server);
  trs_cli_json_set_number (record, "number", account != NULL && account->id > 0 ? account->id : -1);
  json_object_set_string_member (record, "name", account != NULL ? account->label : NULL);
  json_object_set_string_member (record, "key", key);
  json_object_set_int_member (record, "videos", account != NULL ? account->n_projects : 0);
  json_object_set_int_member (record, "transcripts", account != NULL ? account->n_texts : 0);
  json_object_set_int_member (record, "unconfirmed", account != NULL ? account->n_undecided : 0);
  trs_cli_add_record (self, record);
}

static TrsCliExit
run_status (TrsCli *self)
{
  TrsAccount *session_account = trs_session_get_account (self->session);
  g_autoptr (TrsCliTable) table = trs_cli_begin_table (self, status_columns, G_N_ELEMENTS (status_columns));
  g_autoptr (GPtrArray) accounts = NULL;
  g_autoptr (GError) error = NULL;
  const TrsKnownAccount *account;
  const char *key;

  check_key (self, &error);
  accounts = trs_cli_list_accounts (self);
  account = find_open_account (self, accounts);
  key = get_key_word (self, error);
  if (table != NULL)
    print_status (table, account, trs_account_get_name (session_account), key);
  else
    record_status (self, account, trs_account_get_name (session_account), key);
  return error != NULL ? trs_cli_report (self, NULL, error) : TRS_CLI_DONE;
}

const TrsCliCommand trs_cli_status_command = {
  .name = "status",
  .groups = TRS_CLI_OPTIONS_KEY,
  .options = (const char * const[]) { "offline", NULL },
  .fields = "server number name key videos transcripts unconfirmed",
  .account = TRS_CLI_ACCOUNT_OPENED,
  .run = run_status,
};
