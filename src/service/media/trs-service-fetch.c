/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-fetch.h"

#include "trs-error.h"
#include "trs-service-child.h"
#include "trs-service-json.h"

#include <string.h>
#include <sys/stat.h>

#define MAX_ID 64
#define MAX_SECONDS 10000000.0
#define ID "{id}"
#define URL "{url}"
#define FOLDER "{outdir}"

/* The whole of what is fetched, in bytes, and how often that is looked at, in milliseconds. */
#define MAX_BYTES (G_GINT64_CONSTANT (2) << 30)
#define LOOK 1001

/* Milliseconds to say what a video is, and to fetch it, beside its own length. */
#define FIND_DEADLINE 60000
#define RUN_DEADLINE 600000

/* Where the command is this one word, it is the program with our options: neither its configuration file nor a page can
 * make it run other programs. */
#define PRESET "yt-dlp"
#define PRESET_COMMAND                                                                                  \
  "yt-dlp --ignore-config --no-playlist --no-exec --no-cache-dir --max-filesize 2G --format bestaudio/best " \
  "--output {outdir}/sound.%(ext)s -- "

/* Put before `--` where only title and length are wanted. */
static const char * const QUESTION[] = { "--print", "%(.{title,duration,is_live})j" };

typedef struct
{
  const char *title;
  double duration;
  gboolean is_live;
} Answer;

static gboolean
refuse (GError     **error,
        const char  *message)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, message);
  return FALSE;
}

/* What stands behind `--` is not an option, whatever an identifier begins with. */
static gboolean
check_command (char        **argv,
               const char   *pattern,
               GError      **error)
{
  gboolean is_behind = FALSE;
  gboolean has_id = FALSE, has_url = FALSE, has_folder = FALSE;

  for (guint i = 0; argv[i] != NULL; i++)
    {
      gboolean id = strstr (argv[i], ID) != NULL;
      gboolean url = strstr (argv[i], URL) != NULL;

      if ((id || url) && !is_behind)
        return refuse (error, "--fetch may have {id} and {url} only behind an argument “--”.");
      has_id = has_id || id;
      has_url = has_url || url;
      has_folder = has_folder || strstr (argv[i], FOLDER) != NULL;
      is_behind = is_behind || g_str_equal (argv[i], "--");
    }
  if (!has_folder)
    return refuse (error, "--fetch has to say where the sound goes, by {outdir}.");
  if (!has_id && !has_url)
    return refuse (error, "--fetch has to say what is fetched, by {id} or {url} behind an argument “--”.");
  if (has_url && pattern == NULL)
    return refuse (error, "--fetch has {url}, and so wants --fetch-url.");
  return TRUE;
}

static gboolean
check_pattern (const char  *pattern,
               GError     **error)
{
  if (pattern != NULL && (strstr (pattern, ID) == NULL ||
                          !(g_str_has_prefix (pattern, "http://") || g_str_has_prefix (pattern, "https://"))))
    return refuse (error, "--fetch-url wants an address of the web with {id}.");
  return TRUE;
}

/**
 * trs_service_fetch_new:
 * @command: the argument of `--fetch`: an argument vector in one string, or `yt-dlp`
 * @pattern: (nullable): the argument of `--fetch-url`
 * @error: return location for an error: a sentence
 *
 * Returns: (transfer full) (nullable): the command
 */
TrsServiceFetch *
trs_service_fetch_new (const char  *command,
                       const char  *pattern,
                       GError     **error)
{
  g_autoptr (TrsServiceFetch) self = g_new0 (TrsServiceFetch, 1);
  g_auto (GStrv) argv = NULL;

  self->command = g_str_equal (command, PRESET) ? g_strconcat (PRESET_COMMAND, pattern != NULL ? URL : ID, NULL)
                                                : g_strdup (command);
  self->pattern = g_strdup (pattern);
  if (!check_pattern (pattern, error))
    return NULL;
  if (!g_shell_parse_argv (self->command, NULL, &argv, error))
    {
      g_prefix_error (error, "--fetch cannot be understood: ");
      return NULL;
    }
  return check_command (argv, pattern, error) ? g_steal_pointer (&self) : NULL;
}

void
trs_service_fetch_free (TrsServiceFetch *self)
{
  g_free (self->command);
  g_free (self->pattern);
  g_free (self);
}

static char *
replace (const char *text,
         const char *name,
         const char *value)
{
  GString *replaced = g_string_new (text);

  g_string_replace (replaced, name, value, 0);
  return g_string_free (replaced, FALSE);
}

/* @folder: (nullable): where it goes; %NULL asks for title and length alone */
static GStrv
make_argv (const char *command,
           const char *id,
           const char *url,
           const char *folder)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;
  gboolean is_behind = FALSE;

  g_shell_parse_argv (command, NULL, &argv, NULL);
  for (guint i = 0; argv != NULL && argv[i] != NULL; i++)
    {
      g_autofree char *with_folder = replace (argv[i], FOLDER, folder != NULL ? folder : "/nowhere");
      g_autofree char *with_url = replace (with_folder, URL, url);
      g_autofree char *with_id = replace (with_url, ID, id);

      if (folder == NULL && !is_behind && g_str_equal (argv[i], "--"))
        g_strv_builder_add_many (builder, QUESTION[0], QUESTION[1], NULL);
      is_behind = is_behind || g_str_equal (argv[i], "--");
      /* An identifier is none of these names, and neither is anything before `--`. */
      g_strv_builder_add (builder, is_behind ? with_id : with_folder);
    }
  return g_strv_builder_end (builder);
}

/**
 * trs_service_fetch_read_answer:
 * @line: foreign bytes: what a platform says of a video
 * @length: their number
 * @medium: (inout): gets title and length
 * @error: return location for an error: a sentence
 *
 * Returns: whether it can be fetched and paid for
 */
gboolean
trs_service_fetch_read_answer (const char        *line,
                               gsize              length,
                               TrsServiceMedium  *medium,
                               GError           **error)
{
  static const TrsServiceJsonMember members[] = {
    { "title", TRS_SERVICE_JSON_STRING, G_STRUCT_OFFSET (Answer, title), .fault = "its title is no text" },
    { "duration", TRS_SERVICE_JSON_NUMBER, G_STRUCT_OFFSET (Answer, duration), 0, MAX_SECONDS, .required = TRUE,
      .fault = "the platform does not say how long it is" },
    { "is_live", TRS_SERVICE_JSON_BOOLEAN, G_STRUCT_OFFSET (Answer, is_live), .fault = "it may be live" },
    { NULL }
  };
  g_autoptr (JsonNode) root = trs_service_json_parse (line, length, error);
  Answer answer = { NULL };

  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    trs_service_json_drop_nulls (json_node_get_object (root));
  if (root == NULL || !trs_service_json_read_members (root, members, FALSE, &answer, error))
    return FALSE;
  if (answer.is_live)
    return refuse (error, "it is live, and has no end");
  if (answer.title != NULL && *answer.title != '\0')
    trs_service_medium_set_title (medium, answer.title);
  medium->length = (gint64) answer.duration;
  return TRUE;
}

typedef struct
{
  TrsServiceMedium *medium;
  gboolean answered;
  GError *error;
} Question;

static void
question_free (Question *question)
{
  g_clear_pointer (&question->medium, trs_service_medium_free);
  g_clear_error (&question->error);
  g_free (question);
}

/* One line is the answer; a command that says more has found more than one video. */
static void
answer_cb (const char *line,
           gsize       length,
           gpointer    user_data)
{
  Question *question = user_data;

  if (question->error != NULL)
    return;
  if (question->answered)
    refuse (&question->error, "it is more than one video");
  else
    trs_service_fetch_read_answer (line, length, question->medium, &question->error);
  question->answered = TRUE;
}

static void
asked_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Question *question = g_task_get_task_data (task);
  GError *error = NULL;

  if (!trs_service_child_run_finish (result, &error))
    g_task_return_error (task, error);
  else if (question->error != NULL)
    g_task_return_error (task, g_steal_pointer (&question->error));
  else if (!question->answered)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, "the command said nothing");
  else
    g_task_return_pointer (task, g_steal_pointer (&question->medium), (GDestroyNotify) trs_service_medium_free);
}

/**
 * trs_service_fetch_find_async:
 * @self: a command
 * @id: what a submission names
 * @clock: the time
 * @cancellable: (nullable): ends it
 * @callback: called when it is known
 * @user_data: for @callback
 *
 * Asks for title and length, and fetches nothing.
 */
void
trs_service_fetch_find_async (const TrsServiceFetch *self,
                              const char            *id,
                              TrsClock              *clock,
                              GCancellable          *cancellable,
                              GAsyncReadyCallback    callback,
                              gpointer               user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autofree char *url = NULL;
  g_auto (GStrv) argv = NULL;
  Question *question;

  g_task_set_source_tag (task, trs_service_fetch_find_async);
  if (!trs_service_medium_is_id (id, MAX_ID))
    {
      g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, "it is no identifier of a platform");
      return;
    }

  url = self->pattern != NULL ? replace (self->pattern, ID, id) : g_strdup ("");
  question = g_new0 (Question, 1);
  question->medium = trs_service_medium_new (TRS_SERVICE_MEDIUM_FETCHED, id, NULL, url);
  g_task_set_task_data (task, question, (GDestroyNotify) question_free);
  argv = make_argv (self->command, id, url, NULL);
  trs_service_child_run_async ((const char * const *) argv, -1, FIND_DEADLINE, 0, clock, answer_cb, question,
                               cancellable, asked_cb, g_steal_pointer (&task));
}

/* Returns: (transfer full) (nullable): the video, whose path is its address; otherwise an error */
TrsServiceMedium *
trs_service_fetch_find_finish (GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_service_fetch_find_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

typedef struct
{
  char *folder;
  TrsClock *clock;
  guint look_id;
  GCancellable *cancellable;
  GCancellable *outer;
  gulong outer_id;
  gboolean too_large;
  gint64 percent;
  TrsServicePercentFunc percent_func;
  gpointer percent_data;
} Fetching;

static void
fetching_free (Fetching *fetching)
{
  trs_clock_clear_timeout (fetching->clock, &fetching->look_id);
  if (fetching->outer_id != 0)
    g_cancellable_disconnect (fetching->outer, fetching->outer_id);
  g_clear_object (&fetching->outer);
  g_object_unref (fetching->cancellable);
  g_object_unref (fetching->clock);
  g_free (fetching->folder);
  g_free (fetching);
}

/* @only: (out) (nullable) (optional): path of what is there, if that is one regular file and nothing else */
static gint64
measure_folder (const char  *folder,
                char       **only)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *found = NULL;
  gint64 size = 0;
  guint n = 0;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat info;

      n++;
      if (lstat (path, &info) == 0 && S_ISREG (info.st_mode))
        {
          size += info.st_size;
          g_free (found);
          found = g_strdup (path);
        }
    }
  if (only != NULL)
    *only = n == 1 && size > 0 ? g_steal_pointer (&found) : NULL;
  return size;
}

/* Checked on a timer, because RLIMIT_FSIZE limits each file, not all files of the folder together. */
static void
look_cb (gpointer user_data)
{
  Fetching *fetching = user_data;

  if (measure_folder (fetching->folder, NULL) > MAX_BYTES)
    {
      fetching->too_large = TRUE;
      g_cancellable_cancel (fetching->cancellable);
      return;
    }
  trs_clock_set_timeout (fetching->clock, &fetching->look_id, LOOK, look_cb, fetching);
}

/* A percentage, as commands write it for people. */
static void
progress_cb (const char *line,
             gsize       length,
             gpointer    user_data)
{
  Fetching *fetching = user_data;
  const char *sign = strchr (line, '%');
  const char *begin = sign;
  gint64 percent;

  while (begin != NULL && begin > line && (g_ascii_isdigit (begin[-1]) || begin[-1] == '.'))
    begin--;
  if (sign == NULL || begin == sign || !g_ascii_isdigit (*begin))
    return;
  percent = MIN (g_ascii_strtoll (begin, NULL, 10), 99);
  if (percent > fetching->percent && fetching->percent_func != NULL)
    {
      fetching->percent = percent;
      fetching->percent_func (percent, fetching->percent_data);
    }
}

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Fetching *fetching = g_task_get_task_data (task);
  g_autofree char *path = NULL;
  GError *error = NULL;

  trs_clock_clear_timeout (fetching->clock, &fetching->look_id);
  if (!trs_service_child_run_finish (result, &error) && !fetching->too_large)
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_error (&error);
  /* That it ended well proves nothing. */
  if (fetching->too_large || measure_folder (fetching->folder, &path) > MAX_BYTES)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_TOO_LARGE, "it is too large");
  else if (path == NULL)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, "it gave not one file");
  else
    g_task_return_pointer (task, g_steal_pointer (&path), g_free);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_cancellable_cancel (user_data);
}

/**
 * trs_service_fetch_run_async:
 * @command: that of a fetch, as it was when the job was made
 * @id: identifier of the video
 * @url: its address, or empty
 * @folder: a new folder for what is fetched
 * @length: seconds that the video has
 * @clock: the time
 * @percent: (nullable): gets what the command says of its progress
 * @percent_data: for @percent
 * @cancellable: ends it
 * @callback: called when it has ended
 * @user_data: for @callback
 *
 * Fetches the sound of a video, bounded in size and time.
 */
void
trs_service_fetch_run_async (const char            *command,
                             const char            *id,
                             const char            *url,
                             const char            *folder,
                             gint64                 length,
                             TrsClock              *clock,
                             TrsServicePercentFunc  percent,
                             gpointer               percent_data,
                             GCancellable          *cancellable,
                             GAsyncReadyCallback    callback,
                             gpointer               user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  g_auto (GStrv) argv = make_argv (command, id, url, folder);
  Fetching *fetching = g_new0 (Fetching, 1);
  guint deadline = (guint) MIN (RUN_DEADLINE + length * 1000, G_MAXINT);

  g_task_set_source_tag (task, trs_service_fetch_run_async);
  g_task_set_check_cancellable (task, FALSE);
  fetching->folder = g_strdup (folder);
  fetching->clock = g_object_ref (clock);
  fetching->cancellable = g_cancellable_new ();
  fetching->outer = g_object_ref (cancellable);
  fetching->percent = -1;
  fetching->percent_func = percent;
  fetching->percent_data = percent_data;
  g_task_set_task_data (task, fetching, (GDestroyNotify) fetching_free);
  fetching->outer_id =
      g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), fetching->cancellable, NULL);
  trs_clock_set_timeout (clock, &fetching->look_id, LOOK, look_cb, fetching);
  trs_service_child_run_async ((const char * const *) argv, -1, deadline, MAX_BYTES, clock, progress_cb, fetching,
                               fetching->cancellable, fetched_cb, task);
}

/* Returns: (transfer full) (nullable): path of the one file that was fetched */
char *
trs_service_fetch_run_finish (GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_service_fetch_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
