/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-connect-form.h"

#include "trs-api-key.h"
#include "trs-bin-focus.h"
#include "trs-control-names.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-server-address.h"
#include "trs-session-keyring.h"

struct _TrsConnectForm
{
  AdwBin parent_instance;

  GtkWidget *fields;
  AdwEntryRow *address;
  AdwEntryRow *key;
  GtkWidget *connect;
  GtkWidget *cancel;
  GtkLabel *problem;
  GtkLabel *caption;

  TrsSession *session;
  GCancellable *cancellable;
  gboolean address_fixed;
  gboolean busy;
};

G_DEFINE_FINAL_TYPE (TrsConnectForm, trs_connect_form, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_ADDRESS_FIXED,
  PROP_BUSY,
  N_PROPS
};

enum
{
  CONNECTED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static void
update_caption (TrsConnectForm *self)
{
  const GError *error = self->session != NULL ? trs_session_get_key_error (self->session) : NULL;

  if (self->busy && trs_session_get_storing_key (self->session))
    gtk_label_set_label (self->caption, _("The service accepts the key. Waiting for your keyring…"));
  else if (self->busy)
    gtk_label_set_label (self->caption, _("Asking the service…"));
  else if (g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_MISSING))
    gtk_label_set_label (self->caption, _("No keyring found. The key is kept until you close Transcripts."));
  else if (error != NULL)
    gtk_label_set_label (self->caption,
                         _("If the keyring does not take the key, it is kept until you close Transcripts."));
  else if (self->session != NULL && trs_session_get_keyring_answers (self->session))
    gtk_label_set_label (self->caption, _("The key is kept in your keyring and sent to this address only."));
  else
    gtk_label_set_label (self->caption, _("The key is sent to this address only."));
}

static void
leave_focus (TrsConnectForm *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    gtk_root_set_focus (root, NULL);
}

static void
set_busy (TrsConnectForm *self,
          gboolean        busy)
{
  if (self->busy == busy)
    return;

  self->busy = busy;
  /* A text field has to lose the focus while it can still hear of it, or its cursor goes on blinking. */
  if (busy)
    leave_focus (self);
  gtk_widget_set_sensitive (self->fields, !busy);
  gtk_widget_set_visible (self->connect, !busy);
  gtk_widget_set_visible (self->cancel, busy);
  if (busy)
    gtk_widget_grab_focus (self->cancel);
  update_caption (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

static void
clear_problem (TrsConnectForm *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self->address), "error");
  gtk_widget_remove_css_class (GTK_WIDGET (self->key), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
}

static AdwEntryRow *
row_of (TrsConnectForm *self,
        const GError   *error)
{
  if (error->domain != TRS_ERROR)
    return NULL;

  if (error->code == TRS_ERROR_UNAUTHORIZED || error->code == TRS_ERROR_INVALID_KEY || error->code == TRS_ERROR_NO_KEY)
    return self->key;
  if (error->code == TRS_ERROR_REFUSED_ADDRESS || error->code == TRS_ERROR_NOT_THE_SERVICE ||
      error->code == TRS_ERROR_INVALID_INPUT || error->code == TRS_ERROR_OFFLINE || error->code == TRS_ERROR_TLS)
    return self->address;
  return NULL;
}

static void
show_problem (TrsConnectForm *self,
              const GError   *error)
{
  g_autofree char *words = trs_error_text_in_place (error);
  AdwEntryRow *row = row_of (self, error);

  gtk_label_set_label (self->problem, words);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), TRUE);
  if (row != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (row), "error");
  gtk_widget_grab_focus (row != NULL ? GTK_WIDGET (row) : self->connect);
}

static void
connected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsConnectForm) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean connected = trs_session_connect_finish (TRS_SESSION (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->cancellable);
  set_busy (self, FALSE);
  if (!connected)
    {
      show_problem (self, error);
      return;
    }

  gtk_editable_set_text (GTK_EDITABLE (self->key), "");
  g_signal_emit (self, signals[CONNECTED], 0);
}

static void
on_connect (TrsConnectForm *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;
  char *key;

  if (self->busy || self->session == NULL)
    return;

  clear_problem (self);
  address = trs_server_address_normalize (gtk_editable_get_text (GTK_EDITABLE (self->address)), &error);
  if (address == NULL)
    {
      show_problem (self, error);
      return;
    }
  key = trs_api_key_clean (gtk_editable_get_text (GTK_EDITABLE (self->key)), &error);
  if (key == NULL)
    {
      show_problem (self, error);
      return;
    }

  self->cancellable = g_cancellable_new ();
  set_busy (self, TRUE);
  trs_session_connect_async (self->session, address, key, self->cancellable, connected_cb, g_object_ref (self));
  trs_api_key_free (key);
}

/* What was entered stays, and can be corrected. */
static void
on_cancel (TrsConnectForm *self)
{
  if (!self->busy)
    return;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  set_busy (self, FALSE);
  gtk_widget_grab_focus (self->connect);
}

static void
on_changed (TrsConnectForm *self)
{
  clear_problem (self);
}

static void
update_address (TrsConnectForm *self)
{
  TrsAccount *account = self->session != NULL ? trs_session_get_account (self->session) : NULL;

  gtk_editable_set_editable (GTK_EDITABLE (self->address), !self->address_fixed);
  if (account != NULL && self->address_fixed && trs_account_is_configured (account))
    gtk_editable_set_text (GTK_EDITABLE (self->address), trs_account_get_server_address (account));
}

static void
trs_connect_form_set_session (TrsConnectForm *self,
                              TrsSession     *session)
{
  if (self->session == session)
    return;

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect_swapped (session, "notify::key-error", G_CALLBACK (update_caption), self);
      g_signal_connect_swapped (session, "notify::storing-key", G_CALLBACK (update_caption), self);
    }

  update_address (self);
  update_caption (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SESSION]);
}

/* Nobody waits for the answer any more once the form has left its window. */
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

  return gtk_widget_grab_focus (GTK_WIDGET (self->address_fixed ? self->key : self->address));
}

static void
trs_connect_form_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsConnectForm *self = TRS_CONNECT_FORM (object);

  switch (property_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_ADDRESS_FIXED:
      g_value_set_boolean (value, self->address_fixed);
      break;
    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_connect_form_set_property (GObject      *object,
                               guint         property_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  TrsConnectForm *self = TRS_CONNECT_FORM (object);

  switch (property_id)
    {
    case PROP_SESSION:
      trs_connect_form_set_session (self, g_value_get_object (value));
      break;
    case PROP_ADDRESS_FIXED:
      self->address_fixed = g_value_get_boolean (value);
      update_address (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_connect_form_dispose (GObject *object)
{
  TrsConnectForm *self = TRS_CONNECT_FORM (object);

  g_clear_object (&self->cancellable);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (trs_connect_form_parent_class)->dispose (object);
}

static void
trs_connect_form_class_init (TrsConnectFormClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = trs_connect_form_get_property;
  object_class->set_property = trs_connect_form_set_property;
  object_class->dispose = trs_connect_form_dispose;
  widget_class->unroot = trs_connect_form_unroot;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_connect_form_grab_focus;

  props[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TRS_TYPE_SESSION,
                                             G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_ADDRESS_FIXED] = g_param_spec_boolean ("address-fixed", NULL, NULL, FALSE,
                                                    G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CONNECTED] = g_signal_new ("connected", TRS_TYPE_CONNECT_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-connect-form.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, address);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, key);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, fields);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, connect);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, cancel);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, problem);
  gtk_widget_class_bind_template_child (widget_class, TrsConnectForm, caption);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_connect);
}

static void
trs_connect_form_init (TrsConnectForm *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_control_names_complete (GTK_WIDGET (self));
  update_caption (self);
}

/**
 * trs_connect_form_get_busy:
 * @self: a form
 *
 * Returns: %TRUE while what was entered is being proved
 */
gboolean
trs_connect_form_get_busy (TrsConnectForm *self)
{
  g_return_val_if_fail (TRS_IS_CONNECT_FORM (self), FALSE);

  return self->busy;
}
