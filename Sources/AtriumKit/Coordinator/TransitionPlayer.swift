// SPDX-License-Identifier: GPL-3.0-or-later

/// Shows how apps give way to each other.
@MainActor
public protocol TransitionPlayer: AnyObject {
    /// Shows how one app gives way to another, and returns when that is over.
    func play(_ transition: Transition, from old: RunningApp?, to new: RunningApp) async
}
