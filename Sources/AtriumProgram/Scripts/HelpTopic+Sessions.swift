// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import AtriumShell
import Session
import Worlds

extension HelpTopic {
    /// How session scripts are written.
    static func sessions(of program: ProgramIdentity) -> HelpTopic {
        HelpTopic(
            "sessions", hint: SessionScript.descriptionHint,
            text: SessionScript.description(for: program.command))
    }
}
