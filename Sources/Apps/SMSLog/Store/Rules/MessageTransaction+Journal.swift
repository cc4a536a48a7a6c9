// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
package import Stores

extension MessageTransaction {
    /// Keeps in the journal what the command of the present task has changed; nothing where nothing is another.
    package func journal(_ steps: [MessageStep]) throws {
        setJournaled()
        let changed = steps.filter { $0.before != $0.after }
        guard !changed.isEmpty else { return }
        try record(JournalEntry.lines(changed), isLasting: false)
    }

    /// Makes conversations again what they were before a change, or after it: all of them or none.
    ///
    /// - Throws: `SMSLogFault.changedSince` where one was changed again meanwhile; `JournalFault.lasting`.
    package func perform(_ step: JournalStep, _ entry: JournalEntry) throws {
        let command = entry.origin.command
        guard !entry.isLasting else { throw JournalFault.lasting(command) }
        setJournaled()
        for change in entry.messageSteps.map({ step == .undo ? $0 : $0.inverted }) {
            let (before, after) = (change.before, change.after)
            let told = after.apart?.union(before.apart ?? [])
            var state = MessageStep.State()
            if let told { state.apart = try apart().intersection(told) }
            if let people = after.people { state.people = try groups(of: Set(people.joined())) }
            if after.template != nil {
                state.template = MessageStep.Known(try templates().first { $0.name == change.name })
            }
            if let address = change.address {
                if after.marks != nil { state.marks = try marks(of: address) }
                if after.name != nil { state.name = MessageStep.Known(try givenName(of: address)) }
                if after.draft != nil { state.draft = MessageStep.Known(try draft(for: address)) }
            }
            guard state == after else { throw SMSLogFault.changedSince(change.name, command: command) }
            if let people = before.people { try regroup(people) }
            for pair in told ?? [] { try setApart(before.apart?.contains(pair) == true, pair) }
            if let template = before.template { try setTemplate(template.value, named: change.name) }
            guard let address = change.address else { continue }
            if let name = before.name { try setName(name.value, of: address) }
            if let marks = before.marks { try setMarks(marks, of: address) }
            if let draft = before.draft { try setDraft(draft.value, for: address) }
        }
    }
}
