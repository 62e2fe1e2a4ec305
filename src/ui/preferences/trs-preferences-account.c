/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-account.h"

#include "config.h"
#include "trs-connect-form.h"
#include "trs-error-text.h"
#include "trs-i18n.h"
#include "trs-preferences-problem.h"
#include "trs-session.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"
#include "trs-widget-utils.h"

#define EXAMPLE_ID "cC12mar2026"
#define EXAMPLE_START 41000

struct _TrsPreferencesAccount
{
  AdwPreferencesPage parent_instance;

  TrsSession *session;
  gboolean forgetting;

  AdwPreferencesGroup *service_group;
  TrsConnectForm *form;
  AdwActionRow *status;
  GtkImage *status_icon;
  GtkButton *button;
  GtkWidget *fields;
  AdwEntryRow *submit_field;
  AdwEntryRow *project_field;
  AdwEntryRow *pattern;
  GtkWidget *spending_group;
  AdwActionRow *spending;
  GtkWidget *forget_group;
  GtkStack *forget_stack;
  TrsPreferencesProblem *forget_problem;
};

G_DEFINE_FINAL_TYPE (TrsPreferencesAccount, trs_preferences_account, ADW_TYPE_PREFERENCES_PAGE)

static void
set_status (TrsPreferencesAccount *self,
            const char            *title,
            const char            *subtitle,
            const char            *icon_name,
            const char            *style)
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->status), title);
  adw_action_row_set_subtitle (self->status, subtitle);
  gtk_image_set_from_icon_name (self->status_icon, icon_name);
  gtk_widget_set_css_classes (GTK_WIDGET (self->status_icon), (const char *[]) { style, NULL });
}

static char *
describe_connected (TrsSession *session)
{
  gint64 accepted_at = trs_reachability_get_accepted_at (trs_session_get_reachability (session));
  gint64 now = trs_clock_get_time (trs_session_get_clock (session));
  const char *where = trs_session_get_key_in_keyring (session) ? _("It is saved in the keyring.")
                                              : _("You will have to enter it again next time.");
  g_autofree char *time = trs_strings_time (accepted_at);
  g_autofree char *moment = NULL;
  g_autofree char *accepted = NULL;

  if (trs_account_get_sample (trs_session_get_account (session)))
    return g_strdup (_("Runs on this computer."));
  if (trs_account_get_local (trs_session_get_account (session)))
    return g_strdup (_("Nothing leaves this computer."));
  if (accepted_at == 0)
    return trs_strings_sentences (_("The service has not checked the key yet."), where);

  moment = trs_strings_date_time (accepted_at);
  if (trs_strings_date_group (accepted_at, now) == trs_strings_date_group (now, now))
    /* Translators: %s is a time of day. */
    accepted = g_strdup_printf (_("The service accepted the key today at %s."), time);
  else
    /* Translators: %s is a day and a time. */
    accepted = g_strdup_printf (_("The service accepted the key on %s."), moment);
  return trs_strings_sentences (accepted, where);
}

static void
show_locked (TrsPreferencesAccount *self)
{
  const GError *error = trs_session_get_key_error (self->session);
  g_autoptr (TrsErrorText) text = error != NULL ? trs_error_text_new (error) : NULL;

  set_status (self, text != NULL ? text->title : _("The keyring is locked"),
              text != NULL ? text->advice : _("Unlock it, or enter the key here."), "dialog-password-symbolic",
              "halted");
}

/* States in which only the state is shown. */
static const struct
{
  const char *title;
  const char *subtitle;
  const char *icon_name;
  const char *style;
} statuses[] = {
  [TRS_SESSION_STARTING] = { N_("Looking for the key…"), NULL, "content-loading-symbolic", "quiet" },
  /* Translators: state of an account: there is no key. */
  [TRS_SESSION_NO_ACCOUNT] = { N_("Not connected"), N_("Enter the server address and the API key."),
                               "dialog-information-symbolic", "quiet" },
  [TRS_SESSION_KEY_LOST] = { N_("No API key"), N_("Enter it again. Saved transcripts can still be read."),
                             "dialog-password-symbolic", "halted" },
  [TRS_SESSION_KEY_REFUSED] = { N_("The service rejected this key"),
                                N_("Check it, or ask for a new one. Saved transcripts can still be read."),
                                "dialog-password-symbolic", "halted" },
};

static void
show_state (TrsPreferencesAccount *self)
{
  TrsSessionState state = trs_session_get_state (self->session);
  TrsAccount *account = trs_session_get_account (self->session);
  const char *title = trs_account_get_sample (account)  ? _("Connected to the Sample Service")
                      : trs_account_get_local (account) ? _("Recordings are transcribed here")
                                                        /* Translators: state of an account: its key is accepted. */
                                                        : _("Connected");
  g_autofree char *connected = NULL;

  if (state == TRS_SESSION_KEY_LOCKED)
    show_locked (self);
  else if (state == TRS_SESSION_READY)
    {
      connected = describe_connected (self->session);
      set_status (self, title, connected, "object-select-symbolic", "success");
    }
  else
    set_status (self, _(statuses[state].title), statuses[state].subtitle != NULL ? _(statuses[state].subtitle) : "",
                statuses[state].icon_name, statuses[state].style);
}

static void
show_changed (TrsPreferencesAccount *self)
{
  const char *kept = trs_account_get_server_address (trs_session_get_account (self->session));
  gboolean other = trs_connect_form_get_address_changed (self->form) &&
                   !trs_connect_form_get_key_typed (self->form) && *kept != '\0';
  g_autofree char *description =
      /* Translators: %s is the address of another server. */
      other ? g_strdup_printf (_("Enter the key for this address. The saved key belongs to %s."), kept)
            /* Translators: “Connect” is the name of a button. */
            : g_strdup (_("“Connect” checks the key first, then saves it."));

  set_status (self, _("Not saved yet"), description, "document-edit-symbolic", "quiet");
}

/* What runs on this computer needs no key and costs nothing. */
static void
update_sample (TrsPreferencesAccount *self,
               gboolean               sample)
{
  trs_connect_form_set_key_visible (self->form, !sample);
  adw_preferences_group_set_description (self->service_group,
                                         sample ? NULL : _("The key is sent to this address only."));
  adw_action_row_set_subtitle (self->spending, sample ? _("Videos of this account, month by month")
                                                      : _("Credits used by this account, month by month"));
}

static void
update (TrsPreferencesAccount *self)
{
  gboolean changed = trs_connect_form_get_changed (self->form);
  gboolean busy = trs_connect_form_get_busy (self->form);
  TrsSessionState state = trs_session_get_state (self->session);
  gboolean keyed = state == TRS_SESSION_READY || state == TRS_SESSION_KEY_REFUSED;
  TrsAccount *account = trs_session_get_account (self->session);
  gboolean sample = trs_account_get_sample (account) || trs_account_get_local (account);

  update_sample (self, sample && !trs_connect_form_get_address_changed (self->form));

  gtk_widget_set_sensitive (GTK_WIDGET (self->button), !busy);
  gtk_button_set_label (self->button, changed ? _("Connect")
                                      : trs_connector_get_can_keep_key (trs_session_get_connector (self->session))
                                          /* Translators: button: opens the keyring and saves the API key in it. */
                                          ? _("Save Key…")
                                          : _("Test"));
  trs_widget_set_css_class (GTK_WIDGET (self->button), "suggested-action", changed);
  gtk_widget_set_visible (GTK_WIDGET (self->button), changed || keyed || state == TRS_SESSION_KEY_LOCKED);
  gtk_widget_set_visible (self->spending_group, state != TRS_SESSION_NO_ACCOUNT);
  gtk_widget_set_visible (self->forget_group, keyed && !sample);

  if (busy && trs_session_get_storing_key (self->session))
    set_status (self, _("Waiting for your keyring…"), _("The service accepts the key."), "content-loading-symbolic",
                "quiet");
  else if (busy)
    set_status (self, _("Asking the service…"), "", "content-loading-symbolic", "quiet");
  else if (changed && state != TRS_SESSION_NO_ACCOUNT)
    show_changed (self);
  else
    show_state (self);
}

/* Saves only the applied field, even if the other one has unsaved text. */
static void
on_field_apply (TrsPreferencesAccount *self,
                AdwEntryRow           *entry)
{
  TrsAccount *account = trs_session_get_account (self->session);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autoptr (GError) error = NULL;

  if (!trs_account_set_field_names (account,
                                    entry == self->submit_field ? text : trs_account_get_submit_field (account),
                                    entry == self->project_field ? text : trs_account_get_project_field (account),
                                    &error))
    trs_preferences_problem_show_at (entry, error);
}

/* An example link, or what is wrong with the pattern. */
static char *
example_line (TrsPreferencesAccount *self,
              const char            *pattern)
{
  g_autoptr (GError) error = NULL;

  return trs_video_pattern_is_valid (pattern, &error) ? trs_video_pattern_expand (pattern, EXAMPLE_ID, EXAMPLE_START)
                                                      : trs_error_text_in_place (error);
}

static gboolean
is_pattern (TrsPreferencesAccount *self,
            const char            *pattern)
{
  return trs_video_pattern_is_valid (pattern, NULL);
}

static void
on_pattern_apply (TrsPreferencesAccount *self)
{
  const char *pattern = gtk_editable_get_text (GTK_EDITABLE (self->pattern));
  g_autoptr (GError) error = NULL;

  if (!trs_account_set_video_pattern (trs_session_get_account (self->session), pattern, &error))
    trs_preferences_problem_show_at (self->pattern, error);
}

static void
on_example_activated (TrsPreferencesAccount *self,
                      AdwActionRow          *row)
{
  trs_ui_compat_open_uri (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), adw_action_row_get_subtitle (row));
}

/* The spending dialog belongs to the parent window, which opens its projects. */
static void
on_spending (TrsPreferencesAccount *self)
{
  GtkWindow *dialog = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  g_autoptr (GtkWidget) window = NULL;

  g_set_object (&window, GTK_WIDGET (gtk_window_get_transient_for (dialog)));
  gtk_window_close (dialog);
  gtk_widget_activate_action (window, "win.spending", NULL);
}

static void
on_forget_turned (TrsPreferencesAccount *self)
{
  gboolean sure = g_str_equal (gtk_stack_get_visible_child_name (self->forget_stack), "sure");

  gtk_stack_set_visible_child_name (self->forget_stack, sure ? "ask" : "sure");
}

static void
forgotten_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsPreferencesAccount) self = user_data;
  g_autoptr (GError) error = NULL;

  self->forgetting = FALSE;
  if (!trs_sign_in_forget_key_finish (TRS_SIGN_IN (source), result, &error) && self->session != NULL)
    trs_preferences_problem_show (self->forget_problem, NULL, error);
}

static void
on_forget (TrsPreferencesAccount *self)
{
  gtk_stack_set_visible_child_name (self->forget_stack, "ask");
  if (self->forgetting || trs_connect_form_get_busy (self->form))
    return;
  trs_preferences_problem_clear (self->forget_problem);
  self->forgetting = TRUE;
  /* No cancellable: complete even if the dialog is closed meanwhile. */
  trs_sign_in_forget_key_async (trs_session_get_sign_in (self->session), NULL, forgotten_cb, g_object_ref (self));
}

static void
trs_preferences_account_dispose (GObject *object)
{
  g_clear_object (&TRS_PREFERENCES_ACCOUNT (object)->session);

  G_OBJECT_CLASS (trs_preferences_account_parent_class)->dispose (object);
}

static void
trs_preferences_account_class_init (TrsPreferencesAccountClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_preferences_account_dispose;

  g_type_ensure (TRS_TYPE_CONNECT_FORM);
  g_type_ensure (TRS_TYPE_PREFERENCES_PROBLEM);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-account.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, service_group);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, form);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, status);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, status_icon);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, button);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, fields);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, submit_field);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, project_field);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, pattern);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, spending_group);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, spending);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, forget_group);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, forget_stack);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesAccount, forget_problem);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, trs_connect_form_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_field_apply);
  gtk_widget_class_bind_template_callback (widget_class, example_line);
  gtk_widget_class_bind_template_callback (widget_class, is_pattern);
  gtk_widget_class_bind_template_callback (widget_class, on_pattern_apply);
  gtk_widget_class_bind_template_callback (widget_class, on_example_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_spending);
  gtk_widget_class_bind_template_callback (widget_class, on_forget_turned);
  gtk_widget_class_bind_template_callback (widget_class, on_forget);
}

static void
trs_preferences_account_init (TrsPreferencesAccount *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_connect_form_add_row (self->form, GTK_WIDGET (self->status));
  trs_connect_form_add_row (self->form, self->fields);
}

void
trs_preferences_account_set_session (TrsPreferencesAccount *self,
                                     TrsSession            *session)
{
  TrsAccount *account;

  self->session = g_object_ref (session);
  trs_connect_form_set_session (self->form, session, TRS_CONNECT_FORM_CURRENT);
  g_signal_connect_object (session, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_reachability (session), "notify::accepted-at", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  account = trs_session_get_account (session);
  g_signal_connect_object (account, "notify::server-address", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  gtk_editable_set_text (GTK_EDITABLE (self->submit_field), trs_account_get_submit_field (account));
  gtk_editable_set_text (GTK_EDITABLE (self->project_field), trs_account_get_project_field (account));
  gtk_editable_set_text (GTK_EDITABLE (self->pattern), trs_account_get_video_pattern (account));
  update (self);
}
