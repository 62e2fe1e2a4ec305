/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-annotation-editor.h"
#include "trs-api-client.h"
#include "trs-batch-export.h"
#include "trs-highlight-collector.h"
#include "trs-sample-service.h"
#include "trs-secret-keyring.h"
#include "trs-soup-transport.h"
#include "trs-test-store.h"

/* What holds for the properties and the signals of all classes below the window. */

/* Classes whose signals still have details. */
static const char *const detailed[] = { "TrsSession", NULL };

static void
append (GListStore *objects,
        gpointer    object)
{
  g_list_store_append (objects, object);
}

/* @object: (transfer full) */
static void
take (GListStore *objects,
      gpointer    object)
{
  g_list_store_append (objects, object);
  g_object_unref (object);
}

/* One object of each class that somebody may watch. */
static GListStore *
list_objects (Fixture *fixture)
{
  TrsSession *session = fixture->session;
  TrsLibrary *library = trs_session_get_library (session);
  TrsTranscripts *transcripts = trs_session_get_transcripts (session);
  GListStore *objects = g_list_store_new (G_TYPE_OBJECT);
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();

  append (objects, session);
  append (objects, library);
  append (objects, transcripts);
  append (objects, trs_session_get_account (session));
  append (objects, trs_session_get_accounts (session));
  append (objects, trs_session_get_auto_export (session));
  append (objects, trs_session_get_connector (session));
  append (objects, trs_session_get_downloads (session));
  append (objects, trs_session_get_history (session));
  append (objects, trs_session_get_poller (session));
  append (objects, trs_session_get_reconciler (session));
  append (objects, trs_session_get_searcher (session));
  append (objects, trs_session_get_submitter (session));
  append (objects, fixture->keyring);
  append (objects, fixture->store);
  append (objects, project);
  take (objects, trs_annotation_editor_new (library, project, annotations));
  take (objects, trs_api_client_new (TRS_TRANSPORT (fixture->toy), TRS_CLOCK (fixture->clock)));
  take (objects, trs_batch_export_new (fixture->projects, library, transcripts, NULL));
  take (objects, trs_highlight_collector_new (fixture->projects, library, transcripts, NULL));
  take (objects, trs_history_item_new (7, NULL));
  take (objects, trs_submission_new ("v1", NULL));
  return objects;
}

/* Gives @value something else than it has. Returns: whether this test knows how */
static gboolean
change (GValue     *value,
        GParamSpec *pspec)
{
  if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, !g_value_get_boolean (value));
  else if (G_VALUE_HOLDS_STRING (value))
    g_value_set_string (value, g_strcmp0 (g_value_get_string (value), "words") == 0 ? "others" : "words");
  else if (G_VALUE_HOLDS_ENUM (value))
    {
      GEnumClass *values = G_PARAM_SPEC_ENUM (pspec)->enum_class;
      gboolean first = g_value_get_enum (value) == values->values[0].value;

      g_value_set_enum (value, values->values[first ? 1 : 0].value);
    }
  else if (g_type_is_a (pspec->value_type, TRS_TYPE_PROJECT))
    g_value_take_object (value, trs_project_new ("another"));
  else
    return FALSE;
  return TRUE;
}

static gboolean
is_own (GType type)
{
  return g_str_has_prefix (g_type_name (type), "Trs");
}

static void
count_notify_cb (GObject    *object,
                 GParamSpec *pspec,
                 guint      *n)
{
  (*n)++;
}

/* Whoever sets a property to what it is tells nobody: else two that are bound to each other never come to rest. */
static void
check_writable (GObject    *object,
                GParamSpec *pspec)
{
  g_autofree char *signal = g_strconcat ("notify::", pspec->name, NULL);
  g_auto (GValue) before = G_VALUE_INIT;
  g_auto (GValue) after = G_VALUE_INIT;
  guint n = 0;
  gulong handler;

  g_test_message ("%s:%s", G_OBJECT_TYPE_NAME (object), pspec->name);
  g_object_get_property (object, pspec->name, &before);
  g_value_init (&after, G_VALUE_TYPE (&before));
  g_value_copy (&before, &after);
  g_assert_true (change (&after, pspec));

  handler = g_signal_connect (object, signal, G_CALLBACK (count_notify_cb), &n);
  g_object_set_property (object, pspec->name, &after);
  g_assert_cmpuint (n, ==, 1);
  g_object_set_property (object, pspec->name, &after);
  g_assert_cmpuint (n, ==, 1);
  g_object_set_property (object, pspec->name, &before);
  g_assert_cmpuint (n, ==, 2);
  g_signal_handler_disconnect (object, handler);
}

static void
test_properties (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GListStore) objects = list_objects (fixture);
  guint n_readable = 0;
  guint n_writable = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (objects)); i++)
    {
      g_autoptr (GObject) object = g_list_model_get_item (G_LIST_MODEL (objects), i);
      guint n;
      g_autofree GParamSpec **pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);

      for (guint j = 0; j < n; j++)
        {
          g_auto (GValue) value = G_VALUE_INIT;

          if (!is_own (pspecs[j]->owner_type))
            continue;
          /* One that get_property() forgets warns, which ends the test. */
          g_object_get_property (object, pspecs[j]->name, &value);
          n_readable++;
          if ((pspecs[j]->flags & G_PARAM_WRITABLE) == 0 || (pspecs[j]->flags & G_PARAM_CONSTRUCT_ONLY) != 0)
            continue;
          check_writable (object, pspecs[j]);
          n_writable++;
        }
    }

  /* The walk found something. */
  g_assert_cmpuint (n_readable, >=, 40);
  g_assert_cmpuint (n_writable, >=, 7);
  fixture_drain ();
}

static gboolean
has_details (GType type)
{
  gpointer owner = G_TYPE_IS_INTERFACE (type) ? g_type_default_interface_ref (type) : g_type_class_ref (type);
  gboolean any = FALSE;
  guint n;
  g_autofree guint *ids = g_signal_list_ids (type, &n);

  for (guint i = 0; i < n; i++)
    {
      GSignalQuery query;

      g_signal_query (ids[i], &query);
      any |= (query.signal_flags & G_SIGNAL_DETAILED) != 0;
    }
  if (G_TYPE_IS_INTERFACE (type))
    g_type_default_interface_unref (owner);
  else
    g_type_class_unref (owner);
  return any;
}

/* Returns: how many of our own there are below @type */
static guint
check_details (GType type)
{
  guint n;
  g_autofree GType *children = g_type_children (type, &n);
  guint n_own = 0;

  for (guint i = 0; i < n; i++)
    {
      if (is_own (children[i]))
        {
          n_own++;
          g_test_message ("%s", g_type_name (children[i]));
          if (!g_strv_contains (detailed, g_type_name (children[i])))
            g_assert_false (has_details (children[i]));
        }
      n_own += check_details (children[i]);
    }
  return n_own;
}

/* A detail is a property that cannot be bound. */
static void
test_signals (Fixture       *fixture,
              gconstpointer  data)
{
  const GType more[] = { TRS_TYPE_SAMPLE_SERVICE, TRS_TYPE_SECRET_KEYRING, TRS_TYPE_SOUP_TRANSPORT };
  g_autoptr (GListStore) objects = list_objects (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (more); i++)
    g_type_ensure (more[i]);
  g_assert_true (has_details (G_TYPE_OBJECT));
  g_assert_cmpuint (check_details (G_TYPE_OBJECT), >, g_list_model_get_n_items (G_LIST_MODEL (objects)));
  g_assert_cmpuint (check_details (G_TYPE_INTERFACE), >=, 2);
}

typedef struct
{
  GListModel *rows;
  GString *told;
} Told;

static void
open_cb (TrsLibrary *library,
         GParamSpec *pspec,
         Told       *told)
{
  g_string_append_printf (told->told, "%s %u, ", trs_library_is_open (library) ? "open" : "closed",
                          g_list_model_get_n_items (told->rows));
}

/* Rows before status. */
static void
test_rows_first (Fixture       *fixture,
                 gconstpointer  data)
{
  TrsLibrary *library = trs_session_get_library (fixture->session);
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (GAsyncResult) result = NULL;
  Told told = { G_LIST_MODEL (fixture->history), words };

  trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_signal_connect (library, "notify::open", G_CALLBACK (open_cb), &told);
  trs_library_close (library);
  trs_history_close (fixture->history);
  trs_library_open_async (library, FIXTURE_ADDRESS, 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpstr (words->str, ==, "closed 1, open 1, ");
  g_signal_handlers_disconnect_by_data (library, &told);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/properties/properties", test_properties);
  fixture_add_test ("/properties/signals", test_signals);
  fixture_add_test ("/properties/rows-first", test_rows_first);
  return g_test_run ();
}
