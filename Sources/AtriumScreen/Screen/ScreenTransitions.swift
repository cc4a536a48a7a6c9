// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTerminal

/// Plays on the full screen how one app gives way to another.
@MainActor
final class ScreenTransitions: TransitionPlayer {
    private let coordinator: Coordinator
    private let state: ScreenState
    private let settings: any ScreenSettings
    private let composer: ScreenComposer
    private let output: ScreenOutput
    private let keys: any KeyedLineSource
    /// Whether a transition is seen now, which nothing else draws over.
    private(set) var isPlaying = false
    /// Called when a transition is over, to draw the present content.
    var onEnd: @MainActor () -> Void = {}
    /// The clock of transitions.
    var clock: any Clock<Duration> = ContinuousClock()

    /// The longest that a transition lasts.
    private static let duration = Duration.milliseconds(200)
    /// The maximum number of bytes of a transition, with its last frame: 20 KB, less the changes beside the panels
    /// when the new app is there.
    static let mostBytes = 18_000
    /// The time of one of sixty frames a second.
    private static let step = Duration.microseconds(16_667)

    init(
        coordinator: Coordinator, state: ScreenState, settings: any ScreenSettings, composer: ScreenComposer,
        output: ScreenOutput, keys: any KeyedLineSource
    ) {
        self.coordinator = coordinator
        self.state = state
        self.settings = settings
        self.composer = composer
        self.output = output
        self.keys = keys
    }

    /// Shows the transition from one app to another.
    ///
    /// A key that is pressed meanwhile ends it at once, and so does a terminal that takes longer for a frame than the
    /// frame lasts. Over a slow line there is none. Frames are left out if all of them would be too much to send, and
    /// those that are sent are spread over the time.
    func play(_ transition: Transition, from old: RunningApp?, to new: RunningApp) async {
        let chosen = settings.transition(of: transition)
        // The new app is the current one now: the visible one is the old one as it was drawn last.
        guard output.isShown, old != nil, chosen.name != Transition.none.name, state.isPossible, !output.isSlow,
            let before = composer.lastFrame, before.size == coordinator.size
        else { return }
        let layout = state.layout
        // Content that the new app cannot load now is reported once it is shown.
        try? await new.refresh()
        let composing = FrameComposer(coordinator: coordinator, layout: state.layout)
        composing.update(new)
        let after = composing.frame(of: new)
        let last = composer.screen(over: after, layout: layout)
        isPlaying = true
        await show(
            { [composer] in composer.screen(over: chosen.draw(before, after, $0), layout: layout) }, before: last,
            by: clock)
        isPlaying = false
        onEnd()
    }

    /// Shows moments, each by the finished part of the way, before the last one.
    private func show<C: Clock<Duration>>(_ moment: (Double) -> Canvas, before last: Canvas, by clock: C) async {
        var spent = 0
        let size = coordinator.size
        let start = clock.now
        while !keys.hasInput, coordinator.size == size {
            let began = clock.now
            let progress = start.duration(to: began) / Self.duration
            guard progress < 1 else { break }
            let canvas = moment(progress)
            let costs = output.cost(of: canvas, last)
            let left = Self.mostBytes - costs[1]
            guard left > 0 else { break }
            if Double(spent) <= Double(left) * progress, spent + costs[0] <= left {
                spent += costs[0]
                output.present(canvas)
                guard began.duration(to: clock.now) < Self.step else { break }
            }
            try? await clock.sleep(until: began.advanced(by: Self.step), tolerance: nil)
        }
    }
}

/// Whether the way to the terminal is too slow for moving pictures: it takes long to take output, or to answer.
struct TerminalPace {
    /// The limit beyond which it is slow: half as long as a transition lasts.
    static let limit = Duration.milliseconds(100)
    /// The number of bytes that show whether a terminal takes them quickly: fewer wait somewhere on the way.
    private static let telling = 1_000

    private var isBlocked = false

    /// Adds the time of a frame.
    mutating func sent(_ bytes: Int, in time: Duration) {
        if time > Self.limit { isBlocked = true } else if bytes >= Self.telling { isBlocked = false }
    }

    /// Whether it is too slow.
    ///
    /// - Parameter answer: The time that the terminal takes to answer; `nil` if that is not known.
    func isSlow(answer: Duration?) -> Bool { isBlocked || answer.map { $0 > Self.limit } ?? false }
}
