// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumKit
@testable import AtriumScreen
import AtriumTerminal
import Dice

/// Views that nobody would write, for what must hold of all of them.
struct RandomViews {
    var dice: Dice

    init(seed: UInt64) { dice = Dice(seed: seed) }

    /// A word of letters and emoji, which may be long, wide, or have something hidden in it.
    mutating func word() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz你好吗éß🚀👍🏽👨‍👩‍👧🇸🇬")
        let count = dice.roll(12) == 0 ? 40 : dice.roll(9) + 1
        let word = String((0..<count).map { _ in letters[dice.roll(letters.count)] })
        return dice.roll(20) == 0 ? word + "\u{1B}\u{202E}" : word
    }

    mutating func words(_ most: Int) -> String { (0..<dice.roll(most + 1)).map { _ in word() }.joined(separator: " ") }

    mutating func marks() -> Marks { Marks(rawValue: UInt8(dice.roll(64))) }

    mutating func text(_ most: Int) -> StyledText {
        var text = StyledText()
        for _ in 0..<dice.roll(4) { text.append(words(most), marks()) }
        return text
    }

    mutating func action() -> Action? {
        switch dice.roll(3) {
        case 0: .go(Place("notes", [word()]))
        case 1: .tab(word())
        default: nil
        }
    }

    mutating func row(_ id: Int) -> Row {
        var row = Row(id: "\(id)", title: text(4), action: action())
        row.lead = dice.roll(2) == 0 ? "" : "\(id)"
        row.sign = ["", "", "★ ", "★ ☐↻! "][dice.roll(4)]
        for _ in 0..<[0, 0, 1, 9][dice.roll(4)] { row.badge.append(" (\(id))", marks()) }
        row.detail = text(3)
        row.trailing = dice.roll(2) == 0 ? "" : word()
        row.excerpt = text(6)
        row.isOpen = dice.roll(5) == 0
        return row
    }

    mutating func list(_ most: Int = 20) -> ListView {
        let count = dice.roll(most + 1)
        var view = ListView(title: words(3), rows: (0..<count).map { row($0) }, whenEmpty: words(3))
        view.columns = [.title, .titleAndDetail, .halves][dice.roll(3)]
        view.total = ListTotal(count + dice.roll(9), [.exact, .least, .about][dice.roll(3)])
        return view
    }

    mutating func sidebar() -> SidebarView {
        let count = dice.roll(12)
        return SidebarView(
            title: words(2),
            entries: (0..<count).map { number in
                let count = dice.roll(2) == 0 ? nil : dice.roll(1_000)
                return .init(
                    words(3), id: "\(number)", count: count, isCurrent: dice.roll(4) == 0,
                    action: action() ?? .begin("x", in: nil))
            })
    }

    mutating func tabs() -> TabsView {
        let tabs = (0..<dice.roll(5)).map { TabsView.Tab(key: "\($0)", title: words(2)) }
        return TabsView(tabs, selected: "\(dice.roll(5))")
    }

    mutating func document(_ most: Int = 8) -> DocumentView {
        let parts = (0..<dice.roll(4)).map { part in (0..<dice.roll(most)).map { block("\(part).\($0)") } }
        return DocumentView(title: words(3), parts: parts)
    }

    mutating func block(_ id: String) -> Block {
        var block = Block(content(), in: (0..<dice.roll(4)).map { _ in container() })
        if dice.roll(3) == 0 { block.id = id }
        block.isUnseen = dice.roll(3) == 0
        block.goesOn = dice.roll(3) == 0
        return block
    }

    private mutating func container() -> Block.Container {
        let signs: [Block.Sign] = [
            .bullet, .number(dice.roll(2_000)), .box(isTicked: dice.roll(2) == 0), .reference(dice.roll(99)),
            .label("\(dice.roll(99)) "),
        ]
        return dice.roll(3) == 0 ? .quote : .item(signs[dice.roll(4)], begins: dice.roll(2) == 0)
    }

    private mutating func content() -> Block.Content {
        switch dice.roll(10) {
        case 0: .blank
        case 1: .heading(text(4), level: dice.roll(6) + 1)
        case 2: .code(words(9))
        case 3: .fence
        case 4: .rule
        case 5: .table(table())
        case 6: .fields((0..<dice.roll(5)).map { _ in Block.Field(words(2), words(8)) })
        case 7:
            .message(
                Block.Message(
                    head: words(2), name: dice.roll(2) == 0 ? nil : words(1),
                    lines: (0..<dice.roll(4)).map { _ in words(9) }, status: StyledText(words(1)),
                    isOwn: dice.roll(2) == 0))
        case 8: .picture(picture())
        default: .paragraph(text(20))
        }
    }

    private mutating func picture() -> Block.Picture {
        let link = SpanLink(address: nil, number: dice.roll(9))
        return Block.Picture(id: "\(dice.roll(6))", width: dice.roll(2) == 0 ? nil : dice.roll(900), link: link)
    }

    /// What has become of a picture that was asked for.
    mutating func drawn(_ request: PictureRequest) -> DrawnPicture? {
        guard let pixels = PixelSize(width: dice.roll(900) + 1, height: dice.roll(900) + 1), dice.roll(5) > 0,
            let size = request.cells(of: pixels)
        else { return nil }
        return DrawnPicture(pixels: pixels, digest: dice.roll(99), cells: CellPicture([], size: size))
    }

    private mutating func table() -> Block.Table {
        let rows = (0..<dice.roll(6)).map { _ in (0..<dice.roll(8)).map { _ in text(3) } }
        let widths = dice.roll(3) == 0 ? (0..<dice.roll(8)).map { _ in dice.roll(9) } : []
        return Block.Table(
            dice.roll(2) == 0 ? .ruled : .open, rows: rows, rightAligned: [dice.roll(4)], widths: widths)
    }
}

extension DocumentView {
    /// All that it says.
    var allText: String { ([title] + parts.joined().map(\.allText)).joined(separator: " ") }
}

extension Block {
    fileprivate var allText: String {
        switch content {
        case .blank, .fence, .rule, .picture: ""
        case .heading(let text, _), .paragraph(let text): text.text
        case .code(let text): text
        case .table(let table): table.rows.joined().map(\.text).joined(separator: " ")
        case .fields(let fields): fields.map { "\($0.label) \($0.value)" }.joined(separator: " ")
        case .message(let message):
            ([message.head, message.name ?? "", message.status.text] + message.lines).joined(separator: " ")
        }
    }
}
