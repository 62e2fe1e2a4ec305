/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Precompiled: each of the files of ui/ reads it, and most of what it takes to compile them is to read it. */
#include <adwaita.h>
