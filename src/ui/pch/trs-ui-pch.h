/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Precompiled header: parsing these headers takes most of the compile time of any file in ui/. */
#include <adwaita.h>
