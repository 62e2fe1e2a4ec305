/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs as they are built, as far as they come without a display. */
#include "config.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <string.h>

/* No such display is there. */
#define NO_DISPLAY "localhost:4711"
#define LINK "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
#define FAKE_WINDOW "#!/bin/sh\nprintf '%s|' \"$@\"\necho \"$DISPLAY\"\nexit 7\n"

typedef struct
{
  char *folder;
  GSubprocessLauncher *launcher;
  char *out;
  char *err;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  /* in what trs_test_init() removes at the end */
  fixture->folder = g_build_filename (g_getenv ("HOME"), "programs-XXXXXX", NULL);
  g_assert_nonnull (g_mkdtemp (fixture->folder));
  fixture->launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_subprocess_launcher_set_cwd (fixture->launcher, fixture->folder);
  g_subprocess_launcher_setenv (fixture->launcher, "HOME", fixture->folder, TRUE);
  g_subprocess_launcher_setenv (fixture->launcher, "DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  /* GTK warns of much that a machine without a display lacks. */
  g_subprocess_launcher_unsetenv (fixture->launcher, "G_DEBUG");
  for (const char *const *name = (const char *const[]) { "DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET",
                                                         "BROADWAY_DISPLAY", NULL };
       *name != NULL; name++)
    g_subprocess_launcher_unsetenv (fixture->launcher, *name);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_object_unref (fixture->launcher);
  g_free (fixture->folder);
  g_free (fixture->out);
  g_free (fixture->err);
}

/* Returns: the exit status */
static int
run (Fixture    *fixture,
     const char *program,
     const char *arguments)
{
  g_auto (GStrv) words = g_strsplit (arguments, " ", -1);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (argv, (gpointer) program);
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (argv, words[i]);
  g_ptr_array_add (argv, NULL);
  g_clear_pointer (&fixture->out, g_free);
  g_clear_pointer (&fixture->err, g_free);
  process = g_subprocess_launcher_spawnv (fixture->launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &fixture->out, &fixture->err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  return g_subprocess_get_exit_status (process);
}

static void
assert_help (Fixture *fixture)
{
  g_assert_true (g_str_has_prefix (fixture->out, "Usage:\n  transcripts "));
  g_assert_nonnull (strstr (fixture->out, "\n  list "));
}

static void
test_help (Fixture       *fixture,
           gconstpointer  data)
{
  const char *const asked[] = { "help", "--help", "-h", "help help" };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_assert_cmpint (run (fixture, TRS_PROGRAM, asked[i]), ==, 0);
      assert_help (fixture);
      g_assert_cmpstr (fixture->err, ==, "");
    }
  g_assert_cmpint (run (fixture, TRS_PROGRAM, "help list"), ==, 0);
  g_assert_nonnull (strstr (fixture->out, "transcripts list [OPTION…]\n"));
  g_assert_cmpint (run (fixture, TRS_PROGRAM, "--help list"), ==, 0);
  g_assert_nonnull (strstr (fixture->out, "transcripts list [OPTION…]\n"));

  g_assert_cmpint (run (fixture, TRS_PROGRAM, "help lst"), ==, 2);
  g_assert_cmpstr (fixture->out, ==, "");
  g_assert_nonnull (strstr (fixture->err, "Did you mean “list”?"));
}

/* Whichever of the two is asked: messages and window managers say this name. */
static void
test_version (Fixture       *fixture,
              gconstpointer  data)
{
  const char *const programs[] = { TRS_PROGRAM,
#ifdef TRS_WINDOW
                                   TRS_WINDOW,
#endif
  };

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_assert_cmpint (run (fixture, programs[i], "--version"), ==, 0);
      g_assert_cmpstr (fixture->out, ==, "transcripts " TRS_VERSION "\n");
      g_assert_cmpint (run (fixture, programs[i], "-v"), ==, 0);
      g_assert_cmpstr (fixture->out, ==, "transcripts " TRS_VERSION "\n");
    }
}

/* Nothing of it opens the window, whether there is a display or not. */
static void
test_mistake (Fixture       *fixture,
              gconstpointer  data)
{
  const char *const mistakes[] = { "lst", "--json lst", "list2", LINK " lst" };

  g_subprocess_launcher_setenv (fixture->launcher, "DISPLAY", NO_DISPLAY, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_assert_cmpint (run (fixture, TRS_PROGRAM, mistakes[i]), ==, 2);
      g_assert_cmpstr (fixture->out, ==, "");
      g_assert_true (g_str_has_suffix (fixture->err, "Did you mean “list”?\n"));
    }
}

static void
test_no_display (Fixture       *fixture,
                 gconstpointer  data)
{
  const char *const asked[] = { "-n", "--new-transcription", LINK };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_assert_cmpint (run (fixture, TRS_PROGRAM, asked[i]), ==, 2);
      assert_help (fixture);
      g_assert_cmpstr (fixture->err, ==, "transcripts: The window can’t be opened without a display\n");
    }

  /* A file that is not there is no matter of the window. */
  g_assert_cmpint (run (fixture, TRS_PROGRAM, "talk.mp4"), ==, 2);
  g_assert_cmpstr (fixture->out, ==, "");
  g_assert_cmpstr (fixture->err, ==, "transcripts: There is no file “talk.mp4”.\n");
}

#ifdef TRS_WINDOW
/* What the environment promises is not there: the program of the window leaves to the other one. */
static void
test_display_fails (Fixture       *fixture,
                    gconstpointer  data)
{
  g_subprocess_launcher_setenv (fixture->launcher, "DISPLAY", NO_DISPLAY, TRUE);
  g_subprocess_launcher_setenv (fixture->launcher, "XDG_RUNTIME_DIR", fixture->folder, TRUE);
  g_assert_cmpint (run (fixture, TRS_PROGRAM, LINK), ==, 2);
  assert_help (fixture);
  g_assert_nonnull (strstr (fixture->err, "transcripts: The window can’t be opened without a display\n"));

  /* the bus cares for no help */
  g_assert_cmpint (run (fixture, TRS_PROGRAM, "--gapplication-service"), ==, 2);
  g_assert_cmpstr (fixture->out, ==, "");
}

#endif

/* Returns: the path of the copy */
static char *
copy (const char *path,
      const char *folder)
{
  g_autoptr (GFile) from = g_file_new_for_path (path);
  g_autofree char *name = g_file_get_basename (from);
  g_autofree char *copied = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) to = g_file_new_for_path (copied);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&copied);
}

/* As installed elsewhere, with a window of that name in $PATH. */
static char *
copy_program (Fixture *fixture)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "programs", NULL);

  return copy (TRS_PROGRAM, folder);
}

static void
write_window (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "transcripts-window", NULL);

  g_assert_true (g_file_set_contents (path, FAKE_WINDOW, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0755), ==, 0);
}

static void
test_exec (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *program = copy_program (fixture);
  g_autofree char *beside = g_path_get_dirname (program);
  g_autofree char *search = g_strconcat (fixture->folder, ":/usr/bin:/bin", NULL);

  write_window (fixture->folder);
  g_subprocess_launcher_setenv (fixture->launcher, "PATH", search, TRUE);
  g_subprocess_launcher_setenv (fixture->launcher, "DISPLAY", NO_DISPLAY, TRUE);
  g_assert_cmpint (run (fixture, program, LINK), ==, 2);
  assert_help (fixture);

  write_window (beside);
  g_assert_cmpint (run (fixture, program, LINK " v=council"), ==, 7);
  g_assert_cmpstr (fixture->out, ==, LINK "|v=council|" NO_DISPLAY "\n");
  g_assert_cmpint (run (fixture, program, "-n " LINK), ==, 7);
  g_assert_cmpstr (fixture->out, ==, "-n|" LINK "|" NO_DISPLAY "\n");

  /* The bus may start the window before it knows a display. */
  g_subprocess_launcher_unsetenv (fixture->launcher, "DISPLAY");
  g_assert_cmpint (run (fixture, program, "--gapplication-service"), ==, 7);
  g_assert_cmpstr (fixture->out, ==, "--gapplication-service|\n");
}

static void
compile_schemas (const char *folder)
{
  const char *const compiler[] = { "glib-compile-schemas", "--strict", folder, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) compile = g_subprocess_newv (compiler, G_SUBPROCESS_FLAGS_NONE, &error);

  g_assert_no_error (error);
  g_subprocess_wait_check (compile, NULL, &error);
  g_assert_no_error (error);
}

/* Returns: where a folder that is installed lies in another prefix */
static char *
move (Fixture    *fixture,
      const char *installed)
{
  g_assert_true (g_str_has_prefix (installed, TRS_PREFIX "/"));
  return g_build_filename (fixture->folder, "moved", installed + strlen (TRS_PREFIX), NULL);
}

/* A folder that was installed and then moved, or a package that was only unpacked. */
static void
test_moved (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *programs = move (fixture, TRS_BIN_DIR);
  g_autofree char *others = move (fixture, TRS_LIBEXEC_DIR);
  g_autofree char *schemas = move (fixture, TRS_DATA_DIR "/glib-2.0/schemas");
  g_autofree char *program = copy (TRS_PROGRAM, programs);
  g_autofree char *command = copy (TRS_COMMAND, others);
  g_autofree char *schema = copy (TRS_SCHEMA, schemas);
  g_autofree char *lacking = g_strconcat ("transcripts: ", command, ": ", NULL);

  compile_schemas (schemas);
  g_subprocess_launcher_unsetenv (fixture->launcher, "GSETTINGS_SCHEMA_DIR");
  g_subprocess_launcher_unsetenv (fixture->launcher, "XDG_DATA_DIRS");
  g_assert_cmpint (run (fixture, program, "accounts"), ==, 0);
  g_assert_cmpstr (fixture->err, ==, "");
  g_subprocess_launcher_setenv (fixture->launcher, "XDG_DATA_DIRS", "/nowhere/share", TRUE);
  g_assert_cmpint (run (fixture, program, "accounts"), ==, 0);

  g_remove (schema);
  g_remove (command);
  g_assert_cmpint (run (fixture, program, "accounts"), ==, 1);
  g_assert_true (g_str_has_prefix (fixture->err, lacking));
}

/* A package that lacks a program says which one. */
static void
test_no_command (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *program = copy_program (fixture);

  g_assert_cmpint (run (fixture, program, "help"), ==, 0);
  assert_help (fixture);
  if (g_file_test (TRS_LIBEXEC_DIR "/transcripts-command", G_FILE_TEST_EXISTS))
    return;
  g_assert_cmpint (run (fixture, program, "list"), ==, 1);
  g_assert_nonnull (strstr (fixture->err, TRS_LIBEXEC_DIR "/transcripts-command: "));
}

/* GLib would end them with a trap. */
static void
test_no_schema (Fixture       *fixture,
                gconstpointer  data)
{
  const char *const asked[][2] = { { TRS_PROGRAM, "list" },
#ifdef TRS_WINDOW
                                   { TRS_WINDOW, "-n" },
                                   { TRS_WINDOW, "--gapplication-service" },
#endif
  };

  g_subprocess_launcher_unsetenv (fixture->launcher, "GSETTINGS_SCHEMA_DIR");
  g_subprocess_launcher_setenv (fixture->launcher, "XDG_DATA_DIRS", fixture->folder, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_assert_cmpint (run (fixture, asked[i][0], asked[i][1]), ==, 1);
      g_assert_cmpstr (fixture->out, ==, "");
      g_assert_cmpstr (fixture->err, ==,
                       "transcripts: The schema of the settings, " TRS_APPLICATION_ID ", is not installed\n");
    }
  /* what needs no settings */
  g_assert_cmpint (run (fixture, TRS_PROGRAM, "help"), ==, 0);
  assert_help (fixture);
}

/* Makes a schema as an older program has left it: with @was instead of @is. */
static void
install_schema (Fixture    *fixture,
                const char *is,
                const char *was)
{
  g_autofree char *path = g_build_filename (fixture->folder, TRS_APPLICATION_ID ".gschema.xml", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) older = NULL;

  g_file_get_contents (TRS_SCHEMA, &text, NULL, &error);
  g_assert_no_error (error);
  older = g_string_new (text);
  g_assert_cmpuint (g_string_replace (older, is, was, 0), ==, 1);
  g_file_set_contents (path, older->str, older->len, &error);
  g_assert_no_error (error);
  compile_schemas (fixture->folder);
  g_subprocess_launcher_setenv (fixture->launcher, "GSETTINGS_SCHEMA_DIR", fixture->folder, TRUE);
}

static void
assert_lacks (Fixture    *fixture,
              const char *key)
{
  const char *const asked[][2] = { { TRS_PROGRAM, "list" },
#ifdef TRS_WINDOW
                                   { TRS_WINDOW, "-n" },
                                   { TRS_SEARCH_PROVIDER, "--gapplication-service" },
#endif
  };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autofree char *words = g_strconcat ("transcripts: The schema of the settings, " TRS_APPLICATION_ID
                                            ", is older than the program: it has no “", key, "”\n", NULL);

      g_assert_cmpint (run (fixture, asked[i][0], asked[i][1]), ==, 1);
      g_assert_cmpstr (fixture->out, ==, "");
      g_assert_cmpstr (fixture->err, ==, words);
    }
  g_assert_cmpint (run (fixture, TRS_PROGRAM, "help"), ==, 0);
}

/* One file of two packages was brought up to date: GLib would end the programs, too. */
static void
test_older_schema (Fixture       *fixture,
                   gconstpointer  data)
{
  install_schema (fixture, "<key name=\"last-project\"", "<key name=\"project-before\"");
  assert_lacks (fixture, "last-project");
  install_schema (fixture, "<key name=\"history-sort\"", "<key name=\"sort\"");
  assert_lacks (fixture, "history-sort");
  install_schema (fixture, "<key name=\"window-width\" type=\"i\"", "<key name=\"window-width\" type=\"n\"");
  assert_lacks (fixture, "window-width");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/programs/help", Fixture, NULL, set_up, test_help, tear_down);
  g_test_add ("/programs/version", Fixture, NULL, set_up, test_version, tear_down);
  g_test_add ("/programs/mistake", Fixture, NULL, set_up, test_mistake, tear_down);
  g_test_add ("/programs/no-display", Fixture, NULL, set_up, test_no_display, tear_down);
#ifdef TRS_WINDOW
  g_test_add ("/programs/display-fails", Fixture, NULL, set_up, test_display_fails, tear_down);
#endif
  g_test_add ("/programs/exec", Fixture, NULL, set_up, test_exec, tear_down);
  g_test_add ("/programs/moved", Fixture, NULL, set_up, test_moved, tear_down);
  g_test_add ("/programs/no-command", Fixture, NULL, set_up, test_no_command, tear_down);
  g_test_add ("/programs/no-schema", Fixture, NULL, set_up, test_no_schema, tear_down);
  g_test_add ("/programs/older-schema", Fixture, NULL, set_up, test_older_schema, tear_down);
  return g_test_run ();
}
