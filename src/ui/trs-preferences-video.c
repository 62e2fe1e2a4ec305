/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences-video.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-preferences-problem.h"
#include "trs-ui-compat.h"
#include "trs-video-ref.h"

/* Of no real video. */
#define EXAMPLE_ID "cC12mar2026"
#define EXAMPLE_START 41000

struct _TrsPreferencesVideo
{
  AdwPreferencesGroup parent_instance;

  TrsAccount *account;

  GtkEditable *pattern;
  TrsPreferencesProblem *problem;
  AdwActionRow *example;
};

G_DEFINE_FINAL_TYPE (TrsPreferencesVideo, trs_preferences_video, ADW_TYPE_PREFERENCES_GROUP)

static char *
dup_example (TrsPreferencesVideo *self)
{
  const char *pattern = gtk_editable_get_text (self->pattern);

  if (!trs_video_pattern_is_valid (pattern, NULL))
    return NULL;
  return trs_video_pattern_expand (pattern, EXAMPLE_ID, EXAMPLE_START);
}

static void
on_changed (TrsPreferencesVideo *self)
{
  g_autofree char *example = dup_example (self);

  trs_preferences_problem_clear (self->problem);
  adw_action_row_set_subtitle (self->example, example != NULL ? example : _("The address must contain {id}"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->example), example != NULL);
}

static void
on_apply (TrsPreferencesVideo *self)
{
  g_autoptr (GError) error = NULL;

  if (!trs_account_set_video_pattern (self->account, gtk_editable_get_text (self->pattern), &error))
    trs_preferences_problem_show (self->problem, GTK_WIDGET (self->pattern), error);
}

static void
on_example_activated (TrsPreferencesVideo *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *example = dup_example (self);

  if (example != NULL && GTK_IS_WINDOW (root))
    trs_ui_compat_open_uri (GTK_WINDOW (root), example);
}

static void
trs_preferences_video_dispose (GObject *object)
{
  g_clear_object (&TRS_PREFERENCES_VIDEO (object)->account);
  G_OBJECT_CLASS (trs_preferences_video_parent_class)->dispose (object);
}

static void
trs_preferences_video_class_init (TrsPreferencesVideoClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_preferences_video_dispose;

  g_type_ensure (TRS_TYPE_PREFERENCES_PROBLEM);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-preferences-video.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesVideo, pattern);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesVideo, problem);
  gtk_widget_class_bind_template_child (widget_class, TrsPreferencesVideo, example);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_apply);
  gtk_widget_class_bind_template_callback (widget_class, on_example_activated);
}

static void
trs_preferences_video_init (TrsPreferencesVideo *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_preferences_video_set_account:
 * @self: the group, of which nothing was set yet
 * @account: the account
 */
void
trs_preferences_video_set_account (TrsPreferencesVideo *self,
                                   TrsAccount          *account)
{
  g_return_if_fail (TRS_IS_PREFERENCES_VIDEO (self));
  g_return_if_fail (TRS_IS_ACCOUNT (account) && self->account == NULL);

  self->account = g_object_ref (account);
  gtk_editable_set_text (self->pattern, trs_account_get_video_pattern (account));
}
