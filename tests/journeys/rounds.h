/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "full-service.h"

G_BEGIN_DECLS

/* Projects of LIST_KEY, to begin with and in the end, and those of TEXT_KEY. */
#define ROUNDS_N_BEFORE 350u
#define ROUNDS_N_LISTED 600u
#define ROUNDS_N_TEXTS 22u

/**
 * Series:
 * @service: which has the list
 * @mode: of the client
 * @key: whose projects
 * @n_listed: how many of them the service has
 * @base: (nullable): a file to begin with, that knows ROUNDS_N_BEFORE projects where it is of LIST_KEY
 * @in_memory: no file can be used at first, and then @base is there
 * @goes_on: the next life goes on with what the last one has left
 *
 * Lives that end too early, and one that does not.
 */
typedef struct
{
  FullService *service;
  const char *mode;
  const char *key;
  guint n_listed;
  const char *base;
  gboolean in_memory;
  gboolean goes_on;

  /*< private >*/
  char *path;
  guint n_writes;
  gint64 duration;
} Series;

char *rounds_make_base (FullService *service,
                        const char  *name,
                        const char  *mode,
                        const char  *key,
                        const char  *from);
void  rounds_run       (Series       series,
                        guint        n_deaths);

G_END_DECLS
