// SPDX-License-Identifier: GPL-3.0-or-later
public import Session

/// A page of the manual, in the mdoc macros that both mandoc and groff read.
public struct ManualPage {
    /// The page so far.
    public private(set) var text: String

    /// What a list explains: its head, and what is below it.
    public struct Item {
        let head: [ManualPiece]
        let body: (inout ManualPage) -> Void

        /// An item with more than a text below its head.
        public init(_ head: [ManualPiece], body: @escaping (inout ManualPage) -> Void) {
            self.head = head
            self.body = body
        }

        /// An item with a text.
        public init(_ head: ManualPiece..., text: String) {
            self.init(head) { $0.text(text) }
        }
    }

    /// A page of this name and section, which says what it is about.
    public init(_ name: String, section: Int, about: String, heading: String, date: CivilTime) {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        text = """
            .Dd \(months[date.month - 1]) \(date.day), \(date.year)
            .Dt \(name.uppercased()) \(section)
            .Os
            .Sh \(heading.uppercased())
            .Nm \(name)

            """
        // A full stop is not part of a description.
        text += ".Nd \(ManualText.argument(about.hasSuffix(".") ? String(about.dropLast()) : about))\n"
    }

    /// Begins a section.
    public mutating func section(_ title: String) { line(".Sh \(ManualText.verbatim(title.uppercased()))") }

    /// Begins a part of a section.
    public mutating func part(_ title: String) { line(".Ss \(ManualText.verbatim(title))") }

    /// Running text; an empty line within it begins a new paragraph.
    public mutating func text(_ text: String) {
        for (index, paragraph) in text.split(separator: "\n\n").enumerated() {
            if index > 0 { line(".Pp") }
            for text in ManualText.lines(String(paragraph)) { line(text) }
        }
    }

    /// Running text, apart from what is before it.
    public mutating func paragraph(_ text: String) {
        line(".Pp")
        self.text(text)
    }

    /// Lines as they stand, to be typed.
    public mutating func examples(_ lines: [String]) {
        for text in lines { line(".Dl \(ManualText.verbatim(text).replacing("\"", with: "\\(dq"))") }
    }

    /// Lines as they stand.
    public mutating func literal(_ lines: [String]) {
        line(".Bd -literal -offset indent")
        for text in lines { line(text.isEmpty ? "" : ManualText.verbatim(text)) }
        line(".Ed")
    }

    /// How a command is called, by its name and what follows it.
    public mutating func synopsis(_ name: String, _ pieces: [ManualPiece]) {
        // In a synopsis of another name than the English one, a command does not begin a line by itself.
        let isFirst = text.split(separator: "\n").last?.hasPrefix(".Sh") == true
        if !isFirst, !text.contains(".Sh SYNOPSIS\n") { line(".br") }
        line(".Nm \(name)")
        for piece in pieces {
            if case .optional(let inner) = piece {
                line(".Op \(inner.map(\.macros).joined(separator: " "))")
            } else {
                line(".\(piece.macros)")
            }
        }
    }

    /// Things with a head each, and what is to say of them.
    public mutating func list(_ items: [Item], isCompact: Bool = false) {
        guard !items.isEmpty else { return }
        line(".Bl -tag -width Ds\(isCompact ? " -compact" : "")")
        for item in items {
            line(".It \(item.head.map(\.macros).joined(separator: " "))")
            item.body(&self)
        }
        line(".El")
    }

    /// Names other pages.
    public mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
        for (index, page) in pages.enumerated() {
            line(".Xr \(page.name) \(page.section)\(index == pages.count - 1 ? "" : " ,")")
        }
    }

    private mutating func line(_ line: String) { text += line + "\n" }
}
