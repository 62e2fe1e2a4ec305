/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "full-service.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * Client:
 * @n_kept: the texts of which it has told that they are kept
 * @n_rows: the projects of which it has told
 * @listed: whether it is at the end of the list, or of its life
 *
 * The program without a window, keep-client.c, and what it tells.
 */
typedef struct
{
  GSubprocess *process;
  GDataInputStream *words;
  gint64 started;
  guint n_kept;
  guint n_rows;
  gboolean listed;
} Client;

Client *client_new          (FullService *service,
                             const char  *mode,
                             const char  *path,
                             const char  *key);
void    client_free         (Client      *self);
char   *client_read         (Client      *self);
void    client_read_until   (Client      *self,
                             const char  *word);
void    client_kill         (Client      *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Client, client_free)

char   *client_make_path    (const char  *name);
void    client_finish_texts (FullService *service,
                             const char  *path);

G_END_DECLS
