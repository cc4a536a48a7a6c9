// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB

/// An index of words, in which each text is at the key of its row.
///
/// In SQLite it is a table of FTS5 without content. On a server it is a row for each word of each text: of all indices only
/// one by words and rows is fast for common words and for rare ones, and stays so if rows of others are hidden, for which
/// conditions have to be leakproof.
public struct SQLTextIndex {
    private let database: SQLDatabase
    private let table: String

    /// The index in a table.
    public init(_ database: SQLDatabase, _ table: String) {
        self.database = database
        self.table = table
    }

    /// The number of words in one statement.
    private static let batch = 1 << 16

    /// Inserts texts.
    ///
    /// - Parameters:
    ///   - texts: The texts, with the keys of their rows.
    ///   - areNew: Whether none of their rows had a text before.
    public func insert(_ texts: [(key: Int64, text: String)], areNew: Bool = true) throws {
        guard let sqlite = database.sqlite else { return try insertWords(texts, areNew: areNew) }
        // FTS5 writes a new piece of its index whenever a row number falls: in order, that is once.
        let indexing = try BulkStatement(sqlite, sql: "INSERT INTO \(table) (rowid, text) VALUES (?, ?)")
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
            indexing.bind(key, at: 1)
            try indexing.run(with: text, at: 2)
        }
    }

    /// Inserts one text.
    public func insert(_ text: String, at key: Int64) throws {
        guard let sqlite = database.sqlite else { return try insertWords([(key, text)], areNew: false) }
        try sqlite.cachedStatement(sql: "INSERT INTO \(table) (rowid, text) VALUES (?, ?)")
            .execute(arguments: [key, text])
    }

    /// Removes a text: an index without content needs the text to remove.
    public func delete(_ text: String, at key: Int64) throws {
        guard let sqlite = database.sqlite else {
            let words = Self.list(SQLWords.of(text).sorted())
            return try database.execute(
                sql: "DELETE FROM \(table) WHERE word = ANY (CAST(? AS text[])) AND rowid = ?", arguments: [words, key])
        }
        try sqlite.cachedStatement(sql: "INSERT INTO \(table) (\(table), rowid, text) VALUES ('delete', ?, ?)")
            .execute(arguments: [key, text])
    }

    /// Merges the parts of the index into one without any removed data.
    ///
    /// FTS5 only marks words as removed; they stay in the file until their part is merged with a later one. Before 3.42
    /// it cannot do otherwise. The whole index is rewritten: half a second for 20 MB. A server cleans up by itself.
    public func eraseRemoved() throws {
        try database.sqlite?.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('optimize')")
    }

    /// Merges pieces of the index, of which each transaction adds one, until about this many pages are written.
    ///
    /// FTS5 gives back what it has merged at the end of each step: in few large ones the file would grow.
    ///
    /// - Returns: Whether there may be more to merge.
    @discardableResult
    public func merge(pages: Int = 256) throws -> Bool {
        guard let sqlite = database.sqlite else { return false }
        let before = sqlite.totalChangesCount
        try sqlite.cachedStatement(sql: "INSERT INTO \(table) (\(table), rank) VALUES ('merge', ?)")
            .execute(arguments: [pages])
        // FTS5 counts the statement as one row, and what it has merged as more.
        return sqlite.totalChangesCount - before > 1
    }

    /// Removes all texts, of all owners.
    func deleteAll() throws {
        let isOfWords = database.isServer
        try database.execute(
            sql: isOfWords ? "DELETE FROM \(table)" : "INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
    }

    /// - Parameter areNew: Whether none of the rows has words; to look for them takes as long as all the rest.
    private func insertWords(_ texts: [(key: Int64, text: String)], areNew: Bool) throws {
        var (words, keys): ([String], [Int64]) = ([], [])
        func write() throws {
            guard !words.isEmpty else { return }
            // In the order of the index each of its pages is written once.
            try database.execute(
                sql: """
                    INSERT INTO \(table) (word, rowid)
                    SELECT * FROM unnest(CAST(? AS text[]), CAST(? AS bigint[])) AS list (word, rowid)
                    ORDER BY word COLLATE "C", rowid\(areNew ? "" : " ON CONFLICT DO NOTHING")
                    """, arguments: [Self.list(words), "{\(keys.map(String.init).joined(separator: ","))}"])
            (words, keys) = ([], [])
        }
        for (key, text) in texts {
            for word in SQLWords.of(text) {
                words.append(word)
                keys.append(key)
            }
            if words.count >= Self.batch { try write() }
        }
        try write()
    }

    /// An array of words, which have no quotation marks.
    private static func list(_ words: [String]) -> String {
        "{\(words.map { "\"\($0)\"" }.joined(separator: ","))}"
    }
}

/// The words of an indexed text, as FTS5’s tokenizer `ascii` has them.
enum SQLWords {
    /// More bytes of a word than these are not in the index, whose entries have a limit.
    private static let longest = 400

    /// The words, each once.
    static func of(_ text: String) -> Set<String> { Set(inOrder(of: text)) }

    /// The words, in their order.
    static func inOrder(of text: String) -> [String] {
        text.utf8.split(whereSeparator: { !isOfWord($0) }).map {
            cut(String(decoding: $0.map(folded), as: UTF8.self))
        }
    }

    private static func cut(_ word: String) -> String {
        guard word.utf8.count > longest else { return word }
        var end = word.utf8.index(word.startIndex, offsetBy: longest)
        while word.unicodeScalars.indices.contains(end) == false, end > word.startIndex {
            end = word.utf8.index(before: end)
        }
        return String(word[..<end])
    }

    private static func folded(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }
}
