/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-callback.h"

#include "config.h"
#include "trs-service-json.h"
#include "trs-service-log.h"

#include <libsoup/soup.h>

#define MAX_UNDER_WAY 8
#define DEADLINE_SECONDS 30

struct _TrsServiceCallback
{
  GObject parent_instance;

  TrsServiceProjects *projects;
  TrsClock *clock;
  SoupSession *session;
  GPtrArray *attempts;
  gboolean stopped;
};

typedef struct
{
  TrsServiceCallback *self;
  GCancellable *cancellable;
  guint deadline_id;
  SoupMessage *message;
  char *id;
  char *host;
} Attempt;

G_DEFINE_FINAL_TYPE (TrsServiceCallback, trs_service_callback, G_TYPE_OBJECT)

static void pump (TrsServiceCallback *self);

static void
trs_service_callback_finalize (GObject *object)
{
  TrsServiceCallback *self = TRS_SERVICE_CALLBACK (object);

  g_clear_object (&self->projects);
  g_object_unref (self->clock);
  g_object_unref (self->session);
  g_ptr_array_unref (self->attempts);

  G_OBJECT_CLASS (trs_service_callback_parent_class)->finalize (object);
}

static void
trs_service_callback_class_init (TrsServiceCallbackClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_service_callback_finalize;
}

static void
trs_service_callback_init (TrsServiceCallback *self)
{
  /* Straight to the receiver: a proxy of the environment would take loopback away as well. */
  self->session = soup_session_new_with_options ("timeout", DEADLINE_SECONDS, "max-conns", MAX_UNDER_WAY,
                                                 "max-conns-per-host", MAX_UNDER_WAY, "proxy-resolver", NULL,
                                                 "user-agent", "transcription-service/" TRS_VERSION, NULL);
  /* A second request with credentials of the address would be a second attempt. */
  soup_session_remove_feature_by_type (self->session, SOUP_TYPE_AUTH_MANAGER);
  self->attempts = g_ptr_array_new ();
}

static void
attempt_free (Attempt *attempt)
{
  TrsServiceCallback *self = attempt->self;

  if (attempt->deadline_id != 0)
    trs_clock_remove_timeout (self->clock, attempt->deadline_id);
  g_ptr_array_remove_fast (self->attempts, attempt);
  g_object_unref (attempt->cancellable);
  g_object_unref (attempt->message);
  g_free (attempt->id);
  g_free (attempt->host);
  g_free (attempt);

  pump (self);
  g_object_unref (self);
}

static void
attempt_sent_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  Attempt *attempt = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);

  /* What the receiver says beyond its status is of no interest, however long it is. */
  if (stream != NULL)
    trs_service_log ("Callback for %s to %s: %u", attempt->id, attempt->host,
                     soup_message_get_status (attempt->message));
  else
    trs_service_log ("Callback for %s to %s failed: %s", attempt->id, attempt->host, error->message);

  attempt_free (attempt);
}

static gboolean
attempt_deadline_cb (gpointer user_data)
{
  Attempt *attempt = user_data;

  attempt->deadline_id = 0;
  g_cancellable_cancel (attempt->cancellable);
  return G_SOURCE_REMOVE;
}

static void
send_body (TrsServiceCallback *self,
           TrsServiceProject  *project,
           GUri               *uri,
           GBytes             *body)
{
  Attempt *attempt = g_new0 (Attempt, 1);

  attempt->self = g_object_ref (self);
  attempt->id = g_strdup (project->id);
  attempt->host = g_strdup (g_uri_get_host (uri));
  attempt->cancellable = g_cancellable_new ();
  attempt->deadline_id =
      trs_clock_add_timeout (self->clock, DEADLINE_SECONDS * 1000, attempt_deadline_cb, attempt, NULL);
  attempt->message = soup_message_new_from_uri (SOUP_METHOD_POST, uri);
  soup_message_add_flags (attempt->message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_set_request_body_from_bytes (attempt->message, "application/json", body);

  g_ptr_array_add (self->attempts, attempt);
  soup_session_send_async (self->session, attempt->message, G_PRIORITY_LOW, attempt->cancellable, attempt_sent_cb,
                           attempt);
}

static void
start_attempt (TrsServiceCallback *self,
               TrsServiceProject  *project)
{
  g_autoptr (GUri) uri = g_uri_parse (project->webhook, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (TrsServiceText) text = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;

  /* RFC 6761: such a name never exists; nobody needs to be asked. */
  if (uri == NULL || g_str_has_suffix (g_uri_get_host (uri), ".invalid"))
    {
      trs_service_log ("Callback for %s failed: there is no such host", project->id);
      return;
    }
  text = trs_service_projects_get_text (self->projects, project, &error);
  if (text == NULL)
    {
      trs_service_log ("Callback for %s failed: %s", project->id, error->message);
      return;
    }

  json_node_take_object (root, trs_service_project_describe (project, text, FALSE, FALSE));
  body = trs_service_json_write (root);
  send_body (self, project, uri, body);
}

static void
pump (TrsServiceCallback *self)
{
  while (!self->stopped && self->attempts->len < MAX_UNDER_WAY)
    {
      g_autoptr (TrsServiceProject) project = trs_service_projects_take_callback (self->projects);

      if (project == NULL)
        return;
      start_attempt (self, project);
    }
}

/**
 * trs_service_callback_new:
 * @projects: whose callbacks to send, as they become due
 * @clock: the time
 *
 * Returns: (transfer full): the sender
 */
TrsServiceCallback *
trs_service_callback_new (TrsServiceProjects *projects,
                          TrsClock           *clock)
{
  TrsServiceCallback *self = g_object_new (TRS_TYPE_SERVICE_CALLBACK, NULL);

  self->projects = g_object_ref (projects);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (projects, "callback-due", G_CALLBACK (pump), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * trs_service_callback_stop:
 * @self: a sender
 *
 * Gives up what is under way, for good, and takes nothing more.
 */
void
trs_service_callback_stop (TrsServiceCallback *self)
{
  if (self->stopped)
    return;

  /* Attempts keep this object a little longer; the data file must be free before. */
  self->stopped = TRUE;
  g_signal_handlers_disconnect_by_data (self->projects, self);
  g_clear_object (&self->projects);
  for (guint i = 0; i < self->attempts->len; i++)
    g_cancellable_cancel (((Attempt *) self->attempts->pdata[i])->cancellable);
}
