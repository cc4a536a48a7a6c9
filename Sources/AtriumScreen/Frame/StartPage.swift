// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import AtriumSession
import AtriumTerminal
package import AtriumWorlds

/// The page in place of the panels while no user’s may be shown: the program, and the next commands.
package struct StartPage: Hashable {
    /// Why there are no panels.
    enum Reason: Hashable {
        /// There is no account yet.
        case noAccount
        /// No user is logged in.
        case loggedOut
        /// The login waits for its password.
        case locked
    }

    /// The running program.
    let program: ProgramIdentity
    let reason: Reason
    /// Whether a question is asked now, so that no command can be typed before it is answered or left.
    let isAsking: Bool

    /// The sentence about a locked login.
    package static var locked: LocalizedText { Strings.locked }

    /// The request for the first account.
    package static var firstAccount: LocalizedText { Strings.greetingFirstAccount }

    /// The lines at the top.
    private var head: [LocalizedText] {
        switch (reason, isAsking) {
        case (.noAccount, true): [program.greeting, Self.firstAccount]
        case (.noAccount, false): [program.greeting, Strings.startNoAccount]
        case (.loggedOut, true): [Strings.startBack(name: program.name)]
        case (.loggedOut, false): [Strings.startLoggedOut]
        case (.locked, _): [Self.locked]
        }
    }

    /// The commands to continue with, and their summaries.
    private var commands: [(command: String, summary: LocalizedText)] {
        let first: [(String, LocalizedText)] =
            switch reason {
            case .noAccount: [("register", Strings.startRegister)]
            case .loggedOut: [("login", Strings.startLogin), ("register", Strings.startRegister)]
            case .locked: [("login", Strings.startUnlock), ("logout", Strings.startLogout)]
            }
        let demonstration = reason == .locked ? nil : program.demonstration
        return first + [
            ("help", Strings.startHelp),
            ("quit", demonstration.map { Strings.startDemo(command: $0) } ?? Strings.startQuit(name: program.name)),
        ]
    }

    /// The page as lines that are no wider than `columns`: as much of it as fits, and never cut before the
    /// commands to continue with.
    func lines(in language: Language, columns: Int, rows: Int = .max) -> [String] {
        let width = commands.map { DisplayWidth.of($0.command) }.max() ?? 0
        let table = commands.flatMap { command, summary in
            let text = TextLayout.wrap(summary.string(in: language), to: max(1, columns - width - 4))
            return text.enumerated().map { row, text in
                "  " + TextLayout.pad(row == 0 ? command : "", to: width) + "  " + text
            }
        }
        func wrapped(_ text: LocalizedText) -> [String] { TextLayout.wrap(text.string(in: language), to: columns) }
        let lead = wrapped(isAsking ? Strings.startAsking : Strings.startTyping)
        let (all, last) = (head.flatMap(wrapped), head.suffix(1).flatMap(wrapped))
        let names = TextLayout.wrap("  " + commands.map(\.command).joined(separator: " · "), to: columns)
        let pages = [
            all + [""] + lead + table, all + lead + table, last + lead + table, all + [""] + lead + names,
            all + lead + names, last + lead + names, lead + names, names,
        ]
        return pages.first { $0.count <= rows } ?? last
    }

    /// Draws the page in a box in the place of the panels.
    func draw(in rect: Rect, language: Language, on canvas: inout Canvas) {
        guard rect.size.columns > 8, rect.size.rows > 2 else { return }
        canvas.box(rect, title: "", style: .dim)
        let columns = rect.size.columns - 4
        let rows = rect.size.rows - 2
        for (row, line) in lines(in: language, columns: columns, rows: rows).prefix(rows).enumerated() {
            canvas.write(
                line, at: Point(column: rect.origin.column + 2, row: rect.origin.row + 1 + row), width: columns)
        }
    }
}

extension StartPage {
    /// The page in place of the panels; `nil` if these are visible, or if accounts are not known yet.
    ///
    /// - Parameter hasNoAccount: Whether there is no account; `nil` before this was checked.
    @MainActor
    init?(of coordinator: Coordinator, hasNoAccount: Bool?, isAsking: Bool) {
        guard coordinator.isCovered else { return nil }
        let program = coordinator.world.program
        switch coordinator.login {
        case .active, .locked: self.init(program: program, reason: .locked, isAsking: isAsking)
        case .loggedOut:
            guard let hasNoAccount else { return nil }
            self.init(program: program, reason: hasNoAccount ? .noAccount : .loggedOut, isAsking: isAsking)
        }
    }
}

extension ProgramIdentity {
    /// The greeting at the very first start.
    package var greeting: LocalizedText { welcome ?? Strings.greetingFirst(name: name) }
}
