// SPDX-License-Identifier: GPL-3.0-or-later

/// A JSON value that knows where it stands, so that a mistake in a catalog can be pointed at.
struct JSONValue: Equatable {
    /// What the value is; members keep the file's order.
    enum Content: Equatable {
        case object([JSONMember])
        case array([JSONValue])
        case string(String)
        /// A number, true, false or null, as written: catalogs have no use for their values.
        case other(String)
    }

    /// What the value is.
    let content: Content
    /// The line on which it starts, counted from one.
    let line: Int

    /// The members of an object, or nil for anything else.
    var members: [JSONMember]? {
        if case .object(let members) = content { members } else { nil }
    }

    /// The text of a string, or nil for anything else.
    var string: String? {
        if case .string(let string) = content { string } else { nil }
    }

    /// An object's member by its name, or `nil` if there is none.
    subscript(name: String) -> JSONValue? {
        members?.first { $0.name == name }?.value
    }
}
