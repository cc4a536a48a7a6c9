// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Plays on the full screen how one app gives way to another.
@MainActor
final class ScreenTransitions: TransitionPlayer {
    private let coordinator: Coordinator
    private let state: ScreenState
    private let settings: UserSettings
    private let composer: ScreenComposer
    private let output: ScreenOutput
    private let keys: any KeyedLineSource
    /// Called when a transition is over, for what is there now to be drawn.
    var onEnd: @MainActor () -> Void = {}

    /// The longest that a transition lasts.
    private static let duration = Duration.milliseconds(200)
    /// The time of one of sixty frames a second.
    private static let step = Duration.microseconds(16_667)

    init(
        coordinator: Coordinator, state: ScreenState, settings: UserSettings, composer: ScreenComposer,
        output: ScreenOutput, keys: any KeyedLineSource
    ) {
        self.coordinator = coordinator
        self.state = state
        self.settings = settings
        self.composer = composer
        self.output = output
        self.keys = keys
    }

    /// Shows how one app gives way to another.
    ///
    /// A key that is pressed meanwhile ends it at once, and so does a terminal that takes longer for a frame than the
    /// frame lasts.
    func play(_ transition: Transition, from old: RunningApp?, to new: RunningApp) async {
        let chosen = settings.transition(of: transition)
        guard output.isShown, old != nil, chosen.name != Transition.none.name, state.isPossible else { return }
        let layout = state.layout
        let before = composer.frame(layout)
        // What the new app cannot load now is told of once it is shown.
        try? await new.refresh()
        let size = layout.size
        let composing = FrameComposer(coordinator: coordinator, layout: state.layout)
        composing.arrange(new)
        let after = composing.frame(of: new)
        let clock = ContinuousClock()
        let start = clock.now
        while !keys.hasInput, coordinator.size == size {
            let began = clock.now
            let progress = (began - start) / Self.duration
            guard progress < 1 else { break }
            output.present(composer.screen(over: chosen.draw(before, after, progress), layout: layout))
            guard clock.now - began < Self.step else { break }
            try? await clock.sleep(until: began + Self.step)
        }
        onEnd()
    }
}
