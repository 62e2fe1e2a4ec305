/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-options.h"

#include "trs-cli-output.h"
#include "trs-i18n.h"

#include <string.h>

/* All options of all commands. An option of a name means the same wherever it is, so that it can be found before it is
 * known which command it belongs to. A new one is a line here and a member of TrsCliOptions; a command names it, or the
 * group that it is in. Short ones are -a, -o, -q, -n and -v alone (and -h for help): a script can be read. */

/* Where in TrsCliOptions the value goes. */
#define AT(member) ((gpointer) G_STRUCT_OFFSET (TrsCliOptions, member))

/* Options that can be taken back, so that an alias or a preset can hold them. */
static const struct
{
  const char *name;
  gsize offset;
} switches[] = {
  { "timecodes", G_STRUCT_OFFSET (TrsCliOptions, timecodes) },
  { "speakers", G_STRUCT_OFFSET (TrsCliOptions, speakers) },
  { "source", G_STRUCT_OFFSET (TrsCliOptions, source) },
  { "links", G_STRUCT_OFFSET (TrsCliOptions, links) },
  { "merge-turns", G_STRUCT_OFFSET (TrsCliOptions, merge_turns) },
  { "highlights", G_STRUCT_OFFSET (TrsCliOptions, highlights) },
  { "notes", G_STRUCT_OFFSET (TrsCliOptions, notes) },
  { "provenance", G_STRUCT_OFFSET (TrsCliOptions, provenance) },
  { "bom", G_STRUCT_OFFSET (TrsCliOptions, bom) },
};

/* Of "--highlights" and "--no-highlights", the last one wins. */
static gboolean
switch_cb (const char  *name,
           const char  *value,
           gpointer     data,
           GError     **error)
{
  gboolean off = g_str_has_prefix (name, "--no-");
  const char *bare = name + strlen (off ? "--no-" : "--");

  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (g_str_equal (switches[i].name, bare))
      G_STRUCT_MEMBER (int, data, switches[i].offset) = off ? -1 : 1;
  return TRUE;
}

/* Given several times, it is a list as if it were given with commas. */
static gboolean
format_cb (const char  *name,
           const char  *value,
           gpointer     data,
           GError     **error)
{
  TrsCliOptions *options = data;
  g_autofree char *before = options->format;

  options->format = before != NULL ? g_strconcat (before, ",", value, NULL) : g_strdup (value);
  return TRUE;
}

#define SWITCH(name, text) { name, 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, switch_cb, text, NULL }

static const GOptionEntry text_entries[] = {
  { "format", 0, 0, G_OPTION_ARG_CALLBACK, format_cb, N_("The format of the transcript: txt, srt, docx and more"),
    /* Translators: stands for the value of an option in the help of a command: a file format. */
    N_("FORMAT") },
  { "preset", 0, 0, G_OPTION_ARG_STRING, AT (preset), N_("Format and options of a preset of the export dialog"),
    /* Translators: stands for the value of an option in the help of a command: a name. */
    N_("NAME") },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, AT (output), N_("File or folder to save to; “-” for standard output"),
    /* Translators: stands for the value of an option in the help of a command: a file or a folder. */
    N_("PATH") },
  SWITCH ("timecodes", N_("With the time of each paragraph")),
  /* Translators: describes an option of a command: the text has no timecodes. */
  SWITCH ("no-timecodes", N_("Without times")),
  /* Translators: describes an option of a command; MINUTES is its value, which has a string of its own. */
  { "interval", 0, 0, G_OPTION_ARG_INT, AT (interval), N_("With a time only every MINUTES minutes; 0 for all"),
    /* Translators: stands for the value of an option in the help of a command: a number of minutes. */
    N_("MINUTES") },
  { "fraction", 0, 0, G_OPTION_ARG_STRING, AT (fraction), N_("How exact times are: none, tenths, milliseconds"),
    /* Translators: stands for the value of an option in the help of a command: one of the words that stand
     * behind it, as in "--fraction=WHICH  How exact times are: none, tenths, milliseconds". */
    N_("WHICH") },
  { "time-marks", 0, 0, G_OPTION_ARG_STRING, AT (time_marks),
    N_("What stands around times: brackets, parentheses, hashes, none"), N_("WHICH") },
  { "offset", 0, 0, G_OPTION_ARG_STRING, AT (offset), N_("Time to add to all times, as 01:10:00 or -00:00:05"),
    /* Translators: stands for the value of an option in the help of a command: a time in a video. */
    N_("TIME") },
  SWITCH ("speakers", N_("With speaker labels")),
  SWITCH ("no-speakers", N_("Without speaker labels")),
  SWITCH ("merge-turns", N_("Join the paragraphs of a speaker")),
  SWITCH ("no-merge-turns", N_("Keep the paragraphs of a speaker apart")),
  SWITCH ("source", N_("With the title and the address of the video")),
  SWITCH ("no-source", N_("Without the title and the address of the video")),
  SWITCH ("provenance", N_("With where and when the transcript was received, and its checksum")),
  SWITCH ("no-provenance", N_("Without where the transcript comes from")),
  SWITCH ("links", N_("With times that lead to the video")),
  SWITCH ("no-links", N_("Without links to the video")),
  SWITCH ("highlights", N_("With your highlights (the default in documents and tables)")),
  SWITCH ("no-highlights", N_("Without your highlights")),
  SWITCH ("notes", N_("With your notes and checks")),
  SWITCH ("no-notes", N_("Without your notes and checks (the default)")),
  { "only-highlights", 0, 0, G_OPTION_ARG_NONE, AT (only_highlights), N_("Only the passages you highlighted"), NULL },
  { "only-checked", 0, 0, G_OPTION_ARG_NONE, AT (only_checked), N_("Only the paragraphs you checked"), NULL },
  SWITCH ("bom", N_("With a byte order mark, for spreadsheets")),
  SWITCH ("no-bom", N_("Without a byte order mark")),
  { NULL },
};

/* Options of the commands that submit, and of those that wait for a transcript. */
static const GOptionEntry work_entries[] = {
  { "language", 0, 0, G_OPTION_ARG_STRING, AT (language), N_("The spoken language; detected if not given"),
    /* Translators: stands for the value of an option in the help of a command: the code of a language. */
    N_("CODE") },
  { "again", 0, 0, G_OPTION_ARG_NONE, AT (again), N_("Submit a video again, and pay for it again"), NULL },
  { "unchecked", 0, 0, G_OPTION_ARG_NONE, AT (unchecked),
    N_("Submit although earlier videos could not all be checked; this may charge you twice"), NULL },
  /* Translators: describes an option of a command; N is its value, a number. */
  { "track", 0, 0, G_OPTION_ARG_INT, AT (track), N_("Which sound track of a file to read; 1 is the first"), N_("N") },
  { "wait", 0, 0, G_OPTION_ARG_NONE, AT (wait), N_("Wait for the transcript, and print or save it"), NULL },
  { "timeout", 0, 0, G_OPTION_ARG_STRING, AT (timeout), N_("How long to wait, beyond 12 minutes, too: 30s, 90min, 2h"),
    N_("TIME") },
  { "file", 'a', 0, G_OPTION_ARG_FILENAME, AT (file), N_("Read links from a file, one a line; “-” for standard input"),
    /* Translators: stands for the value of an option in the help of a command: a file. */
    N_("FILE") },
  { "dry-run", 0, 0, G_OPTION_ARG_NONE, AT (dry_run), N_("Print what would be sent and its price; send nothing"),
    NULL },
  { NULL },
};

/* Which videos. */
static const GOptionEntry choice_entries[] = {
  { "show", 0, 0, G_OPTION_ARG_STRING, AT (show), N_("Which videos: all, in-progress, done, failed"), N_("WHICH") },
  { "limit", 0, 0, G_OPTION_ARG_INT, AT (limit), N_("At most N videos, newest first"),
    /* Translators: stands for the value of an option in the help of a command: a number. */
    N_("N") },
  { "since", 0, 0, G_OPTION_ARG_STRING, AT (since), N_("Only videos since this day, time or span, as 7d"),
    /* Translators: stands for the value of an option in the help of a command: a date or a time. */
    N_("WHEN") },
  { "offline", 0, 0, G_OPTION_ARG_NONE, AT (offline), N_("Do not ask the service"), NULL },
  { NULL },
};

/* What the user adds to a transcript. */
static const GOptionEntry desk_entries[] = {
  { "name", 0, 0, G_OPTION_ARG_STRING_ARRAY, AT (names), N_("Name a speaker, and with “2=” no more"),
    /* Translators: stands for the value of an option in the help of a command: the number of a speaker, “=” and a
     * name. */
    N_("2=NAME") },
  { "merge", 0, 0, G_OPTION_ARG_STRING_ARRAY, AT (merges), N_("Say that two speakers are one, and with “3=3” no more"),
    /* Translators: stands for the value of an option in the help of a command: the numbers of two speakers, of whom
     * the first is really the second. */
    N_("3=2") },
  { "colour", 0, 0, G_OPTION_ARG_STRING, AT (colour), N_("Colour of the highlight: yellow, green, blue, pink"),
    /* Translators: stands for the value of an option in the help of a command: a colour. */
    N_("COLOUR") },
  { "note", 0, 0, G_OPTION_ARG_STRING, AT (note), N_("A note on the highlight"),
    /* Translators: stands for the value of an option in the help of a command: words. */
    N_("TEXT") },
  /* Translators: describes an option of the commands that highlight a passage, and check paragraphs. */
  { "remove", 0, 0, G_OPTION_ARG_NONE, AT (remove),
    N_("Remove the highlight or the check instead of adding it"), NULL },
  { NULL },
};

/* What a search finds. Some have a namesake above, which takes a value just so. */
static const GOptionEntry found_entries[] = {
  { "speaker", 0, 0, G_OPTION_ARG_STRING, AT (speaker), N_("Only what this speaker says"), N_("NAME") },
  { "language", 0, 0, G_OPTION_ARG_STRING, AT (language), N_("Only transcripts in this language"), N_("CODE") },
  { "highlights", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, switch_cb, N_("Only your highlights"), NULL },
  { "max-per-video", 0, 0, G_OPTION_ARG_INT, AT (max_per_video), N_("Show at most N passages of a video"), N_("N") },
  { "context", 0, 0, G_OPTION_ARG_INT, AT (context), N_("Show N paragraphs before and after, too"), N_("N") },
  { NULL },
};

/* Of what is not a transcript: a sheet of highlights, a quotation, a table. They have namesakes above, too. */
static const GOptionEntry sheet_entries[] = {
  { "format", 0, 0, G_OPTION_ARG_STRING, AT (format), N_("The format of what is printed, see the man page"),
    N_("FORMAT") },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, AT (output), N_("File to save to; “-” for standard output"), N_("PATH") },
  { "notes", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, switch_cb, N_("With your notes"), NULL },
  { "no-notes", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, switch_cb, N_("Without your notes (the default)"),
    NULL },
  { NULL },
};

static const GOptionEntry server_entries[] = {
  { "server", 0, 0, G_OPTION_ARG_STRING, AT (server), N_("Server address, for a key that is given"),
    /* Translators: stands for the value of an option in the help of a command: the address of a server. */
    N_("ADDRESS") },
  { NULL },
};

static const GOptionEntry key_entries[] = {
  { "key-stdin", 0, 0, G_OPTION_ARG_NONE, AT (key.standard_input),
    N_("Read the API key from standard input, not from the keyring"), NULL },
  { "key-fd", 0, 0, G_OPTION_ARG_STRING, AT (key.fd), N_("Read the API key from an open file descriptor"), N_("N") },
  { "key-credential", 0, 0, G_OPTION_ARG_STRING, AT (key.credential),
    N_("Read the API key from a file in $CREDENTIALS_DIRECTORY"), N_("NAME") },
  { NULL },
};

/* Of the accounts. */
static const GOptionEntry account_entries[] = {
  { "use", 0, 0, G_OPTION_ARG_STRING, AT (use),
    N_("Let commands use this account, and with '' that of the window"),
    /* Translators: stands for the value of an option in the help of a command: the name or the number of an
     * account. */
    N_("ACCOUNT") },
  { "yes", 0, 0, G_OPTION_ARG_NONE, AT (yes), N_("Do not ask"), NULL },
  { NULL },
};

static const GOptionEntry common_entries[] = {
  { "account", 0, 0, G_OPTION_ARG_STRING, AT (account),
    N_("Use another account than the window: its number, name or server"), N_("ACCOUNT") },
  { "json", 0, 0, G_OPTION_ARG_NONE, AT (json), N_("Print JSON, one object a line"), NULL },
  { "fields", 0, 0, G_OPTION_ARG_STRING, AT (fields), N_("Print only these members of the JSON objects"),
    /* Translators: stands for the value of an option in the help of a command: names of fields, with commas. */
    N_("NAME,…") },
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, AT (quiet), N_("Print neither progress nor notes"), NULL },
  { "verbose", 0, 0, G_OPTION_ARG_NONE, AT (verbose), N_("Print what is asked of the service"), NULL },
  /* Translators: describes the option --help of a command. */
  { "help", 'h', 0, G_OPTION_ARG_NONE, AT (help), N_("Print this help"), NULL },
  { NULL },
};

/* In the order of the help. */
static const struct
{
  TrsCliOptionGroups group; /* 0 for those that are named one by one */
  const char *title;
  const GOptionEntry *entries;
} tables[] = {
  /* Translators: heading above the options of a command in its help, or of an export in the window. */
  { 0, N_("Options"), work_entries },
  { 0, N_("Options"), choice_entries },
  { TRS_CLI_OPTIONS_FOUND, N_("What is found"), found_entries },
  { 0, N_("Options"), account_entries },
  { 0, N_("Options"), desk_entries },
  { 0, N_("Options"), sheet_entries },
  /* Translators: heading above options in the help of a command: those of the text that is written. */
  { TRS_CLI_OPTIONS_TEXT, N_("The transcript"), text_entries },
  { TRS_CLI_OPTIONS_KEY, N_("Server and key"), server_entries },
  { TRS_CLI_OPTIONS_KEY | TRS_CLI_OPTIONS_LOGIN, N_("Server and key"), key_entries },
  /* Translators: heading above options in the help of a command: those that all commands have. */
  { TRS_CLI_OPTIONS_COMMON, N_("Every command"), common_entries },
};

static gboolean
takes_value (const GOptionEntry *entry)
{
  return entry->arg != G_OPTION_ARG_NONE &&
         (entry->arg != G_OPTION_ARG_CALLBACK || (entry->flags & G_OPTION_FLAG_NO_ARG) == 0);
}

/* @name: a long one, of @length bytes; or NULL for the one of @letter */
static const GOptionEntry *
find_entry (const char *name,
            gsize       length,
            char        letter)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const GOptionEntry *entry = tables[i].entries; entry->long_name != NULL; entry++)
      if (name != NULL ? strlen (entry->long_name) == length && strncmp (entry->long_name, name, length) == 0
                       : entry->short_name == letter)
        return entry;

  return NULL;
}

/* Returns: (nullable): what is behind the short option in @argument that takes a value, as PATH in `-qoPATH`; empty if
 * the value is the next argument */
static const char *
find_short_value (const char *argument)
{
  if (*argument != '-' || argument[1] == '-')
    return NULL;
  for (const char *p = argument + 1; *p != '\0'; p++)
    {
      const GOptionEntry *entry = find_entry (NULL, 0, *p);

      if (entry != NULL && takes_value (entry))
        return p + 1;
    }
  return NULL;
}

/**
 * trs_cli_options_is_followed_by_value:
 * @argument: an argument that begins with a dash
 *
 * Returns: whether the argument after this one belongs to it: `--output PATH`,
 *   `-o PATH`, `-qo PATH`
 */
gboolean
trs_cli_options_is_followed_by_value (const char *argument)
{
  const GOptionEntry *entry;

  if (g_str_has_prefix (argument, "--"))
    {
      entry = find_entry (argument + 2, strlen (argument + 2), '\0');
      return entry != NULL && takes_value (entry);
    }
  return g_strcmp0 (find_short_value (argument), "") == 0;
}

/* @words: whether to stop at the first argument that is not an option; else only at `--`.
 * Returns: the index where it stops, or @argc */
static int
skip_options (int       argc,
              char    **argv,
              gboolean  words)
{
  int i;

  for (i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    {
      /* A dash alone is a word: it stands for a standard stream. */
      if (*argv[i] == '-' && argv[i][1] != '\0')
        i += trs_cli_options_is_followed_by_value (argv[i]) ? 1 : 0;
      else if (words)
        break;
    }
  return MIN (i, argc);
}

/**
 * trs_cli_options_find_word:
 * @argc: number of arguments
 * @argv: the arguments of the program, its name first
 *
 * Finds the command, which options of every command may stand before. What
 * follows `--` is none.
 *
 * Returns: the index of the first argument that is neither an option nor the
 *   value of one, or 0 if there is none
 */
int
trs_cli_options_find_word (int    argc,
                           char **argv)
{
  int i = skip_options (argc, argv, TRUE);

  return i < argc && strcmp (argv[i], "--") != 0 ? i : 0;
}

static gboolean
is_accepted (guint               table,
             const GOptionEntry *entry,
             TrsCliOptionGroups  groups,
             const char * const *names)
{
  /* What is in a group may have a namesake that is not. */
  if (tables[table].group != 0)
    return (tables[table].group & (groups | TRS_CLI_OPTIONS_COMMON)) != 0;
  return names != NULL && g_strv_contains (names, entry->long_name);
}

/* Words are UTF-8 in every locale, as those of the service are: cron knows no other locale than C, in which GOption
 * would want ASCII. */
static void
take_bytes (GOptionEntry *entry)
{
  if (entry->arg == G_OPTION_ARG_STRING)
    entry->arg = G_OPTION_ARG_FILENAME;
  else if (entry->arg == G_OPTION_ARG_STRING_ARRAY)
    entry->arg = G_OPTION_ARG_FILENAME_ARRAY;
  else if (entry->arg == G_OPTION_ARG_CALLBACK && takes_value (entry))
    entry->flags |= G_OPTION_FLAG_FILENAME;
}

/* Returns: (transfer full): a context that writes into @self */
static GOptionContext *
make_context (TrsCliOptions      *self,
              TrsCliOptionGroups  groups,
              const char * const *names)
{
  GOptionContext *context = g_option_context_new (NULL);
  GOptionGroup *group = g_option_group_new ("transcripts", "", "", self, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const GOptionEntry *entry = tables[i].entries; entry->long_name != NULL; entry++)
      {
        GOptionEntry one[] = { *entry, { NULL } };

        if (entry->arg != G_OPTION_ARG_CALLBACK)
          one[0].arg_data = G_STRUCT_MEMBER_P (self, GPOINTER_TO_SIZE (entry->arg_data));
        take_bytes (&one[0]);
        if (is_accepted (i, entry, groups, names))
          g_option_group_add_entries (group, one);
      }
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_main_group (context, group);
  return context;
}

/* Returns: (transfer full): the arguments, `-oPATH` as `-o` and `PATH`, which is all that GOption reads */
static char **
split_values (int    n,
              char **argv)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (int i = 0; i < n; i++)
    {
      const char *value = i > 0 ? find_short_value (argv[i]) : NULL;
      g_autofree char *letters = g_strndup (argv[i], value != NULL ? (gsize) (value - argv[i]) : strlen (argv[i]));
      gboolean followed = i > 0 && i + 1 < n && *argv[i] == '-' && trs_cli_options_is_followed_by_value (argv[i]);

      g_strv_builder_add (builder, letters);
      if (value != NULL && *value != '\0')
        g_strv_builder_add (builder, value);
      /* A value is none of these, whatever it begins with. */
      if (followed)
        g_strv_builder_add (builder, argv[++i]);
    }
  return g_strv_builder_end (builder);
}

static gboolean
check_text (const char  *text,
            GError     **error)
{
  if (text == NULL || g_utf8_validate (text, -1, NULL))
    return TRUE;

  /* Translators: %s is what was typed. */
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("“%s” is not valid UTF-8"), text);
  return FALSE;
}

/* A file may have any name; everything else is stored and printed. */
static gboolean
check_texts (TrsCliOptions  *self,
             GError        **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const GOptionEntry *entry = tables[i].entries; entry->long_name != NULL; entry++)
      {
        gpointer member = G_STRUCT_MEMBER_P (self, GPOINTER_TO_SIZE (entry->arg_data));

        if (entry->arg == G_OPTION_ARG_STRING && !check_text (*(char **) member, error))
          return FALSE;
        for (char **text = entry->arg == G_OPTION_ARG_STRING_ARRAY ? *(char ***) member : NULL;
             text != NULL && *text != NULL; text++)
          if (!check_text (*text, error))
            return FALSE;
      }
  for (guint i = 0; self->words[i] != NULL; i++)
    if (!g_file_test (self->words[i], G_FILE_TEST_EXISTS) && !check_text (self->words[i], error))
      return FALSE;
  return TRUE;
}

/**
 * trs_cli_options_parse:
 * @self: where the options go
 * @groups: the groups that are accepted, beside those of every command
 * @names: (nullable): names of other options that are accepted
 * @argc: number of arguments
 * @argv: the arguments, one that does not count first, and without the command
 * @error: return location for an error
 *
 * Reads options in any order. What follows `--` are words, whatever they begin with.
 *
 * Errors: #G_OPTION_ERROR; %TRS_CLI_USAGE if an argument that is not a file is not UTF-8
 *
 * Returns: whether all options are accepted and have their values
 */
gboolean
trs_cli_options_parse (TrsCliOptions       *self,
                       TrsCliOptionGroups   groups,
                       const char * const  *names,
                       int                  argc,
                       char               **argv,
                       GError             **error)
{
  g_autoptr (GOptionContext) context = make_context (self, groups, names);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  /* The context may not see "--": it leaves it in place if a dash follows, and takes it away otherwise. */
  int end = skip_options (argc, argv, FALSE);
  g_auto (GStrv) rest = split_values (end, argv);

  self->limit = G_MAXINT;
  self->interval = -1;
  self->track = -1;
  self->max_per_video = G_MAXINT;
  if (!g_option_context_parse_strv (context, &rest, error))
    return FALSE;

  for (int i = 1; rest[i] != NULL; i++)
    g_strv_builder_add (words, rest[i]);
  for (int i = end + 1; i < argc; i++)
    g_strv_builder_add (words, argv[i]);
  g_clear_pointer (&self->words, g_strfreev);
  self->words = g_strv_builder_end (words);
  return check_texts (self, error);
}

static void
describe (GString            *lines,
          const GOptionEntry *entry)
{
  const char *value = entry->arg_description != NULL ? _(entry->arg_description) : NULL;

  if (entry->short_name != '\0')
    g_string_append_printf (lines, "  -%c, --%s", entry->short_name, entry->long_name);
  else
    g_string_append_printf (lines, "  --%s", entry->long_name);
  g_string_append_printf (lines, "%s%s\t%s\n", value != NULL ? "=" : "", value != NULL ? value : "",
                          _(entry->description));
}

/**
 * trs_cli_options_describe:
 * @groups: groups that are accepted, beside those of every command
 * @names: (nullable): names of other options that are accepted
 *
 * Returns: (transfer full): the help on them
 */
char *
trs_cli_options_describe (TrsCliOptionGroups  groups,
                          const char * const *names)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  const char *title = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const GOptionEntry *entry = tables[i].entries; entry->long_name != NULL; entry++)
      {
        if (!is_accepted (i, entry, groups, names))
          continue;
        if (g_strcmp0 (title, tables[i].title) != 0)
          g_string_append_printf (lines, "%s%s\n", title != NULL ? "\n" : "", _(tables[i].title));
        title = tables[i].title;
        describe (lines, entry);
      }
  return trs_cli_align (lines->str);
}
