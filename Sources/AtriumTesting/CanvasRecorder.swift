// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Terminal

/// Keeps what was drawn, and passes it on to a renderer that says what is sent.
@MainActor
final class CanvasRecorder {
    private(set) var canvases: [Canvas] = []
    /// The bytes of each frame.
    private(set) var sent: [String] = []

    /// What the screen shows.
    var lines: [String] { canvases.last?.lines ?? [] }

    func forget() {
        canvases = []
        sent = []
    }

    fileprivate func add(_ canvas: Canvas, _ bytes: String) {
        canvases.append(canvas)
        sent.append(bytes)
    }
}

/// A renderer of changes that tells a recorder.
struct RecordedRenderer: Renderer {
    let recorder: CanvasRecorder
    private var renderer = DiffRenderer(depth: .trueColor, synchronized: true)

    init(recorder: CanvasRecorder) { self.recorder = recorder }

    mutating func frame(_ canvas: Canvas) -> EscapedText {
        let frame = renderer.frame(canvas)
        let recorder = recorder
        MainActor.assumeIsolated { recorder.add(canvas, frame.string) }
        return frame
    }

    mutating func invalidate() { renderer.invalidate() }

    func cost(of canvases: [Canvas]) -> [Int] { renderer.cost(of: canvases) }
}
