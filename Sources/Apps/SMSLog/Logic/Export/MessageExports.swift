// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSearch
package import AtriumSession
import AtriumStores
import Foundation

/// Writes messages to files.
package struct MessageExports: Sendable {
    let store: any MessageStore
    package let people: People
    /// The keys that sign exports.
    package let signing: SigningKeys
    package let clock: any WallClock
    package let timeZone: Zone

    /// Writes messages to a file, or pages of them to a folder, off the caller’s actor.
    ///
    /// A file has its name only when it is whole; an incremental export counts from then on.
    ///
    /// - Parameters:
    ///   - texts: The words of pages.
    ///   - progress: Called with the number of messages read, and the total.
    /// - Throws: `ExportFault`, `SMSLogFault` for a bad query, `StoreFault`, `CancellationError`.
    @concurrent
    package func export(
        _ request: ExportRequest, as format: any MessageExport.Type, texts: PageTexts,
        progress: @Sendable (_ done: Int, _ total: Int) async -> Void
    ) async throws -> ExportReport {
        if format.isFolder {
            guard !request.isIncremental else { throw ExportFault.notIncremental(path: request.path) }
            let isPage = ExportForm(of: request.path).fits(endings: format.endings, isFolder: false)
            guard !isPage else { throw ExportFault.pageName(path: request.path) }
        }
        let (selection, mark) = try await selection(for: request, hasCallsApart: format.hasCallsApart)
        var facts = ExportFacts(request: request, madeAt: clock.now, zone: timeZone, texts: texts, bytes: bytes)
        do {
            guard !format.isFolder else {
                return try await writePages(selection, format.pages(facts), to: request.path, progress)
            }
            let (count, left) = try await counts(of: selection, request, hasCallsApart: format.hasCallsApart)
            (facts.count, facts.own) = (count, try await store.read { try $0.ownAddresses() })
            return try await writeFile(selection, format, facts, left: left, follows: mark, progress)
        } catch let fault as FileFault {
            throw ExportFault(fault)
        }
    }

    /// The messages of a request, and the end of the last incremental export to its target.
    package func selection(
        for request: ExportRequest, hasCallsApart: Bool = false
    ) async throws -> (ExportSelection, mark: Int?) {
        let today = Day(clock.now, in: timeZone)
        let (filter, end, total, mark) = try await people.ask { [timeZone] people in
            let messages = people.reader
            var reader = MessageQueryReader(people, today: today, timeZone: timeZone)
            return (
                try request.query.map { try reader.read(Self.query($0, among: people)) }, try messages.lastNumber(),
                try messages.tally(),
                request.isContinuing ? try messages.exportMark(of: request.target) : nil
            )
        }
        var selection = ExportSelection(
            store: store, filter: filter, start: mark ?? 0, end: end, total: total)
        selection.calls = request.isOfCalls ? true : hasCallsApart ? false : nil
        return (selection, mark)
    }

    /// The query for a text, in which the names of all members stand for a group.
    private static func query(_ text: String, among people: PeopleLookup) throws -> String {
        let members = PeopleLookup.members(in: SMSLogService.unquoted(text))
        guard !members.isEmpty else { return text }
        do { return MessageQueryKey.in.term(try people.group(of: members).text) } catch
            SMSLogFault.unknownNumber, SMSLogFault.ambiguousName, SMSLogFault.noGroup
        {
            // They are words.
            return text
        }
    }

    private func writePages(
        _ selection: ExportSelection, _ begun: any ExportedPages, to path: String,
        _ progress: @Sendable (_ done: Int, _ total: Int) async -> Void
    ) async throws -> ExportReport {
        var report = ExportReport()
        var pages = begun
        var done = 0
        for conversation in try await selection.conversations() {
            var names: [Address: String] = [:]
            let numbers = try await store.read { try $0.severalNumbers(of: conversation.address) }
            try await selection.forEach(in: conversation.address) { row in
                done += 1
                if done % 500 == 0 { await progress(done, selection.total.all) }
                if let sender = row.message.sender, names[sender] == nil {
                    names[sender] = try await people.contact(sender)?.name ?? sender.text
                }
                try await pages.write(
                    row, of: conversation,
                    sender: row.message.sender.flatMap { names[$0] } ?? numbers[row.message.address]?.text)
                report.written += 1
            }
        }
        try pages.finish()
        report.path = path
        report.followsUnfinished = pages.followsUnfinished
        return report
    }

    private func writeFile(
        _ selection: ExportSelection, _ format: any MessageExport.Type, _ facts: ExportFacts, left: Int,
        follows mark: Int?, _ progress: @Sendable (_ done: Int, _ total: Int) async -> Void
    ) async throws -> ExportReport {
        let request = facts.request
        var report = ExportReport()
        report.left = left
        guard facts.count > 0 || mark == nil else { return report }
        let path = mark == nil ? request.path : Self.next(after: request.path, at: CivilTime(clock.now, in: timeZone))
        let draft = try DraftWriter(for: path, replacing: request.isReplacing)
        var file = try format.file(draft, facts)
        if selection.isAll, !request.isOfCalls {
            for numbers in try await store.read({ try $0.severalNumbers() }) {
                try file.write(person: numbers)
            }
        }
        try await selection.forEach(progress: progress) { row in
            try await file.write(row)
            report.written += 1
        }
        if selection.isAll, !request.isOfCalls {
            let names = try await store.read { try $0.allNames() }
            for name in names { try file.write(name.contact) }
        }
        try await file.finish()
        if request.isIncremental {
            try await store.write { try $0.setExportMark(selection.end, of: request.target) }
        }
        report.path = path
        return report
    }

    /// The number of messages to write, which a backup begins with, and the number of its other kind.
    private func counts(
        of selection: ExportSelection, _ request: ExportRequest, hasCallsApart: Bool
    ) async throws -> (Int, left: Int) {
        let counts: (messages: Int, calls: Int)
        if selection.isAll {
            counts = (selection.total.messages, selection.total.all - selection.total.messages)
        } else if hasCallsApart || request.isIncremental {
            counts = try await selection.counts()
        } else {
            counts = (0, 0)
        }
        guard let calls = selection.calls else { return (counts.messages + counts.calls, 0) }
        guard calls else { return (counts.messages, counts.calls) }
        return (counts.calls, hasCallsApart ? counts.messages : 0)
    }

    /// Reads the bytes of parts.
    package var bytes: PartBytes {
        { [store] digest in try await store.read { try $0.bytes(of: digest) } }
    }

    /// The file of an incremental export beside the first one; the names are in the order of their times.
    private static func next(after path: String, at time: CivilTime) -> String {
        let (folder, name) = Folder.split(path)
        let (stem, ending) = PlainFileName.parts(name)
        let digits = time.full.filter(\.isNumber)
        let next = "\(stem)-\(digits.prefix(8))-\(digits.dropFirst(8))\(ending)"
        return path.contains("/") ? "\(folder == "/" ? "" : folder)/\(next)" : next
    }
}
