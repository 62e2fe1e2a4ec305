/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-filter.h"

#include <string.h>

#include "trs-title-fold.h"

struct _TrsProjectFilter
{
  GObject parent_instance;

  TrsProjectShow show;
  char *text;
  char **words;

  /* the title that is just looked at */
  GString *title;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsProjectFilter, trs_project_filter, G_TYPE_OBJECT)

/**
 * trs_project_show_includes:
 * @show: a kind of projects
 * @state: state of a project
 * @pending: whether it is a submission whose outcome is not known
 *
 * Returns: %TRUE if the project is of that kind
 */
gboolean
trs_project_show_includes (TrsProjectShow  show,
                           TrsProjectState state,
                           gboolean        pending)
{
  switch (show)
    {
    case TRS_PROJECT_SHOW_IN_PROGRESS:
      return pending || !trs_project_state_is_final (state);
    case TRS_PROJECT_SHOW_DONE:
      return !pending && state == TRS_PROJECT_STATE_DONE;
    case TRS_PROJECT_SHOW_FAILED:
      return !pending && state == TRS_PROJECT_STATE_ERROR;
    case TRS_PROJECT_SHOW_ALL:
    default:
      return TRUE;
    }
}

static void
trs_project_filter_finalize (GObject *object)
{
  TrsProjectFilter *self = TRS_PROJECT_FILTER (object);

  g_free (self->text);
  g_strfreev (self->words);
  g_string_free (self->title, TRUE);

  G_OBJECT_CLASS (trs_project_filter_parent_class)->finalize (object);
}

static void
trs_project_filter_class_init (TrsProjectFilterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_project_filter_finalize;

  signals[CHANGED] = g_signal_new ("changed", TRS_TYPE_PROJECT_FILTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
trs_project_filter_init (TrsProjectFilter *self)
{
  self->title = g_string_new (NULL);
}

/**
 * trs_project_filter_new:
 *
 * Returns: (transfer full): a filter that lets everything through
 */
TrsProjectFilter *
trs_project_filter_new (void)
{
  return g_object_new (TRS_TYPE_PROJECT_FILTER, NULL);
}

/**
 * trs_project_filter_is_open:
 * @self: a filter
 *
 * Returns: %TRUE if it lets everything through
 */
gboolean
trs_project_filter_is_open (TrsProjectFilter *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT_FILTER (self), TRUE);

  return self->show == TRS_PROJECT_SHOW_ALL && self->words == NULL;
}

/* An identifier is looked for as a whole. */
static gboolean
is_video (TrsProjectFilter       *self,
          const TrsPackedProject *packed)
{
  const char *video_id = trs_packed_project_get_video_id (packed);

  return video_id != NULL && *video_id == *self->text && g_str_equal (video_id, self->text);
}

/**
 * trs_project_filter_matches:
 * @self: a filter
 * @packed: a project
 *
 * Returns: %TRUE if @packed is let through
 */
gboolean
trs_project_filter_matches (TrsProjectFilter       *self,
                            const TrsPackedProject *packed)
{
  const char *title;
  gsize length;

  if (!trs_project_show_includes (self->show, trs_packed_project_get_state (packed),
                                  trs_packed_project_get_pending (packed)))
    return FALSE;
  if (self->words == NULL)
    return TRUE;

  title = trs_packed_project_get_title (packed, self->title, &length);
  for (char **word = self->words; *word != NULL; word++)
    if (!trs_title_contains (title, length, *word, strlen (*word)))
      return is_video (self, packed);

  return TRUE;
}

/**
 * trs_project_filter_set_show:
 * @self: a filter
 * @show: the kind of projects
 *
 * Chooses which kind is let through.
 */
void
trs_project_filter_set_show (TrsProjectFilter *self,
                             TrsProjectShow    show)
{
  g_return_if_fail (TRS_IS_PROJECT_FILTER (self));

  if (self->show == show)
    return;

  self->show = show;
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * trs_project_filter_set_text:
 * @self: a filter
 * @text: (nullable): words that are looked for, in any order
 *
 * Chooses what is looked for.
 */
void
trs_project_filter_set_text (TrsProjectFilter *self,
                             const char       *text)
{
  g_autofree char *old = NULL;
  g_autofree char *folded = NULL;
  g_autoptr (GStrvBuilder) words = NULL;
  g_auto (GStrv) parts = NULL;
  gboolean any = FALSE;

  g_return_if_fail (TRS_IS_PROJECT_FILTER (self));

  old = self->text;
  self->text = g_strstrip (g_strdup (text != NULL ? text : ""));
  if (g_strcmp0 (old != NULL ? old : "", self->text) == 0)
    return;

  folded = trs_title_fold (self->text);
  parts = g_strsplit_set (folded, " \t\n", -1);
  words = g_strv_builder_new ();
  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0')
      {
        g_strv_builder_add (words, *part);
        any = TRUE;
      }

  g_clear_pointer (&self->words, g_strfreev);
  if (any)
    self->words = g_strv_builder_end (words);
  g_signal_emit (self, signals[CHANGED], 0);
}
