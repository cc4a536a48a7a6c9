// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// Every public symbol is explained where it is declared.
struct DocCommentTests {
    /// The modules of the library products.
    private static let modules = [
        "AtriumKit", "AtriumFaults", "AtriumProgram", "AtriumScreen", "AtriumScripts", "AtriumShell", "AtriumSpecs",
        "AtriumTesting", "AtriumSession",
        "AtriumStores",
        "AtriumSystems",
        "AtriumTerminal", "AtriumWorlds",
    ]

    @Test(arguments: modules)
    func `a public declaration has a doc comment`(module: String) throws {
        let folder = "\(Repository.root)/Sources/\(module)"
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        var count = 0
        for name in names.sorted() {
            let lines = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).components(separatedBy: "\n")
            let symbols = Self.publicSymbols(in: lines)
            count += symbols.count
            for line in symbols {
                let isExplained = Self.isExplained(line, in: lines)
                #expect(isExplained, "\(module)/\(name):\(line + 1)")
            }
        }
        #expect(count > 0)
    }

    @Test func `a declaration without a comment is found`() {
        let lines = [
            "/// A shape.", "public enum Shape {", "    /// Round.", "    case circle", "    case square",
            "    /// Its sides.", "    @inlinable", "    public var sides: Int { 4 }", "    public func turn() {}",
            "    func grow() {}", "}", "public extension Shape {}", "public import AtriumTerminal",
            "public protocol Drawn {", "    func draw()", "}",
        ]
        let symbols = Self.publicSymbols(in: lines)
        #expect(symbols == [1, 3, 4, 7, 8, 13, 14])
        #expect(symbols.filter { !Self.isExplained($0, in: lines) } == [4, 8, 13, 14])
    }

    /// The numbers of the lines that declare something public: with the word, as a case of a public enumeration, or as a
    /// requirement of a public protocol.
    private static func publicSymbols(in lines: [String]) -> [Int] {
        var symbols: [Int] = []
        var depth = 0
        // The depths of public enumerations and protocols around the present line.
        var kinds: [(depth: Int, isProtocol: Bool)] = []
        for (number, line) in lines.enumerated() {
            let code = line.components(separatedBy: "//")[0].replacing(/"(?:\\.|[^"\\])*"/, with: "")
            let words = code.split { $0 == " " || $0 == "(" || $0 == ":" }.drop {
                $0.hasPrefix("@") || $0.hasSuffix(")")
            }
            let isPublic = words.first == "public"
            if isPublic, !words.contains("import"), !words.prefix(3).contains("extension") { symbols.append(number) }
            if let kind = kinds.last, depth == kind.depth + 1, !isPublic {
                let starts: Set<Substring> =
                    kind.isProtocol
                    ? ["func", "var", "init", "associatedtype", "subscript", "static", "mutating"]
                    : ["case", "indirect"]
                if let first = words.first, starts.contains(first) { symbols.append(number) }
            }
            let opening = code.count { $0 == "{" }
            if isPublic, opening > 0, let word = words.prefix(3).first(where: { $0 == "enum" || $0 == "protocol" }) {
                kinds.append((depth, word == "protocol"))
            }
            depth += opening - code.count { $0 == "}" }
            while let kind = kinds.last, depth <= kind.depth { kinds.removeLast() }
        }
        return symbols
    }

    /// Whether a comment stands before a declaration and its attributes.
    private static func isExplained(_ line: Int, in lines: [String]) -> Bool {
        let before = lines[..<line].reversed().map { $0.drop(while: \.isWhitespace) }
        return before.drop { $0.hasPrefix("@") }.first?.hasPrefix("///") ?? false
    }
}
