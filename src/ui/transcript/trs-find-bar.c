/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-find-bar.h"

#include "trs-find-marks.h"
#include "trs-i18n.h"

/* The head of the page keeps little distance from the header bar, and more from a bar. */
#define SPACE_BELOW 10

struct _TrsFindBar
{
  AdwBin parent_instance;

  GtkSearchBar *bar;
  GtkSearchEntry *entry;
  GtkLabel *count;
  GtkWidget *previous;
  GtkWidget *next;

  TrsTranscriptView *view;
  TrsFindMarks *marks;
  TrsTranscriptFind *find;
  GCancellable *cancellable;

  /* what was looked for in every transcript, as long as it is not changed here, and where to go first */
  char *query;
  TrsTextPosition place;
  gboolean place_wanted;
};

enum
{
  PROP_0,
  PROP_OPEN,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsFindBar, trs_find_bar, ADW_TYPE_BIN)

static gboolean
is_open (TrsFindBar *self)
{
  return gtk_search_bar_get_search_mode (self->bar);
}

static void
show_count (TrsFindBar *self)
{
  guint n = self->marks != NULL ? trs_find_marks_get_n_hits (self->marks) : 0;
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *text = NULL;

  if (n > 0)
    /* Translators: which of the places where the words stand, "2 of 4". */
    text = g_strdup_printf (_("%d of %u"), trs_find_marks_get_current (self->marks) + 1, n);
  else if (*words != '\0' && self->find != NULL)
    text = g_strdup (_("Not found"));

  gtk_label_set_label (self->count, text != NULL ? text : "");
  gtk_widget_set_sensitive (self->previous, n > 0);
  gtk_widget_set_sensitive (self->next, n > 0);
}

static void
set_current (TrsFindBar *self,
             int         index)
{
  int n = trs_find_marks_get_n_hits (self->marks);

  if (n > 0)
    trs_find_marks_set_current (self->marks, (index % n + n) % n);
  show_count (self);
}

/* The place is where the reader wanted to be; he is in the text now, not in the bar. */
static TrsTextPosition
take_place (TrsFindBar *self)
{
  if (!self->place_wanted || self->find == NULL)
    return trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view));

  self->place_wanted = FALSE;
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
  return self->place;
}

/* Searches for what is typed, and goes to the first hit from the caret on. */
static void
search (TrsFindBar *self)
{
  g_autoptr (GArray) hits = NULL;

  if (self->marks == NULL)
    return;

  if (is_open (self) && self->find != NULL && self->query != NULL)
    hits = g_array_ref (trs_transcript_find_get_found (self->find));
  else if (is_open (self) && self->find != NULL)
    hits = trs_transcript_find_search (self->find, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  trs_find_marks_set_hits (self->marks, hits);
  set_current (self, trs_find_marks_find (self->marks, take_place (self)));
}

static void
prepared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsTranscriptFind) find = trs_transcript_find_new_finish (result, NULL);
  TrsFindBar *self = user_data;

  /* Cancelled; the bar may be gone. */
  if (find == NULL)
    return;

  g_clear_object (&self->cancellable);
  g_set_object (&self->find, find);
  search (self);
}

static void
forget (TrsFindBar *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->find);
}

static void
prepare (TrsFindBar *self)
{
  TrsTranscript *transcript = self->view != NULL ? trs_transcript_view_get_transcript (self->view) : NULL;

  forget (self);
  if (transcript == NULL)
    {
      search (self);
      return;
    }

  self->cancellable = g_cancellable_new ();
  trs_transcript_find_new_async (transcript, trs_transcript_view_get_flags (self->view), self->query,
                                 self->cancellable, prepared_cb, self);
}

static void
open_changed_cb (TrsFindBar *self)
{
  gtk_widget_set_margin_bottom (GTK_WIDGET (self), is_open (self) ? SPACE_BELOW : 0);
  if (is_open (self))
    {
      prepare (self);
    }
  else
    {
      forget (self);
      search (self);
      if (self->view != NULL)
        gtk_widget_grab_focus (GTK_WIDGET (self->view));
    }
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OPEN]);
}

static void
search_changed_cb (TrsFindBar *self)
{
  if (g_strcmp0 (self->query, gtk_editable_get_text (GTK_EDITABLE (self->entry))) != 0)
    g_clear_pointer (&self->query, g_free);
  search (self);
}

static void
next_cb (TrsFindBar *self)
{
  trs_find_bar_step (self, 1);
}

static void
previous_cb (TrsFindBar *self)
{
  trs_find_bar_step (self, -1);
}

static void
set_view (TrsFindBar        *self,
          TrsTranscriptView *view)
{
  if (!g_set_object (&self->view, view))
    return;

  g_clear_object (&self->marks);
  if (view != NULL)
    self->marks = trs_find_marks_new (view);
}

static void
trs_find_bar_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  TrsFindBar *self = TRS_FIND_BAR (object);

  switch (id)
    {
    case PROP_OPEN:
      g_value_set_boolean (value, is_open (self));
      break;
    case PROP_VIEW:
      g_value_set_object (value, self->view);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_find_bar_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  TrsFindBar *self = TRS_FIND_BAR (object);

  switch (id)
    {
    case PROP_OPEN:
      if (g_value_get_boolean (value))
        trs_find_bar_open (self);
      else
        trs_find_bar_close (self);
      break;
    case PROP_VIEW:
      set_view (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_find_bar_dispose (GObject *object)
{
  TrsFindBar *self = TRS_FIND_BAR (object);

  forget (self);
  if (self->bar != NULL)
    g_signal_handlers_disconnect_by_data (self->bar, self);
  if (self->marks != NULL)
    g_object_run_dispose (G_OBJECT (self->marks));
  g_clear_object (&self->marks);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (trs_find_bar_parent_class)->dispose (object);
}

static void
trs_find_bar_finalize (GObject *object)
{
  g_free (TRS_FIND_BAR (object)->query);

  G_OBJECT_CLASS (trs_find_bar_parent_class)->finalize (object);
}

static void
trs_find_bar_class_init (TrsFindBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = trs_find_bar_dispose;
  object_class->finalize = trs_find_bar_finalize;
  object_class->get_property = trs_find_bar_get_property;
  object_class->set_property = trs_find_bar_set_property;

  props[PROP_OPEN] = g_param_spec_boolean ("open", NULL, NULL, FALSE, flags);
  props[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, TRS_TYPE_TRANSCRIPT_VIEW, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-find-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, bar);
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, entry);
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, count);
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, previous);
  gtk_widget_class_bind_template_child (widget_class, TrsFindBar, next);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
  gtk_widget_class_bind_template_callback (widget_class, previous_cb);
  gtk_widget_class_bind_template_callback (widget_class, trs_find_bar_close);
}

static void
trs_find_bar_init (TrsFindBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  gtk_search_bar_connect_entry (self->bar, GTK_EDITABLE (self->entry));
  g_signal_connect_swapped (self->bar, "notify::search-mode-enabled", G_CALLBACK (open_changed_cb), self);
  show_count (self);
}

/**
 * trs_find_bar_open:
 * @self: a find bar
 *
 * Opens the bar, or takes the focus to it.
 */
void
trs_find_bar_open (TrsFindBar *self)
{
  gtk_search_bar_set_search_mode (self->bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

/**
 * trs_find_bar_show:
 * @self: a find bar
 * @query: what was looked for in every transcript
 * @place: where in this one
 *
 * Opens the bar filled in, and goes to the first hit from @place on, as soon
 * as the view has its text. Until something else is typed, the hits are those
 * of the search across every transcript.
 */
void
trs_find_bar_show (TrsFindBar      *self,
                   const char      *query,
                   TrsTextPosition  place)
{
  gboolean was_open = is_open (self);

  /* The entry is empty for a moment, which counts as another query. */
  gtk_editable_set_text (GTK_EDITABLE (self->entry), query);
  g_free (self->query);
  self->query = g_strdup (query);
  self->place = place;
  self->place_wanted = TRUE;
  if (was_open)
    prepare (self);
  else
    gtk_search_bar_set_search_mode (self->bar, TRUE);
}

/**
 * trs_find_bar_close:
 * @self: a find bar
 *
 * Closes the bar; the focus goes to the text.
 */
void
trs_find_bar_close (TrsFindBar *self)
{
  gtk_search_bar_set_search_mode (self->bar, FALSE);
}

/**
 * trs_find_bar_step:
 * @self: a find bar
 * @step: 1 for the next hit, -1 for the one before
 *
 * Goes to another hit, round the ends of the text. Opens the bar if it is
 * closed.
 */
void
trs_find_bar_step (TrsFindBar *self,
                   int         step)
{
  if (!is_open (self))
    trs_find_bar_open (self);
  else if (self->marks != NULL)
    set_current (self, trs_find_marks_get_current (self->marks) + step);
}

/**
 * trs_find_bar_refresh:
 * @self: a find bar
 *
 * To be called when the view shows another text.
 */
void
trs_find_bar_refresh (TrsFindBar *self)
{
  if (is_open (self))
    prepare (self);
  else
    search (self);
}
