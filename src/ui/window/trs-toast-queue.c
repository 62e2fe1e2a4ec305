/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-toast-queue.h"

#include "trs-i18n.h"

#define WAITING_MAX 2
#define TIMEOUT_SECONDS 4
#define UNDO_SECONDS 10
/* What an undo toast is about: its action and its project. */
#define SUBJECT "trs-subject"

struct _TrsToastQueue
{
  GObject parent_instance;

  AdwToastOverlay *overlay; /* weak */
  AdwToast *shown; /* weak; until it has left the screen */
  GQueue waiting;
};

G_DEFINE_FINAL_TYPE (TrsToastQueue, trs_toast_queue, G_TYPE_OBJECT)

static void show_next (TrsToastQueue *self);

static void
gone_cb (gpointer  user_data,
         GObject  *toast)
{
  TrsToastQueue *self = user_data;

  self->shown = NULL;
  show_next (self);
}

/* libadwaita 1.2 crashes when a toast that was added while another one was leaving is dismissed soon after, as by a
 * double click on a button: wait until the one before has left. */
static void
show_next (TrsToastQueue *self)
{
  if (self->shown != NULL || self->overlay == NULL || g_queue_is_empty (&self->waiting))
    return;

  self->shown = g_queue_pop_head (&self->waiting);
  g_object_weak_ref (G_OBJECT (self->shown), gone_cb, self);
  adw_toast_overlay_add_toast (self->overlay, self->shown);
}

static int
compare_titles (gconstpointer a,
                gconstpointer b)
{
  return g_strcmp0 (adw_toast_get_title ((AdwToast *) a), b);
}

static int
compare_subjects (gconstpointer a,
                  gconstpointer b)
{
  return g_strcmp0 (g_object_get_data (G_OBJECT (a), SUBJECT), b);
}

/* An earlier toast on the same subject offers to undo what cannot be undone any more. */
static void
withdraw (TrsToastQueue *self,
          const char    *subject)
{
  GList *link = g_queue_find_custom (&self->waiting, subject, compare_subjects);

  if (link != NULL)
    {
      g_object_unref (link->data);
      g_queue_delete_link (&self->waiting, link);
    }
  else if (self->shown != NULL && compare_subjects (self->shown, subject) == 0)
    {
      adw_toast_dismiss (self->shown);
    }
}

/* While a toast leaves, it must not be dismissed again. */
static void
dismissed_cb (AdwToast *toast)
{
  g_object_set_data (G_OBJECT (toast), SUBJECT, NULL);
}

static void
trs_toast_queue_dispose (GObject *object)
{
  TrsToastQueue *self = TRS_TOAST_QUEUE (object);

  if (self->shown != NULL)
    g_object_weak_unref (G_OBJECT (self->shown), gone_cb, self);
  self->shown = NULL;
  g_queue_clear_full (&self->waiting, g_object_unref);
  g_clear_weak_pointer (&self->overlay);

  G_OBJECT_CLASS (trs_toast_queue_parent_class)->dispose (object);
}

static void
trs_toast_queue_class_init (TrsToastQueueClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_toast_queue_dispose;
}

static void
trs_toast_queue_init (TrsToastQueue *self)
{
  g_queue_init (&self->waiting);
}

/**
 * trs_toast_queue_new:
 * @overlay: where the toasts are shown; not kept alive
 *
 * Returns: (transfer full): an empty queue
 */
TrsToastQueue *
trs_toast_queue_new (AdwToastOverlay *overlay)
{
  TrsToastQueue *self = g_object_new (TRS_TYPE_TOAST_QUEUE, NULL);

  g_set_weak_pointer (&self->overlay, overlay);
  return self;
}

/**
 * trs_toast_queue_add:
 * @self: a queue
 * @title: a short sentence, no markup
 * @button_label: (nullable): label of the button
 * @action_name: (nullable): the action of the button
 * @target: (nullable) (transfer floating): parameter of the action
 *
 * Returns: (transfer none) (nullable): the toast; %NULL if it was not added
 */
AdwToast *
trs_toast_queue_add (TrsToastQueue *self,
                     const char    *title,
                     const char    *button_label,
                     const char    *action_name,
                     GVariant      *target)
{
  g_autofree char *markup = g_markup_escape_text (title, -1);
  g_autoptr (GVariant) parameter = target != NULL ? g_variant_ref_sink (target) : NULL;
  AdwToast *toast;

  if (self->waiting.length >= WAITING_MAX ||
      (self->shown != NULL && compare_titles (self->shown, markup) == 0) ||
      g_queue_find_custom (&self->waiting, markup, compare_titles) != NULL)
    return NULL;

  toast = adw_toast_new (markup);
  adw_toast_set_timeout (toast, TIMEOUT_SECONDS);
  adw_toast_set_button_label (toast, button_label);
  adw_toast_set_action_name (toast, action_name);
  adw_toast_set_action_target_value (toast, parameter);
  g_queue_push_tail (&self->waiting, toast);
  show_next (self);
  return toast;
}

/**
 * trs_toast_queue_add_undo:
 * @self: a queue
 * @title: what was done, no markup
 * @action_name: the action that takes it back
 * @target: (nullable) (transfer floating): parameter of the action
 * @project_id: (nullable): id of the project it was done to; %NULL if
 *   @action_name takes back the last one only
 *
 * Adds a toast with an *Undo* button. It stays longer than others, is shown
 * before all that wait, and replaces one for the same action and project.
 */
void
trs_toast_queue_add_undo (TrsToastQueue *self,
                          const char    *title,
                          const char    *action_name,
                          GVariant      *target,
                          const char    *project_id)
{
  g_autofree char *markup = g_markup_escape_text (title, -1);
  char *subject = g_strconcat (action_name, " ", project_id, NULL);
  AdwToast *toast = adw_toast_new (markup);

  withdraw (self, subject);

  adw_toast_set_timeout (toast, UNDO_SECONDS);
  adw_toast_set_button_label (toast, _("Undo"));
  adw_toast_set_action_name (toast, action_name);
  adw_toast_set_action_target_value (toast, target);
  g_object_set_data_full (G_OBJECT (toast), SUBJECT, subject, g_free);
  g_signal_connect (toast, "dismissed", G_CALLBACK (dismissed_cb), NULL);
  g_queue_push_head (&self->waiting, toast);
  show_next (self);
}
