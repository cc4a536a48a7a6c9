// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

extension StageScreen: Stage {
    /// The longest that a transition lasts.
    private static let duration = Duration.milliseconds(200)
    /// The time of one of sixty frames a second.
    private static let step = Duration.microseconds(16_667)

    /// Shows how one app gives way to another.
    ///
    /// A key that is pressed meanwhile ends it at once, and so does a terminal that takes longer for a frame than the
    /// frame lasts.
    public func play(_ transition: Transition, from old: RunningApp?, to new: RunningApp) async {
        let chosen = settings.transition(of: transition)
        guard isShown, old != nil, chosen.name != Transition.none.name, StageLayout.isPossible(coordinator.size)
        else { return }
        let layout = layout
        let before = frame(layout)
        // What the new app cannot load now is told of once it is shown.
        try? await new.model.refresh()
        let size = layout.size
        let after = FrameComposer(coordinator: coordinator, layout: self.layout).frame(of: new)
        let clock = ContinuousClock()
        let start = clock.now
        while !keys.hasInput, coordinator.size == size {
            let began = clock.now
            let progress = (began - start) / Self.duration
            guard progress < 1 else { break }
            present(overlay(transition: chosen, before, after, progress))
            guard clock.now - began < Self.step else { break }
            try? await clock.sleep(until: began + Self.step)
        }
        redraw()
    }

    private func overlay(transition: Transition, _ before: Canvas, _ after: Canvas, _ progress: Double) -> Canvas {
        overlay(transition.draw(before, after, progress), layout: layout)
    }
}
