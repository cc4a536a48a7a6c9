// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the text of a session script.
///
/// The format is line by line; the first characters of a line say what it is. A script is UTF-8 with LF or CRLF, may
/// start with a byte order mark, and its last line needs no newline.
public struct SessionScriptParser: Sendable {
    /// Makes a parser.
    public init() {}

    /// The script that the bytes hold.
    ///
    /// - Throws: ``ScriptSyntaxFault`` for the first line that cannot be read.
    public func parse(_ bytes: [UInt8]) throws(ScriptSyntaxFault) -> SessionScript {
        var pass = ScriptParserPass(bytes: bytes)
        return try pass.script()
    }
}
