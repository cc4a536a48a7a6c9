// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting

@testable import AtriumKit

/// Writes down which transitions are played.
@MainActor
final class TransitionRecorder: TransitionPlayer {
    let recorder: Recorder

    init(recorder: Recorder) { self.recorder = recorder }

    func play(_ transition: Transition, from old: RunningApp?, to new: RunningApp) async {
        recorder.note("transition from \(old?.id.rawValue ?? "nothing") to \(new.id)")
    }
}
