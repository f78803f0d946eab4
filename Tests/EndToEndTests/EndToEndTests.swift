// SPDX-License-Identifier: MIT
// First file of EndToEndTests.
