// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Why the writing of a note ended without one.
enum CaptureFault: Error, Hashable, Sendable {
    /// The user pressed Ctrl-C; what was written is kept.
    case brokenOff
    /// The input ended before the text did; what came is kept.
    case cut
    /// A line could not be read; the others are kept.
    case damaged(InputFault)
}

extension CaptureFault: UserFacing {
    var code: String {
        switch self {
        case .brokenOff: "cancelled"
        case .cut: "notes.cut"
        case .damaged(let fault): fault.code
        }
    }

    var sentence: LocalizedText {
        switch self {
        case .brokenOff: Strings.draftKept
        case .cut: Strings.draftCut
        case .damaged(let fault): Strings.draftDamaged(line: fault.line ?? 0)
        }
    }

    var status: ExitStatus {
        switch self {
        case .brokenOff, .cut: .failure
        case .damaged(let fault): fault.status
        }
    }
}
