/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-page.h"

#include "trs-compat.h"
#include "trs-widget-utils.h"

typedef struct
{
  TrsSession *session;
  TrsProject *project;
  gboolean folded;
  gboolean back;
  gboolean compact;
  char *told_pattern;
} TrsPagePrivate;

enum
{
  PROP_SESSION = 1,
  PROP_PROJECT,
  PROP_FOLDED,
  PROP_BACK,
  PROP_COMPACT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TrsPage, trs_page, ADW_TYPE_BIN)

static void
update (TrsPage *self)
{
  if (TRS_PAGE_GET_CLASS (self)->update != NULL)
    TRS_PAGE_GET_CLASS (self)->update (self);
}

static void
set_session (TrsPage    *self,
             TrsSession *session)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (self);

  if (priv->session == session)
    return;

  g_set_object (&priv->session, session);
  update (self);
  if (TRS_PAGE_GET_CLASS (self)->session_changed != NULL)
    TRS_PAGE_GET_CLASS (self)->session_changed (self);
}

/* Notifying `project` evaluates the bindings of the template again. */
static void
project_changed_cb (TrsPage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PROJECT]);
  update (self);
}

static void
set_project (TrsPage    *self,
             TrsProject *project)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (self);

  if (priv->project == project)
    return;

  if (priv->project != NULL)
    g_signal_handlers_disconnect_by_data (priv->project, self);
  g_set_object (&priv->project, project);
  if (project != NULL)
    g_signal_connect_object (project, "changed", G_CALLBACK (project_changed_cb), self, G_CONNECT_SWAPPED);
  project_changed_cb (self);
  if (TRS_PAGE_GET_CLASS (self)->project_changed != NULL)
    TRS_PAGE_GET_CLASS (self)->project_changed (self);
}

/* Returns: the field of a boolean property */
static gboolean *
get_flag (TrsPage *self,
          guint    id)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (self);

  return id == PROP_FOLDED ? &priv->folded : id == PROP_BACK ? &priv->back : &priv->compact;
}

static void
trs_page_get_property (GObject    *object,
                       guint       id,
                       GValue     *value,
                       GParamSpec *pspec)
{
  TrsPage *self = TRS_PAGE (object);
  TrsPagePrivate *priv = trs_page_get_instance_private (self);

  if (id == PROP_SESSION)
    g_value_set_object (value, priv->session);
  else if (id == PROP_PROJECT)
    g_value_set_object (value, priv->project);
  else
    g_value_set_boolean (value, *get_flag (self, id));
}

static void
trs_page_set_property (GObject      *object,
                       guint         id,
                       const GValue *value,
                       GParamSpec   *pspec)
{
  TrsPage *self = TRS_PAGE (object);

  if (id == PROP_SESSION)
    set_session (self, g_value_get_object (value));
  else if (id == PROP_PROJECT)
    set_project (self, g_value_get_object (value));
  else if (*get_flag (self, id) != g_value_get_boolean (value))
    {
      *get_flag (self, id) = g_value_get_boolean (value);
      update (self);
      trs_widget_set_css_class (GTK_WIDGET (self), "compact", trs_page_get_compact (self));
    }
}

/* Labels can be completed only after the subclass has initialised its template. */
static void
trs_page_constructed (GObject *object)
{
  G_OBJECT_CLASS (trs_page_parent_class)->constructed (object);

  trs_labels_complete (GTK_WIDGET (object));
}

static void
trs_page_dispose (GObject *object)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (TRS_PAGE (object));

  g_clear_object (&priv->project);
  g_clear_object (&priv->session);

  G_OBJECT_CLASS (trs_page_parent_class)->dispose (object);
}

static void
trs_page_finalize (GObject *object)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (TRS_PAGE (object));

  g_free (priv->told_pattern);

  G_OBJECT_CLASS (trs_page_parent_class)->finalize (object);
}

static void
trs_page_class_init (TrsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  object_class->get_property = trs_page_get_property;
  object_class->set_property = trs_page_set_property;
  object_class->constructed = trs_page_constructed;
  object_class->dispose = trs_page_dispose;
  object_class->finalize = trs_page_finalize;

  props[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TRS_TYPE_SESSION, flags);
  props[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT, flags | G_PARAM_EXPLICIT_NOTIFY);
  props[PROP_FOLDED] = g_param_spec_boolean ("folded", NULL, NULL, FALSE, flags);
  props[PROP_BACK] = g_param_spec_boolean ("back", NULL, NULL, FALSE, flags);
  props[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_page_init (TrsPage *self)
{
}

/* Returns: (transfer none) (nullable): the session; %NULL before it is set */
TrsSession *
trs_page_get_session (TrsPage *self)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (self);

  return priv->session;
}

/* Returns: (transfer none) (nullable): the project that is shown */
TrsProject *
trs_page_get_project (TrsPage *self)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (self);

  return priv->project;
}

/* Returns: whether the page is shown alone */
gboolean
trs_page_get_folded (TrsPage *self)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (self);

  return priv->folded;
}

/* Returns: whether the window is narrow */
gboolean
trs_page_get_compact (TrsPage *self)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (self);

  return priv->compact;
}

/**
 * trs_page_tell_pattern:
 * @self: a page
 * @pattern: the address pattern of videos
 *
 * Remembers which address the user of the page was last informed about.
 *
 * Returns: whether it is another one than before, and the user is to be informed
 */
gboolean
trs_page_tell_pattern (TrsPage    *self,
                       const char *pattern)
{
  TrsPagePrivate *priv = trs_page_get_instance_private (self);

  return trs_set_str (&priv->told_pattern, pattern);
}
