/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"

/* Between what is read from the settings and what is checked and written there. */

G_BEGIN_DECLS

struct _TrsAccount
{
  GObject parent_instance;

  GSettings *settings;
  char *server_address;
  char *submit_field;
  char *project_field;
  char *video_pattern;
  char *callback_address;
  char *callback_interface;
};

G_END_DECLS
