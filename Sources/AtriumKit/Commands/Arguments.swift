// SPDX-License-Identifier: GPL-3.0-or-later

/// The values of a command’s parameters, checked against its spec.
public struct Arguments: Hashable, Sendable, Codable {
    private var texts: [String: String] = [:]
    private var flags: Set<String> = []
    private var quoted: Set<String> = []

    /// Values by the names of their parameters, and the flags that are given.
    public init(_ values: [String: String] = [:], flags: Set<String> = []) {
        texts = values
        self.flags = flags
    }

    mutating func set(_ name: String, _ value: String) { texts[name] = value }
    mutating func append(_ name: String, _ words: String) {
        texts[name] = texts[name].map { "\($0) \(words)" } ?? words
    }
    mutating func quote(_ name: String) { quoted.insert(name) }
    mutating func raise(_ name: String) { flags.insert(name) }

    /// The value of a parameter that may be missing.
    public subscript(name: String) -> String? { texts[name] }

    /// The value of a parameter that the parser has made sure of; empty for one that the spec does not name.
    public func text(_ name: String) -> String { texts[name] ?? "" }

    /// The value of a text parameter without the quotation marks around all of it, for a text that is a name.
    public func unquoted(_ name: String) -> String { WordScanner.unquoted(text(name)) }

    /// The value of a number parameter or a numeric option.
    ///
    /// - Throws: `CommandFault.notANumber` for an option’s value that is no whole number above 0.
    public func number(_ name: String) throws -> Int? {
        guard let text = texts[name] else { return nil }
        guard let number = Int(text), number > 0 else { throw CommandFault.notANumber(name: name, value: text) }
        return number
    }

    /// The value of a number parameter that is not optional.
    public func requiredNumber(_ name: String) throws -> Int {
        guard let number = try number(name) else { throw CommandFault.missing(name.uppercased()) }
        return number
    }

    /// Whether the word of a parameter was in quotation marks, which say that it is whole as it stands.
    public func isQuoted(_ name: String) -> Bool { quoted.contains(name) }

    /// The values of a parameter that takes several numbers.
    ///
    /// - Throws: `CommandFault.missing` where there is none.
    public func numbers(_ name: String) throws -> [Int] {
        let numbers = text(name).split(separator: " ").compactMap { Int($0) }
        guard !numbers.isEmpty else { throw CommandFault.missing(name.uppercased()) }
        return numbers
    }

    /// Whether a flag was given.
    public func has(_ name: String) -> Bool { flags.contains(name) }
}
