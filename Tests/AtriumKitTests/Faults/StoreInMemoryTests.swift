// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import Testing

@testable import AtriumFaults

/// Faults of a store that has no path.
@Suite struct StoreInMemoryTests {
    private static let path = StoreFault.pathInMemory

    @Test(arguments: [
        StoreFault.busy(path: path), .full(path: path), .damaged(path: path), .empty(path: path), .foreign(path: path),
        .newer(path: path, schema: "notes", found: "9", known: "8"), .readOnly(path: path),
        .moved(path: path), .unreachable(path: path, reason: 2), .device(path: path, code: 10),
        .unsure(path: path, code: 10), .tooLarge(path: path), .outOfMemory(path: path), .interrupted(path: path),
        .other(path: path, code: 1),
    ])
    func `they call it the store in memory, in each language`(_ fault: StoreFault) {
        for (language, name) in [
            (Language.english, "the store in memory"), (.french, "le stockage en mémoire"),
            (.simplifiedChinese, "内存中的存储"),
        ] {
            let sentence = fault.sentence.string(in: language)
            #expect(sentence.lowercased().contains(name))
            #expect(!sentence.contains(Self.path))
            #expect(sentence.first?.isLowercase == false)
        }
    }
}
