/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsCliKeySource:
 * @standard_input: whether it is read from standard input
 * @fd: (nullable): number of an open file descriptor, as it was typed
 * @credential: (nullable): name of a file in the folder that `$CREDENTIALS_DIRECTORY` names, see systemd.exec(5)
 *
 * Where a key comes from that is not in the keyring. It is never an argument or
 * a variable of the environment, because others can see those.
 */
typedef struct
{
  gboolean standard_input;
  char *fd;
  char *credential;
} TrsCliKeySource;

gboolean  trs_cli_key_source_is_set (const TrsCliKeySource  *self);
gboolean  trs_cli_key_source_check  (const TrsCliKeySource  *self,
                                     GError                **error);
char     *trs_cli_read_key          (const TrsCliKeySource  *source,
                                     GError                **error);
