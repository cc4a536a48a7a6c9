// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// What somebody began and has not finished, which outlives the program however it ends.
extension Shell {
    /// The name under which what is typed in the current app is kept: the line that is not finished, and those before.
    var lineName: String? {
        coordinator.login.session.map { Self.lineName(of: $0.user, $0.name, in: coordinator.current) }
    }

    /// The name under which a user’s lines in an app are kept; with the user’s number, so that nobody ever gets another’s.
    static func lineName(of user: UserID, _ name: String, in app: AppID) -> String { "\(owner(user, name))-\(app)" }

    /// The name under which older versions kept the lines that were typed before.
    static func formerLineName(of name: String, in app: AppID) -> String { "\(name)-\(app)" }

    /// What a user’s edited texts are kept under.
    static func owner(_ user: UserID, _ name: String) -> String { "\(user.rawValue)-\(name)" }

    /// Keeps what is being typed just now; for the way out on a signal.
    public func keepTyped() async { await (lines as? any KeyedLineSource)?.tellOfTyping() }

    /// Tells somebody who has just come of what they left unfinished.
    func tellUnfinished() async {
        for command in prompter.removeExposedEdits() {
            let news = Strings.unfinishedRemoved(command: command)
            if options.isInteractive { announce(news) } else { gate.writeErrorLine(sentence(news)) }
        }
        guard options.isInteractive else { return }
        var news: [(text: LocalizedText, command: String)] = []
        if let lineName {
            let line = drafts[lineName].text
            if !line.isEmpty { news.append((Strings.unfinishedLine(line: excerpt(line)), excerpt(line))) }
        }
        for command in prompter.leftEdits {
            news.append((Strings.unfinishedEdit(command: command), command))
        }
        for app in coordinator.openApps {
            for item in (try? await app.model.unfinished()) ?? [] {
                news.append((Strings.unfinishedOne(title: excerpt(item.title), command: item.command), item.command))
            }
        }
        for (text, _) in news { announce(text) }
        // The status line has room for the last one only.
        if stage != nil, news.count > 1 {
            let commands = news.map(\.command).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            announce(Strings.unfinishedSeveral(commands: commands.joined(separator: " · ")))
        }
    }

    private func excerpt(_ text: String) -> String {
        let line = text.prefix { !$0.isNewline }
        return line.count > 40 ? line.prefix(39) + "…" : String(line)
    }
}
