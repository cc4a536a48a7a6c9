// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation

/// Receives the data of one user of an app, as files of an archive.
///
/// An app writes what belongs to the user in a form that does not depend on the store or the installation, such as lines
/// of JSON:
///
/// ```swift
/// try await archive.add("items-000001.jsonl", lines: items)
/// ```
public struct ArchiveWriter: Sendable {
    private let take: @Sendable (_ name: String, _ bytes: [UInt8]) async throws -> Void
    private let beginning: String

    /// - Parameter take: Adds a file, whose name is a path without `..`; each name comes once.
    public init(_ take: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async throws -> Void) {
        self.init(take, beginning: "")
    }

    private init(
        _ take: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async throws -> Void, beginning: String
    ) {
        self.take = take
        self.beginning = beginning
    }

    /// A folder of the archive.
    public func folder(_ name: String) -> ArchiveWriter { ArchiveWriter(take, beginning: "\(beginning)\(name)/") }

    /// Adds a file.
    public func add(_ name: String, _ bytes: [UInt8]) async throws { try await take(beginning + name, bytes) }

    /// Adds a file with one value in JSON.
    public func add(_ name: String, _ value: some Encodable) async throws {
        // Not by `add`, which would take the bytes for a value again.
        try await take(beginning + name, Array(Self.encoder(isPretty: true).encode(value)) + [0x0A])
    }

    /// Adds a file with a value in JSON on each line.
    public func add(_ name: String, lines values: [some Encodable]) async throws {
        let encoder = Self.encoder(isPretty: false)
        var bytes: [UInt8] = []
        for value in values { bytes += try Array(encoder.encode(value)) + [0x0A] }
        try await add(name, bytes)
    }

    private static func encoder(isPretty: Bool) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return encoder
    }
}

/// Gives the files that an `ArchiveWriter` of the same app has received, in this installation or another.
public struct ArchiveReader: Sendable {
    private let list: @Sendable (_ folder: String) throws -> [String]
    private let read: @Sendable (_ name: String) throws -> [UInt8]?
    private let beginning: String

    /// - Parameters:
    ///   - list: The names of the files of a folder, `""` for that of the app.
    ///   - read: The bytes of a file; `nil` if there is none.
    public init(
        list: @escaping @Sendable (_ folder: String) throws -> [String],
        read: @escaping @Sendable (_ name: String) throws -> [UInt8]?
    ) {
        self.init(list: list, read: read, beginning: "")
    }

    private init(
        list: @escaping @Sendable (_ folder: String) throws -> [String],
        read: @escaping @Sendable (_ name: String) throws -> [UInt8]?, beginning: String
    ) {
        self.list = list
        self.read = read
        self.beginning = beginning
    }

    /// A folder of the archive.
    public func folder(_ name: String) -> ArchiveReader {
        ArchiveReader(list: list, read: read, beginning: "\(beginning)\(name)/")
    }

    /// The names of the files of this folder that begin so, in their order.
    public func names(startingWith start: String = "") throws -> [String] {
        try list(String(beginning.dropLast())).filter { $0.hasPrefix(start) }.sorted()
    }

    /// The bytes of a file; `nil` if there is none.
    public func bytes(of name: String) throws -> [UInt8]? { try read(beginning + name) }

    /// The value of a file; `nil` if there is no such file.
    ///
    /// - Throws: `DecodingError` for a file that has no such value.
    public func value<Value: Decodable>(of name: String, as type: Value.Type) throws -> Value? {
        try bytes(of: name).map { try JSONDecoder().decode(type, from: Data($0)) }
    }

    /// The values on the lines of a file; none if there is no such file.
    ///
    /// - Throws: `DecodingError` for a line that has no such value.
    public func lines<Value: Decodable>(of name: String, as type: Value.Type) throws -> [Value] {
        let decoder = JSONDecoder()
        return try (bytes(of: name) ?? []).split(separator: 0x0A).map { try decoder.decode(type, from: Data($0)) }
    }
}

// MARK: - Numbered items

/// An item of an archive, which stands on a line of a file; the bytes that belong to it are files of their own.
public protocol ArchivedItem: Codable, Sendable {
    /// Its number in the store; later lines have higher ones.
    var number: Int { get }
    /// The hashes of the bytes that belong to it.
    var digests: [Digest] { get }
    /// About the number of those bytes.
    var weight: Int { get }
}

/// The folder of bytes, each under its SHA-256.
private let bytesFolder = "files"

extension ArchiveWriter {
    /// Adds all items of a kind, each page of them as a numbered file, and the bytes that belong to them once.
    ///
    /// - Parameters:
    ///   - kind: The kind, with which the names of the files begin.
    ///   - page: The next items behind a number; none at the end.
    ///   - bytes: The bytes of a hash; `nil` if they are missing.
    public func add<Item: ArchivedItem>(
        _ kind: String, page: (_ last: Int) async throws -> [Item], bytes: (Digest) async throws -> [UInt8]?
    ) async throws {
        var (last, count): (Int, Int) = (0, 0)
        var known: Set<Digest> = []
        while true {
            try Task.checkCancellation()
            let items = try await page(last)
            guard let end = items.last?.number else { return }
            (last, count) = (end, count + 1)
            for digest in items.flatMap(\.digests) where known.insert(digest).inserted {
                // Bytes that another shell removes meanwhile are missing, as they are here.
                guard let bytes = try await bytes(digest) else { continue }
                try await folder(bytesFolder).add("\(digest)", bytes)
            }
            try await add(Self.name(kind, count), lines: items)
        }
    }

    /// The name of a numbered file, so that the names are in the order of the numbers.
    public static func name(_ kind: String, _ number: Int) -> String {
        "\(kind)-\(number.digits(6)).jsonl"
    }
}

extension ArchiveReader {
    /// Reads all items of a kind, some at a time.
    ///
    /// The bytes that belong to them are read on demand.
    ///
    /// - Parameters:
    ///   - kind: The kind, with which the names of the files begin.
    ///   - type: The type of the items.
    ///   - most: About the number of bytes that belong to the items of one call.
    ///   - take: Receives items in their order, and reads the bytes of a hash, as far as they are there.
    public func read<Item: ArchivedItem>(
        _ kind: String, as type: Item.Type, atMost most: Int,
        take: (_ items: [Item], _ bytes: @escaping @Sendable (Digest) throws -> [UInt8]?) async throws -> Void
    ) async throws {
        let files = folder(bytesFolder)
        let bytes: @Sendable (Digest) throws -> [UInt8]? = { try files.bytes(of: "\($0)") }
        for name in try names(startingWith: kind) {
            try Task.checkCancellation()
            var items: [Item] = []
            var weight = 0
            for item in try lines(of: name, as: type) {
                weight += item.weight
                items.append(item)
                guard weight > most else { continue }
                try await take(items, bytes)
                (items, weight) = ([], 0)
            }
            if !items.isEmpty { try await take(items, bytes) }
        }
    }
}
