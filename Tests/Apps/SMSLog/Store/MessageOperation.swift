// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Dice

@testable import SMSLogLogic
@testable import SMSLogStore

/// An operation on a store.
enum MessageOperation {
    case save([MessageDraft])
    /// A file, in pieces of this many rows.
    case merge([MessageDraft], by: Int)
    /// A number turns out to be the user’s own.
    case own(Address)
    case contact(Contact)
    case read(Address)
    case unread(Address)
    case change(Int, StatusChange)
    case remove(Int)
    case mark(ConversationMarking, Address)
    case draft(String?, Address)
    case page(Address, Int)
    /// Numbers are read as in another region.
    case region(String)
    /// Numbers belong to one person.
    case people([Address])
    /// The numbers of a person, or one of them, are separated again.
    case apart(Address, isAlone: Bool)
    /// The user declares that two numbers are different people, or that they are not.
    case different(AddressPair, Bool)
    case find(String)
    case sending(Sending)

    /// A step of an outgoing or incoming message.
    enum Sending {
        case add(MessageDraft, String)
        case again(Int, String)
        case claim(Int)
        case accept(Int)
        case putBack(Int, Timestamp?)
        case refuse(Int)
        case doubt(Int)
        case settle(Int)
        case report(Int, SendStatus)
        case receive(MessageDraft, String)
        case gateway(String)
        case limit(Int?, String)
        case prefer(String)
        case removeGateway(String)
    }

    static func random(_ random: inout Dice) -> MessageOperation {
        let id = Int.random(in: 1...40, using: &random)
        switch Int.random(in: 0..<23, using: &random) {
        case 22:
            return .different(
                AddressPair(randomAddress(&random), randomAddress(&random)), Int.random(in: 0..<3, using: &random) > 0)
        case 20: return .people((0...Int.random(in: 1...2, using: &random)).map { _ in randomAddress(&random) })
        case 21: return .apart(randomAddress(&random), isAlone: Bool.random(using: &random))
        case 18...19:
            return Int.random(in: 0..<3, using: &random) > 0
                ? .contact(
                    Contact(address: randomAddress(&random), name: "Mei \(id)", kind: .local))
                : .region(["SG", "FR", ""].randomElement(using: &random) ?? "")
        case 17: return .draft(Bool.random(using: &random) ? "text \(id)" : nil, randomAddress(&random))
        case 15...16:
            return .mark(ConversationMarking.allCases.randomElement(using: &random) ?? .pin, randomAddress(&random))
        case 0...2:
            let drafts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                var draft = randomDraft(&random)
                draft.details.isUndated = Int.random(in: 0..<3, using: &random) == 0
                return draft
            }
            return Bool.random(using: &random)
                ? .save(drafts) : .merge(drafts, by: Int.random(in: 1...6, using: &random))
        case 3:
            let names = ["Ana", "Zoë", "李", "bob"]
            return .contact(
                Contact(
                    address: randomAddress(&random), name: names.randomElement(using: &random) ?? "",
                    kind: Bool.random(using: &random) ? .local : .corporate,
                    workNumber: Bool.random(using: &random) ? "42" : nil))
        case 4: return .read(randomAddress(&random))
        case 5: return .unread(randomAddress(&random))
        case 6:
            let statuses: [SendStatus] = [.pending, .sent, .delivered, .failed]
            return .change(
                id,
                StatusChange(
                    to: statuses.randomElement(using: &random) ?? .sent,
                    from: Set(statuses.filter { _ in Bool.random(using: &random) }),
                    handover: Handover.allCases.randomElement(using: &random),
                    after: Set(Handover.allCases.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }),
                    reference: Bool.random(using: &random) ? "r\(id)" : nil,
                    failure: Bool.random(using: &random) ? "why" : nil))
        case 7: return .remove(id)
        case 10:
            return Int.random(in: 0..<8, using: &random) == 0
                ? .own(Address(Bool.random(using: &random) ? "+1" : "+2")) : .remove(id)
        case 8: return .page(randomAddress(&random), id)
        case 11...14: return .sending(randomSending(id, &random))
        default:
            return .find(
                ["hello", "h", "hel", "你", "\"good day\"", "g", "day hello", "da", "*"].randomElement(using: &random)
                    ?? "")
        }
    }

    private static func randomSending(_ id: Int, _ random: inout Dice) -> Sending {
        let name = ["one", "two"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<16, using: &random) {
        case 0...1:
            var draft = randomDraft(&random)
            (draft.direction, draft.status, draft.handover) = (.outgoing, .pending, .waiting)
            draft.isRead = true
            return .add(draft, "key\(id)")
        case 2: return .again(id, "again\(id)")
        case 3...4: return .claim(id)
        case 5: return .accept(id)
        case 6: return .putBack(id, Bool.random(using: &random) ? nil : Timestamp(milliseconds: 5))
        case 7: return .refuse(id)
        case 8: return .doubt(id)
        case 9: return .settle(id)
        case 10: return .report(id, [.sent, .delivered, .failed].randomElement(using: &random) ?? .sent)
        case 11:
            var draft = randomDraft(&random)
            (draft.direction, draft.status) = (.incoming, .received)
            return .receive(draft, "in\(id % 5)")
        case 12: return .gateway(name)
        case 13: return .prefer(name)
        case 14: return .limit([nil, 1, 2].randomElement(using: &random) ?? nil, name)
        default: return .removeGateway(name)
        }
    }

    private static func randomAddress(_ random: inout Dice) -> Address {
        Address(
            [
                "+1555", "12345", "Bank", "+2~+1", "+15551234567", "0601020304", "ann@x.org", "8123 4567",
                "+65 8123 4567", "tel:+65-8123-4567", "+33 6 01 02 03 04", "0601020304~Bank", "Bank~+33601020304",
                "+2~+65 8123 4567", "+1~8123 4567~+2",
            ].randomElement(using: &random) ?? "")
    }

    /// Dates, texts and addresses from small sets, so that duplicates and messages with equal dates are frequent.
    private static func randomDraft(_ random: inout Dice) -> MessageDraft {
        let isIncoming = Bool.random(using: &random)
        let outgoing: [SendStatus] = [.draft, .pending, .sent, .failed]
        let address = randomAddress(&random)
        var draft = MessageDraft(
            address: address,
            content: ["hello", "Good day", "你好吗", "", "day 😀"].randomElement(using: &random) ?? "",
            date: Timestamp(milliseconds: Int64.random(in: 0...6, using: &random)),
            direction: isIncoming ? .incoming : .outgoing,
            status: isIncoming ? .received : outgoing.randomElement(using: &random) ?? .sent,
            isRead: Bool.random(using: &random), kind: Bool.random(using: &random) ? .sms : .mms,
            importedName: Int.random(in: 0..<5, using: &random) == 0
                ? ["Named", "Renamed"].randomElement(using: &random) : nil,
            parts: Int.random(in: 0..<4, using: &random) == 0 ? [randomPart(&random)] : [],
            sender: Int.random(in: 0..<4, using: &random) == 0 ? Address("+77") : nil)
        for part in draft.parts { if let digest = part.digest { draft.data[digest] = digest.bytes } }
        if Bool.random(using: &random) {
            draft.participants = [Participant(.from, "+77"), Participant(.to, "+78")]
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            draft.subject = ["About", "hello"].randomElement(using: &random)
            draft.details.sent = Timestamp(milliseconds: Int64.random(in: 1...3, using: &random))
            draft.details.sim = "1"
            draft.details.centre = "+99"
            draft.details.isLocked = Bool.random(using: &random)
        }
        draft.namedAt = Bool.random(using: &random) ? Timestamp(milliseconds: 9) : nil
        if Int.random(in: 0..<6, using: &random) == 0 {
            draft.poorer = [PoorerReading(content: "", attachments: [])]
        }
        return draft
    }

    private static func randomPart(_ random: inout Dice) -> MessagePart {
        let digest: UInt8? = [nil, 1, 2].randomElement(using: &random) ?? nil
        return MessagePart(
            name: Bool.random(using: &random) ? "day.png" : nil, contentType: "image/png", size: 1,
            digest: digest.map { Digest(bytes: [$0]) })
    }

    /// Performs the operation for both owners, and returns the results as text.
    func perform(on dao: any MessageStores) async throws -> String {
        var answers: [String] = []
        for owner in [ana, ben] {
            switch self {
            case .save(let drafts):
                // The second owner gets but one of them, so that the two differ.
                let drafts = owner == ana ? drafts : Array(drafts.prefix(1))
                answers.append("\(try await dao.save(drafts, of: owner))")
            case .merge(let drafts, let count):
                var rest = owner == ana ? drafts[...] : drafts.prefix(1)
                var matched = MatchedMessages()
                while !rest.isEmpty {
                    let merged = try await dao.merge(
                        MessageMerge(drafts: Array(rest.prefix(count)), matched: matched), of: owner)
                    matched = merged.matched
                    // What is matched is in no order, and tells in the next piece.
                    answers.append("\(merged.numbers) \(merged.refreshed) \(merged.removed) \(merged.named)")
                    rest = rest.dropFirst(count)
                }
            case .own(let address): try await dao.write(owner) { try $0.know(own: [address]) }
            case .contact(let contact): try await dao.save(contact, of: owner)
            case .read(let address): answers.append("\(try await dao.markRead(address, of: owner))")
            case .unread(let address): answers.append("\(try await dao.markUnread(address, of: owner))")
            case .change(let id, let change): answers.append("\(try await dao.change(id, of: owner, change) as Any)")
            case .remove(let id): answers.append("\(try await dao.remove(id, of: owner) as Any)")
            case .draft(let text, let address):
                let draft = text.map { ConversationDraft(text: $0, savedAt: Timestamp(milliseconds: 3)) }
                try await dao.write(owner) { try $0.setDraft(draft, for: address) }
            case .mark(let marking, let address):
                let marks = try await dao.write(owner) { try $0.mark(marking, address) }
                answers.append("\(marks as Any)")
            case .page(let address, let id):
                let pivot = try await dao.message(id, of: owner)
                for page in [.newest] + (pivot.map { [Page.before(.init($0)), .after(.init($0))] } ?? []) {
                    answers.append("\(try await dao.messages(with: address, of: owner, page: page, limit: 3))")
                }
            case .region(let region):
                answers.append("\(try await dao.setPeople(by: region, of: owner))")
            case .people(let addresses): try await dao.write(owner) { try $0.merge(addresses) }
            case .apart(let address, let isAlone):
                try await dao.write(owner) { messages in
                    if isAlone {
                        try messages.takeOut(messages.givenName(of: address)?.contact.address ?? address)
                    } else {
                        try messages.split(address)
                    }
                }
            case .different(let pair, let isApart): try await dao.write(owner) { try $0.setApart(isApart, pair) }
            case .sending(let sending): answers.append(try await sending.perform(on: dao, owner))
            case .find(let query):
                answers.append("\(try await dao.find(SearchQuery(query), of: owner, limit: 3))")
            }
        }
        return answers.joined(separator: "\n")
    }
}

extension MessageOperation.Sending {
    private static func gateway(_ name: String) -> Gateway {
        Gateway(name: name, kind: .kannel, place: "/x", user: "u", secret: Array(name.utf8), sender: nil, sim: 2)
    }

    /// Performs the operation, and returns the result as text.
    func perform(on dao: any MessageStores, _ owner: UserID) async throws -> String {
        try await dao.write(owner) { messages in
            switch self {
            case .add(let draft, let key): "\(try messages.add(outgoing: draft, key: key, from: draft.date))"
            case .again(let id, let key): "\(try messages.sendAgain(id, key: key, from: Timestamp(milliseconds: 4)))"
            case .claim(let id):
                "\(try messages.claim(id, for: "one", at: Timestamp(milliseconds: 5), dayEnd: Timestamp(milliseconds: 9)) as Any)"
            case .accept(let id): "\(try messages.accept(id, as: "r\(id)"))"
            case .putBack(let id, let retry): "\(try messages.putBack(id, retry: retry, reason: "later"))"
            case .refuse(let id): "\(try messages.refuse(id, reason: "no"))"
            case .doubt(let id): "\(try messages.doubt(id, reason: "?"))"
            case .settle(let id): "\(try messages.settle(id))"
            case .report(let id, let status):
                "\(try messages.report(id, status, reason: "why", at: Timestamp(seconds: 7)) as Any)"
            case .receive(let draft, let key): "\(try messages.receive(draft, as: key) as Any)"
            case .gateway(let name): "\(try messages.add(Self.gateway(name)))"
            case .limit(let most, let name): "\((try? messages.change(gateway: name) { $0.limit.most = most }) != nil)"
            case .prefer(let name): "\((try? messages.prefer(name)) != nil)"
            case .removeGateway(let name): "\((try? messages.removeGateway(name)) != nil)"
            }
        }
    }
}
