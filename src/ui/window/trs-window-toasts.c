/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The toasts of the window, one at a time. A toast that is shown or waits already is not added twice, and no more wait
 * than can be read. */
#include "trs-window-private.h"

#include "trs-i18n.h"

#define WAITING_MAX 2
#define TIMEOUT_SECONDS 4
#define UNDO_SECONDS 10
/* What an undo toast is about: its action and its project. */
#define SUBJECT "trs-subject"

static void show_next (TrsWindow *self);

static void
gone_cb (gpointer  user_data,
         GObject  *toast)
{
  TrsWindow *self = user_data;

  self->toast = NULL;
  show_next (self);
}

/* libadwaita 1.2 crashes when a toast that was added while another one was leaving is dismissed soon after, as by a
 * double click on a button: wait until the one before has left. */
static void
show_next (TrsWindow *self)
{
  if (self->toast != NULL || self->toasts == NULL || g_queue_is_empty (&self->waiting_toasts))
    return;

  self->toast = g_queue_pop_head (&self->waiting_toasts);
  g_object_weak_ref (G_OBJECT (self->toast), gone_cb, self);
  adw_toast_overlay_add_toast (self->toasts, self->toast);
}

void
trs_window_clear_toasts (TrsWindow *self)
{
  if (self->toast != NULL)
    g_object_weak_unref (G_OBJECT (self->toast), gone_cb, self);
  self->toast = NULL;
  g_queue_clear_full (&self->waiting_toasts, g_object_unref);
}

static AdwToast *
create_toast (const char *markup,
              guint       timeout,
              const char *button_label,
              const char *action_name,
              GVariant   *target)
{
  AdwToast *toast = adw_toast_new (markup);

  adw_toast_set_timeout (toast, timeout);
  adw_toast_set_button_label (toast, button_label);
  adw_toast_set_action_name (toast, action_name);
  adw_toast_set_action_target_value (toast, target);
  return toast;
}

static int
compare_titles (gconstpointer a,
                gconstpointer b)
{
  return g_strcmp0 (adw_toast_get_title ((AdwToast *) a), b);
}

/**
 * trs_window_toast:
 * @self: a window
 * @title: a short sentence, no markup
 * @button_label: (nullable): label of the button
 * @action_name: (nullable): the action of the button
 * @target: (nullable) (transfer floating): parameter of the action
 *
 * Shows a toast, unless it is shown or waits already.
 *
 * Returns: (transfer none) (nullable): the toast; %NULL if it was not added
 */
AdwToast *
trs_window_toast (TrsWindow  *self,
                  const char *title,
                  const char *button_label,
                  const char *action_name,
                  GVariant   *target)
{
  g_autofree char *markup = g_markup_escape_text (title, -1);
  g_autoptr (GVariant) parameter = target != NULL ? g_variant_ref_sink (target) : NULL;
  AdwToast *toast;

  if (self->waiting_toasts.length >= WAITING_MAX ||
      (self->toast != NULL && compare_titles (self->toast, markup) == 0) ||
      g_queue_find_custom (&self->waiting_toasts, markup, compare_titles) != NULL)
    return NULL;

  toast = create_toast (markup, TIMEOUT_SECONDS, button_label, action_name, parameter);
  g_queue_push_tail (&self->waiting_toasts, toast);
  show_next (self);
  return toast;
}

static int
compare_subjects (gconstpointer a,
                  gconstpointer b)
{
  return g_strcmp0 (g_object_get_data (G_OBJECT (a), SUBJECT), b);
}

/**
 * trs_window_withdraw_undo:
 * @self: a window
 * @subject: the action that takes something back, and the project it was done to if there is one
 *
 * Removes the toast that offers it, if there is one.
 */
void
trs_window_withdraw_undo (TrsWindow  *self,
                          const char *subject)
{
  GList *link = g_queue_find_custom (&self->waiting_toasts, subject, compare_subjects);

  if (link != NULL)
    {
      g_object_unref (link->data);
      g_queue_delete_link (&self->waiting_toasts, link);
    }
  else if (self->toast != NULL && compare_subjects (self->toast, subject) == 0)
    {
      adw_toast_dismiss (self->toast);
    }
}

/* While a toast leaves, it must not be dismissed again. */
static void
dismissed_cb (AdwToast *toast)
{
  g_object_set_data (G_OBJECT (toast), SUBJECT, NULL);
}

/**
 * trs_window_toast_undo:
 * @self: a window
 * @title: what was done, no markup
 * @action_name: the action that takes it back
 * @target: (nullable): parameter of the action
 * @project_id: (nullable): id of the project it was done to; %NULL if
 *   @action_name takes back the last one only
 *
 * Adds a toast with an *Undo* button. It stays longer than others, is shown
 * before all that wait, and replaces one for the same action and project.
 *
 * Returns: (transfer none): the toast; it is dismissed when nothing can be undone by it any more
 */
AdwToast *
trs_window_toast_undo (TrsWindow  *self,
                       const char *title,
                       const char *action_name,
                       GVariant   *target,
                       const char *project_id)
{
  g_autofree char *markup = g_markup_escape_text (title, -1);
  char *subject = g_strconcat (action_name, project_id, NULL);
  AdwToast *toast = create_toast (markup, UNDO_SECONDS, _("Undo"), action_name, target);

  /* An earlier one offers to undo what cannot be undone any more. */
  trs_window_withdraw_undo (self, subject);
  g_object_set_data_full (G_OBJECT (toast), SUBJECT, subject, g_free);
  g_signal_connect (toast, "dismissed", G_CALLBACK (dismissed_cb), NULL);
  g_queue_push_head (&self->waiting_toasts, toast);
  show_next (self);
  return toast;
}
