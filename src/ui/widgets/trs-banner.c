/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-banner.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-session.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

#define SLIDE_MSEC 250

struct _TrsBanner
{
  TrsPage parent_instance;

  GtkRevealer *revealer;
  GtkWidget *strip;
  GtkImage *icon;
  GtkLabel *label;
  GtkButton *help;
  GtkButton *button;

  gboolean started;
};

G_DEFINE_FINAL_TYPE (TrsBanner, trs_banner, TRS_TYPE_PAGE)

/* A banner for a kind of error. */
typedef struct
{
  int code;
  const char *label;
  const char *button_label;
  const char *action_name;
} Row;

/* The first row is for no error, the last one for any other: a failure of the sample service. */
static const Row keyring_rows[] = {
  { TRS_ERROR_KEYRING_LOCKED, N_("The keyring is locked. Everything here can still be read."), N_("Unlock…"),
    "win.unlock" },
  { TRS_ERROR_KEYRING_MISSING, N_("No keyring found, so the key is not known. Everything here can still be read."),
    N_("Enter Key…"), "win.enter-key" },
  { TRS_ERROR_KEYRING_TIMED_OUT, N_("The keyring does not answer. Everything here can still be read."),
    N_("Try Again"), "win.unlock" },
  { TRS_ERROR_KEYRING_FAILED, N_("The keyring has a problem. Everything here can still be read."), N_("Try Again"),
    "win.unlock" },
  { TRS_ERROR_FAILED, N_("The sample service isn’t running. Everything here can still be read."),
    /* Translators: button of a banner: starts the sample service. */
    N_("Start It"),
    "win.unlock" },
};

/* For a store that can still be read. Here and below, the last row is for any other error. */
static const Row readable_rows[] = {
  { TRS_ERROR_STORE_MOVED,
    N_("The file with your transcripts was moved or replaced. Put it back, or continue with what is there now."),
    N_("Continue"), "win.keep-again" },
  { TRS_ERROR_STORE_FULL, N_("Disk full. Your transcripts can be read; nothing new is saved."), N_("Try Again"),
    "win.keep-again" },
  { TRS_ERROR_STORE_READ_ONLY, N_("Data folder is read-only. Your transcripts can be read; nothing new is saved."),
    N_("Try Again"), "win.keep-again" },
  { TRS_ERROR_STORE_FAILED, N_("Your transcripts can be read; nothing new is saved."), N_("Try Again"),
    "win.keep-again" },
};

static const Row store_rows[] = {
  { TRS_ERROR_STORE_FULL, N_("Disk full. Nothing new is saved on this computer."), N_("Try Again"), "win.keep-again" },
  { TRS_ERROR_STORE_NEWER,
    N_("Your transcripts were saved by a newer version of Transcripts. Nothing new is saved."),
    /* Translators: button of a banner: shows more about an error. */
    N_("Details"),
    "win.store-details" },
  { TRS_ERROR_STORE_READ_ONLY, N_("Data folder is read-only. Nothing is saved on this computer."), N_("Details"),
    "win.store-details" },
  { TRS_ERROR_STORE_FOREIGN, N_("Another program’s file is in the way. Nothing is saved on this computer."),
    N_("Details"), "win.store-details" },
  { TRS_ERROR_STORE_FAILED, N_("Nothing can be saved on this computer right now."), N_("Details"),
    "win.store-details" },
};

static TrsBannerContent
content_of_error (const GError *error,
                  const Row    *rows,
                  gsize         n_rows,
                  const char   *icon_name,
                  const char   *help)
{
  gsize i = 0;

  while (error != NULL && i + 1 < n_rows && !g_error_matches (error, TRS_ERROR, rows[i].code))
    i++;
  return (TrsBannerContent) { _(rows[i].label), icon_name, TRUE, _(rows[i].button_label), rows[i].action_name, help };
}

/* Whether the store is of an older version, so that nothing of it can be read before it was brought up to date. */
static gboolean
is_outdated (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_OUTDATED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_OUTDATED_READ_ONLY);
}

static TrsBannerContent
key_content (const char *label)
{
  return (TrsBannerContent) { label, "dialog-password-symbolic", TRUE, _("Enter Key…"), "win.enter-key",
                              "trouble#key" };
}

/**
 * trs_banner_content_for:
 * @state: state of the session
 * @key_error: (nullable): what the keyring said
 * @offline_since: since when the service cannot be reached, 0 if it can
 * @without_network: whether that is because there is no network
 * @store_error: (nullable): why nothing can be kept
 * @readable: whether saved data can still be read
 * @moved_aside: whether a damaged file was moved aside, and the user does not know it yet
 * @settings_lost: whether a setting could not be saved
 * @account_lost: whether the account in use is one of those
 *
 * Damage comes first, because it is shown once. Then transcripts that cannot be read, and the key: without it the
 * network is of no use. What is not saved comes before what passes by itself.
 *
 * Returns: what is to be shown; where the label is missing and an action is not, it is the advice of the error
 */
TrsBannerContent
trs_banner_content_for (TrsSessionState  state,
                        const GError    *key_error,
                        gint64           offline_since,
                        gboolean         without_network,
                        const GError    *store_error,
                        gboolean         readable,
                        gboolean         moved_aside,
                        gboolean         settings_lost,
                        gboolean         account_lost)
{
  if (moved_aside && state != TRS_SESSION_NO_ACCOUNT)
    return (TrsBannerContent) { _("The file with your transcripts was damaged. It has been replaced."),
                                "drive-harddisk-symbolic", TRUE, _("Details"), "win.store-details", NULL };
  if (is_outdated (store_error) && state != TRS_SESSION_NO_ACCOUNT)
    return (TrsBannerContent) { NULL, "drive-harddisk-symbolic", TRUE, _("Try Again"), "win.keep-again", NULL };
  if (state == TRS_SESSION_KEY_REFUSED)
    return key_content (_("The key is no longer accepted. Everything here can still be read."));
  if (state == TRS_SESSION_KEY_LOST)
    return key_content (_("The key for this server is missing. Everything here can still be read."));
  if (state == TRS_SESSION_KEY_LOCKED && trs_strings_get_local ())
    return (TrsBannerContent) { _("The service on this computer isn’t running. Everything here can still be read."),
                                "media-playback-pause-symbolic", TRUE, _("Start It"), "win.unlock", NULL };
  if (state == TRS_SESSION_KEY_LOCKED)
    return content_of_error (key_error, keyring_rows, G_N_ELEMENTS (keyring_rows), "dialog-password-symbolic",
                             g_error_matches (key_error, TRS_ERROR, TRS_ERROR_FAILED) ? NULL : "trouble#keyring");

  if (store_error != NULL && state != TRS_SESSION_NO_ACCOUNT && readable)
    return content_of_error (store_error, readable_rows, G_N_ELEMENTS (readable_rows), "drive-harddisk-symbolic", NULL);
  if (store_error != NULL && state != TRS_SESSION_NO_ACCOUNT)
    return content_of_error (store_error, store_rows, G_N_ELEMENTS (store_rows), "drive-harddisk-symbolic", NULL);

  if (settings_lost && state != TRS_SESSION_NO_ACCOUNT)
    return (TrsBannerContent) {
      account_lost ? _("Settings can’t be saved. This account is known until you close Transcripts.")
                   : _("Settings can’t be saved. Your changes last until you close Transcripts."),
      "drive-harddisk-symbolic", FALSE, _("Try Again"), "win.save-settings", NULL
    };

  if (state == TRS_SESSION_READY && offline_since != 0 && trs_strings_get_free ())
    return (TrsBannerContent) {
      _("The service on this computer has stopped. Saved transcripts can be read, searched and exported."),
      "media-playback-pause-symbolic", FALSE, _("Try Again"), "win.try-again", NULL
    };
  if (state == TRS_SESSION_READY && offline_since != 0)
    return (TrsBannerContent) {
      without_network ? _("Offline. Saved transcripts can be read, searched and exported.")
                      : _("Can’t reach the service. Saved transcripts can be read, searched and exported."),
      "network-offline-symbolic", FALSE, _("Try Again"), "win.try-again", "trouble#network"
    };

  if (state == TRS_SESSION_READY && key_error != NULL)
    return (TrsBannerContent) {
      g_error_matches (key_error, TRS_ERROR, TRS_ERROR_KEYRING_MISSING)
        ? _("No keyring found. The key is kept until you close Transcripts.")
        : _("The key could not be saved. You will have to enter it again next time."),
      /* Translators: button of a banner: the user has read it. */
      "dialog-password-symbolic", FALSE, _("Got It"), "win.got-it", "trouble#keyring"
    };

  return (TrsBannerContent) { NULL, NULL, FALSE, NULL, NULL, NULL };
}

/**
 * trs_banner_left_account_label:
 * @n_texts: transcripts that are kept of the account
 * @n_projects: videos of the account
 * @name: (nullable): what the user calls it
 *
 * Returns: (transfer full): what is shown when another user's key has taken
 *   the place of an account
 */
char *
trs_banner_left_account_label (guint       n_texts,
                               guint       n_projects,
                               const char *name)
{
  if (name != NULL && n_texts > 0)
    /* Translators: %s is the name that the user gave an account. */
    return g_strdup_printf (
        /* Translators: a number, and the name of an account; “Accounts” is the title of the dialog. */
        ngettext ("This key belongs to another user. Your %'u transcript is under Accounts, in “%s”.",
                  "This key belongs to another user. Your %'u transcripts are under Accounts, in “%s”.", n_texts),
        n_texts, name);
  if (name != NULL)
    /* Translators: %s is the name that the user gave an account. */
    return g_strdup_printf (
        /* Translators: a number, and the name of an account; “Accounts” is the title of the dialog. */
        ngettext ("This key belongs to another user. Your %'u video is under Accounts, in “%s”.",
                  "This key belongs to another user. Your %'u videos are under Accounts, in “%s”.", n_projects),
        n_projects, name);
  if (n_texts > 0)
    /* Translators: %'u is a number; “Accounts” is the title of the dialog. */
    return g_strdup_printf (ngettext ("This key belongs to another user. Your %'u transcript is under Accounts.",
                                      "This key belongs to another user. Your %'u transcripts are under Accounts.",
                                      n_texts),
                            n_texts);

  /* Translators: %'u is a number; “Accounts” is the title of the dialog. */
  return g_strdup_printf (ngettext ("This key belongs to another user. Your %'u video is under Accounts.",
                                    "This key belongs to another user. Your %'u videos are under Accounts.",
                                    n_projects),
                          n_projects);
}

/**
 * trs_banner_missed_label:
 * @title: (nullable): the title of a transcript that was to be saved to a folder automatically
 * @n_missed: how many were
 * @folder: the folder, as the user knows it
 * @gone: whether it is not there; else it takes no files
 *
 * Returns: (transfer full): what is shown as long as it was not saved
 */
char *
trs_banner_missed_label (const char *title,
                         guint       n_missed,
                         const char *folder,
                         gboolean    gone)
{
  g_autofree char *shown = trs_display_text_title (title);
  g_autofree char *place = trs_display_text_title (folder);

  if (n_missed <= 1 && gone)
    /* Translators: the title of a video, and the path of a folder. */
    return g_strdup_printf (_("“%s” was not saved: the folder “%s” can’t be found."), shown, place);
  if (n_missed <= 1)
    /* Translators: the title of a video, and the path of a folder. */
    return g_strdup_printf (_("“%s” was not saved: the folder “%s” can’t be written to."), shown, place);
  if (gone)
    return g_strdup_printf (
        /* Translators: the title of a video, how many more, and the path of a folder. */
        ngettext ("“%s” and %'u more transcript were not saved: the folder “%s” can’t be found.",
                  "“%s” and %'u more transcripts were not saved: the folder “%s” can’t be found.", n_missed - 1),
        shown, n_missed - 1, place);
  return g_strdup_printf (
      /* Translators: the title of a video, how many more, and the path of a folder. */
      ngettext ("“%s” and %'u more transcript were not saved: the folder “%s” can’t be written to.",
                "“%s” and %'u more transcripts were not saved: the folder “%s” can’t be written to.", n_missed - 1),
      shown, n_missed - 1, place);
}

static char *
dup_missed (TrsAutoExport *auto_export)
{
  g_autofree char *folder = g_file_get_parse_name (trs_auto_export_get_folder (auto_export));

  return trs_banner_missed_label (trs_auto_export_get_missed_title (auto_export),
                                  trs_auto_export_get_n_missed (auto_export), folder,
                                  g_error_matches (trs_auto_export_get_error (auto_export), G_IO_ERROR,
                                                   G_IO_ERROR_NOT_FOUND));
}

/* That the key belongs to another user is shown once, like damage, and before anything less urgent. */
static char *
get_content (TrsSession       *session,
             TrsBannerContent *content)
{
  const char *moved_aside = trs_storage_get_moved_aside (trs_session_get_storage (session));
  const TrsKnownAccount *left = trs_session_get_state (session) == TRS_SESSION_READY && moved_aside == NULL
                                    ? trs_account_list_get_left (trs_session_get_accounts (session))
                                    : NULL;
  TrsReachability *reachability = trs_session_get_reachability (session);
  TrsLibrary *library = trs_session_get_library (session);
  TrsAccount *account = trs_session_get_account (session);
  TrsAutoExport *auto_export = trs_session_get_auto_export (session);

  if (left != NULL)
    {
      g_autofree char *name = left->label != NULL ? trs_display_text_title (left->label) : NULL;

      *content = (TrsBannerContent) { NULL, "dialog-information-symbolic", FALSE,
                                      C_("Button: opens the list of accounts", "Show"), "win.accounts", "accounts" };
      return trs_banner_left_account_label (left->n_texts, left->n_projects, name);
    }

  *content = trs_banner_content_for (trs_session_get_state (session), trs_session_get_key_error (session),
                                     trs_reachability_get_offline_since (reachability),
                                     trs_reachability_get_without_network (reachability),
                                     trs_library_get_error (library), !trs_library_is_in_memory (library),
                                     moved_aside != NULL,
                                     trs_account_get_settings_lost (account), trs_account_is_lost (account));
  if (content->label == NULL && content->action_name != NULL)
    {
      g_autoptr (TrsErrorText) text = trs_error_text_new (trs_library_get_error (library));

      return g_steal_pointer (&text->advice);
    }
  /* What is not saved comes before what passes by itself. */
  if (trs_auto_export_get_n_missed (auto_export) > 0 && !content->key && !trs_account_get_settings_lost (account))
    {
      *content = (TrsBannerContent) { NULL, "folder-symbolic", FALSE,
                                      /* Translators: button of a banner: asks for the folder to save transcripts to. */
                                      _("Choose Folder…"), "win.choose-export-folder", "export" };
      return dup_missed (auto_export);
    }
  return g_strdup (content->label);
}

static void
trs_banner_update (TrsPage *page)
{
  TrsBanner *self = TRS_BANNER (page);
  TrsSession *session = trs_page_get_session (page);
  TrsBannerContent content = { NULL };
  g_autofree char *label = session != NULL ? get_content (session, &content) : NULL;

  /* A banner that is present at the start appears without a transition. */
  gtk_revealer_set_transition_duration (self->revealer, self->started ? SLIDE_MSEC : 0);
  self->started = session != NULL && trs_session_get_state (session) != TRS_SESSION_STARTING;
  if (label != NULL && (!gtk_revealer_get_reveal_child (self->revealer) ||
                        g_strcmp0 (gtk_label_get_label (self->label), label) != 0))
    trs_ui_compat_announce (GTK_WIDGET (self->label), label);
  gtk_revealer_set_reveal_child (self->revealer, label != NULL);
  if (label == NULL)
    return;

  gtk_image_set_from_icon_name (self->icon, content.icon_name);
  gtk_label_set_label (self->label, label);
  gtk_button_set_label (self->button, content.button_label);
  trs_labels_complete (GTK_WIDGET (self));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), content.action_name);
  gtk_widget_set_visible (GTK_WIDGET (self->help), content.help != NULL);
  if (content.help != NULL)
    {
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->help), "s", content.help);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->help), "app.help-page");
    }
  trs_widget_set_css_class (self->strip, "key", content.key);
}

static void
trs_banner_session_changed (TrsPage *page)
{
  TrsSession *session = trs_page_get_session (page);

  g_signal_connect_object (session, "notify", G_CALLBACK (trs_banner_update), page, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_account (session), "notify::settings-lost", G_CALLBACK (trs_banner_update),
                           page, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_account (session), "notify::lost", G_CALLBACK (trs_banner_update), page,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_accounts (session), "notify::left", G_CALLBACK (trs_banner_update), page,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_storage (session), "notify::moved-aside", G_CALLBACK (trs_banner_update),
                           page, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_reachability (session), "notify", G_CALLBACK (trs_banner_update), page,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_auto_export (session), "notify::n-missed", G_CALLBACK (trs_banner_update),
                           page, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_library (session), "notify::error", G_CALLBACK (trs_banner_update), page,
                           G_CONNECT_SWAPPED);
}

static void
trs_banner_class_init (TrsBannerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TRS_PAGE_CLASS (klass)->update = trs_banner_update;
  TRS_PAGE_CLASS (klass)->session_changed = trs_banner_session_changed;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-banner.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsBanner, revealer);
  gtk_widget_class_bind_template_child (widget_class, TrsBanner, strip);
  gtk_widget_class_bind_template_child (widget_class, TrsBanner, icon);
  gtk_widget_class_bind_template_child (widget_class, TrsBanner, label);
  gtk_widget_class_bind_template_child (widget_class, TrsBanner, help);
  gtk_widget_class_bind_template_child (widget_class, TrsBanner, button);
}

static void
trs_banner_init (TrsBanner *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
