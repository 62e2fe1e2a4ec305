/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-screen-reader.h"

G_BEGIN_DECLS

/**
 * TrsWalk:
 * @screen: name of what is looked at
 * @root: a window or a popover
 * @min_target: how wide and high a target is at least
 * @complaints: (element-type utf8): what was found, each beginning with the name of the check
 *
 * A look at all that a window or popover shows.
 */
typedef struct
{
  const char *screen;
  GtkWidget *root;
  int min_target;
  GPtrArray *complaints;

  /*< private >*/
  GHashTable *reached;
  /* The picture, by rows of pixels in the order of Cairo. */
  guchar *pixels;
  int width;
  int height;
  gsize stride;
} TrsWalk;

TrsWalk   *trs_walk_new         (const char      *screen,
                                 gpointer         root,
                                 int              min_target);
void       trs_walk_free        (TrsWalk         *self);

void       trs_walk_measure     (TrsWalk         *self,
                                 int              width,
                                 int              height);
GdkTexture *trs_walk_look       (TrsWalk         *self);
void       trs_walk_go_round    (TrsWalk         *self);
guint      trs_walk_listen      (TrsWalk         *self,
                                 TrsScreenReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsWalk, trs_walk_free)

G_END_DECLS
