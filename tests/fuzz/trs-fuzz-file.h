/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A parser that reads a file gets one with these bytes. */
void trs_fuzz_file_write (const char    *path,
                          const uint8_t *data,
                          size_t         size);

const char *trs_fuzz_file_get_folder (void);
