// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// Tells how far work has come, as often as its presenter wants to show it.
@MainActor
final class ProgressTeller {
    private let presenters: PresenterChoice
    private let clock: any WallClock
    private var lastTold: Duration

    init(presenters: PresenterChoice, clock: any WallClock) {
        self.presenters = presenters
        self.clock = clock
        lastTold = clock.elapsed
    }

    /// Starts counting the time after which work tells how far it has come.
    func start() { lastTold = clock.elapsed }

    /// Tells it, unless it was told a moment ago.
    ///
    /// - Parameter job: The number of the job that the work is, when it goes on in the background.
    func tell(_ progress: WorkProgress, ofJob job: Int? = nil) {
        let elapsed = clock.elapsed
        guard elapsed - lastTold > presenters.current.progressPause else { return }
        lastTold = elapsed
        presenters.current.show(progress, ofJob: job)
    }

    /// Takes away what was told: the work is over.
    func end() { presenters.current.endProgress() }
}
