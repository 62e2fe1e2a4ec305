/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsWorkerSandboxKind:
 * @TRS_WORKER_SANDBOX_DECODER: what reads strangers' files in this program
 * @TRS_WORKER_SANDBOX_COMMAND: a program of the user, which may need a graphics card and reads its own files
 */
typedef enum
{
  TRS_WORKER_SANDBOX_DECODER,
  TRS_WORKER_SANDBOX_COMMAND,
} TrsWorkerSandboxKind;

/**
 * TrsWorkerSandbox:
 * @kind: for whom
 * @readable: (array zero-terminated=1): files and folders that may be read, beside those of the system
 * @writable: (nullable): the folder in which files may be made and changed
 */
typedef struct
{
  TrsWorkerSandboxKind kind;
  const char * const *readable;
  const char *writable;
} TrsWorkerSandbox;

int  trs_worker_sandbox_get_landlock (void);
void trs_worker_sandbox_enter        (const TrsWorkerSandbox *self);
void trs_worker_sandbox_close_all    (int                     lowest);

G_END_DECLS
