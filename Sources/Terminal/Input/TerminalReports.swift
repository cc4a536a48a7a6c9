// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// What a terminal reports because it was asked to.
enum TerminalReport: CaseIterable {
    /// What somebody does with the mouse.
    case mouse
    /// Keys that are sent alike otherwise.
    case otherKeys

    fileprivate var enabling: String {
        switch self {
        case .mouse: EscapeSequence.enableMouse
        case .otherKeys: EscapeSequence.enableOtherKeys
        }
    }

    fileprivate var disabling: String {
        switch self {
        case .mouse: EscapeSequence.disableMouse
        case .otherKeys: EscapeSequence.disableOtherKeys
        }
    }
}

/// What the terminal is asked to report while a line is typed on a display, and never at any other time.
@MainActor
struct TerminalReports {
    private var wanted: Set<TerminalReport> = []
    /// What the terminal was asked for.
    private(set) var asked: Set<TerminalReport> = []

    /// Has something reported from the next `apply` on, or not any more.
    mutating func set(_ report: TerminalReport, _ isOn: Bool) {
        if isOn { wanted.insert(report) } else { wanted.remove(report) }
    }

    /// Whether something is to be reported while a line is typed on a display.
    func isWanted(_ report: TerminalReport) -> Bool { wanted.contains(report) }

    /// The terminal does not know any more what it was asked for.
    mutating func forget() { asked = [] }

    /// Asks the terminal for what is wanted now.
    ///
    /// - Parameter isTyping: Whether a line is typed on a display.
    mutating func apply(isTyping: Bool, through gate: OutputGate) {
        let now = isTyping ? wanted : []
        let changed = TerminalReport.allCases.filter { now.contains($0) != asked.contains($0) }
        asked = now
        // What the terminal answers must not be read unseen.
        creadline_read_ahead(isTyping ? 0 : 1)
        let sequence = changed.map { now.contains($0) ? $0.enabling : $0.disabling }.concatenated()
        if !sequence.isEmpty { Array(sequence.utf8).withUnsafeBytes { gate.writeThrough($0) } }
    }
}
