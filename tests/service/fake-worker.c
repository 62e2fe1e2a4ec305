/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speaks as transcription-worker does. What it says stands in the file that it is given, in lines:
 *
 *   # anything                 for nobody
 *   media {…}                  its line for `discover`; exit 0
 *   refuse {…}                 its line for `discover`; exit 1
 *   look PATH                  as `note`, for `discover`, but not where `transcripts` itself looks at the file
 *   await PATH                 as `hold`, likewise
 *   note PATH                  appends the arguments, in one line, to the file at PATH
 *   pid PATH                   writes its number to the file at PATH
 *   say {…}                    a line for `transcribe`; `paragraph` lines that begin before --from are left out
 *   sound TEXT                 writes it to the file behind --sound, if there is one
 *   hold PATH                  waits until there is a file at PATH
 *   once PATH                  makes a file at PATH; where it was there already, skips the rest of the next line
 *   kill N                     ends by that signal
 *   exit N                     ends with that status
 *   hang                       ignores SIGTERM and the end of standard input
 *   flood N                    a line of N letters
 *   child PATH                 starts a process that holds standard output, and writes its number to PATH
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static int hangs;

/* Until there is a file at @path, or who started this has gone. */
static void
hold (const char *path)
{
  struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

  while (path == NULL || access (path, F_OK) != 0)
    {
      char byte;

      if (hangs)
        poll (NULL, 0, 5);
      else if (poll (&input, 1, 5) > 0 && read (STDIN_FILENO, &byte, 1) <= 0)
        exit (1);
    }
}

static double
read_number (const char *line,
             const char *name)
{
  const char *at = strstr (line, name);

  return at != NULL ? atof (at + strlen (name)) : 0;
}

static void
note (const char  *path,
      char       **argv)
{
  FILE *file = fopen (path, "a");

  if (file == NULL)
    exit (3);
  for (int i = 1; argv[i] != NULL; i++)
    fprintf (file, "%s%s", argv[i], argv[i + 1] != NULL ? " " : "\n");
  fclose (file);
}

static void
write_sound (const char  *text,
             char       **argv)
{
  for (int i = 1; argv[i] != NULL && argv[i + 1] != NULL; i++)
    if (strcmp (argv[i], "--sound") == 0)
      {
        int fd = open (argv[i + 1], O_WRONLY | O_CREAT | O_EXCL, 0600);

        if (fd < 0 || write (fd, text, strlen (text)) < 0)
          exit (3);
        close (fd);
      }
}

static void
write_number (const char *path,
              pid_t       number)
{
  FILE *file = fopen (path, "w");

  if (file == NULL)
    exit (3);
  fprintf (file, "%d\n", (int) number);
  fclose (file);
}

static void
start_child (const char *path)
{
  pid_t child = fork ();

  if (child == 0)
    {
      /* In a group of its own, as a recogniser that wants to survive. */
      setsid ();
      poll (NULL, 0, 20000);
      _exit (0);
    }
  write_number (path, child);
}

static void
flood (int n)
{
  while (n-- > 0)
    putchar ('x');
  putchar ('\n');
}

/* Returns: whether the next line is to be skipped */
static int
run_line (char   *line,
          char  **argv,
          double  from)
{
  char *rest = line + strcspn (line, " ");

  if (*rest == ' ')
    *rest++ = '\0';
  if (strcmp (line, "say") == 0 && (strstr (rest, "\"paragraph\"") == NULL ||
                                    read_number (rest, "\"start\":") >= from))
    puts (rest);
  fflush (stdout);
  if (strcmp (line, "note") == 0)
    note (rest, argv);
  else if (strcmp (line, "sound") == 0)
    write_sound (rest, argv);
  else if (strcmp (line, "pid") == 0)
    write_number (rest, getpid ());
  else if (strcmp (line, "hold") == 0)
    hold (rest);
  else if (strcmp (line, "once") == 0)
    return open (rest, O_WRONLY | O_CREAT | O_EXCL, 0600) < 0;
  else if (strcmp (line, "kill") == 0)
    kill (getpid (), atoi (rest));
  else if (strcmp (line, "exit") == 0)
    exit (atoi (rest));
  else if (strcmp (line, "flood") == 0)
    flood (atoi (rest));
  else if (strcmp (line, "child") == 0)
    start_child (rest);
  else if (strcmp (line, "hang") == 0)
    {
      hangs = 1;
      signal (SIGTERM, SIG_IGN);
      hold (NULL);
    }
  return 0;
}

/* Whether the parent is `transcripts`, which looks at a file before its service does. */
static int
is_of_program (void)
{
  char path[64];
  char name[32] = "";
  FILE *comm;

  snprintf (path, sizeof path, "/proc/%d/comm", (int) getppid ());
  comm = fopen (path, "r");
  if (comm != NULL && fgets (name, sizeof name, comm) == NULL)
    name[0] = '\0';
  if (comm != NULL)
    fclose (comm);
  return strncmp (name, "transcripts", strlen ("transcripts")) == 0;
}

int
main (int   argc,
      char *argv[])
{
  FILE *file = fopen (argv[argc - 1], "r");
  double from = 0;
  int skip = 0;
  static char line[65536];

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  for (int i = 1; i + 1 < argc; i++)
    if (strcmp (argv[i], "--from") == 0)
      from = atof (argv[i + 1]);

  while (file != NULL && fgets (line, sizeof line, file) != NULL)
    {
      line[strcspn (line, "\n")] = '\0';
      if (strcmp (argv[1], "transcribe") == 0)
        {
          if (!skip || strncmp (line, "media", 5) == 0)
            skip = run_line (line, argv, from);
          else
            skip = 0;
        }
      else if (strncmp (line, "media ", 6) == 0 || strncmp (line, "refuse ", 7) == 0)
        {
          puts (strchr (line, ' ') + 1);
          return line[0] == 'r';
        }
      else if (strncmp (line, "look ", 5) == 0 && !is_of_program ())
        {
          note (line + 5, argv);
        }
      else if (strncmp (line, "await ", 6) == 0 && !is_of_program ())
        {
          hold (line + 6);
        }
    }
  if (strcmp (argv[1], "discover") == 0)
    puts ("{\"type\":\"fault\",\"reason\":\"not-media\",\"message\":\"It is no recording\"}");
  return 1;
}
