/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

GBytes *trs_service_description_load (void);
