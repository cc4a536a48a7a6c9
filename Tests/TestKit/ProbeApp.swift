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

    init(name: String, recorder: Recorder) {
        self.name = name
        self.recorder = recorder
    }

    package func refresh() async throws {}
    package func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
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
    package var position = PanelPosition()
    let model: ProbeModel

    init(model: ProbeModel) { self.model = model }

    package func title(in context: DrawingContext) -> String { model.name }
    package func draw(on canvas: inout Canvas, in context: DrawingContext) {
        canvas.write(model.typed, at: Point(column: 0, row: 0))
    }
}

/// Tabs without content.
@MainActor
package final class ProbeTabBar: TabBar {
    package let tabs = [Tab(key: "one", title: LocalizedText(verbatim: "One"))]
    package let selected = "one"

    package func select(_ key: String) async throws {}
}
