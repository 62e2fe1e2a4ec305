/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-account.h"

#include "config.h"
#include "trs-account-status.h"
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-preferences-fields.h"
#include "trs-preferences-problem.h"
#include "trs-preferences-video.h"
#include "trs-server-address.h"
#include "trs-session-keyring.h"

/* Stands in the key row for a key that is kept; of no key, and of no key's length. */
#define DOTS "••••••••••••••••••••"

struct _TrsPreferencesAccount
{
  AdwPreferencesPage parent_instance;

  TrsSession *session;
  GCancellable *cancellable;
  gboolean busy;
  gboolean filling;
  gboolean key_is_dots;

  AdwPreferencesGroup *service_group;
  GtkEditable *address;
  GtkEditable *key;
  TrsPreferencesProblem *problem;
  AdwActionRow *status;
  GtkImage *status_icon;
  GtkButton *button;
  TrsPreferencesFields *fields;
  TrsPreferencesVideo *video;
  GtkWidget *spending_group;
  AdwActionRow *spending;
  GtkWidget *forget_group;
  GtkStack *forget_stack;
  TrsPreferencesProblem *forget_problem;
};

G_DEFINE_FINAL_TYPE (TrsPreferencesAccount, trs_preferences_account, ADW_TYPE_PREFERENCES_PAGE)

/* The sample service has a key of its own, which is nobody's to enter or to forget. */
static gboolean
has_key (TrsPreferencesAccount *self)
{
  return trs_session_get_state (self->session) == TRS_SESSION_READY &&
         !trs_account_get_sample (trs_session_get_account (self->session));
}

static gboolean
address_changed (TrsPreferencesAccount *self)
{
  const char *kept = trs_account_get_server_address (trs_session_get_account (self->session));
  const char *typed = gtk_editable_get_text (self->address);
  g_autofree char *normalized = trs_server_address_normalize (typed, NULL);

  return g_strcmp0 (normalized != NULL ? normalized : typed, kept != NULL ? kept : "") != 0;
}

static gboolean
key_typed (TrsPreferencesAccount *self)
{
  return !self->key_is_dots && *gtk_editable_get_text (self->key) != '\0';
}

static gboolean
is_changed (TrsPreferencesAccount *self)
{
  return address_changed (self) || key_typed (self) || trs_session_get_state (self->session) == TRS_SESSION_NO_ACCOUNT;
}

static void
fill_key (TrsPreferencesAccount *self)
{
  self->filling = TRUE;
  self->key_is_dots = has_key (self);
  gtk_editable_set_text (self->key, self->key_is_dots ? DOTS : "");
  self->filling = FALSE;
}

static void
fill_address (TrsPreferencesAccount *self)
{
  const char *kept = trs_account_get_server_address (trs_session_get_account (self->session));

  self->filling = TRUE;
  gtk_editable_set_text (self->address, kept != NULL ? kept : "");
  self->filling = FALSE;
}

static void
set_status (TrsPreferencesAccount *self,
            const char            *title,
            const char            *subtitle,
            const char            *icon_name,
            const char            *style)
{
  const char *classes[] = { style, NULL };

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->status), title);
  adw_action_row_set_subtitle (self->status, subtitle);
  gtk_image_set_from_icon_name (self->status_icon, icon_name);
  gtk_widget_set_css_classes (GTK_WIDGET (self->status_icon), classes);
}

static void
show_changed (TrsPreferencesAccount *self)
{
  const char *kept = trs_account_get_server_address (trs_session_get_account (self->session));
  gboolean other = address_changed (self) && !key_typed (self) && kept != NULL && *kept != '\0';
  g_autofree char *words =
      other ? g_strdup_printf (_("Enter the key for this address. The saved key belongs to %s."), kept)
            : g_strdup (_("Connect checks the key first, then saves it."));

  set_status (self, _("Not saved yet"), words, "document-edit-symbolic", "quiet");
}

/* The sample service has no key to enter and costs nothing. */
static void
update_sample (TrsPreferencesAccount *self,
               gboolean               sample)
{
  gtk_widget_set_visible (GTK_WIDGET (self->key), !sample);
  adw_preferences_group_set_description (self->service_group,
                                         sample ? NULL : _("The key is sent to this address only."));
  adw_action_row_set_subtitle (self->spending, sample ? _("Videos of this account, month by month")
                                                      : _("Credits used by this account, month by month"));
}

static void
update (TrsPreferencesAccount *self)
{
  gboolean changed = is_changed (self);
  TrsSessionState state = trs_session_get_state (self->session);
  gboolean keyed = state == TRS_SESSION_READY || state == TRS_SESSION_KEY_REFUSED;
  gboolean sample = trs_account_get_sample (trs_session_get_account (self->session));

  update_sample (self, sample && !address_changed (self));

  gtk_widget_set_sensitive (GTK_WIDGET (self->button), !self->busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->address), !self->busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->key), !self->busy);
  if (changed)
    {
      gtk_button_set_label (self->button, _("Connect"));
      gtk_widget_add_css_class (GTK_WIDGET (self->button), "suggested-action");
    }
  else
    {
      gtk_button_set_label (self->button, trs_session_get_can_keep_key (self->session) ? _("Save Key…") : _("Test"));
      gtk_widget_remove_css_class (GTK_WIDGET (self->button), "suggested-action");
    }
  gtk_widget_set_visible (GTK_WIDGET (self->button), changed || keyed || state == TRS_SESSION_KEY_LOCKED);
  gtk_widget_set_visible (self->spending_group, state != TRS_SESSION_NO_ACCOUNT);
  gtk_widget_set_visible (self->forget_group, keyed && !sample);

  if (self->busy && trs_session_get_storing_key (self->session))
    set_status (self, _("Waiting for your keyring…"), _("The service accepts the key."), "content-loading-symbolic",
                "quiet");
  else if (self->busy)
    set_status (self, _("Asking the service…"), "", "content-loading-symbolic", "quiet");
  else if (changed && state != TRS_SESSION_NO_ACCOUNT)
    show_changed (self);
  else
    {
      g_autoptr (TrsAccountStatus) status = trs_account_status_new (self->session);

      set_status (self, status->title, status->subtitle, status->icon_name, status->style);
    }
}

static void
session_changed_cb (TrsPreferencesAccount *self)
{
  if (!key_typed (self) && !gtk_widget_has_focus (GTK_WIDGET (self->key)))
    fill_key (self);
  update (self);
}

static void
account_changed_cb (TrsPreferencesAccount *self)
{
  fill_address (self);
  update (self);
}

static void
on_address_changed (TrsPreferencesAccount *self)
{
  if (self->filling || self->session == NULL)
    return;
  trs_preferences_problem_clear (self->problem);
  update (self);
}

static void
on_key_changed (TrsPreferencesAccount *self)
{
  if (self->filling || self->session == NULL)
    return;
  self->key_is_dots = FALSE;
  trs_preferences_problem_clear (self->problem);
  update (self);
}

/* The dots make room for a new key, and come back if none is entered. */
static void
on_key_focus_enter (TrsPreferencesAccount *self)
{
  if (!self->key_is_dots)
    return;
  self->filling = TRUE;
  self->key_is_dots = FALSE;
  gtk_editable_set_text (self->key, "");
  self->filling = FALSE;
}

static void
on_key_focus_leave (TrsPreferencesAccount *self)
{
  if (self->session != NULL && !key_typed (self))
    fill_key (self);
}

static gboolean
is_about_address (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_REFUSED_ADDRESS) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_TLS) || g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE);
}

static gboolean
is_about_key (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_KEY) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY);
}

static void
show_problem (TrsPreferencesAccount *self,
              const GError          *error)
{
  GtkEditable *entry = is_about_address (error) ? self->address : is_about_key (error) ? self->key : NULL;

  trs_preferences_problem_show (self->problem, entry != NULL ? GTK_WIDGET (entry) : NULL, error);
}

static gboolean
ended (TrsPreferencesAccount *self,
       const GError          *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    return FALSE;
  g_clear_object (&self->cancellable);
  self->busy = FALSE;
  return TRUE;
}

static void
connected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsPreferencesAccount) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean connected = trs_session_connect_finish (TRS_SESSION (source), result, &error);

  if (!ended (self, error))
    return;
  if (connected)
    {
      fill_address (self);
      fill_key (self);
    }
  else
    show_problem (self, error);
  update (self);
}

static void
tested_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsPreferencesAccount) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean accepted = trs_session_test_finish (TRS_SESSION (source), result, &error);

  if (!ended (self, error))
    return;
  if (!accepted)
    show_problem (self, error);
  update (self);
}

static void
connect_to_service (TrsPreferencesAccount *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;
  char *key = NULL;

  address = trs_server_address_normalize (gtk_editable_get_text (self->address), &error);
  if (address != NULL)
    key = trs_api_key_clean (self->key_is_dots ? "" : gtk_editable_get_text (self->key), &error);
  if (key == NULL)
    {
      show_problem (self, error);
      return;
    }

  self->cancellable = g_cancellable_new ();
  self->busy = TRUE;
  update (self);
  trs_session_connect_async (self->session, address, key, self->cancellable, connected_cb, g_object_ref (self));
  trs_api_key_free (key);
}

static void
on_button_clicked (TrsPreferencesAccount *self)
{
  if (self->busy || self->session == NULL)
    return;

  trs_preferences_problem_clear (self->problem);
  if (is_changed (self))
    {
      connect_to_service (self);
      return;
    }
  if (trs_session_get_state (self->session) == TRS_SESSION_KEY_LOCKED)
    {
      trs_session_retry_keyring (self->session);
      return;
    }
  self->cancellable = g_cancellable_new ();
  self->busy = TRUE;
  update (self);
  if (trs_session_get_can_keep_key (self->session))
    trs_session_keep_key_async (self->session, self->cancellable, connected_cb, g_object_ref (self));
  else
    trs_session_test_async (self->session, self->cancellable, tested_cb, g_object_ref (self));
}

/* The page lies over the window, whose projects can be opened from it. */
static void
on_spending (TrsPreferencesAccount *self)
{
  GtkWindow *dialog = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWindow *window = gtk_window_get_transient_for (dialog);

  if (window == NULL)
    return;

  g_object_ref (window);
  gtk_window_close (dialog);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.spending", NULL);
  g_object_unref (window);
}

static void
on_forget_asked (TrsPreferencesAccount *self)
{
  gtk_stack_set_visible_child_name (self->forget_stack, "sure");
}

static void
on_forget_kept (TrsPreferencesAccount *self)
{
  gtk_stack_set_visible_child_name (self->forget_stack, "ask");
}

static void
forgotten_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsPreferencesAccount) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean forgotten = trs_session_forget_key_finish (TRS_SESSION (source), result, &error);

  if (!ended (self, error))
    return;
  if (!forgotten)
    trs_preferences_problem_show (self->forget_problem, NULL, error);
  fill_key (self);
  update (self);
}

static void
on_forget (TrsPreferencesAccount *self)
{
  gtk_stack_set_visible_child_name (self->forget_stack, "ask");
  if (self->busy)
    return;
  trs_preferences_problem_clear (self->forget_problem);
  self->busy = TRUE;
  update (self);
  /* Once ordered it is done, also when the dialog is closed meanwhile. */
  trs_session_forget_key_async (self->session, NULL, forgotten_cb, g_object_ref (self));
}

/* A proof under way holds the page; closing the dialog must end it all the same. */
static void
trs_preferences_account_unroot (GtkWidget *widget)
{
  TrsPreferencesAccount *self = TRS_PREFERENCES_ACCOUNT (widget);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  GTK_WIDGET_CLASS (trs_preferences_account_parent_class)->unroot (widget);
}

static void
trs_preferences_account_dispose (GObject *object)
{
  TrsPreferencesAccount *self = TRS_PREFERENCES_ACCOUNT (object);

  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (trs_session_get_account (self->session), self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_clear_object (&self->session);
  G_OBJECT_CLASS (trs_preferences_account_parent_class)->dispose (object);
}

static void
trs_preferences_account_class_init (TrsPreferencesAccountClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_preferences_account_dispose;
  widget_class->unroot = trs_preferences_account_unroot;

  g_type_ensure (TRS_TYPE_PREFERENCES_FIELDS);
  g_type_ensure (TRS_TYPE_PREFERENCES_PROBLEM);
  g_type_ensure (TRS_TYPE_PREFERENCES_VIDEO);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-account.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, service_group);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, address);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, key);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, problem);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, status);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, status_icon);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, button);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, fields);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, video);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, spending_group);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, spending);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, forget_group);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, forget_stack);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, forget_problem);
  gtk_widget_class_bind_template_callback (widget_class, on_address_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_key_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_key_focus_enter);
  gtk_widget_class_bind_template_callback (widget_class, on_key_focus_leave);
  gtk_widget_class_bind_template_callback (widget_class, on_button_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_spending);
  gtk_widget_class_bind_template_callback (widget_class, on_forget_asked);
  gtk_widget_class_bind_template_callback (widget_class, on_forget_kept);
  gtk_widget_class_bind_template_callback (widget_class, on_forget);
}

static void
trs_preferences_account_init (TrsPreferencesAccount *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_preferences_account_set_session:
 * @self: the page, of which nothing was set yet
 * @session: the session
 */
void
trs_preferences_account_set_session (TrsPreferencesAccount *self,
                                     TrsSession            *session)
{
  g_return_if_fail (TRS_IS_PREFERENCES_ACCOUNT (self));
  g_return_if_fail (TRS_IS_SESSION (session) && self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify", G_CALLBACK (session_changed_cb), self);
  g_signal_connect_swapped (trs_session_get_account (session), "notify::server-address",
                            G_CALLBACK (account_changed_cb), self);
  trs_preferences_fields_set_account (self->fields, trs_session_get_account (session));
  trs_preferences_video_set_account (self->video, trs_session_get_account (session));
  fill_address (self);
  fill_key (self);
  update (self);
}
