import AtriumKit
import Session

/// Why the writing of a note ended without one.
enum CaptureFault: Error, Hashable, Sendable {
    /// The user pressed Ctrl-C; what was written is kept.
    case brokenOff
}

extension CaptureFault: UserFacing {
    var code: String { "cancelled" }
    var sentence: LocalizedText { Strings.draftKept }
}
