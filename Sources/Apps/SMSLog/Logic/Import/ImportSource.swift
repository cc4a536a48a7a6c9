// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// A file of messages that is read a piece at a time, in whatever format.
protocol ImportSource: AnyObject {
    /// What was read, and not taken yet.
    var rows: ImportedRows { get }
    /// How many bytes were read.
    var bytesRead: Int { get }
    /// The line that was read last.
    var line: Int { get }
    /// How many characters could not be read, and were replaced.
    var replacedCharacters: Int { get }
    /// The fault that was before anything else, and says best what is wrong with a file of which nothing was read.
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
    var replacedCharacters: Int { 0 }
    var firstFault: ImportFault? { nil }

    /// At once.
    func ready() async throws {}
}
