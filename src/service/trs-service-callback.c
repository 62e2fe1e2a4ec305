/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-callback.h"

#include "config.h"

#include <libsoup/soup.h>

#define MAX_UNDER_WAY 8
#define DEADLINE_SECONDS 30

struct _TrsServiceCallback
{
  TrsServiceProjects *projects;
  SoupSession *session;
  GPtrArray *attempts;
};

typedef struct
{
  TrsServiceCallback *self;
  GCancellable *cancellable;
  guint deadline_id;
  char *id;
} Attempt;

static void pump (gpointer user_data);

/* What is done when the attempt is over, or given up. */
static void
attempt_leave (Attempt *attempt)
{
  trs_clock_clear_timeout (attempt->self->projects->clock, &attempt->deadline_id);
  g_ptr_array_remove_fast (attempt->self->attempts, attempt);
  attempt->self = NULL;
}

static void
attempt_sent_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  Attempt *attempt = user_data;
  TrsServiceCallback *self = attempt->self;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (source), result);
  const char *host = g_uri_get_host (soup_message_get_uri (message));
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);

  /* What the receiver says beyond its status is of no interest, however long it is. */
  if (stream != NULL)
    g_message ("Callback for %s to %s: %u", attempt->id, host, soup_message_get_status (message));
  else
    g_message ("Callback for %s to %s failed: %s", attempt->id, host, error->message);

  if (self != NULL)
    {
      attempt_leave (attempt);
      pump (self);
    }
  g_object_unref (attempt->cancellable);
  g_free (attempt->id);
  g_free (attempt);
}

static void
send_body (TrsServiceCallback *self,
           TrsServiceProject  *project,
           GUri               *uri,
           GBytes             *body)
{
  Attempt *attempt = g_new0 (Attempt, 1);
  g_autoptr (SoupMessage) message = soup_message_new_from_uri (SOUP_METHOD_POST, uri);

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_set_request_body_from_bytes (message, "application/json", body);

  attempt->self = self;
  attempt->id = g_strdup (project->id);
  attempt->cancellable = g_cancellable_new ();
  trs_clock_set_timeout (self->projects->clock, &attempt->deadline_id, DEADLINE_SECONDS * 1000,
                         (GSourceOnceFunc) g_cancellable_cancel, attempt->cancellable);
  g_ptr_array_add (self->attempts, attempt);
  soup_session_send_async (self->session, message, G_PRIORITY_LOW, attempt->cancellable, attempt_sent_cb, attempt);
}

static void
start_attempt (TrsServiceCallback *self,
               TrsServiceProject  *project)
{
  g_autoptr (GUri) uri = g_uri_parse (project->webhook, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;

  /* RFC 6761: such a name never exists; nobody needs to be asked. */
  if (uri == NULL || g_str_has_suffix (g_uri_get_host (uri), ".invalid"))
    {
      g_message ("Callback for %s failed: there is no such host", project->id);
      return;
    }

  body = trs_service_projects_describe (self->projects, project, FALSE, FALSE, &error);
  if (body != NULL)
    send_body (self, project, uri, body);
  else
    g_message ("Callback for %s failed: %s", project->id, error->message);
}

static void
pump (gpointer user_data)
{
  TrsServiceCallback *self = user_data;

  while (self->attempts->len < MAX_UNDER_WAY)
    {
      g_autoptr (TrsServiceProject) project = trs_service_projects_take_callback (self->projects);

      if (project == NULL)
        return;
      start_attempt (self, project);
    }
}

/**
 * trs_service_callback_new:
 * @projects: whose callbacks to send, as they become due; borrowed
 *
 * Returns: (transfer full): the sender
 */
TrsServiceCallback *
trs_service_callback_new (TrsServiceProjects *projects)
{
  TrsServiceCallback *self = g_new0 (TrsServiceCallback, 1);

  /* Straight to the receiver: a proxy of the environment would take loopback away as well. */
  self->session = soup_session_new_with_options ("timeout", DEADLINE_SECONDS, "max-conns", MAX_UNDER_WAY,
                                                 "max-conns-per-host", MAX_UNDER_WAY, "proxy-resolver", NULL,
                                                 "user-agent", "transcription-service/" TRS_VERSION, NULL);
  /* A second request with credentials of the address would be a second attempt. */
  soup_session_remove_feature_by_type (self->session, SOUP_TYPE_AUTH_MANAGER);
  self->attempts = g_ptr_array_new ();
  self->projects = projects;
  projects->callback_due = pump;
  projects->callback_data = self;
  return self;
}

/**
 * trs_service_callback_free:
 * @self: (transfer full): a sender
 *
 * Gives up what is under way, for good.
 */
void
trs_service_callback_free (TrsServiceCallback *self)
{
  while (self->attempts->len > 0)
    {
      Attempt *attempt = self->attempts->pdata[0];

      attempt_leave (attempt);
      g_cancellable_cancel (attempt->cancellable);
    }
  g_ptr_array_unref (self->attempts);
  g_object_unref (self->session);
  g_free (self);
}
