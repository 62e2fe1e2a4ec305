/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-provider.h"

#include "config.h"
#include "trs-account.h"
#include "trs-provider-result.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-search.h"
#include "trs-task.h"

/* Milliseconds without a question after which the program ends. */
#define IDLE_MSEC 10000

/* The desktop shows fewer. */
#define MAX_RESULTS 20

#define DESKTOP_SEARCH "desktop-search"

static const char interface_xml[] =
  "<node><interface name='org.gnome.Shell.SearchProvider2'>"
  "<method name='GetInitialResultSet'><arg type='as' direction='in'/><arg type='as' direction='out'/></method>"
  "<method name='GetSubsearchResultSet'><arg type='as' direction='in'/><arg type='as' direction='in'/>"
  "  <arg type='as' direction='out'/></method>"
  "<method name='GetResultMetas'><arg type='as' direction='in'/><arg type='aa{sv}' direction='out'/></method>"
  "<method name='ActivateResult'><arg type='s' direction='in'/><arg type='as' direction='in'/>"
  "  <arg type='u' direction='in'/></method>"
  "<method name='LaunchSearch'><arg type='as' direction='in'/><arg type='u' direction='in'/></method>"
  "</interface></node>";

struct _TrsSearchProvider
{
  GApplication parent_instance;

  char *path;
  GSettings *settings;
  TrsAccount *labels;
  TrsStore *store;          /* nullable: not asked yet */
  GHashTable *metas;        /* what is said of the results of the last search, by their identifiers */
  GCancellable *search;     /* nullable: what a newer one replaces */

  GDBusNodeInfo *node;
  guint registration;
};

G_DEFINE_FINAL_TYPE (TrsSearchProvider, trs_search_provider, G_TYPE_APPLICATION)

/* Asking */

typedef struct
{
  char *query;
  GPtrArray *accounts;
  guint n_asked;        /* of them */
  GPtrArray *hits;      /* of all accounts */
  GArray *hit_accounts; /* the positions of theirs, one for each hit */
} Search;

static void
search_clear (Search *search)
{
  g_clear_pointer (&search->accounts, g_ptr_array_unref);
  g_clear_pointer (&search->hits, g_ptr_array_unref);
  g_clear_pointer (&search->hit_accounts, g_array_unref);
  g_free (search->query);
}

TRS_DEFINE_TASK_STATE (Search, search)

/* A hit and whose it is. */
typedef struct
{
  const TrsSearchHit *hit;
  const TrsKnownAccount *account;
} Found;

/* Rows are numbered by time, so that those of several accounts can be compared. */
static int
compare_found (gconstpointer a,
               gconstpointer b)
{
  const Found *one = a;
  const Found *other = b;

  return (one->hit->row < other->hit->row) - (one->hit->row > other->hit->row);
}

static GVariant *
make_meta (const char             *identifier,
           const TrsProjectData   *project,
           const TrsSearchPassage *passage,
           const TrsKnownAccount  *account)
{
  g_autofree char *name = trs_provider_result_name (project);
  g_autofree char *description = trs_provider_result_describe (project, passage, account);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "id", "s", identifier);
  g_variant_dict_insert (&dict, "name", "s", name);
  g_variant_dict_insert (&dict, "description", "s", description);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

/* Returns: (transfer full): its identifier; what is said of it is remembered */
static char *
remember (TrsSearchProvider *self,
          const Found       *found,
          gboolean           alone)
{
  const TrsSearchHit *hit = found->hit;
  const TrsSearchPassage *passage = hit->passages->len > 0 ? g_ptr_array_index (hit->passages, 0) : NULL;
  char *identifier = trs_provider_result_format (found->account->id, hit->project->id,
                                                 passage != NULL ? passage->time : -1);

  g_hash_table_insert (self->metas, g_strdup (identifier),
                       make_meta (identifier, hit->project, passage, alone ? NULL : found->account));
  return identifier;
}

static void
end_search (GTask *task)
{
  TrsSearchProvider *self = g_task_get_source_object (task);
  Search *search = search_get (task);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Found));
  g_autoptr (GStrvBuilder) identifiers = g_strv_builder_new ();

  for (guint i = 0; i < search->hits->len; i++)
    {
      Found found = { g_ptr_array_index (search->hits, i),
                      g_ptr_array_index (search->accounts, g_array_index (search->hit_accounts, guint, i)) };

      if (found.hit->project != NULL)
        g_array_append_val (all, found);
    }
  g_array_sort (all, compare_found);

  g_hash_table_remove_all (self->metas);
  for (guint i = 0; i < MIN (all->len, MAX_RESULTS); i++)
    {
      g_autofree char *identifier = remember (self, &g_array_index (all, Found, i), search->accounts->len == 1);

      g_strv_builder_add (identifiers, identifier);
    }
  g_task_return_pointer (task, g_strv_builder_end (identifiers), (GDestroyNotify) g_strfreev);
}

static void ask_next (GTask *task);

static void
searched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Search *search = search_get (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsSearchResults) results = trs_store_search_projects_finish (TRS_STORE (source), result, &error);

  if (results == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  for (guint i = 0; i < results->hits->len; i++)
    g_array_append_val (search->hit_accounts, search->n_asked);
  g_ptr_array_extend_and_steal (search->hits, g_ptr_array_ref (results->hits));
  search->n_asked++;
  ask_next (task);
}

/* One account after another: the store does one thing at a time. */
static void
ask_next (GTask *task)
{
  TrsSearchProvider *self = g_task_get_source_object (task);
  Search *search = search_get (task);
  const TrsKnownAccount *account;

  if (search->n_asked == search->accounts->len)
    {
      end_search (task);
      return;
    }

  account = g_ptr_array_index (search->accounts, search->n_asked);
  trs_store_search_projects_async (self->store, account->id, search->query, MAX_RESULTS, 0,
                                   g_task_get_cancellable (task), searched_cb, g_object_ref (task));
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSearchProvider *self = g_task_get_source_object (task);
  Search *search = search_get (task);
  g_autoptr (GError) error = NULL;

  search->accounts = trs_store_accounts_list_finish (TRS_STORE (source), result, &error);
  if (search->accounts == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  for (guint i = 0; i < search->accounts->len; i++)
    {
      TrsKnownAccount *account = g_ptr_array_index (search->accounts, i);

      account->sample = g_str_equal (account->name, TRS_ACCOUNT_SAMPLE);
      account->label = trs_account_dup_label (self->labels, account->name, account->id);
    }
  trs_known_account_mark_shared (search->accounts);
  ask_next (task);
}

static TrsStore *
ensure_store (TrsSearchProvider *self)
{
  if (self->store == NULL)
    self->store = trs_store_new_for_reading (self->path);
  return self->store;
}

/* Only the newest search is of interest: who types asks with each letter. */
static void
search_async (TrsSearchProvider   *self,
              const char *const   *terms,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Search *search;

  g_cancellable_cancel (self->search);
  g_clear_object (&self->search);
  self->search = g_cancellable_new ();
  task = g_task_new (self, self->search, callback, user_data);
  g_task_set_source_tag (task, search_async);
  search = search_attach (task);
  search->query = g_strjoinv (" ", (char **) terms);
  search->hits = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_hit_free);
  search->hit_accounts = g_array_new (FALSE, FALSE, sizeof (guint));
  trs_store_accounts_list_async (ensure_store (self), self->search, listed_cb, g_object_ref (task));
}

static char **
search_finish (TrsSearchProvider  *self,
               GAsyncResult       *result,
               GError            **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, search_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Telling about results */

typedef struct
{
  char **identifiers;
  guint n_told;
  GPtrArray *metas;
} Telling;

static void
telling_clear (Telling *telling)
{
  g_strfreev (telling->identifiers);
  g_clear_pointer (&telling->metas, g_ptr_array_unref);
}

TRS_DEFINE_TASK_STATE (Telling, telling)

static void tell_next (GTask *task);

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Telling *telling = telling_get (task);
  g_autoptr (GPtrArray) projects = trs_store_projects_read_ids_finish (TRS_STORE (source), result, NULL);

  if (projects != NULL && projects->len == 1)
    g_ptr_array_add (telling->metas, make_meta (telling->identifiers[telling->n_told],
                                                g_ptr_array_index (projects, 0), NULL, NULL));
  telling->n_told++;
  tell_next (task);
}

/* The program that found it may have ended since; then its title is read again. */
static void
tell_next (GTask *task)
{
  TrsSearchProvider *self = g_task_get_source_object (task);
  Telling *telling = telling_get (task);

  for (; telling->identifiers[telling->n_told] != NULL; telling->n_told++)
    {
      const char *identifier = telling->identifiers[telling->n_told];
      GVariant *meta = g_hash_table_lookup (self->metas, identifier);
      g_auto (TrsProviderResult) found = { 0 };

      if (meta != NULL)
        g_ptr_array_add (telling->metas, g_variant_ref (meta));
      else if (trs_provider_result_parse (identifier, &found))
        {
          const char *const ids[] = { found.id, NULL };

          trs_store_projects_read_ids_async (ensure_store (self), found.account, ids, NULL, read_cb,
                                             g_object_ref (task));
          return;
        }
    }
  g_task_return_pointer (task, g_steal_pointer (&telling->metas), (GDestroyNotify) g_ptr_array_unref);
}

static void
tell_async (TrsSearchProvider   *self,
            const char *const   *identifiers,
            GAsyncReadyCallback  callback,
            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Telling *telling = telling_attach (task);

  g_task_set_source_tag (task, tell_async);
  telling->identifiers = g_strdupv ((char **) identifiers);
  telling->metas = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  tell_next (task);
}

/* Returns: (transfer full) (element-type GVariant): what is said of those that are results */
static GPtrArray *
tell_finish (TrsSearchProvider *self,
             GAsyncResult      *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, tell_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}

/* Answers. Whatever goes wrong, the desktop gets one, and it is empty. */

static void
reply (TrsSearchProvider     *self,
       GDBusMethodInvocation *invocation,
       GVariant              *answer)
{
  g_dbus_method_invocation_return_value (invocation, answer);
  g_application_release (G_APPLICATION (self));
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  static const char *const none[] = { NULL };
  TrsSearchProvider *self = TRS_SEARCH_PROVIDER (source);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) identifiers = search_finish (self, result, &error);

  if (identifiers == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_info ("Nothing can be searched: %s", error->message);
  reply (self, user_data, g_variant_new ("(^as)", identifiers != NULL ? (const char *const *) identifiers : none));
}

static void
told_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  TrsSearchProvider *self = TRS_SEARCH_PROVIDER (source);
  g_autoptr (GPtrArray) metas = tell_finish (self, result);
  GVariant *array = g_variant_new_array (G_VARIANT_TYPE_VARDICT, (GVariant **) metas->pdata, metas->len);

  reply (self, user_data, g_variant_new_tuple (&array, 1));
}

static void
activated_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  TrsSearchProvider *self = TRS_SEARCH_PROVIDER (g_application_get_default ());
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);

  if (answer == NULL)
    g_info ("The window can’t be opened: %s", error->message);
  reply (self, user_data, NULL);
}

/* The bus starts the window if there is none. @timestamp is that of the click, without which the window could not come
 * to the front. */
static void
activate_action (TrsSearchProvider     *self,
                 GDBusMethodInvocation *invocation,
                 const char            *action,
                 GVariant              *parameter,
                 guint32                timestamp)
{
  g_autofree char *path = g_strconcat ("/", TRS_APPLICATION_ID, NULL);
  g_autofree char *startup = g_strdup_printf ("_TIME%u", timestamp);

  g_strdelimit (path, ".", '/');
  g_dbus_connection_call (g_application_get_dbus_connection (G_APPLICATION (self)), TRS_APPLICATION_ID, path,
                          "org.freedesktop.Application", "ActivateAction",
                          g_variant_new_parsed ("(%s, [%v], {'desktop-startup-id': <%s>})", action, parameter, startup),
                          NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, activated_cb, invocation);
}

static void
open_result (TrsSearchProvider     *self,
             GDBusMethodInvocation *invocation,
             const char            *identifier,
             guint32                timestamp)
{
  g_auto (TrsProviderResult) result = { 0 };

  if (!trs_provider_result_parse (identifier, &result))
    {
      reply (self, invocation, NULL);
      return;
    }
  activate_action (self, invocation, "open-place", g_variant_new ("(xsx)", result.account, result.id, result.time),
                   timestamp);
}

/* Switched off, nothing of what was found stays here. */
static void
forget (TrsSearchProvider *self)
{
  g_cancellable_cancel (self->search);
  g_hash_table_remove_all (self->metas);
  g_clear_object (&self->store);
}

static void
call_cb (GDBusConnection       *connection,
         const char            *sender,
         const char            *object_path,
         const char            *interface,
         const char            *method,
         GVariant              *parameters,
         GDBusMethodInvocation *invocation,
         gpointer               user_data)
{
  TrsSearchProvider *self = user_data;
  gboolean on = g_settings_get_boolean (self->settings, DESKTOP_SEARCH);
  g_autofree const char **words = NULL;
  const char *identifier = NULL;
  guint32 timestamp = 0;

  /* until the reply */
  g_application_hold (G_APPLICATION (self));
  if (!on)
    forget (self);

  if (g_str_equal (method, "ActivateResult"))
    {
      g_variant_get (parameters, "(&s^a&su)", &identifier, &words, &timestamp);
      open_result (self, invocation, identifier, timestamp);
    }
  else if (g_str_equal (method, "LaunchSearch"))
    {
      g_autofree char *query = NULL;

      g_variant_get (parameters, "(^a&su)", &words, &timestamp);
      query = g_strjoinv (" ", (char **) words);
      activate_action (self, invocation, "search", g_variant_new_string (query), timestamp);
    }
  else if (g_str_equal (method, "GetResultMetas"))
    {
      static const char *const none[] = { NULL };

      g_variant_get (parameters, "(^a&s)", &words);
      tell_async (self, on ? words : (const char **) none, told_cb, invocation);
    }
  else if (!on)
    reply (self, invocation, g_variant_new_parsed ("(@as [],)"));
  else
    {
      /* What was found for fewer words is looked for again: that is as fast as to look through it. */
      g_autoptr (GVariant) terms = g_variant_get_child_value (parameters, g_variant_n_children (parameters) - 1);

      words = g_variant_get_strv (terms, NULL);
      search_async (self, words, found_cb, invocation);
    }
}

static gboolean
trs_search_provider_dbus_register (GApplication     *application,
                                   GDBusConnection  *connection,
                                   const char       *object_path,
                                   GError          **error)
{
  static const GDBusInterfaceVTable vtable = { .method_call = call_cb };
  TrsSearchProvider *self = TRS_SEARCH_PROVIDER (application);

  self->registration = g_dbus_connection_register_object (connection, object_path, self->node->interfaces[0], &vtable,
                                                          self, NULL, error);
  return self->registration != 0;
}

static void
trs_search_provider_dbus_unregister (GApplication    *application,
                                     GDBusConnection *connection,
                                     const char      *object_path)
{
  TrsSearchProvider *self = TRS_SEARCH_PROVIDER (application);

  if (self->registration != 0)
    g_dbus_connection_unregister_object (connection, self->registration);
  self->registration = 0;
}

/* Nobody has anything to open here: the bus starts it, and asks. */
static void
trs_search_provider_activate (GApplication *application)
{
}

static void
trs_search_provider_finalize (GObject *object)
{
  TrsSearchProvider *self = TRS_SEARCH_PROVIDER (object);

  g_cancellable_cancel (self->search);
  g_clear_object (&self->search);
  g_clear_object (&self->store);
  g_clear_object (&self->labels);
  g_clear_object (&self->settings);
  g_hash_table_unref (self->metas);
  g_dbus_node_info_unref (self->node);
  g_free (self->path);
  G_OBJECT_CLASS (trs_search_provider_parent_class)->finalize (object);
}

static void
trs_search_provider_class_init (TrsSearchProviderClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_search_provider_finalize;
  application_class->activate = trs_search_provider_activate;
  application_class->dbus_register = trs_search_provider_dbus_register;
  application_class->dbus_unregister = trs_search_provider_dbus_unregister;
}

static void
trs_search_provider_init (TrsSearchProvider *self)
{
  self->settings = g_settings_new (TRS_APPLICATION_ID);
  self->labels = trs_account_new (self->settings);
  self->metas = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
  self->node = g_dbus_node_info_new_for_xml (interface_xml, NULL);
}

/**
 * trs_search_provider_new:
 * @path: where the file of the store is, if there is one
 *
 * Returns: (transfer full): a provider, for g_application_run()
 */
TrsSearchProvider *
trs_search_provider_new (const char *path)
{
  TrsSearchProvider *self = g_object_new (TRS_TYPE_SEARCH_PROVIDER,
                                          "application-id", TRS_APPLICATION_ID ".SearchProvider",
                                          "flags", G_APPLICATION_IS_SERVICE,
                                          "inactivity-timeout", IDLE_MSEC,
                                          NULL);

  self->path = g_strdup (path);
  return self;
}
