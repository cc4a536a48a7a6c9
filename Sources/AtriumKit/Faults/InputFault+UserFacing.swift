// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
public import Session
public import Terminal

extension InputFault: UserFacing {
    /// A stable word for programs.
    public var code: String {
        switch self {
        case .lineTooLong: "input.line-too-long"
        case .nul: "input.nul"
        case .invalidUTF8: "input.invalid-utf-8"
        case .failed: "input.failed"
        }
    }

    /// What is wrong with which line of input.
    public var sentence: LocalizedText {
        switch self {
        case .lineTooLong(let line, let limit): Strings.faultLineTooLong(line: line, limit: limit)
        case .nul(let line): Strings.faultNul(line: line)
        case .invalidUTF8(let line): Strings.faultInvalidUTF8(line: line)
        case .failed(let reason): SystemReason.sentence(reason) { Strings.faultInput(reason: $0) }
        }
    }

    /// A line that cannot be read is wrong usage.
    public var status: ExitStatus {
        if case .failed = self { .failure } else { .usage }
    }
}
