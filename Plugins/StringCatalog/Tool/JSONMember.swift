// SPDX-License-Identifier: GPL-3.0-or-later

/// A name and its value in a JSON object.
struct JSONMember: Equatable {
    let name: String
    /// The line of the name, counted from one.
    let line: Int
    let value: JSONValue
}
