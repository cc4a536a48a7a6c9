// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// A file that messages are written to one by one, in some format.
package protocol ExportedFile {
    /// Adds a message.
    ///
    /// - Throws: `FileFault`, and the errors of reading the bytes of its parts.
    mutating func write(_ message: WholeMessage) async throws

    /// Adds a contact without messages.
    ///
    /// - Throws: `FileFault`.
    mutating func write(_ contact: Contact) throws

    /// Says that these numbers are one person’s, before any message.
    ///
    /// - Throws: `FileFault`.
    mutating func write(person numbers: [Address]) throws

    /// Ends the file, which has its name from then on.
    ///
    /// - Throws: `FileFault`.
    mutating func finish() async throws
}

extension ExportedFile {
    /// Most formats have messages alone.
    package func write(_ contact: Contact) {}
    package func write(person numbers: [Address]) {}
}

/// A folder of pages that messages are written to, conversation by conversation.
package protocol ExportedPages {
    /// Whether an earlier export to the folder did not come to its end.
    var followsUnfinished: Bool { get }

    /// Adds a message to the page of its conversation, of which all messages come one behind the other.
    mutating func write(_ row: WholeMessage, of conversation: Conversation, sender: String?) async throws

    /// Ends the folder.
    mutating func finish() throws
}

/// Returns the bytes of a part; `nil` if they never came.
package typealias PartBytes = (Digest) async throws -> [UInt8]?

extension Timestamp {
    /// The date in ISO 8601; beyond its years, in milliseconds.
    package var iso: String { ISOTime.text(self) ?? String(milliseconds) }
}
