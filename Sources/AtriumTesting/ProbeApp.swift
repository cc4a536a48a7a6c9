// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// An app whose parts write down what they are told.
@MainActor
public final class ProbeModel: AppModel {
    let recorder: Recorder
    let name: String
    /// What an app may keep while it is hidden.
    public var typed = ""
    /// How many things wait.
    public var badge = 0
    /// What its list shows.
    public var things: [String] = []
    /// Which of them is open.
    public var opened: String?
    /// Where the open thing is.
    public var place: String? { opened.map { "item/\($0)" } }
    private var listeners: [AsyncStream<Void>.Continuation] = []

    init(name: String, recorder: Recorder) {
        self.name = name
        self.recorder = recorder
    }

    /// Where one of the things is.
    func place(of thing: String) -> Place {
        Place(AppID(rawValue: name), thing.split(separator: "/").map(String.init))
    }

    /// Does nothing: everything is in memory.
    public func refresh() async throws {}
    /// A value for each call of `change`.
    public func changes() -> AsyncStream<Void> {
        let (changes, listener) = AsyncStream.makeStream(of: Void.self)
        listeners.append(listener)
        return changes
    }

    /// Tells whoever listens that something changed.
    public func change() { for listener in listeners { listener.yield() } }

    /// Notes the call.
    public func endEditing() async { recorder.note("\(name) ends editing") }
    /// Notes the call.
    public func willAppear() async { recorder.note("\(name) will appear") }
    /// Notes the call.
    public func didAppear() { recorder.note("\(name) did appear") }
    /// Notes the call.
    public func didDisappear() { recorder.note("\(name) did disappear") }
    /// Notes the call.
    public func sizeDidChange(to size: Size) { recorder.note("\(name) size \(size.columns)x\(size.rows)") }
    /// Notes the call.
    public func languageDidChange(to language: Language) { recorder.note("\(name) language \(language.rawValue)") }
    /// Notes the call.
    public func loginDidChange(to login: LoginState) {
        recorder.note("\(name) \(login.session == nil ? "loses" : "has") its login")
    }
}

/// A panel without content, which can be watched for leaks.
@MainActor
public final class ProbePanel: ListPanel {
    /// Which rows are seen, and which of them is selected.
    public var position = PanelPosition(isSelectable: true)
    let model: ProbeModel

    init(model: ProbeModel) { self.model = model }

    /// The app’s name.
    public func title(in context: DrawingContext) -> String { model.name }
    /// What opens the selected thing.
    public var opening: Action? {
        position.selected.flatMap { row in
            model.things.indices.contains(row)
                ? .go(model.place(of: model.things[row])) : nil
        }
    }

    /// Draws what was typed and the things.
    public func draw(on canvas: inout Canvas, in context: DrawingContext) {
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
public final class ProbeDetail: DetailPanel {
    let model: ProbeModel
    /// Which rows are seen.
    public var position = PanelPosition()

    init(model: ProbeModel) { self.model = model }

    /// Whether a thing is open.
    public var isOpen: Bool { model.opened != nil }
    /// Closes it.
    public func close() { model.opened = nil }
    /// The thing’s name.
    public func title(in context: DrawingContext) -> String { model.opened ?? "" }
    /// Draws what was typed and the things.
    public func draw(on canvas: inout Canvas, in context: DrawingContext) {
        position.setCount(1)
        position.fit(canvas.size.rows)
        canvas.write(model.opened.map { "This is \($0)." } ?? "", at: Point(column: 0, row: 0))
    }
}
