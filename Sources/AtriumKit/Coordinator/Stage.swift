// SPDX-License-Identifier: GPL-3.0-or-later

/// Where transitions are played.
@MainActor
public protocol Stage: AnyObject {
    /// Shows how one app gives way to another, and returns when that is over.
    func play(_ transition: Transition, from old: RunningApp?, to new: RunningApp) async
}

/// A stage without transitions, for plain output and tests.
@MainActor
public final class BareStage: Stage {
    /// A stage without transitions.
    public init() {}

    /// Returns at once.
    public func play(_ transition: Transition, from old: RunningApp?, to new: RunningApp) async {}
}
