/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-connect-form.h"

#include "config.h"
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-preferences-problem.h"
#include "trs-secret-row.h"
#include "trs-server-address.h"
#include "trs-widget-utils.h"

/* Placeholder for a saved key. Its length says nothing about that of the key. */
#define DOTS "••••••••••••••••••••"

struct _TrsConnectForm
{
  AdwBin parent_instance;

  AdwPreferencesGroup *rows;
  AdwEntryRow *address;
  TrsSecretRow *key;
  GtkWidget *below;
  GtkWidget *connect;
  GtkWidget *cancel;
  TrsPreferencesProblem *problem;
  GtkLabel *caption;

  TrsSession *session;
  GCancellable *cancellable;
  TrsConnectFormMode mode;
  gboolean filling;
  gboolean busy;
  gboolean key_typed;
  gboolean key_is_dots;
};

enum
{
  PROP_0,
  PROP_ADDRESS,
  PROP_BUSY,
  PROP_KEY_TYPED,
  N_PROPS
};

enum
{
  CONNECTED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsConnectForm, trs_connect_form, ADW_TYPE_BIN)

static const char *
get_caption (TrsConnectForm *self)
{
  const GError *error = trs_session_get_key_error (self->session);

  if (self->busy && trs_session_get_storing_key (self->session))
    return _("The service accepts the key. Waiting for your keyring…");
  if (self->busy)
    return _("Asking the service…");
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_MISSING))
    return _("No keyring found. The key is kept until you close Transcripts.");
  if (error != NULL)
    return _("If your keyring can’t save the key, it is kept until you close Transcripts.");
  if (trs_session_get_keyring_answers (self->session))
    return _("The key is saved in your keyring and sent to this address only.");
  return _("The key is sent to this address only.");
}

static void
update_key_typed (TrsConnectForm *self)
{
  gboolean key_typed = !self->key_is_dots && *trs_secret_row_get_text (self->key) != '\0';

  if (self->key_typed == key_typed)
    return;
  self->key_typed = key_typed;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_KEY_TYPED]);
}

/* @dots: whether @text is the placeholder */
static void
set_key (TrsConnectForm *self,
         const char     *text,
         gboolean        dots)
{
  self->key_is_dots = dots;
  self->filling = TRUE;
  trs_secret_row_set_text (self->key, text);
  self->filling = FALSE;
  update_key_typed (self);
}

/* Users do not enter the keys of what runs on this computer. */
static void
fill_key (TrsConnectForm *self)
{
  TrsAccount *account = trs_session_get_account (self->session);
  gboolean dots = self->mode == TRS_CONNECT_FORM_CURRENT &&
                  trs_session_get_state (self->session) == TRS_SESSION_READY &&
                  !trs_account_get_sample (account) && !trs_account_get_local (account);

  set_key (self, dots ? DOTS : "", dots);
}

static void
fill_address (TrsConnectForm *self)
{
  TrsAccount *account = trs_session_get_account (self->session);

  if (self->mode != TRS_CONNECT_FORM_CURRENT &&
      (self->mode != TRS_CONNECT_FORM_KEY || !trs_account_is_configured (account)))
    return;
  self->filling = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->address), trs_account_get_server_address (account));
  self->filling = FALSE;
}

/* Unfocus the entries before they become insensitive, or the cursor goes on blinking. */
static void
leave_focus (TrsConnectForm *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->address)) ||
                        gtk_widget_is_ancestor (focus, GTK_WIDGET (self->key))))
    gtk_root_set_focus (root, NULL);
}

static void
set_busy (TrsConnectForm *self,
          gboolean        busy)
{
  if (busy)
    leave_focus (self);
  self->busy = busy;
  gtk_widget_set_visible (self->cancel, busy);
  if (busy && self->mode != TRS_CONNECT_FORM_CURRENT)
    gtk_widget_grab_focus (self->cancel);
  gtk_label_set_label (self->caption, get_caption (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

static GtkWidget *
row_of (TrsConnectForm *self,
        const GError   *error)
{
  if (error->domain != TRS_ERROR)
    return NULL;

  if (error->code == TRS_ERROR_UNAUTHORIZED || error->code == TRS_ERROR_INVALID_KEY || error->code == TRS_ERROR_NO_KEY)
    return GTK_WIDGET (self->key);
  if (error->code == TRS_ERROR_REFUSED_ADDRESS || error->code == TRS_ERROR_NOT_THE_SERVICE ||
      error->code == TRS_ERROR_INVALID_INPUT || error->code == TRS_ERROR_OFFLINE || error->code == TRS_ERROR_TLS)
    return GTK_WIDGET (self->address);
  return NULL;
}

static void
show_problem (TrsConnectForm *self,
              const GError   *error)
{
  GtkWidget *row = row_of (self, error);

  trs_preferences_problem_show (self->problem, row, error);
  gtk_widget_grab_focus (row != NULL ? row : self->connect);
}

/* What was started with the button, from which the form may have turned away when it ends. */
typedef struct
{
  TrsConnectForm *form;
  GCancellable *cancellable;
} Operation;

static Operation *
operation_new (TrsConnectForm *self)
{
  Operation *operation = g_new0 (Operation, 1);

  self->cancellable = g_cancellable_new ();
  operation->form = g_object_ref (self);
  operation->cancellable = g_object_ref (self->cancellable);
  return operation;
}

static void
operation_free (Operation *operation)
{
  g_object_unref (operation->form);
  g_object_unref (operation->cancellable);
  g_free (operation);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Operation, operation_free)

/* @error: (nullable): why it failed. Returns: whether it has succeeded, and the form still waits for it */
static gboolean
finish_operation (Operation    *operation,
                  const GError *error)
{
  TrsConnectForm *self = operation->form;

  /* The user has cancelled it, or started another one. */
  if (operation->cancellable != self->cancellable)
    return FALSE;

  g_clear_object (&self->cancellable);
  set_busy (self, FALSE);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_problem (self, error);
  return error == NULL;
}

/* @error: (nullable): why connecting failed */
static void
show_outcome (Operation    *operation,
              const GError *error)
{
  if (!finish_operation (operation, error))
    return;

  fill_address (operation->form);
  fill_key (operation->form);
  g_signal_emit (operation->form, signals[CONNECTED], 0);
}

static void
connected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (Operation) operation = user_data;
  g_autoptr (GError) error = NULL;

  trs_sign_in_connect_finish (TRS_SIGN_IN (source), result, &error);
  show_outcome (operation, error);
}

static void
key_kept_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Operation) operation = user_data;
  g_autoptr (GError) error = NULL;

  trs_sign_in_keep_key_finish (TRS_SIGN_IN (source), result, &error);
  show_outcome (operation, error);
}

static void
tested_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Operation) operation = user_data;
  g_autoptr (GError) error = NULL;

  trs_list_reader_read_finish (TRS_LIST_READER (source), result, &error);
  finish_operation (operation, error);
}

static void
connect_to_service (TrsConnectForm *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;
  char *key = NULL;
  Operation *operation;

  address = trs_server_address_normalize (gtk_editable_get_text (GTK_EDITABLE (self->address)), &error);
  if (address != NULL)
    key = trs_api_key_clean (self->key_is_dots ? "" : trs_secret_row_get_text (self->key), &error);
  if (key == NULL)
    {
      show_problem (self, error);
      return;
    }

  operation = operation_new (self);
  trs_sign_in_connect_async (trs_session_get_sign_in (self->session), address, key, operation->cancellable,
                             connected_cb, operation);
  set_busy (self, TRUE);
  trs_api_key_free (key);
}

/**
 * trs_connect_form_activate:
 * @self: a form
 *
 * Connects with the entered address and key. If they are in use already, saves the key if it is not
 * saved yet, or else tests whether the service accepts it.
 */
void
trs_connect_form_activate (TrsConnectForm *self)
{
  Operation *operation;

  if (self->busy || self->session == NULL)
    return;

  trs_preferences_problem_clear (self->problem);
  if (self->mode != TRS_CONNECT_FORM_CURRENT || trs_connect_form_get_changed (self))
    {
      connect_to_service (self);
      return;
    }
  if (trs_session_get_state (self->session) == TRS_SESSION_KEY_LOCKED)
    {
      trs_session_retry_keyring (self->session);
      return;
    }
  operation = operation_new (self);
  set_busy (self, TRUE);
  if (trs_connector_get_can_keep_key (trs_session_get_connector (self->session)))
    trs_sign_in_keep_key_async (trs_session_get_sign_in (self->session), operation->cancellable, key_kept_cb,
                                operation);
  else
    trs_list_reader_read_async (trs_session_get_reader (self->session), TRS_LIST_READ_CHECK, operation->cancellable,
                                tested_cb, operation);
}

/* What was entered stays, to be corrected. */
static void
on_cancel (TrsConnectForm *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  set_busy (self, FALSE);
  gtk_widget_grab_focus (self->connect);
}

static void
on_changed (TrsConnectForm *self,
            GtkWidget      *row)
{
  if (row == GTK_WIDGET (self->address))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ADDRESS]);
  if (self->filling)
    return;

  trs_preferences_problem_clear (self->problem);
  if (row == GTK_WIDGET (self->key))
    {
      self->key_is_dots = FALSE;
      update_key_typed (self);
    }
}

/* The placeholder gives way to typing, and comes back if nothing was typed. */
static void
on_key_focus_enter (TrsConnectForm *self)
{
  if (self->key_is_dots)
    set_key (self, "", FALSE);
}

static void
on_key_focus_leave (TrsConnectForm *self)
{
  if (!self->key_typed)
    fill_key (self);
}

static void
session_changed_cb (TrsConnectForm *self)
{
  if (self->mode == TRS_CONNECT_FORM_CURRENT && !self->key_typed &&
      !trs_has_focus_within (GTK_WIDGET (self->key)))
    fill_key (self);
  gtk_label_set_label (self->caption, get_caption (self));
}

/* The form has left its window: cancel. */
static void
trs_connect_form_unroot (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_CONNECT_FORM (widget)->cancellable);

  GTK_WIDGET_CLASS (trs_connect_form_parent_class)->unroot (widget);
}

static gboolean
trs_connect_form_grab_focus (GtkWidget *widget)
{
  TrsConnectForm *self = TRS_CONNECT_FORM (widget);

  if (self->mode == TRS_CONNECT_FORM_KEY)
    return gtk_widget_grab_focus (GTK_WIDGET (self->key));
  return gtk_widget_grab_focus (GTK_WIDGET (self->address));
}

static void
trs_connect_form_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsConnectForm *self = TRS_CONNECT_FORM (object);

  switch (id)
    {
    case PROP_ADDRESS:
      g_value_set_string (value, gtk_editable_get_text (GTK_EDITABLE (self->address)));
      break;
    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;
    case PROP_KEY_TYPED:
      g_value_set_boolean (value, self->key_typed);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_connect_form_finalize (GObject *object)
{
  TrsConnectForm *self = TRS_CONNECT_FORM (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (trs_connect_form_parent_class)->finalize (object);
}

static void
trs_connect_form_class_init (TrsConnectFormClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = trs_connect_form_get_property;
  object_class->finalize = trs_connect_form_finalize;
  widget_class->unroot = trs_connect_form_unroot;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_connect_form_grab_focus;

  props[PROP_ADDRESS] =
      g_param_spec_string ("address", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_KEY_TYPED] =
      g_param_spec_boolean ("key-typed", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CONNECTED] =
      g_signal_new ("connected", TRS_TYPE_CONNECT_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (TRS_TYPE_PREFERENCES_PROBLEM);
  g_type_ensure (TRS_TYPE_SECRET_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-connect-form.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, address);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, key);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, rows);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, below);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, connect);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, cancel);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, problem);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, caption);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, trs_connect_form_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_key_focus_enter);
  gtk_widget_class_bind_template_callback (widget_class, on_key_focus_leave);
}

static void
trs_connect_form_init (TrsConnectForm *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_control_names_complete (GTK_WIDGET (self));
}

/**
 * trs_connect_form_set_session:
 * @self: a form without a session
 * @session: the session
 * @mode: what the form asks for
 */
void
trs_connect_form_set_session (TrsConnectForm     *self,
                              TrsSession         *session,
                              TrsConnectFormMode  mode)
{
  self->session = g_object_ref (session);
  self->mode = mode;
  gtk_editable_set_editable (GTK_EDITABLE (self->address), mode != TRS_CONNECT_FORM_KEY);
  gtk_widget_set_visible (self->below, mode != TRS_CONNECT_FORM_CURRENT);
  g_signal_connect_object (session, "notify", G_CALLBACK (session_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_account (session), "notify::server-address", G_CALLBACK (fill_address),
                           self, G_CONNECT_SWAPPED);
  /* Once the keyring was asked to save the key, cancelling would come too late. */
  g_object_bind_property (trs_session_get_connector (session), "can-cancel", self->cancel, "sensitive",
                          G_BINDING_SYNC_CREATE);
  fill_address (self);
  fill_key (self);
  gtk_label_set_label (self->caption, get_caption (self));
}

/**
 * trs_connect_form_new_in_dialog:
 * @session: the session
 * @mode: whether to ask for the key of the account in use, or for another account
 *
 * Returns: (transfer none): the form of a dialog that closes when a key was accepted
 */
TrsConnectForm *
trs_connect_form_new_in_dialog (TrsSession         *session,
                                TrsConnectFormMode  mode)
{
  g_autoptr (GtkBuilder) builder = NULL;
  GtkWindow *dialog;
  TrsConnectForm *self;

  g_type_ensure (TRS_TYPE_CONNECT_FORM);
  builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-key-dialog.ui");
  dialog = GTK_WINDOW (gtk_builder_get_object (builder, "dialog"));
  self = TRS_CONNECT_FORM (gtk_builder_get_object (builder, "form"));
  if (mode == TRS_CONNECT_FORM_NEW)
    /* Translators: title of a form: the address of a server and an API key. */
    gtk_window_set_title (dialog, _("Add Account"));
  trs_dialog_size_follow (dialog, NULL);
  trs_dialog_set_help (dialog, "accounts");
  trs_connect_form_set_session (self, session, mode);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  g_signal_connect_object (self, "connected", G_CALLBACK (gtk_window_close), dialog, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_connect_form_add_row:
 * @self: a form
 * @row: a row
 *
 * Adds a row below those of the form, in the same list.
 */
void
trs_connect_form_add_row (TrsConnectForm *self,
                          GtkWidget      *row)
{
  adw_preferences_group_add (self->rows, row);
}

/**
 * trs_connect_form_set_key_visible:
 * @self: a form
 * @visible: %FALSE where there is no key to be entered
 */
void
trs_connect_form_set_key_visible (TrsConnectForm *self,
                                  gboolean        visible)
{
  gtk_widget_set_visible (GTK_WIDGET (self->key), visible);
}

/**
 * trs_connect_form_get_busy:
 * @self: a form
 *
 * Returns: %TRUE while the credentials are being verified or saved
 */
gboolean
trs_connect_form_get_busy (TrsConnectForm *self)
{
  return self->busy;
}

/**
 * trs_connect_form_get_address_changed:
 * @self: a form
 *
 * Returns: %TRUE if the address is not that of the account
 */
gboolean
trs_connect_form_get_address_changed (TrsConnectForm *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->address));
  g_autofree char *normalized = trs_server_address_normalize (typed, NULL);

  return !g_str_equal (normalized != NULL ? normalized : typed,
                       trs_account_get_server_address (trs_session_get_account (self->session)));
}

/**
 * trs_connect_form_get_key_typed:
 * @self: a form
 *
 * Returns: %TRUE if a key was entered
 */
gboolean
trs_connect_form_get_key_typed (TrsConnectForm *self)
{
  return self->key_typed;
}

/**
 * trs_connect_form_get_changed:
 * @self: a form
 *
 * Returns: %TRUE if the entered address or key is not the one in use
 */
gboolean
trs_connect_form_get_changed (TrsConnectForm *self)
{
  return trs_connect_form_get_address_changed (self) || self->key_typed ||
         trs_session_get_state (self->session) == TRS_SESSION_NO_ACCOUNT;
}
