/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

void trs_process_begin (void);
