/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-toast-queue.h"

#include "trs-i18n.h"
#include "trs-ui-compat.h"

#define WAITING_MAX 2
#define TIMEOUT_SECONDS 4
#define UNDO_SECONDS 10

/* A toast, with the action and the project that it offers to undo. */
typedef struct
{
  AdwToast *toast;
  char *title;   /* without markup */
  char *subject; /* (nullable) */
} Item;

struct _TrsToastQueue
{
  GObject parent_instance;

  AdwToastOverlay *overlay; /* weak pointer */
  Item *shown;              /* the current toast until it has left the screen; owned by the overlay */
  GQueue waiting;           /* waiting Items, each with a reference to its toast */
};

enum
{
  PROP_OVERLAY = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsToastQueue, trs_toast_queue, G_TYPE_OBJECT)

static Item *
item_new (const char *title,
          guint       timeout,
          const char *button_label,
          const char *action_name,
          GVariant   *target)
{
  Item *item = g_new0 (Item, 1);

  item->title = g_strdup (title);
  item->toast = trs_ui_compat_toast_new (title);
  adw_toast_set_timeout (item->toast, timeout);
  adw_toast_set_button_label (item->toast, button_label);
  adw_toast_set_action_name (item->toast, action_name);
  adw_toast_set_action_target_value (item->toast, target);
  return item;
}

static void
item_free (Item *item)
{
  g_clear_object (&item->toast);
  g_free (item->title);
  g_free (item->subject);
  g_free (item);
}

static void show_next (TrsToastQueue *self);

static void
gone_cb (gpointer  user_data,
         GObject  *toast)
{
  TrsToastQueue *self = user_data;

  self->shown->toast = NULL;
  g_clear_pointer (&self->shown, item_free);
  show_next (self);
}

/* libadwaita 1.2 crashes if a toast that was added while another was leaving is dismissed soon after, as by a double
 * click on a button. So wait until the previous one has left. */
static void
show_next (TrsToastQueue *self)
{
  if (self->shown != NULL || self->overlay == NULL || g_queue_is_empty (&self->waiting))
    return;

  self->shown = g_queue_pop_head (&self->waiting);
  g_object_weak_ref (G_OBJECT (self->shown->toast), gone_cb, self);
  adw_toast_overlay_add_toast (self->overlay, self->shown->toast);
  if (!trs_ui_compat_toasts_speak ())
    gtk_widget_activate_action (GTK_WIDGET (self->overlay), "win.announce", "s", self->shown->title);
}

static gboolean
has_title (const Item *item,
           const char *title)
{
  return g_strcmp0 (item->title, title) == 0;
}

static int
compare_titles (gconstpointer item,
                gconstpointer title)
{
  return has_title (item, title) ? 0 : 1;
}

static int
compare_subjects (gconstpointer item,
                  gconstpointer subject)
{
  return g_strcmp0 (((const Item *) item)->subject, subject);
}

static char *
dup_subject (const char *action_name,
             const char *project_id)
{
  return g_strconcat (action_name, project_id, NULL);
}

/* A toast that is leaving must not be dismissed again. */
static void
dismissed_cb (TrsToastQueue *self)
{
  if (self->shown != NULL)
    g_clear_pointer (&self->shown->subject, g_free);
}

static void
trs_toast_queue_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  TrsToastQueue *self = TRS_TOAST_QUEUE (object);

  switch (id)
    {
    case PROP_OVERLAY:
      g_value_set_object (value, self->overlay);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_toast_queue_set_property (GObject      *object,
                              guint         id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  TrsToastQueue *self = TRS_TOAST_QUEUE (object);

  switch (id)
    {
    case PROP_OVERLAY:
      g_set_weak_pointer (&self->overlay, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_toast_queue_dispose (GObject *object)
{
  TrsToastQueue *self = TRS_TOAST_QUEUE (object);

  trs_toast_queue_clear (self);
  g_clear_weak_pointer (&self->overlay);

  G_OBJECT_CLASS (trs_toast_queue_parent_class)->dispose (object);
}

static void
trs_toast_queue_class_init (TrsToastQueueClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_toast_queue_get_property;
  object_class->set_property = trs_toast_queue_set_property;
  object_class->dispose = trs_toast_queue_dispose;

  props[PROP_OVERLAY] =
      g_param_spec_object ("overlay", NULL, NULL, ADW_TYPE_TOAST_OVERLAY,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
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
 * Returns: (transfer full): a queue
 */
TrsToastQueue *
trs_toast_queue_new (AdwToastOverlay *overlay)
{
  return g_object_new (TRS_TYPE_TOAST_QUEUE, "overlay", overlay, NULL);
}

/**
 * trs_toast_queue_add:
 * @self: a queue
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
trs_toast_queue_add (TrsToastQueue *self,
                     const char    *title,
                     const char    *button_label,
                     const char    *action_name,
                     GVariant      *target)
{
  g_autoptr (GVariant) parameter = target != NULL ? g_variant_ref_sink (target) : NULL;
  Item *item;

  if (self->waiting.length >= WAITING_MAX || (self->shown != NULL && has_title (self->shown, title)) ||
      g_queue_find_custom (&self->waiting, title, compare_titles) != NULL)
    return NULL;

  item = item_new (title, TIMEOUT_SECONDS, button_label, action_name, parameter);
  g_queue_push_tail (&self->waiting, item);
  show_next (self);
  return item->toast;
}

/**
 * trs_toast_queue_add_undo:
 * @self: a queue
 * @title: what was done, no markup
 * @action_name: the action that undoes it
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
trs_toast_queue_add_undo (TrsToastQueue *self,
                          const char    *title,
                          const char    *action_name,
                          GVariant      *target,
                          const char    *project_id)
{
  Item *item = item_new (title, UNDO_SECONDS, _("Undo"), action_name, target);

  /* An earlier toast offers to undo what can no longer be undone. */
  trs_toast_queue_withdraw_undo (self, action_name, project_id);
  item->subject = dup_subject (action_name, project_id);
  g_signal_connect_object (item->toast, "dismissed", G_CALLBACK (dismissed_cb), self, G_CONNECT_SWAPPED);
  g_queue_push_head (&self->waiting, item);
  show_next (self);
  return item->toast;
}

/**
 * trs_toast_queue_withdraw_undo:
 * @self: a queue
 * @action_name: the action that takes something back
 * @project_id: (nullable): the project it was done to
 *
 * Removes the toast that offers it, if there is one.
 */
void
trs_toast_queue_withdraw_undo (TrsToastQueue *self,
                               const char    *action_name,
                               const char    *project_id)
{
  g_autofree char *subject = dup_subject (action_name, project_id);
  GList *link = g_queue_find_custom (&self->waiting, subject, compare_subjects);

  if (link != NULL)
    {
      item_free (link->data);
      g_queue_delete_link (&self->waiting, link);
    }
  else if (self->shown != NULL && compare_subjects (self->shown, subject) == 0)
    {
      adw_toast_dismiss (self->shown->toast);
    }
}

/**
 * trs_toast_queue_clear:
 * @self: a queue
 *
 * Drops all toasts that wait. To be called when the overlay is about to be
 * destroyed: each toast that leaves with it would bring the next one.
 */
void
trs_toast_queue_clear (TrsToastQueue *self)
{
  g_queue_clear_full (&self->waiting, (GDestroyNotify) item_free);
  if (self->shown == NULL)
    return;

  g_object_weak_unref (G_OBJECT (self->shown->toast), gone_cb, self);
  self->shown->toast = NULL;
  g_clear_pointer (&self->shown, item_free);
}
