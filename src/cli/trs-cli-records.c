/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-records.h"

#include "trs-i18n.h"

/**
 * TrsCliRecords:
 * @fields: (nullable): the members to print of each record
 * @summary: what the last line says besides the count and the errors
 * @errors: (element-type JsonObject): what went wrong
 * @count: how many records were printed
 */
struct _TrsCliRecords
{
  char **fields;
  JsonObject *summary;
  JsonArray *errors;
  gint64 count;
};

/* Returns: (transfer full): the names of members in what was typed */
static char **
split_fields (const char *fields)
{
  char **names = g_strsplit (fields, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    g_strstrip (names[i]);
  return names;
}

/**
 * trs_cli_records_check:
 * @fields: what was typed after `--fields`
 * @known: (nullable): the members of the records of the command, beside `type`, with blanks between them
 * @error: return location for an error
 *
 * To be called before anything is done: what is paid for, or removed, is not to end with a mistake in typing.
 *
 * Errors: %TRS_CLI_USAGE
 *
 * Returns: whether there are these members
 */
gboolean
trs_cli_records_check (const char  *fields,
                       const char  *known,
                       GError     **error)
{
  g_autofree char *all = g_strdup_printf ("type%s%s", known != NULL ? " " : "", known != NULL ? known : "");
  g_auto (GStrv) members = g_strsplit (all, " ", -1);
  g_auto (GStrv) names = split_fields (fields);

  const char *wrong = names[0] == NULL ? "" : NULL;

  for (guint i = 0; names[i] != NULL && wrong == NULL; i++)
    if (!g_strv_contains ((const char * const *) members, names[i]))
      wrong = names[i];
  if (wrong == NULL)
    return TRUE;

  /* Translators: the first %s is what was typed after --fields, the second the names of all fields. */
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("There is no field “%s”. Use some of: %s"), wrong, all);
  return FALSE;
}

/**
 * trs_cli_records_new:
 * @fields: (nullable): names of members, with commas between them; all if %NULL
 *
 * Returns: (transfer full): a new one, for trs_cli_records_free()
 */
TrsCliRecords *
trs_cli_records_new (const char *fields)
{
  TrsCliRecords *self = g_new0 (TrsCliRecords, 1);

  self->summary = trs_cli_record_new ("summary");
  self->errors = json_array_new ();
  self->fields = fields != NULL ? split_fields (fields) : NULL;
  return self;
}

void
trs_cli_records_free (TrsCliRecords *self)
{
  g_clear_pointer (&self->summary, json_object_unref);
  g_clear_pointer (&self->errors, json_array_unref);
  g_strfreev (self->fields);
  g_free (self);
}

static void
print_object (JsonObject *object)
{
  g_autofree char *line = trs_cli_json_to_line (object);

  trs_cli_print (line, strlen (line));
}

/* Returns: (transfer full): what was asked for of the record, and its type */
static JsonObject *
choose_fields (TrsCliRecords *self,
               JsonObject    *record)
{
  JsonObject *chosen = json_object_new ();

  json_object_set_member (chosen, "type", json_object_dup_member (record, "type"));
  for (guint i = 0; self->fields[i] != NULL; i++)
    if (json_object_has_member (record, self->fields[i]))
      json_object_set_member (chosen, self->fields[i], json_object_dup_member (record, self->fields[i]));
  return chosen;
}

/**
 * trs_cli_records_add:
 * @self: records
 * @record: (transfer full): one of trs_cli_record_new(), with all of its members
 *
 * Prints a line.
 */
void
trs_cli_records_add (TrsCliRecords *self,
                     JsonObject    *record)
{
  g_autoptr (JsonObject) all = record;
  g_autoptr (JsonObject) chosen = self->fields != NULL ? choose_fields (self, record) : NULL;

  print_object (chosen != NULL ? chosen : all);
  self->count++;
}

/**
 * trs_cli_records_add_error:
 * @self: records
 * @given: (nullable): the argument that it is about
 * @error: what went wrong
 *
 * Adds an error to the summary.
 */
void
trs_cli_records_add_error (TrsCliRecords *self,
                           const char    *given,
                           const GError  *error)
{
  g_autofree char *sentence = trs_cli_make_sentence (error);
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "exit_status", trs_cli_get_exit (error));
  json_object_set_string_member (object, "message", sentence);
  json_object_set_string_member (object, "given", given);
  json_array_add_object_element (self->errors, object);
}

/**
 * trs_cli_records_get_summary:
 * @self: records
 *
 * Returns: (transfer none): the last line, to which a command may add members; `count` and `errors` are set at the end
 */
JsonObject *
trs_cli_records_get_summary (TrsCliRecords *self)
{
  return self->summary;
}

/**
 * trs_cli_records_end:
 * @self: records
 *
 * Prints the summary.
 */
void
trs_cli_records_end (TrsCliRecords *self)
{
  json_object_set_int_member (self->summary, "count", self->count);
  json_object_set_array_member (self->summary, "errors", json_array_ref (self->errors));
  print_object (self->summary);
}

/**
 * trs_cli_record_new:
 * @type: a type of data/transcripts-cli.schema.json
 *
 * Returns: (transfer full): a record of that type
 */
JsonObject *
trs_cli_record_new (const char *type)
{
  JsonObject *record = json_object_new ();

  json_object_set_string_member (record, "type", type);
  return record;
}

/* @value: a number; negative if it is unknown */
void
trs_cli_json_set_number (JsonObject *object,
                         const char *name,
                         gint64      value)
{
  if (value >= 0)
    json_object_set_int_member (object, name, value);
  else
    json_object_set_null_member (object, name);
}

/* @time: microseconds since the epoch; 0 if it is unknown */
void
trs_cli_json_set_time (JsonObject *object,
                       const char *name,
                       gint64      time)
{
  g_autoptr (GDateTime) date = time != 0 ? g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC) : NULL;
  g_autofree char *string = date != NULL ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  json_object_set_string_member (object, name, string);
}

/**
 * trs_cli_get_state_word:
 * @project: a project
 *
 * Returns: its state for a program and for a column: the same in every language
 */
const char *
trs_cli_get_state_word (TrsProject *project)
{
  if (trs_project_is_pending (project))
    return "unconfirmed";
  if (trs_project_get_state (project) == TRS_PROJECT_STATE_DONE)
    return "done";
  return trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR ? "failed" : "in-progress";
}

/**
 * trs_cli_json_fill_video:
 * @video: an object
 * @project: a project
 * @account: its account, which knows where videos are
 *
 * Sets what is known of a video, strings as the service gave them.
 */
void
trs_cli_json_fill_video (JsonObject *video,
                         TrsProject *project,
                         TrsAccount *account)
{
  const TrsProjectData *data = trs_project_get_data (project);
  g_autofree char *link = data->video_id != NULL ? trs_account_dup_video_link (account, data->video_id, -1) : NULL;

  json_object_set_string_member (video, "id", data->id);
  json_object_set_string_member (video, "video_id", data->video_id);
  json_object_set_string_member (video, "link", link);
  json_object_set_string_member (video, "title", trs_project_get_shown_title (project));
  json_object_set_string_member (video, "original_title", data->title);
  json_object_set_string_member (video, "state", trs_cli_get_state_word (project));
  json_object_set_string_member (video, "service_state", data->state_word);
  json_object_set_string_member (video, "message", data->message);
  json_object_set_string_member (video, "language", data->language ? data->language : data->requested_language);
  json_object_set_string_member (video, "recognizer", data->recognizer);
  trs_cli_json_set_number (video, "length", data->video_length);
  trs_cli_json_set_number (video, "credits", trs_credits_for_length (data->video_length));
  trs_cli_json_set_time (video, "created_at", data->created_at);
  trs_cli_json_set_time (video, "submitted_at", data->submitted_at);
  json_object_set_string_member (video, "note", data->note);
  json_object_set_boolean_member (video, "saved_here", data->has_text);
  json_object_set_boolean_member (video, "missing", data->missing_since != 0);
}

/**
 * trs_cli_json_set_video:
 * @object: an object
 * @project: (nullable): a project
 * @account: its account, which knows where videos are
 *
 * Sets the member `video`.
 */
void
trs_cli_json_set_video (JsonObject *object,
                        TrsProject *project,
                        TrsAccount *account)
{
  JsonObject *video = project != NULL ? json_object_new () : NULL;

  if (video != NULL)
    trs_cli_json_fill_video (video, project, account);
  json_object_set_object_member (object, "video", video);
}

/* Sets the member `error`. */
void
trs_cli_json_set_error (JsonObject   *object,
                        const GError *error)
{
  g_autofree char *sentence = error != NULL ? trs_cli_make_sentence (error) : NULL;
  JsonObject *member = error != NULL ? json_object_new () : NULL;

  if (member != NULL)
    {
      json_object_set_int_member (member, "exit_status", trs_cli_get_exit (error));
      json_object_set_string_member (member, "message", sentence);
    }
  json_object_set_object_member (object, "error", member);
}

/**
 * trs_cli_json_to_line:
 * @object: an object
 *
 * Returns: (transfer full): the object in one line, with all control characters escaped
 */
char *
trs_cli_json_to_line (JsonObject *object)
{
  g_autoptr (JsonNode) root = json_node_init_object (json_node_alloc (), object);
  g_autofree char *string = json_to_string (root, FALSE);
  /* File names need not be valid UTF-8. */
  g_autofree char *json = g_utf8_make_valid (string, -1);
  /* json-glib escapes only the controls below U+0020, but terminals also obey U+009B (CSI). */
  g_autofree char *harmless = trs_cli_replace_controls (json, TRUE);

  return g_strconcat (harmless, "\n", NULL);
}
