/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* What a fuzz target defines. It returns 0, and ends the program where a promise is broken. */
int LLVMFuzzerTestOneInput (const uint8_t *data,
                            size_t         size);
