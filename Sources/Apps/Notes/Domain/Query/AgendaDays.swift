// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// The days of an agenda as they were written, `..friday`: what they call tomorrow is another day by then.
package struct AgendaDays: Hashable, Sendable {
    /// As they were written.
    package let text: String

    /// Up to six days from now; what should have been done before is still to do.
    package static let usual = AgendaDays("..+6")

    package init(_ text: String) { self.text = text }

    /// What is to do on these days, the first thing first.
    ///
    /// - Throws: `NotesFault.badTerm` for what is no span of days.
    package func query(today: Day) throws(NotesFault) -> AskedQuery {
        guard let days = DateSpan(text, today: today)?.days else { throw .badTerm("due:\(text)") }
        return AskedQuery(
            filter: .all([.todo, .due(DueTime(days.lowerBound)..<DueTime(days.upperBound))]), sort: .due)
    }
}
