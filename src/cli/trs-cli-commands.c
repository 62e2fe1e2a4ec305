/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-commands.h"

#include "trs-i18n.h"

/* What the program that is started first knows of the commands, which is no more than their names and what they do: it
 * links nothing that one of them needs. */
static const struct
{
  const char *name;
  const char *summary;
} commands[] = {
  /* Translators: what a command of the shell does, in the list of commands. */
  { "submit", N_("Transcribe videos") },
  { "list", N_("List videos, the newest first") },
  { "show", N_("Print a transcript") },
  { "search", N_("Search titles, notes and transcripts on this computer") },
  { "export", N_("Save transcripts as files") },
  { "wait", N_("Wait until videos are transcribed") },
  { "watch", N_("Print a line of JSON for each video that is ready") },
  { "fetch", N_("Download the transcripts that are not on this computer") },
  { "speakers", N_("List the speakers of a transcript, name and merge them") },
  { "highlight", N_("Highlight a passage") },
  { "highlights", N_("Print the highlights of all transcripts, or of some") },
  { "checked", N_("Say which paragraphs were compared with the video") },
  { "note", N_("Print or write the note on a video") },
  { "rename", N_("Give a video another title here") },
  { "quote", N_("Print a passage as a quotation") },
  { "spending", N_("Print what the videos cost, month by month") },
  { "remove", N_("Remove transcripts, and what you added to them, from this computer, and from nowhere else") },
  { "restore", N_("Bring back notes, titles, names and highlights after the file was damaged") },
  { "open", N_("Open a video in the window, at a time if one is given") },
  { "accounts", N_("List the accounts that are known on this computer") },
  { "login", N_("Connect with a service, and put the API key into the keyring") },
  { "logout", N_("Remove the API key of an account from the keyring, and nothing else") },
  { "status", N_("Show the account, and whether the service accepts its key") },
};

/**
 * trs_cli_get_commands:
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of all commands, `help` the last one
 */
const char *const *
trs_cli_get_commands (void)
{
  static const char *names[G_N_ELEMENTS (commands) + 2];

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i].name;
  names[G_N_ELEMENTS (commands)] = "help";
  return names;
}

/**
 * trs_cli_get_summary:
 * @command: the name of a command
 *
 * Returns: (nullable): what it does, in the language of the user
 */
const char *
trs_cli_get_summary (const char *command)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].name, command))
      return _(commands[i].summary);

  return NULL;
}

/**
 * trs_cli_print_help:
 *
 * Prints the list of commands.
 *
 * Returns: %TRS_CLI_DONE, if that could be written
 */
TrsCliExit
trs_cli_print_help (void)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autofree char *table = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (lines, "  %s\t%s\n", commands[i].name, _(commands[i].summary));
  table = trs_cli_align (lines->str);
  /* Translators: %s is the list of commands, one a line. “transcripts”, “help” and “man” are typed so in every
   * language. */
  text = g_strdup_printf (_("Usage:\n"
                            "  transcripts [LINK…]     opens the window\n"
                            "  transcripts -n          opens it for a new transcription\n"
                            "  transcripts COMMAND …\n\n"
                            "Commands:\n%s\n"
                            "Try “transcripts help COMMAND” or “man transcripts”.\n"), table);
  if (trs_cli_print (text, strlen (text)))
    return TRS_CLI_DONE;
  return trs_cli_print_error (NULL, trs_cli_output_get_error ());
}
