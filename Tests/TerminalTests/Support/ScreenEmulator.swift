// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumTerminal

/// As much of a terminal as `DiffRenderer` uses, and nothing else: any other sequence is a failure.
struct ScreenEmulator {
    private(set) var rows: [[Character?]]
    private(set) var styles: [[String]]
    private(set) var unknown: [String] = []
    private var column = 0
    private var row = 0
    private var style = "0"
    private var saved = (column: 0, row: 0)
    private let size: Size

    init(size: Size) {
        self.size = size
        rows = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
        styles = Array(repeating: Array(repeating: "0", count: size.columns), count: size.rows)
    }

    /// The text of the screen, where a wide grapheme is followed by nothing.
    var lines: [String] {
        rows.map { row in
            var line = String(row.compactMap { $0 })
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    mutating func receive(_ text: String) {
        var rest = text[...]
        while let first = rest.first {
            if first == "\u{1B}" {
                rest = rest.dropFirst()
                escape(&rest)
            } else {
                put(first)
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func escape(_ rest: inout Substring) {
        let kind = rest.removeFirst()
        switch kind {
        case "7": saved = (column, row)
        case "8": (column, row) = saved
        case "[":
            let parameters = rest.prefix { $0.isNumber || $0 == ";" || $0 == "?" }
            rest = rest.dropFirst(parameters.count)
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            switch (rest.removeFirst(), parameters) {
            case ("H", _): (row, column) = (numbers[0] - 1, numbers[1] - 1)
            case ("C", _): column += numbers.first ?? 1
            case ("J", "2"): self = cleared()
            case ("m", _): style = String(parameters)
            case ("h", "?2026"), ("l", "?2026"): break
            case (let final, _): unknown.append("\(parameters)\(final)")
            }
        default: unknown.append(String(kind))
        }
    }

    private func cleared() -> ScreenEmulator {
        var screen = ScreenEmulator(size: size)
        (screen.column, screen.row, screen.saved, screen.unknown) = (column, row, saved, unknown)
        return screen
    }

    private mutating func put(_ character: Character) {
        let width = DisplayWidth.of(character)
        guard row < size.rows, column + width <= size.columns else {
            unknown.append("out of the screen: \(character)")
            return
        }
        if rows[row][column] == nil, column > 0 { rows[row][column - 1] = " " }
        if column + width < size.columns, rows[row][column + width] == nil { rows[row][column + width] = " " }
        rows[row][column] = character
        styles[row][column] = style
        if width == 2 {
            rows[row][column + 1] = nil
            styles[row][column + 1] = style
        }
        column += width
    }
}
