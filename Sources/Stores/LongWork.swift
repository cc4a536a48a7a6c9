// SPDX-License-Identifier: GPL-3.0-or-later

/// Work of a store that takes long, as the first look at a folder of many files does, and who waits for it.
///
/// A type of its own around a closure: as the value of a task-local variable a bare closure ends an optimized program that
/// Swift 6.3 has compiled.
public struct LongWork: Sendable {
    /// Whoever waits for the work of the present task; nil where nobody does.
    @TaskLocal public static var current: LongWork?

    /// Hears how much is done, of how much.
    public let progress: @Sendable (_ done: Int, _ total: Int) -> Void

    /// Somebody who waits.
    public init(_ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) { self.progress = progress }
}

/// Whether the writes of the present task wait but a moment where another process holds the store: what can be done later
/// as well, or has waited elsewhere already.
public enum Waiting {
    /// False: they wait for seconds.
    @TaskLocal public static var isOver = false
}
