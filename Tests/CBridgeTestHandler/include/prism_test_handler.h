// SPDX-License-Identifier: MIT
// A pipeline handler that breaks its promises, as a plug-in; each camera breaks another one.
#pragma once

#include "prism_pipeline.h"

/// The plug-in's entry. Thread: any. The handler has none of its own: a call of camera_now() is its tick, and what
/// a camera's id says happens:
///
///     good      the oldest request completes
///     twice     the oldest request completes twice
///     late      the same; but stop completes nothing, and ticks after it complete what was queued
///     foreign   a completion that is nobody's
///     refusing  camera_queue fails with -ENODEV from the first tick on
///     startup   every request completes as a start-up frame
///
/// Thread: any.
const prism_pipeline_v1 *prism_pipeline_entry(uint32_t abi);
