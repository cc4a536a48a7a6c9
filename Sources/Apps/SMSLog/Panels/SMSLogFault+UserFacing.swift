// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
package import AtriumKit
package import AtriumSession
public import SMSLogLogic

extension SMSLogFault: UserFacing {
    package static var area: String { "sms" }

    package var sentence: LocalizedText {
        switch self {
        case .tooLong(let parts):
            return Strings.faultTooLong(parts: parts, most: MessageLength.mostParts)
        case .notResendable(let id, let status):
            let status = status.title
            return LocalizedText("fault.notResendable") { language in
                Strings.faultNotResendable(id: id, status: status.string(in: language)).string(in: language)
            }
        case .severalNumbers(let first, let joined, let rest):
            let text = rest.isEmpty ? "TEXT" : String(rest.prefix(20))
            return Strings.faultSeveralNumbers(
                joined: joined, text: text, first: first, rest: String(joined.dropFirst(first.count + 1)))
        case .unknownTemplate(let name, let known): return Self.unknownTemplate(name, known)
        case .unknownTemplateGap(let gap, let name, let gaps):
            return gaps.isEmpty
                ? Strings.faultNoTemplateGaps(gap: gap, name: name)
                : LocalizedText.listing(gaps) { Strings.faultUnknownTemplateGap(gap: gap, name: name, gaps: $0) }
        case .gatewayTrouble(let name, let reason):
            return GatewayReason(stored: reason).sentence { Strings.faultGatewayTrouble(name: name, reason: $0) }
        default: return Strings.sentence(of: self)
        }
    }

    private static func unknownTemplate(_ name: String, _ known: [String]) -> LocalizedText {
        NearestWord.to(name, among: known).map { Strings.faultUnknownTemplateNear(name: name, nearest: $0) }
            ?? Strings.faultUnknownTemplate(name: name)
    }

    /// The user has to write which recipient is meant.
    package var status: ExitStatus {
        switch self {
        case .severalNumbers, .emptySpan, .badAddress, .badPort, .badDailyLimit, .needsOption, .uselessOption, .past,
            .unknownGap, .unknownTemplateGap, .emptyGap, .emptyListGap, .badGapValue, .templateOrText,
            .unknownRegion, .badStore:
            .usage
        default: .failure
        }
    }
}
