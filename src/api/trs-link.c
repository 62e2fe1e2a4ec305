/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-link-private.h"

#include "trs-error.h"
#include "trs-task.h"

struct _TrsLink
{
  GObject parent_instance;

  TrsApiClient *client;
  TrsClock *clock;
  guint generation;
  gboolean open;
  gboolean refused;
  gint64 offline_since;
  gint64 accepted_at;
  GPtrArray *out;
};

typedef struct
{
  TrsLink *link;
  GCancellable *inner;
  GCancellable *outer;
  gulong handler;
  guint generation;
  gboolean spends;
} Request;

enum
{
  PROP_0,
  PROP_OPEN,
  PROP_OFFLINE_SINCE,
  PROP_ACCEPTED_AT,
  N_PROPS
};

enum
{
  REFUSED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static void
request_clear (Request *request)
{
  if (request->handler != 0)
    g_cancellable_disconnect (request->outer, request->handler);
  if (request->link != NULL)
    g_ptr_array_remove_fast (request->link->out, request);
  g_clear_object (&request->inner);
  g_clear_object (&request->outer);
  g_clear_object (&request->link);
}

TRS_DEFINE_TASK_STATE (Request, request)

G_DEFINE_FINAL_TYPE (TrsLink, trs_link, G_TYPE_OBJECT)

static void
trs_link_get_property (GObject    *object,
                       guint       prop_id,
                       GValue     *value,
                       GParamSpec *pspec)
{
  TrsLink *self = TRS_LINK (object);

  switch (prop_id)
    {
    case PROP_OPEN:
      g_value_set_boolean (value, self->open);
      break;
    case PROP_OFFLINE_SINCE:
      g_value_set_int64 (value, self->offline_since);
      break;
    case PROP_ACCEPTED_AT:
      g_value_set_int64 (value, self->accepted_at);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_link_finalize (GObject *object)
{
  TrsLink *self = TRS_LINK (object);

  g_clear_object (&self->client);
  g_clear_object (&self->clock);
  g_ptr_array_unref (self->out);

  G_OBJECT_CLASS (trs_link_parent_class)->finalize (object);
}

static void
trs_link_class_init (TrsLinkClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_link_get_property;
  object_class->finalize = trs_link_finalize;

  props[PROP_OPEN] = g_param_spec_boolean ("open", NULL, NULL, FALSE, flags);
  props[PROP_OFFLINE_SINCE] = g_param_spec_int64 ("offline-since", NULL, NULL, 0, G_MAXINT64, 0, flags);
  props[PROP_ACCEPTED_AT] = g_param_spec_int64 ("accepted-at", NULL, NULL, 0, G_MAXINT64, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[REFUSED] =
      g_signal_new ("refused", TRS_TYPE_LINK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_link_init (TrsLink *self)
{
  self->out = g_ptr_array_new ();
}

/**
 * trs_link_new:
 * @transport: the network
 * @clock: the time
 *
 * Returns: (transfer full): a link that is not open yet
 */
TrsLink *
trs_link_new (TrsTransport *transport,
              TrsClock     *clock)
{
  TrsLink *self = g_object_new (TRS_TYPE_LINK, NULL);

  self->client = trs_api_client_new (transport);
  self->clock = g_object_ref (clock);

  return self;
}

/* What was sent and may spend goes on to its end: its outcome matters more than its account. */
static void
cancel_requests (TrsLink  *self,
                 gboolean  also_spending)
{
  g_autoptr (GPtrArray) inner = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->out->len; i++)
    {
      Request *request = g_ptr_array_index (self->out, i);

      if (also_spending || !request->spends)
        g_ptr_array_add (inner, g_object_ref (request->inner));
    }
  for (guint i = 0; i < inner->len; i++)
    g_cancellable_cancel (g_ptr_array_index (inner, i));
}

static void
set_open (TrsLink  *self,
          gboolean  open)
{
  if (self->open == open)
    return;

  self->open = open;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OPEN]);
}

/**
 * trs_link_open:
 * @self: a link
 * @address: normalised address
 * @key: the key that was saved for @address
 *
 * Lets requests leave for @address. Answers still under way to the account
 * before are dropped.
 */
void
trs_link_open (TrsLink    *self,
               const char *address,
               const char *key)
{
  g_return_if_fail (TRS_IS_LINK (self));
  g_return_if_fail (address != NULL && key != NULL);

  self->generation++;
  cancel_requests (self, FALSE);
  trs_api_client_set_server (self->client, address, key);
  self->refused = FALSE;
  set_open (self, TRUE);
}

/**
 * trs_link_close:
 * @self: a link
 *
 * Forgets the key; nothing leaves until trs_link_open().
 */
void
trs_link_close (TrsLink *self)
{
  g_return_if_fail (TRS_IS_LINK (self));

  self->generation++;
  cancel_requests (self, FALSE);
  trs_api_client_set_server (self->client, trs_api_client_get_address (self->client), NULL);
  self->refused = FALSE;
  set_open (self, FALSE);
}

/**
 * trs_link_stop:
 * @self: a link
 *
 * As trs_link_close(), and gives up what may spend as well.
 */
void
trs_link_stop (TrsLink *self)
{
  trs_link_close (self);
  cancel_requests (self, TRUE);
}

/**
 * trs_link_set_field_names:
 * @self: a link
 * @submit_field: name of the video field in a submission
 * @project_field: name of the video field in projects
 */
void
trs_link_set_field_names (TrsLink    *self,
                          const char *submit_field,
                          const char *project_field)
{
  g_return_if_fail (TRS_IS_LINK (self));

  trs_api_client_set_field_names (self->client, submit_field, project_field);
}

/**
 * trs_link_is_open:
 * @self: a link
 *
 * Returns: %TRUE if requests may leave
 */
gboolean
trs_link_is_open (TrsLink *self)
{
  g_return_val_if_fail (TRS_IS_LINK (self), FALSE);

  return self->open;
}

/**
 * trs_link_get_address:
 * @self: a link
 *
 * Returns: (nullable): the address of the account
 */
const char *
trs_link_get_address (TrsLink *self)
{
  g_return_val_if_fail (TRS_IS_LINK (self), NULL);

  return trs_api_client_get_address (self->client);
}

/**
 * trs_link_get_generation:
 * @self: a link
 *
 * Returns: a number that is another one after every change of the account
 */
guint
trs_link_get_generation (TrsLink *self)
{
  g_return_val_if_fail (TRS_IS_LINK (self), 0);

  return self->generation;
}

/**
 * trs_link_get_offline_since:
 * @self: a link
 *
 * Returns: since when the service cannot be reached, or 0
 */
gint64
trs_link_get_offline_since (TrsLink *self)
{
  g_return_val_if_fail (TRS_IS_LINK (self), 0);

  return self->offline_since;
}

/**
 * trs_link_get_accepted_at:
 * @self: a link
 *
 * Returns: when the service accepted the key last, or 0
 */
gint64
trs_link_get_accepted_at (TrsLink *self)
{
  g_return_val_if_fail (TRS_IS_LINK (self), 0);

  return self->accepted_at;
}

static void
set_offline_since (TrsLink *self,
                   gint64   time)
{
  if (self->offline_since == time)
    return;

  self->offline_since = time;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OFFLINE_SINCE]);
}

/**
 * trs_link_set_accepted:
 * @self: a link
 *
 * Notes that the service has just accepted the key.
 */
void
trs_link_set_accepted (TrsLink *self)
{
  g_return_if_fail (TRS_IS_LINK (self));

  set_offline_since (self, 0);
  self->accepted_at = trs_clock_get_time (self->clock);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ACCEPTED_AT]);
}

/**
 * trs_link_new_closed_error:
 * @self: a link that is not open
 *
 * Returns: (transfer full): why nothing may leave: %TRS_ERROR_UNAUTHORIZED if
 *   the key was refused, else %TRS_ERROR_NO_KEY
 */
GError *
trs_link_new_closed_error (TrsLink *self)
{
  return g_error_new_literal (TRS_ERROR, self->refused ? TRS_ERROR_UNAUTHORIZED : TRS_ERROR_NO_KEY,
                              "Requests are paused until there is a key");
}

static void
outer_cancelled_cb (GCancellable *outer,
                    gpointer      user_data)
{
  g_cancellable_cancel (user_data);
}

/**
 * trs_link_begin_request:
 * @self: a link
 * @task: the task of the request; gets its task data here
 * @outer: (nullable): the caller's way to give up
 * @spends: whether the request may spend credit
 *
 * Returns: (transfer none) (nullable): what cancels the request, alive as long as @task;
 *   %NULL, with @task returned, if nothing may leave
 */
GCancellable *
trs_link_begin_request (TrsLink      *self,
                        GTask        *task,
                        GCancellable *outer,
                        gboolean      spends)
{
  Request *request;

  if (!self->open)
    {
      GError *error = trs_link_new_closed_error (self);

      trs_error_set_not_sent (error);
      g_task_return_error (task, error);
      return NULL;
    }

  request = request_attach (task);
  request->link = g_object_ref (self);
  request->inner = g_cancellable_new ();
  request->generation = self->generation;
  request->spends = spends;
  g_ptr_array_add (self->out, request);
  if (outer != NULL)
    {
      request->outer = g_object_ref (outer);
      request->handler = g_cancellable_connect (outer, G_CALLBACK (outer_cancelled_cb),
                                                g_object_ref (request->inner), g_object_unref);
    }

  return request->inner;
}

static void
key_refused (TrsLink *self)
{
  self->refused = TRUE;
  set_open (self, FALSE);
  g_signal_emit (self, signals[REFUSED], 0);
}

/**
 * trs_link_end_request:
 * @self: a link
 * @task: the task of the request
 * @error: (transfer full) (nullable): how it failed
 *
 * Learns from the answer about the key and the network.
 *
 * Returns: (transfer full) (nullable): what the caller is to get; %NULL if the answer is good
 */
GError *
trs_link_end_request (TrsLink *self,
                      GTask   *task,
                      GError  *error)
{
  Request *request = request_get (task);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return error;

  if (request->generation != self->generation)
    {
      if (request->spends)
        return error;
      g_clear_error (&error);
      return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was changed");
    }

  if (error == NULL)
    trs_link_set_accepted (self);
  else if (trs_error_get_http_status (error) != 0)
    set_offline_since (self, 0);
  else if (self->offline_since == 0 && (g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE) ||
                                        g_error_matches (error, TRS_ERROR, TRS_ERROR_TIMED_OUT)))
    set_offline_since (self, trs_clock_get_time (self->clock));

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) && self->open)
    key_refused (self);

  return error;
}

/**
 * trs_link_get_client:
 * @self: a link
 *
 * Returns: (transfer none): the client of the account
 */
TrsApiClient *
trs_link_get_client (TrsLink *self)
{
  return self->client;
}
