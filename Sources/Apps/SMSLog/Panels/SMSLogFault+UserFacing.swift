import AtriumKit
import SMSLogLogic
import Session

extension SMSLogFault: UserFacing {
    package var code: String {
        switch self {
        case .unknownMessage: "sms.unknown-message"
        case .unknownNumber: "sms.unknown-number"
        case .ambiguousName: "sms.ambiguous-name"
        case .notDialable: "sms.not-dialable"
        case .emptyText: "sms.empty-text"
        case .emptyQuery: "sms.empty-query"
        case .notResendable: "sms.not-resendable"
        case .refused: "sms.refused"
        case .noOpenThread: "sms.no-open-thread"
        case .nothingOlder: "sms.nothing-older"
        case .nothingNewer: "sms.nothing-newer"
        case .emptyName: "sms.empty-name"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .unknownMessage(let id): return Strings.faultUnknownMessage(id: id)
        case .unknownNumber(let word): return Strings.faultUnknownNumber(word: word)
        case .ambiguousName(let name, let numbers):
            return Strings.faultAmbiguousName(name: name, numbers: numbers.joined(separator: ", "))
        case .notDialable(let word): return Strings.faultNotDialable(word: word)
        case .emptyText: return Strings.faultEmptyText
        case .emptyQuery(let query): return Strings.faultEmptyQuery(query: query)
        case .notResendable(let id, let status):
            let status = status.title
            return LocalizedText("fault.notResendable") { language in
                Strings.faultNotResendable(id: id, status: status.string(in: language)).string(in: language)
            }
        case .refused(let id, let reason): return Strings.faultRefused(id: id, reason: reason)
        case .noOpenThread: return Strings.faultNoOpenThread
        case .nothingOlder: return Strings.faultNothingOlder
        case .nothingNewer: return Strings.faultNothingNewer
        case .emptyName: return Strings.faultEmptyName
        }
    }
}
