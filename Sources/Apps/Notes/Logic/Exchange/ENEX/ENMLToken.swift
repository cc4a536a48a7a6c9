// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a document in Evernote’s markup.
enum ENMLToken {
    /// An element begins.
    case start(ENMLTag)
    /// The element of this name ends.
    case end(String)
    /// Text, with its references resolved.
    case text(String)
}
