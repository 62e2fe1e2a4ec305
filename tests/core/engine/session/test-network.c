/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"

/* A monitor whose network comes and goes as the test wants. */
#define TEST_TYPE_MONITOR (test_monitor_get_type ())
G_DECLARE_FINAL_TYPE (TestMonitor, test_monitor, TEST, MONITOR, GObject)

struct _TestMonitor
{
  GObject parent_instance;
};

static gboolean available = TRUE;

static gboolean
test_monitor_initable_init (GInitable     *initable,
                            GCancellable  *cancellable,
                            GError       **error)
{
  return TRUE;
}

static void
test_monitor_initable (GInitableIface *iface)
{
  iface->init = test_monitor_initable_init;
}

static void
test_monitor_monitor (GNetworkMonitorInterface *iface)
{
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestMonitor, test_monitor, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE, test_monitor_initable)
                               G_IMPLEMENT_INTERFACE (G_TYPE_NETWORK_MONITOR, test_monitor_monitor))

enum
{
  PROP_NETWORK_AVAILABLE = 1,
  PROP_NETWORK_METERED,
  PROP_CONNECTIVITY,
};

static void
test_monitor_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  if (id == PROP_CONNECTIVITY)
    g_value_set_enum (value, available ? G_NETWORK_CONNECTIVITY_FULL : G_NETWORK_CONNECTIVITY_LOCAL);
  else
    g_value_set_boolean (value, id == PROP_NETWORK_AVAILABLE && available);
}

static void
test_monitor_class_init (TestMonitorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = test_monitor_get_property;
  g_object_class_override_property (object_class, PROP_NETWORK_AVAILABLE, "network-available");
  g_object_class_override_property (object_class, PROP_NETWORK_METERED, "network-metered");
  g_object_class_override_property (object_class, PROP_CONNECTIVITY, "connectivity");
}

static void
test_monitor_init (TestMonitor *self)
{
}

static void
set_available (gboolean is_available)
{
  available = is_available;
  g_signal_emit_by_name (g_network_monitor_get_default (), "network-changed", is_available);
}

static void
count_cb (guint *n)
{
  *n += 1;
}

/* A service that is not reached is one thing, a network that is not there another; and nothing is refused for it. */
static void
test_without_network (Fixture       *fixture,
                      gconstpointer  data)
{
  guint n_told = 0;

  fixture_connect (fixture);
  g_assert_true (TEST_IS_MONITOR (g_network_monitor_get_default ()));
  set_available (FALSE);
  g_assert_false (trs_reachability_get_without_network (trs_session_get_reachability (fixture->session)));

  set_available (TRUE);
  g_object_unref (fixture_submit (fixture, "a"));
  trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_OFFLINE, 0, 0, 3);
  fixture_advance (fixture, 6);
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)), !=, 0);
  g_assert_false (trs_reachability_get_without_network (trs_session_get_reachability (fixture->session)));

  g_signal_connect_swapped (trs_session_get_reachability (fixture->session), "notify::without-network",
                            G_CALLBACK (count_cb), &n_told);
  set_available (FALSE);
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_true (trs_reachability_get_without_network (trs_session_get_reachability (fixture->session)));

  /* The monitor is wrong: it is tried all the same, and answered. */
  fixture_advance (fixture, 120);
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)), ==, 0);
  g_assert_false (trs_reachability_get_without_network (trs_session_get_reachability (fixture->session)));
  set_available (TRUE);
}

/* Connections are kept between two checks of what is under way, and for nothing else. */
static void
test_connections (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;

  fixture_connect (fixture);
  g_assert_false (trs_toy_service_get_keep_open (fixture->toy));
  submission = fixture_submit (fixture, "a");
  g_assert_true (trs_toy_service_get_keep_open (fixture->toy));
  fixture_advance (fixture, 120);
  g_assert_true (trs_toy_service_get_keep_open (fixture->toy));
  trs_toy_service_set_state (fixture->toy, trs_toy_service_get_id (fixture->toy, 0), "done");
  fixture_advance (fixture, 120);
  g_assert_cmpuint (trs_poller_get_n_active (trs_session_get_poller (fixture->session)), ==, 0);
  g_assert_false (trs_toy_service_get_keep_open (fixture->toy));
}

/* A network comes up in several steps: what failed is tried again once, and not while nothing has changed. */
static void
test_network_comes_back (Fixture       *fixture,
                         gconstpointer  data)
{
  TrsReachability *reachability = trs_session_get_reachability (fixture->session);
  guint n_retries = 0;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  g_object_unref (fixture_submit (fixture, "a"));
  trs_test_wait_until (trs_reachability_get_offline_since (reachability) != 0);
  g_signal_connect_swapped (reachability, "retry", G_CALLBACK (count_cb), &n_retries);
  fixture_advance (fixture, 60);
  g_assert_cmpuint (n_retries, ==, 0);

  set_available (FALSE);
  set_available (TRUE);
  set_available (TRUE);
  g_assert_cmpuint (n_retries, ==, 0);
  fixture_advance (fixture, 4);
  g_assert_cmpuint (n_retries, ==, 1);

  /* The service answers again, whoever asked it. */
  trs_toy_service_mend (fixture->toy);
  fixture_advance (fixture, 300);
  g_assert_cmpint (trs_reachability_get_offline_since (reachability), ==, 0);
  g_assert_cmpuint (n_retries, ==, 2);
}

/* A service on this computer needs no network. */
static void
test_service_on_this_computer (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (fixture_connect_to (fixture, "http://127.0.0.1:8000/base", "toy-key", &error));
  g_object_unref (fixture_submit (fixture, "a"));
  trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_OFFLINE, 0, 0, 3);
  fixture_advance (fixture, 6);
  set_available (FALSE);
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)), !=, 0);
  g_assert_false (trs_reachability_get_without_network (trs_session_get_reachability (fixture->session)));
  set_available (TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("GIO_USE_NETWORK_MONITOR", "test", TRUE);
  trs_test_init (&argc, &argv);
  g_io_extension_point_register (G_NETWORK_MONITOR_EXTENSION_POINT_NAME);
  g_io_extension_point_implement (G_NETWORK_MONITOR_EXTENSION_POINT_NAME, TEST_TYPE_MONITOR, "test", 100);
  fixture_add_test ("/network/without-network", test_without_network);
  fixture_add_test ("/network/connections", test_connections);
  fixture_add_test ("/network/network-comes-back", test_network_comes_back);
  fixture_add_test ("/network/service-on-this-computer", test_service_on_this_computer);
  return g_test_run ();
}
