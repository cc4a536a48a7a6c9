// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
package import AtriumSession
import AtriumTerminal

/// A panel over the others for a text of several lines: the input is one line with line feeds.
@MainActor
package final class TextEditor: Layer {
    /// The title in its border.
    private let title: String
    /// Whether the text is kept when the user leaves it.
    private let isKept: Bool
    /// Whether the last key would have left a text that is not kept: the next one does.
    private var isLeaving = false
    private let measuring: (@MainActor (String) -> LocalizedText)?
    private let language: Language
    /// The remark on the present text.
    private var measure: String?
    /// The text as far as it is seen.
    private var view = LineView(EditedLine(prompt: Prompt(text: "")), columns: 2, limit: 1)
    /// The number of visible rows.
    private(set) var visible = 1
    /// The column that moving up and down returns to if lines are long enough.
    private var column: Int?

    /// - Parameters:
    ///   - measuring: Returns the remark on the text beside the title; `nil`: none.
    ///   - isKept: Whether the text is kept when the user leaves it.
    init(
        _ title: LocalizedText, measuring: (@MainActor (String) -> LocalizedText)?, isKept: Bool, in language: Language
    ) {
        self.title = title.string(in: language)
        self.measuring = measuring
        self.language = language
        self.isKept = isKept
    }

    func isOpen(on state: ScreenState) -> Bool { !state.coordinator.isCovered }

    var ownsLine: Bool { true }
    var drawsLine: Bool { true }
    var hidesPanels: Bool { true }

    private static let keys = KeyMap(
        own: [.enter, .otherEnter, .escape, .up, .down, .pageUp, .pageDown, .home, .end]
            + "pnaeuk".map { Key.control($0) })

    func keys(on state: ScreenState) -> KeyMap? { Self.keys }

    // Its panel says them.
    func hint(on state: ScreenState) -> String? { "" }

    func arrange(in layout: ScreenLayout, of state: ScreenState) {
        measure = measuring?(state.typed.line.text).string(in: language)
        var text = state.typed.line
        text.prompt = Prompt(text: "")
        visible = max(1, layout.body.inside.rows)
        view = LineView(text, columns: max(2, layout.body.size.columns - 3), limit: visible, from: view.top)
    }

    func draw(in layout: ScreenLayout, of state: ScreenState, on canvas: inout Canvas) {
        let rect = layout.body
        canvas.overlay(rect, title: [title, measure].compactMap { $0 }.joined(separator: " · "), style: .plain)
        let closing = isKept ? Strings.editorClosing : isLeaving ? Strings.editorLeaving : Strings.editorClosingUnkept
        canvas.foot(closing.string(in: language), of: rect)
        let origin = Point(column: rect.origin.column + 2, row: rect.origin.row + 1)
        canvas.within(
            Rect(
                column: origin.column, row: origin.row, columns: view.canvas.size.columns, rows: view.canvas.size.rows)
        ) { $0 = view.canvas }
        canvas.cursor = Point(column: origin.column + view.cursor.column, row: origin.row + view.cursor.row)
    }
}

extension TextEditor {
    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        switch event {
        case .key(.shell(.redraw)): .ignored
        case .key(.shell(.cancel)): .abort
        case .key(let key): press(key, screen)
        // It lies over everything that could be meant.
        case .mouse: .handled
        case .line(let change): change.isTyped ? stay() : .ignored
        case .command, .cover, .layer: .ignored
        }
    }

    /// The user goes on with the text.
    private func stay() -> EventResult {
        isLeaving = false
        return .ignored
    }

    private func press(_ key: Key, _ screen: Screen) -> EventResult {
        let wasLeaving = isLeaving
        isLeaving = false
        let (keys, line) = (screen.keys, screen.state.typed.line)
        let place = TextPlace(line.text, cursor: line.cursor)
        let wanted = column ?? place.column
        column = nil
        func move(_ lines: Int) {
            keys.moveCursor(to: place.moved(lines: lines, toColumn: wanted))
            column = wanted
        }
        switch key {
        case .otherEnter: return .leave(.finish)
        case .escape:
            guard !isKept, !wasLeaving, line.text.contains(where: { !$0.isWhitespace }) else { return .leave(.giveUp) }
            isLeaving = true
        case .enter:
            guard place.endsWithDot else {
                keys.insert("\n")
                break
            }
            // The dot says that nothing follows, and is no part of the text.
            keys.delete(max(0, place.line.lowerBound - 1)..<place.cursor)
            return .leave(.finish)
        case .up, .control("p"): move(-1)
        case .down, .control("n"): move(1)
        case .pageUp: move(-max(1, visible - 1))
        case .pageDown: move(max(1, visible - 1))
        case .home, .control("a"): keys.moveCursor(to: place.line.lowerBound)
        case .end, .control("e"): keys.moveCursor(to: place.line.upperBound)
        case .control("u"): keys.delete(place.line.lowerBound..<place.cursor)
        case .control("k"):
            // At the end of a line the next one is joined to it.
            let end = place.line.upperBound
            keys.delete(place.cursor..<(end > place.cursor ? end : min(end + 1, line.text.utf8.count)))
        // Keys of the shell do nothing while a text is written.
        default: break
        }
        return .handled
    }
}

extension Screen {
    /// Shows a panel for a text of several lines, which is the next typed line.
    ///
    /// - Parameters:
    ///   - measuring: Returns the remark on the text beside the title.
    ///   - isKept: Whether the text is kept when the user leaves it.
    /// - Returns: The panel; `nil` if there is no visible screen.
    package func openEditor(
        _ title: LocalizedText, measuring: (@MainActor (String) -> LocalizedText)? = nil, isKept: Bool = true
    ) -> TextEditor? {
        guard isShown else { return nil }
        let editor = TextEditor(title, measuring: measuring, isKept: isKept, in: state.coordinator.language)
        state.printing.text = nil
        state.focusing.leavePanels()
        keys.setOtherKeys(true)
        open(editor)
        redraw()
        return editor
    }

    /// Removes that panel.
    package func close(_ editor: TextEditor) {
        keys.setOtherKeys(false)
        remove(editor)
    }
}

/// A place in a text of several lines, and the places around it; all in bytes of UTF-8.
struct TextPlace {
    private let bytes: [UInt8]
    /// The place.
    let cursor: Int

    /// The place of the cursor of a line with line feeds in it.
    init(_ text: String, cursor: Int) {
        bytes = Array(text.utf8)
        self.cursor = min(max(0, cursor), bytes.count)
    }

    /// The line that the place is in, without the line feed that ends it.
    var line: Range<Int> { line(around: cursor) }

    /// Whether the text ends here, with a line that is only a dot: the sign that nothing follows.
    var endsWithDot: Bool { cursor == bytes.count && bytes[line].elementsEqual([UInt8(ascii: ".")]) }

    /// The number of columns before the place in its line.
    var column: Int { DisplayWidth.of(Sanitizer.visible(string(line.lowerBound..<cursor))) }

    /// The place `lines` further down, or up with a negative number, at a column or at the end of a shorter line;
    /// above the first line is its start, below the last one its end.
    func moved(lines: Int, toColumn column: Int) -> Int {
        var line = line
        for _ in 0..<abs(lines) {
            if lines < 0 {
                guard line.lowerBound > 0 else { return 0 }
                line = self.line(around: line.lowerBound - 1)
            } else {
                guard line.upperBound < bytes.count else { return bytes.count }
                line = self.line(around: line.upperBound + 1)
            }
        }
        var (place, width) = (line.lowerBound, 0)
        for character in string(line) {
            width += DisplayWidth.of(Sanitizer.visible(String(character)))
            guard width <= column else { break }
            place += character.utf8.count
        }
        return place
    }

    private func line(around place: Int) -> Range<Int> {
        let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return start..<(bytes[place...].firstIndex(of: 0x0A) ?? bytes.count)
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
