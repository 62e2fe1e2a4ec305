/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notice-bar.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-notice.h"
#include "trs-session-accounts.h"

#include "config.h"

#define SLIDE_MSEC 250

struct _TrsNoticeBar
{
  TrsPage page;

  GtkRevealer *revealer;
  GtkWidget *strip;
  GtkImage *icon;
  GtkLabel *words;
  GtkButton *button;

  TrsSessionState state;
};

G_DEFINE_FINAL_TYPE (TrsNoticeBar, trs_notice_bar, TRS_TYPE_PAGE)

static void
set_class (GtkWidget  *widget,
           const char *name,
           gboolean    on)
{
  if (on)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

/* What is so from the beginning does not slide in: a window that has just opened stands still. */
static void
update_transition (TrsNoticeBar *self)
{
  TrsSession *session = self->page.session;
  TrsSessionState state = session != NULL ? trs_session_get_state (session) : TRS_SESSION_STARTING;

  gtk_revealer_set_transition_duration (self->revealer, self->state == TRS_SESSION_STARTING ? 0 : SLIDE_MSEC);
  self->state = state;
}

/* Said once, as damage is, and before anything that can wait. */
static gboolean
is_of_another_user (TrsSession *session)
{
  return trs_session_get_state (session) == TRS_SESSION_READY &&
         trs_storage_get_moved_aside (trs_session_get_storage (session)) == NULL &&
         trs_session_get_left_account (session) != NULL;
}

static char *
make_notice (TrsSession *session,
             TrsNotice  *notice)
{
  const TrsKnownAccount *left = trs_session_get_left_account (session);
  TrsLibrary *library = trs_session_get_library (session);
  TrsReachability *reachability = trs_session_get_reachability (session);
  g_autofree char *name = left != NULL && left->label != NULL ? trs_display_text_title (left->label) : NULL;

  if (is_of_another_user (session))
    {
      *notice = (TrsNotice) { NULL, "dialog-information-symbolic", FALSE, _("Show"), "win.accounts" };
      return trs_notice_left_words_new (left->n_texts, left->n_projects, name);
    }

  *notice = trs_notice_for (trs_session_get_state (session), trs_session_get_key_error (session),
                            trs_reachability_get_offline_since (reachability),
                            trs_reachability_get_without_network (reachability),
                            trs_library_get_error (library),
                            !trs_library_is_in_memory (library),
                            trs_storage_get_moved_aside (trs_session_get_storage (session)) != NULL);
  return g_strdup (notice->words);
}

static void
trs_notice_bar_update (TrsPage *page)
{
  TrsNoticeBar *self = TRS_NOTICE_BAR (page);
  TrsNotice notice = { NULL };
  g_autofree char *words = page->session != NULL ? make_notice (page->session, &notice) : NULL;

  update_transition (self);
  gtk_revealer_set_reveal_child (self->revealer, words != NULL);
  if (words == NULL)
    return;

  gtk_image_set_from_icon_name (self->icon, notice.icon_name);
  gtk_label_set_label (self->words, words);
  gtk_button_set_label (self->button, notice.action_label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), notice.action_name);
  set_class (self->strip, "key", notice.key);
}

static void
trs_notice_bar_session_changed (TrsPage *page)
{
  TrsSession *session = page->session;

  if (session == NULL)
    return;

  g_signal_connect_swapped (session, "notify::state", G_CALLBACK (trs_notice_bar_update), page);
  g_signal_connect_swapped (session, "notify::key-error", G_CALLBACK (trs_notice_bar_update), page);
  g_signal_connect_swapped (session, "notify::left-account", G_CALLBACK (trs_notice_bar_update), page);
  g_signal_connect_object (trs_session_get_reachability (session), "notify::offline-since",
                           G_CALLBACK (trs_notice_bar_update), page, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_library (session), "notify::error", G_CALLBACK (trs_notice_bar_update), page,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_storage (session), "notify::moved-aside",
                           G_CALLBACK (trs_notice_bar_update), page, G_CONNECT_SWAPPED);
}

static void
trs_notice_bar_class_init (TrsNoticeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TRS_PAGE_CLASS (klass)->update = trs_notice_bar_update;
  TRS_PAGE_CLASS (klass)->session_changed = trs_notice_bar_session_changed;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-notice-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsNoticeBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, TrsNoticeBar, strip);
  gtk_widget_class_bind_template_child (widget_class, TrsNoticeBar, icon);
  gtk_widget_class_bind_template_child (widget_class, TrsNoticeBar, words);
  gtk_widget_class_bind_template_child (widget_class, TrsNoticeBar, button);
}

static void
trs_notice_bar_init (TrsNoticeBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->state = TRS_SESSION_STARTING;
}
