/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-runner.h"

#include "trs-account.h"
#include "trs-api-client.h"
#include "trs-known-account.h"
#include "trs-project-data.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store.h"

/* Milliseconds between two looks at the list. */
#define LOOK_GAP 3000

/* A ticket is there before its submission. How many looks may find nothing under way before its file is taken for
 * removed. */
#define LOOKS_FOR_SUBMISSION 20

/* How often the service may end, without another ticket, before it is not started again. */
#define MAX_ENDS 5

struct _TrsLocalRunner
{
  GObject parent_instance;

  TrsLocalIntake *intake;
  TrsLocalService *own;
  TrsLocalService *of_account;
  TrsStore *store;
  TrsTransport *transport;
  TrsClock *clock;

  gboolean started;
  GFileMonitor *monitor; /* (nullable): of the folder of tickets: a new one starts the service */
  GCancellable *holding; /* (nullable): while the service is needed */
  TrsApiClient *client;  /* (nullable): while it answers */
  guint look_id;
  guint n_looks; /* that have found nothing under way */
  guint n_ends;
  gboolean seen; /* whether the list has had what is waited for */
  gboolean busy;
};

enum
{
  PROP_0,
  PROP_BUSY,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsLocalRunner, trs_local_runner, G_TYPE_OBJECT)

/* A service that has ended is needed until it is started again, too. */
static void
update_busy (TrsLocalRunner *self)
{
  gboolean busy = self->holding != NULL || self->look_id != 0;

  if (busy == self->busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

static void
trs_local_runner_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  if (id == PROP_BUSY)
    g_value_set_boolean (value, TRS_LOCAL_RUNNER (object)->busy);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_local_runner_dispose (GObject *object)
{
  TrsLocalRunner *self = TRS_LOCAL_RUNNER (object);

  if (self->own != NULL)
    trs_local_runner_stop (self);
  g_clear_object (&self->intake);
  g_clear_object (&self->own);
  g_clear_object (&self->of_account);
  g_clear_object (&self->store);
  g_clear_object (&self->transport);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_local_runner_parent_class)->dispose (object);
}

static void
trs_local_runner_class_init (TrsLocalRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_local_runner_dispose;
  G_OBJECT_CLASS (klass)->get_property = trs_local_runner_get_property;

  props[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
}

static void
trs_local_runner_init (TrsLocalRunner *self)
{
}

static void
let_go (TrsLocalRunner *self)
{
  trs_clock_clear_timeout (self->clock, &self->look_id);
  if (self->holding != NULL)
    g_cancellable_cancel (self->holding);
  g_clear_object (&self->holding);
  g_clear_object (&self->client);
  trs_local_service_stop (self->own);
}

/**
 * trs_local_runner_let_go:
 * @self: a runner
 *
 * Does not need the service any more, until another ticket comes or it is to look again.
 */
void
trs_local_runner_let_go (TrsLocalRunner *self)
{
  let_go (self);
  update_busy (self);
}

/* While it is held */

static void ask (TrsLocalRunner *self);

static void
ask_cb (gpointer user_data)
{
  ask (user_data);
}

static gboolean
is_any_under_way (GPtrArray *page)
{
  for (guint i = 0; i < page->len; i++)
    if (!trs_project_state_is_final (((TrsProjectRecord *) page->pdata[i])->state))
      return TRUE;
  return FALSE;
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsLocalRunner) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) page = trs_api_client_list_finish (TRS_API_CLIENT (source), result, &error);
  gboolean under_way;

  if (TRS_API_CLIENT (source) != self->client)
    return;

  /* One that does not answer ends, or answers the next time. */
  under_way = page == NULL || is_any_under_way (page);
  self->seen = self->seen || (page != NULL && under_way);
  self->n_looks = under_way ? 0 : self->n_looks + 1;
  if (!under_way && (self->seen || self->n_looks >= LOOKS_FOR_SUBMISSION))
    trs_local_runner_let_go (self);
  else
    trs_clock_set_timeout (self->clock, &self->look_id, LOOK_GAP, ask_cb, self);
}

static void
ask (TrsLocalRunner *self)
{
  if (trs_local_service_is_running (self->of_account))
    trs_local_runner_let_go (self);
  else
    trs_api_client_list_async (self->client, 1, FALSE, self->holding, listed_cb, g_object_ref (self));
}

static void
started_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsLocalRunner) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_local_service_start_finish (TRS_LOCAL_SERVICE (source), result, &error))
    {
      if (self->holding != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_info ("What waits on this computer is not taken up: %s", error->message);
          trs_local_runner_let_go (self);
        }
      return;
    }
  if (self->holding == NULL)
    return;

  g_clear_object (&self->client);
  self->client = trs_api_client_new (self->transport, self->clock);
  trs_api_client_open (self->client, trs_local_service_get_address (self->own),
                       trs_local_service_get_key (self->own));
  ask (self);
}

/* @submitted: whether its list has what is waited for, or may not have it yet */
static void
hold (TrsLocalRunner *self,
      gboolean        submitted)
{
  self->n_looks = 0;
  self->seen = submitted;
  if (self->holding != NULL || trs_local_service_is_running (self->of_account))
    return;

  self->holding = g_cancellable_new ();
  update_busy (self);
  trs_local_service_start_async (self->own, self->holding, started_cb, g_object_ref (self));
}

static void
start_again_cb (gpointer user_data)
{
  TrsLocalRunner *self = user_data;

  hold (self, self->seen);
  update_busy (self);
}

/* That of a command may end with it before it was joined. */
static void
ended_cb (TrsLocalRunner *self)
{
  gboolean needed = self->holding != NULL;

  let_go (self);
  if (needed && ++self->n_ends <= MAX_ENDS)
    trs_clock_set_timeout (self->clock, &self->look_id, self->n_ends > 1 ? LOOK_GAP : 0, start_again_cb, self);
  update_busy (self);
}

/* What waits */

static void
read_open_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsLocalRunner) self = user_data;
  g_autoptr (GPtrArray) projects = trs_store_projects_read_open_finish (TRS_STORE (source), result, NULL);

  for (guint i = 0; self->started && projects != NULL && i < projects->len; i++)
    {
      const TrsProjectData *project = projects->pdata[i];

      if (project->video_id != NULL && trs_local_intake_has (self->intake, project->video_id))
        {
          hold (self, TRUE);
          return;
        }
    }
}

static void
accounts_listed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (TrsLocalRunner) self = user_data;
  g_autoptr (GPtrArray) accounts = trs_store_accounts_list_finish (TRS_STORE (source), result, NULL);

  for (guint i = 0; self->started && accounts != NULL && i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];

      if (g_str_equal (account->name, TRS_ACCOUNT_LOCAL))
        trs_store_projects_read_open_async (self->store, account->id, NULL, read_open_cb, g_object_ref (self));
    }
}

static void
tickets_changed_cb (TrsLocalRunner    *self,
                    GFile             *file,
                    GFile             *other_file,
                    GFileMonitorEvent  event)
{
  self->n_ends = 0;
  if (event == G_FILE_MONITOR_EVENT_CREATED || event == G_FILE_MONITOR_EVENT_MOVED_IN ||
      event == G_FILE_MONITOR_EVENT_RENAMED)
    hold (self, FALSE);
}

/* A folder that is not there is not watched: GLib would look for it every few seconds. Returns: whether it is watched
 * from now on */
static gboolean
watch_tickets (TrsLocalRunner *self)
{
  g_autofree char *path = trs_local_intake_dup_folder (self->intake);
  g_autoptr (GFile) folder = g_file_new_for_path (path);

  if (self->monitor != NULL || !g_file_test (path, G_FILE_TEST_IS_DIR))
    return FALSE;
  self->monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (tickets_changed_cb), self, G_CONNECT_SWAPPED);
  return self->monitor != NULL;
}

static void
read_store (TrsLocalRunner *self)
{
  if (self->monitor != NULL)
    trs_store_accounts_list_async (self->store, NULL, accounts_listed_cb, g_object_ref (self));
}

/**
 * trs_local_runner_new:
 * @intake: the files of On This Computer
 * @own: its service, for the runner alone
 * @of_account: its service, as it is held while it is the account in use
 * @store: what is kept
 * @transport: the network
 * @clock: the time
 *
 * Returns: (transfer full): a runner that does nothing before trs_local_runner_start()
 */
TrsLocalRunner *
trs_local_runner_new (TrsLocalIntake  *intake,
                      TrsLocalService *own,
                      TrsLocalService *of_account,
                      TrsStore        *store,
                      TrsTransport    *transport,
                      TrsClock        *clock)
{
  TrsLocalRunner *self = g_object_new (TRS_TYPE_LOCAL_RUNNER, NULL);

  self->intake = g_object_ref (intake);
  self->own = g_object_ref (own);
  self->of_account = g_object_ref (of_account);
  self->store = g_object_ref (store);
  self->transport = g_object_ref (transport);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (own, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_local_runner_look:
 * @self: a runner
 *
 * Takes up what waits, if anything does: the account in use is another one, or
 * tickets may have become possible.
 */
void
trs_local_runner_look (TrsLocalRunner *self)
{
  if (!self->started)
    return;

  /* The first ticket of all was there before its folder was watched, and the store may not have its file yet. */
  if (watch_tickets (self))
    hold (self, FALSE);
  else
    read_store (self);
}

/**
 * trs_local_runner_start:
 * @self: a runner
 *
 * Takes up what waits, and what comes.
 */
void
trs_local_runner_start (TrsLocalRunner *self)
{
  self->started = TRUE;
  watch_tickets (self);
  read_store (self);
}

void
trs_local_runner_stop (TrsLocalRunner *self)
{
  self->started = FALSE;
  g_clear_object (&self->monitor);
  trs_local_runner_let_go (self);
}

/**
 * trs_local_runner_get_busy:
 * @self: a runner
 *
 * Returns: whether it keeps the service alive
 */
gboolean
trs_local_runner_get_busy (TrsLocalRunner *self)
{
  return self->busy;
}

/**
 * trs_local_runner_is_transcribing:
 * @self: a runner
 *
 * Returns: whether it keeps the service alive for something that is known to be under way, and that would pause with
 *   this program
 */
gboolean
trs_local_runner_is_transcribing (TrsLocalRunner *self)
{
  return self->busy && self->seen;
}
