// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
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
        [
            .init("train", Strings.queryWords), .init("\"see you\"", Strings.queryPhrase),
            .init("-TERM", Strings.queryNot), .init("TERM OR TERM", Strings.queryAlternative),
        ] + allCases.flatMap(\.terms)

    private static let ofConversations = MessageFilter.State.ofConversations.map(\.rawValue)

    /// How it is written.
    private var terms: [ParameterSpec.Term] {
        switch self {
        case .from, .to, .with, .in: [.init("\(rawValue):NAME", summary)]
        case .date: [.init("date:2026-01..2026-03", summary)]
        case .has: [.init("has:" + words.joined(separator: "|"), summary)]
        case .is:
            // In two: one would be wider than a page of the manual.
            [
                .init("is:" + words.filter { !Self.ofConversations.contains($0) }.joined(separator: "|"), summary),
                .init("is:" + Self.ofConversations.joined(separator: "|"), Strings.queryIsOf),
            ]
        }
    }
}
