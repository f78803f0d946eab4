// SPDX-License-Identifier: MIT
// First file of HandlerConformanceTests.
