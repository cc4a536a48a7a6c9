// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Why a script’s terminal does not open or does not go on.
enum TerminalFault: Error, Hashable {
    /// A program that it needs is not installed; the Debian package of this name has it.
    case programMissing(String, package: String)
    /// The emulator refused something, for this reason in its own words.
    case refused(String)
}

extension TerminalFault: UserFacing {
    var code: String {
        switch self {
        case .programMissing: "script.program-missing"
        case .refused: "script.terminal-refused"
        }
    }

    var sentence: LocalizedText {
        switch self {
        case .programMissing(let name, let package): Strings.scriptProgramMissing(name: name, package: package)
        case .refused(let reason): Strings.scriptTerminalRefused(reason: reason)
        }
    }

    var status: ExitStatus { .failure }
}
