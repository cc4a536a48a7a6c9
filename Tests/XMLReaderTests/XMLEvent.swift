// SPDX-License-Identifier: GPL-3.0-or-later

/// One thing that a handler was told.
enum XMLEvent: Equatable {
    case start(String, [Attribute])
    case text(String)
    case end(String)

    /// An attribute as it was read.
    struct Attribute: Equatable {
        let name: String
        let value: String
    }
}
