/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-client.h"

#include <string.h>

#include "trs-api-error.h"
#include "trs-api-key.h"
#include "trs-compat.h"
#include "trs-task.h"

struct _TrsApiClient
{
  GObject parent_instance;

  char *address;
  guint generation;
  gint64 offline_since;
  gint64 accepted_at;
  gint64 clock_ahead;

  TrsTransport *transport;
  TrsClock *clock;
  char *key; /* NULL while it is not open */
  char *submit_field;
  char *project_field;
  gboolean refused;
  gboolean probation;
  gboolean may_submit; /* on probation */
  GPtrArray *held;     /* GTasks that wait for that */
  GPtrArray *calls; /* unowned GTasks that have not ended */
};

#define DETAIL_DEADLINE_SECONDS 120

/* Parsing a smaller body takes less time than a frame, whatever it contains. */
#define INLINE_BODY_SIZE (64 * 1024)

typedef struct
{
  TrsApiEndpoint endpoint;
  TrsRequest *request;
  TrsReply *reply;
  char *project_field;
  char *project_id;
  guint generation;
  GCancellable *own; /* cancelled by the caller's and by a change of the account */
  GCancellable *callers;
  gulong callers_handler;

  gint64 deadline; /* monotonic */

  /* while a worker thread parses */
  guint late;
  GSource *cancelled;
  gboolean ended;
} Call;

enum
{
  PROP_0,
  PROP_OPEN,
  PROP_OFFLINE_SINCE,
  N_PROPS
};

enum
{
  ACCEPTED,
  REFUSED,
  PROOF_WANTED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static const GDestroyNotify free_value[] = {
  [TRS_API_SUBMIT] = g_free,
  [TRS_API_LIST] = (GDestroyNotify) g_ptr_array_unref,
  [TRS_API_DETAIL] = (GDestroyNotify) trs_project_record_free,
};

static void
call_clear (Call *call)
{
  g_cancellable_disconnect (call->callers, call->callers_handler);
  g_clear_object (&call->callers);
  g_clear_object (&call->own);
  g_clear_pointer (&call->request, trs_request_free);
  g_clear_pointer (&call->reply, trs_reply_free);
  g_free (call->project_field);
  g_free (call->project_id);
}

TRS_DEFINE_TASK_STATE (Call, call)

G_DEFINE_FINAL_TYPE (TrsApiClient, trs_api_client, G_TYPE_OBJECT)

static void
trs_api_client_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  TrsApiClient *self = TRS_API_CLIENT (object);

  switch (prop_id)
    {
    case PROP_OPEN:
      g_value_set_boolean (value, trs_api_client_is_open (self));
      break;
    case PROP_OFFLINE_SINCE:
      g_value_set_int64 (value, self->offline_since);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_api_client_finalize (GObject *object)
{
  TrsApiClient *self = TRS_API_CLIENT (object);

  g_clear_object (&self->transport);
  g_clear_object (&self->clock);
  g_free (self->address);
  trs_api_key_free (self->key);
  g_free (self->submit_field);
  g_free (self->project_field);
  g_ptr_array_unref (self->held);
  g_ptr_array_unref (self->calls);

  G_OBJECT_CLASS (trs_api_client_parent_class)->finalize (object);
}

static void
trs_api_client_class_init (TrsApiClientClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  static const char *const names[] = { "accepted", "refused", "proof-wanted" };

  object_class->get_property = trs_api_client_get_property;
  object_class->finalize = trs_api_client_finalize;

  props[PROP_OPEN] = g_param_spec_boolean ("open", NULL, NULL, FALSE, flags);
  props[PROP_OFFLINE_SINCE] = g_param_spec_int64 ("offline-since", NULL, NULL, 0, G_MAXINT64, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], TRS_TYPE_API_CLIENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_api_client_init (TrsApiClient *self)
{
  self->submit_field = g_strdup (TRS_API_DEFAULT_SUBMIT_FIELD);
  self->project_field = g_strdup (TRS_API_DEFAULT_PROJECT_FIELD);
  self->held = g_ptr_array_new_with_free_func (g_object_unref);
  self->calls = g_ptr_array_new ();
}

TrsApiClient *
trs_api_client_new (TrsTransport *transport,
                    TrsClock     *clock)
{
  TrsApiClient *self = g_object_new (TRS_TYPE_API_CLIENT, NULL);

  self->transport = g_object_ref (transport);
  self->clock = g_object_ref (clock);
  return self;
}

/* A submission that was sent is not cancelled, because its outcome matters even if the account changes. */
static void
cancel_calls (TrsApiClient *self,
              gboolean      also_submissions)
{
  g_autoptr (GPtrArray) cancellables = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->calls->len; i++)
    {
      Call *call = call_get (g_ptr_array_index (self->calls, i));

      if (also_submissions || call->endpoint != TRS_API_SUBMIT)
        g_ptr_array_add (cancellables, g_object_ref (call->own));
    }
  for (guint i = 0; i < cancellables->len; i++)
    g_cancellable_cancel (g_ptr_array_index (cancellables, i));
}

static void
set_key (TrsApiClient *self,
         const char   *key)
{
  gboolean was_open = trs_api_client_is_open (self);

  g_clear_pointer (&self->key, trs_api_key_free);
  self->key = g_strdup (key);
  if (trs_api_client_is_open (self) != was_open)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OPEN]);
}

static void
change_account (TrsApiClient *self,
                const char   *key,
                gboolean      probation,
                gboolean      may_submit)
{
  self->generation++;
  cancel_calls (self, FALSE);
  self->refused = FALSE;
  self->probation = probation;
  self->may_submit = may_submit;
  set_key (self, key);
}

static void
set_address (TrsApiClient *self,
             const char   *address)
{
  if (trs_set_str (&self->address, address))
    self->clock_ahead = 0;
}

/**
 * trs_api_client_open:
 * @self: a client
 * @address: normalised address of the server
 * @key: the key that was given for @address
 *
 * Lets requests leave for @address. Requests to the previous account are
 * cancelled; a submission keeps the address and the key it began with.
 */
void
trs_api_client_open (TrsApiClient *self,
                     const char   *address,
                     const char   *key)
{
  set_address (self, address);
  change_account (self, key, FALSE, FALSE);
}

/**
 * trs_api_client_open_on_probation:
 * @self: a client
 * @address: normalised address of the server
 * @key: a key that was found for @address, of whichever user
 * @may_submit: whether submissions leave
 *
 * As trs_api_client_open(), until trs_api_client_end_probation().
 */
void
trs_api_client_open_on_probation (TrsApiClient *self,
                                  const char   *address,
                                  const char   *key,
                                  gboolean      may_submit)
{
  set_address (self, address);
  change_account (self, key, TRUE, may_submit);
}

gboolean
trs_api_client_is_on_probation (TrsApiClient *self)
{
  return self->probation;
}

/**
 * trs_api_client_close:
 * @self: a client
 *
 * Forgets the key; nothing leaves until trs_api_client_open().
 */
void
trs_api_client_close (TrsApiClient *self)
{
  change_account (self, NULL, FALSE, FALSE);
}

/**
 * trs_api_client_stop:
 * @self: a client
 *
 * As trs_api_client_close(), and gives up submissions as well.
 */
void
trs_api_client_stop (TrsApiClient *self)
{
  trs_api_client_close (self);
  cancel_calls (self, TRUE);
}

/* NULL restores the field name of the interface. */
void
trs_api_client_set_field_names (TrsApiClient *self,
                                const char   *submit_field,
                                const char   *project_field)
{
  trs_set_str (&self->submit_field, submit_field != NULL ? submit_field : TRS_API_DEFAULT_SUBMIT_FIELD);
  trs_set_str (&self->project_field, project_field != NULL ? project_field : TRS_API_DEFAULT_PROJECT_FIELD);
}

gboolean
trs_api_client_is_open (TrsApiClient *self)
{
  return self->key != NULL;
}

/**
 * trs_api_client_new_closed_error:
 * @self: a client that is not open
 *
 * Returns: (transfer full): why nothing may leave: %TRS_ERROR_UNAUTHORIZED if
 *   the key was refused, else %TRS_ERROR_NO_KEY
 */
GError *
trs_api_client_new_closed_error (TrsApiClient *self)
{
  return g_error_new_literal (TRS_ERROR, self->refused ? TRS_ERROR_UNAUTHORIZED : TRS_ERROR_NO_KEY,
                              "Requests are paused until there is a key");
}

static void
set_offline_since (TrsApiClient *self,
                   gint64        time)
{
  if (self->offline_since == time)
    return;

  self->offline_since = time;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OFFLINE_SINCE]);
}

/**
 * trs_api_client_set_accepted:
 * @self: a client
 *
 * Notes that the service has just accepted the key.
 */
void
trs_api_client_set_accepted (TrsApiClient *self)
{
  set_offline_since (self, 0);
  self->accepted_at = trs_clock_get_time (self->clock);
  g_signal_emit (self, signals[ACCEPTED], 0);
}

/* Learns from an answer whether the key is accepted and the service reachable. */
static void
update_reachability (TrsApiClient *self,
                     const GError *error)
{
  if (error == NULL)
    trs_api_client_set_accepted (self);
  else if (trs_error_get_http_status (error) != 0)
    set_offline_since (self, 0);
  else if (self->offline_since == 0 && (g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE) ||
                                        g_error_matches (error, TRS_ERROR, TRS_ERROR_TIMED_OUT)))
    set_offline_since (self, trs_clock_get_time (self->clock));

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) && trs_api_client_is_open (self))
    {
      self->refused = TRUE;
      set_key (self, NULL);
      g_signal_emit (self, signals[REFUSED], 0);
    }
}

static void fail_held (TrsApiClient *self,
                       const GError *error);

static gboolean
is_listing (TrsApiClient *self)
{
  for (guint i = 0; i < self->calls->len; i++)
    if (call_get (g_ptr_array_index (self->calls, i))->endpoint == TRS_API_LIST)
      return TRUE;
  return FALSE;
}

/* Ends a call with @value or @error, both of which are taken. Anything that arrives later is dropped. */
static void
end_call (GTask    *task,
          gpointer  value,
          GError   *error)
{
  TrsApiClient *self = g_task_get_source_object (task);
  Call *call = call_get (task);
  gboolean cancelled = g_cancellable_is_cancelled (call->own);

  if (call->ended || cancelled)
    {
      if (value != NULL)
        free_value[call->endpoint] (value);
      g_clear_error (&error);
    }
  if (call->ended)
    return;

  call->ended = TRUE;
  trs_clock_clear_timeout (self->clock, &call->late);
  g_clear_pointer (&call->cancelled, g_source_destroy);
  g_ptr_array_remove_fast (self->calls, task);
  g_ptr_array_remove (self->held, task);
  if (cancelled)
    g_cancellable_set_error_if_cancelled (call->own, &error);
  else if (call->generation == self->generation)
    update_reachability (self, error);
  if (error != NULL && call->endpoint == TRS_API_LIST && self->probation && !is_listing (self))
    fail_held (self, error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, value, free_value[call->endpoint]);
}

/* Fails the calls that wait, because it could not be found out to whom the key belongs. */
static void
fail_held (TrsApiClient *self,
           const GError *error)
{
  g_autoptr (GPtrArray) held = g_steal_pointer (&self->held);

  self->held = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < held->len; i++)
    {
      GError *copy = error != NULL && error->domain == TRS_ERROR ? g_error_copy (error)
                                                                 : trs_api_client_new_closed_error (self);

      trs_error_set_not_sent (copy);
      end_call (g_ptr_array_index (held, i), NULL, copy);
    }
}

/**
 * trs_api_client_stay_on_probation:
 * @self: a client on probation
 *
 * A list has not shown whose key it is: what waits for that fails.
 */
void
trs_api_client_stay_on_probation (TrsApiClient *self)
{
  fail_held (self, NULL);
}

static TrsProjectRecord *
read_detail (Call    *call,
             GError **error)
{
  g_autoptr (TrsProjectRecord) record = trs_api_codec_read_detail (call->reply->body, call->project_field, error);

  /* The text of one project must never be saved as that of another. */
  if (record == NULL || record->id == NULL || g_ascii_strcasecmp (record->id, call->project_id) == 0)
    return g_steal_pointer (&record);

  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The detail is that of another project");
  return NULL;
}

static gpointer
read_success (Call    *call,
              GError **error)
{
  switch (call->endpoint)
    {
    case TRS_API_SUBMIT:
      return trs_api_codec_read_submission (call->reply->body, error);
    case TRS_API_LIST:
      return trs_api_codec_read_list (call->reply->body, call->project_field, error);
    case TRS_API_DETAIL:
      return read_detail (call, error);
    default:
      g_return_val_if_reached (NULL);
    }
}

/* The error about an unreadable body keeps the status of success: the submission may have been accepted. */
static gpointer
read_body (Call    *call,
           GError **error)
{
  g_autoptr (GError) unreadable = NULL;
  gpointer value = read_success (call, &unreadable);

  if (value == NULL)
    /* Without a value there is an error. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
    g_propagate_error (error, trs_error_new_http ((TrsError) unreadable->code, call->reply->status, NULL, -1,
                                                  "Unreadable reply: %s", unreadable->message));
  return value;
}

static void
read_in_thread (GTask        *reading,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Call *call = task_data;
  GError *error = NULL;
  gpointer value = read_body (call, &error);

  if (value != NULL)
    g_task_return_pointer (reading, value, free_value[call->endpoint]);
  else
    g_task_return_error (reading, error);
}

/* Uses a task of its own, so that the thread never holds the last reference to the client. @call has to live until
 * the callback runs. */
static void
read_body_async (Call                *call,
                 GAsyncReadyCallback  callback,
                 gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_source_tag (task, read_body_async);
  g_task_set_task_data (task, call, NULL);
  g_task_run_in_thread (task, read_in_thread);
}

static gpointer
read_body_finish (GAsyncResult  *result,
                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, read_body_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
call_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  gpointer value = read_body_finish (result, &error);

  end_call (task, value, error);
}

/* The thread cannot be interrupted while it parses. The caller gets its error now; the thread ends soon, because its
 * input is limited, and its result is dropped. */
static void
late_cb (gpointer user_data)
{
  g_autoptr (GTask) task = g_object_ref (G_TASK (user_data));
  Call *call = call_get (task);

  end_call (task, NULL, trs_error_new_http (TRS_ERROR_TIMED_OUT, call->reply->status, NULL, -1,
                                            "The deadline passed while the reply was read"));
}

static gboolean
cancelled_while_waiting_cb (GCancellable *cancellable,
                            gpointer      user_data)
{
  end_call (user_data, NULL, NULL);
  return G_SOURCE_REMOVE;
}

/* The outer task outlives the thread, and so does the call. */
static void
call_read_in_thread (GTask *task)
{
  TrsApiClient *self = g_task_get_source_object (task);
  Call *call = call_get (task);
  gint64 rest = (call->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

  trs_clock_set_timeout (self->clock, &call->late, (guint) MAX (rest, 0), late_cb, task);
  call->cancelled = trs_task_attach_source (task, g_cancellable_source_new (call->own),
                                            G_SOURCE_FUNC (cancelled_while_waiting_cb));

  read_body_async (call, call_read_cb, g_object_ref (task));
}

static void
call_got_reply_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsApiClient *self = g_task_get_source_object (task);
  Call *call = call_get (task);
  GError *error = NULL;

  call->reply = trs_transport_send_finish (TRS_TRANSPORT (source), result, &error);
  if (call->reply != NULL)
    error = trs_api_error_from_reply (call->endpoint, call->reply, call->request->key);

  if (call->reply != NULL && call->reply->date != 0 && call->generation == self->generation)
    self->clock_ahead = trs_clock_get_time (self->clock) - call->reply->date;

  if (error != NULL || g_cancellable_is_cancelled (call->own))
    end_call (task, NULL, error);
  /* Without an error there is a reply. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
  else if (g_bytes_get_size (call->reply->body) > INLINE_BODY_SIZE)
    call_read_in_thread (task);
  else
    {
      gpointer value = read_body (call, &error);

      end_call (task, value, error);
    }
}

static void
caller_cancelled_cb (GCancellable *cancellable,
                     gpointer      user_data)
{
  g_cancellable_cancel (user_data);
}

/* Returns: (nullable): why the request must not be sent */
static GError *
check_call (TrsApiClient   *self,
            TrsApiEndpoint  endpoint,
            const char     *project_id)
{
  GError *error = NULL;

  if (!trs_api_client_is_open (self) || (self->probation && endpoint == TRS_API_SUBMIT && !self->may_submit))
    error = trs_api_client_new_closed_error (self);
  /* `.` and `..` are not changed by escaping, and would lead to a different path. */
  else if (project_id != NULL &&
           (*project_id == '\0' || g_str_equal (project_id, ".") || g_str_equal (project_id, "..")))
    error = g_error_new_literal (TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND, "That is no identifier of a project");

  if (error != NULL)
    trs_error_set_not_sent (error);
  return error;
}

/* Runs one call, identified by @tag, from the request (taken) to the record; @project_id is that of a detail. The
 * deadline of the request includes reading the reply. */
static void
run_call (TrsApiClient        *self,
          gpointer             tag,
          TrsApiEndpoint       endpoint,
          TrsRequest          *request,
          const char          *project_id,
          GCancellable        *cancellable,
          GAsyncReadyCallback  callback,
          gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Call *call = call_attach (task);
  GError *error = check_call (self, endpoint, project_id);

  g_task_set_source_tag (task, tag);
  call->endpoint = endpoint;
  call->request = request;
  call->deadline = g_get_monotonic_time () + request->deadline * G_TIME_SPAN_SECOND;
  call->project_field = g_strdup (self->project_field);
  call->project_id = g_strdup (project_id);
  call->generation = self->generation;
  call->own = g_cancellable_new ();
  g_ptr_array_add (self->calls, task);
  if (cancellable != NULL)
    {
      call->callers = g_object_ref (cancellable);
      call->callers_handler = g_cancellable_connect (cancellable, G_CALLBACK (caller_cancelled_cb),
                                                     g_object_ref (call->own), g_object_unref);
    }

  if (error != NULL || g_cancellable_is_cancelled (call->own))
    end_call (task, NULL, error);
  else if (self->probation && endpoint == TRS_API_DETAIL)
    {
      call->cancelled = trs_task_attach_source (task, g_cancellable_source_new (call->own),
                                                G_SOURCE_FUNC (cancelled_while_waiting_cb));
      g_ptr_array_add (self->held, g_steal_pointer (&task));
      if (!is_listing (self))
        g_signal_emit (self, signals[PROOF_WANTED], 0);
    }
  else
    trs_transport_send_async (self->transport, request, call->own, call_got_reply_cb, g_steal_pointer (&task));
}

/**
 * trs_api_client_end_probation:
 * @self: a client
 *
 * The key was proved: everything leaves, also what has waited for that.
 */
void
trs_api_client_end_probation (TrsApiClient *self)
{
  g_autoptr (GPtrArray) held = g_steal_pointer (&self->held);

  self->probation = FALSE;
  self->held = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < held->len; i++)
    {
      GTask *task = g_ptr_array_index (held, i);
      Call *call = call_get (task);

      g_clear_pointer (&call->cancelled, g_source_destroy);
      call->deadline = g_get_monotonic_time () + call->request->deadline * G_TIME_SPAN_SECOND;
      trs_transport_send_async (self->transport, call->request, call->own, call_got_reply_cb, g_object_ref (task));
    }
}

/* @path begins with a slash and is appended to the path that the address may have. */
static TrsRequest *
make_request (TrsApiClient *self,
              const char   *method,
              const char   *path)
{
  const char *address = self->address != NULL ? self->address : "";
  gsize length = strlen (address);
  g_autofree char *uri = NULL;

  while (length > 0 && address[length - 1] == '/')
    length--;
  uri = g_strdup_printf ("%.*s%s", (int) length, address, path);

  return trs_request_new (method, uri, self->key);
}

/**
 * trs_api_client_submit_async:
 * @self: a client
 * @video_id: identifier of the video
 * @webhook_url: where the service shall send the transcription
 * @language: (nullable): BCP 47 tag, or %NULL to let the service detect it
 * @callback: called when there is an outcome
 * @user_data: (closure): for @callback
 *
 * `POST /api/transcribeVideo`, once. It cannot be cancelled, because that
 * would not take it back.
 */
void
trs_api_client_submit_async (TrsApiClient        *self,
                             const char          *video_id,
                             const char          *webhook_url,
                             const char          *language,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  TrsRequest *request = make_request (self, "POST", "/api/transcribeVideo");

  request->body = trs_api_codec_write_submission (self->submit_field, video_id, webhook_url, language);
  run_call (self, trs_api_client_submit_async, TRS_API_SUBMIT, request, NULL, NULL, callback, user_data);
}

/**
 * trs_api_client_submit_finish:
 * @self: a client
 * @result: what the callback got
 * @error: return location for an error
 *
 * Of the errors, those with trs_error_get_not_sent() never left; those with a
 * status of 400 to 499 were refused and cost nothing; after every other one it is
 * unknown whether there is a new project.
 *
 * Returns: (transfer full) (nullable): the id of the new project; %NULL with @error set
 */
char *
trs_api_client_submit_finish (TrsApiClient  *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_api_client_submit_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_api_client_list_async:
 * @self: a client
 * @page: number of the page, from 1
 * @background: whether a click of the user goes first
 * @cancellable: (nullable): to give up
 * @callback: called when there is a page or an error
 * @user_data: (closure): for @callback
 *
 * `GET /api/list`.
 */
void
trs_api_client_list_async (TrsApiClient        *self,
                           guint                page,
                           gboolean             background,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autofree char *path = NULL;
  TrsRequest *request;

  g_return_if_fail (page >= 1);

  path = g_strdup_printf ("/api/list?page=%u", page);
  request = make_request (self, "GET", path);
  request->background = background;
  run_call (self, trs_api_client_list_async, TRS_API_LIST, request, NULL, cancellable, callback, user_data);
}

/**
 * trs_api_client_list_finish:
 * @self: a client
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectRecord): the entries
 *   of the page, empty past the end; %NULL with @error set
 */
GPtrArray *
trs_api_client_list_finish (TrsApiClient  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_api_client_list_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_api_client_detail_async:
 * @self: a client
 * @id: identifier of the project; any string, it is escaped
 * @flags: which of the four texts
 * @background: whether a click of the user goes first
 * @cancellable: (nullable): to give up
 * @callback: called when there is a detail or an error
 * @user_data: (closure): for @callback
 *
 * `GET /api/detail/{id}`, with a deadline of 120 seconds.
 */
void
trs_api_client_detail_async (TrsApiClient        *self,
                             const char          *id,
                             TrsTextFlags         flags,
                             gboolean             background,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  static const char *const queries[TRS_TEXT_N_VARIANTS] = {
    [TRS_TEXT_BARE] = "",
    [TRS_TEXT_TIMECODES] = "?showTimecode=true",
    [TRS_TEXT_SPEAKERS] = "?showSpeaker=true",
    [TRS_TEXT_ALL] = "?showTimecode=true&showSpeaker=true",
  };
  g_autofree char *escaped = g_uri_escape_string (id, NULL, FALSE);
  g_autofree char *path = g_strconcat ("/api/detail/", escaped, queries[flags], NULL);
  TrsRequest *request = make_request (self, "GET", path);

  request->deadline = DETAIL_DEADLINE_SECONDS;
  request->background = background;
  run_call (self, trs_api_client_detail_async, TRS_API_DETAIL, request, id, cancellable, callback, user_data);
}

/**
 * trs_api_client_detail_finish:
 * @self: a client
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what the service says of the project; %NULL
 *   with @error set
 */
TrsProjectRecord *
trs_api_client_detail_finish (TrsApiClient  *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_api_client_detail_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_api_client_get_address:
 * @self: a #TrsApiClient
 *
 * Returns: (transfer none) (nullable): of the server, normalised; it stays when
 *   the client is closed
 */
const char *
trs_api_client_get_address (TrsApiClient *self)
{
  return self->address;
}

/**
 * trs_api_client_get_generation:
 * @self: a #TrsApiClient
 *
 * Returns: another number after every change of the account
 */
guint
trs_api_client_get_generation (TrsApiClient *self)
{
  return self->generation;
}

/**
 * trs_api_client_get_offline_since:
 * @self: a #TrsApiClient
 *
 * Returns: since when the service cannot be reached, in microseconds since the
 *   epoch, 0 while it can
 */
gint64
trs_api_client_get_offline_since (TrsApiClient *self)
{
  return self->offline_since;
}

/**
 * trs_api_client_get_clock_ahead:
 * @self: a client
 *
 * Returns: by how many microseconds the clock of this computer was ahead of
 *   that of the service when it answered last; 0 if that is not known
 */
gint64
trs_api_client_get_clock_ahead (TrsApiClient *self)
{
  return self->clock_ahead;
}

/**
 * trs_api_client_get_accepted_at:
 * @self: a #TrsApiClient
 *
 * Returns: when the service last accepted the key, likewise, 0 for never
 */
gint64
trs_api_client_get_accepted_at (TrsApiClient *self)
{
  return self->accepted_at;
}
