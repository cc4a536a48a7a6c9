// SPDX-License-Identifier: GPL-3.0-or-later

/// A file of messages that is read a piece at a time, in any format.
package protocol ImportSource: AnyObject {
    /// The rows that were read and not taken yet.
    var rows: ImportedRows { get }
    /// The number of bytes read.
    var bytesRead: Int { get }
    /// The line that was read last.
    var line: Int { get }
    /// The number of characters that could not be read, and were replaced.
    var replacedCharacters: Int { get }
    /// The fault before all others, which best explains a file without any rows.
    var firstFault: ImportFault? { get }

    /// Waits for a pipe.
    ///
    /// - Throws: `CancellationError`.
    func ready() async throws

    /// Reads on; false at the end.
    ///
    /// - Throws: `ImportFault`, after which nothing more can be read.
    func step() throws -> Bool
}

extension ImportSource {
    package var replacedCharacters: Int { 0 }
    package var firstFault: ImportFault? { nil }

    /// At once.
    package func ready() async throws {}
}
