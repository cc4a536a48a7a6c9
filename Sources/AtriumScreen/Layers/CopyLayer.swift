// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTerminal

/// The choice of a part of a document to copy.
@MainActor
final class CopyLayer: Layer {
    private let document: DocumentPanel

    /// Begins to choose; `nil` if the document has nothing to copy.
    init?(in document: DocumentPanel) {
        guard document.picking.begin() else { return nil }
        self.document = document
    }

    func isOpen(on state: ScreenState) -> Bool { document.picking.isOn && state.isFree && state.focus != .line }

    func keys(on state: ScreenState) -> KeyMap? {
        KeyMap(own: [.up, .down, .enter, .escape] + "blay".map { Key.letter($0) })
    }

    /// The parts that can be copied, with their keys, and as much text around them as fits.
    func hint(on state: ScreenState) -> String? {
        let language = state.coordinator.language
        let keys = Strings.screenHintCopy.string(in: language)
        let (moving, end) = (Strings.screenHintSelect.string(in: language), Strings.screenHintLine.string(in: language))
        let escape = String(end.prefix { $0 != " " })
        let hints = [[moving, keys, end], [keys, end], [keys, escape], [keys]].map { $0.joined(separator: " · ") }
        return hints.first { DisplayWidth.of($0) + 2 <= state.coordinator.size.columns } ?? keys
    }

    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        switch event {
        case .key(let key): return press(key, screen)
        case .mouse(let event):
            guard event.kind == .press else { return .ignored }
            if let line = screen.state.layout.detail?.line(at: event.point), document.picking.pick(atLine: line) {
                return .changed
            }
            end(on: screen)
            return .ignored
        case .line(let change):
            guard change.isTyped else { return .ignored }
            end(on: screen)
            return .changed
        case .cover, .command, .layer:
            end(on: screen)
            return .changed
        }
    }

    private func press(_ key: Key, _ screen: Screen) -> EventResult {
        switch key {
        case .up: document.picking.move(by: -1)
        case .down: document.picking.move(by: 1)
        case .letter("l"): _ = document.picking.begin(.line)
        case .letter("b"): _ = document.picking.begin(.block)
        case .letter("a"): return leave(document.wholeText(in: screen.state.coordinator.viewContext), screen)
        case .enter, .letter("y"): return leave(document.picking.text, screen)
        case .escape, .shell(.cancel): end(on: screen)
        default:
            // Any other key may show another text.
            end(on: screen)
            return .ignored
        }
        return .changed
    }

    private func end(on screen: Screen) {
        document.picking.end()
        screen.remove(self)
    }

    /// Copies a text once the line has ended.
    private func leave(_ text: String?, _ screen: Screen) -> EventResult {
        end(on: screen)
        guard let text else { return .changed }
        return .leave(
            .work { screen in
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
                if await screen.clipboard.copy(text) {
                    screen.printer.say(Strings.copiedLines(count: lines), as: .done)
                } else {
                    screen.printer.say(Strings.copyTooLong(limit: Clipboard.limit / 1_000), as: .failed)
                }
                return nil
            })
    }
}
