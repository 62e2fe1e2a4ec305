/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript.h"

void trs_word_borders_widen (TrsTranscript   *transcript,
                             TrsTextFlags     flags,
                             TrsTextPosition *start,
                             TrsTextPosition *end);
