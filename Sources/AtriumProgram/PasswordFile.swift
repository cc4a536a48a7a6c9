// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Files
import Foundation
import Session
import Terminal

/// The file whose first line answers every question for a password.
enum PasswordFile {
    /// The most bytes that are read for a password.
    static let limit = 65_536

    /// The password; `-` is the first line of standard input, of which nothing more is read.
    ///
    /// - Throws: `CommandFault.file`.
    static func secret(in name: String, workingFolder: String) throws -> Secret {
        if name == "-" { return Secret(try standardInputLine()) }
        let path = name.hasPrefix("/") ? name : workingFolder + "/" + name
        let bytes = try FileContents.bytes(at: path, limit: limit)
        return Secret(String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self))
    }

    /// Byte by byte, since what follows belongs to the commands.
    private static func standardInputLine() throws -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while Glibc.read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A {
            line.append(byte)
            guard line.count <= limit else { throw CommandFault.file(path: "-", reason: .tooLarge(limit: limit)) }
        }
        if line.last == 0x0D { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }
}
