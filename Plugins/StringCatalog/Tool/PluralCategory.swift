// SPDX-License-Identifier: GPL-3.0-or-later

/// A plural category of CLDR, in the order in which CLDR lists them.
enum PluralCategory: String, CaseIterable {
    case zero, one, two, few, many, other
}
