// SPDX-License-Identifier: GPL-3.0-or-later

import CReadline

/// What the terminal is asked to report while a line is typed on a display, and never at any other time.
extension LineEditor {
    /// What a terminal reports when it is asked to.
    enum Report: CaseIterable {
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

    func set(_ report: Report, _ isOn: Bool) {
        if isOn { wantedReports.insert(report) } else { wantedReports.remove(report) }
        applyReports()
    }

    func applyReports() {
        let wanted = activity == .line && display != nil ? wantedReports : []
        let changed = Report.allCases.filter { wanted.contains($0) != reports.contains($0) }
        reports = wanted
        // What is told otherwise must not be read unseen.
        creadline_read_ahead(wanted.contains(.otherKeys) ? 0 : 1)
        let sequence = changed.map { wanted.contains($0) ? $0.enabling : $0.disabling }.joined()
        if !sequence.isEmpty { Array(sequence.utf8).withUnsafeBytes { gate.writeThrough($0) } }
    }
}
