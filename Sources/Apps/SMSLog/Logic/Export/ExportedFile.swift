// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain
import Stores

/// A file that messages are written to one by one, in some format.
protocol ExportedFile {
    /// Adds a message.
    ///
    /// - Throws: `FileFault`, and what lending the bytes of its parts throws.
    mutating func write(_ message: WholeMessage) async throws

    /// Adds somebody of whom no message was added.
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
    func write(_ contact: Contact) {}
    func write(person numbers: [Address]) {}
}

/// Lends the bytes of a part; nil where they never came.
typealias PartBytes = (Digest) async throws -> [UInt8]?
