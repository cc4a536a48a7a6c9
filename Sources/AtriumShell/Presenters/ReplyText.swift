// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

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
    func built(_ reply: Reply) -> VisibleTextBuilder { plain.text(reply) }

    private var plain: PlainReply { PlainReply(context: coordinator.viewContext, hasHeadings: hasHeadings()) }

    /// A sentence as one line.
    func sentence(_ text: LocalizedText) -> VisibleText { VisibleText(text.string(in: coordinator.language)) }

    /// Where somebody is: the app, what is listed, and what is open.
    func place(in app: RunningApp) -> VisibleText? {
        guard let factory = coordinator.catalog.first(where: { $0.id == app.id }) else { return nil }
        let context = coordinator.viewContext
        let tab = app.tabs(in: context).current?.title
        let opened = app.detail.flatMap { $0.isOpen ? $0.title(in: context) : nil }
        let place = [factory.title.string(in: coordinator.language), tab, opened].compactMap { $0 }
        return VisibleText(place.joined(separator: " · "))
    }

    /// What there is to tell of a job that has ended, and how it went.
    func news(of job: Job, _ result: Result<Reply, any Error>) -> (text: LocalizedText, kind: Status.Kind) {
        switch result {
        case .success(let reply):
            let kind = reply.status == .success ? Status.Kind.done : .failed
            guard case .message(let message, _) = reply.body else {
                return (Strings.jobEnded(number: job.number, command: job.command), kind)
            }
            return (told(job, message, hasMore: !reply.notices.isEmpty), kind)
        case .failure(let error): return (told(job, Described(error).sentence, hasMore: false), .failed)
        }
    }

    private func told(_ job: Job, _ message: LocalizedText, hasMore: Bool) -> LocalizedText {
        let message = message.string(in: coordinator.language)
        return hasMore
            ? Strings.jobToldMore(number: job.number, command: job.command, message: message)
            : Strings.jobTold(number: job.number, command: job.command, message: message)
    }
}
