/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-secret-keyring.h"

#include "config.h"
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-task.h"

#include <glib/gstdio.h>
#include <libsecret/secret.h>

/* If its file is damaged, libsecret's file backend aborts the whole program. A marker file exists only while that
 * file is first read, so a marker at the start shows that the last run died there. Except for marker_discard() and
 * marker_take_moved(), only the thread of the keyring uses it. */
typedef struct
{
  char *marker_path;
  char *file_path;
  gboolean checked;  /* the marker of an earlier run was looked for */
  gboolean was_read; /* the file was read once and is in memory */
  guint n_running;

  GMutex mutex; /* for what follows */
  char *moved;
  gboolean set;
  gboolean discarded;
} Marker;

/* Uses the same criteria as libsecret to tell whether it uses its file backend. */
static gboolean
may_use_file (void)
{
  return g_strcmp0 (g_getenv ("SECRET_BACKEND"), "file") == 0 || g_getenv ("SNAP_NAME") != NULL
         || g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS);
}

/* Renames the file, so that a new keyring is created and nothing is lost. */
static char *
give_other_name (const char *path)
{
  g_autofree char *aside = trs_error_dup_path_aside (path);

  return g_rename (path, aside) == 0 ? g_steal_pointer (&aside) : NULL;
}

static void
marker_clear (gpointer data)
{
  Marker *self = data;

  g_mutex_clear (&self->mutex);
  g_free (self->marker_path);
  g_free (self->file_path);
  g_free (self->moved);
}

static Marker *
marker_new (const char *marker_path,
            const char *file_path)
{
  Marker *self = g_atomic_rc_box_new0 (Marker);

  g_mutex_init (&self->mutex);
  self->marker_path = g_strdup (marker_path);
  self->file_path = g_strdup (file_path);
  return self;
}

/* Leaves the marker file on the disk. */
static void
marker_unref (Marker *self)
{
  g_atomic_rc_box_release_full (self, marker_clear);
}

/* Runs before the keyring is used: moves its file aside if an earlier run died while reading it, and creates the
 * marker until the file has been read once. If that fails, the keyring is used all the same. */
static void
marker_before (Marker *self)
{
  g_autofree char *directory = g_path_get_dirname (self->marker_path);

  self->n_running++;
  if (self->was_read || !may_use_file ())
    return;

  g_mkdir_with_parents (directory, 0700);
  g_mutex_lock (&self->mutex);
  if (!self->checked && g_file_test (self->marker_path, G_FILE_TEST_EXISTS))
    self->moved = give_other_name (self->file_path);
  if (!self->discarded)
    {
      g_file_set_contents_full (self->marker_path, "", 0, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
      self->set = TRUE;
    }
  g_mutex_unlock (&self->mutex);
  self->checked = TRUE;
}

/* Runs when the keyring has answered, and removes the marker. */
static void
marker_after (Marker   *self,
              gboolean  was_read)
{
  self->n_running--;
  if (self->was_read || !may_use_file ())
    return;

  self->was_read = was_read;
  if (!was_read && self->n_running > 0)
    return;

  g_mutex_lock (&self->mutex);
  self->set = FALSE;
  g_unlink (self->marker_path);
  g_mutex_unlock (&self->mutex);
}

/* Runs when the keyring reports that its file is invalid. Returns: %TRUE if the file is out of the way */
static gboolean
marker_move_aside (Marker *self)
{
  char *moved;

  if (!may_use_file ())
    return FALSE;

  moved = give_other_name (self->file_path);
  if (moved == NULL)
    return FALSE;

  g_mutex_lock (&self->mutex);
  g_free (self->moved);
  self->moved = moved;
  g_mutex_unlock (&self->mutex);
  return TRUE;
}

/* Removes the marker for good when the program ends normally, even if the keyring has not answered yet. */
static void
marker_discard (Marker *self)
{
  g_mutex_lock (&self->mutex);
  self->discarded = TRUE;
  if (self->set)
    g_unlink (self->marker_path);
  g_mutex_unlock (&self->mutex);
}

/* Returns: (transfer full) (nullable): where a damaged file was moved to; %NULL in later calls */
static char *
marker_take_moved (Marker *self)
{
  char *moved;

  g_mutex_lock (&self->mutex);
  moved = g_steal_pointer (&self->moved);
  g_mutex_unlock (&self->mutex);
  return moved;
}

struct _TrsSecretKeyring
{
  GObject parent_instance;

  Marker *marker; /* nullable */
  guint deadline;
};

static TrsError
code_for_dbus (int code)
{
  /* D-Bus failed to start the service of the keyring. */
  if (code >= G_DBUS_ERROR_SPAWN_EXEC_FAILED && code <= G_DBUS_ERROR_SPAWN_FILE_INVALID)
    return TRS_ERROR_KEYRING_MISSING;

  switch (code)
    {
    case G_DBUS_ERROR_SERVICE_UNKNOWN:
    case G_DBUS_ERROR_NAME_HAS_NO_OWNER:
    case G_DBUS_ERROR_UNKNOWN_METHOD:
    case G_DBUS_ERROR_UNKNOWN_INTERFACE:
    case G_DBUS_ERROR_UNKNOWN_OBJECT:
    case G_DBUS_ERROR_NO_SERVER:
    case G_DBUS_ERROR_NO_NETWORK:
    case G_DBUS_ERROR_DISCONNECTED:
    case G_DBUS_ERROR_FILE_NOT_FOUND:
      return TRS_ERROR_KEYRING_MISSING;
    case G_DBUS_ERROR_TIMEOUT:
    case G_DBUS_ERROR_TIMED_OUT:
    case G_DBUS_ERROR_NO_REPLY:
      return TRS_ERROR_KEYRING_TIMED_OUT;
    default:
      return TRS_ERROR_KEYRING_FAILED;
    }
}

static TrsError
code_for_io (int code)
{
  switch (code)
    {
    case G_IO_ERROR_CANCELLED: /* a prompt that was dismissed: nobody else cancels */
      return TRS_ERROR_KEYRING_LOCKED;
    case G_IO_ERROR_TIMED_OUT:
      return TRS_ERROR_KEYRING_TIMED_OUT;
    case G_IO_ERROR_NOT_FOUND: /* no socket of the bus */
    case G_IO_ERROR_CONNECTION_REFUSED:
    case G_IO_ERROR_CLOSED:
      return TRS_ERROR_KEYRING_MISSING;
    default:
      /* “Cannot autolaunch D-Bus” has no error code of its own. Without a bus there is no keyring service. */
      return g_getenv ("DBUS_SESSION_BUS_ADDRESS") == NULL ? TRS_ERROR_KEYRING_MISSING : TRS_ERROR_KEYRING_FAILED;
    }
}

static TrsError
code_for_cause (const GError *cause)
{
  if (cause->domain == G_DBUS_ERROR)
    return code_for_dbus (cause->code);
  if (cause->domain == G_IO_ERROR)
    return code_for_io (cause->code);
  if (cause->domain == SECRET_ERROR && cause->code == SECRET_ERROR_IS_LOCKED)
    return TRS_ERROR_KEYRING_LOCKED;

  return TRS_ERROR_KEYRING_FAILED;
}

/* Reports a dismissed prompt, for which libsecret has no error. */
static GError *
new_locked_error (void)
{
  return g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_LOCKED, _("The keyring is locked and was not unlocked"));
}

static GError *
translate_error (const GError *cause)
{
  TrsError code = code_for_cause (cause);

  switch (code)
    {
    case TRS_ERROR_KEYRING_LOCKED:
      return new_locked_error ();
    case TRS_ERROR_KEYRING_MISSING:
      /* Translators: %s is what the system says. */
      return g_error_new (TRS_ERROR, code, _("No keyring service is running (%s)"), cause->message);
    case TRS_ERROR_KEYRING_TIMED_OUT:
      return g_error_new_literal (TRS_ERROR, code, _("The keyring did not answer in time"));
    default:
      /* Translators: %s is what the system says. */
      return g_error_new (TRS_ERROR, code, _("The keyring failed (%s)"), cause->message);
    }
}

/* The file backend aborts on most damage, but reports some as an error. */
static gboolean
is_damage (const GError *cause)
{
  return g_error_matches (cause, SECRET_ERROR, SECRET_ERROR_INVALID_FILE_FORMAT)
         || g_error_matches (cause, SECRET_ERROR, SECRET_ERROR_PROTOCOL);
}

/* Some asynchronous calls of libsecret block (on the version of the portal, or the folder of the file), and its
 * proxies stay bound to the main context in which its single instance was created. So all calls are made on one
 * thread with its own main loop, which GTask cannot offer, and which lives until the process ends. */
static gpointer
thread_main (gpointer data)
{
  GMainContext *context = data;
  g_autoptr (GMainLoop) loop = g_main_loop_new (context, FALSE);

  g_main_context_push_thread_default (context);
  g_main_loop_run (loop);
  g_main_context_pop_thread_default (context);
  return NULL;
}

static GMainContext *
get_keyring_context (void)
{
  static GMainContext *context;

  if (g_once_init_enter (&context))
    {
      GMainContext *made = g_main_context_new ();

      g_thread_unref (g_thread_new ("trs-keyring", thread_main, made));
      g_once_init_leave (&context, made);
    }

  return context;
}

typedef enum
{
  LOOKUP,
  STORE,
  REMOVE,
} Verb;

typedef struct
{
  Verb verb;
  char *address;
  char *key;                /* to store, or found */
  Marker *marker; /* nullable */
  guint patience;           /* milliseconds after which the next operation need not wait for this one any more */
  GHashTable *attributes;
  GSource *patience_source;
  gboolean looked_twice;
  gboolean began_anew;
} Operation;

static void
operation_clear (Operation *operation)
{
  g_free (operation->address);
  g_clear_pointer (&operation->key, trs_api_key_free);
  g_clear_pointer (&operation->marker, marker_unref);
  g_clear_pointer (&operation->attributes, g_hash_table_unref);
  g_assert (operation->patience_source == NULL);
}

TRS_DEFINE_TASK_STATE (Operation, operation)

/* An entry is found by all who ask for a part of what it says, so the profiles call what they ask for otherwise. */
#define ADDRESS_ATTRIBUTE (TRS_DEVEL ? "devel-server" : "server")

/* The schema name is not matched: gnome-keyring forgets it for items of a locked keyring, and would not find them
 * after a restart. */
static const SecretSchema schema = {
  .name = TRS_APPLICATION_ID ".ApiKey",
  .flags = SECRET_SCHEMA_DONT_MATCH_NAME,
  .attributes = { { ADDRESS_ATTRIBUTE, SECRET_SCHEMA_ATTRIBUTE_STRING } },
};

/* Both variables are used on the thread of the keyring only. Operations run one at a time, because the file backend
 * cannot handle several and the last store has to win. */
static GQueue waiting = G_QUEUE_INIT;
static GTask *current; /* unowned */

static void operation_begin (GTask *task);
static void operation_run (GTask *task);

static void
start_next_operation (GTask *task)
{
  if (current != task)
    return;

  current = g_queue_pop_head (&waiting);
  if (current != NULL)
    operation_begin (current);
}

/* libsecret keeps its first connection for ever: one to a daemon that has ended, has been replaced, or could not open a
 * session when it was asked first fails from then on. A prompt that was dismissed says that there is a connection. */
static void
connect_anew (Operation    *operation,
              const GError *error)
{
  if (error == NULL || error->domain != TRS_ERROR || error->code == TRS_ERROR_KEYRING_LOCKED)
    return;

  secret_service_disconnect ();
  /* The file backend reads its file again, too. */
  if (operation->marker != NULL)
    operation->marker->was_read = FALSE;
}

static void
operation_end (GTask  *task,
               GError *error)
{
  Operation *operation = operation_get (task);

  if (operation->patience_source != NULL)
    {
      g_source_destroy (operation->patience_source);
      g_clear_pointer (&operation->patience_source, g_source_unref);
      if (operation->marker != NULL)
        marker_after (operation->marker, error == NULL);
      connect_anew (operation, error);
    }

  start_next_operation (task);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* An invalid file would fail for ever, so it is renamed and a new keyring is created. */
static void
operation_fail (GTask        *task,
                const GError *cause)
{
  Operation *operation = operation_get (task);

  if (is_damage (cause) && !operation->began_anew && operation->marker != NULL
      && marker_move_aside (operation->marker))
    {
      operation->began_anew = TRUE;
      operation_run (task);
      return;
    }

  operation_end (task, translate_error (cause));
}

static gboolean
patience_ended_cb (gpointer user_data)
{
  start_next_operation (user_data);
  return G_SOURCE_REMOVE;
}

/* A look-up that returns NULL means “no key”, “still locked” or “not understood”, so a search follows. An item that
 * it finds unlocked may have been unlocked meanwhile; one that it finds after a removal was locked. */
static void
searched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  GTask *task = user_data;
  Operation *operation = operation_get (task);
  g_autoptr (GError) error = NULL;
  GList *items = secret_password_search_finish (result, &error);

  if (error != NULL)
    operation_fail (task, error);
  else if (items != NULL && (operation->verb == REMOVE ||
                             (SECRET_IS_ITEM (items->data) && secret_item_get_locked (items->data))))
    operation_end (task, new_locked_error ());
  else if (items != NULL && !operation->looked_twice)
    {
      operation->looked_twice = TRUE;
      operation_run (task);
    }
  else if (items != NULL)
    operation_end (task, g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_FAILED,
                                              _("The keyring has the key but refused to release it")));
  else
    operation_end (task, NULL);

  g_list_free_full (items, g_object_unref);
}

static void
lookup_got_key_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  GTask *task = user_data;
  Operation *operation = operation_get (task);
  g_autoptr (GError) error = NULL;
  char *found = secret_password_lookup_finish (result, &error);

  if (found != NULL)
    {
      operation->key = g_strdup (found);
      secret_password_free (found);
      operation_end (task, NULL);
    }
  else if (error != NULL)
    operation_fail (task, error);
  else
    secret_password_searchv (&schema, operation->attributes, SECRET_SEARCH_NONE, NULL, searched_cb, task);
}

static void
store_done_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  gboolean stored = secret_password_store_finish (result, &error);

  if (stored)
    g_clear_pointer (&operation_get (user_data)->key, trs_api_key_free);
  if (error != NULL)
    operation_fail (user_data, error);
  else
    operation_end (user_data, stored ? NULL : new_locked_error ());
}

static void
operation_store (GTask *task)
{
  Operation *operation = operation_get (task);
  /* TRANSLATORS: name of the entry in the keyring; %s is the address of a server. */
  /* Translators: %s is the address of a server; shown by the program that manages the keyring. */
  g_autofree char *label = g_strdup_printf (_("API key of Transcripts for %s"), operation->address);

  secret_password_storev (&schema, operation->attributes, SECRET_COLLECTION_DEFAULT, label, operation->key, NULL,
                          store_done_cb, task);
}

/* libsecret also reports “nothing was cleared” for locked items, so only a search shows whether any are left. */
static void
remove_cleared_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  GTask *task = user_data;
  g_autoptr (GError) error = NULL;

  if (!secret_password_clear_finish (result, &error) && error != NULL)
    operation_fail (task, error);
  else
    secret_password_searchv (&schema, operation_get (task)->attributes, SECRET_SEARCH_NONE, NULL, searched_cb, task);
}

/* libsecret gets no cancellable, because a cancelled call may never return. */
static void
operation_run (GTask *task)
{
  Operation *operation = operation_get (task);

  switch (operation->verb)
    {
    case LOOKUP:
      secret_password_lookupv (&schema, operation->attributes, NULL, lookup_got_key_cb, task);
      break;
    case STORE:
      operation_store (task);
      break;
    case REMOVE:
      secret_password_clearv (&schema, operation->attributes, NULL, remove_cleared_cb, task);
      break;
    }
}

static void
operation_begin (GTask *task)
{
  Operation *operation = operation_get (task);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      operation_end (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled before it began"));
      return;
    }

  operation->patience_source = g_timeout_source_new (operation->patience);
  g_source_set_callback (operation->patience_source, patience_ended_cb, task, NULL);
  g_source_attach (operation->patience_source, get_keyring_context ());
  if (operation->marker != NULL)
    marker_before (operation->marker);

  operation_run (task);
}

static gboolean
operation_arrived_cb (gpointer user_data)
{
  GTask *task = user_data;

  if (current == NULL)
    {
      current = task;
      operation_begin (task);
    }
  else
    g_queue_push_tail (&waiting, task);

  return G_SOURCE_REMOVE;
}

/* Performs an operation on the thread of the keyring. The callback runs when the keyring has answered, which may be
 * late or never. Only an operation that has not started can be cancelled. */
static void
operation_perform_async (TrsSecretKeyring    *self,
                         Verb                 verb,
                         const char          *address,
                         const char          *key,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Operation *operation = operation_attach (task);

  g_task_set_source_tag (task, operation_perform_async);
  g_task_set_check_cancellable (task, FALSE);
  operation->verb = verb;
  operation->address = g_strdup (address);
  operation->key = g_strdup (key);
  operation->marker = self->marker != NULL ? g_atomic_rc_box_acquire (self->marker) : NULL;
  operation->patience = self->deadline;
  operation->attributes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_hash_table_insert (operation->attributes, (gpointer) ADDRESS_ATTRIBUTE, g_strdup (address));

  g_main_context_invoke (get_keyring_context (), operation_arrived_cb, task);
}

/* @key: (out) (transfer full) (nullable): what a look-up has found */
static gboolean
operation_perform_finish (GAsyncResult  *result,
                          char         **key,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, operation_perform_async), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;

  *key = g_steal_pointer (&operation_get (G_TASK (result))->key);
  return TRUE;
}

/* A call that waits for the keyring, which may answer late or never. So after the deadline it holds neither the task
 * of the caller nor the keyring object. */
typedef struct
{
  GWeakRef keyring;
  GTask *task; /* NULL once the caller was answered */
  guint serial;
  GSource *deadline;
  GSource *cancelled;
  gboolean timed_out;
} Wait;

/* Takes the task of the caller, so that it is returned only once. */
static GTask *
wait_take_task (Wait *wait)
{
  g_clear_pointer (&wait->deadline, g_source_destroy);
  g_clear_pointer (&wait->cancelled, g_source_destroy);
  return g_steal_pointer (&wait->task);
}

static gboolean
deadline_passed_cb (gpointer user_data)
{
  Wait *wait = g_task_get_task_data (user_data);
  g_autoptr (GTask) task = wait_take_task (wait);
  guint seconds = (TRS_SECRET_KEYRING (g_task_get_source_object (task))->deadline + 999) / 1000;

  wait->timed_out = TRUE;
  g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT,
                           /* Translators: %u is the number of seconds. */
                           ngettext ("The keyring did not answer within %u second",
                                     "The keyring did not answer within %u seconds", seconds),
                           seconds);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr (GTask) task = wait_take_task (g_task_get_task_data (user_data));

  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

/* A damaged file that was moved aside contained the key: reports that once instead of “no key”. */
static gboolean
return_moved_aside (TrsSecretKeyring *self,
                    GTask            *task,
                    Verb    verb)
{
  g_autofree char *moved = self->marker != NULL ? marker_take_moved (self->marker) : NULL;

  if (moved == NULL || verb != LOOKUP)
    return FALSE;

  g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_KEYRING_FAILED,
                           /* Translators: %s is the path of a file. */
                           _("The keyring file was damaged and is kept as “%s”. Enter the API key again."), moved);
  return TRUE;
}

static void
answer_in_time (GTask          *task,
                Verb  verb,
                char           *key,
                GError         *error)
{
  if (error != NULL)
    g_task_return_error (task, error);
  else if (key == NULL && return_moved_aside (g_task_get_source_object (task), task, verb))
    return;
  else if (verb == LOOKUP)
    g_task_return_pointer (task, key, (GDestroyNotify) trs_api_key_free);
  else
    g_task_return_boolean (task, TRUE);
}

static void
keyring_answered_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  Wait *wait = user_data;
  Operation *operation = operation_get (G_TASK (result));
  g_autoptr (GTask) task = wait_take_task (wait);
  g_autoptr (TrsSecretKeyring) self = g_weak_ref_get (&wait->keyring);
  GError *error = NULL;
  char *key = NULL;
  gboolean done = operation_perform_finish (result, &key, &error);

  if (task != NULL)
    answer_in_time (task, operation->verb, key, error);
  else
    {
      if (operation->verb == STORE && self != NULL)
        trs_keyring_store_answered_late (TRS_KEYRING (self), operation->address, wait->serial, done);
      if (done && wait->timed_out && self != NULL)
        trs_keyring_answered_late (TRS_KEYRING (self), operation->address);
      g_clear_pointer (&key, trs_api_key_free);
      g_clear_error (&error);
    }

  g_weak_ref_clear (&wait->keyring);
  g_free (wait);
}

static void
run_call (TrsSecretKeyring *self,
          Verb              verb,
          const char       *address,
          const char       *key,
          guint             serial,
          GTask            *task)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  Wait *wait = g_new0 (Wait, 1);

  g_weak_ref_init (&wait->keyring, self);
  wait->task = g_object_ref (task);
  wait->serial = serial;
  g_task_set_task_data (task, wait, NULL);
  wait->deadline = trs_task_attach_source (task, g_timeout_source_new (self->deadline), deadline_passed_cb);
  if (cancellable != NULL)
    wait->cancelled =
        trs_task_attach_source (task, g_cancellable_source_new (cancellable), G_SOURCE_FUNC (cancelled_cb));

  operation_perform_async (self, verb, address, key, cancellable, keyring_answered_cb, wait);
}

static void
trs_secret_keyring_lookup (TrsKeyring *keyring,
                           const char *address,
                           GTask      *task)
{
  run_call (TRS_SECRET_KEYRING (keyring), LOOKUP, address, NULL, 0, task);
}

static void
trs_secret_keyring_store (TrsKeyring *keyring,
                          const char *address,
                          const char *key,
                          guint       serial,
                          GTask      *task)
{
  run_call (TRS_SECRET_KEYRING (keyring), STORE, address, key, serial, task);
}

static void
trs_secret_keyring_remove (TrsKeyring *keyring,
                           const char *address,
                           GTask      *task)
{
  run_call (TRS_SECRET_KEYRING (keyring), REMOVE, address, NULL, 0, task);
}

static void
trs_secret_keyring_iface_init (TrsKeyringInterface *iface)
{
  iface->lookup = trs_secret_keyring_lookup;
  iface->store = trs_secret_keyring_store;
  iface->remove = trs_secret_keyring_remove;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsSecretKeyring, trs_secret_keyring, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_KEYRING, trs_secret_keyring_iface_init))

static void
trs_secret_keyring_finalize (GObject *object)
{
  TrsSecretKeyring *self = TRS_SECRET_KEYRING (object);

  if (self->marker != NULL)
    marker_discard (self->marker);
  g_clear_pointer (&self->marker, marker_unref);

  G_OBJECT_CLASS (trs_secret_keyring_parent_class)->finalize (object);
}

static void
trs_secret_keyring_class_init (TrsSecretKeyringClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_secret_keyring_finalize;
}

static void
trs_secret_keyring_init (TrsSecretKeyring *self)
{
}

/**
 * trs_secret_keyring_new:
 * @marker_path: (nullable): a file that stands only while the keyring is first read
 * @file_backend_path: (nullable): the file of libsecret's file backend, moved
 *   aside if the marker shows that an earlier run died while reading it
 * @deadline: milliseconds, at least 1, after which a call ends with
 *   %TRS_ERROR_KEYRING_TIMED_OUT; 10,000 leaves a prompt time to come up, and the
 *   answer to a prompt that takes longer is reported by `answered-late`
 *
 * Nothing is asked before the first call.
 *
 * Returns: (transfer full): the keyring of the system
 */
TrsKeyring *
trs_secret_keyring_new (const char *marker_path,
                        const char *file_backend_path,
                        guint       deadline)
{
  TrsSecretKeyring *self = g_object_new (TRS_TYPE_SECRET_KEYRING, NULL);

  g_return_val_if_fail (deadline > 0, NULL);

  self->deadline = deadline;
  if (marker_path != NULL && file_backend_path != NULL)
    self->marker = marker_new (marker_path, file_backend_path);
  return TRS_KEYRING (self);
}
