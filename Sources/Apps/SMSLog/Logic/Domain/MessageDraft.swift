// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// A message that is not stored yet: all that the store does not find out by itself.
package struct MessageDraft: Codable, Hashable, Sendable {
    /// The other end.
    package var address: Address
    /// The other end as it was written.
    package var rawAddress: String
    /// The text.
    package var content: String
    /// The date at which it was sent or received; from 1970 to 2100.
    package var date: Timestamp
    package var direction: MessageDirection
    package var status: SendStatus
    /// Whether the user has seen it; true for outgoing ones.
    package var isRead: Bool
    /// The service by which it travelled.
    package var kind: MessageKind
    /// The name that the imported file gives the other end.
    package var importedName: String?
    /// The date of that name and of the other details; `nil` for the date of the message.
    package var namedAt: Timestamp?
    /// Whether its network’s name distinguishes it from all other messages, even if its content changes.
    package var isKnownByNetworkID = false
    /// Whether it was changed since, and its file lacks the earlier content: the stored earlier content stays.
    package var isKeepingFormerText = false
    /// Whether its sender has withdrawn it: stored content of it stays.
    package var isWithdrawn = false
    /// All parts of a multimedia message, in their order.
    package var parts: [MessagePart]
    /// The bytes of parts; those that are missing here are in the store, or nowhere.
    package var data: [Digest: [UInt8]] = [:]
    /// The participants that a multimedia message names.
    package var participants: [Participant] = []
    /// The subject, apart from the text.
    package var subject: String?
    /// The call that it stands for; `nil` for a written message.
    package var call: Call?
    package var details = MessageDetails()
    /// The sender among several people; `nil` if there is only one, or if it is not known.
    package var sender: Address?
    /// Why it failed, in the words of the gateway that had it.
    package var failure: String?
    /// The state of the handover to the gateway.
    package var handover = Handover.foreign
    /// The readings of it by files with less, beside those that follow from the message itself.
    package var poorer: [PoorerReading] = []

    /// A message of these facts.
    package init(
        address: Address, rawAddress: String? = nil, content: String, date: Timestamp, direction: MessageDirection,
        status: SendStatus, isRead: Bool = true, kind: MessageKind = .sms, importedName: String? = nil,
        parts: [MessagePart] = [], sender: Address? = nil
    ) {
        self.address = address
        self.rawAddress = rawAddress ?? address.text
        self.content = content
        self.date = date
        self.direction = direction
        self.status = status
        self.isRead = isRead || direction == .outgoing
        self.kind = kind
        self.importedName = importedName
        self.parts = parts
        self.sender = sender
    }

    /// Whether the message waits for the user’s eye.
    package var isUnread: Bool { !isRead }

    /// Whether it is known to be of a chat of several people: with a file it may be of either.
    package var isToSeveral: Bool { kind == .mms && attachments.isEmpty && details.isOfChat }

    /// The parts that are not text.
    package var attachments: [MessagePart] { parts.filter(\.isAttachment) }

    /// The identity by which the same message is recognized.
    ///
    /// A date that is in no file is not part of it: in the next backup the message may stand beside others.
    package var identity: MessageIdentity { identity(at: details.isUndated ? nil : date) }

    /// All identities of the message once it is stored: also one without a date if a file has none.
    package var identities: [MessageIdentity] {
        details.wasUndated ? [identity, identity.undated(wasUndated: true)] : [identity]
    }

    /// All that it is known by once it was removed: also by a date that no file said, and in whole seconds.
    package var removedIdentities: [MessageIdentity] {
        let known = details.isUndated ? [identity, identity(at: date)] : identities
        return date == date.wholeSecond ? known : known + [identity(at: date.wholeSecond)]
    }

    private func identity(at date: Timestamp?) -> MessageIdentity {
        reading(address, content, sender, attachments, at: date)
    }

    /// The poorer forms in which a store may have the message: from a file that does not name the sender or has no bytes.
    package var poorerReadings: [MessageIdentity] {
        guard sender != nil || !poorer.isEmpty || !parts.isEmpty || details.isUndated else { return [] }
        let attachments = attachments
        let empty = attachments.map { MessagePart(name: $0.name, contentType: $0.contentType) }
        var readings: [MessageIdentity] = []
        let date = details.isUndated ? nil : date
        for parts in [attachments, empty] {
            for sender in [sender, nil] { readings.append(reading(address, content, sender, parts, at: date)) }
        }
        readings += poorer.map { reading(address, $0.content, $0.sender, $0.attachments, at: date) }
        if details.isUndated { readings += readings.map { $0.undated(wasUndated: true) } }
        var known: Set<MessageIdentity> = [identity]
        return readings.filter { known.insert($0).inserted }
    }

    /// The forms in which a store may have the message from a file that does not say when it was.
    package var undatedReadings: [MessageIdentity] {
        details.isUndated ? [] : ([identity] + poorerReadings).map { $0.undated() }
    }

    private func reading(
        _ address: Address, _ content: String, _ sender: Address?, _ attachments: [MessagePart], at date: Timestamp?
    ) -> MessageIdentity {
        MessageIdentity(
            address: address, date: date, direction: direction, kind: kind, sender: sender, content: content,
            attachments: attachments)
    }
}

extension MessageDraft {
    /// The text before an earlier text of a message, and the text after it.
    private static let former = (start: "\n(before: “", end: "”)")

    /// The same with the earlier text of a message that has this text; `nil` if that text has it already.
    package func keeping(_ text: String) -> MessageDraft? {
        guard text != content, !text.hasPrefix(content + Self.former.start) else { return nil }
        let start = text.firstRange(of: Self.former.start)?.lowerBound ?? text.endIndex
        var draft = self
        draft.content += Self.former.start + text[..<start] + Self.former.end + text[start...]
        return draft
    }
}

/// The reading of a message by a file with less of it: a message stored from such a file is known by it, and gets
/// what it lacks from a file with more.
package struct PoorerReading: Codable, Hashable, Sendable {
    /// The text.
    package let content: String
    /// The sender, if the file names it.
    package let sender: Address?
    /// The parts other than text, without their bytes.
    package let attachments: [MessagePart]

    package init(content: String, sender: Address? = nil, attachments: [MessagePart]) {
        self.content = content
        self.sender = sender
        self.attachments = attachments
    }
}
