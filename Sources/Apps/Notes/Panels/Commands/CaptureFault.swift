// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Why what was typed became no note, or none that comes again.
enum CaptureFault: Error, Hashable, Sendable {
    /// The user pressed Ctrl-C; what was written is kept.
    case brokenOff
    /// The input ended before the text did; what came is kept.
    case cut
    /// A line could not be read; the others are kept.
    case damaged(InputFault)
    /// The login does not hold any more; what was typed is kept.
    case loginEnded(AuthenticationFault)
    /// What was typed says nothing of how often a task is to be done.
    case notARepetition(String)

    init(_ fault: TextCapture.Fault) {
        switch fault {
        case .brokenOff: self = .brokenOff
        case .cut: self = .cut
        case .damaged(let fault): self = .damaged(fault)
        case .loginEnded(let fault): self = .loginEnded(fault)
        }
    }
}

extension CaptureFault: UserFacing {
    var code: String {
        switch self {
        case .brokenOff: "cancelled"
        case .cut: "notes.cut"
        case .damaged(let fault): fault.code
        case .loginEnded(let fault): fault.code
        case .notARepetition: "command.not-a-choice"
        }
    }

    var sentence: LocalizedText {
        switch self {
        case .brokenOff: Strings.draftKept
        case .cut: Strings.draftCut
        case .damaged(let fault): Strings.draftDamaged(line: fault.line ?? 0)
        case .loginEnded(let fault): fault.sentence.followed(by: Strings.draftKept)
        case .notARepetition(let word): Strings.faultNotARepetition(word: word)
        }
    }

    var status: ExitStatus {
        switch self {
        case .brokenOff, .cut: .failure
        case .damaged(let fault): fault.status
        case .loginEnded(let fault): fault.status
        case .notARepetition: .usage
        }
    }
}
