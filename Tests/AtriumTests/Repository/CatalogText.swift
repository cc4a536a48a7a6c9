// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A text of a catalog, in one language.
struct CatalogText {
    let catalog: String
    let key: String
    let language: String
    let text: String
    var place: String { "\(catalog) \(key) \(language): \(text)" }

    static let all: [CatalogText] = {
        let sources = Repository.root + "/Sources"
        let files = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".xcstrings") }.flatMap { file -> [CatalogText] in
            guard let data = FileManager.default.contents(atPath: sources + "/" + file),
                let catalog = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                let strings = catalog["strings"] as? [String: [String: Any]]
            else { return [] }
            return strings.flatMap { key, entry in
                (entry["localizations"] as? [String: Any] ?? [:]).flatMap { language, value in
                    texts(in: value).map { CatalogText(catalog: file, key: key, language: language, text: $0) }
                }
            }
        }
    }()

    private static func texts(in value: Any) -> [String] {
        guard let node = value as? [String: Any] else { return [] }
        return node.flatMap { key, value in
            if key == "value", let text = value as? String { [text] } else { texts(in: value) }
        }
    }
}
