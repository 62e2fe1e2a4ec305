/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-screen-reader.h"

#include "trs-test-bus.h"
#include "trs-test-utils.h"

#define ROOT_PATH "/org/a11y/atspi/accessible/root"
#define REGISTRY_PATH "/org/a11y/atspi/registry"
#define CACHE_PATH "/org/a11y/atspi/cache"
#define HYPERLINK "org.a11y.atspi.Hyperlink"

/* Those of AT-SPI: characters, words, sentences, lines, paragraphs; before, at and after. */
#define N_GRANULARITIES 5
#define N_BOUNDARIES 7
#define RELATION_LABELLED_BY 2

static const char introspection[] =
  "<node>"
  "  <interface name='org.a11y.atspi.Socket'>"
  "    <method name='Embed'><arg type='(so)' direction='in'/><arg type='(so)' direction='out'/></method>"
  "    <method name='Unembed'><arg type='(so)' direction='in'/></method>"
  "  </interface>"
  "  <interface name='org.a11y.atspi.Registry'>"
  "    <method name='GetRegisteredEvents'><arg type='a(ss)' direction='out'/></method>"
  "  </interface>"
  "</node>";

struct _TrsScreenReader
{
  GTestDBus *bus;
  GDBusConnection *connection;
  GDBusNodeInfo *node;

  /* The bus name of GTK, once it has come. */
  char *gtk;
  /* What GTK has said since somebody listened: GString by path. */
  GHashTable *said;
};

static void
called_cb (GDBusConnection       *connection,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               user_data)
{
  TrsScreenReader *self = user_data;
  const char *name = g_dbus_connection_get_unique_name (connection);

  if (g_str_equal (method, "Embed"))
    {
      g_free (self->gtk);
      self->gtk = g_strdup (sender);
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("((so))", name, ROOT_PATH));
      return;
    }
  if (g_str_equal (method, "GetRegisteredEvents"))
    {
      GVariant *event = g_variant_new ("(ss)", name, "object:text-changed");

      g_dbus_method_invocation_return_value (invocation,
                                             g_variant_new ("(@a(ss))", g_variant_new_array (NULL, &event, 1)));
      return;
    }
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static void
signal_cb (GDBusConnection *connection,
           const char      *sender,
           const char      *path,
           const char      *interface,
           const char      *name,
           GVariant        *parameters,
           gpointer         user_data)
{
  TrsScreenReader *self = user_data;
  g_autofree char *text = g_variant_print (parameters, FALSE);
  GString *said = g_hash_table_lookup (self->said, path);

  if (said == NULL)
    {
      said = g_string_new (NULL);
      g_hash_table_insert (self->said, g_strdup (path), said);
    }
  g_string_append_printf (said, "%s %s\n", name, text);
}

static void
free_said (gpointer said)
{
  g_string_free (said, TRUE);
}

/**
 * trs_screen_reader_new:
 *
 * Starts the bus. To be called when GTK is initialized, before anything is shown.
 *
 * Returns: (transfer full): a screen reader
 */
TrsScreenReader *
trs_screen_reader_new (void)
{
  static const GDBusInterfaceVTable vtable = { .method_call = called_cb };
  TrsScreenReader *self = g_new0 (TrsScreenReader, 1);
  const char *address;
  g_autoptr (GError) error = NULL;

  self->said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_said);
  self->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (self->bus);
  address = g_test_dbus_get_bus_address (self->bus);
  g_setenv ("AT_SPI_BUS_ADDRESS", address, TRUE);
  self->connection = trs_test_bus_connect (address);

  self->node = g_dbus_node_info_new_for_xml (introspection, &error);
  g_assert_no_error (error);
  g_dbus_connection_register_object (self->connection, ROOT_PATH, self->node->interfaces[0], &vtable, self, NULL,
                                     &error);
  g_assert_no_error (error);
  g_dbus_connection_register_object (self->connection, REGISTRY_PATH, self->node->interfaces[1], &vtable, self, NULL,
                                     &error);
  g_assert_no_error (error);
  g_dbus_connection_signal_subscribe (self->connection, NULL, "org.a11y.atspi.Event.Object", NULL, NULL, NULL,
                                      G_DBUS_SIGNAL_FLAGS_NONE, signal_cb, self, NULL);
  trs_test_bus_own (self->connection, "org.a11y.atspi.Registry");
  return self;
}

/**
 * trs_screen_reader_free:
 * @self: a screen reader
 *
 * Stops asking. The bus ends with this process, to which GTK's connection belongs.
 */
void
trs_screen_reader_free (TrsScreenReader *self)
{
  g_object_unref (self->connection);
  g_dbus_node_info_unref (self->node);
  g_hash_table_unref (self->said);
  g_free (self->gtk);
  g_free (self);
}

/**
 * trs_screen_reader_ask:
 * @self: a screen reader
 * @path: an accessible
 * @interface: its interface
 * @method: a method of that
 * @parameters: (nullable) (transfer floating): the parameters
 *
 * Calls a method of GTK. What GTK has said before has been heard when this returns.
 *
 * Returns: (transfer full) (nullable): the answer, or %NULL if GTK has none
 */
GVariant *
trs_screen_reader_ask (TrsScreenReader *self,
                       const char      *path,
                       const char      *interface,
                       const char      *method,
                       GVariant        *parameters)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_test_wait_until (self->gtk != NULL);
  g_dbus_connection_call (self->connection, self->gtk, path, interface, method, parameters, NULL,
                          G_DBUS_CALL_FLAGS_NONE, -1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return g_dbus_connection_call_finish (self->connection, result, NULL);
}

static GVariant *
get_property (TrsScreenReader *self,
              const char      *path,
              const char      *interface,
              const char      *name)
{
  g_autoptr (GVariant) answer = trs_screen_reader_ask (self, path, "org.freedesktop.DBus.Properties", "Get",
                                                       g_variant_new ("(ss)", interface, name));
  g_autoptr (GVariant) value = NULL;

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(v)", &value);
  return g_steal_pointer (&value);
}

static int
get_int (TrsScreenReader *self,
         const char      *path,
         const char      *interface,
         const char      *name)
{
  g_autoptr (GVariant) value = get_property (self, path, interface, name);

  return value != NULL ? g_variant_get_int32 (value) : 0;
}

static GVariant *
get_cached_items (TrsScreenReader *self)
{
  g_autoptr (GVariant) answer = trs_screen_reader_ask (self, CACHE_PATH, "org.a11y.atspi.Cache", "GetItems", NULL);
  g_autoptr (GVariantIter) iter = NULL;
  GVariantBuilder builder;
  GVariant *item;

  g_assert_nonnull (answer);
  g_variant_builder_init (&builder, G_VARIANT_TYPE (TRS_SCREEN_READER_ITEMS));
  g_variant_get (answer, "(a((so)(so)(so)iiassusau))", &iter);
  while ((item = g_variant_iter_next_value (iter)) != NULL)
    {
      g_autoptr (GVariant) owned = item;
      g_autoptr (GVariant) states = NULL;
      const char *path;
      const char *parent;
      const char *name;
      guint role;
      guint low;

      g_variant_get (owned, "((&s&o)(so)(&s&o)iias&su&s@au)", NULL, &path, NULL, NULL, NULL, &parent, NULL, NULL, NULL,
                     &name, &role, NULL, &states);
      g_variant_get_child (states, 0, "u", &low);
      g_variant_builder_add (&builder, TRS_SCREEN_READER_ITEM, path, parent, name, role, low);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

static guint
get_states (TrsScreenReader *self,
            const char      *path)
{
  g_autoptr (GVariant) answer = trs_screen_reader_ask (self, path, TRS_SCREEN_READER_ACCESSIBLE, "GetState", NULL);
  g_autoptr (GVariant) states = NULL;
  guint low = 0;

  if (answer == NULL)
    return 0;
  states = g_variant_get_child_value (answer, 0);
  g_variant_get_child (states, 0, "u", &low);
  return low;
}

static guint
get_role (TrsScreenReader *self,
          const char      *path)
{
  g_autoptr (GVariant) answer = trs_screen_reader_ask (self, path, TRS_SCREEN_READER_ACCESSIBLE, "GetRole", NULL);
  guint role = 0;

  if (answer != NULL)
    g_variant_get (answer, "(u)", &role);
  return role;
}

static char *
dup_text (TrsScreenReader *self,
          const char      *path,
          int              start,
          int              end)
{
  g_autoptr (GVariant) answer = trs_screen_reader_ask (self, path, TRS_SCREEN_READER_TEXT_INTERFACE, "GetText",
                                                       g_variant_new ("(ii)", start, end));
  char *text = NULL;

  if (answer != NULL)
    g_variant_get (answer, "(s)", &text);
  return text;
}

/* What the labels of an accessible say, or NULL. */
static char *
dup_label (TrsScreenReader *self,
           const char      *path)
{
  g_autoptr (GVariant) answer =
      trs_screen_reader_ask (self, path, TRS_SCREEN_READER_ACCESSIBLE, "GetRelationSet", NULL);
  g_autoptr (GVariantIter) relations = NULL;
  GVariantIter *targets;
  char *label = NULL;
  guint relation;

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(a(ua(so)))", &relations);
  while (g_variant_iter_next (relations, "(ua(so))", &relation, &targets))
    {
      const char *target;

      while (relation == RELATION_LABELLED_BY && label == NULL &&
             g_variant_iter_next (targets, "(&s&o)", NULL, &target))
        label = dup_text (self, target, 0, -1);
      g_variant_iter_free (targets);
    }
  return label;
}

/* The words of a link in the text that is its parent, or NULL. */
static char *
dup_link (TrsScreenReader *self,
          const char      *path,
          const char      *parent)
{
  int start = get_int (self, path, HYPERLINK, "StartIndex");
  int end = get_int (self, path, HYPERLINK, "EndIndex");

  return end > start ? dup_text (self, parent, start, end) : NULL;
}

/* Its name; where GTK gives none, screen readers look at what labels it, and of a link or a status at its words: since
 * 4.18 a status must have no name. */
static char *
dup_name (TrsScreenReader *self,
          const char      *path,
          const char      *parent,
          guint            role)
{
  g_autoptr (GVariant) name = get_property (self, path, TRS_SCREEN_READER_ACCESSIBLE, "Name");
  char *words;

  if (name != NULL && *g_variant_get_string (name, NULL) != '\0')
    return g_variant_dup_string (name, NULL);
  words = dup_label (self, path);
  if (words == NULL && role == TRS_SCREEN_READER_LINK)
    words = dup_link (self, path, parent);
  if (words == NULL && role == TRS_SCREEN_READER_STATUS)
    words = dup_text (self, path, 0, -1);
  return words != NULL ? words : g_strdup ("");
}

static void
add_children (TrsScreenReader *self,
              const char      *parent,
              GVariantBuilder *builder)
{
  g_autoptr (GVariant) answer =
      trs_screen_reader_ask (self, parent, TRS_SCREEN_READER_ACCESSIBLE, "GetChildren", NULL);
  g_autoptr (GVariantIter) iter = NULL;
  const char *path;

  if (answer == NULL)
    return;
  g_variant_get (answer, "(a(so))", &iter);
  while (g_variant_iter_next (iter, "(&s&o)", NULL, &path))
    {
      guint low = get_states (self, path);
      guint role = get_role (self, path);
      g_autofree char *name = NULL;

      if ((low & (1u << TRS_SCREEN_READER_VISIBLE)) == 0)
        continue;
      name = dup_name (self, path, parent, role);
      g_variant_builder_add (builder, TRS_SCREEN_READER_ITEM, path, parent, name, role, low);
      add_children (self, path, builder);
    }
}

/**
 * trs_screen_reader_get_items:
 * @self: a screen reader
 * @cached: whether to ask for all at once, else one by one, for what is visible alone
 *
 * Returns: (transfer full): all accessibles, as #TRS_SCREEN_READER_ITEMS
 */
GVariant *
trs_screen_reader_get_items (TrsScreenReader *self,
                             gboolean         cached)
{
  GVariantBuilder builder;

  if (cached)
    return get_cached_items (self);
  g_variant_builder_init (&builder, G_VARIANT_TYPE (TRS_SCREEN_READER_ITEMS));
  add_children (self, ROOT_PATH, &builder);
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/* The path of a child, or NULL. */
static char *
get_child (TrsScreenReader *self,
           const char      *path,
           int              i)
{
  g_autoptr (GVariant) answer = trs_screen_reader_ask (self, path, TRS_SCREEN_READER_ACCESSIBLE, "GetChildAtIndex",
                                                       g_variant_new ("(i)", i));
  const char *child;

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "((s&o))", NULL, &child);
  return g_str_has_suffix (child, "/null") ? NULL : g_strdup (child);
}

static gboolean
is_named (TrsScreenReader *self,
          const char      *path,
          const char      *parent,
          guint            role,
          const char      *name)
{
  g_autofree char *words = NULL;

  if (get_role (self, path) != role)
    return FALSE;
  words = dup_name (self, path, parent, role);
  return g_str_equal (words, name);
}

static char *
find_below (TrsScreenReader *self,
            const char      *path,
            const char      *parent,
            guint            role,
            const char      *name)
{
  int n_children;
  char *found = NULL;

  if (is_named (self, path, parent, role, name))
    return g_strdup (path);

  n_children = get_int (self, path, TRS_SCREEN_READER_ACCESSIBLE, "ChildCount");
  for (int i = 0; i < n_children && found == NULL; i++)
    {
      g_autofree char *child = get_child (self, path, i);

      if (child != NULL)
        found = find_below (self, child, path, role, name);
    }
  return found;
}

/**
 * trs_screen_reader_find:
 * @self: a screen reader
 * @role: a role
 * @name: an accessible name
 *
 * Returns: (transfer full) (nullable): the path of the first accessible of this role and name
 */
char *
trs_screen_reader_find (TrsScreenReader *self,
                        guint            role,
                        const char      *name)
{
  return find_below (self, ROOT_PATH, ROOT_PATH, role, name);
}

static void
append_answer (TrsScreenReader *self,
               GString         *text,
               const char      *path,
               const char      *interface,
               const char      *method,
               GVariant        *parameters)
{
  g_autoptr (GVariant) answer = trs_screen_reader_ask (self, path, interface, method, parameters);

  if (answer == NULL)
    return;
  /* A character is a number. */
  if (g_variant_is_of_type (answer, G_VARIANT_TYPE ("(i)")))
    {
      int character;

      g_variant_get (answer, "(i)", &character);
      g_string_append_unichar (text, (gunichar) character);
    }
  else
    {
      g_autofree char *printed = g_variant_print (answer, FALSE);

      g_string_append (text, printed);
    }
  g_string_append_c (text, '\n');
}

/**
 * trs_screen_reader_read:
 * @self: a screen reader
 * @path: an accessible
 *
 * Asks for its text in every way there is: at once, by characters, in the middle
 * by words, lines and whatever else; and for its value and attributes.
 *
 * Returns: (transfer full): all answers, one a line; none where it is no text
 */
char *
trs_screen_reader_read (TrsScreenReader *self,
                        const char      *path)
{
  static const char * const methods[] = { "GetTextBeforeOffset", "GetTextAtOffset", "GetTextAfterOffset" };
  const char *interface = TRS_SCREEN_READER_TEXT_INTERFACE;
  GString *text = g_string_new (NULL);
  int n_characters = get_int (self, path, interface, "CharacterCount");

  append_answer (self, text, path, interface, "GetText", g_variant_new ("(ii)", 0, n_characters));
  append_answer (self, text, path, "org.freedesktop.DBus.Properties", "GetAll",
                 g_variant_new ("(s)", "org.a11y.atspi.Value"));
  append_answer (self, text, path, TRS_SCREEN_READER_ACCESSIBLE, "GetAttributes", NULL);
  for (int i = 0; i < n_characters; i++)
    append_answer (self, text, path, interface, "GetCharacterAtOffset", g_variant_new ("(i)", i));
  for (guint i = 0; i < N_GRANULARITIES; i++)
    append_answer (self, text, path, interface, "GetStringAtOffset", g_variant_new ("(iu)", n_characters / 2, i));
  for (guint i = 0; i < G_N_ELEMENTS (methods) * N_BOUNDARIES; i++)
    append_answer (self, text, path, interface, methods[i / N_BOUNDARIES],
                   g_variant_new ("(iu)", n_characters / 2, i % N_BOUNDARIES));
  return g_string_free (text, FALSE);
}

static void
read_below (TrsScreenReader *self,
            const char      *path,
            GString         *text)
{
  int n_characters = get_int (self, path, TRS_SCREEN_READER_TEXT_INTERFACE, "CharacterCount");
  int n_children = get_int (self, path, TRS_SCREEN_READER_ACCESSIBLE, "ChildCount");

  append_answer (self, text, path, "org.freedesktop.DBus.Properties", "GetAll",
                 g_variant_new ("(s)", TRS_SCREEN_READER_ACCESSIBLE));
  if (n_characters > 0)
    append_answer (self, text, path, TRS_SCREEN_READER_TEXT_INTERFACE, "GetText",
                   g_variant_new ("(ii)", 0, n_characters));
  for (int i = 0; i < n_children; i++)
    {
      g_autofree char *child = get_child (self, path, i);

      if (child != NULL)
        read_below (self, child, text);
    }
}

/**
 * trs_screen_reader_read_all:
 * @self: a screen reader
 *
 * Reads every accessible: its name, description and whatever else it is, and its text.
 *
 * Returns: (transfer full): all answers
 */
char *
trs_screen_reader_read_all (TrsScreenReader *self)
{
  GString *text = g_string_new (NULL);

  read_below (self, ROOT_PATH, text);
  return g_string_free (text, FALSE);
}

/**
 * trs_screen_reader_listen:
 * @self: a screen reader
 * @path: an accessible
 *
 * Returns: (transfer full): what GTK has said of it since the last call: the name
 *   of each event and its parameters, one event a line
 */
char *
trs_screen_reader_listen (TrsScreenReader *self,
                          const char      *path)
{
  g_autoptr (GVariant) answer = trs_screen_reader_ask (self, path, TRS_SCREEN_READER_ACCESSIBLE, "GetRole", NULL);
  GString *said = g_hash_table_lookup (self->said, path);
  char *text = g_strdup (said != NULL ? said->str : "");

  g_assert_nonnull (answer);
  if (said != NULL)
    g_string_truncate (said, 0);
  return text;
}

/**
 * trs_screen_reader_has_heard:
 * @self: a screen reader
 * @words: the name of an event and how its parameters begin, or a part of that
 *
 * Returns: whether GTK has said so of any accessible, since somebody listened to that
 */
gboolean
trs_screen_reader_has_heard (TrsScreenReader *self,
                             const char      *words)
{
  GHashTableIter iter;
  gpointer said;

  g_hash_table_iter_init (&iter, self->said);
  while (g_hash_table_iter_next (&iter, NULL, &said))
    if (strstr (((GString *) said)->str, words) != NULL)
      return TRUE;
  return FALSE;
}
