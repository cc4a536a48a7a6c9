// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumGateways
package import AtriumSession
import Foundation
import SMSLogLogic

/// The folders of gammu-smsd’s service “files”: `outbox`, `sent`, `error` and `inbox`.
///
/// A message goes out as a backup of Gammu, which names the coding of each part: the daemon sends a plain text in 7 bits
/// unless its configuration says otherwise. A file’s name has the key, so that a message that is in a folder is not
/// written again. The daemon moves the file when it has sent it; it reports no delivery.
package struct GammuSpool: MessageGateway {
    private let folder: SpoolFolder
    private let clock: any WallClock
    private let timeZone: Zone

    /// The folder that the daemon sends from.
    static let outbox = "outbox"
    private static let (sent, failed, inbox) = ("sent", "error", "inbox")
    /// The daemon writes the parts of a message one after the other.
    private static let settling = 2.0

    /// The folders in the folder of this path; `timeZone` is that of the times in names.
    package init(path: String, clock: any WallClock, timeZone: Zone) {
        folder = SpoolFolder(path: path)
        self.clock = clock
        self.timeZone = timeZone
    }

    /// The name of a message’s file: its order is that of sending.
    private func name(of message: OutgoingMessage) -> String {
        let time = CivilTime(message.date, in: timeZone)
        let digits = time.full.filter(\.isNumber)
        return
            "OUTC\(digits.prefix(8))_\(digits.dropFirst(8))_\(message.orderInNames)_\(message.number)_\(message.key).smsbackup"
    }

    package func submit(_ message: OutgoingMessage) throws(GatewayFault) -> SubmissionReceipt {
        let name = name(of: message)
        let backup = try GammuMessage(message, in: timeZone).backup
        try folder.folder(Self.outbox).write(Array(backup.utf8), to: name)
        return SubmissionReceipt(reference: name)
    }

    package func recover(_ message: OutgoingMessage) throws(GatewayFault) -> Recovery {
        let places = [Self.outbox, Self.sent, Self.failed].map(folder.folder)
        // Only the key stays the same if its number is read in another way meanwhile.
        let key = "_\(message.key)."
        for place in places where place.isThere {
            if let name = try place.names().last(where: { $0.contains(key) }) {
                return .taken(SubmissionReceipt(reference: name))
            }
        }
        guard places[0].isThere else { throw .unreachable(reason: .said(places[0].path)) }
        // The daemon moves every file, so that one that is nowhere was never there, unless it may be moving it just now.
        return places[1].isThere && places[2].isThere ? .notTaken : .unknown
    }

    package func reports(on messages: [TakenMessage]) -> [DeliveryReport] {
        messages.compactMap { message in
            if folder.folder(Self.sent).has(message.reference) {
                return DeliveryReport(reference: message.reference, outcome: .sent)
            }
            guard folder.folder(Self.failed).has(message.reference) else { return nil }
            return DeliveryReport(reference: message.reference, outcome: .failed(reason: "gammu-smsd: \(Self.failed)"))
        }
    }

    package func settle() async {
        let inbox = folder.folder(Self.inbox)
        let names = (try? inbox.names()) ?? []
        let ages = names.compactMap { inbox.date(of: $0) }.map(age)
        guard let youngest = ages.filter({ (0..<Self.settling).contains($0) }).min() else { return }
        try? await Task.sleep(for: .seconds(Self.settling - youngest))
    }

    /// The age of a file in seconds.
    private func age(_ written: Date) -> Double {
        Double(clock.now.milliseconds) / 1000 - written.timeIntervalSince1970
    }

    package func arrivals() throws(GatewayFault) -> [String] {
        let inbox = folder.folder(Self.inbox)
        guard inbox.isThere else { return [] }
        let names = try inbox.names().compactMap(GammuInboxName.init)
        return GammuInboxName.joined(names, in: timeZone) { inbox.date(of: $0.file)?.timeIntervalSince1970 }
            .map(GammuInboxName.key)
    }

    package func message(arrived key: String) throws(GatewayFault) -> ReceivedMessage? {
        let inbox = folder.folder(Self.inbox)
        let names = GammuInboxName.names(of: key)
        guard let first = names.first, let date = first.time.timestamp(in: timeZone) else { return nil }
        var contents: [[UInt8]] = []
        for name in names {
            guard let bytes = inbox.bytes(of: name.file), let written = inbox.date(of: name.file) else { return nil }
            // One that was written in this moment may be followed by another.
            guard abs(age(written)) >= Self.settling else { return nil }
            contents.append(bytes)
        }
        guard let text = GammuText.text(ofFiles: contents) else { return nil }
        return ReceivedMessage(
            key: key, sender: first.sender, text: text, date: date, earlierKeys: GammuInboxName.partsOf(names),
            restWithin: first.part == 0 ? nil : GammuInboxName.farthest * first.part)
    }

    package func isRest(_ key: String, of whole: String) -> Bool {
        let (rest, all) = (GammuInboxName.names(of: key).map(\.file), GammuInboxName.names(of: whole).map(\.file))
        return !rest.isEmpty && rest.count < all.count && Set(all).isSuperset(of: rest)
    }

    package func test() throws(GatewayFault) { try folder.folder(Self.outbox).test() }
}

/// The name of a file in the inbox of gammu-smsd: `IN20021130_021531_00_+45409000931640979_00.txt`.
///
/// It has the time at which the network took that part, the number of the message among those of the first part’s second,
/// the sender, and the number of the part. Nothing else says which parts belong together.
struct GammuInboxName {
    let time: CivilTime
    let sender: String
    let part: Int
    /// The time as it is written, such as `20021130_021531`.
    private let stamp: String
    private let serial: String

    /// The parts of a message are so far apart at most: the daemon itself waits no longer for one.
    static let farthest = Duration.seconds(600)
    /// The seconds within which the daemon writes the parts of one message.
    private static let together = 2.0
    /// The separator between the parts of a key; no file’s name has it.
    private static let separator: Character = "/"

    init?(_ name: String) {
        guard name.hasPrefix("IN"), name.hasSuffix(".txt") else { return nil }
        let fields = name.dropLast(4).split(separator: "_", omittingEmptySubsequences: false)
        guard fields.count >= 5, let part = Int(fields[fields.count - 1]), part >= 0 else { return nil }
        // A name that sends may have the sign itself.
        self.init(
            stamp: "\(fields[0].dropFirst(2))_\(fields[1])", serial: String(fields[2]),
            sender: fields[3..<(fields.count - 1)].joined(separator: "_"), part: part)
    }

    private init?(stamp: String, serial: String, sender: String, part: Int) {
        let fields = stamp.split(separator: "_", omittingEmptySubsequences: false)
        guard fields.count == 2, let day = Self.numbers(fields[0], [4, 2, 2]),
            let hour = Self.numbers(fields[1], [2, 2, 2])
        else { return nil }
        time = CivilTime(year: day[0], month: day[1], day: day[2], hour: hour[0], minute: hour[1], second: hour[2])
        (self.stamp, self.serial, self.sender, self.part) = (stamp, serial, sender, part)
    }

    /// The file’s name.
    var file: String { "IN\(stamp)_\(serial)_\(sender)_\(part.digits(2)).txt" }

    /// Digits in groups of these sizes, and nothing else.
    private static func numbers(_ digits: Substring, _ sizes: [Int]) -> [Int]? {
        guard digits.utf8.count == sizes.reduce(0, +) else { return nil }
        var rest = digits
        var numbers: [Int] = []
        for size in sizes {
            guard rest.prefix(size).utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(rest.prefix(size)) else {
                return nil
            }
            numbers.append(number)
            rest = rest.dropFirst(size)
        }
        return numbers
    }
}

extension GammuInboxName {
    /// The name of a message among all: its first file, and the times of the other ones.
    static func key(of parts: [GammuInboxName]) -> String {
        ([parts.first?.file ?? ""] + parts.dropFirst().map(\.stamp)).joined(separator: String(separator))
    }

    /// The files of a message of this key; none for another one.
    static func names(of key: String) -> [GammuInboxName] {
        let fields = key.split(separator: separator)
        guard let first = fields.first.flatMap({ GammuInboxName(String($0)) }) else { return [] }
        let others = fields.dropFirst().enumerated().compactMap { index, stamp in
            GammuInboxName(
                stamp: String(stamp), serial: first.serial, sender: first.sender, part: first.part + 1 + index)
        }
        return others.count == fields.count - 1 ? [first] + others : []
    }

    /// The keys of possible parts of a message before all of them have come.
    static func partsOf(_ parts: [GammuInboxName]) -> [String] {
        parts.indices.flatMap { start in
            (start..<parts.count).filter { $0 - start + 1 < parts.count }.map { key(of: Array(parts[start...$0])) }
        }
    }

    /// The parts of each message, in their order, the message of the earliest file first.
    ///
    /// A part belongs to the nearest one of the same sender with the number before it, within minutes. A part without
    /// that one stands alone.
    ///
    /// - Parameter written: The date of a file; it distinguishes messages whose parts came at the same time.
    static func joined(
        _ names: [GammuInboxName], in zone: Zone, written: (GammuInboxName) -> Double?
    ) -> [[GammuInboxName]] {
        let groups = Dictionary(grouping: names.indices) { "\(names[$0].serial)_\(names[$0].sender)" }
        var next: [Int: Int] = [:]
        for group in groups.values where group.contains(where: { names[$0].part > 0 }) {
            let dated = group.compactMap { index in names[index].time.timestamp(in: zone).map { (index, $0) } }
                .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            let byPart = Dictionary(grouping: dated) { names[$0.0].part }
            for (part, followers) in byPart {
                guard let leaders = byPart[part - 1] else { continue }
                for (leader, follower) in nearest(leaders, followers, writing: { written(names[$0]) }) {
                    next[leader] = follower
                }
            }
        }
        let joined = Set(next.values)
        return names.indices.filter { !joined.contains($0) }.map { first in
            Array(sequence(first: first) { next[$0] }).map { names[$0] }
        }
    }

    /// The pairs of files of which one follows the other, the nearest ones first taken; both lists are in order of time.
    private static func nearest(
        _ leaders: [(index: Int, time: Timestamp)], _ followers: [(index: Int, time: Timestamp)],
        writing: (Int) -> Double?
    ) -> [(Int, Int)] {
        var pairs: [(apart: Int, distance: Duration, leader: Int, follower: Int)] = []
        var start = 0
        for follower in followers {
            while start < leaders.count, leaders[start].time + farthest < follower.time { start += 1 }
            let near = leaders[start...].prefix { $0.time <= follower.time + farthest }
            for leader in near {
                let gap = near.count == 1 ? 0 : (writing(leader.index) ?? 0) - (writing(follower.index) ?? 0)
                let distance = leader.time < follower.time ? follower.time - leader.time : leader.time - follower.time
                pairs.append((abs(gap) <= together ? 0 : 1, distance, leader.index, follower.index))
            }
        }
        pairs.sort { ($0.apart, $0.distance, $0.leader, $0.follower) < ($1.apart, $1.distance, $1.leader, $1.follower) }
        var (taken, followed): (Set<Int>, Set<Int>) = ([], [])
        return pairs.compactMap { pair in
            guard !taken.contains(pair.leader), !followed.contains(pair.follower) else { return nil }
            taken.insert(pair.leader)
            followed.insert(pair.follower)
            return (pair.leader, pair.follower)
        }
    }
}

extension GammuText {
    /// The text of a message whose parts are these files of the inbox, in whichever form the daemon is configured to write
    /// them; `nil` if it is none.
    static func text(ofFiles files: [[UInt8]]) -> String? {
        if let first = files.first, files.count == 1, "[;".utf8.contains(first.first ?? 0) {
            let sections = GammuSection.all(in: first)
            if !sections.isEmpty { return text(of: sections) }
        }
        let mark: [UInt8] = [0xFE, 0xFF]
        if files.allSatisfy({ $0.starts(with: mark) }) {
            // The halves of one character may stand in two parts.
            return text(of: files.flatMap { units(of: Array($0.dropFirst(mark.count))) })
        }
        return files.map(UTF16Text.decode).joined()
    }

    private static func text(of sections: [GammuSection]) -> String? {
        let texts = sections.filter { $0.isIncoming && !$0.isBinary }.sorted { $0.number < $1.number }
        guard let first = texts.first else { return nil }
        return text(of: texts.map { ($0.number, units(of: $0.bytes)) }, total: first.piece?.total ?? 1)
    }
}

extension GammuSection {
    fileprivate var number: Int { piece?.number ?? 1 }
}
