// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import AtriumShell

extension HelpTopic {
    /// How session scripts are written.
    static var sessions: HelpTopic {
        HelpTopic("sessions", hint: SessionScript.descriptionHint, text: SessionScript.description)
    }
}
