// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumScreen
public import AtriumTerminal

/// The recorded frames of a screen, and the bytes of each.
@MainActor
public final class CanvasRecorder {
    /// The frames, the last of which is seen.
    public private(set) var canvases: [Canvas] = []
    /// The bytes of each frame.
    public private(set) var sent: [String] = []

    /// A recorder without a frame.
    public init() {}

    /// The rows that are seen.
    public var lines: [String] { canvases.last?.lines ?? [] }

    /// Forgets all frames.
    public func forget() {
        canvases = []
        sent = []
    }

    fileprivate func add(_ canvas: Canvas, _ bytes: String) {
        canvases.append(canvas)
        sent.append(bytes)
    }
}

/// A renderer of changes whose frames are recorded.
public struct RecordedRenderer: Renderer {
    /// The recorder of its frames.
    public let recorder: CanvasRecorder
    private var renderer = DiffRenderer(depth: .trueColor, synchronized: true)

    /// A renderer for a terminal of all colours.
    public init(recorder: CanvasRecorder) { self.recorder = recorder }

    /// Records the frame.
    public mutating func frame(_ canvas: Canvas) -> EscapedText {
        let frame = renderer.frame(canvas)
        let recorder = recorder
        MainActor.assumeIsolated { recorder.add(canvas, frame.string) }
        return frame
    }

    /// Draws everything anew.
    public mutating func invalidate() { renderer.invalidate() }

    /// The bytes that frames take.
    public func cost(of canvases: [Canvas]) -> [Int] { renderer.cost(of: canvases) }
}

extension Panel {
    /// Updates and arranges the panel, as the screen does after an event.
    package func settle(for size: Size, in context: ViewContext) {
        (self as? ListPanel)?.update(for: size, in: context)
        arrange(for: size, in: context)
    }
}
