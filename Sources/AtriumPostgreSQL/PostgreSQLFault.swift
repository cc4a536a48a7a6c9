// SPDX-License-Identifier: GPL-3.0-or-later

/// The failures of a server, or of the way there, as facts.
package enum PostgreSQLFault: Error, Hashable, Sendable {
    /// The client library is not on this machine.
    case noLibrary(package: String)
    /// No connection could be made, for the server’s or the library’s reason.
    case unreachable(reason: String)
    /// The connection was lost; an open transaction is not kept.
    case lost
    /// The connection was lost while a transaction was committed, which was kept or not.
    case unknownOutcome
    /// The server committed a transaction, but its wait for the standby was cancelled.
    case unconfirmed
    /// The server refused a statement, by the code of its error.
    ///
    /// Source of the codes: https://www.postgresql.org/docs/15/errcodes-appendix.html
    case refused(state: String, message: String)
}

/// A value of a statement’s parameter.
package enum PostgreSQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// Texts with U+0000, which PostgreSQL does not store: a noncharacter stands before a digit in place of either.
enum PostgreSQLText {
    private static let mark: [UInt8] = [0xEF, 0xB7, 0x90]

    /// Appends a text as the server stores it.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            guard utf8.contains(0) || utf8.contains(mark[0]) && find(in: utf8, from: 0) != nil else {
                bytes.append(contentsOf: utf8)
                return
            }
            var index = 0
            while index < utf8.count {
                if utf8[index] == 0 {
                    bytes += mark + [0x30]
                } else if isMark(in: utf8, at: index) {
                    bytes += mark + [0x31]
                    index += 2
                } else {
                    bytes.append(utf8[index])
                }
                index += 1
            }
        }
    }

    /// The text of stored bytes.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(mark[0]), find(in: bytes, from: 0) != nil else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard isMark(in: bytes, at: index), index + 3 < bytes.count else {
                plain.append(bytes[index])
                index += 1
                continue
            }
            plain += bytes[index + 3] == 0x30 ? [0] : mark
            index += 4
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static func find(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        bytes.indices.dropFirst(start).first { isMark(in: bytes, at: $0) }
    }

    private static func isMark(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        index + 2 < bytes.count && bytes[index] == mark[0] && bytes[index + 1] == mark[1] && bytes[index + 2] == mark[2]
    }
}
