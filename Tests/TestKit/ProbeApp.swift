// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// An app whose parts write down what they are told.
@MainActor
package final class ProbeModel: AppModel {
    let recorder: Recorder
    let name: String
    /// What an app may keep while it is hidden.
    package var typed = ""
    package var badge = 0
    /// What its list shows.
    package var things: [String] = []
    /// Which of them is open.
    package var opened: String?
    package var place: String? { opened.map { "item/\($0)" } }
    private var listeners: [AsyncStream<Void>.Continuation] = []

    init(name: String, recorder: Recorder) {
        self.name = name
        self.recorder = recorder
    }

    /// Where one of the things is.
    func place(of thing: String) -> Place {
        Place(AppID(rawValue: name), thing.split(separator: "/").map(String.init))
    }

    package func refresh() async throws {}
    package func changes() -> AsyncStream<Void> {
        let (changes, listener) = AsyncStream.makeStream(of: Void.self)
        listeners.append(listener)
        return changes
    }

    /// Tells whoever listens that something changed.
    package func change() { for listener in listeners { listener.yield() } }

    package func endEditing() async { recorder.note("\(name) ends editing") }
    package func willAppear() async { recorder.note("\(name) will appear") }
    package func didAppear() { recorder.note("\(name) did appear") }
    package func didDisappear() { recorder.note("\(name) did disappear") }
    package func sizeDidChange(to size: Size) { recorder.note("\(name) size \(size.columns)x\(size.rows)") }
    package func languageDidChange(to language: Language) { recorder.note("\(name) language \(language.rawValue)") }
    package func loginDidChange(to login: LoginState) {
        recorder.note("\(name) \(login.session == nil ? "loses" : "has") its login")
    }
}

/// A panel without content, which can be watched for leaks.
@MainActor
package final class ProbePanel: ListPanel {
    package var position = PanelPosition(isSelectable: true)
    let model: ProbeModel

    init(model: ProbeModel) { self.model = model }

    package func title(in context: DrawingContext) -> String { model.name }
    package var opening: Action? {
        position.selected.flatMap { row in
            model.things.indices.contains(row)
                ? .go(model.place(of: model.things[row])) : nil
        }
    }

    package func draw(on canvas: inout Canvas, in context: DrawingContext) {
        position.setCount(model.things.count)
        position.fit(canvas.size.rows)
        canvas.write(model.typed, at: Point(column: 0, row: 0))
        for (row, index) in position.rows.enumerated() {
            let sign = index == position.selected ? "▸" : " "
            canvas.write(sign + model.things[index], at: Point(column: 0, row: row))
        }
    }
}

/// A panel that shows what is open.
@MainActor
package final class ProbeDetail: DetailPanel {
    let model: ProbeModel
    package var position = PanelPosition()

    init(model: ProbeModel) { self.model = model }

    package var isOpen: Bool { model.opened != nil }
    package func close() { model.opened = nil }
    package func title(in context: DrawingContext) -> String { model.opened ?? "" }
    package func draw(on canvas: inout Canvas, in context: DrawingContext) {
        position.setCount(1)
        position.fit(canvas.size.rows)
        canvas.write(model.opened.map { "This is \($0)." } ?? "", at: Point(column: 0, row: 0))
    }
}
