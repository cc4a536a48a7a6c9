// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import SMSLogLogic

extension [Address] {
    /// The sentence that has all of them as a list.
    func listed(_ sentence: @escaping @Sendable (String) -> LocalizedText) -> LocalizedText {
        LocalizedText.listing(map(\.text), sentence)
    }
}

extension ContactKind {
    var word: Value {
        switch self {
        case .unknown: Self.unknownWord
        case .local: Self.localWord
        case .corporate: Self.corporateWord
        }
    }

    // Made once: each row of a list has one of them.
    private static let unknownWord = Value.word(key: "unknown", Strings.kindUnknown)
    private static let localWord = Value.word(key: "local", Strings.kindLocal)
    private static let corporateWord = Value.word(key: "corporate", Strings.kindCorporate)
}

extension ConversationKind {
    /// The title for users.
    var title: LocalizedText {
        switch self {
        case .all: Strings.threadsKindAll
        case .unread: Strings.threadsKindUnread
        case .people: Strings.threadsKindPeople
        case .unknown: Strings.threadsKindUnknown
        case .services: Strings.threadsKindServices
        case .groups: Strings.threadsKindGroups
        case .corporate: Strings.threadsKindCorporate
        case .pinned: Strings.threadsKindPinned
        case .muted: Strings.threadsKindMuted
        case .archived: Strings.threadsKindArchived
        case .blocked: Strings.threadsKindBlocked
        }
    }

    /// The text for an empty list.
    ///
    /// - Parameters:
    ///   - counts: The number of conversations of each kind, as far as they are known.
    ///   - origin: The origin of the conversations.
    func whenEmpty(_ counts: [ConversationKind: Int], in origin: MessageOrigin) -> LocalizedText {
        guard self == .all else { return Strings.threadsNoneOfKind }
        let putAway = counts[.archived, default: 0] + counts[.blocked, default: 0]
        guard putAway == 0 else { return Strings.threadsPutAway }
        return switch origin {
        case .store(.system): Strings.threadsNone
        case .store: Strings.threadsNoneInStore
        case .look: Strings.threadsNoneInFile
        }
    }

    /// The marks that all rows of its list have, so that they need not show them.
    var known: ConversationMarks {
        switch self {
        case .muted: .muted
        case .archived: .archived
        case .blocked: .blocked
        case .all, .unread, .people, .unknown, .services, .groups, .corporate, .pinned: []
        }
    }

    /// The kinds of those that are in the list.
    static let listed: [ConversationKind] = [.all, .unread, .people, .unknown, .services, .groups]
}

extension ConversationMarks {
    /// Each mark by itself, in the order of display.
    private static let each: [(mark: ConversationMarks, key: String, title: LocalizedText)] = [
        (.pinned, "pinned", Strings.markPinned), (.archived, "archived", Strings.markArchived),
        (.muted, "muted", Strings.markMuted), (.blocked, "blocked", Strings.markBlocked),
    ]

    /// The words for programs and for people.
    var words: Value {
        .list(Self.each.filter { contains($0.mark) }.map { .word(key: $0.key, $0.title) })
    }

    /// Stands before the name of one that is pinned.
    var sign: String { contains(.pinned) ? "★ " : "" }

    /// The words for people, for one that stands in a list that says some of them already.
    func note(in language: Language, without known: ConversationMarks = []) -> String {
        language.list(
            Self.each.filter { contains($0.mark) && !known.contains($0.mark) && $0.mark != .pinned }
                .map { $0.title.string(in: language) })
    }
}

extension SuggestedPerson.Reason {
    /// The title of the marks.
    var title: LocalizedText {
        switch self {
        case .sameName: Strings.reasonSameName
        case .workNumber: Strings.reasonWorkNumber
        case .mailOfName: Strings.reasonMailOfName
        }
    }

    /// The same as a value.
    var word: Value { .word(key: rawValue, title) }
}

extension SuggestedPerson {
    /// The suggested numbers, as a user types them.
    var selection: ConversationSelection { ConversationSelection(numbers) }

    /// The identifier of its row.
    var rowID: String { selection.word }
}
