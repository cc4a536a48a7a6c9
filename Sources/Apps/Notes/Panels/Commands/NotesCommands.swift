// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// What can be typed in Notes.
@MainActor
enum NotesCommands {
    static let all =
        reading + linking + writing + organising + labelling + days + remembering + unfinished + protecting + attaching
        + exchange
}
