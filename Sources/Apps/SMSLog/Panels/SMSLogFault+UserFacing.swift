// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
package import AtriumKit
package import AtriumSession
public import SMSLogLogic

extension SMSLogFault: UserFacing {
    package static var area: String { "sms" }

    package var sentence: LocalizedText {
        switch self {
        case .corporateName(let name, let address): return Strings.faultCorporateName(name: name, number: address.text)
        case .unknownMessage(let id): return Strings.faultUnknownMessage(id: id)
        case .unknownNumber(let word): return Strings.faultUnknownNumber(word: word)
        case .ambiguousName(let name, let numbers):
            return LocalizedText.listing(numbers) { Strings.faultAmbiguousName(name: name, numbers: $0) }
        case .noGroup(let members): return LocalizedText.listing(members) { Strings.faultNoGroup(members: $0) }
        case .severalGroups(let members, let numbers):
            return LocalizedText.listing(members) { members in
                LocalizedText.listing(numbers) { Strings.faultSeveralGroups(members: members, numbers: $0) }
            }
        case .unknownRegion(let word): return Strings.faultUnknownRegion(word: word)
        case .notDialable(let word): return Strings.faultNotDialable(word: word)
        case .notToGroup(let word): return Strings.faultNotToGroup(word: word)
        case .tooShort(let word): return Strings.faultTooShort(word: word)
        case .noRecipient: return Strings.faultNoRecipient
        case .emptyText: return Strings.faultEmptyText
        case .tooLong(let parts):
            return Strings.faultTooLong(parts: parts, most: MessageLength.mostParts)
        case .past(let time): return Strings.faultPast(time: time)
        case .nothingSendsLater: return Strings.faultNothingSendsLater
        case .unknownGap(let gap, let columns):
            return LocalizedText.listing(columns) { Strings.faultUnknownGap(gap: gap, columns: $0) }
        case .emptyList(let path): return Strings.faultEmptyList(path: path)
        case .emptyQuery(let query): return Strings.faultEmptyQuery(query: query)
        case .badTerm(let term):
            let key = term.drop { $0 == "-" }.prefix { $0 != ":" }
            let forms = MessageQueryKey(rawValue: key.lowercased())?.examples ?? []
            return LocalizedText.listing(forms) { Strings.faultBadTerm(term: term, forms: $0) }
        case .emptyTerm(let term): return Strings.faultEmptyTerm(term: term)
        case .unknownKey(let key, let term): return Self.unknownKey(key, term)
        case .notResendable(let id, let status):
            let status = status.title
            return LocalizedText("fault.notResendable") { language in
                Strings.faultNotResendable(id: id, status: status.string(in: language)).string(in: language)
            }
        case .severalNumbers(let first, let joined, let rest):
            let text = rest.isEmpty ? "TEXT" : String(rest.prefix(20))
            return Strings.faultSeveralNumbers(
                joined: joined, text: text, first: first, rest: String(joined.dropFirst(first.count + 1)))
        case .notOwn(let id): return Strings.faultNotOwn(id: id)
        case .handedOver(let id): return Strings.faultHandedOver(id: id)
        case .notDoubtful(let id): return Strings.faultNotDoubtful(id: id)
        case .unknownTemplate(let name, let known): return Self.unknownTemplate(name, known)
        case .templateExists(let name): return Strings.faultTemplateExists(name: name)
        case .unknownTemplateGap(let gap, let name, let gaps):
            return gaps.isEmpty
                ? Strings.faultNoTemplateGaps(gap: gap, name: name)
                : LocalizedText.listing(gaps) { Strings.faultUnknownTemplateGap(gap: gap, name: name, gaps: $0) }
        case .emptyListGap(let gap): return Strings.faultEmptyListGap(gap: gap)
        case .emptyGap(let gap, let name): return Strings.faultEmptyGap(gap: gap, name: name)
        case .templateOrText(let name): return Strings.faultTemplateOrText(name: name)
        case .badGapValue(let word): return Strings.faultBadGapValue(word: word)
        case .unknownGateway(let name): return Strings.faultUnknownGateway(name: name)
        case .gatewayExists(let name): return Strings.faultGatewayExists(name: name)
        case .noGatewayFile(let path): return Strings.faultNoGatewayFile(path: path)
        case .noOutbox(let path): return Strings.faultNoOutbox(path: path)
        case .badStore(let text): return Strings.faultBadStore(text: text)
        case .storePlace(let path): return Strings.faultStorePlace(path: path)
        case .noStore(let path): return Strings.faultNoStore(path: path)
        case .storeSendsNothing: return Strings.faultStoreSendsNothing
        case .archivesNothing: return Strings.faultArchivesNothing
        case .notArrived(let count): return Strings.faultNotArrived(count: count)
        case .onlyLooked(let name): return Strings.faultOnlyLooked(name: name)
        case .notLooking: return Strings.faultNotLooking
        case .badAddress(let text): return Strings.faultBadAddress(text: text)
        case .badPort(let text): return Strings.faultBadPort(text: text)
        case .badDailyLimit(let text): return Strings.faultBadDailyLimit(text: text)
        case .needsOption(let option): return Strings.faultNeedsOption(option: option)
        case .uselessOption(let option, let kind):
            return Strings.faultUselessOption(option: option, kind: kind.rawValue)
        case .needsNoPassword(let name): return Strings.faultNeedsNoPassword(name: name)
        case .gatewayTrouble(let name, let reason):
            return GatewayReason(stored: reason).sentence { Strings.faultGatewayTrouble(name: name, reason: $0) }
        case .noOpenThread: return Strings.threadNone
        case .nothingOlder: return Strings.faultNothingOlder
        case .nothingNewer: return Strings.faultNothingNewer
        case .wrongSigningPassword: return Strings.faultWrongSigningPassword
        case .damagedKey: return Strings.faultDamagedKey
        case .passwordsDiffer: return Strings.faultPasswordsDiffer
        case .noPassword: return Strings.faultNoPassword
        case .emptySpan(let from, let to): return Strings.faultEmptySpan(from: from.text, to: to.text)
        case .emptyName: return Strings.faultEmptyName
        case .noConversation(let name): return Strings.faultNoConversation(name: name)
        case .noDraft(let name): return name.map { Strings.faultNoDraftFor(name: $0) } ?? Strings.faultNoDraft
        case .onePerson(let words): return Strings.faultOnePerson(words: words)
        case .oneNumber(let name): return Strings.faultOneNumber(name: name)
        case .notAPerson(let word): return Strings.faultNotAPerson(word: word)
        case .noMatch(let query): return Strings.faultNoMatch(query: query)
        case .changedSince(let name, let command): return Strings.faultChangedSince(name: name, command: command)
        case .importIsOver(let command): return Strings.faultImportIsOver(command: command)
        }
    }

    private static func unknownKey(_ key: String, _ term: String) -> LocalizedText {
        let keys = MessageQueryKey.allCases.map(\.rawValue)
        guard let nearest = NearestWord.to(key, among: keys) else {
            return LocalizedText.listing(keys.map { $0 + ":" }) {
                Strings.faultUnknownKey(key: key, term: term, keys: $0)
            }
        }
        return Strings.faultUnknownKeyNear(key: key, term: term, nearest: nearest)
    }

    private static func unknownTemplate(_ name: String, _ known: [String]) -> LocalizedText {
        NearestWord.to(name, among: known).map { Strings.faultUnknownTemplateNear(name: name, nearest: $0) }
            ?? Strings.faultUnknownTemplate(name: name)
    }

    /// The user has to write which recipient is meant.
    package var status: ExitStatus {
        switch self {
        case .severalNumbers, .emptySpan, .badAddress, .badPort, .badDailyLimit, .needsOption, .uselessOption, .past,
            .unknownGap, .unknownTemplateGap, .emptyGap, .emptyListGap, .badGapValue, .templateOrText, .emptyQuery,
            .badTerm, .emptyTerm, .unknownKey, .unknownRegion, .badStore:
            .usage
        default: .failure
        }
    }
}
