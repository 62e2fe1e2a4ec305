/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-filter.h"

#include "trs-words.h"

struct _TrsProjectFilter
{
  GtkFilter parent_instance;

  TrsProjectShow show;
  char *text;
  char **words;
};

G_DEFINE_FINAL_TYPE (TrsProjectFilter, trs_project_filter, GTK_TYPE_FILTER)

/* Capitals and accents make no difference. */
static char *
fold (const char *text)
{
  g_autofree char *decomposed = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  g_autoptr (GString) bare = NULL;

  if (decomposed == NULL)
    return g_strdup ("");

  bare = g_string_new (NULL);
  for (const char *p = decomposed; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_ismark (g_utf8_get_char (p)))
      g_string_append_unichar (bare, g_utf8_get_char (p));

  return g_utf8_casefold (bare->str, (gssize) bare->len);
}

static gboolean
shows (TrsProjectShow  show,
       TrsProject     *project)
{
  TrsProjectState state = trs_project_get_state (project);
  gboolean pending = trs_project_get_pending (project);

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

static gboolean
trs_project_filter_match (GtkFilter *filter,
                          gpointer   item)
{
  TrsProjectFilter *self = TRS_PROJECT_FILTER (filter);
  g_autofree char *title = NULL;
  g_autofree char *folded = NULL;

  if (!shows (self->show, item))
    return FALSE;
  if (self->words == NULL)
    return TRUE;

  if (g_strcmp0 (trs_project_get_video_id (item), self->text) == 0)
    return TRUE;
  title = trs_words_project_title (item);
  folded = fold (title);
  for (char **word = self->words; *word != NULL; word++)
    if (strstr (folded, *word) == NULL)
      return FALSE;

  return TRUE;
}

static GtkFilterMatch
trs_project_filter_get_strictness (GtkFilter *filter)
{
  return trs_project_filter_is_open (TRS_PROJECT_FILTER (filter)) ? GTK_FILTER_MATCH_ALL : GTK_FILTER_MATCH_SOME;
}

static void
trs_project_filter_finalize (GObject *object)
{
  TrsProjectFilter *self = TRS_PROJECT_FILTER (object);

  g_free (self->text);
  g_strfreev (self->words);

  G_OBJECT_CLASS (trs_project_filter_parent_class)->finalize (object);
}

static void
trs_project_filter_class_init (TrsProjectFilterClass *klass)
{
  GTK_FILTER_CLASS (klass)->match = trs_project_filter_match;
  GTK_FILTER_CLASS (klass)->get_strictness = trs_project_filter_get_strictness;
  G_OBJECT_CLASS (klass)->finalize = trs_project_filter_finalize;
}

static void
trs_project_filter_init (TrsProjectFilter *self)
{
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

/**
 * trs_project_filter_has_text:
 * @self: a filter
 *
 * Returns: %TRUE if words are looked for
 */
gboolean
trs_project_filter_has_text (TrsProjectFilter *self)
{
  g_return_val_if_fail (TRS_IS_PROJECT_FILTER (self), FALSE);

  return self->words != NULL;
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
  TrsProjectShow old = self->show;

  g_return_if_fail (TRS_IS_PROJECT_FILTER (self));

  if (old == show)
    return;

  self->show = show;
  gtk_filter_changed (GTK_FILTER (self), show == TRS_PROJECT_SHOW_ALL   ? GTK_FILTER_CHANGE_LESS_STRICT
                                         : old == TRS_PROJECT_SHOW_ALL ? GTK_FILTER_CHANGE_MORE_STRICT
                                                                       : GTK_FILTER_CHANGE_DIFFERENT);
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

  folded = fold (self->text);
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
  gtk_filter_changed (GTK_FILTER (self), GTK_FILTER_CHANGE_DIFFERENT);
}

/**
 * trs_project_filter_recheck:
 * @self: a filter
 *
 * Looks at every project again, as after their states may have changed.
 */
void
trs_project_filter_recheck (TrsProjectFilter *self)
{
  g_return_if_fail (TRS_IS_PROJECT_FILTER (self));

  if (!trs_project_filter_is_open (self))
    gtk_filter_changed (GTK_FILTER (self), GTK_FILTER_CHANGE_DIFFERENT);
}
