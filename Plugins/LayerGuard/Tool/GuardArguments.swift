// SPDX-License-Identifier: GPL-3.0-or-later

/// The command line from the plugin to its tool.
///
/// Only the plugin writes this line, so that a missing part is read as empty and not answered with usage help.
struct GuardArguments: Equatable {
    /// The Swift file to write.
    let output: String
    /// The target and what it may import.
    let module: GuardedModule
    /// The Swift files to check.
    let sources: [String]

    /// Reads the words behind the tool's name.
    init(_ words: some Sequence<String>) {
        var parts: [String: [String]] = [:]
        var part = ""
        for word in words {
            if ["--declared", "--hidden", "--sources"].contains(word) {
                part = word
            } else {
                parts[part, default: []].append(word)
            }
        }
        let names = parts["", default: []]
        output = names.first ?? ""
        module = GuardedModule(
            name: names.dropFirst().first ?? "", declared: parts["--declared", default: []],
            hidden: Set(parts["--hidden", default: []]))
        sources = parts["--sources", default: []]
    }
}
