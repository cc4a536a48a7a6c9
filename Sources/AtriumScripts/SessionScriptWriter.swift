// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the text of a session script, line by line as things happen.
struct SessionScriptWriter {
    private var text = ""
    private var files: [(name: String, bytes: [UInt8])] = []
    private var proposer = PlaceholderProposer(reserved: [])

    /// The script so far.
    var bytes: [UInt8] {
        var bytes = Array(text.utf8)
        for file in files {
            if bytes.last.map({ $0 != UInt8(ascii: "\n") }) ?? false { bytes.append(UInt8(ascii: "\n")) }
            bytes += Array("-- \(file.name) --\n".utf8) + file.bytes
        }
        return bytes
    }

    /// Adds a comment, a setting or a check as it stands.
    mutating func add(_ line: String) { text += line + "\n" }

    /// Adds a command with what came of it.
    ///
    /// - Parameter folder: the session’s folder, which has another name each time.
    mutating func add(_ command: String, answers: [String], outcome: ScriptOutcome, folder: String) {
        add("$ " + command)
        for answer in answers { add(answer.isEmpty ? ">" : "> " + answer) }
        for line in OutputLines.of(outcome.output) { add("  " + expected(line, folder: folder)) }
        for line in OutputLines.of(outcome.errorOutput) { add("! " + expected(line, folder: folder)) }
        if outcome.status != 0 { add("? \(outcome.status)") }
    }

    /// Whether a file’s bytes can stand in a script.
    static func canCarry(_ bytes: [UInt8], named name: String) -> Bool {
        // A script with this file alone holds it, byte for byte.
        let script = Array("-- \(name) --\n".utf8) + bytes
        guard let fixtures = try? SessionScriptParser().parse(script).fixtures else { return false }
        return fixtures.count == 1 && fixtures[0].bytes == bytes && fixtures[0].name == name
    }

    /// Adds a file to the tail, as ``canCarry(_:named:)`` allows.
    mutating func carry(_ bytes: [UInt8], named name: String) { files.append((name, bytes)) }

    private mutating func expected(_ line: String, folder: String) -> String {
        guard line.contains(folder) else { return proposer.text(for: line, varied: nil) }
        return line.split(separator: folder, omittingEmptySubsequences: false)
            .map { part in part.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined() }
            .joined(separator: "*") + " (glob)"
    }
}
