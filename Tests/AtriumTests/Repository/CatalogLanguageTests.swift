// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Testing

/// The plugin asks for the languages that a catalog has; ours have those of the kit.
struct CatalogLanguageTests {
    @Test func `every text of ours is in the languages of the kit`() {
        let languages = Dictionary(grouping: CatalogText.all) { "\($0.catalog) \($0.key)" }
            .mapValues { Set($0.map(\.language)) }
        #expect(languages.count > 1000)
        let kit = Set(Language.ofKit.map(\.rawValue))
        #expect(languages.filter { $0.value != kit }.keys.sorted() == [])
    }
}
