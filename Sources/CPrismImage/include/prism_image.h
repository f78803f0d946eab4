// SPDX-License-Identifier: MIT
// The image room.
#pragma once
