// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import Testing

@testable import AtriumFaults

/// What SQLite’s numbers mean.
struct SQLiteWorkTests {
    /// All extended codes of SQLITE_IOERR that SQLite 3.40 has, but for the one that means that there is no memory.
    private static let inputOutput = (Int32(1)...34).filter { ![12, 33].contains($0) }.map { $0 << 8 | 10 }

    @Test(arguments: inputOutput + [1, 2, 12, 14, 19, 20, 21, 24, 25, 787, 1_550, 2_067])
    func `each number that can come has words in every language`(code: Int32) {
        for language in Language.ofKit {
            let work = SQLiteWork.text(code).string(in: language)
            #expect(work != Strings.sqliteUnknown.string(in: language))
            for fault in [
                StoreFault.device(path: "p.db", code: code), .unsure(path: "p.db", code: code),
                .other(path: "p.db", code: code),
            ] {
                let sentence = fault.sentence.string(in: language)
                #expect(sentence.contains(work) && sentence.contains("p.db") && sentence.contains("\(code)"))
            }
        }
    }
}
