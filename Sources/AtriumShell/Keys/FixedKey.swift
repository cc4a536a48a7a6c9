// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What keys do that nobody can choose anew; the raw value is the action.
protocol FixedKey: RawRepresentable<String>, CaseIterable {
    /// The keys for it; nil for one that no terminal sends.
    var keys: [KeySequence?] { get }
}

extension FixedKey {
    /// All of them, each with its action.
    static var bindings: [(key: KeySequence, action: String)] { bindings(of: Array(allCases)) }

    /// Some of them.
    static func bindings(of keys: [Self]) -> [(key: KeySequence, action: String)] {
        keys.flatMap { key in key.keys.compactMap(\.self).map { (key: $0, action: key.rawValue) } }
    }
}
