// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumWorlds

/// Shows everything as lines of text: for pipes, scripts, screen readers, and terminals that can do no more.
@MainActor
final class PlainPresenter: Presenter {
    private let coordinator: Coordinator
    let gate: OutputGate
    private let messages: MessageLog
    private let isInteractive: Bool
    private let printsFrames: Bool
    private let notifier: Notifier?
    private let isForListening: @MainActor () -> Bool
    let text: ReplyText
    /// The last announced place.
    private var announced: VisibleText?

    /// - Parameters:
    ///   - isInteractive: Whether a person reads it.
    ///   - printsFrames: Whether a frame with the panels is printed after each command.
    ///   - isForListening: Whether a screen reader reads it now.
    init(
        coordinator: Coordinator, gate: OutputGate, messages: MessageLog, isInteractive: Bool,
        printsFrames: Bool = false, notifier: Notifier? = nil,
        isForListening: @escaping @MainActor () -> Bool = { false }
    ) {
        self.coordinator = coordinator
        self.gate = gate
        self.messages = messages
        self.isInteractive = isInteractive
        self.printsFrames = printsFrames
        self.notifier = notifier
        self.isForListening = isForListening
        text = ReplyText(coordinator: coordinator, hasHeadings: isForListening)
    }

    var isSpoken: Bool { isForListening() }

    func isOnPanels(_ reply: Reply) -> Bool {
        printsFrames && reply.isOnPanels && ScreenLayout.isPossible(coordinator.size)
    }

    func show(_ reply: Reply) {
        if isOnPanels(reply) { return reply.notices.forEach(show(notice:)) }
        write(reply)
        reply.noticesInWords.forEach(show(notice:))
    }

    private func write(_ reply: Reply) {
        guard isInteractive, gate.isTerminal else { return gate.write(text.built(reply)) }
        text.lines(reply).forEach(write)
    }

    private func write(_ line: VisibleText) { rows(of: line).forEach { gate.writeLine($0) } }
    private func writeError(_ line: VisibleText) { rows(of: line).forEach { gate.writeErrorLine($0) } }

    /// A line as it is written: for a person no word is broken at the end of the terminal.
    private func rows(of line: VisibleText) -> [VisibleText] {
        isInteractive && gate.isTerminal ? line.hung(to: coordinator.size.columns) : [line]
    }

    func show(notice: LocalizedText) { writeError(text.sentence(notice)) }

    func show(_ error: any Error) {
        let described = ErrorDescription(error)
        for line in described.output { gate.writeLine(VisibleText(line)) }
        writeError(text.sentence(described.sentence))
    }

    func announce(_ news: LocalizedText, _ kind: Status.Kind, waitingIn app: AppID?) {
        let line = text.sentence(news)
        messages.add(line.string, at: coordinator.world.clock.now, waitingIn: app)
        guard isInteractive, !coordinator.isCovered else { return }
        notifier?.tell(line)
        write(line)
    }

    func show(_ progress: WorkProgress, ofJob job: Int?) {
        gate.writeErrorLine(VisibleText(ProgressText(language: coordinator.language).sentence(progress)))
    }

    /// Announces the place, or the next commands, if that has changed.
    func present() async throws {
        guard isInteractive, !printsFrames else { return }
        let place: VisibleText?
        if let app = coordinator.currentApp {
            try await app.model.refresh()
            place = text.place(in: app)
        } else {
            guard let lead = try await lead() else { return }
            place = text.sentence(lead)
        }
        guard place != announced else { return }
        announced = place
        if let place { write(place) }
    }

    /// The commands to type if no app can be seen.
    private func lead() async throws -> LocalizedText? {
        switch coordinator.login {
        case .active: nil
        case .locked: Strings.startPlainLocked
        case .loggedOut: try await coordinator.authenticator.isEmpty() ? Strings.startPlainFirst : Strings.startPlain
        }
    }

    func cover() { announced = nil }

    func uncover(keepsPrinted: Bool) { announced = nil }
}

/// Writes a reply as lines of text: for a pipe, a script and a screen reader.
struct PlainReply {
    let context: ViewContext
    /// Whether all tables begin with the titles of their columns.
    var hasHeadings = false

    /// The lines; text from outside is made safe here.
    func lines(_ reply: Reply) -> [VisibleText] {
        switch reply.body {
        case .nothing: []
        case .message(let message, _): [words(message)]
        case .records(let records): text(records).text.lines
        case .detail(let detail): text(detail).text.lines
        case .lines(let lines): lines.map(safe)
        }
    }

    /// The same as one text, each line with its end: of a long text no line is a string of its own.
    func text(_ reply: Reply) -> VisibleTextBuilder {
        switch reply.body {
        case .records(let records): return text(records)
        case .detail(let detail): return text(detail)
        default: return text(lines(reply))
        }
    }

    private func text(_ lines: [VisibleText]) -> VisibleTextBuilder {
        var text = VisibleTextBuilder()
        for line in lines {
            text.append(line)
            text.endLine()
        }
        return text
    }

    private func text(_ records: Records) -> VisibleTextBuilder {
        guard records.count > 0 else { return text([words(records.whenEmpty)]) }
        let shown = records.columns.indices.filter { !records.columns[$0].isHidden }
        let days = records.days.flatMap { key in records.columns.firstIndex { $0.key == key } }
        var table = PlainTable(
            alignments: shown.map { records.columns[$0].isRightAligned ? .right : .left }, rows: records.count)
        var last: Day?
        let today = Day(context.now, in: context.timeZone)
        for row in 0..<records.count {
            records.values(of: row, in: shown) { column, value in
                let isCut = records.columns[column].isCut
                // As `Value.text` says it, but for days above rows: the most frequent values go into the table without a string.
                switch value {
                case .none: table.addNothing()
                case .number(let number): table.add(number)
                case .text(let text): table.add(text, isCut: isCut)
                case .timestamp(let moment):
                    let time = CivilTime(moment, in: context.timeZone)
                    let day = Day(time)
                    if column == days {
                        if day != last { table.addSection(day) }
                        last = day
                        table.add(hour: time.hour, minute: time.minute)
                    } else if day == today {
                        table.add(hour: time.hour, minute: time.minute)
                    } else {
                        table.add(day)
                    }
                case .word(_, let word): table.add(word.string(in: context.language), isCut: isCut)
                default: table.add(value.text(in: context, isShort: true), isCut: isCut)
                }
            }
        }
        if hasHeadings || records.hasHeadings {
            table.addHeadings(shown.map { records.columns[$0].title.string(in: context.language) })
        }
        var text = VisibleTextBuilder()
        text.append(table)
        return text
    }

    private func text(_ detail: Detail) -> VisibleTextBuilder {
        var (rows, width) = ([(label: VisibleText, columns: Int, value: VisibleText)](), 0)
        for field in detail.fields where !field.isHidden {
            let label = words(field.title)
            rows.append((label, label.columns, safe(field.value.text(in: context))))
            width = max(width, rows[rows.count - 1].columns)
        }
        var text = VisibleTextBuilder()
        for row in rows {
            text.append(row.label)
            text.append(blanks: width - row.columns + 2)
            text.append(row.value)
            text.removeTrailingBlanks()
            text.endLine()
        }
        if let body = detail.text, case .text(let body) = body.value {
            if !rows.isEmpty { text.endLine() }
            text.append(VisibleText(body, keepingNewlines: true))
            text.endLine()
        }
        if case .list(let notes)? = detail.notes?.value, !notes.isEmpty {
            text.endLine()
            for note in notes {
                text.append(safe(note.text(in: context)))
                text.endLine()
            }
        }
        return text
    }

    private func words(_ text: LocalizedText) -> VisibleText { safe(text.string(in: context.language)) }

    private func safe(_ text: String) -> VisibleText { VisibleText(text) }
}

/// Replies and sentences as text of the moment: in the language, the time zone and the day that it is.
@MainActor
struct ReplyText {
    let coordinator: Coordinator
    /// Whether tables have headings.
    var hasHeadings: @MainActor () -> Bool = { false }

    /// A reply as lines.
    func lines(_ reply: Reply) -> [VisibleText] { plain.lines(reply) }

    /// A reply as one text, each line with its end.
    func whole(_ reply: Reply) -> VisibleText { built(reply).text }

    /// The same as a gate writes it.
    func built(_ reply: Reply) -> VisibleTextBuilder {
        // A sentence, the most frequent reply of a script, depends on the language alone.
        guard case .message(let message, _) = reply.body else { return plain.text(reply) }
        var text = VisibleTextBuilder()
        text.append(sentence(message))
        text.endLine()
        return text
    }

    private var plain: PlainReply { PlainReply(context: coordinator.viewContext, hasHeadings: hasHeadings()) }

    /// A sentence as one line.
    func sentence(_ text: LocalizedText) -> VisibleText { VisibleText(text.string(in: coordinator.language)) }

    /// The place: the app, its list, and the open thing.
    func place(in app: RunningApp) -> VisibleText? {
        guard let factory = coordinator.catalog.first(where: { $0.id == app.id }) else { return nil }
        let context = coordinator.viewContext
        let tab = app.tabs(in: context).current?.title
        let opened = app.panels.detail.flatMap { $0.isOpen ? $0.title(in: context) : nil }
        let place = [factory.title.string(in: coordinator.language), tab, opened].compactMap { $0 }
        return VisibleText(place.joined(separator: " · "))
    }

    /// The news of a job that has ended, with its result.
    func news(of job: Job, _ result: Result<Reply, any Error>) -> (text: LocalizedText, kind: Status.Kind) {
        switch result {
        case .success(let reply):
            let kind = reply.status == .success ? Status.Kind.done : .failed
            guard case .message(let message, _) = reply.body else {
                return (Strings.jobEnded(number: job.number, command: job.command), kind)
            }
            return (told(job, message, hasMore: !reply.notices.isEmpty), kind)
        case .failure(let error): return (told(job, ErrorDescription(error).sentence, hasMore: false), .failed)
        }
    }

    private func told(_ job: Job, _ message: LocalizedText, hasMore: Bool) -> LocalizedText {
        let message = message.string(in: coordinator.language)
        return hasMore
            ? Strings.jobToldMore(number: job.number, command: job.command, message: message)
            : Strings.jobTold(number: job.number, command: job.command, message: message)
    }
}

extension PlainTable {
    private static let years = 0...9999

    /// Adds the next cell, which has a day.
    fileprivate mutating func add(_ day: Day) {
        guard Self.years.contains(day.year) else { return add(day.text) }
        add(year: day.year, month: day.month, day: day.day)
    }

    /// Puts a day on a line of its own above the next row.
    fileprivate mutating func addSection(_ day: Day) {
        guard Self.years.contains(day.year) else { return addSection(day.text) }
        addSection(year: day.year, month: day.month, day: day.day)
    }
}
