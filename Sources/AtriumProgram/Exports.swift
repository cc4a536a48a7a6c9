// SPDX-License-Identifier: GPL-3.0-or-later

// The main file of a program has its apps and their types at hand.
@_exported public import AtriumKit
