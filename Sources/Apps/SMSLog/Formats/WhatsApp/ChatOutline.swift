// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import SMSLogLogic

/// The facts about a whole chat that its first message needs: the senders, the user among them, and
/// the order of dates.
struct ChatOutline {
    /// The word for the user if the user has written nothing.
    static let absentUser = "-"

    let order: DateOrder
    let style: ChatHeader.Style
    /// The user’s name; `nil` if the user has written nothing.
    let me: String?
    /// The title of a group; `nil` if there is none, or none is known.
    let title: String?
    /// The places of messages among others of one time.
    let places: ChatPlaces
    /// The last date.
    let newest: WrittenDate?
    /// The other end.
    let address: Address
    /// Whether several are, or may be, at the other end.
    let isGroup: Bool
    /// Whether only the user has written.
    let isAlone: Bool
    /// The known senders.
    private let speakers: Set<String>
    /// The forms of headers.
    private let forms: Set<String>

    /// Reads a whole chat.
    ///
    /// - Parameters:
    ///   - label: The name of its file or folder, which shows the other end.
    ///   - choices: The user’s answers about it.
    /// - Throws: `ImportFault.unknownSelf`, `ImportFault.unknownDateOrder`, and the errors of reading.
    init(_ input: ByteLines, label: ChatLabel?, choices: ImportChoices) throws(ImportFault) {
        var evidence = DateEvidence()
        var style: ChatHeader.Style?
        var speakers: [String] = []
        var known: Set<String> = []
        var sample = ""
        var places = ChatPlaces()
        var newest: WrittenDate?
        var named: String?
        var announcer: String?
        var forms: Set<String> = []
        var doubtful: [ChatHeader] = []
        while let line = try input.next() {
            guard ChatOutline.mayBegin(line), let header = ChatHeader(String(decoding: line, as: UTF8.self)),
                style ?? header.style == header.style
            else { continue }
            guard header.moment.isPossible else {
                doubtful.append(header)
                continue
            }
            style = header.style
            forms.insert(header.form)
            if sample.isEmpty { sample = header.written }
            evidence.add(header.moment)
            newest = header.moment
            let entry = ChatEntry(header.rest)
            places.add(header.written, entry.speaker ?? "")
            if entry.isNotice {
                named = ChatPhrases.title(in: entry.text) ?? named
                announcer = announcer ?? entry.speaker
            }
            if let name = entry.speaker, !entry.isNotice, known.insert(name).inserted { speakers.append(name) }
        }
        if let first = doubtful.first(where: { $0.moment.isYearless && ChatEntry($0.rest).speaker != nil }) {
            throw .yearless(sample: first.written)
        }
        if sample.isEmpty {
            // There is no better evidence.
            style = doubtful.first?.style
            doubtful = doubtful.filter { $0.style == style }
            for header in doubtful {
                forms.insert(header.form)
                if let name = ChatEntry(header.rest).speaker, known.insert(name).inserted { speakers.append(name) }
            }
        }
        self.forms = forms
        self.speakers = known.union([label?.title].compactMap { $0 })
        guard let order = choices.dates ?? evidence.order else { throw .unknownDateOrder(sample: sample) }
        self.order = order
        self.style = style ?? .dash
        me = try Self.me(of: speakers, label: label, said: choices.me)
        let others = speakers.filter { [me] in $0 != me }
        isAlone = others.isEmpty
        let partner = others.count == 1 && label?.title.map { $0 == others[0] } ?? true
        isGroup = others.count > 1 || others.count == 1 && !partner || others.isEmpty && named != nil
        // On iOS the group itself announces its own events, and nothing else.
        let group = announcer.flatMap { [me] name in name == me || others.contains(name) ? nil : name }
        title = isGroup ? label?.title ?? named ?? (others.count > 1 ? group : nil) : nil
        for header in doubtful where Self.isOfMessage(header, self.speakers, forms) {
            places.add(header.written, ChatEntry(header.rest).speaker ?? "")
        }
        self.places = places
        self.newest = newest
        let called = (label?.title ?? (isAlone ? named : nil)).map { [$0] }
        let names = isAlone || isGroup ? called ?? others : others
        address = names.isEmpty ? .unknown : Address(names.joined(separator: "~"))
    }

    /// Whether a line may have a header: most that have none need no text made of them.
    static func mayBegin(_ line: [UInt8]) -> Bool {
        guard let first = line.first else { return false }
        if first | 0x20 &- UInt8(ascii: "a") < 26 {
            // The name of a month, and a time before a dash.
            return line.prefix(ChatHeader.longest).contains(UInt8(ascii: ":"))
        }
        return first == UInt8(ascii: "[") || first >= 0x80 || first &- UInt8(ascii: "0") < 10
    }

    /// Whether a header begins a message, and is no part of a text.
    ///
    /// WhatsApp writes no impossible date, but a user may write one in a text. Nothing is lost if a header continues
    /// the text before it; so one with such a date only begins a message if all else fits: it has the form of
    /// the others, and a known sender.
    func begins(_ header: ChatHeader) -> Bool {
        header.style == style
            && (header.moment.date(order, in: .gmt) != nil || Self.isOfMessage(header, speakers, forms))
    }

    private static func isOfMessage(_ header: ChatHeader, _ speakers: Set<String>, _ forms: Set<String>) -> Bool {
        forms.contains(header.form) && ChatEntry(header.rest).speaker.map(speakers.contains) ?? false
    }

    private static func me(of speakers: [String], label: ChatLabel?, said: String?) throws(ImportFault) -> String? {
        if let said {
            let name = ChatMarks.name(said)
            if said == absentUser || speakers.isEmpty { return nil }
            if let found = speakers.first(where: { $0 == name }) { return found }
            guard speakers.count == 1, label?.names(speakers[0]) ?? false else { throw .unknownSelf(names: speakers) }
            return nil
        }
        let partner = label.flatMap { label in speakers.filter(label.names).max { $0.count < $1.count } }
        guard speakers.count < 3, partner != nil || speakers.isEmpty else { throw .unknownSelf(names: speakers) }
        return speakers.first { $0 != partner }
    }
}

/// The places of messages among those that one person wrote at one time, which on Android is a minute: they identify a
/// message whose text changes later.
///
/// Exports are whole from some day on: if as many messages are of that time and person as before, each is in its place.
struct ChatPlaces {
    private struct Key: Hashable {
        let written: String
        let speaker: String
    }

    private var counts: [Key: Int] = [:]
    private var taken: [Key: Int] = [:]

    /// Counts a message in.
    mutating func add(_ written: String, _ speaker: String) {
        counts[Key(written: written, speaker: speaker), default: 0] += 1
    }

    /// The place of the next message, such as `2/3`.
    mutating func next(_ written: String, _ speaker: String) -> String {
        let key = Key(written: written, speaker: speaker)
        taken[key, default: 0] += 1
        return "\(taken[key] ?? 0)/\(counts[key] ?? 0)"
    }
}
