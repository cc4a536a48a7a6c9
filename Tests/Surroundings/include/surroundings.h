// SPDX-License-Identifier: GPL-3.0-or-later

// The surroundings that all tests of the package share. Linking the module sets them before anything else runs; nothing is
// imported or called.
