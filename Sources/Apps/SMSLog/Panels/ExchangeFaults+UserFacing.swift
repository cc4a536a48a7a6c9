// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
import Foundation
public import SMSLogLogic

extension ImportFault: UserFacing {
    package static var area: String { "sms" }

    package var sentence: LocalizedText {
        switch self {
        case .unreadable(let reason): SystemReason.sentence(reason) { Strings.importUnreadable(reason: $0) }
        case .withoutMessages(let names):
            Self.listing(names) { Strings.importWithoutMessages(count: names.count, names: $0) }
        case .unknownSelf(let names): Self.listing(names) { Strings.faultImportSelf(names: $0) }
        case .unknownColumns(let found, let missing):
            Self.listing(found) { names in
                LocalizedText.listing(missing.map(\.word)) {
                    Strings.faultImportColumns(
                        names: names, missing: $0, option: missing.map { "\($0.word)=…" }.joined(separator: ","))
                }
            }
        case .absentColumn(let name, let found):
            Self.listing(found) { Strings.faultImportColumn(name: name, names: $0) }
        case .unknownDirection(let column, let words):
            Self.listing(words) { Strings.faultImportDirection(column: column, names: $0) }
        default: Strings.sentence(of: self)
        }
    }

    /// A sentence with names in quotation marks, as many as one reads.
    private static func listing(
        _ names: [String], _ sentence: @escaping @Sendable (String) -> LocalizedText
    ) -> LocalizedText {
        LocalizedText { language in
            sentence(language.list(names.prefix(24).map { language.quoted($0) } + (names.count > 24 ? ["…"] : [])))
        }
    }
}

extension ExportFault: UserFacing {
    package static var area: String { "sms" }

    package var status: ExitStatus { if case .notTogether = self { .usage } else { .failure } }

    package var sentence: LocalizedText {
        switch self {
        case .unreadable(let path, let reason): SystemReason.unreadable(path, reason)
        case .unwritable(let path, let reason): SystemReason.unwritable(path, reason)
        default: Strings.sentence(of: self)
        }
    }
}

extension ExtractFault: UserFacing {
    package static var area: String { "sms" }

    package var sentence: LocalizedText {
        switch self {
        case .unwritable(let path, let reason): SystemReason.unwritable(path, reason)
        default: Strings.sentence(of: self)
        }
    }
}
