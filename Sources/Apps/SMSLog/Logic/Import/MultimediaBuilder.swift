import SMSLogStore
import Session
import XMLReader

/// Puts a multimedia message together from its element and the parts and addresses within.
struct MultimediaBuilder {
    private var draft: MessageDraft
    /// The direction that the element itself tells; without it the addresses have to.
    private var course: (MessageDirection, SendStatus)?
    private var texts: [String] = []
    private var senders: [Address] = []

    /// Begins with the message’s own element.
    init(_ element: borrowing XMLElement) throws(RefusedRow) {
        let (address, raw) = try BackupElement.address(of: element)
        let date = try BackupElement.date(of: element)
        if let box = BackupElement.value("msg_box", of: element) {
            guard let box = Int(box), let known = BackupElement.course(box, status: nil) else {
                throw BackupElement.refusal(.unknownType(box), element)
            }
            course = known
        } else {
            // OMA MMS Encapsulation Protocol: X-Mms-Message-Type, m-send-req and m-retrieve-conf.
            switch element.integer("m_type") {
            case 128: course = (.outgoing, .sent)
            case 132: course = (.incoming, .received)
            default: course = nil
            }
        }
        if let subject = BackupElement.value("sub", of: element) { texts.append(subject) }
        draft = MessageDraft(
            address: address, rawAddress: raw, content: "", date: date, direction: .incoming, status: .received,
            isRead: BackupElement.isRead(element), kind: .mms, importedName: BackupElement.contactName(of: element))
    }

    /// Adds a part: its text, or what it is.
    mutating func addPart(_ element: borrowing XMLElement) {
        let type = BackupElement.value("ct", of: element) ?? "application/octet-stream"
        switch type {
        // How the parts are laid out on a phone’s screen.
        case "application/smil": break
        case "text/plain":
            if let text = BackupElement.value("text", of: element) { texts.append(text) }
        default:
            let name =
                BackupElement.value("cl", of: element) ?? BackupElement.value("fn", of: element)
                ?? BackupElement.value("name", of: element)
            draft.attachments.append(Attachment(name: name, contentType: type, size: Self.size(of: element)))
        }
    }

    /// Adds an address that the message went from (137) or to.
    mutating func addAddress(_ element: borrowing XMLElement) {
        if element.integer("type") == 137, let text = BackupElement.value("address", of: element) {
            senders.append(Address(text))
        }
    }

    /// The message, once its element has ended.
    func finished() -> MessageDraft {
        var draft = draft
        (draft.direction, draft.status) = course ?? courseOfAddresses
        draft.isRead = draft.isRead || draft.direction == .outgoing
        draft.content = texts.joined(separator: "\n")
        return draft
    }

    /// The conversation’s address names the others: who sent and is not among them is the user.
    private var courseOfAddresses: (MessageDirection, SendStatus) {
        let others = Set(draft.address.members)
        let isOwn = !senders.isEmpty && senders.allSatisfy { !others.contains($0.text) }
        return isOwn ? (.outgoing, .sent) : (.incoming, .received)
    }

    /// How many bytes the part’s base64 stands for (RFC 4648), without making them: they may be many megabytes.
    private static func size(of element: borrowing XMLElement) -> Int {
        let digits = element.withUTF8(of: "data") { (bytes: Span<UInt8>) -> Int in
            var count = 0
            for index in bytes.indices {
                switch bytes[index] {
                case UInt8(ascii: "="), UInt8(ascii: " "), 0x09...0x0D: break
                default: count += 1
                }
            }
            return bytes.count == 4 && count == 4 && isNull(bytes) ? 0 : count
        }
        return (digits ?? 0) * 3 / 4
    }

    private static func isNull(_ bytes: Span<UInt8>) -> Bool {
        bytes[0] == UInt8(ascii: "n") && bytes[1] == UInt8(ascii: "u") && bytes[2] == UInt8(ascii: "l")
            && bytes[3] == UInt8(ascii: "l")
    }
}
