/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-other-client.h"

#include "trs-test-utils.h"

#include <gdk/gdk.h>

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>

/* Milliseconds: a program that sends nothing for so long has frozen. */
#define PATIENCE 20000

typedef struct
{
  char *display_name;
  char *selection;
  char *target;
  char *property_name;
  Display *display;
  Window window;
  Atom property;
} Paste;

static void
paste_free (Paste *self)
{
  XCloseDisplay (self->display);
  g_free (self->display_name);
  g_free (self->selection);
  g_free (self->target);
  g_free (self->property_name);
  g_free (self);
}

/* The main loop may stand still meanwhile, so that no alarm of its own would go off. */
static void
wait_for_event (Paste  *self,
                int     type,
                XEvent *event)
{
  struct pollfd connection = { .fd = ConnectionNumber (self->display), .events = POLLIN };

  XFlush (self->display);
  while (!XCheckTypedWindowEvent (self->display, self->window, type, event))
    if (poll (&connection, 1, PATIENCE) == 0)
      g_error ("%s as %s: the program has frozen", self->selection, self->target);
}

static void
append_atoms (Paste      *self,
              const Atom *atoms,
              gulong      n_atoms,
              GString    *out)
{
  for (gulong i = 0; i < n_atoms; i++)
    {
      char *name = XGetAtomName (self->display, atoms[i]);

      g_string_append_printf (out, "%s\n", name);
      XFree (name);
    }
}

/* Reads what is there and deletes it, by which the owner knows that it may go on. Returns: its type */
static Atom
take_property (Paste   *self,
               GString *out)
{
  guchar *data = NULL;
  gulong n_items;
  gulong left;
  Atom type;
  int format;

  XGetWindowProperty (self->display, self->window, self->property, 0, G_MAXINT32 / 4, True, AnyPropertyType, &type,
                      &format, &n_items, &left, &data);
  if (type == XA_ATOM)
    append_atoms (self, (const Atom *) data, n_items, out);
  else if (format == 8)
    g_string_append_len (out, (const char *) data, (gssize) n_items);
  XFree (data);
  return type;
}

static gboolean
take_piece (Paste   *self,
            GString *out)
{
  gsize before = out->len;
  XEvent event;

  do
    wait_for_event (self, PropertyNotify, &event);
  while (event.xproperty.atom != self->property || event.xproperty.state != PropertyNewValue);
  take_property (self, out);
  return out->len > before;
}

static void
paste_in_thread (GTask        *task,
                 gpointer      source,
                 gpointer      data,
                 GCancellable *cancellable)
{
  Paste *self = data;
  g_autoptr (GString) out = g_string_new (NULL);
  XEvent event;

  self->display = XOpenDisplay (self->display_name);
  g_assert_nonnull (self->display);
  self->window = XCreateSimpleWindow (self->display, DefaultRootWindow (self->display), 0, 0, 1, 1, 0, 0, 0);
  self->property = XInternAtom (self->display, self->property_name, False);
  XSelectInput (self->display, self->window, PropertyChangeMask);
  XConvertSelection (self->display, XInternAtom (self->display, self->selection, False),
                     XInternAtom (self->display, self->target, False), self->property, self->window, CurrentTime);

  wait_for_event (self, SelectionNotify, &event);
  if (event.xselection.property == None)
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }

  while (XCheckTypedWindowEvent (self->display, self->window, PropertyNotify, &event))
    continue;
  if (take_property (self, out) == XInternAtom (self->display, "INCR", False))
    {
      g_string_truncate (out, 0);
      while (take_piece (self, out))
        continue;
    }
  g_task_return_pointer (task, g_strdup (out->str), g_free);
}

/**
 * trs_other_client_paste:
 * @selection: `CLIPBOARD` or `PRIMARY`
 * @target: the form that is wanted, such as `UTF8_STRING`; `TARGETS` for the names of all, one a line
 *
 * Pastes what this program, or another one, offers. A program that freezes ends the test.
 *
 * Returns: (transfer full) (nullable): what came; %NULL if it is not offered in this form
 */
char *
trs_other_client_paste (const char *selection,
                        const char *target)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  static guint n_pastes;
  Paste *paste = g_new0 (Paste, 1);
  char *text;

  paste->display_name = g_strdup (gdk_display_get_name (gdk_display_get_default ()));
  paste->selection = g_strdup (selection);
  paste->target = g_strdup (target);
  /* A connection gets the numbers of the one before. GTK takes what becomes of a property of the same name in a window
   * of the same number for news of the transfer that ended a moment ago, and releases that once more. */
  paste->property_name = g_strdup_printf ("TRS_PASTED_%u", n_pastes++);
  task = g_task_new (NULL, NULL, trs_test_store_result, &result);
  g_task_set_task_data (task, paste, (GDestroyNotify) paste_free);
  g_task_run_in_thread (task, paste_in_thread);
  trs_test_wait_result (result);
  text = g_task_propagate_pointer (G_TASK (result), &error);
  g_assert_no_error (error);
  return text;
}

/**
 * trs_other_client_assert_paste:
 * @selection: `CLIPBOARD` or `PRIMARY`
 * @text: what has to come, in UTF-8
 *
 * Pastes in each form in which programs ask for Unicode.
 */
void
trs_other_client_assert_paste (const char *selection,
                               const char *text)
{
  static const char *const targets[] = { "UTF8_STRING", "text/plain;charset=utf-8", "text/plain" };

  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autofree char *pasted = trs_other_client_paste (selection, targets[i]);

      /* Not g_assert_cmpstr(), which would print megabytes. */
      g_test_message ("%s as %s: %zu bytes", selection, targets[i], pasted != NULL ? strlen (pasted) : 0);
      g_assert_true (g_strcmp0 (pasted, text) == 0);
    }
}
