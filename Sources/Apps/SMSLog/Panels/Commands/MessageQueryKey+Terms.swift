// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogLogic
import Session

extension MessageQueryKey {
    /// What it stands for.
    var summary: LocalizedText {
        switch self {
        case .from: Strings.queryFrom
        case .to: Strings.queryTo
        case .with: Strings.queryWith
        case .in: Strings.queryIn
        case .date: Strings.queryDate
        case .has: Strings.queryHas
        case .is: Strings.queryIs
        }
    }

    /// All that a query may be made of.
    static let allTerms: [ParameterSpec.Term] =
        [.init("train", Strings.queryWords), .init("\"see you\"", Strings.queryPhrase)] + allCases.map(\.term)

    /// How it is written.
    private var term: ParameterSpec.Term {
        switch self {
        case .from, .to, .with, .in: .init("\(rawValue):NAME", summary)
        case .date: .init("date:2026-01..2026-03", summary)
        case .has, .is: .init("\(rawValue):" + words.joined(separator: "|"), summary)
        }
    }
}
