// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// Tells how far work has come, as often as its presenter wants to show it.
@MainActor
final class ProgressTeller {
    private let presenter: any Presenter
    private let clock: any WallClock
    private var lastTold: Duration

    init(presenter: any Presenter, clock: any WallClock) {
        self.presenter = presenter
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
        guard elapsed - lastTold > presenter.progressPause else { return }
        lastTold = elapsed
        presenter.show(progress, ofJob: job)
    }

    /// Takes away what was told: the work is over.
    func end() { presenter.endProgress() }
}
