// SPDX-License-Identifier: GPL-3.0-or-later

/// A step from the expected lines to the actual ones.
///
/// Numbers count from 0.
public enum LineEdit: Sendable, Equatable {
    /// The actual line is the expected one, or matches it.
    case kept(expected: Int, actual: Int)
    /// The actual line stands where the expected one should.
    case replaced(expected: Int, actual: Int)
    /// The expected line did not come.
    case removed(expected: Int)
    /// The actual line was not expected.
    case added(actual: Int)
    /// The expected `...` stands for these actual lines.
    case skipped(expected: Int, actual: Range<Int>)
}
