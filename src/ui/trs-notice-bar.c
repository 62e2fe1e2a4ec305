/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notice-bar.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-notice.h"
#include "trs-session-accounts.h"
#include "trs-session-shelf.h"

#include "config.h"

#define SLIDE_MSEC 250

struct _TrsNoticeBar
{
  AdwBin parent_instance;

  GtkRevealer *revealer;
  GtkWidget *strip;
  GtkImage *icon;
  GtkLabel *words;
  GtkButton *button;

  TrsSession *session;
  TrsSessionState state;
};

G_DEFINE_FINAL_TYPE (TrsNoticeBar, trs_notice_bar, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SESSION,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

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
  TrsSessionState state = self->session != NULL ? trs_session_get_state (self->session) : TRS_SESSION_STARTING;

  gtk_revealer_set_transition_duration (self->revealer, self->state == TRS_SESSION_STARTING ? 0 : SLIDE_MSEC);
  self->state = state;
}

/* Said once, as damage is, and before anything that can wait. */
static gboolean
is_of_another_user (TrsNoticeBar *self)
{
  return trs_session_get_state (self->session) == TRS_SESSION_READY &&
         trs_session_get_moved_aside (self->session) == NULL && trs_session_get_left_account (self->session) != NULL;
}

static char *
make_notice (TrsNoticeBar *self,
             TrsNotice    *notice)
{
  const TrsKnownAccount *left = trs_session_get_left_account (self->session);
  TrsArchive *archive = trs_session_get_archive (self->session);
  g_autofree char *name = left != NULL && left->label != NULL ? trs_display_text_title (left->label) : NULL;

  if (is_of_another_user (self))
    {
      *notice = (TrsNotice) { NULL, "dialog-information-symbolic", FALSE, _("Show"), "win.accounts" };
      return trs_notice_left_words_new (left->n_texts, left->n_projects, name);
    }

  *notice = trs_notice_for (trs_session_get_state (self->session), trs_session_get_key_error (self->session),
                            trs_session_get_offline_since (self->session),
                            trs_session_get_without_network (self->session),
                            trs_session_get_store_error (self->session), !trs_archive_is_in_memory (archive),
                            trs_session_get_moved_aside (self->session) != NULL);
  return g_strdup (notice->words);
}

static void
trs_notice_bar_update (TrsNoticeBar *self)
{
  TrsNotice notice = { NULL };
  g_autofree char *words = self->session != NULL ? make_notice (self, &notice) : NULL;

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
trs_notice_bar_set_session (TrsNoticeBar *self,
                            TrsSession   *session)
{
  if (self->session == session)
    return;

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect_swapped (session, "notify::state", G_CALLBACK (trs_notice_bar_update), self);
      g_signal_connect_swapped (session, "notify::key-error", G_CALLBACK (trs_notice_bar_update), self);
      g_signal_connect_swapped (session, "notify::offline-since", G_CALLBACK (trs_notice_bar_update), self);
      g_signal_connect_swapped (session, "notify::store-error", G_CALLBACK (trs_notice_bar_update), self);
      g_signal_connect_swapped (session, "notify::moved-aside", G_CALLBACK (trs_notice_bar_update), self);
      g_signal_connect_swapped (session, "notify::left-account", G_CALLBACK (trs_notice_bar_update), self);
    }

  trs_notice_bar_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SESSION]);
}

static void
trs_notice_bar_get_property (GObject    *object,
                             guint       property_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  TrsNoticeBar *self = TRS_NOTICE_BAR (object);

  switch (property_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_notice_bar_set_property (GObject      *object,
                             guint         property_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  TrsNoticeBar *self = TRS_NOTICE_BAR (object);

  switch (property_id)
    {
    case PROP_SESSION:
      trs_notice_bar_set_session (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_notice_bar_dispose (GObject *object)
{
  TrsNoticeBar *self = TRS_NOTICE_BAR (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (trs_notice_bar_parent_class)->dispose (object);
}

static void
trs_notice_bar_class_init (TrsNoticeBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = trs_notice_bar_get_property;
  object_class->set_property = trs_notice_bar_set_property;
  object_class->dispose = trs_notice_bar_dispose;

  props[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TRS_TYPE_SESSION,
                                             G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

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
