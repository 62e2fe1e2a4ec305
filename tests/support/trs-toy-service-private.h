/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-toy-service.h"

G_BEGIN_DECLS

typedef struct
{
  char *id;
  char *key; /* of its user; NULL for the one of the service */
  char *video_id;
  char *state;
  gboolean hidden;
  gint64 created_at;
  char *texts[4];
} ToyProject;

typedef struct
{
  char *part;
  TrsToyFault fault;
  guint status;
  gint retry_after;
  guint times;
} Fault;

typedef struct
{
  gint64 time;
  char *line;
  char *key;
  char *body;
} Asked;

typedef struct
{
  GTask *task;
  GSource *cancelled;
} Held;

struct _TrsToyService
{
  GObject parent_instance;

  TrsClock *clock;
  char *key;
  GPtrArray *users; /* keys of others */
  guint last_id;
  gint64 last_created;
  gint64 behind; /* its clock, compared with that of the test */
  GPtrArray *projects;
  GPtrArray *faults;
  GPtrArray *asked;
  GPtrArray *held;
  gboolean hold;
  gboolean keep_open;
  guint page_size;
  guint n_pages;
};

ToyProject *trs_toy_find         (TrsToyService    *self,
                                  const char       *id);
TrsReply   *trs_toy_answer       (TrsToyService    *self,
                                  const TrsRequest *request);
TrsReply   *trs_toy_answer_error (guint             status);

G_END_DECLS
