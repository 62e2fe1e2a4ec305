/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "config.h"

/* The one translation domain of all floors. */
#define GETTEXT_PACKAGE TRS_GETTEXT_PACKAGE

#include <glib/gi18n-lib.h>
