// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import SMSLogStore

/// Whom the first words of what was typed mean, and the text behind them.
package struct Recipient: Sendable {
    /// Why somebody is to be asked before anything is sent.
    package enum Doubt: Equatable, Sendable {
        /// There is nothing with this number yet: it may be a text that begins with it, such as a year, or mistyped.
        case newNumber
        /// What was typed of this name may be words of a text as well.
        case mayBeText(name: String)
    }

    /// The number, or words of the name.
    package let word: String
    /// What is to be sent; empty where nothing is left.
    package let text: String
    /// Nil where no other can be meant.
    package let doubt: Doubt?
}

extension SMSLogService {
    /// Somebody whose name or number was typed as a whole.
    ///
    /// - Throws: `StoreFault`.
    package func recipient(whole word: String, before text: String) async throws -> Recipient {
        let isNew = try await isStranger(address(typed: word))
        return Recipient(word: word, text: text, doubt: isNew ? .newNumber : nil)
    }

    /// Whether an address is a number of which nothing is known.
    func isStranger(_ address: Address) async throws -> Bool { try await !strangers(among: [address]).isEmpty }

    /// Those numbers that are in no conversation, not even in a group, and of no contact.
    func strangers(among addresses: Set<Address>) async throws -> Set<Address> {
        try await dao.read(owner) { messages in
            let new = try addresses.filter { try $0.isDialable && !messages.isKnown($0) }
            guard !new.isEmpty else { return [] }
            let numbering = try messages.numbering()
            func spelling(_ address: Address) -> Address { numbering?.spelling(address) ?? address }
            let members = try messages.groups().flatMap(\.members).map(Address.init(stored:))
            let works = try messages.allNames().compactMap(\.contact.workNumber).map { Address($0) }
            let speakers = try messages.speakers().values.joined()
            let heard = Set((members + works + speakers).map(spelling))
            return new.filter { !heard.contains(spelling($0)) }
        }
    }

    /// Whom a text is for that was typed without quotation marks, of which the first word is `word`.
    ///
    /// A part of a number or of a name is never sent as a text unasked: where it is not known by messages or contacts
    /// which is meant, it is for the user to say. Off the caller’s actor: it is asked at each key, and looks at all names.
    ///
    /// - Parameter conversation: The one that is open, to which the text could be said as well.
    /// - Throws: `SMSLogFault.severalNumbers`, and as `address(of:)`.
    @concurrent
    package func recipient(_ word: String, before text: String, in conversation: Address?) async throws -> Recipient {
        let spaced = SpacedNumber(word, text)
        if let longest = spaced.long.first {
            guard let reading = try await known(spaced).onlyOne else { throw SMSLogFault.severalNumbers(word, longest) }
            return Recipient(word: reading.number, text: reading.text, doubt: nil)
        }
        let address = try await address(typed: word)
        if try await isKnown(address) { return Recipient(word: word, text: text, doubt: nil) }
        if try await dialable(address) != nil {
            return try await recipient(whole: word, before: text)
        }
        let names = NamedRecipient(word, text, among: try await allNames())
        let whole = names.whole
        let meant = whole?.name ?? word
        let leader = try await self.meant(meant).leader
        // No text has several words of a name by chance; but whoever reads a conversation may just go on in it.
        let isOthers = conversation.map { $0 != leader } ?? false
        let count = whole?.words ?? 1
        let isSure = !names.hasComma(behind: count) && (count > 1 || names.endsName(of: leader) && !isOthers)
        let name = try await contact(leader)?.name ?? leader.text
        return Recipient(
            word: meant, text: whole?.text ?? text, doubt: isSure ? nil : .mayBeText(name: name))
    }

    /// Whom the words mean that stand before a name without quotation marks, and that name; nil where nothing is left of it.
    ///
    /// A number with blanks in it and the longest whole name are read as in `recipient`; but no name begins with the digits
    /// of a number, unless that is whole without them.
    ///
    /// - Parameters:
    ///   - word: The first word.
    ///   - text: All that follows it.
    /// - Throws: `SMSLogFault.severalNumbers`; `StoreFault`.
    @concurrent
    package func party(_ word: String, before text: String) async throws -> (word: String, name: String?) {
        let spaced = SpacedNumber(word, text)
        if let longest = spaced.long.first {
            let known = try await known(spaced)
            let isWhole = Address(word).form == .number
            guard let reading = known.onlyOne ?? (known.isEmpty && !isWhole ? longest : nil) else {
                throw SMSLogFault.severalNumbers(word, longest)
            }
            return (reading.number, reading.text.isEmpty ? nil : reading.text)
        }
        if try await dialable(address(typed: word)) != nil { return (word, text) }
        let names = NamedRecipient(word, text, among: try await allNames())
        let line = word + " " + text
        if let whole = names.whole {
            guard !names.hasComma(behind: whole.words) else { return (line, nil) }
            return (whole.name, whole.text.isEmpty ? nil : whole.text)
        }
        return try await isSomebody(line) ? (line, nil) : (word, text)
    }

    /// The readings of a number of which something is known.
    private func known(_ spaced: SpacedNumber) async throws -> [SpacedNumber.Reading] {
        var known: [SpacedNumber.Reading] = []
        for reading in spaced.long + [spaced.short] where try await isKnown(address(typed: reading.number)) {
            known.append(reading)
        }
        return known
    }

    /// Whether a word is a number of which something is known, or a word of somebody’s name; off the caller’s actor, too.
    @concurrent
    package func isNamed(_ word: String) async throws -> Bool {
        if try await isKnown(address(typed: word)) { return true }
        return try await NamedRecipient(word, "", among: allNames()).isWordOfName
    }
}

extension [SpacedNumber.Reading] {
    /// The one that there is, and no other.
    fileprivate var onlyOne: SpacedNumber.Reading? { count == 1 ? first : nil }
}

extension SMSLogFault {
    fileprivate static func severalNumbers(_ word: String, _ longest: SpacedNumber.Reading) -> SMSLogFault {
        .severalNumbers(first: word, joined: longest.number, rest: longest.text)
    }
}
