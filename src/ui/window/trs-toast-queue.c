/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-toast-queue.h"

#include "trs-i18n.h"
#include "trs-ui-compat.h"

#define TIMEOUT_SECONDS 4
#define UNDO_SECONDS 10

/* A toast, with the action and the project that it offers to undo. */
typedef struct
{
  AdwToast *toast;
  char *title;   /* without markup */
  char *subject; /* (nullable) */
  gint64 until;  /* when it is going to leave, in microseconds of the monotonic clock */
  gboolean put_back;
} Item;

struct _TrsToastQueue
{
  GObject parent_instance;

  AdwToastOverlay *overlay; /* weak pointer */
  Item *shown;              /* the current toast until it has left the screen; owned by the overlay */
  gboolean leaving;         /* it must not be dismissed again */
  guint next_id;            /* shows the next one */
  GQueue waiting;           /* waiting Items, each with a reference to its toast */
};

enum
{
  PROP_OVERLAY = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

enum
{
  UNDO_GONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

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

/* Without animations a toast is gone at once. What is said in the same moment is put in order first. */
static void
next_cb (gpointer user_data)
{
  TrsToastQueue *self = user_data;

  self->next_id = 0;
  show_next (self);
}

static void
gone_cb (gpointer  user_data,
         GObject  *toast)
{
  TrsToastQueue *self = user_data;

  self->shown->toast = NULL;
  self->leaving = FALSE;
  g_clear_pointer (&self->shown, item_free);
  self->next_id = g_idle_add_once (next_cb, self);
}

static void
dismissed_cb (TrsToastQueue *self,
              AdwToast      *toast)
{
  self->leaving = TRUE;
  if (self->shown != NULL && self->shown->subject != NULL && !self->shown->put_back)
    g_signal_emit (self, signals[UNDO_GONE], 0, adw_toast_get_action_name (toast));
}

/* libadwaita 1.2 crashes if a toast that was added while another was leaving is dismissed soon after, as by a double
 * click on a button. So wait until the previous one has left. */
static void
show_next (TrsToastQueue *self)
{
  Item *item;

  if (self->shown != NULL || self->next_id != 0 || self->overlay == NULL || g_queue_is_empty (&self->waiting))
    return;

  item = g_queue_pop_head (&self->waiting);
  self->shown = item;
  item->until = g_get_monotonic_time () + adw_toast_get_timeout (item->toast) * G_TIME_SPAN_SECOND;
  g_object_weak_ref (G_OBJECT (item->toast), gone_cb, self);
  g_signal_connect_object (item->toast, "dismissed", G_CALLBACK (dismissed_cb), self, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->overlay, item->toast);
}

/* What can still be undone is offered once more behind what takes its place. */
static void
put_back (TrsToastQueue *self)
{
  gint64 left = (self->shown->until - g_get_monotonic_time ()) / G_TIME_SPAN_SECOND;
  Item *copy;

  if (self->shown->subject == NULL || left <= 0)
    return;

  copy = item_new (self->shown->title, (guint) MAX (left, TIMEOUT_SECONDS), _("Undo"),
                   adw_toast_get_action_name (self->shown->toast),
                   adw_toast_get_action_target_value (self->shown->toast));
  copy->subject = g_strdup (self->shown->subject);
  self->shown->put_back = TRUE;
  g_queue_push_head (&self->waiting, copy);
}

/* A screen reader says it now, whatever has to leave the screen first. */
static void
announce (TrsToastQueue *self,
          const char    *title)
{
  if (self->overlay != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->overlay), "win.announce", "s", title);
}

/* Shows it as soon as what is shown has left. */
static void
put_on_top (TrsToastQueue *self,
            Item          *item)
{
  if (self->shown != NULL && !self->leaving)
    {
      put_back (self);
      adw_toast_dismiss (self->shown->toast);
    }
  g_queue_push_head (&self->waiting, item);
  if (!trs_ui_compat_toasts_speak ())
    announce (self, item->title);
  show_next (self);
}

static gboolean
is_same (const Item *item,
         const char *title,
         GVariant   *target)
{
  GVariant *other = adw_toast_get_action_target_value (item->toast);

  return g_str_equal (item->title, title) &&
         (target == NULL || other == NULL ? target == other : g_variant_equal (target, other));
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

  signals[UNDO_GONE] = g_signal_new ("undo-gone", TRS_TYPE_TOAST_QUEUE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_STRING);
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
 * Announces the sentence, and shows a toast in place of the one that is shown;
 * if that one says the same, it stays.
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

  if (self->shown != NULL && !self->leaving && is_same (self->shown, title, parameter))
    {
      announce (self, title);
      return NULL;
    }

  for (GList *l = self->waiting.head; l != NULL; l = l->next)
    if (is_same (l->data, title, parameter))
      {
        item_free (l->data);
        g_queue_delete_link (&self->waiting, l);
        break;
      }
  item = item_new (title, TIMEOUT_SECONDS, button_label, action_name, parameter);
  put_on_top (self, item);
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
 * Adds a toast with an *Undo* button. It stays longer than others, comes back
 * after one that takes its place, and replaces one for the same action and
 * project.
 */
void
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
  put_on_top (self, item);
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
  else if (self->shown != NULL && !self->leaving && compare_subjects (self->shown, subject) == 0)
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
  g_clear_handle_id (&self->next_id, g_source_remove);
  if (self->shown == NULL)
    return;

  g_object_weak_unref (G_OBJECT (self->shown->toast), gone_cb, self);
  g_signal_handlers_disconnect_by_data (self->shown->toast, self);
  self->shown->toast = NULL;
  self->leaving = FALSE;
  g_clear_pointer (&self->shown, item_free);
}
